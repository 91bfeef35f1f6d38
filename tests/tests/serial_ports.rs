//! The driver in `examples/serial-ports` is certified, and each of its bugs is found, with a trace
//! that fits on a screen.

use proofmark_tests::{text, Commands};

const PROGRAM: &str = "examples/serial-ports/serial.c";
const RULE: &str = "examples/serial-ports/rule.spec";
/// Lines of a trace.
const LINES_MAX: usize = 25;

/// Certifies the driver with a bug, with or without the rule: exit status and message.
fn certify(bug: u32, rule: &[&str], certificate: &str) -> (Option<i32>, String) {
    let definition = format!("-DBUG={bug}");
    let mut arguments = vec!["certify", "--force", "-o", certificate];
    arguments.extend(rule);
    arguments.extend([PROGRAM, "--", &definition]);
    let output = Commands::get().proofmark(&arguments);
    (output.status.code(), text(&output))
}

#[test]
fn the_driver_obeys_the_rule() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("serial.cert");
    let certificate = path.to_str().expect("a name");
    let (status, message) = certify(0, &["--spec", RULE], certificate);
    assert_eq!(status, Some(0), "{message}");
    let output = Commands::get().check(&["--spec", RULE, PROGRAM, certificate]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}

#[test]
fn each_bug_is_found_and_told_shortly() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("serial.cert");
    let certificate = path.to_str().expect("a name");
    for bug in 1..=5 {
        let rule: &[&str] = if bug == 1 { &[] } else { &["--spec", RULE] };
        let (status, message) = certify(bug, rule, certificate);
        assert_eq!(status, Some(1), "{bug}: {message}");
        let trace = message.split("the steps that the error depends on").nth(1);
        let lines = trace.expect("a trace").lines().count() - 1;
        assert!(lines <= LINES_MAX, "{bug}: {lines} lines\n{message}");
    }
}
