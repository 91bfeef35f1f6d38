//! An independent solver.

use std::io::Write;
use std::process::{Command, Stdio};

/// The answers of the `z3` program (Debian package `z3`).
///
/// # Panics
/// If there is no such program.
pub fn answers(queries: &str) -> Vec<String> {
    let mut solver = Command::new("z3")
        .args(["-in", "-T:120"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program z3 (scripts/setup installs it)");
    let mut input = solver.stdin.take().expect("a pipe");
    let queries = queries.to_owned();
    let writer = std::thread::spawn(move || {
        let _ = input.write_all(queries.as_bytes());
    });
    let output = solver.wait_with_output().expect("z3 ends");
    writer.join().expect("the writer ends");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect()
}
