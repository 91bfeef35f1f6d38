//! Inputs that are made to break the tools: the cases of `tests/hostile`, each with what must be
//! true after it.
//!
//! `PROOFMARK_HOSTILE=TEXT` runs the cases with TEXT in their names or files only.

use proofmark_tests::hostile::case::{all, Case};
use proofmark_tests::hostile::try_case;
use proofmark_tests::root;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Commands at a time; each is a few processes.
const JOBS: usize = 2;

fn corpus() -> Vec<(PathBuf, Case)> {
    all(&root().join("tests/hostile"))
}

fn wanted(path: &Path, case: &Case) -> bool {
    let filter = std::env::var("PROOFMARK_HOSTILE").unwrap_or_default();
    case.name.contains(&filter) || path.to_string_lossy().contains(&filter)
}

#[test]
fn every_case_ends_as_it_should() {
    let mut cases = corpus();
    cases.retain(|(path, case)| wanted(path, case));
    let supervisor = Path::new(env!("CARGO_BIN_EXE_supervise"));
    let (open, failures) = (Mutex::new(cases.into_iter()), Mutex::new(Vec::new()));
    let work = || {
        while let Some((path, case)) = next(&open) {
            let wrong = match try_case(&case, supervisor) {
                Ok(wrong) => wrong,
                Err(error) => vec![format!("cannot be tried: {error}")],
            };
            if !wrong.is_empty() {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                let text = format!("{file}: {}\n  {}", case.name, wrong.join("\n  "));
                failures.lock().expect("a list").push(text);
            }
        }
    };
    std::thread::scope(|scope| {
        (0..JOBS).for_each(|_| drop(scope.spawn(work)));
    });
    let failures = failures.into_inner().expect("a list");
    assert!(
        failures.is_empty(),
        "{} cases fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// The lock is held for this moment only.
fn next<T>(open: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    open.lock().expect("a list").next()
}

#[test]
fn names_are_unique_and_sentences_are_known() {
    let readme = root().join("tests/hostile/README.md");
    let readme = std::fs::read_to_string(readme).expect("the corpus's README");
    let listed: BTreeSet<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(' ').next())
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    let mut names = BTreeSet::new();
    for (path, case) in corpus() {
        assert!(
            names.insert(case.name.clone()),
            "{path:?}: two cases are called `{}`",
            case.name
        );
        assert!(
            listed.contains(case.sentence.as_str()),
            "{path:?}: {}: the README has no sentence {}",
            case.name,
            case.sentence
        );
    }
}

/// The rows of the table under a heading of the corpus's README, without its head.
fn table(heading: &str) -> Vec<Vec<String>> {
    let readme = root().join("tests/hostile/README.md");
    let readme = std::fs::read_to_string(readme).expect("the corpus's README");
    let (_, rest) = readme
        .split_once(&format!("\n## {heading}\n"))
        .expect("a heading");
    let section = rest.split("\n## ").next().unwrap_or(rest);
    let rows = section.lines().filter(|line| line.starts_with("| "));
    let cells = |row: &str| {
        let cells = row.trim_matches(['|', ' ']).split(" | ");
        cells.map(str::to_owned).collect()
    };
    rows.skip(1).map(cells).collect()
}

/// What stands in backquotes.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn every_requirement_is_shown() {
    let cases = corpus();
    let known: BTreeSet<&str> = cases.iter().map(|(_, case)| case.name.as_str()).collect();
    let requirements = table("Requirements");
    assert!(requirements.len() > 35, "{requirements:?}");
    for row in requirements {
        let [requirement, shown] = row.as_slice() else {
            panic!("two columns: {row:?}");
        };
        assert!(
            quoted(shown).next().is_some(),
            "nothing shows: {requirement}"
        );
        for name in quoted(shown) {
            let (file, text) = name.split_once(": ").unwrap_or((name, ""));
            let found = std::fs::read_to_string(root().join(file));
            assert!(
                known.contains(name) || found.is_ok_and(|found| found.contains(text)),
                "{requirement}: there is no `{name}`"
            );
        }
    }
}

#[test]
fn every_attack_has_cases() {
    let cases = corpus();
    let known: BTreeSet<&str> = cases.iter().map(|(_, case)| case.name.as_str()).collect();
    let attacks = table("What attacks found, and what fails without it");
    assert_eq!(attacks.len(), 15);
    for row in attacks {
        let [number, _, names, _] = row.as_slice() else {
            panic!("four columns: {row:?}");
        };
        assert!(quoted(names).next().is_some(), "{number} has no case");
        for name in quoted(names) {
            assert!(known.contains(name), "{number}: there is no `{name}`");
        }
    }
}

/// The other direction: each sentence of the corpus has cases.
#[test]
fn every_sentence_has_cases() {
    let cases = corpus();
    let known: BTreeSet<&str> = cases.iter().map(|(_, c)| c.sentence.as_str()).collect();
    let readme = std::fs::read_to_string(root().join("tests/hostile/README.md"));
    for line in readme.expect("the corpus's README").lines() {
        let word = line.strip_prefix("| ").and_then(|l| l.split(' ').next());
        if let Some(word) = word.filter(|w| w.starts_with(|c: char| c.is_ascii_digit())) {
            assert!(known.contains(word), "no case shows {word}");
        }
    }
}
