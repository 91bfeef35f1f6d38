//! Scripts about small programs, in a folder of their own.

use crate::Commands;
use std::path::Path;
use std::process::Output;

/// A folder with a script `s.query` and a program `p.c`.
///
/// # Panics
/// If they cannot be written.
pub fn folder(script: &str, program: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        std::fs::write(directory.path().join(name), text).expect("written");
    };
    write("s.query", script);
    write("p.c", program);
    directory
}

/// Runs the script of a folder.
pub fn asked_in(folder: &Path, more: &[&str]) -> Output {
    let name = |name: &str| folder.join(name).display().to_string();
    let (script, program) = (name("s.query"), name("p.c"));
    let mut arguments = vec!["query", script.as_str(), program.as_str()];
    arguments.extend(more);
    Commands::get().proofmark(&arguments)
}
