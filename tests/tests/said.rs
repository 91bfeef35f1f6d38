//! What `certify` says about a program, word for word: `tests/answers/NAME.c`, with the rule
//! `NAME.spec` if there is one, beside `NAME.txt`. `BLESS=1` writes the texts anew.

use proofmark_tests::{root, Case, Commands};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The longest trace that a driver author has to read.
const LINES_MAX: usize = 25;

fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    paths.sort();
    paths
}

/// What `certify` says, and its exit status.
fn certify(file: &Path, rule: &Path, more: &[&str]) -> (String, Option<i32>) {
    let directory = tempfile::tempdir().expect("a directory");
    let certificate = directory.path().join("c.cert").display().to_string();
    let below = |path: &Path| {
        let short = path.strip_prefix(root()).unwrap_or(path);
        short.display().to_string()
    };
    let (shown, specified) = (below(file), below(rule));
    let mut arguments = vec!["certify", &shown, "-o", &certificate, "--no-progress"];
    if rule.exists() {
        arguments.extend(["--spec", &specified]);
    }
    let case = Case::open(file);
    arguments.extend(case.options.iter().map(String::as_str));
    arguments.extend(more);
    let output = Commands::get().proofmark(&arguments);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (said, output.status.code())
}

#[test]
fn answers_are_word_for_word_what_they_were() {
    let mut wrong = Vec::new();
    for file in programs("tests/answers") {
        let (said, status) = certify(&file, &file.with_extension("spec"), &[]);
        let expected = file.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &said).expect("written");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != said {
            wrong.push(format!("{} says\n{said}", file.display()));
        }
        let whole = Case::open(&file)
            .options
            .iter()
            .any(|o| o == "--full-trace");
        if !matches!(status, Some(1 | 2)) || (said.lines().count() > LINES_MAX && !whole) {
            wrong.push(format!(
                "{}: status {status:?}, or too long",
                file.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn traces_are_the_same_as_structure() {
    let mut folded = 0;
    for file in programs("tests/answers") {
        let rule = file.with_extension("spec");
        let (said, status) = certify(&file, &rule, &[]);
        if status != Some(1) {
            continue;
        }
        let (json, _) = certify(&file, &rule, &["--json"]);
        let object: Value = serde_json::from_str(&json).expect("JSON");
        let trace = object["trace"].as_array().expect("a trace");
        let no_step = said.contains("every execution does");
        assert_eq!(trace.is_empty(), no_step, "{}", file.display());
        for line in trace {
            if line["kind"] == "repeated" {
                folded += 1;
                let times = match line["times"].as_u64() {
                    Some(1) => "the same once more".to_owned(),
                    times => format!("the same {} more times", times.expect("a number")),
                };
                assert!(said.contains(&times), "{times} in\n{said}");
                continue;
            }
            let place = format!("{}:{}", line["file"].as_str().unwrap_or(""), line["line"]);
            assert!(said.contains(&place), "{place} in\n{said}");
        }
        for input in object["inputs"].as_array().expect("inputs") {
            let name = input["name"].as_str().expect("a name");
            assert!(said.contains(name), "{name} in\n{said}");
        }
    }
    assert!(folded > 0, "no rounds are left out");
}

const COUNTER: &str = "extern void reach_error(void);
extern int more(void);
int main(void) {
  unsigned x = 0;
  while (more()) {
    if (x > 50) reach_error();
    x = x + 1;
    if (x >= 50) x = 0;
  }
  return 0;
}
";

#[test]
fn hints_are_conditions_at_their_place() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("counter.c");
    std::fs::write(&file, COUNTER).expect("written");
    let rule = directory.path().join("none");
    let (said, status) = certify(&file, &rule, &["--hint", "counter.c:6: x < 50 && x != 77"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.contains("  0 iterations"),
        "the predicate was there: {said}"
    );
    // A wrong one costs time only.
    let (said, status) = certify(&file, &rule, &["--hint", "counter.c:6: x > 1000"]);
    assert_eq!(status, Some(0), "{said}");
    let certificate = directory.path().join("c.cert").display().to_string();
    let shown = file.display().to_string();
    for (hint, expected) in [
        ("counter.c:6 x", "a hint is `FILE:LINE: EXPRESSION`"),
        ("counter.c:6: y < 3", "y"),
        ("counter.c:6: x <", "this is about the hint `x <`"),
        ("counter.c:6: x < 3; x = 4", "it must be one condition"),
        (
            "counter.c:6: 1) reach_error(); if (1",
            "it must be one condition",
        ),
        (
            "counter.c:99: x < 3",
            "no function of the program has a statement there",
        ),
        (
            "other.c:6: x < 3",
            "no function of the program has a statement there",
        ),
        (
            "counter.c:6: 1 < 2",
            "it is decided there, or cannot be reached",
        ),
    ] {
        let arguments = ["certify", &shown, "-o", &certificate, "--hint", hint];
        let output = Commands::get().proofmark(&arguments);
        let said = proofmark_tests::text(&output);
        assert_eq!(output.status.code(), Some(3), "{hint}: {said}");
        assert!(said.contains(expected), "{hint}: {said}");
    }
}
