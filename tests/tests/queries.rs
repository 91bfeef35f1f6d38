//! Scripts with programs and expected answers: `queries/NAME/` for users, and `tests/queries/` for
//! each relation and each form of answer. `BLESS=1` writes the answers anew.

use proofmark_tests::differential::available;
use proofmark_tests::pairs;
use proofmark_tests::queried::small::{asked_in, explained, folder};
use proofmark_tests::visited::{compare, Executor, Visited};
use proofmark_tests::{root, text, Commands};
use std::collections::BTreeSet;
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
    assert!(own.len() >= 2 && shown.len() >= 9);
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

/// A table of handlers, one of which is handed to others.
const HANDLERS: &str = "
extern void offer(void (*f)(int));
extern int input(void);
static void given(int x) { if (x) input(); }
static void stored(int x) { if (x > 3) input(); }
static void (*table[])(int) = { stored };
static long lost(long x) { return x > 3 ? input() : x; }
static long (*forgotten)(long) = lost;
int main(void) {
  offer(given);
  if (input() > 3) table[0](2);
  return 0;
}
";

/// Everything about executions from `main`, by function.
const REACHED: &str = "live(l) := EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)));
    PRINT live(l) & LOC_FUNC(l, f);
    PRINT !live(l) & LOC_FUNC(l, f);";

#[test]
fn what_others_may_call_is_unknown_and_the_status_says_so() {
    let folder = folder(REACHED, HANDLERS);
    let output = asked_in(folder.path(), &["--json"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(said["status"], "partial");
    let functions = |output: usize, what: &str| -> BTreeSet<String> {
        let rows = said["output"][output][what].as_array().expect("rows");
        let function = |row: &serde_json::Value| row[1].as_str().expect("a name").to_owned();
        rows.iter().map(function).collect()
    };
    let set = |names: &[&str]| -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    };
    assert_eq!(functions(0, "rows"), set(&["main", "stored"]));
    assert_eq!(functions(0, "unknown"), set(&["given"]));
    // Nobody can have got the address of `lost`: no statement names what holds it.
    assert_eq!(functions(1, "rows"), set(&["lost", "stored"]));
    assert_eq!(functions(1, "unknown"), set(&["given"]));
}

/// Two locations that take the same predicates, behind one that takes none.
const TWICE: &str = "extern int input(void);
int main(void) {
  int lock = 0, n = input(), m = input();
  if (n > 0)
    lock = 1;
  if (m > 3)
    m = 3;
  if (n > 0 && lock == 0)
    return 1;
  if (n > 0 && lock == 0 && m > 0)
    return 2;
  return 0;
}
";

#[test]
fn a_search_begins_with_what_the_last_one_left() {
    let ask = |texts: &[&str]| -> Vec<u64> {
        let ask = |t: &&str| {
            format!("PRINT EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_TEXT(l, \"{t}\")));\n")
        };
        let script: String = texts.iter().map(ask).collect();
        let (status, answer) = explained(&script, TWICE, &["--no-trials"]);
        assert_eq!(status, Some(0), "{answer}");
        let questions = answer["questions"].as_array().expect("questions");
        assert!(questions.iter().all(|q| q["certified"] == 1), "{answer}");
        let calls = questions.iter().map(|q| q["solver_calls"].as_u64());
        calls.map(|calls| calls.expect("a number")).collect()
    };
    let fresh = ask(&["return 2;"]);
    let later = ask(&["return 1;", "return 2;"]);
    assert!(later[1] < fresh[0], "{later:?}, {fresh:?}");
}

#[test]
fn one_search_answers_all_targets() {
    let script = "PRINT EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)));";
    for more in [&[][..], &["--no-trials"]] {
        let (status, answer) = explained(script, TWICE, more);
        assert_eq!(status, Some(0), "{answer}");
        let question = &answer["questions"][0];
        let sum = |what: [&str; 2]| -> u64 {
            let number = |what: &str| question[what].as_u64().expect("a number");
            what.into_iter().map(number).sum()
        };
        assert_eq!(question["searches"], 1, "{answer}");
        assert!(sum(["tried", "found"]) > 8, "{answer}");
        assert!(sum(["certified", "without_path"]) >= 2, "{answer}");
    }
}

/// gcov counts the line of the assertion, whose one location is the call that nothing gets to.
const ASSERTED: &str = "#include <assert.h>
int main(void) {
  int a = 1;
  if (a == 1) {
    assert(1);
  }
  return 0;
}
";

/// gcov counts the line of the call, because the comparison with what it did not return stands
/// there; no location is there but the call, which nothing gets to.
const SPREAD: &str = "static int other(int n) { return n - 9; }
static int next(int n) {
  if ((n < 5
       ? n + 1
       : other(n)) < 0)
    return 0;
  return 1;
}
int main(void) {
  return next(2) == 0;
}
";

/// The short version of `make visited`.
#[test]
fn what_a_compiled_program_executes_is_never_out_of_reach() {
    if !available("gcov") || !available("cc") {
        println!("skipped: gcov is missing");
        return;
    }
    let proofmark = Commands::get().path("proofmark");
    let (mut executed, mut out_of_reach) = (0, 0);
    let mut programs = vec![
        ("asserted", ASSERTED.to_owned()),
        ("spread", SPREAD.to_owned()),
    ];
    for name in ["control", "enums", "labels", "recursion"] {
        let file = root().join(format!("frontend/tests/run/{name}.c"));
        programs.push((name, std::fs::read_to_string(file).expect("a program")));
    }
    for (name, program) in programs {
        let folder = tempfile::tempdir().expect("a directory");
        let copy = folder.path().join("program.c");
        std::fs::write(&copy, program).expect("written");
        let how = (Executor::Compiled, 20);
        match compare(&proofmark, (&copy, &[]), how).expect("compared") {
            Visited::Agrees { visited, dead, .. } => {
                executed += visited;
                out_of_reach += dead;
            }
            Visited::Refuted(lines) => panic!("{name}: {lines:?}"),
            Visited::Skipped(why) => println!("{name}: {why}"),
        }
    }
    assert!(
        executed > 50,
        "{executed} lines executed, {out_of_reach} out of reach"
    );
}

/// A program with input, of which one line is dead.
const ASKS: &str = "extern int input(void);
int main(void) {
  int n = input();
  if (n > 2)
    n = 2;
  if (n > 5)
    n = 7;
  return n;
}
";

#[test]
fn what_the_interpreter_executes_is_never_out_of_reach() {
    let proofmark = Commands::get().path("proofmark");
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("program.c");
    for (program, least) in [(ASKS.to_owned(), 5), (pairs::program(2), 10)] {
        std::fs::write(&file, &program).expect("written");
        let how = (Executor::Interpreted, 20);
        match compare(&proofmark, (&file, &[]), how).expect("compared") {
            Visited::Agrees { visited, dead, .. } => {
                assert!(visited >= least && dead > 0, "{visited}, {dead}: {program}");
            }
            other => panic!("{other:?}: {program}"),
        }
    }
}

#[test]
fn answers_without_time_are_unknown() {
    let script = "PRINT !REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)) & LOC_FUNC(l, _)
        & LOC_FUNC_INIT(m, \"main\");";
    let hard = "extern unsigned input(void);
        int main(void) { unsigned x = input(), y = input(), z = input();
          if (x > 2 && y > 2 && z > 2 && x < 999 && y < 999 && z < 999
              && x * x * x + y * y * y == z * z * z) return 1;
          return 0; }";
    let folder = folder(script, hard);
    let output = asked_in(folder.path(), &["--json", "--question-limit", "1"]);
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rows = said["output"][0]["rows"].as_array().expect("rows");
    assert!(rows.is_empty(), "{said:#}");
    let partial = said["status"] == "partial";
    assert_eq!(output.status.code(), Some(if partial { 2 } else { 0 }));
}

#[test]
fn what_is_no_location_is_in_no_complement_in_whatever_spelling() {
    // The condition is constant, so nothing is left to do in line 3.
    let program = "int g;\nint main(void) {\n  if (sizeof g == 4)\n    g = 1;\n  return 0; }\n";
    for (name, unknown) in [
        ("p_3", true),
        ("p.c:3", true),
        ("p_9", true),
        ("p_4", false),
        ("./p.c:4", false),
        ("p_4#1", false),
        ("../p.c:4", true),
    ] {
        let script = format!(
            "PRINT !EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), l = \"{name}\")) & l = \"{name}\";"
        );
        let output = asked_in(folder(&script, program).path(), &[]);
        let status = if unknown { 2 } else { 0 };
        assert_eq!(
            output.status.code(),
            Some(status),
            "{name}: {}",
            text(&output)
        );
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(said.contains("nobody knows"), unknown, "{name}: {said}");
    }
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
        ("PRINT SAFE(TRUE(x), A);", &[], 3, "s.query:1:21"),
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
            "268435456 values",
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

#[test]
fn wrong_observers_are_refused_where_they_are_wrong() {
    let start = "LOC_FUNC_INIT(l, \"main\")";
    for (script, at, expected) in [
        ("A := [];".to_owned(), "", "the specification is empty"),
        (
            "A := [ EVENT { PATTERN { x = $1; } ACTION { x = 2; } } ];".to_owned(),
            "s.query:1:",
            "must not change the program's state",
        ),
        (
            "PRINT \"a\";\nA := [\n  EVENT { PATTERN { x = $1; } ASSERT { z } } ];".to_owned(),
            "s.query:3:",
            "z",
        ),
        (
            "A := [ EVENT { PATTERN { x = $1; } } EVENT { PATTERN { x = 2; } } ];".to_owned(),
            "p.c:2:",
            "two events match this statement",
        ),
        (
            "PRINT \"a\";\nA := FILE \"missing.spec\";".to_owned(),
            "s.query:2:",
            "missing.spec",
        ),
        (
            format!(
                "e := [ EVENT {{ PATTERN {{ x = 1; }} ASSERT {{ x > 0 }} }} ];
                PRINT REACH({start}, LOC_FUNC(m, _)) SPLIT e;"
            ),
            "s.query:2:",
            "its event has an ASSERT",
        ),
        (
            format!(
                "e := [ EVENT {{ PATTERN {{ x = 1; }} }} FINAL {{ 1 }} ];
                PRINT SAFE({start}, e) SPLIT e;"
            ),
            "s.query:2:",
            "it has a FINAL",
        ),
    ] {
        let output = asked(&script, &[]);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(3), "{script}: {said}");
        assert!(
            said.contains(at) && said.contains(expected),
            "{script}: {said}"
        );
    }
    let right = format!(
        "e := [ EVENT {{ PATTERN {{ x = 1; }} }} ];
        PRINT SAFE({start}, e) SPLIT e;"
    );
    let output = asked(&right, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}

#[test]
fn the_state_at_a_start_is_any_that_the_precondition_allows() {
    let script = "A := [ GLOBAL int n; INITIAL { n == x } EVENT { PATTERN { x = 2; } ACTION { n = 9; } } FINAL { n == 1 } ];
        s(l) := LOC_TEXT(l, \"x > 0\");
        PRINT EXISTS(l, A-REACH(s(l), LOC_FUNC(m, _), A)) & LOC_TEXT(m, t);
        PRINT EXISTS(l, R-REACH(s(l), LOC_FUNC(m, _), A)) & LOC_TEXT(m, t);
        PRINT SAFE(s(l), A) | s(l) & REACH(s(l), LOC_TEXT(m, \"x = 1;\"));
        PRINT SAFE(s(l), [ INITIAL { x == 1 } EVENT { PATTERN { x = 2; } ASSERT { x > 0 } } ]);";
    let output = asked(script, &["--csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let texts: Vec<&str> = said
        .lines()
        .map(|l| l.split_once(',').map_or(l, |(_, t)| t))
        .collect();
    // With `x` 1, the assignment happens, and what follows is rejected.
    assert_eq!(
        texts[..7],
        ["t", "x > 0", "x = 2;", "t", "x > 0", "x = 2;", "return x;"],
        "{said}"
    );
    assert!(said.ends_with("p.c:2#2\n"), "{said}");
}
