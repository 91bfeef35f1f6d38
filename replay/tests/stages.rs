//! What stages of the front end make of programs: files say it themselves, in lines that begin with
//! a mark. With `BLESS=1` they are written anew, behind the comments that a file begins with.

use proofmark_frontend::translate::Translator;
use proofmark_frontend::{load_routines, LoadError, Options};
use proofmark_logic::types::Profile;
use std::path::{Path, PathBuf};

/// Prints what a stage makes of the program with this entry.
type Printer = fn(&mut Translator<'_>, u32) -> Result<String, LoadError>;

/// Compares the files of a folder, of which there are at least so many, with what is printed.
fn as_the_files_say(folder: &str, at_least: usize, mark: &str, print: Printer) {
    let files = files(folder);
    assert!(files.len() >= at_least, "{}", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a program");
        let expected: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix(mark)).collect();
        let options = Options::new(Profile::Lp64);
        let found = load_routines(std::slice::from_ref(&file), &options, print);
        let found = found.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&file, blessed(&text, mark, &found)).expect("written");
            continue;
        }
        let found: Vec<&str> = found.lines().collect();
        assert_eq!(found, expected, "{}", file.display());
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    files
}

/// The text with these lines behind the comments that it begins with.
fn blessed(text: &str, mark: &str, found: &str) -> String {
    let rest: Vec<&str> = text.lines().filter(|l| !l.starts_with(mark)).collect();
    let comments = rest.iter().take_while(|l| l.starts_with("//")).count();
    let (head, body) = rest.split_at(comments);
    let found: Vec<String> = found.lines().map(|line| format!("{mark}{line}")).collect();
    let found = found.iter().map(String::as_str);
    let lines: Vec<&str> = head
        .iter()
        .copied()
        .chain(found)
        .chain(body.iter().copied())
        .collect();
    lines.join("\n") + "\n"
}

/// Plans of memory maps: of what lives in memory, and which accesses share a map.
#[test]
fn plans_are_as_the_files_say() {
    let folder = "../frontend/tests/partition";
    as_the_files_say(folder, 5, "// plan: ", proofmark_replay::plan);
}

/// Routines: one automaton for each function, and for each way to pass its arguments.
#[test]
fn routines_are_as_the_files_say() {
    as_the_files_say(
        "tests/routines",
        6,
        "// routine: ",
        proofmark_replay::routines,
    );
}
