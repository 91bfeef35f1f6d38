//! Routines: the files of `replay/tests/routines` say what theirs are, in lines that begin with
//! `// routine:`. With `BLESS=1` they are written anew.

use proofmark_frontend::{load_routines, Options};
use proofmark_logic::types::Profile;
use std::path::{Path, PathBuf};

const MARK: &str = "// routine: ";

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/routines");
    let entries = std::fs::read_dir(&folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    files
}

#[test]
fn routines_are_as_the_files_say() {
    let files = files();
    assert!(files.len() >= 6, "{}", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a program");
        let expected: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix(MARK)).collect();
        let options = Options::new(Profile::Lp64);
        let routines = load_routines(
            std::slice::from_ref(&file),
            &options,
            proofmark_replay::routines,
        );
        let routines = routines.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        if std::env::var_os("BLESS").is_some() {
            let mut lines: Vec<String> = text
                .lines()
                .filter(|l| !l.starts_with(MARK))
                .map(str::to_owned)
                .collect();
            lines.extend(routines.lines().map(|line| format!("{MARK}{line}")));
            std::fs::write(&file, lines.join("\n") + "\n").expect("written");
            continue;
        }
        let routines: Vec<&str> = routines.lines().collect();
        assert_eq!(routines, expected, "{}", file.display());
    }
}
