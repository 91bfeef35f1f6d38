//! Scripts with programs and expected answers: `queries/NAME/` for users, and `tests/queries/` for
//! each relation and each form of answer. `BLESS=1` writes the answers anew.

use proofmark_tests::{root, text, Commands};
use std::path::{Path, PathBuf};
use std::process::Output;

fn query(arguments: &[&str]) -> Output {
    let mut all = vec!["query"];
    all.extend(arguments);
    Commands::get().proofmark(&all)
}

fn below(path: &Path) -> String {
    let short = path.strip_prefix(root()).unwrap_or(path);
    short.display().to_string()
}

/// The scripts below a folder.
fn scripts(folder: &str) -> Vec<PathBuf> {
    let mut work = vec![root().join(folder)];
    let mut found = Vec::new();
    while let Some(path) = work.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a folder");
            work.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
        } else if path.extension().is_some_and(|e| e == "query") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A script's program: the one of its folder, or the one with its name.
fn program(script: &Path) -> PathBuf {
    let own = script.with_extension("c");
    match own.exists() {
        true => own,
        false => script.with_file_name("program.c"),
    }
}

#[test]
fn scripts_answer_as_expected() {
    let mut wrong = Vec::new();
    let own = scripts("tests/queries");
    let shown = scripts("queries");
    assert!(own.len() >= 2 && shown.len() >= 4);
    for script in own.iter().chain(&shown) {
        let output = query(&[&below(script), &below(&program(script))]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let expected = match script.parent().is_some_and(|p| p.ends_with("queries")) {
            true => script.with_extension("txt"),
            false => script.with_file_name("expected.txt"),
        };
        if output.status.code() != Some(0) {
            wrong.push(format!("{}: {}", script.display(), text(&output)));
        } else if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &said).expect("written");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != said {
            wrong.push(format!("{} says\n{said}", script.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn folders_of_scripts_say_what_they_are() {
    for script in scripts("queries") {
        assert!(script.with_file_name("README.md").exists(), "{script:?}");
    }
}

const PROGRAM: &str = "int x;\nint main(void) { x = 1; if (x > 0) x = 2; return x; }\n";

/// Runs a script about a small program.
fn asked(script: &str, more: &[&str]) -> Output {
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.display().to_string()
    };
    let (script, program) = (file("s.query", script), file("p.c", PROGRAM));
    let mut arguments = vec![script.as_str(), program.as_str()];
    arguments.extend(more);
    query(&arguments)
}

#[test]
fn answers_come_as_text_as_values_and_as_an_object() {
    let script = "PRINT \"a, b\"; PRINT LOC_TEXT(l, t) & LOC_LHSVAR(l, \"x\") & l = \"p.c_2\";
        PRINT LOC_LABEL(_, _); PRINT VAR_TYPE(f, \"x\", t);";
    let said = |more: &[&str]| {
        let output = asked(script, more);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        // Locations have the name that the compiler was given.
        let (Some(from), Some(to)) = (said.find("/"), said.find("p.c:2")) else {
            panic!("{said}");
        };
        said.replace(&said[from..to], "")
    };
    assert_eq!(
        said(&[]),
        "a, b\n(l, t)\n  p.c:2  x = 1;\nFALSE\n(f, t)\n    int\n"
    );
    assert_eq!(
        said(&["--csv"]),
        "\"a, b\"\nl,t\np.c:2,x = 1;\nFALSE\nf,t\n,int\n"
    );
    let object: serde_json::Value = serde_json::from_str(&said(&["--json"])).expect("JSON");
    let expected = serde_json::json!({ "status": "complete", "output": [
        { "text": "a, b" },
        { "columns": ["l", "t"], "rows": [["p.c:2", "x = 1;"]], "unknown": [] },
        { "columns": [], "rows": [], "unknown": [] },
        { "columns": ["f", "t"], "rows": [["", "int"]], "unknown": [] },
    ] });
    assert_eq!(object, expected);
}

#[test]
fn wrong_scripts_and_limits_have_their_status() {
    for (script, more, status, expected) in [
        (
            "PRINT LOC_FUN(l, _);",
            &[][..],
            3,
            "did you mean `LOC_FUNC`?",
        ),
        ("PRINT REACH(TRUE(x), TRUE(y));", &[], 3, "s.query:1:7"),
        ("R(x) := LOC_LABEL(x, _)\n& ;", &[], 3, "s.query:2:3"),
        (
            "PRINT TRUE;",
            &["--spec", "x.spec"],
            3,
            "no use for `--spec`",
        ),
        ("PRINT TRUE;", &["--entry", "f"], 3, "unknown entry"),
        ("WHILE (TRUE) { }", &[], 2, "does this loop end?"),
        (
            "WHILE (TRUE) { }",
            &["--json"],
            2,
            "\"verdict\":\"unknown\"",
        ),
        (
            "PRINT a != b & b != c & TRUE(d, e, f, g, h, i);",
            &[],
            2,
            "134217728 values",
        ),
    ] {
        let output = asked(script, more);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(status), "{script}: {said}");
        let plain = said.replace(": ", ":");
        assert!(
            said.contains(expected) || plain.contains(expected),
            "{script}: {said}"
        );
    }
    let output = query(&["missing.query", "missing.c"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output).contains("not found"), "{}", text(&output));
}
