//! What is wrong with scripts: each message, where it points, and what is right beside it.

use proofmark_query::evaluate::{evaluate, Limits, Output};
use proofmark_query::executions::Nobody;
use proofmark_query::facts::{Builder, Facts};
use proofmark_query::language::read;
use proofmark_query::Kind::{Limit, Name, Syntax, Unknown, Value};
use proofmark_query::{Kind, Trouble};

fn facts() -> Facts {
    let mut builder = Builder::new(&[("CALL", 2), ("LOC_FUNC", 2), ("LOC_LINE", 3)]);
    for (f, g) in [("main", "f"), ("f", "g"), ("g", "f")] {
        builder.add("CALL", &[f, g]);
    }
    for (location, file) in [
        ("a/x.c:3", "a/x.c"),
        ("b/x.c:3", "b/x.c"),
        ("b/y.c:3", "b/y.c"),
    ] {
        builder.add("LOC_LINE", &[location, file, "3"]);
        builder.file(file, true);
    }
    builder.finish()
}

fn run(script: &str, limits: &Limits) -> Result<Vec<Output>, Trouble> {
    let facts = facts();
    let script = read(script, &facts.arities())?;
    let mut out = Vec::new();
    evaluate(&script, facts, limits, &mut Nobody, &mut |output| {
        out.push(output);
    })?;
    Ok(out)
}

/// The first trouble, and its line and column.
fn trouble(script: &str) -> (Kind, String, (u32, u32)) {
    let limits = Limits {
        statements: 1000,
        values: 10_000,
    };
    let trouble = run(script, &limits).expect_err(script);
    let said = format!("{} ({})", trouble.message, trouble.help);
    (trouble.kind, said, trouble.position(script))
}

/// Scripts, what is wrong with them, where, and a part of the message.
const WRONG: &[(&str, Kind, (u32, u32), &str)] = &[
    (
        "PRINT CALL(f, g)",
        Syntax,
        (1, 17),
        "`;` is expected here, not the end",
    ),
    (
        "PRINT CALL(f, g) && TRUE;",
        Syntax,
        (1, 18),
        "conjunction is `&`",
    ),
    ("PRINT f == g;", Syntax, (1, 9), "`=` or `!=` is expected"),
    (
        "\n  R(x) = CALL(x, x);",
        Syntax,
        (2, 8),
        "assignment is `:=`",
    ),
    (
        "/* never closed",
        Syntax,
        (1, 1),
        "this comment is not closed",
    ),
    (
        "PRINT \"open;\n",
        Syntax,
        (1, 7),
        "this string is not closed",
    ),
    (
        "PRINT MATCH(\"(\", x);",
        Syntax,
        (1, 13),
        "this is no regular expression",
    ),
    (
        "PRINT MATCH(x, x);",
        Syntax,
        (1, 13),
        "a regular expression in quotes",
    ),
    (
        "PRINT MATCH(\"\\w{1000}{1000}\", x);",
        Limit,
        (1, 13),
        "too large",
    ),
    (
        "IF (TRUE) { PRINT \"a\";",
        Syntax,
        (1, 23),
        "a `}` is missing",
    ),
    (
        "FOR x OF CALL(x, _) { }",
        Syntax,
        (1, 7),
        "`IN` is expected",
    ),
    ("PRINT ☃;", Syntax, (1, 7), "unexpected"),
    (
        "IN(x) := TRUE;",
        Syntax,
        (1, 1),
        "a statement is expected here, not `IN`",
    ),
    ("PRINT CAL(f, g);", Name, (1, 7), "did you mean `CALL`?"),
    (
        "PRINT R(f);",
        Name,
        (1, 7),
        "a relation gets its value before it is used",
    ),
    (
        "PRINT CALL(f);",
        Name,
        (1, 7),
        "`CALL` has 2 places, and 1 stand here",
    ),
    (
        "CALL(f, g) := TRUE;",
        Name,
        (1, 1),
        "which scripts do not change",
    ),
    (
        "R(x) := CALL(x, _); R(x, y) := CALL(x, y);",
        Name,
        (1, 21),
        "`R` has 1 place",
    ),
    (
        "R(x) := CALL(x, y);",
        Name,
        (1, 9),
        "`y` is free on the right side",
    ),
    ("R(x, x) := CALL(x, x);", Name, (1, 2), "`x` stands twice"),
    (
        "R(_) := TRUE;",
        Name,
        (1, 2),
        "`_` has no meaning on the left",
    ),
    (
        "R(x) := TRUE; R := \"a\";",
        Name,
        (1, 15),
        "`R` is a relation, and no string",
    ),
    (
        "s := \"a\"; s(x) := TRUE;",
        Name,
        (1, 11),
        "`s` is a string here",
    ),
    ("s := t;", Name, (1, 6), "`t` has no value here"),
    ("PRINT s;", Name, (1, 7), "`s` has no value here"),
    (
        "PRINT EXISTS(CALL, TRUE);",
        Name,
        (1, 14),
        "`CALL` is a relation",
    ),
    (
        "PRINT CALL(CALL, x);",
        Name,
        (1, 12),
        "`CALL` is a relation",
    ),
    (
        "PRINT CLOSURE(CALL(f, _));",
        Name,
        (1, 15),
        "this one has 1",
    ),
    (
        "PRINT CALL(f, g) = CALL(f, f);",
        Name,
        (1, 20),
        "different variables",
    ),
    (
        "IF (CALL(f, \"g\")) { }",
        Name,
        (1, 5),
        "for some value: EXISTS(f",
    ),
    (
        "FOR x IN CALL(x, y) { }",
        Name,
        (1, 10),
        "`x` is the one free variable",
    ),
    (
        "FOR x IN CALL(x, _) { x := \"a\"; }",
        Name,
        (1, 23),
        "the variable of this loop",
    ),
    (
        "IF (FALSE) { s := \"a\"; } PRINT CALL(s, x);",
        Value,
        (1, 32),
        "not executed",
    ),
    (
        "IF (FALSE) { R(x) := TRUE; }\nPRINT R(x);",
        Value,
        (2, 7),
        "not executed",
    ),
    (
        "PRINT LOC_LINE(\"x.c_3\", f, l);",
        Value,
        (1, 16),
        "a line of two files",
    ),
    // Which file is meant does not depend on the line.
    (
        "PRINT LOC_FUNC(\"x_4\", f);",
        Value,
        (1, 16),
        "a line of two files",
    ),
    (
        "PRINT REACH(CALL(f, g), CALL(x, _));",
        Name,
        (1, 13),
        "the start is a formula with one free variable; this one has 2",
    ),
    (
        "PRINT REACH(CALL(f, _), TRUE);",
        Name,
        (1, 25),
        "this one has 0",
    ),
    (
        "PRINT REACH(CALL(f, _), CALL(_, f));",
        Name,
        (1, 25),
        "start and end are the same variable",
    ),
    ("REACH(x) := TRUE(x);", Syntax, (1, 1), "not `REACH`"),
    (
        "IF (EXISTS(f, EXISTS(g, REACH(CALL(f, _), CALL(g, _))))) { }",
        Unknown,
        (1, 5),
        "nobody knows whether this condition holds",
    ),
    (
        "FOR f IN EXISTS(g, REACH(CALL(f, _), CALL(g, _))) { }",
        Unknown,
        (1, 10),
        "nobody knows whether `f` takes some values",
    ),
    ("WHILE (TRUE) { }", Limit, (1, 1), "does this loop end?"),
    (
        "PRINT x != y & TRUE(z, u, v);",
        Limit,
        (1, 7),
        "more than 10000 values",
    ),
];

#[test]
fn wrong_scripts_are_refused_where_they_are_wrong() {
    for (script, kind, place, expected) in WRONG {
        let (found, said, at) = trouble(script);
        assert_eq!((found, at), (*kind, *place), "{script}: {said}");
        assert!(said.contains(expected), "{script}: {said}");
    }
}

/// Scripts with observers, and what is wrong with them.
const UNOBSERVED: &[(&str, Kind, (u32, u32), &str)] = &[
    (
        "PRINT A-REACH(CALL(f, _), CALL(g, _), A);",
        Name,
        (1, 39),
        "there is no property `A` here",
    ),
    (
        "PRINT R-REACH(CALL(f, _), CALL(g, _));",
        Syntax,
        (1, 37),
        "`,` is expected here",
    ),
    (
        "PRINT SAFE(CALL(f, g), Empty);",
        Name,
        (1, 12),
        "this one has 2",
    ),
    (
        "PRINT CALL(f, _) SPLIT Empty;",
        Name,
        (1, 18),
        "`Empty` has no event",
    ),
    (
        "A := [ GLOBAL int n[2]; ;",
        Syntax,
        (1, 6),
        "this observer is not closed",
    ),
    (
        "A := FILE rule;",
        Syntax,
        (1, 11),
        "the name of a file is expected here",
    ),
    (
        "A := Empty; A := \"a\";",
        Name,
        (1, 13),
        "`A` is a property here, and no string",
    ),
    (
        "A := Empty; A(x) := CALL(x, _);",
        Name,
        (1, 13),
        "`A` is a property here, and no relation",
    ),
    (
        "A := Empty; PRINT CALL(A, _);",
        Name,
        (1, 24),
        "`A` is a property here, and no string",
    ),
    (
        "A := Empty; PRINT EXISTS(A, CALL(A, _));",
        Name,
        (1, 26),
        "and no variable",
    ),
    (
        "s := \"a\"; PRINT SAFE(CALL(f, _), s);",
        Name,
        (1, 34),
        "`s` is a string, and no property",
    ),
    (
        "PRINT SAFE(CALL(f, _), CALL);",
        Name,
        (1, 24),
        "`CALL` is a relation, and no property",
    ),
    (
        "s := \"a\"; s := Empty;",
        Name,
        (1, 11),
        "`s` is a string here, and no property",
    ),
    (
        "R(x) := CALL(x, _); R := [];",
        Name,
        (1, 21),
        "`R` is a relation here, and no property",
    ),
    (
        "IF (FALSE) { A := Empty; } PRINT SAFE(CALL(f, _), A);",
        Value,
        (1, 34),
        "not executed",
    ),
    (
        "Empty := [];",
        Syntax,
        (1, 1),
        "a statement is expected here, not `Empty`",
    ),
];

#[test]
fn observers_are_no_strings_and_no_relations() {
    for (script, kind, place, expected) in UNOBSERVED {
        let (found, said, at) = trouble(script);
        assert_eq!((found, at), (*kind, *place), "{script}: {said}");
        assert!(said.contains(expected), "{script}: {said}");
    }
    // Strings, characters and comments of C hide brackets.
    let right = "A := [ GLOBAL char c = ']', d[2]; /* ] */ // ]
        EVENT { PATTERN { f(\"]\\\"]\"); } } ]; B := A; A := Empty;
        PRINT SAFE(CALL(f, _), A) | A-REACH(CALL(f, _), CALL(g, _), B) & TRUE(g);
        PRINT REACH(CALL(f, _), CALL(g, _), FILE \"x.spec\") SPLIT B SPLIT [ e ];";
    assert!(read(right, &facts().arities()).is_ok());
    let many = format!("PRINT TRUE{};", " SPLIT []".repeat(65));
    let (kind, said, _) = trouble(&many);
    assert_eq!(kind, Limit, "{said}");
    let (kind, said, _) = trouble(&format!(
        "PRINT {many}",
        many = "(TRUE SPLIT [])".to_owned() + &" SPLIT []".repeat(64) + ";"
    ));
    assert_eq!(kind, Limit, "{said}");
    let many = "A := [];".repeat(257);
    assert_eq!(trouble(&many).0, Limit);
}

#[test]
fn deep_and_long_scripts_end() {
    let nested = |n: usize| format!("PRINT {}TRUE{};", "(".repeat(n), ")".repeat(n));
    let negated = |n: usize| format!("PRINT {}TRUE;", "!".repeat(n));
    let blocks = |n: usize| "IF (TRUE) {".repeat(n) + &"}".repeat(n);
    for script in [nested(100_000), negated(100_000), blocks(50_000)] {
        let (kind, said, _) = trouble(&script);
        assert_eq!(kind, Kind::Limit, "{said}");
    }
    let fine = [nested(100), negated(101), blocks(100)];
    for script in fine {
        assert!(run(&script, &Limits::default()).is_ok(), "{script}");
    }
    let chain = format!("PRINT TRUE{};", " & TRUE".repeat(20_000));
    assert!(run(&chain, &Limits::default()).is_ok());
    let (kind, _, _) = trouble(&" ".repeat((1 << 20) + 1));
    assert_eq!(kind, Kind::Limit);
}

#[test]
fn a_line_of_a_file_is_its_first_location() {
    let rows = |script: &str| match &run(script, &Limits::default()).expect(script)[0] {
        Output::Rows { rows, .. } => rows.concat(),
        Output::Text(text) => vec![text.clone()],
    };
    for place in ["a/x.c_3", "y_3", "y.c_3", "b/y.c_3"] {
        let found = rows(&format!("PRINT LOC_LINE(\"{place}\", f, \"3\");"));
        let file = if place.contains('x') {
            "a/x.c"
        } else {
            "b/y.c"
        };
        assert_eq!(found, [file], "{place}");
    }
    // What is no location is called like one if its file is of the program, in each spelling.
    assert!(rows("PRINT LOC_LINE(\"y.c_4\", f, n);").is_empty());
    let spelled = [
        "y.c_4",
        "y_4",
        "y.c:4",
        "b/y.c:4",
        "y.c:04",
        "b/y_4",
        "./b/y.c:4",
        "b//y.c:4",
        "y_4#1",
        "b/./y:4",
    ];
    for place in spelled {
        assert_eq!(rows(&format!("PRINT x = \"{place}\";")), ["b/y.c:4"]);
    }
    assert_eq!(rows("PRINT x = \"y.c:4#2\";"), ["b/y.c:4#2"]);
    for text in [
        "z_4", "z.c:4", "y.c:four", "y_", "y.c:", "y.c:4#", "y.c:+4", "c/y_4", "ob/y.c:4",
    ] {
        assert_eq!(rows(&format!("PRINT x = \"{text}\";")), [text]);
    }
}
