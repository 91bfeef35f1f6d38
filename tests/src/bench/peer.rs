//! Other verifiers on the same tasks, as commands that are measured in the same way.
//!
//! Each gets one file: the task's text behind what the task's own tool provides, said as this
//! verifier understands it ([`foreign::prelude`]).

use super::foreign::{self, Dialect};
use super::run::seconds;
use super::task::Task;
use super::{Conditions, Row};
use crate::differential::{limited, Limits};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A verifier, with where its program is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Peer {
    /// This project's.
    Proofmark(PathBuf),
    /// ESBMC with k-induction, its checks of pointers, bounds and divisions off.
    Esbmc(PathBuf),
    /// CBMC with unwinding assertions, its other checks off.
    Cbmc(PathBuf),
}

/// MiB of address space that a program needs beside the memory that it uses.
const RESERVED: u64 = 1024;

impl Peer {
    /// The name for tables.
    pub fn name(&self) -> &'static str {
        match self {
            Peer::Proofmark(_) => "proofmark",
            Peer::Esbmc(_) => "esbmc",
            Peer::Cbmc(_) => "cbmc",
        }
    }

    fn dialect(&self) -> Dialect {
        match self {
            Peer::Proofmark(_) => Dialect::Competition,
            Peer::Esbmc(_) => Dialect::Esbmc,
            Peer::Cbmc(_) => Dialect::Cbmc,
        }
    }

    /// Options that make it take more programs, for those that it refuses without them.
    fn lenient(&self) -> &'static [&'static str] {
        match self {
            Peer::Proofmark(_) | Peer::Cbmc(_) => &[],
            Peer::Esbmc(_) => &["--std", "gnu89", "-W", "no-error=return-mismatch"],
        }
    }

    /// The command for a program of one file, whose headers are in these directories.
    fn command(
        &self,
        (file, headers): (&Path, &[&Path]),
        more: &[&str],
        conditions: &Conditions,
    ) -> Command {
        let limits = Limits {
            seconds: conditions.time_limit + 1,
            mebibytes: conditions.memory_limit + RESERVED,
        };
        let time = conditions.time_limit.to_string();
        let memory = conditions.memory_limit.to_string();
        let includes = headers.iter().map(|path| format!("-I{}", path.display()));
        let mut command;
        match self {
            // Its work is done by a child, whose limits it keeps.
            Peer::Proofmark(program) => {
                command = Command::new(program);
                command.args(["certify", "--arch", "lp64", "--force", "-o"]);
                command.arg(file.with_extension("cert"));
                command.args(["--time-limit", &time, "--memory-limit", &memory]);
                command.arg(file).arg("--").args(includes);
            }
            Peer::Esbmc(program) => {
                command = limited(program, limits);
                command.arg(file).args(includes);
                command.args(["--k-induction", "--unlimited-k-steps", "--z3"]);
                command.args(["--no-standard-checks", "--timeout", &format!("{time}s")]);
                command.args(more);
            }
            Peer::Cbmc(program) => {
                command = limited(program, limits);
                command.arg(file).args(includes);
                command.args(["--unwinding-assertions", "--no-standard-checks"]);
            }
        }
        command
    }

    /// What the output says: `certified`, `violated`, or `unknown`.
    fn verdict(&self, output: &str) -> &'static str {
        let words = match self {
            Peer::Proofmark(_) => ["certified: ", "violated: "],
            Peer::Esbmc(_) | Peer::Cbmc(_) => ["VERIFICATION SUCCESSFUL", "VERIFICATION FAILED"],
        };
        let said = words.map(|word| output.lines().any(|line| line.trim().starts_with(word)));
        match said {
            [true, false] => "certified",
            [false, true] => "violated",
            [true, true] | [false, false] => "unknown",
        }
    }
}

/// Runs a peer on a task of one file. The processor time is that of all its processes, also where
/// it refuses the program first.
///
/// # Errors
/// If files cannot be written, or the program does not start.
pub fn run(peer: &Peer, task: &Task, conditions: &Conditions) -> std::io::Result<Row> {
    let [source] = task.files.as_slice() else {
        return Err(std::io::Error::other("a task of several files"));
    };
    let text = String::from_utf8_lossy(&std::fs::read(source)?).into_owned();
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("task.c");
    let prelude = foreign::prelude(&text, peer.dialect());
    std::fs::write(&file, format!("{prelude}#line 1\n{text}"))?;
    let stubs = crate::root().join("tests/stubs");
    let headers = [source.parent().unwrap_or(Path::new(".")), &stubs];
    let before = children_seconds();
    let command = |more: &[&str]| peer.command((&file, &headers), more, conditions);
    let mut output = said(command(&[]), folder.path(), conditions)?;
    let refused = output.lines().any(|line| line.contains(": error: "));
    if refused && peer.verdict(&output) == "unknown" && !peer.lenient().is_empty() {
        output = said(command(peer.lenient()), folder.path(), conditions)?;
    }
    Ok(Row {
        task: task.name.clone(),
        expected: task.expected.to_owned(),
        verdict: peer.verdict(&output).to_owned(),
        cpu: children_seconds() - before,
        ..Row::default()
    })
}

/// What a command prints in a folder, until it ends or its time is over.
fn said(mut command: Command, folder: &Path, conditions: &Conditions) -> std::io::Result<String> {
    let said = folder.join("said");
    let output = std::fs::File::create(&said)?;
    command.current_dir(folder).stdin(Stdio::null());
    command.stderr(output.try_clone()?).stdout(output);
    let mut child = command.spawn()?;
    let deadline = Instant::now() + Duration::from_secs(conditions.time_limit * 2 + 10);
    while child.try_wait()?.is_none() {
        if Instant::now() > deadline {
            child.kill()?;
            child.wait()?;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(String::from_utf8_lossy(&std::fs::read(&said)?).into_owned())
}

/// User and system time of the children that this process has waited for.
pub fn children_seconds() -> f64 {
    seconds(16..=17)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_say_verdicts() {
        let esbmc = Peer::Esbmc("esbmc".into());
        assert_eq!(esbmc.verdict("\nVERIFICATION SUCCESSFUL\n"), "certified");
        assert_eq!(esbmc.verdict("\nVERIFICATION FAILED\n"), "violated");
        assert_eq!(esbmc.verdict("\nVERIFICATION UNKNOWN\n"), "unknown");
        let own = Peer::Proofmark("proofmark".into());
        assert_eq!(
            own.verdict("certified: task.cert (331 bytes)\n"),
            "certified"
        );
        assert_eq!(own.verdict("unknown: a violated: b\n"), "unknown");
    }
}
