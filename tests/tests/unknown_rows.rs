//! What nobody knows stays unknown, whatever is computed from it.

use proofmark_tests::queried::small::{asked_in, folder};
use proofmark_tests::{root, text};

/// `given` is handed to others, who may call it.
const HANDED: &str = "extern void offer(void (*f)(int));
static int state;
static void given(int x) { state = x; }
static void never(int x) { state = x; }
int main(void) {
  offer(given);
  return state;
}
";

/// `--explain` says why, in text and as an object.
#[test]
fn what_is_unknown_has_a_reason() {
    let script = "PRINT EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)));";
    let folder = folder(script, HANDED);
    let output = asked_in(folder.path(), &["--explain"]);
    let reason = "the program does not call it, and others may have its address";
    let said = format!("p.c:3#2: {reason}\n");
    assert!(text(&output).contains(&said), "{}", text(&output));
    let output = asked_in(folder.path(), &["--json", "--explain"]);
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let question = &said["questions"][0];
    let [doubt] = question["reasons"].as_array().expect("reasons").as_slice() else {
        panic!("{question:#}");
    };
    assert_eq!(doubt["reason"], reason);
    assert_eq!(doubt["locations"].as_array().map(Vec::len), Some(2));
    assert_eq!(question["unknown"], 2);
}

/// A condition that nobody knows ends a script. What was printed before is true, and is said.
#[test]
fn what_was_printed_before_an_unknown_condition_is_said() {
    let script = "PRINT \"first\";
        live(l) := EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)));
        IF (EXISTS(l, live(l) & LOC_FUNC(l, \"given\"))) { PRINT \"second\"; }
        PRINT \"third\";";
    let folder = folder(script, HANDED);
    let output = asked_in(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).starts_with("first\n"), "{}", text(&output));
    let output = asked_in(folder.path(), &["--json", "--explain"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(said["verdict"], "unknown");
    assert_eq!(said["output"], serde_json::json!([{ "text": "first" }]));
    let reason = said["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("s.query:3:"), "{reason}");
    assert_eq!(said["questions"].as_array().map(Vec::len), Some(1));
}

/// Functions outside may know the name of one that executions start in: that they do not call it
/// is an assumption. Nobody outside knows the name if it is `static`, or if nothing outside runs.
#[test]
fn others_that_know_a_name_are_believed_not_to_call() {
    let program = std::fs::read_to_string(root().join("tests/queries/reached/named.c"));
    let program = program.expect("a program");
    let inside = program.replace("other();        ", "state = 3;       ");
    let hidden = program.replace("void known", "static void known");
    let script = "PRINT EXISTS(l, REACH(LOC_FUNC_INIT(l, \"known\"), LOC_FUNC(m, \"main\")));";
    for (program, ledger, more, status) in [
        (&program, true, &[][..], 0),
        (&program, false, &["--deny", "external"], 2),
        (&hidden, false, &["--deny", "external"], 0),
        (&inside, false, &["--deny", "external"], 0),
    ] {
        let folder = folder(script, program);
        let output = asked_in(folder.path(), more);
        let said = text(&output);
        assert_eq!(
            output.status.code(),
            Some(status),
            "{more:?}: {said}\n{program}"
        );
        let entry = "external: known: No function outside of the program calls it.";
        assert_eq!(said.contains(entry), ledger, "{said}");
    }
}

/// A static object is found by its section, and what it holds may be called. One that nobody
/// outside can find holds nothing for others.
#[test]
fn what_a_section_lists_may_be_called() {
    let script = "PRINT EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)));";
    let program = |table: &str| {
        format!(
            "extern void start(void);\nstatic int state;\n\
             static void setup(void) {{ state = 1; }}\n{table}\n\
             int main(void) {{\n  start();\n  return state;\n}}\n"
        )
    };
    let listed = "static void (*entry)(void) __attribute__((section(\"setups\"))) = setup;";
    let own = "static void (*const entry)(void) = setup;";
    for (table, unknown) in [(listed, true), (own, false)] {
        let folder = folder(script, &program(table));
        let output = asked_in(folder.path(), &[]);
        let said = text(&output);
        assert_eq!(said.contains("unknown:"), unknown, "{said}");
    }
}

/// CSV has no place for rows that nobody knows: they are on standard error, with what is assumed.
#[test]
fn unknown_rows_are_told_beside_csv() {
    let script = "PRINT EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)));";
    let folder = folder(script, HANDED);
    let output = asked_in(folder.path(), &["--csv"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().collect();
    let unknown = lines.iter().filter(|line| line.starts_with("unknown: "));
    assert_eq!(unknown.count(), 2, "{said}");
    assert!(
        said.contains("assuming, where something does not happen"),
        "{said}"
    );
    assert!(!String::from_utf8_lossy(&output.stdout).contains("unknown"));
}

/// Operands that interfere: what `x` is at the end rests on their order.
const ORDER: &str = "static int x;
static int set(int y) { x = y; return y; }
static void f(void) { }
static void g(void) { }
int main(void) {
  int n = set(1) + 2 * set(2);
  if (x == 1)
    f();
  if (x == 3)
    g();
  return n;
}
";

/// For each formula, how many rows it surely has, and how many are unknown.
fn rows(definitions: &str, formulas: &[&str], program: &str) -> Vec<(usize, usize)> {
    let printed = formulas.iter().map(|formula| format!("PRINT {formula};\n"));
    let script = definitions.to_owned() + &printed.collect::<String>();
    let folder = folder(&script, program);
    let output = asked_in(folder.path(), &["--json"]);
    let said: serde_json::Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output)));
    let count = |at: usize, what: &str| said["output"][at][what].as_array().map_or(0, Vec::len);
    let count = |at| (count(at, "rows"), count(at, "unknown"));
    (0..formulas.len()).map(count).collect()
}

/// The locations of `given` are perhaps reached, and those of `never` are not.
const LIVE: &str = "live(l) := EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)));
    perhaps(l) := live(l) & LOC_FUNC(l, \"given\") & LOC_TEXT(l, _);
    dead(l) := live(l) & LOC_FUNC(l, \"never\");
";

#[test]
fn what_is_computed_from_unknown_rows_is_unknown() {
    let formulas = [
        ("perhaps(l)", (0, 1)),
        ("dead(l)", (0, 0)),
        (
            "!perhaps(l) & LOC_FUNC(l, \"given\") & LOC_TEXT(l, _)",
            (0, 1),
        ),
        ("!dead(l) & LOC_FUNC(l, \"never\") & LOC_TEXT(l, _)", (1, 0)),
        ("LOC_LABEL(l, _) | perhaps(l)", (0, 1)),
        ("perhaps(l) | LOC_LABEL(l, _)", (0, 1)),
        ("LOC_TEXT(l, \"state = x;\") & perhaps(l)", (0, 1)),
        ("EXISTS(l, perhaps(l))", (0, 1)),
        ("EXISTS(l, dead(l))", (0, 0)),
        ("perhaps(l) = dead(l)", (0, 1)),
        ("perhaps(l) != dead(l)", (0, 1)),
        ("perhaps(l) <= dead(l)", (0, 1)),
        ("dead(l) <= perhaps(l)", (1, 0)),
        ("dead(l) = dead(l)", (1, 0)),
        ("CLOSURE(perhaps(f) & LOC_TEXT(f, g))", (0, 1)),
    ];
    let texts: Vec<&str> = formulas.iter().map(|(formula, _)| *formula).collect();
    let found = rows(LIVE, &texts, HANDED);
    for ((formula, expected), found) in formulas.iter().zip(found) {
        assert_eq!(found, *expected, "{formula}");
    }
}

#[test]
fn conditions_that_nobody_knows_end_a_script() {
    for (condition, status) in [
        ("EXISTS(l, perhaps(l))", 2),
        ("perhaps(l) = dead(l)", 2),
        ("EXISTS(l, dead(l))", 0),
    ] {
        let script = format!("{LIVE} IF ({condition}) {{ PRINT \"yes\"; }} PRINT \"end\";");
        let folder = folder(&script, HANDED);
        let output = asked_in(folder.path(), &[]);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(status), "{condition}: {said}");
        assert_eq!(said.contains("nobody knows"), status == 2, "{said}");
        assert!(!said.contains("()"), "{said}");
        assert!(!said.contains("yes"), "{said}");
    }
    let script = format!("{LIVE} FOR l IN perhaps(l) {{ PRINT l; }}");
    let folder = folder(&script, HANDED);
    let output = asked_in(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
}

/// What is safe only in the order that the front end chooses is unknown, as a whole and in parts.
#[test]
fn what_is_safe_in_one_order_is_unknown() {
    let definitions = "from(l) := LOC_FUNC_INIT(l, \"main\");
        A := [ EVENT { PATTERN { f(); } ASSERT { 0 } } ];
        B := [ EVENT { PATTERN { g(); } ASSERT { 0 } } ];
        e := [ EVENT { PATTERN { g(); } } ];\n";
    let formulas = [
        "SAFE(from(l), A)",
        "SAFE(from(l), B)",
        "SAFE(from(l), A) SPLIT e",
        "EXISTS(l, REACH(from(l), LOC_CALL(m, \"f\")))",
        "EXISTS(l, REACH(from(l), LOC_CALL(m, \"f\"))) SPLIT e",
    ];
    assert_eq!(rows(definitions, &formulas, ORDER), vec![(0, 1); 5]);
}

/// What is asked once is an answer to that question alone.
#[test]
fn answers_are_kept_for_their_questions() {
    let program = "extern int input(void);
static int x;
int main(void) {
  x = input();
  if (x == 3)
    x = 4;
  return x;
}
";
    let definitions = "A := [ GLOBAL int n = 0; EVENT { PATTERN { x = 4; } ASSERT { 0 } } ];
        B := [ GLOBAL int n = 0; EVENT { PATTERN { x = 5; } ASSERT { 0 } } ];
        from(l) := LOC_FUNC_INIT(l, \"main\");
        end(l) := LOC_TEXT(l, \"return x;\");\n";
    let formulas = [
        ("REACH(from(l), end(m))", (1, 0)),
        ("REACH(end(l), from(m))", (0, 0)),
        ("R-REACH(from(l), end(m), A)", (1, 0)),
        ("R-REACH(from(l), end(m), B)", (0, 0)),
        ("R-REACH(end(l), end(m), A)", (0, 0)),
        ("A-REACH(from(l), end(m), B)", (1, 0)),
        ("SAFE(from(l), A)", (0, 0)),
        ("SAFE(from(l), B)", (1, 0)),
        ("SAFE(end(l), A)", (1, 0)),
    ];
    let texts: Vec<&str> = formulas.iter().map(|(formula, _)| *formula).collect();
    let found = rows(definitions, &texts, program);
    for ((formula, expected), found) in formulas.iter().zip(found) {
        assert_eq!(found, *expected, "{formula}");
    }
}

/// The compiler may have something to execute in a line that has no location here.
#[test]
fn lines_without_a_location_are_in_no_complement() {
    let program = "extern void tick(void);\nint main(void) {\n  while (1)\n    tick();\n}\n";
    let folder = folder("", program);
    let file = folder.path().join("p.c").display().to_string();
    let script = "reached(l) := EXISTS(x, REACH(LOC_FUNC_INIT(x, \"main\"), TRUE(l)));
PRINT (l = \"p.c:3\" | l = \"p.c:4\" | l = \"q.c:3\" | l = \"main\") & !reached(l);";
    let script = script.replace("p.c", &file);
    std::fs::write(folder.path().join("s.query"), script).expect("written");
    let output = asked_in(folder.path(), &[]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    // A file may have another name than the one that somebody gives it.
    let expected = format!("(l)\n  main\n  unknown:\n  {file}:3\n  q.c:3\n");
    assert!(said.contains(&expected), "{said}");
}
