//! Processes of the system, for tests of what is left of commands.

use std::process::Command;
use std::time::{Duration, Instant};

/// Asks often, for half a minute.
pub fn wait_for<T>(mut found: impl FnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(30) {
        if let Some(found) = found() {
            return Some(found);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    None
}

/// The children of a process, where the system tells.
pub fn children(id: u32) -> Vec<u32> {
    let listed =
        std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    listed
        .split_whitespace()
        .filter_map(|child| child.parse().ok())
        .collect()
}

/// Whether a process runs; one that has ended and nobody has asked for does not.
pub fn alive(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    status
        .rsplit_once(") ")
        .is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

/// Sends a signal (`INT`, `TERM`) to a process.
///
/// # Panics
/// If there is no shell.
pub fn signal(name: &str, id: u32) {
    let sent = Command::new("/bin/sh")
        .args(["-c", r#"kill -s "$1" "$2""#, "sh", name, &id.to_string()])
        .status();
    assert!(sent.expect("a shell").success(), "no process {id}");
}
