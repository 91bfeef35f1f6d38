//! `supervise REPORT BOUNDS COMMAND…`: runs a command of the hostile corpus within bounds, and
//! writes to REPORT how it and the processes that it started ended.

use proofmark_tests::hostile::supervisor::{supervise, Bounds};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("supervise: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let mut next = || arguments.next().ok_or("REPORT BOUNDS COMMAND…");
    let report = next()?;
    let bounds = next()?;
    let bounds: Bounds = serde_json::from_str(&bounds.to_string_lossy())?;
    let mut command = Command::new(next()?);
    command.args(arguments);
    let ended = supervise(&mut command, bounds)?;
    std::fs::write(report, serde_json::to_vec(&ended)?)?;
    Ok(())
}
