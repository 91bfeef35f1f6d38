//! Who interrupts `proofmark certify` gets a clean answer: *unknown*, and no file that was not
//! there before.

use proofmark_tests::processes::{alive, children, signal, wait_for};
use proofmark_tests::{root, text, Commands};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// The engine finds no end of predicates for this one.
const LONG_VERIFICATION: &str = "void reach_error(void);\nint __VERIFIER_nondet_int(void);\n\
    int main(void) { unsigned x = 0, y = 0; while (__VERIFIER_nondet_int()) { x += y + 1; y += 2 * x + 3; } if (x * x == 7 * y + 5) reach_error(); return 0; }\n";

/// The parser looks at its types twice at each level, and asks nobody whether to go on.
fn long_parse() -> String {
    let types: String = (1..60)
        .map(|i| format!("typedef t{0} (*t{i})(t{0}, t{0});\n", i - 1))
        .collect();
    format!("typedef int t0;\n{types}t59 x; int main(void) {{ return x != 0; }}\n")
}

/// A directory with a program, and a certificate from before.
struct Run {
    directory: tempfile::TempDir,
    program: PathBuf,
    certificate: PathBuf,
}

/// What the certificate from before holds.
const BEFORE: &[u8] = b"from before";

impl Run {
    fn new(text: &str) -> Run {
        let directory = tempfile::tempdir().expect("a directory");
        let (program, certificate) = (
            directory.path().join("program.c"),
            directory.path().join("program.cert"),
        );
        std::fs::write(&program, text).expect("written");
        std::fs::write(&certificate, BEFORE).expect("written");
        Run {
            directory,
            program,
            certificate,
        }
    }

    fn start(&self, options: &[&str]) -> Child {
        let mut command = Command::new(Commands::get().path("proofmark"));
        command
            .current_dir(root())
            .args(["certify", "--no-progress", "-o"])
            .arg(&self.certificate)
            .arg(&self.program)
            .args(options);
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("proofmark")
    }

    #[track_caller]
    fn is_as_before(&self) {
        let entries = std::fs::read_dir(self.directory.path()).expect("a directory");
        let mut names: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        names.sort();
        assert_eq!(
            names.iter().map(PathBuf::as_path).collect::<Vec<&Path>>(),
            [self.program.as_path(), self.certificate.as_path()]
        );
        assert_eq!(
            std::fs::read(&self.certificate).expect("the certificate"),
            BEFORE
        );
    }
}

/// The process that does the work, once it runs; then some time, so that it is likely to be in the
/// middle of it.
fn worker(command: &Child) -> u32 {
    let worker = wait_for(|| children(command.id()).first().copied())
        .expect("the process that does the work");
    std::thread::sleep(Duration::from_millis(500));
    worker
}

#[track_caller]
fn is_unknown(output: &Output) {
    assert_eq!(output.status.code(), Some(2), "{}", text(output));
    assert!(
        text(output).contains("unknown: interrupted"),
        "{}",
        text(output)
    );
}

#[test]
fn interrupted_work_is_unknown_and_leaves_nothing() {
    for (program, name) in [
        (LONG_VERIFICATION.to_owned(), "INT"),
        (LONG_VERIFICATION.to_owned(), "TERM"),
        (long_parse(), "INT"),
        (long_parse(), "TERM"),
    ] {
        let run = Run::new(&program);
        let command = run.start(&[]);
        let worker = worker(&command);
        signal(name, command.id());
        is_unknown(&command.wait_with_output().expect("ended"));
        assert!(
            wait_for(|| (!alive(worker)).then_some(())).is_some(),
            "the work goes on"
        );
        run.is_as_before();
    }
}

/// A terminal signals all processes of a command.
#[test]
fn both_processes_may_be_signalled() {
    let run = Run::new(LONG_VERIFICATION);
    let command = run.start(&[]);
    let worker = worker(&command);
    signal("INT", worker);
    signal("INT", command.id());
    is_unknown(&command.wait_with_output().expect("ended"));
    run.is_as_before();
}

#[test]
fn interrupted_work_answers_in_json() {
    for program in [LONG_VERIFICATION.to_owned(), long_parse()] {
        let run = Run::new(&program);
        let command = run.start(&["--json"]);
        worker(&command);
        signal("INT", command.id());
        let output = command.wait_with_output().expect("ended");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
        assert_eq!(
            (output.status.code(), &answer["verdict"], &answer["reason"]),
            (Some(2), &"unknown".into(), &"interrupted".into())
        );
        run.is_as_before();
    }
}

#[test]
fn the_time_limit_leaves_nothing() {
    for program in [LONG_VERIFICATION.to_owned(), long_parse()] {
        let run = Run::new(&program);
        let output = run
            .start(&["--time-limit", "1"])
            .wait_with_output()
            .expect("ended");
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains("unknown: "), "{}", text(&output));
        run.is_as_before();
    }
}
