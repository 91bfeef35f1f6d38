//! Executions that start anywhere, and questions that are put in parts: answers against executions,
//! and against each other.

use proofmark_tests::differential::available;
use proofmark_tests::pairs;
use proofmark_tests::queried::small::{asked_in, folder};
use proofmark_tests::{text, Commands};
use std::collections::BTreeSet;

/// Functions that are returned from, and others that are not.
const CALLS: &str = "extern int input(void);
extern void offer(void (*f)(int));
static int depth, total, table[4];
static void handler(int x) { total = x; }
static int leaf(int n) {
  depth = n;
  return n + 1;
}
static int twice(int n) { int a = leaf(n); return a + leaf(2); }
static int down(int n) {
  if (n > 0)
    return down(n - 1);
  depth = 0;
  return 7;
}
static int last(int n, ...) {
  total = n;
  return 0;
}
int main(void) {
  offer(handler);
  total = twice(3);
  table[3] = leaf(2);
  total = down(2);
  if (total != 7)
    total = 8;
  return last(1, 2);
}
";

#[test]
fn executions_start_anywhere_and_return_to_any_caller() {
    let lines = |location: &str| -> Vec<String> {
        let script = format!(
            "PRINT REACH(LOC_TEXT(a, \"{location}\"), LOC_FUNC(b, _));
            PRINT !REACH(LOC_TEXT(a, \"{location}\"), LOC_FUNC(b, _)) & LOC_TEXT(a, \"{location}\")
                & LOC_FUNC(b, _);"
        );
        let folder = folder(&script, CALLS);
        let output = asked_in(folder.path(), &["--json"]);
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let known = |at: usize, what: &str| {
            let rows = said["output"][at][what].as_array().expect("rows");
            let line = |row: &serde_json::Value| {
                let name = row[1].as_str().expect("a name");
                let line = name.rsplit(':').next().expect("a line");
                line.split('#').next().expect("a line").to_owned()
            };
            let lines: BTreeSet<String> = rows.iter().map(line).collect();
            Vec::from_iter(lines).join(" ")
        };
        vec![known(0, "rows"), known(1, "rows"), known(1, "unknown")]
    };
    // `leaf` returns to each of its calls, and `twice` then does; what comes before is over, such
    // as the first call in line 9.
    assert_eq!(
        lines("depth = n;"),
        ["11 12 13 14 17 18 23 24 25 27 6 7 9", "21 22 26 9", "4"]
    );
    // After `depth = 0;`, `down` returns 7, through any number of calls of itself.
    assert_eq!(
        lines("depth = 0;"),
        ["13 14 17 18 25 27", "11 12 21 22 23 24 26 6 7 9", "4"]
    );
    // Whoever has its address may have called it; nobody says what variable arguments are.
    let others = "11 12 13 14 17 18 21 22 23 24 25 26 27 6 7 9";
    assert_eq!(lines("total = x;"), ["4", "", others]);
    let all = "11 12 13 14 17 18 21 22 23 24 25 26 27 4 6 7 9";
    assert_eq!(lines("total = n;"), ["", "", all]);
}

/// The short version of `visited --pairs`.
#[test]
fn what_follows_in_a_run_is_never_out_of_reach() {
    if !available("cc") {
        println!("skipped: cc is missing");
        return;
    }
    let proofmark = Commands::get().path("proofmark");
    let (mut compared, mut never) = (0, 0);
    for seed in [2, 6, 13, 24] {
        let folder = tempfile::tempdir().expect("a directory");
        let found = pairs::compare(&proofmark, seed, folder.path()).expect("compared");
        assert!(
            found.refuted.is_empty(),
            "{seed}: {}",
            found.refuted.join("\n")
        );
        (compared, never) = (compared + found.compared, never + found.never);
    }
    assert!(compared > 400 && never > 400, "{compared}, {never}");
}

/// The comparison of pairs notices answers that are about another program, where a branch or a loop
/// is never entered.
#[test]
fn what_follows_in_runs_refutes_answers_about_other_programs() {
    if !available("cc") {
        println!("skipped: cc is missing");
        return;
    }
    let proofmark = Commands::get().path("proofmark");
    let folder = tempfile::tempdir().expect("a directory");
    let (mut refuted, mut changed) = (0, 0);
    for seed in [2, 13] {
        let program = pairs::program(seed);
        for entered in ["T if (", "T while ("] {
            for (at, _) in program.match_indices(entered) {
                let (before, after) = program.split_at(at + entered.len());
                let other = format!("{before}0 && {after}");
                let found = pairs::judged(&proofmark, (&program, &other), folder.path());
                refuted += usize::from(!found.expect("compared").refuted.is_empty());
                changed += 1;
            }
        }
    }
    assert!(refuted >= 2, "{refuted} of {changed}");
}

/// An observer of calls of `f` and `g`.
const COUNTED: &str = "A := [
  GLOBAL int n = 0;
  EVENT { PATTERN { $? = f($1); } ASSERT { n < 2 } ACTION { n = n + 1; } }
  EVENT { AFTER PATTERN { $? = g($1); } ASSERT { $1 > 0 || n > 0 } }
  FINAL { n != 1 }
];
";

/// A program of calls, by a seed.
fn calls(mut seed: u64) -> String {
    let mut next = |most: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % most
    };
    let mut body = String::new();
    for _ in 0..6 {
        let call = |n: u64| format!("{}(x - 1);", ["f", "g", "h"][n as usize % 3]);
        let line = match next(5) {
            0 => call(next(3)),
            1 => format!(
                "if (x > {}) {{ {} {} }}",
                next(3),
                call(next(3)),
                call(next(3))
            ),
            2 => format!(
                "if (y < {}) {} else {{ x = x + 1; {} }}",
                next(3),
                call(next(3)),
                call(next(3))
            ),
            3 => format!("for (y = 0; y < {}; y++) {}", 1 + next(3), call(next(3))),
            _ => "x = input();".to_owned(),
        };
        body.push_str("  ");
        body.push_str(&line);
        body.push('\n');
    }
    format!(
        "extern int input(void);
static int x, y;
static void f(int a) {{ x = a; }}
static void g(int a) {{ if (a > 1) y = 2; }}
extern void h(int a);
int main(void) {{\n  x = input();\n{body}  return 0;\n}}\n"
    )
}

/// The number of a line of a program that has a text.
fn line_with(program: &str, wanted: &str) -> Option<usize> {
    let mut lines = program.lines().zip(1..);
    let found = lines.find(|(line, _)| line.contains(wanted));
    found.map(|(_, number)| number)
}

/// Where executions start, and two events, one after the other: calls and assignments, anywhere
/// and on one line.
fn divided(program: &str, seed: u64) -> String {
    let number = |wanted| line_with(program, wanted).unwrap_or(8);
    let start = match seed % 3 {
        0 => "LOC_FUNC_INIT(l, \"main\")".to_owned(),
        1 => "LOC_FUNC_INIT(l, \"f\")".to_owned(),
        _ => format!("l = \"p_{}\"", number("int main") + 3),
    };
    let place = number(["= input", "x = x + 1", "x - 1"][seed as usize / 4 % 3]);
    let (first, second) = match seed % 4 {
        0 => ("$? = h($1);".to_owned(), "$? = g($1);".to_owned()),
        1 => ("y = $1;".to_owned(), format!("x = $1; AT p_{place}")),
        2 => (format!("$? = f($1); AT p_{place}"), "x = $1;".to_owned()),
        _ => ("x = $1;".to_owned(), "y = $1;".to_owned()),
    };
    format!(
        "from(l) := {start};
        e := [ EVENT {{ PATTERN {{ {first} }} }} ];
        early := [ EVENT {{ PATTERN {{ {second} }} }} ];\n"
    )
}

/// Paper 002, lemma 1, and that the observer accepts or rejects each execution.
#[test]
fn splitting_changes_no_answer() {
    let (mut accepted, mut rejected, mut unknown) = (0, 0, 0);
    for seed in 0..24 {
        let program = calls(seed);
        let script = format!(
            "{COUNTED}{}
            accepted(l) := EXISTS(m, A-REACH(from(m), LOC_FUNC(l, _), A));
            rejected(l) := EXISTS(m, R-REACH(from(m), LOC_FUNC(l, _), A));
            PRINT accepted(l) = (EXISTS(m, A-REACH(from(m), LOC_FUNC(l, _), A)) SPLIT e);
            PRINT rejected(l)
                = (EXISTS(m, R-REACH(from(m), LOC_FUNC(l, _), A)) SPLIT e SPLIT early);
            PRINT SAFE(from(l), A) = (SAFE(from(l), A) SPLIT early SPLIT e);
            PRINT accepted(l) | rejected(l) = EXISTS(m, REACH(from(m), LOC_FUNC(l, _)));
            PRINT !(EXISTS(l, rejected(l)) & EXISTS(l, SAFE(from(l), A)));
            PRINT accepted(l); PRINT rejected(l);",
            divided(&program, seed)
        );
        let folder = folder(&script, &program);
        let output = asked_in(folder.path(), &["--json"]);
        let said: serde_json::Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{seed}: {}", text(&output)));
        let rows = |at: usize, what: &str| said["output"][at][what].as_array().map_or(0, Vec::len);
        // What nobody knows in parts or as a whole may be true.
        let (held, open) = (0..5).fold((0, 0), |(held, open), at| {
            (held + rows(at, "rows"), open + rows(at, "unknown"))
        });
        assert_eq!(held + open, 5, "{seed}: {said:#}\n{program}");
        unknown += open;
        (accepted, rejected) = (accepted + rows(5, "rows"), rejected + rows(6, "rows"));
    }
    assert!(accepted > 200 && rejected > 80, "{accepted}, {rejected}");
    assert!(unknown < 12, "{unknown}");
}
