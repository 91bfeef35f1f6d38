//! What the end-to-end tests share: cases that are files, the two commands, and a small
//! deterministic generator.
//!
//! A case is a C file whose first line may say how to run it: `// options: --arch ilp32 --entry f`.
//! Its directory says what is expected: `safe` (certified), `unsafe` (violated), `unknown`,
//! `reject` (bad input); `// expect: TEXT` is part of the reason or message.

pub mod assemblies;
pub mod bench;
pub mod boolean;
pub mod container;
pub mod counts;
pub mod desk;
pub mod differential;
pub mod document;
pub mod edits;
pub mod fuzz;
pub mod fuzzing;
pub mod generate;
pub mod hostile;
pub mod libraries;
pub mod library_mutants;
pub mod library_runs;
pub mod memory_fuzz;
pub mod memory_programs;
pub mod mutate;
pub mod pairs;
pub mod processes;
pub mod queried;
pub mod recertified;
pub mod recipe;
pub mod smt;
pub mod visited;
pub mod whole_programs;
pub mod workplace;

use proofmark_frontend::{Models, Options, Program};
use proofmark_logic::types::Profile;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The repository's top directory.
pub fn root() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests)
}

/// A test program.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its file.
    pub path: PathBuf,
    /// Command line options from its first lines.
    pub options: Vec<String>,
    /// Part of the message that is expected; empty if there is none.
    pub expect: String,
}

impl Case {
    /// Reads the header of a file.
    pub fn open(path: &Path) -> Case {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let field = |name: &str| {
            text.lines()
                .take(4)
                .find_map(|line| line.strip_prefix("// ")?.strip_prefix(name))
                .map(str::trim)
        };
        Case {
            path: path.to_owned(),
            options: field("options:").map_or_else(Vec::new, |line| {
                line.split_whitespace().map(str::to_owned).collect()
            }),
            expect: field("expect:").unwrap_or_default().to_owned(),
        }
    }
    /// The file's name without its directory and ending.
    pub fn name(&self) -> String {
        self.path
            .file_stem()
            .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
    }
    /// The front end's options.
    pub fn frontend_options(&self) -> Options {
        let value = |name: &str| {
            self.options
                .iter()
                .position(|o| o == name)
                .and_then(|n| self.options.get(n + 1))
        };
        let profile = if value("--arch").is_some_and(|arch| arch == "ilp32") {
            Profile::Ilp32
        } else {
            Profile::Lp64
        };
        let mut options = Options::new(profile);
        if let Some(entry) = value("--entry") {
            options.entry.clone_from(entry);
        }
        if let Some(limit) = value("--inline-limit").and_then(|limit| limit.parse().ok()) {
            options.inline_limit = limit;
        }
        let absent = self.options.iter().any(|o| o == "--no-library-models");
        options.models = Models::unless(absent);
        options
    }
    /// The program.
    ///
    /// # Panics
    /// If it does not load.
    pub fn load(&self) -> Program {
        proofmark_frontend::load(std::slice::from_ref(&self.path), &self.frontend_options())
            .unwrap_or_else(|error| panic!("{}", error.render()))
    }
}

/// The cases of a directory below `tests/programs`, by name.
///
/// # Panics
/// If the directory is missing or empty.
pub fn cases(directory: &str) -> Vec<Case> {
    let path = root().join("tests/programs").join(directory);
    let entries =
        std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no case", path.display());
    files.iter().map(|file| Case::open(file)).collect()
}

/// The two commands, built from this source.
pub struct Commands {
    directory: PathBuf,
}

impl Commands {
    /// Builds the commands once, into the directory that the running test was built into. With
    /// `PROOFMARK_COMMANDS` in the environment they are those of that directory, of another version
    /// perhaps.
    ///
    /// # Panics
    /// If they do not build.
    pub fn get() -> &'static Commands {
        static COMMANDS: OnceLock<Commands> = OnceLock::new();
        COMMANDS.get_or_init(|| {
            if let Some(directory) = std::env::var_os("PROOFMARK_COMMANDS") {
                return Commands {
                    directory: directory.into(),
                };
            }
            // …/target/debug/deps/test-1234
            let test = std::env::current_exe().expect("the running test's path");
            let directory = test
                .ancestors()
                .nth(2)
                .expect("the build directory")
                .to_owned();
            let target = directory.parent().expect("the target directory");
            let mut cargo = Command::new(env!("CARGO"));
            cargo
                .current_dir(root())
                .args([
                    "build",
                    "--quiet",
                    "-p",
                    "proofmark-producer",
                    "-p",
                    "proofmark-checker",
                    "--bins",
                    "--target-dir",
                ])
                .arg(target);
            if directory.ends_with("release") {
                cargo.arg("--release");
            }
            assert!(
                cargo.status().expect("cargo").success(),
                "the commands do not build"
            );
            Commands { directory }
        })
    }
    /// The file of a command.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }
    /// Runs `proofmark`.
    ///
    /// # Panics
    /// If it does not start.
    pub fn proofmark(&self, arguments: &[&str]) -> Output {
        Command::new(self.path("proofmark"))
            .current_dir(root())
            .args(arguments)
            .output()
            .expect("proofmark")
    }
    /// Runs `proofmark-check`.
    ///
    /// # Panics
    /// If it does not start.
    pub fn check(&self, arguments: &[&str]) -> Output {
        Command::new(self.path("proofmark-check"))
            .current_dir(root())
            .args(arguments)
            .output()
            .expect("proofmark-check")
    }
}

/// Standard output and standard error of a finished command.
pub fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// A small deterministic generator (xorshift64*).
pub struct Random(u64);

impl Random {
    /// Starts from a name, so that each case has its own sequence.
    pub fn of(name: &str) -> Random {
        Random(
            name.bytes().fold(0x9E37_79B9_7F4A_7C15, |h: u64, b| {
                (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3)
            }) | 1,
        )
    }
    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let value = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        if n == 0 {
            0
        } else {
            usize::try_from(value).unwrap_or(0) % n
        }
    }
}

/// Processor time of the calling thread so far, where the system tells: on a busy machine the clock
/// measures the others.
pub fn processor_time() -> Option<std::time::Duration> {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    status
        .split_whitespace()
        .next()?
        .parse()
        .ok()
        .map(std::time::Duration::from_nanos)
}
