//! The specification language: every production with something that is accepted and something that
//! is refused, and hostile texts.

use proofmark_frontend::relevance::Occasion;
use proofmark_frontend::spec::{normal_form, read, read_text, Specification};
use proofmark_frontend::{check_specification, load_text, ErrorKind, Options, Program};
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{Pos, Stmt, StmtKind};
use proofmark_logic::display;
use proofmark_logic::types::Profile;
use std::collections::BTreeSet;

const PROGRAM: &str = "typedef struct lock { int raw; } lock_t;\n\
    struct pair { lock_t a; int n; };\n\
    enum { IDLE = 0, BUSY = 1 };\n\
    int j; int status; int table[4]; struct pair both;\n\
    int f(int x); int g(int x, int y, int z); void lock(lock_t *l); void unlock(lock_t *l); void take(lock_t l); void exit(int code);\n\
    int twice(int x) { return x + x; }\n\
    int main(void) {\n\
      struct pair *p = &both;\n\
      START: j = 1;\n\
      j = f(j);\n\
      f(2);\n\
      if (f(3)) j++;\n\
      j += g(1, 2, 3);\n\
      p->n = BUSY;\n\
      table[1] = j;\n\
      lock(&both.a); unlock(&p->a);\n\
      take(both.a);\n\
      j = twice(status);\n\
      if (j == 77) exit(f(1));\n\
      return 0;\n\
    }\n";

fn load(spec: &str, program: &str) -> Result<Program, String> {
    let specification = read_text("rule.spec", spec).map_err(|e| e.to_string())?;
    let options = Options {
        specification,
        ..Options::new(Profile::Lp64)
    };
    load_text("driver.c", program, &options).map_err(|e| e.to_string())
}

/// How many statements the first event matches.
fn matches(spec: &str) -> usize {
    load(spec, PROGRAM)
        .unwrap_or_else(|e| panic!("{spec}: {e}"))
        .relevance
        .watched
        .first()
        .map_or(0, |e| e.statements.len())
}

#[test]
fn patterns_match_simplified_statements() {
    let cases = [
        ("j = $1;", 5),
        ("j = 1;", 1),
        ("j = j + 1;", 1),
        ("j = j + $1;", 2),
        ("exit($1);", 1),
        ("$1 = BUSY;", 2),
        ("p->n = $1;", 1),
        ("$1->n = $2;", 1),
        ("$1->m = $2;", 0),
        ("table[1] = $?;", 1),
        ("table[2] = $?;", 0),
        ("$? = f($1);", 4),
        ("$1 = f($2);", 3),
        ("j = f($?);", 1),
        ("f($1);", 1),
        ("$? = f(2);", 1),
        ("$? = f(j);", 1),
        ("$? = g($?);", 1),
        ("$? = g($1, $?);", 1),
        ("$? = g($?, $1);", 1),
        ("$? = g($?, 2, $?);", 1),
        ("$? = g($?, 9, $?);", 0),
        ("$? = g($1, $2);", 0),
        ("lock($1);", 1),
        ("lock(&$1);", 1),
        ("lock(&$1.a);", 1),
        ("unlock(&$1->a);", 1),
        ("lock(&$1->a);", 0),
        ("take($1);", 1),
        ("$? = twice($1);", 1),
        ("j = $1; AT START", 1),
        ("j = $1; AT NOWHERE", 0),
        ("j = $1; AT \"driver.c_9\"", 1),
        ("j = $1; AT driver_10", 1),
        ("j = $1; AT driver_3", 0),
    ];
    for (pattern, expected) in cases {
        assert_eq!(
            matches(&format!("EVENT {{ PATTERN {{ {pattern} }} }}")),
            expected,
            "{pattern}"
        );
    }
}

#[test]
fn good_specifications_are_accepted() {
    let cases = [
        "GLOBAL int n;",
        "GLOBAL int n = 1, m[3] = { 1, 2 };",
        "GLOBAL struct { int a; } s;",
        "GLOBAL lock_t *last; EVENT { PATTERN { lock($1); } ACTION { last = $1; } }",
        "SHADOW lock_t { int held; unsigned long flags; } EVENT { PATTERN { lock($1); } ASSERT { $1->held == 0 } ACTION { $1->held = 1; } }",
        "SHADOW lock_t { int held; } EVENT { PATTERN { lock(&$1); } ASSERT { $1.held == 0 } ACTION { $1.held = 1; } }",
        "SHADOW lock_t { int held; } EVENT { PATTERN { take($1); } ASSERT { $1.held == 0 } }",
        "SHADOW struct lock { int held; } FINAL { both.a.held == 0 }",
        "SHADOW absent_t { int held; } EVENT { PATTERN { nothing($1); } ASSERT { $1->held == 0 } }",
        "SHADOW int { int used; } EVENT { PATTERN { $? = f($1); } ACTION { $1->used = 1; } }",
        "INITIAL { j == 0 } INITIAL (status >= 0); FINAL { j > 0 } FINAL (status == 0);",
        "EVENT { BEFORE PATTERN { f($1) } ASSERT { $1 > 0 } }",
        "EVENT { AFTER PATTERN { $1 = f($2); } ASSERT { $1 != $2 || j } }",
        "/* c */ GLOBAL int n; // d\nEVENT { PATTERN { f($?); /* e */ } ACTION { int t = n; if (t < 3) t++; if (t) n = t; else n = 0; } }",
        "GLOBAL int n; EVENT { PATTERN { lock($1); } ASSERT { $1->raw == 0 && $1 == &both.a } ACTION { n += $1->raw; } };",
        "EVENT { PATTERN { f($?); } ACTION { } }",
    ];
    for spec in cases {
        load(spec, PROGRAM).unwrap_or_else(|e| panic!("{spec}: {e}"));
        check_specification(
            &read_text("rule.spec", spec).unwrap_or_else(|e| panic!("{spec}: {e}")),
        )
        .unwrap_or_else(|e| panic!("{spec}: {e}"));
    }
}

/// A run would end in a loop, and be right; and two type states with one member would hide each
/// other, or the object's member.
#[test]
fn what_would_hide_something_is_refused() {
    let cases = [
        ("SHADOW lock_t * { int raw; }", "already"),
        (
            "SHADOW lock_t * { int a; } SHADOW lock_t { int a; }",
            "already",
        ),
        (
            "SHADOW lock_t { int a; } SHADOW lock_t * { int a; }",
            "already",
        ),
        (
            "EVENT { PATTERN { f($1); } ACTION { while ($1 == 0); } }",
            "must not loop",
        ),
        (
            "EVENT { PATTERN { f($1); } ACTION { for (;;) if ($1) break; } }",
            "must not loop",
        ),
        (
            "EVENT { PATTERN { f($1); } ACTION { do ; while ($1); } }",
            "must not loop",
        ),
        (
            "EVENT { PATTERN { f($1); } ACTION { again: if ($1) goto again; } }",
            "must not loop",
        ),
    ];
    for (spec, expected) in cases {
        let error = load(spec, PROGRAM).err().unwrap_or_default();
        assert!(error.contains(expected), "{spec}: {error}");
    }
}

#[test]
fn bad_specifications_are_refused_with_a_reason() {
    let cases = [
        ("", "empty"),
        ("// nothing", "empty"),
        ("GLOBL int n;", "did you mean GLOBAL"),
        ("int n;", "unexpected `int`"),
        ("; GLOBAL int n;", "a declaration is expected"),
        ("GLOBAL int n", "missing"),
        ("GLOBAL ;", "a C declaration is missing"),
        ("GLOBAL extern int n;", "storage class"),
        ("GLOBAL int j;", "declared already"),
        ("GLOBAL int n; GLOBAL int n;", "declared already"),
        ("GLOBAL int f2(void);", "no variable"),
        ("GLOBAL int n[65];", "more than 64 parts"),
        ("GLOBAL unknown_type n;", "unexpected"),
        ("GLOBAL int n = undeclared;", "not declared"),
        ("SHADOW lock_t int held;", "missing"),
        ("SHADOW { int held; }", "name of a type"),
        ("SHADOW lock_t { }", "members"),
        ("SHADOW lock_t { int held[2]; }", "integer or a pointer"),
        ("SHADOW lock_t { int raw; }", "already"),
        ("SHADOW lock_t { int a; } SHADOW lock_t { int a; }", "already"),
        ("SHADOW double { int a; }", "cannot have"),
        ("INITIAL { }", "a condition is missing"),
        ("INITIAL j == 0;", "expected here"),
        ("INITIAL { j = 0 }", "side effects"),
        ("FINAL { f(1) }", "side effects"),
        ("FINAL { $1 }", "no meaning here"),
        ("FINAL { both }", "error"),
        ("FINAL { 1); } int x = (1 }", "unexpected `)`"),
        ("EVENT { }", "PATTERN is expected"),
        ("EVENT { PATTERN { } }", "missing"),
        ("EVENT { DURING PATTERN { f($1); } }", "PATTERN is expected"),
        ("EVENT { PATTERN { f($1); } ACTION { } ASSERT { 1 } }", "unexpected `ASSERT`"),
        ("EVENT { PATTERN { f($1); } ASSERT { 1 } ASSERT { 1 } }", "unexpected `ASSERT`"),
        ("EVENT { PATTERN { f($1); }", "not closed"),
        ("EVENT { PATTERN { g($1, $1, 2); } }", "stands twice"),
        ("EVENT { PATTERN { f($0); } }", "no pattern variable"),
        ("EVENT { PATTERN { f($1); } ASSERT { $2 } }", "does not stand"),
        ("EVENT { PATTERN { f($1); } ASSERT { $? } }", "in patterns only"),
        ("EVENT { PATTERN { $1($2); } }", "cannot stand for the function"),
        ("EVENT { PATTERN { g($?, $1, $?); } }", "between two"),
        ("EVENT { PATTERN { j += 1; } }", "simplified"),
        ("EVENT { PATTERN { j == 1; } }", "compares no result"),
        ("EVENT { PATTERN { j = 1; j = 2; } }", "one assignment or one call"),
        ("EVENT { PATTERN { f(f($1)); } }", "statement of its own"),
        ("EVENT { PATTERN { j++; } }", "neither"),
        ("EVENT { PATTERN { if (j) f(1); } }", "one assignment or one call"),
        ("EVENT { PATTERN { j = $1; AT } }", "behind AT"),
        ("EVENT { PATTERN { f($?); } ACTION { j = 1; } }", "must not change the program"),
        ("EVENT { PATTERN { lock($1); } ACTION { $1->raw = 1; } }", "must not change the program"),
        ("EVENT { PATTERN { f($1); } ACTION { $1 = 1; } }", "must not change the program"),
        ("EVENT { PATTERN { f($?); } ACTION { f(1); } }", "must not call"),
        ("GLOBAL int n; EVENT { PATTERN { f($?); } ACTION { int *p = &n; *p = 1; } }", "address of its own"),
        ("GLOBAL int n[2]; EVENT { PATTERN { f($?); } ACTION { n[j] = 1; } }", "constants in range"),
        ("EVENT { PATTERN { f($?); } ACTION { __asm__(\"nop\"); } }", "assembly"),
        ("EVENT { PATTERN { f($?); } ACTION { goto away; } }", "label"),
        ("EVENT { PATTERN { f($?); } ASSERT { x } }", "not declared"),
        ("EVENT { PATTERN { $? = f($?); } } EVENT { PATTERN { f(2); } }", "two events match this statement"),
        ("EVENT { PATTERN { $? = f($?); } } EVENT { AFTER PATTERN { j = $1; } }", "two events match this statement"),
        ("GLOBAL int __reject;", "reserved"),
        ("GLOBAL int _1;", "reserved"),
        ("GLOBAL int n; #define x", "a declaration is expected"),
        ("FINAL {\n#define x\n1 }", "unexpected `#`"),
        ("GLOBAL int n; /* open", "not closed"),
        ("GLOBAL char *s = \"open;", "not closed"),
        ("SHADOW lock_t { int : 3; }", "needs members"),
        ("SHADOW lock_t { struct { int a; }; }", "need names"),
        ("SHADOW lock_t { double a; }", "integer or a pointer"),
        ("GLOBAL int n; int m;", "unexpected `int`"),
        ("GLOBAL int;", "declares no variable"),
        ("GLOBAL typedef int t;", "storage class"),
        ("GLOBAL int (*)(void);", "error"),
        ("INITIAL { int n; }", "error"),
        ("FINAL { 1; }", "error"),
        ("FINAL ( 1 }", "wrong kind"),
        ("EVENT ( PATTERN { f($1); } )", "a `{` is expected here"),
        ("EVENT { PATTERN f($1); }", "a `{` is expected here"),
        ("EVENT { PATTERN { f($1); } ASSERT 1 }", "a `{` is expected here"),
        ("EVENT { PATTERN { f($1); } ACTION ( ) }", "a `{` is expected here"),
        ("EVENT { PATTERN { f($1); } PATTERN { f($1); } }", "unexpected `PATTERN`"),
        ("EVENT { ASSERT { 1 } PATTERN { f($1); } }", "PATTERN is expected"),
        ("EVENT { PATTERN { f($1); } ACTION { } ACTION { } }", "unexpected `ACTION`"),
        ("EVENT { PATTERN { f($1) } 7 }", "unexpected `7`"),
        ("EVENT { PATTERN { 3 = $1; } }", "cannot be assigned"),
        ("EVENT { PATTERN { &j = $1; } }", "cannot be assigned"),
        ("EVENT { PATTERN { f = $1; } }", "cannot be assigned"),
        ("EVENT { PATTERN { $? = f(1.5); } }", "floating constants"),
        ("EVENT { PATTERN { j = $1 && $2; } }", "`&&` and `||`"),
        ("EVENT { PATTERN { j = $1 || 1; } }", "`&&` and `||`"),
        ("EVENT { PATTERN { j = \"text\"; } }", "not supported in a pattern"),
        ("EVENT { PATTERN { j = sizeof(int); } }", "not supported in a pattern"),
        ("EVENT { PATTERN { j = $1 ? 1 : 2; } }", "not supported in a pattern"),
        ("EVENT { PATTERN { j = $1++; } }", "side effects"),
        ("EVENT { PATTERN { j = status = $1; } }", "side effects"),
        ("EVENT { PATTERN { (*p)($1); } }", "names the function"),
        ("EVENT { PATTERN { p->op($1); } }", "names the function"),
        ("EVENT { PATTERN { $? = $?($1); } }", "cannot stand for the function"),
        ("EVENT { PATTERN { f($100); } }", "no pattern variable"),
        ("EVENT { PATTERN { f($x); } }", "no pattern variable"),
        ("EVENT { PATTERN { j = $1; AT two words } }", "behind AT"),
        ("EVENT { PATTERN { f($?); } ACTION { int n = ({ 1; }); } }", "statement expressions"),
        ("EVENT { PATTERN { f($?); } ACTION { $1 = 2; } }", "does not stand"),
        ("EVENT { PATTERN { f($?); } ACTION { break; } }", "error"),
        ("EVENT { PATTERN { lock($1); } ACTION { both.n = 1; } }", "must not change the program"),
        ("EVENT { PATTERN { lock($1); } ACTION { int *p = &j; *p = 1; } }", "must not change the program"),
        ("SHADOW lock_t { int a; } EVENT { PATTERN { lock($1); } ACTION { int *p = &$1->a; *p = 1; } }", "address of its own"),
        ("GLOBAL int é;", "unexpected"),
    ];
    let mut failures = Vec::new();
    for (spec, expected) in cases {
        match load(spec, PROGRAM) {
            Ok(_) => failures.push(format!("{spec}: accepted")),
            Err(message) if message.contains(expected) => {}
            Err(message) => failures.push(format!("{spec}: {message}")),
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn programs_may_use_the_name_of_the_rejecting_state() {
    let program =
        "int __reject; int f(int x); int main(void) { int __reject = 0; f(1); return __reject; }";
    let loaded = load("EVENT { PATTERN { f($?); } ASSERT { 0 } }", program);
    let names: Vec<String> = loaded
        .map(|program| {
            program
                .cfa
                .vars
                .iter()
                .map(|var| var.name.clone())
                .collect()
        })
        .unwrap_or_default();
    assert!(names.iter().any(|name| name == "::__reject"), "{names:?}");
    assert!(load_text("driver.c", program, &Options::new(Profile::Lp64)).is_ok());
}

#[test]
fn positions_are_those_of_the_specification() {
    let error = load(
        "GLOBAL int n;\nEVENT {\n  PATTERN { f($1); }\n  ASSERT { $1 == missing }\n}\n",
        PROGRAM,
    )
    .err()
    .unwrap_or_default();
    assert!(error.starts_with("rule.spec:4:18:"), "{error}");
    // Within braces, with text behind them.
    for (text, at) in [
        (
            "GLOBAL int n;\nEVENT { PTATERN { f($1); } }\nFINAL { n == 0 }\n",
            "2:9",
        ),
        (
            "EVENT {\n  PATTERN { f($1); }\n  ASERT { n }\n}\nFINAL { n == 0 }\n",
            "3:3",
        ),
    ] {
        let error = load(text, PROGRAM).err().unwrap_or_default();
        assert!(error.starts_with(&format!("rule.spec:{at}:")), "{error}");
    }
}

#[test]
fn unmatched_patterns_and_calls_are_warned_about() {
    let program = load("EVENT { PATTERN { lock($1); } } EVENT { PATTERN { absent(); } } EVENT { PATTERN { f($1); } }", PROGRAM)
        .unwrap_or_else(|e| panic!("{e}"));
    let warnings: Vec<&str> = program
        .unmatched
        .iter()
        .map(|w| w.message.as_str())
        .collect();
    assert!(
        warnings
            .iter()
            .any(|w| w.contains("`absent()` matches no statement")),
        "{warnings:?}"
    );
    assert_eq!(
        warnings
            .iter()
            .filter(|w| w.contains("patterns name `f`"))
            .count(),
        3,
        "{warnings:?}"
    );
    assert!(
        !warnings.iter().any(|w| w.contains("`lock")),
        "{warnings:?}"
    );
}

#[test]
fn the_normal_form_forgets_layout_only() {
    let form = |text: &str| normal_form(&read_text("x", text).unwrap_or_else(|e| panic!("{e}")));
    let plain = form("GLOBAL int n = 1; EVENT { PATTERN { f($1); } ASSERT { $1 - -n } }");
    assert_eq!(
        plain,
        form("GLOBAL int n=1;//c\nEVENT{BEFORE PATTERN{f($1)}ASSERT($1-/**/-n);}")
    );
    for other in [
        "GLOBAL int n = 2; EVENT { PATTERN { f($1); } ASSERT { $1 - -n } }",
        "GLOBAL int n = 1; EVENT { AFTER PATTERN { f($1); } ASSERT { $1 - -n } }",
        "GLOBAL int n = 1; EVENT { PATTERN { f($1); } ASSERT { $1--n } }",
        "GLOBAL int n = 1; EVENT { PATTERN { f($1); AT x } ASSERT { $1 - -n } }",
        "GLOBAL int n = 1; EVENT { PATTERN { f($1); } ACTION { $1 - -n } }",
    ] {
        assert_ne!(plain, form(other), "{other}");
    }
}

/// The statements of an automaton, each with its position, sorted; without those at lines that a
/// filter names.
fn statements(program: &Program, skipped: &dyn Fn(&str, u32) -> bool) -> Vec<String> {
    let file = |pos: Pos| {
        program
            .cfa
            .files
            .get(pos.file as usize)
            .map_or("", String::as_str)
    };
    let shown = |stmt: &Stmt| {
        let name = |var: VarId| {
            program
                .cfa
                .vars
                .get(var.0 as usize)
                .map_or("?", |v| v.name.as_str())
        };
        let text = |e| display::expr(&program.arena, &program.cfa, e, 500);
        match stmt.kind {
            StmtKind::Assign { var, value } => format!("{} = {}", name(var), text(value)),
            StmtKind::Havoc { var } => format!("{} = ?", name(var)),
            StmtKind::Assume(p) => format!("[{}]", text(p)),
        }
    };
    let all = program.cfa.edges.iter().flat_map(|e| &e.stmts);
    let kept = all.filter(|s| !skipped(file(s.pos), s.pos.line));
    // Made-up variables are numbered in order.
    let unnumbered = |text: &str| {
        text.split('\'')
            .enumerate()
            .map(|(i, t)| {
                if i > 0 {
                    t.trim_start_matches(|c: char| c.is_ascii_digit())
                } else {
                    t
                }
            })
            .collect::<String>()
    };
    let mut out: Vec<String> = kept
        .map(|s| format!("{}:{}: {}", file(s.pos), s.pos.line, unnumbered(&shown(s))))
        .collect();
    out.sort();
    out
}

#[test]
fn only_matched_edges_grow() {
    let entries = std::fs::read_dir("../specs").unwrap_or_else(|e| panic!("{e}"));
    let rules = entries
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.is_dir());
    let mut compared = 0;
    for (rule, name) in rules.flat_map(|rule| [(rule.clone(), "good.c"), (rule, "bad.c")]) {
        let open = |specification: Specification| {
            let options = Options {
                specification,
                ..Options::new(Profile::Lp64)
            };
            proofmark_frontend::load(&[rule.join(name)], &options).unwrap_or_else(|e| panic!("{e}"))
        };
        let specification = read(&[rule.join("rule.spec")]).unwrap_or_else(|e| panic!("{e}"));
        let (plain, observed) = (open(Specification::default()), open(specification.clone()));
        // A type state moves with its object, and puts it into memory: that is another program, not
        // a longer one. So is a program whose errors are the built-in ones.
        if specification
            .observers
            .iter()
            .any(|o| !o.shadows.is_empty())
            || rule.ends_with("built-in-errors")
        {
            continue;
        }
        let matched: BTreeSet<u32> = observed
            .relevance
            .watched
            .iter()
            .filter(|e| e.occasion == Occasion::Event)
            .flat_map(|e| e.statements.iter().map(|p| p.line))
            .collect();
        let skipped = |file: &str, line: u32| file.ends_with(".spec") || matched.contains(&line);
        let (before, mut after) = (
            statements(&plain, &skipped),
            statements(&observed, &skipped),
        );
        for statement in before {
            // What had no effect may stay for an event's sake, but nothing goes or changes.
            let at = after
                .iter()
                .position(|s| *s == statement)
                .unwrap_or_else(|| panic!("{}/{name}: {statement} is gone", rule.display()));
            after.remove(at);
        }
        // A rule about something else changes nothing at all.
        let other = read_text(
            "other.spec",
            "GLOBAL int __n; EVENT { PATTERN { __nobody($1); } ACTION { __n = 1; } }",
        )
        .unwrap_or_else(|e| panic!("{e}"));
        let unmatched = open(other);
        assert_eq!(
            statements(&plain, &|_, _| false),
            statements(&unmatched, &|_, _| false),
            "{}/{name}",
            rule.display()
        );
        assert_eq!(plain.cfa.edges.len(), unmatched.cfa.edges.len());
        compared += 1;
    }
    assert!(compared >= 20, "{compared}");
}

#[test]
fn hostile_specifications_end_in_an_error() {
    let deep = format!("FINAL {{ {}1{} }}", "(".repeat(5000), ")".repeat(5000));
    let open = "EVENT { ".repeat(5000);
    let many = "GLOBAL int n;".repeat(5000);
    let huge = format!("GLOBAL int n; // {}", "x".repeat(2 << 20));
    let long = format!("FINAL {{ {} 1 }}", "1 + ".repeat(60_000));
    let unary = format!("FINAL {{ {}1 }}", "!".repeat(60_000));
    let chain = format!(
        "FINAL {{ {}1{} }}",
        "1 ? ".repeat(20_000),
        " : 0".repeat(20_000)
    );
    let comment = "/*".repeat(300_000);
    let quotes = format!("FINAL {{ {} }}", "'".repeat(300_001));
    for text in [
        &deep, &open, &many, &huge, &long, &unary, &chain, &comment, &quotes,
    ] {
        let error = match read_text("hostile.spec", text) {
            Err(error) => error,
            Ok(specification) => match check_specification(&specification) {
                Err(error) => error,
                Ok(()) => panic!("{}… is accepted", text.chars().take(40).collect::<String>()),
            },
        };
        assert!(
            matches!(
                error.kind,
                ErrorKind::Specification | ErrorKind::Limit | ErrorKind::Syntax
            ),
            "{error}"
        );
    }
}

#[test]
fn hostile_specifications_beside_a_program_end_in_an_error() {
    let same = "EVENT { PATTERN { $? = f($?); } } ".repeat(1000);
    // One line that is longer than any column that a position can have.
    let line = format!("{}GLOBAL missing_t n;", " ".repeat(200_000));
    let grows = format!(
        "EVENT {{ PATTERN {{ $? = f($?); }} ACTION {{ int n = j; {} }} }}",
        "if (n) n++; ".repeat(50_000)
    );
    let doubled: String = (1..40)
        .map(|n| format!("GLOBAL struct a{n} {{ struct a{} x[8]; }} *p{n}; ", n - 1))
        .collect();
    let cases = [
        (same.as_str(), "two events match"),
        (line.as_str(), "unexpected"),
        (grows.as_str(), "edges"),
        (doubled.as_str(), "incomplete"),
        (
            "GLOBAL struct a { int x[9]; } *p; GLOBAL struct b { struct a x[9]; } v;",
            "more than 64 parts",
        ),
        ("GLOBAL struct s { struct s inner; } n;", "incomplete"),
        ("GLOBAL __typeof__(n) n;", "not declared"),
        ("GLOBAL int n\n#include \"rule.spec\"\n;", "unexpected `#`"),
        ("GLOBAL int n[2000000000];", "too large"),
    ];
    let program = format!(
        "int j; int f(int x); int main(void) {{ {} return 0; }}",
        "j = f(j);\n".repeat(30)
    );
    for (spec, expected) in cases {
        let error = load(spec, &program).err().unwrap_or_default();
        assert!(
            error.contains(expected),
            "{}…: {error}",
            spec.chars().take(60).collect::<String>()
        );
    }
    // What is odd but finite is accepted.
    let spec = "GLOBAL int n = 1 << 100000; FINAL { n / 0 == 0 || 1 }";
    load(spec, &program).unwrap_or_else(|e| panic!("{spec}: {e}"));
}

/// A program of two files.
fn load_two(own: &str, rule: &str, texts: [&str; 2]) -> Result<Program, String> {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let files = ["a", "b"].map(|name| folder.join(format!("{own}_{name}.i")));
    files
        .iter()
        .zip(texts)
        .for_each(|(file, text)| std::fs::write(file, text).expect("a file"));
    let specification = read_text("rule.spec", rule).map_err(|e| e.to_string())?;
    let options = Options {
        specification,
        ..Options::new(Profile::Lp64)
    };
    proofmark_frontend::load(&files, &options).map_err(|e| e.to_string())
}

#[test]
fn types_that_differ_between_files_have_no_state() {
    let rule = |ty: &str| {
        format!(
            "SHADOW {ty} {{ int held; }}\n\
             EVENT {{ PATTERN {{ f($1); }} ASSERT {{ $1->held == 0 }} ACTION {{ $1->held = 1; }} }}"
        )
    };
    let refused = |ty: &str, texts: [&str; 2], what: &str| {
        for texts in [texts, [texts[1], texts[0]]] {
            let error = load_two("state", &rule(ty), texts).map(|_| ());
            let error = error.expect_err("an unclear type");
            assert!(error.contains(what), "{error}");
        }
    };
    let main = |types: &str, ty: &str| {
        format!(
            "{types} void f({ty} *); void more(void);\n\
             int main(void) {{ static {ty} s; f(&s); more(); return 0; }}"
        )
    };
    let other = "struct s { long b; }; void more(void) { struct s s; s.b = 1; }";
    let tag = main("struct s { int a; };", "struct s");
    refused(
        "struct s",
        [&tag, other],
        "two files define `s` differently",
    );
    let other = "typedef struct { long b; } s_t; void more(void) { s_t s; s.b = 1; }";
    let name = main("typedef struct { int a; } s_t;", "s_t");
    refused("s_t", [&name, other], "`s_t` stands for several types");
    // One of two is that of the other file, whose objects may be of either where it does not say.
    let two = "typedef struct { int v; } first; typedef struct { int v; } second;\n\
               extern second y; static first apart;";
    let two = main(two, "second");
    let one = "typedef struct { int v; } only; only y; void f(only *); void more(void) { f(&y); }";
    for ty in ["second", "only"] {
        refused(ty, [&two, one], "another type of the program looks like it");
    }
    let alone = two.replace("typedef struct { int v; } first;", "typedef int first;");
    let program = load_two("state", &rule("only"), [&alone, one]).expect("a clear type");
    let watched = program.relevance.watched.first();
    assert_eq!(watched.map(|e| e.statements.len()), Some(2));
}

#[test]
fn names_that_differ_between_files_are_no_patterns() {
    let load = |rule: &str, texts: [&str; 2]| load_two("names", rule, texts);
    let registers = "EVENT { PATTERN { $? = enter(handler); } ASSERT { 0 } }";
    let first = "void enter(void (*f)(void)); static void handler(void) {} void more(void); int main(void) { enter(handler); more(); return 0; }";
    let second = "void enter(void (*f)(void)); static void handler(void) {} void more(void) { enter(handler); }";
    let unclear = load(registers, [first, second])
        .map(|_| ())
        .expect_err("two handlers");
    assert!(
        unclear.contains("`handler` means different things"),
        "{unclear}"
    );
    // Calls are found by the names of functions, whichever they are, like objects.
    let calls =
        "GLOBAL int n; EVENT { PATTERN { handler(); } ASSERT { n < 2 } ACTION { n = n + 1; } }";
    let callers = [
        "static void handler(void) {} void more(void); int main(void) { handler(); more(); return 0; }",
        "void handler(void) {} void more(void) { handler(); }",
    ];
    let program = load(calls, callers).expect("two functions");
    let watched = program.relevance.watched.first();
    assert_eq!(watched.map(|e| e.statements.len()), Some(2));
    let states = "EVENT { PATTERN { state = $1; } ASSERT { $1 != 7 } }";
    let writes = [
        "static int state; void more(void); int main(void) { state = 1; more(); return 0; }",
        "static int state; void more(void) { state = 2; }",
    ];
    let program = load(states, writes).expect("two objects");
    assert_eq!(
        program
            .relevance
            .watched
            .first()
            .map(|e| e.statements.len()),
        Some(2)
    );
}

#[test]
fn keys_of_type_states_are_no_wider_than_addresses() {
    let program = "typedef long long handle; void take(handle h); \
                   int main(void) { take(1); return 0; }";
    let spec =
        "SHADOW handle { int held; } EVENT { PATTERN { take($1); } ACTION { $1.held = 1; } }";
    let with = |profile| {
        let specification = read_text("rule.spec", spec).map_err(|e| e.to_string())?;
        let options = Options {
            specification,
            ..Options::new(profile)
        };
        load_text("driver.c", program, &options).map_err(|e| e.to_string())
    };
    assert!(with(Profile::Lp64).is_ok());
    let refused = with(Profile::Ilp32).map_or_else(|message| message, |_| String::new());
    assert!(refused.contains("wider than an address"), "{refused}");
}

/// The subjects of the ledger's entries about events.
fn unseen(spec: &str, program: &str) -> Vec<String> {
    let loaded = load(spec, program).unwrap_or_else(|e| panic!("{spec}: {e}"));
    let entries = loaded.cfa.ledger.iter().filter(|e| e.kind == "events");
    entries.map(|e| e.subject.clone()).collect()
}

#[test]
fn the_ledger_says_what_is_no_event() {
    let calls = "EVENT { PATTERN { f($?); } ASSERT { 1 } }";
    let name = "EVENT { PATTERN { x = $1; } ASSERT { 1 } }";
    let member = "EVENT { PATTERN { $1.st = $2; } ASSERT { 1 } }";
    let finals = "EVENT { PATTERN { f(); } } FINAL { 1 }";
    let own = "static void f(void) { } int main(void) { f(); return 0; }";
    let outside = "void f(void); int main(void) { f(); return 0; }";
    let assembly =
        "static void f(void) { } int main(void) { asm volatile(\"nop\"); f(); return 0; }";
    let variable = "int main(void) { int x = 1; return x; }";
    let pointed = "int main(void) { int x = 1, *p = &x; *p = 2; return *p; }";
    let stops = "void panic(void) __attribute__((noreturn)); static void f(void) { } \
                 int main(void) { f(); panic(); }";
    let cases: [(&str, &str, &[&str]); 10] = [
        (calls, own, &[]),
        (calls, outside, &["calls"]),
        (calls, assembly, &["calls"]),
        (name, variable, &[]),
        (name, pointed, &["assignments"]),
        (member, own, &["assignments"]),
        (finals, own, &[]),
        (finals, outside, &["calls", "ends of runs"]),
        (finals, stops, &["calls", "ends of runs", "panic"]),
        (calls, stops, &["calls"]),
    ];
    for (spec, program, expected) in cases {
        assert_eq!(unseen(spec, program), expected, "{spec} {program}");
    }
}

/// gcc leaves out calls of functions that are said to be pure, also where the library's own are: a
/// promise wherever events are about them.
#[test]
fn what_is_said_to_be_pure_is_a_promise_where_it_is_an_event() {
    let program = "int puts(const char *text) __attribute__((pure));\n\
        int main(void) { puts(\"said\"); return 0; }\n";
    let promised = |function: &str| {
        let spec = format!(
            "GLOBAL int said; EVENT {{ PATTERN {{ $? = {function}($?); }} ACTION {{ said = 1; }} }}"
        );
        let loaded = load(&spec, program).unwrap_or_else(|e| panic!("{spec}: {e}"));
        let mut entries = loaded.cfa.ledger.iter();
        entries.any(|entry| entry.kind == "promise" && entry.subject == "pure")
    };
    assert!(promised("puts"));
    assert!(!promised("abs"));
}

/// Operands whose order C leaves open, with an event in each.
#[test]
fn events_in_operands_are_in_no_order() {
    let spec = "GLOBAL int held;
        EVENT { PATTERN { $? = lock(); } ASSERT { held == 0 } }
        EVENT { PATTERN { y = $1; } ACTION { held = 1; } }";
    let open = |operand: &str| {
        let program = format!(
            "int lock(void); static int two(int a, int b) {{ return a * b; }}
            int main(void) {{ return two(lock(), {operand}); }}"
        );
        let program = load(spec, &program).unwrap();
        let mut kinds = program.cfa.ledger.iter().map(|entry| &*entry.kind);
        kinds.any(|kind| kind == "evaluation-order")
    };
    assert!(open("({ int y; y = 2; y; })"));
    assert!(open("({ int y = 2; y; })"));
    assert!(!open("2"));
}

/// A stored item may be an event, also if its value is a constant; so may be what is cleared.
#[test]
fn items_of_an_initialiser_are_stored_in_no_order() {
    let spec = "GLOBAL int held;
        EVENT { PATTERN { s.b = $1; } ACTION { held = 1; } }
        EVENT { PATTERN { $? = lock(); } ASSERT { held == 1 } }";
    let open = |items: &str| {
        let program = format!(
            "int lock(void);
            int main(void) {{ struct {{ int a, b; }} s = {{ {items} }}; return s.a; }}"
        );
        let program = load(spec, &program).unwrap();
        let mut kinds = program.cfa.ledger.iter().map(|entry| &*entry.kind);
        kinds.any(|kind| kind == "evaluation-order")
    };
    assert!(open(".b = 0, .a = lock()"));
    assert!(open(".a = lock()"));
    assert!(!open(".b = 0, .a = 1"));
}
