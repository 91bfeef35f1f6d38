//! Loops that count (`tests/loops`): what a proof needs does not depend on the number of rounds,
//! and a violation after any number of them is found.

use proofmark_tests::{root, text, Commands};
use std::path::{Path, PathBuf};

/// The command's limit, in seconds, for a machine that is busy.
const TIME_LIMIT: &str = "120";
/// Certificates for many rounds may be so much larger than those for few: numbers get longer.
const GROWTH_MAX: usize = 128;

fn programs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("tests/loops")).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(files.len() > 40, "{}", files.len());
    files
}

/// Certifies a program for a number of rounds: the exit status, and the certificate's size.
fn certify(file: &Path, rounds: u64, definitions: &[&str]) -> (Option<i32>, usize) {
    let commands = Commands::get();
    let certificate = commands.path("loop.cert");
    let name = file.to_str().expect("a name");
    let rounds = format!("-DN={rounds}");
    let written = certificate.to_str().expect("a name");
    let mut arguments = vec!["certify", "--jobs", "1", "--time-limit", TIME_LIMIT];
    arguments.extend(["--force", "-o", written, name, "--", &rounds]);
    arguments.extend(definitions);
    let output = commands.proofmark(&arguments);
    let size = std::fs::read(&certificate).map_or(0, |bytes| bytes.len());
    let status = output.status.code();
    if status.is_none_or(|status| status > 1) {
        println!("{name} {rounds}: {}", text(&output));
    }
    (status, size)
}

#[test]
fn certificates_do_not_grow_with_the_rounds() {
    for file in programs() {
        let (few, small) = certify(&file, 1_000, &[]);
        let (many, large) = certify(&file, 100_000, &[]);
        assert_eq!((few, many), (Some(0), Some(0)), "{}", file.display());
        assert!(
            large <= small + GROWTH_MAX,
            "{}: {small} bytes for few rounds, {large} for many",
            file.display()
        );
    }
}

#[test]
fn violations_after_many_rounds_are_found() {
    for file in programs() {
        let (status, _) = certify(&file, 10_000, &["-DBUG"]);
        assert_eq!(status, Some(1), "{}", file.display());
    }
}
