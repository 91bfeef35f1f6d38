//! Where executions of small programs go: `tests/queries/reached/NAME.c`. What stands behind a line
//! of C says what is known of its locations: `// reached`, `// dead`, `// unknown` or
//! `// not reached` (dead or unknown), for each in order where they differ (`// reached, dead`).
//! The first lines may say `// options: …` and, with an observer `NAME.spec`, `// how: A-REACH`;
//! `// how: inputs`, if only executions with inputs that are tried lead to what is reached.
//! Executions start with the entry, or at the first location of the line that says `// from`.

use proofmark_tests::queried::small::{asked_in, folder};
use proofmark_tests::{root, text, Case};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn programs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("tests/queries/reached")).expect("a folder");
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = files
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

/// What the end of a line says.
fn marks(line: &str) -> Vec<&str> {
    let Some((code, said)) = line.rsplit_once("// ") else {
        return Vec::new();
    };
    let known = ["reached", "dead", "unknown", "not reached", "from"];
    let said: Vec<&str> = said.split(", ").collect();
    let is_mark = !code.trim().is_empty() && said.iter().all(|word| known.contains(word));
    if is_mark {
        said
    } else {
        Vec::new()
    }
}

/// The script: from where, and what is printed: all, what is surely reached, and what is not.
fn script(path: &Path, program: &str, entry: &str) -> String {
    let from = program.lines().zip(1..);
    let mut from = from.filter(|(line, _)| marks(line).contains(&"from"));
    let from = match from.next() {
        Some((_, number)) => format!("l = \"p_{number}\""),
        None => format!("LOC_FUNC_INIT(l, \"{entry}\")"),
    };
    let how = program.lines().take(4);
    let mut how = how.filter_map(|line| line.strip_prefix("// how: "));
    let how = how.find(|how| *how != "inputs");
    let (how, observer) = match how {
        None => ("REACH".to_owned(), String::new()),
        Some(how) => {
            let spec = path.with_extension("spec");
            let spec = std::fs::read_to_string(spec).expect("an observer");
            (how.to_owned(), format!("A := [{spec}];\n"))
        }
    };
    let property = if observer.is_empty() { "" } else { ", A" };
    format!(
        "{observer}live(m) := EXISTS(l, {how}({from}, LOC_FUNC(m, _){property}));
        PRINT LOC_FUNC(m, _);\nPRINT live(m);\nPRINT !live(m) & LOC_FUNC(m, _);\n"
    )
}

/// What is known of each location.
fn known(said: &serde_json::Value) -> BTreeMap<String, &'static str> {
    let rows = |at: usize, what: &str| -> Vec<String> {
        let rows = said["output"][at][what].as_array().expect("rows").iter();
        let name = |row: &serde_json::Value| row[0].as_str().expect("a name").to_owned();
        rows.map(name).collect()
    };
    let all = rows(0, "rows").into_iter().map(|name| (name, "nothing"));
    let mut known: BTreeMap<String, &str> = all.collect();
    for (at, of, word) in [
        (1, "rows", "reached"),
        (2, "rows", "dead"),
        (2, "unknown", "unknown"),
    ] {
        known.extend(rows(at, of).into_iter().map(|name| (name, word)));
    }
    known
}

/// What is wrong in an answer.
fn differences(program: &str, known: &BTreeMap<String, &str>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (line, number) in program.lines().zip(1..) {
        let mut own: Vec<(usize, &str)> = Vec::new();
        for (name, word) in known {
            let (place, count) = name.split_once('#').unwrap_or((name, "1"));
            if place.ends_with(&format!("p.c:{number}")) {
                own.push((count.parse().expect("a number"), word));
            }
        }
        own.sort_unstable();
        let mut marks = marks(line);
        marks.retain(|mark| *mark != "from");
        let expected = match marks.as_slice() {
            [] => continue,
            [one] => vec![*one; own.len()],
            several => several.to_vec(),
        };
        let fits = |(own, expected): (&(usize, &str), &&str)| match *expected {
            "not reached" => own.1 != "reached",
            word => own.1 == word,
        };
        let same = !own.is_empty() && own.len() == expected.len();
        if !same || !own.iter().zip(&expected).all(fits) {
            wrong.push(format!("{line}: {own:?}"));
        }
    }
    wrong
}

/// What is wrong in the answers about a program.
fn wrong(path: &Path) -> Vec<String> {
    let case = Case::open(path);
    let program = std::fs::read_to_string(path).expect("a program");
    let entry = case.frontend_options().entry;
    let folder = folder(&script(path, &program, &entry), &program);
    let mut wrong = Vec::new();
    // Some answers need executions that no search finds.
    let tried_only = program.lines().take(4).any(|line| line == "// how: inputs");
    let how: &[&[&str]] = match tried_only {
        true => &[&[]],
        false => &[&[], &["--no-trials"]],
    };
    for more in how {
        let options = case.options.iter().map(String::as_str);
        let more: Vec<&str> = options
            .chain(["--json"])
            .chain(more.iter().copied())
            .collect();
        let output = asked_in(folder.path(), &more);
        let name = path.display();
        let Ok(said) = serde_json::from_slice(&output.stdout) else {
            wrong.push(format!("{name}: {}", text(&output)));
            continue;
        };
        let found = differences(&program, &known(&said));
        let found = found.into_iter();
        wrong.extend(found.map(|line| format!("{name}: {more:?}: {line}")));
    }
    wrong
}

#[test]
fn answers_are_what_programs_say() {
    let programs = programs();
    assert!(programs.len() >= 20);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let running = programs.iter().map(|path| scope.spawn(|| wrong(path)));
        let running: Vec<_> = running.collect();
        let ended = running.into_iter();
        ended
            .flat_map(|one| one.join().expect("an answer"))
            .collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
