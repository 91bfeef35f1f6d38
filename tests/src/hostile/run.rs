//! Running the command of a case.

use super::case::{bytes, raw, Case};
use super::stage::Stage;
use super::supervisor::{Bounds, Ended};
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::Command;

/// A command that has ended, and what it said.
pub struct Run {
    /// How.
    pub ended: Ended,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
}

/// Runs a case's command under the supervisor.
///
/// # Errors
/// If it cannot be run.
pub fn run(stage: &Stage, case: &Case, supervisor: &Path) -> Result<Run, String> {
    let own = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = |name: &str| own.path().join(name);
    std::fs::write(path("in"), bytes(&case.stdin)?).map_err(|e| e.to_string())?;
    let stream = |name: &str| File::create(path(name)).map_err(|e| e.to_string());
    let bounds = Bounds {
        seconds: case.seconds,
        patience: case.seconds * 5.0 + 30.0,
        mebibytes: case.mebibytes,
    };
    let bounds = serde_json::to_string(&bounds).map_err(|e| e.to_string())?;
    let mut command = Command::new(supervisor);
    command
        .arg(path("report"))
        .arg(bounds)
        .args(stage.arguments(&case.command)?)
        .current_dir(stage.work())
        .env_clear()
        .stdin(File::open(path("in")).map_err(|e| e.to_string())?)
        .stdout(stream("out")?)
        .stderr(stream("err")?);
    stage.environment(&mut command);
    for (name, value) in &case.env {
        command.env(name, OsString::from_vec(raw(&stage.expand(value))?));
    }
    let status = command.status().map_err(|e| e.to_string())?;
    let read = |name: &str| std::fs::read(path(name)).map_err(|e| format!("{name}: {e}"));
    let (stdout, stderr) = (read("out")?, read("err")?);
    if !status.success() {
        return Err(String::from_utf8_lossy(&stderr).into_owned());
    }
    let ended = serde_json::from_slice(&read("report")?).map_err(|e| e.to_string())?;
    Ok(Run {
        ended,
        stdout,
        stderr,
    })
}
