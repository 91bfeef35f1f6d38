//! What the commands say: a rejection names what differs, and a specification that is about nothing
//! is *not applicable*, in every form. What they say in JSON is in `schemas.rs`.

use proofmark_tests::root;
use proofmark_tests::workplace::Workplace;
use serde_json::Value;
use std::path::Path;

#[test]
fn a_specification_that_matches_nothing_is_not_applicable() {
    let place = Workplace::certified();
    let why = [
        "no event of the specification matches",
        "`mutex_lock($1)`",
        "the program has `mutex_lock_nested`",
        "only statements that cannot be reached: driver.c:7",
        "`mutex_unlock` is called, but not like this: driver.c:6",
    ];
    place.says(
        "proofmark certify driver.c --spec nothing.spec -o n.cert",
        4,
        &why,
    );
    assert!(
        !place.directory().join("n.cert").exists(),
        "nothing to certify"
    );
    place.says(
        "proofmark certify driver.c --spec nothing.spec -o n.cert -q",
        4,
        &[],
    );
    place.says(
        "proofmark-check driver.c c.cert --spec nothing.spec",
        4,
        &why,
    );
    place.says(
        "proofmark-check driver.c c.cert --spec nothing.spec -q",
        4,
        &[],
    );
    let checked = place.json("proofmark-check driver.c c.cert --spec nothing.spec", 4);
    let certified = place.json("proofmark certify driver.c --spec nothing.spec", 4);
    for object in [checked, certified] {
        assert_eq!(object["verdict"], "not-applicable");
        let counts: Vec<&Value> = (0..3).map(|n| &object["events"][n]["matches"]).collect();
        assert_eq!(counts, [0, 0, 0]);
        assert_eq!(object["events"][1]["unreachable"][0]["line"], 7);
    }
    // Beside a rule that matches, it is named, and the verdict is the other one's.
    let both = "--spec rule.spec --spec nothing.spec";
    let note = ["note: the rule nothing.spec is about nothing in the program"];
    place.says(
        &format!("proofmark certify driver.c {both} -o b.cert --no-progress"),
        0,
        &note,
    );
    place.says(&format!("proofmark-check driver.c b.cert {both}"), 0, &note);
    place.says(
        &format!("proofmark explain b.cert driver.c {both}"),
        0,
        &note,
    );
}

#[test]
fn a_specification_without_events_is_about_its_end() {
    let place = Workplace::new();
    // A rule that demands something at the end is violated where nothing happens.
    place.write(
        "demands.spec",
        "GLOBAL int n; EVENT { PATTERN { absent(); } ACTION { n = 1; } } FINAL { n == 1 }",
    );
    place.says(
        "proofmark certify driver.c --spec demands.spec",
        1,
        &["violated"],
    );
    place.write("empty.spec", "GLOBAL int n = 1;");
    place.says(
        "proofmark certify driver.c --spec empty.spec",
        4,
        &["no events and no final conditions"],
    );
}

#[test]
fn a_carried_automaton_without_an_error_is_not_applicable_either() {
    let place = Workplace::certified();
    place.write(
        "harmless.spec",
        "GLOBAL int n; EVENT { PATTERN { mutex_unlock($1); } ACTION { n = 1; } }",
    );
    let make = "proofmark certify driver.c -o h.cert --force --self-contained --no-progress";
    place.says(
        &format!("{make} --spec harmless.spec"),
        0,
        &["note: no statement of the program can be the error"],
    );
    place.says(
        "proofmark-check --carried h.cert --spec harmless.spec",
        4,
        &["not-applicable"],
    );
    place.says(
        "proofmark-check --carried h.cert --spec harmless.spec -q",
        4,
        &[],
    );
    // Who wants evidence that nothing can be the error says so, and everything else is checked.
    for what in ["--carried h.cert", "driver.c h.cert"] {
        place.says(
            &format!("proofmark-check --vacuous {what} --spec harmless.spec"),
            0,
            &["accepted"],
        );
        place.says(
            &format!("proofmark-check --vacuous {what} --spec rule.spec"),
            1,
            &["rejected"],
        );
    }
    place.says(&format!("{make} --spec rule.spec"), 0, &[]);
    place.says(
        "proofmark-check --carried h.cert --spec rule.spec",
        0,
        &["accepted"],
    );
}

#[test]
fn acceptances_say_how_often_each_event_matched() {
    let place = Workplace::certified();
    let counts = [
        "       1  mutex_lock_nested($1, $?) (rule.spec:2)",
        "       1  mutex_unlock($1) (rule.spec:3)",
    ];
    place.says(
        "proofmark-check driver.c c.cert --spec rule.spec",
        0,
        &counts,
    );
    place.says(
        "proofmark explain c.cert driver.c --spec rule.spec",
        0,
        &counts,
    );
    place.says(
        "proofmark certify driver.c --spec rule.spec -o d.cert --no-progress",
        0,
        &counts,
    );
    // Without a specification there are no events; whether anything can be the error is said.
    place.write("plain.c", "int main(void) { return 0; }");
    let none = ["note: no statement of the program can be the error"];
    place.says("proofmark certify plain.c --no-progress", 0, &none);
    place.says("proofmark-check plain.c plain.c.cert", 0, &none);
    let locking = root().join("examples/locking/safe.c").display().to_string();
    let said = place.says(
        &format!("proofmark certify {locking} -o l.cert --no-progress"),
        0,
        &[],
    );
    assert!(!said.contains("note:"), "{said}");
}

/// Each mistake, and what only the message about it says.
#[test]
fn rejections_name_what_differs() {
    let place = Workplace::certified();
    let check = "proofmark-check driver.c c.cert --spec rule.spec";
    place.says(check, 0, &[]);
    place.says(
        &format!("{check} --arch ilp32"),
        1,
        &["profile", "give --arch lp64"],
    );
    place.says(
        &format!("{check} --entry take"),
        1,
        &[
            "entry: the certificate says `main`, here it is `take`; give --entry main",
            "harness: take",
        ],
    );
    let rule = Workplace::original("rule.spec");
    place.write("strict.spec", &rule.replace("held == 1", "held != 0"));
    place.says(
        "proofmark-check driver.c c.cert --spec strict.spec",
        1,
        &[
            "about another specification",
            "certificate says `rule.spec`, here it is `strict.spec`",
        ],
    );
    place.says(
        "proofmark-check driver.c c.cert",
        1,
        &["here it is `the built-in errors`"],
    );
    place.says(
        &format!("{check} --deny external"),
        1,
        &["assumption that is denied: external", "docs/assumptions.md"],
    );
}

#[test]
fn rejections_name_the_function_that_differs() {
    let place = Workplace::certified();
    let check = "proofmark-check driver.c c.cert --spec rule.spec";
    let (header, driver) = (
        Workplace::original("driver.h"),
        Workplace::original("driver.c"),
    );
    place.write("driver.h", &header.replace("CLASS 0", "CLASS 1"));
    let differs = "the first function that differs, in the order of calls: take (driver.c:5)";
    place.says(check, 1, &["about another program", differs]);
    place.write("driver.h", &header.replace("FIRST = 1", "FIRST = 0"));
    place.says(
        check,
        1,
        &[
            "about another program",
            "all functions have the text that they had",
        ],
    );
    place.write("driver.h", &header);
    place.write(
        "driver.c",
        &driver.replace("if (p.a > 0) give();", "if (p.a > 1) give();"),
    );
    place.says(check, 1, &["in the order of calls: main (driver.c:8)"]);
    place.write(
        "driver.c",
        &driver.replace(
            "{ mutex_unlock(&m); }",
            "{ int x = 1; if (x) mutex_unlock(&m); dead(x); }",
        ),
    );
    place.says(
        check,
        1,
        &[
            "in the order of calls: give (driver.c:6)",
            "an assumption of this program that the certificate does not have: external: dead",
        ],
    );
    // Layout, and functions that are not called, make no difference.
    place.write(
        "driver.c",
        &driver
            .replace("int main(void) {", "\n\nint main(void)\n{")
            .replace("dead(1)", "dead(2)"),
    );
    place.says(check, 0, &[]);
    let object = place.json(&format!("{check} --entry give"), 1);
    assert_eq!(object["code"], "program");
    assert_eq!(object["differences"][0]["what"], "entry");
    assert_eq!(object["differences"][0]["certificate"], "main");
    place.says(
        "proofmark explain c.cert driver.c --spec rule.spec --entry give",
        3,
        &["entry: the certificate says `main`"],
    );
}

#[test]
fn the_inline_limit_and_the_arguments_are_named() {
    let place = Workplace::new();
    place.write("calls.c", "#ifndef N\n#define N 3\n#endif\nvoid reach_error(void); int g; static void f(void) { if (g < N) g++; if (g > 9) reach_error(); else if (g > 8) g = 0; else if (g > 7) g = 1; }
        int main(void) { f(); f(); f(); f(); return 0; }");
    place.says(
        "proofmark certify calls.c -o c.cert --inline-limit 5 --no-progress",
        0,
        &[],
    );
    place.says("proofmark-check calls.c c.cert --inline-limit 5", 0, &[]);
    place.says(
        "proofmark-check calls.c c.cert",
        1,
        &["inline-limit: the certificate says `5`, here it is `200000`; give --inline-limit 5"],
    );
    place.says(
        "proofmark-check calls.c c.cert --inline-limit 5 -- -DN=2",
        1,
        &[
            "arguments: the certificate says ``, here it is `-DN=2`",
            "calls: f",
        ],
    );
    // Other arguments that change nothing are no reason to reject.
    place.says(
        "proofmark-check calls.c c.cert --inline-limit 5 -- -DM=2",
        0,
        &[],
    );
}

/// Provenance is not believed: without it, and with nonsense in it, the verdict is the same.
#[test]
fn verdicts_do_not_depend_on_provenance() {
    let place = Workplace::certified();
    place.says("proofmark strip c.cert -o s.cert", 0, &[]);
    place.says(
        "proofmark-check driver.c s.cert --spec rule.spec",
        0,
        &["accepted"],
    );
    place.says(
        "proofmark-check driver.c s.cert --spec rule.spec --entry give",
        1,
        &["does not say how it was made"],
    );
    let path = |name: &str| place.directory().join(name);
    let genuine = std::fs::read(path("c.cert")).expect("the certificate");
    let mut certificate = proofmark_certs::decode(&genuine).expect("a certificate");
    certificate.provenance = Some(b"nonsense".to_vec());
    std::fs::write(path("n.cert"), proofmark_certs::encode(&certificate)).expect("written");
    place.says(
        "proofmark-check driver.c n.cert --spec rule.spec",
        0,
        &["accepted"],
    );
    place.says(
        "proofmark-check driver.c n.cert --spec rule.spec --entry give",
        1,
        &["cannot be read"],
    );
    place.says("proofmark info n.cert", 0, &["cannot be read"]);
    let lie = proofmark_certs::Provenance {
        entry: "give".to_owned(),
        ..proofmark_certs::Provenance::default()
    };
    certificate.provenance = Some(lie.encode());
    std::fs::write(path("l.cert"), proofmark_certs::encode(&certificate)).expect("written");
    place.says(
        "proofmark-check driver.c l.cert --spec rule.spec",
        0,
        &["accepted"],
    );
    place.says(
        "proofmark-check driver.c l.cert --spec rule.spec --entry give",
        1,
        &["about another program"],
    );
}

#[test]
fn info_tells_what_a_certificate_is_about() {
    let place = Workplace::certified();
    let facts = [
        "nothing was checked",
        "c-lp64-1",
        "-fwrapv",
        "entry           main",
        "rule.spec",
        "GLOBAL int held ;",
        "external: mutex_unlock",
        "to check it",
    ];
    place.says("proofmark info c.cert", 0, &facts);
    place.says("proofmark-check --info c.cert", 0, &facts);
    let [one, other] =
        ["proofmark info c.cert", "proofmark-check --info c.cert"].map(|line| place.json(line, 0));
    assert_eq!(one, other);
    assert_eq!(one["checked"], false);
    assert_eq!(
        one["provenance"]["functions"].as_array().map(Vec::len),
        Some(3)
    );
    place.says(
        "proofmark-check --info driver.c c.cert",
        3,
        &["the certificate alone"],
    );
    place.says(
        "proofmark certify driver.c --spec rule.spec -o s.cert --self-contained --no-progress",
        0,
        &[],
    );
    let own = place.json("proofmark info s.cert", 0);
    let checked = place.json("proofmark-check --carried s.cert --spec rule.spec", 0);
    assert_eq!(
        own["numbers"]["obligations"],
        checked["report"]["obligations"]
    );
    assert_eq!(own["numbers"]["tokens"], checked["report"]["tokens"]);
}

/// What makes messages better costs little: four bytes for each function that can be reached.
#[test]
fn provenance_is_short() {
    let place = Workplace::certified();
    let info = place.json("proofmark info c.cert", 0);
    let sections = info["sections"].as_array().expect("sections");
    let provenance = sections
        .iter()
        .find(|s| s["section"] == "provenance")
        .expect("provenance");
    assert!(
        provenance["bytes"].as_u64().is_some_and(|n| n < 64),
        "{provenance}"
    );
}

/// `docs/assumptions.md` explains each kind of assumption, and no other.
#[test]
fn the_kinds_of_assumptions_are_explained() {
    let text = std::fs::read_to_string(root().join("docs/assumptions.md")).expect("the page");
    let kinds: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("## `")?.strip_suffix('`'))
        .collect();
    assert_eq!(kinds, proofmark_frontend::LEDGER_KINDS);
    for section in text.split("\n## `").skip(1) {
        let kind = section.lines().next().unwrap_or_default();
        for part in ["    ", "--deny"] {
            assert!(section.contains(part), "{kind} has no {part:?}");
        }
    }
    assert!(Path::new(&root().join("docs/using-certificates.md")).exists());
}

#[test]
fn names_that_nothing_has_are_told() {
    let place = Workplace::new();
    place.write(
        "vain.query",
        "PRINT LOC_FUNC(l, \"mian\");\nmain(l) := LOC_FUNC(l, \"main\");\nPRINT main(\"none\");\n",
    );
    let note = "note: vain.query:1:19: nothing in the program is called `mian`; did you mean main?";
    let said = place.says("proofmark query vain.query driver.c", 0, &[note]);
    assert_eq!(said.matches("nothing in the program").count(), 1, "{said}");
}
