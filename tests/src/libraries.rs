//! What tests of boolean libraries share: the commands, and the libraries of a folder.

use crate::{text, Commands};
use proofmark_frontend::library::parse::parse;
use proofmark_frontend::library::text::Library;
use proofmark_frontend::Options;
use proofmark_logic::types::Profile;
use proofmark_producer::engine::Limits;
use proofmark_producer::training::Api;
use std::path::Path;
use std::time::Duration;

/// A directory for what a test writes.
pub struct Desk(tempfile::TempDir);

impl Default for Desk {
    fn default() -> Desk {
        Desk::new()
    }
}

impl Desk {
    /// An empty one.
    pub fn new() -> Desk {
        Desk(tempfile::tempdir().expect("a directory"))
    }
    /// The path of a file in it.
    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
    /// Writes a file; its path.
    pub fn file(&self, name: &str, contents: &str) -> String {
        std::fs::write(self.0.path().join(name), contents).expect("written");
        self.path(name)
    }
}

/// Runs a command: its exit status, and what it says.
pub fn run(command: &str, arguments: &[&str]) -> (i32, String) {
    let commands = Commands::get();
    let output = match command {
        "proofmark" => commands.proofmark(arguments),
        "check" => commands.check(arguments),
        other => panic!("no command {other}"),
    };
    let said = text(&output);
    assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    (output.status.code().expect("it ends"), said)
}

/// What it says, if its exit status is as expected.
#[track_caller]
pub fn must(command: &str, arguments: &[&str], status: i32) -> String {
    let (code, said) = run(command, arguments);
    assert_eq!(code, status, "{command} {arguments:?}: {said}");
    said
}

/// The C of a library, read for training.
pub fn api(c: &Path) -> Api {
    let options = Options::new(Profile::Lp64);
    let units = proofmark_frontend::read(&[c.to_owned()], &options).expect("C");
    let limits = Limits {
        time: Some(Duration::from_secs(60)),
        ..Limits::default()
    };
    Api::new(units, options, limits).expect("C")
}

/// A path, as an argument.
pub fn show(path: &Path) -> String {
    path.display().to_string()
}

/// A file's text.
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A library of a folder, about C.
pub fn library(text: &str, api: &Api) -> String {
    text.replace("c DIGEST\n", &format!("c {}\n", api.source()))
}

/// A library by its text.
pub fn parsed(text: &str) -> Library {
    parse(text.as_bytes()).unwrap_or_else(|wrong| panic!("line {}: {}", wrong.line, wrong.why))
}

/// The libraries of a folder, merged and proved by the commands.
pub fn proved(desk: &Desk, folder: &Path, names: &[&str]) -> String {
    let c = folder.join("api.c");
    let api = api(&c);
    let name = |name: &&str| desk.file(name, &library(&read(&folder.join(name)), &api));
    let libraries: Vec<String> = names.iter().map(name).collect();
    let (c, to) = (show(&c), desk.path("proved.lib"));
    let mut arguments = vec!["merge", "--api", &c, "-o", &to];
    arguments.extend(libraries.iter().map(String::as_str));
    must("proofmark", &arguments, 0);
    let said = must("check", &[&c, &to], 0);
    assert!(said.contains("the library abstracts this C"), "{said}");
    to
}
