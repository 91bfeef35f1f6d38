//! Scripts about small programs, in a folder of their own.

use crate::{text, Commands};
use serde_json::Value;
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

/// What a script says and cost: the exit status, and the object.
///
/// # Panics
/// If it is no object.
pub fn explained(script: &str, program: &str, more: &[&str]) -> (Option<i32>, Value) {
    let folder = folder(script, program);
    let output = asked_in(folder.path(), &[&["--json", "--explain"], more].concat());
    let said = serde_json::from_slice(&output.stdout);
    let said = said.unwrap_or_else(|_| panic!("{}", text(&output)));
    (output.status.code(), said)
}

/// How many rows are surely there, and how many are unknown, of what is printed first.
pub fn rows(said: &Value) -> (usize, usize) {
    let count = |what: &str| said["output"][0][what].as_array().map_or(0, Vec::len);
    (count("rows"), count("unknown"))
}
