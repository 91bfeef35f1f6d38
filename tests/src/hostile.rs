//! Hostile inputs: cases that are data, and what is true after each of them.
//!
//! `tests/hostile/README.md` describes how a case is written. [`case`] reads cases, [`stage`] puts
//! their files into a directory, [`run`] runs the command with a supervisor that sees its whole
//! process tree, and [`judge`] compares with what was expected and with what must hold always.

pub mod case;
pub mod judge;
pub mod output;
pub mod run;
pub mod snapshot;
pub mod stage;
pub mod supervisor;

use crate::Commands;
use case::Case;
use std::path::Path;

/// Runs one case. Nothing in the answer: all is as it should be.
///
/// # Errors
/// If the case cannot be set up or run.
pub fn try_case(case: &Case, supervisor: &Path) -> Result<Vec<String>, String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let stage = stage::Stage::new(directory.path(), case, Commands::get())?;
    let before = stage.snapshot();
    let ended = run::run(&stage, case, supervisor)?;
    Ok(judge::judge(case, &stage, &before, &ended))
}
