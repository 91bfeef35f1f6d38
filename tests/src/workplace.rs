//! A directory in which commands are run, with files of `tests/objects/files`.

use crate::{root, text, Commands};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory with programs, rules, and what is made of them.
pub struct Workplace(tempfile::TempDir);

/// The folder of the files, and of the lines that are run beside them.
pub fn objects() -> PathBuf {
    root().join("tests/objects")
}

impl Default for Workplace {
    fn default() -> Self {
        Workplace::new()
    }
}

impl Workplace {
    /// A driver, its header, a rule that it keeps and one that is about nothing in it.
    pub fn new() -> Workplace {
        Workplace::with(|name| {
            ["driver.c", "driver.h", "rule.spec", "nothing.spec"].contains(&name)
        })
    }
    /// The files of which `wanted` holds.
    pub fn with(wanted: impl Fn(&str) -> bool) -> Workplace {
        let place = Workplace(tempfile::tempdir().expect("a directory"));
        for entry in std::fs::read_dir(objects().join("files")).expect("the files") {
            let path = entry.expect("readable").path();
            let name = path.file_name().expect("a file");
            if wanted(&name.to_string_lossy()) {
                std::fs::copy(&path, place.directory().join(name)).expect("copied");
            }
        }
        place
    }
    /// As [`Workplace::new`], with the driver's certificate `c.cert`.
    pub fn certified() -> Workplace {
        let place = Workplace::new();
        let output =
            place.run("proofmark certify driver.c --spec rule.spec -o c.cert --no-progress");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        place
    }
    /// The directory.
    pub fn directory(&self) -> &Path {
        self.0.path()
    }
    /// The text of one of the files, as it was copied.
    pub fn original(name: &str) -> String {
        std::fs::read_to_string(objects().join("files").join(name)).expect("a file")
    }
    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).expect("written");
    }
    /// Runs a command line in the directory.
    pub fn run(&self, line: &str) -> Output {
        let mut words = line.split_whitespace();
        let program = Commands::get().path(words.next().unwrap_or_default());
        let mut command = Command::new(program);
        command.current_dir(self.0.path()).args(words);
        command.output().expect("the command")
    }
    /// What a command says, if it is all that is expected.
    #[track_caller]
    pub fn says(&self, line: &str, status: i32, expected: &[&str]) -> String {
        let output = self.run(line);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(status), "{line}: {said}");
        for expected in expected {
            assert!(
                said.contains(expected),
                "{line}: no {expected:?} in\n{said}"
            );
        }
        said
    }
    /// The object that a command prints with `--json`.
    #[track_caller]
    pub fn json(&self, line: &str, status: i32) -> Value {
        let output = self.run(&format!("{line} --json"));
        assert_eq!(
            output.status.code(),
            Some(status),
            "{line}: {}",
            text(&output)
        );
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{line}: {e}"))
    }
}
