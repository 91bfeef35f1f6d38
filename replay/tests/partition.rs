//! Plans of memory maps: the files of `frontend/tests/partition` say what theirs is, in lines that
//! begin with `// plan:`. With `BLESS=1` they are written anew.

use proofmark_frontend::{load_routines, Options};
use proofmark_logic::types::Profile;
use std::path::{Path, PathBuf};

const MARK: &str = "// plan: ";

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/tests/partition");
    let entries = std::fs::read_dir(&folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    files
}

#[test]
fn plans_are_as_the_files_say() {
    let files = files();
    assert!(files.len() >= 5, "{}", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a program");
        let expected: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix(MARK)).collect();
        let options = Options::new(Profile::Lp64);
        let plan = load_routines(
            std::slice::from_ref(&file),
            &options,
            proofmark_replay::plan,
        );
        let plan = plan.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&file, blessed(&text, &plan)).expect("written");
            continue;
        }
        let plan: Vec<&str> = plan.lines().collect();
        assert_eq!(plan, expected, "{}", file.display());
    }
}

/// The text with this plan behind the comments that it begins with.
fn blessed(text: &str, plan: &str) -> String {
    let rest: Vec<&str> = text.lines().filter(|l| !l.starts_with(MARK)).collect();
    let comments = rest.iter().take_while(|l| l.starts_with("//")).count();
    let (head, body) = rest.split_at(comments);
    let plan: Vec<String> = plan.lines().map(|line| format!("{MARK}{line}")).collect();
    let plan = plan.iter().map(String::as_str);
    let lines: Vec<&str> = head
        .iter()
        .copied()
        .chain(plan)
        .chain(body.iter().copied())
        .collect();
    lines.join("\n") + "\n"
}
