//! The compiler as judge: it confirms what the analysis finds out about the programs of the other
//! tests, and refuses what does not fit.

use proofmark_frontend::{load, load_unjudged, Options};
use proofmark_logic::types::Profile;
use std::path::{Path, PathBuf};

/// The C files of a directory of the repository, by name.
fn programs(directory: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(directory);
    let entries = std::fs::read_dir(&root).expect("the programs");
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    files
}

fn options(file: &Path) -> Options {
    let text = std::fs::read_to_string(file).expect("a program");
    let first: String = text.lines().take(2).collect();
    Options::new(if first.contains("ilp32") {
        Profile::Ilp32
    } else {
        Profile::Lp64
    })
}

/// The errors of the judge about programs that load without it.
fn refused(directory: &str) -> Vec<String> {
    let mut out = Vec::new();
    for file in programs(directory) {
        let (files, options) = ([file.clone()], options(&file));
        if load_unjudged(&files, &options).is_err() {
            continue;
        }
        if let Err(error) = load(&files, &options) {
            out.push(format!("{}: {error}", file.display()));
        }
    }
    out
}

#[test]
fn the_compiler_confirms_the_programs_of_the_tests() {
    let mut wrong = refused("frontend/tests/accept");
    wrong.extend(refused("frontend/tests/run"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
