//! What the commands say: every JSON object fits its schema in `docs/schema`, a rejection names
//! what differs, and a specification that is about nothing is *not applicable*, in every form.

use proofmark_tests::{root, text, Commands};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

/// A directory with a driver, rules, and what is made of them.
struct Desk(tempfile::TempDir);

const DRIVER: &str = "#include \"driver.h\"
struct mutex { int raw; } m;
void mutex_lock_nested(struct mutex *m, int class);
void mutex_unlock(struct mutex *m);
static void take(void) { if (CLASS < 1) mutex_lock_nested(&m, CLASS); }
static void give(void) { mutex_unlock(&m); }
void unused(void) { dead(1); }
int main(void) { struct pair p = { FIRST, 2 }; take(); if (p.a > 0) give(); return 0; }
";
const HEADER: &str =
    "enum { FIRST = 1 };\nstruct pair { int a, b; };\n#define CLASS 0\nvoid dead(int x);\n";
const RULE: &str = "GLOBAL int held;
EVENT { PATTERN { mutex_lock_nested($1, $?); } ASSERT { held == 0 } ACTION { held = 1; } }
EVENT { PATTERN { mutex_unlock($1); } ASSERT { held == 1 } ACTION { held = 0; } }
";
const NOTHING: &str = "GLOBAL int held;
EVENT { PATTERN { mutex_lock($1); } ASSERT { held == 0 } ACTION { held = 1; } }
EVENT { PATTERN { dead($1); } ASSERT { held == 1 } }
EVENT { PATTERN { mutex_unlock($1, 7); } ASSERT { held == 1 } }
FINAL { held == 0 }
";

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().expect("a directory"));
        desk.write("driver.c", DRIVER);
        desk.write("driver.h", HEADER);
        desk.write("rule.spec", RULE);
        desk.write("nothing.spec", NOTHING);
        desk
    }
    fn certified() -> Desk {
        let desk = Desk::new();
        let output =
            desk.run("proofmark certify driver.c --spec rule.spec -o c.cert --no-progress");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        desk
    }
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).expect("written");
    }
    /// Runs a command line in the directory.
    fn run(&self, line: &str) -> Output {
        let mut words = line.split_whitespace();
        let program = Commands::get().path(words.next().unwrap_or_default());
        let mut command = Command::new(program);
        command.current_dir(self.0.path()).args(words);
        command.output().expect("the command")
    }
    #[track_caller]
    fn says(&self, line: &str, status: i32, expected: &[&str]) -> String {
        let output = self.run(line);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(status), "{line}: {said}");
        for expected in expected {
            assert!(
                said.contains(expected),
                "{line}: no {expected:?} in\n{said}"
            );
        }
        said
    }
    #[track_caller]
    fn json(&self, line: &str, status: i32) -> Value {
        let output = self.run(&format!("{line} --json"));
        assert_eq!(
            output.status.code(),
            Some(status),
            "{line}: {}",
            text(&output)
        );
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{line}: {e}"))
    }
}

fn schema(name: &str) -> Value {
    let path = root().join("docs/schema").join(name).with_extension("json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

const MERGE: [(&str, i32); 3] = [
    ("proofmark merge empty.lib -o out.lib", 0),
    ("proofmark merge empty.lib --api plain.c -o out.lib", 3),
    ("proofmark merge text.cert -o out.lib", 3),
];
const TRAIN: [(&str, i32); 3] = [
    (
        "proofmark train up.c --functions more --api more.c -o trained.lib",
        0,
    ),
    (
        "proofmark train wrong.c --functions more --api more.c -o none.lib",
        1,
    ),
    (
        "proofmark train up.c --functions less --api more.c -o none.lib",
        3,
    ),
];
/// A function, and a program that calls it.
const MORE: &str = "int more(int x) { return x + 1; }\n";
const UP: &str = "extern void reach_error(void);\nint more(int x);
int main(void) { if (more(1) != 2) reach_error(); return 0; }\n";
/// A library that says nothing about a function.
const EMPTY: &str = "proofmark-boolean-library 1
abi lp64
c 0000000000000000000000000000000000000000000000000000000000000000
function void f()
M \nR \nbool f() begin
  return;
end
";

const SPEC_EXPLAIN: [(&str, i32); 3] = [
    ("proofmark spec explain rule.spec", 0),
    ("proofmark spec explain rule.spec --format dot", 0),
    ("proofmark spec explain driver.c", 3),
];

const STRIP: [(&str, i32); 2] = [
    ("proofmark strip self.cert -o stripped.cert", 0),
    ("proofmark strip text.cert", 3),
];

const VERIFY: [(&str, i32); 4] = [
    ("proofmark verify", 1),
    ("proofmark verify wrong --jobs 1", 1),
    ("proofmark verify plain", 0),
    ("proofmark verify --project plain.c", 3),
];

const RUN: [(&str, i32); 4] = [
    ("proofmark run plain.c", 0),
    ("proofmark run wrong.c", 1),
    ("proofmark run divides.c", 2),
    ("proofmark run bad.c", 3),
];

const CALLS: &str = "PRINT \"calls\"; PRINT CALL(f, g); PRINT CALL(_, _);";
const DEAD: &str = "PRINT !REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)) & LOC_FUNC(l, _)
    & LOC_FUNC_INIT(m, \"main\");";
const QUERY: [(&str, i32); 6] = [
    ("proofmark query calls.query driver.c", 0),
    ("proofmark query dead.query driver.c --explain", 0),
    ("proofmark query calls.query types.c --time-limit 1", 2),
    ("proofmark query driver.c driver.c", 3),
    ("proofmark query calls.query bad.c", 3),
    ("proofmark query missing.query driver.c", 3),
];

const PROJECT: &str = r#"
program = [{ name = "plain", files = ["plain.c"] }, { name = "wrong", files = ["wrong.c"] }]
rule = [{ name = "errors", built-in = true }]
"#;

/// Commands whose answers are those of `certify`.
fn of_certify() -> Vec<(&'static str, i32)> {
    vec![
        ("proofmark certify driver.c --spec rule.spec -o d.cert", 0),
        ("proofmark certify plain.c --force -o d.cert", 0),
        ("proofmark certify wrong.c -o d.cert", 1),
        ("proofmark certify hard.c -o d.cert --time-limit 1", 2),
        ("proofmark certify types.c -o d.cert --time-limit 1", 2),
        (
            "proofmark recertify c.cert driver.c --spec rule.spec -o d.cert --force",
            0,
        ),
        ("proofmark recertify plain.cert wrong.c -o d.cert", 1),
        (
            "proofmark recertify plain.cert hard.c -o d.cert --time-limit 1",
            2,
        ),
        ("proofmark recertify missing.cert plain.c", 3),
        ("proofmark certify bad.c", 3),
        ("proofmark certify missing.c", 3),
        (
            "proofmark certify driver.c --spec rule.spec --deny external",
            3,
        ),
        (
            "proofmark certify driver.c --spec nothing.spec --force -o d.cert",
            4,
        ),
    ]
}

const EXPLAIN: [(&str, i32); 4] = [
    ("proofmark explain c.cert driver.c --spec rule.spec", 0),
    ("proofmark explain plain.cert plain.c", 0),
    ("proofmark explain plain.cert types.c --time-limit 1", 2),
    ("proofmark explain c.cert driver.c", 3),
];

/// A component that puts once or twice, and a property that allows the first.
const ASSEMBLY: &str = "abi = \"lp64\"\nproperties = [\"once.aut\"]\n[events]\nput = \"put()\"
[component.a]\nfiles = [\"a.c\"]\nentry = \"a\"\nevents = [\"put\"]\n";

const COMPOSE: [(&str, i32); 4] = [
    ("proofmark compose once.toml", 0),
    ("proofmark compose twice.toml", 1),
    ("proofmark compose types.toml --time-limit 1", 2),
    ("proofmark compose missing.toml", 3),
];

const UPGRADE: [(&str, i32); 5] = [
    ("proofmark upgrade once.toml once.toml", 0),
    ("proofmark upgrade once.toml twice.toml", 1),
    ("proofmark upgrade twice.toml once.toml --forbid-new", 1),
    ("proofmark upgrade once.toml types.toml --time-limit 1", 2),
    ("proofmark upgrade once.toml missing.toml", 3),
];

/// Assemblies of which the property holds, does not hold, or takes long.
fn write_assemblies(desk: &Desk) {
    desk.write("once.aut", "alphabet put\ninitial 0\n0 put 1\n");
    desk.write("once.toml", ASSEMBLY);
    desk.write("twice.toml", &ASSEMBLY.replace("a.c", "b.c"));
    desk.write("more.c", MORE);
    desk.write("up.c", UP);
    desk.write(
        "types.toml",
        &ASSEMBLY
            .replace("a.c", "types.c")
            .replace("\"a\"", "\"main\""),
    );
    desk.write("a.c", "void put(void); void a(void) { put(); }");
    desk.write("b.c", "void put(void); void a(void) { put(); put(); }");
    desk.write("empty.lib", EMPTY);
}

#[test]
fn every_object_fits_its_schema() {
    let desk = Desk::certified();
    desk.write("bad.c", "int main(void) { return }");
    desk.write("plain.c", "int main(void) { return 0; }");
    desk.write(
        "wrong.c",
        "void reach_error(void); int main(void) { reach_error(); }",
    );
    desk.write("hard.c", "unsigned f(unsigned); void reach_error(void); int main(void) { unsigned a = f(1), b = f(2), c = f(3);
        if (a > 1 && b > 1 && c > 1 && a < 99 && b < 99 && c < 99 && a * a * a + b * b * b == c * c * c) reach_error(); }");
    desk.write("divides.c", "int main(void) { int x = 0; return 1 / x; }");
    desk.write("types.c", &slow());
    desk.write("text.cert", "no certificate");
    write_assemblies(&desk);
    desk.write("calls.query", CALLS);
    desk.write("dead.query", DEAD);
    desk.write("proofmark.toml", PROJECT);
    desk.run("proofmark certify driver.c --spec rule.spec -o self.cert --self-contained");
    desk.run("proofmark certify plain.c -o plain.cert --self-contained");
    let shared = "proofmark-check driver.c c.cert --spec";
    let mut cases: BTreeMap<&str, Vec<(String, i32)>> = [
        ("certify", of_certify()),
        (
            "check",
            vec![
                ("proofmark-check plain.c plain.cert", 0),
                ("proofmark-check --carried plain.cert", 0),
                ("proofmark-check --carried self.cert --spec rule.spec", 0),
                ("proofmark-check plain.c c.cert", 1),
                ("proofmark-check driver.c text.cert --spec rule.spec", 1),
                ("proofmark-check types.c plain.cert --time-limit 1", 2),
                ("proofmark-check --carried c.cert", 2),
                ("proofmark-check bad.c c.cert", 3),
                ("proofmark-check plain.c missing.cert", 3),
                ("proofmark-check --info text.cert", 1),
            ],
        ),
        ("explain", EXPLAIN.to_vec()),
        ("compose", COMPOSE.to_vec()),
        ("upgrade", UPGRADE.to_vec()),
        (
            "info",
            vec![
                ("proofmark info c.cert", 0),
                ("proofmark info self.cert", 0),
                ("proofmark-check --info c.cert", 0),
                ("proofmark-check --info plain.cert", 0),
                ("proofmark info text.cert", 3),
                ("proofmark info missing.cert", 3),
            ],
        ),
        ("run", RUN.to_vec()),
        ("query", QUERY.to_vec()),
        (
            "spec-check",
            vec![
                ("proofmark spec check rule.spec", 0),
                ("proofmark spec check rule.spec --program driver.c", 0),
                (
                    "proofmark spec check nothing.spec --program driver.c --show-matches",
                    0,
                ),
                ("proofmark spec check driver.c", 3),
            ],
        ),
        ("spec-explain", SPEC_EXPLAIN.to_vec()),
        (
            "export",
            vec![
                (
                    "proofmark export c.cert driver.c --spec rule.spec --format smt2",
                    0,
                ),
                (
                    "proofmark export plain.cert plain.c --format text -o out.txt",
                    0,
                ),
                ("proofmark export c.cert plain.c --format dot", 3),
            ],
        ),
        ("verify", VERIFY.to_vec()),
        ("strip", STRIP.to_vec()),
        ("merge", MERGE.to_vec()),
        ("train", TRAIN.to_vec()),
    ]
    .into_iter()
    .map(|(name, lines)| {
        (
            name,
            lines
                .into_iter()
                .map(|(line, status)| (line.to_owned(), status))
                .collect(),
        )
    })
    .collect();
    let check = cases.get_mut("check").expect("the checker's");
    check.extend([
        (format!("{shared} rule.spec"), 0),
        (format!("{shared} rule.spec --deny external"), 1),
        (format!("{shared} rule.spec --entry take"), 1),
        (format!("{shared} rule.spec --arch ilp32"), 1),
        (format!("{shared} nothing.spec"), 4),
    ]);
    let mut failures = Vec::new();
    for (name, lines) in &cases {
        let validator = jsonschema::validator_for(&schema(name)).expect("a schema");
        for (line, status) in lines {
            let object = desk.json(line, *status);
            let errors = validator
                .iter_errors(&object)
                .map(|e| format!("{line}: {e}\n{object}"));
            failures.extend(errors);
        }
        assert!(
            !validator.is_valid(&serde_json::json!({ "verdict": "other" })),
            "{name}"
        );
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let files = std::fs::read_dir(root().join("docs/schema")).expect("the schemas");
    assert_eq!(files.count(), cases.len(), "each schema has cases");
}

/// Takes the front end longer than a second.
fn slow() -> String {
    let types: String = (1..60)
        .map(|i| format!("typedef t{0} (*t{i})(t{0}, t{0});\n", i - 1))
        .collect();
    format!("typedef int t0;\n{types}t59 x; int main(void) {{ return x != 0; }}\n")
}

/// Nothing is left out of a schema: each object says that it has no other members.
#[test]
fn schemas_are_closed() {
    fn open(value: &Value, path: &str, out: &mut Vec<String>) {
        if let Value::Object(object) = value {
            if object.contains_key("properties")
                && object.get("additionalProperties") != Some(&Value::Bool(false))
            {
                out.push(path.to_owned());
            }
            object
                .iter()
                .for_each(|(key, value)| open(value, &format!("{path}/{key}"), out));
        }
        if let Value::Array(items) = value {
            items
                .iter()
                .enumerate()
                .for_each(|(n, value)| open(value, &format!("{path}/{n}"), out));
        }
    }
    let mut found = Vec::new();
    let mut shared: BTreeMap<String, Value> = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("docs/schema")).expect("the schemas") {
        let path = entry.expect("readable").path();
        let name = path
            .file_stem()
            .map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let schema = schema(&name);
        open(&schema, &name, &mut found);
        // What several schemas define is the same in all of them.
        for (key, value) in schema["$defs"].as_object().into_iter().flatten() {
            let known = shared.entry(key.clone()).or_insert_with(|| value.clone());
            assert_eq!(known, value, "{name}: {key}");
        }
    }
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_specification_that_matches_nothing_is_not_applicable() {
    let desk = Desk::certified();
    let why = [
        "no event of the specification matches",
        "`mutex_lock($1)`",
        "the program has `mutex_lock_nested`",
        "only statements that cannot be reached: driver.c:7",
        "`mutex_unlock` is called, but not like this: driver.c:6",
    ];
    desk.says(
        "proofmark certify driver.c --spec nothing.spec -o n.cert",
        4,
        &why,
    );
    assert!(!desk.0.path().join("n.cert").exists(), "nothing to certify");
    desk.says(
        "proofmark certify driver.c --spec nothing.spec -o n.cert -q",
        4,
        &[],
    );
    desk.says(
        "proofmark-check driver.c c.cert --spec nothing.spec",
        4,
        &why,
    );
    desk.says(
        "proofmark-check driver.c c.cert --spec nothing.spec -q",
        4,
        &[],
    );
    let checked = desk.json("proofmark-check driver.c c.cert --spec nothing.spec", 4);
    let certified = desk.json("proofmark certify driver.c --spec nothing.spec", 4);
    for object in [checked, certified] {
        assert_eq!(object["verdict"], "not-applicable");
        let counts: Vec<&Value> = (0..3).map(|n| &object["events"][n]["matches"]).collect();
        assert_eq!(counts, [0, 0, 0]);
        assert_eq!(object["events"][1]["unreachable"][0]["line"], 7);
    }
    // Beside a rule that matches, it is named, and the verdict is the other one's.
    let both = "--spec rule.spec --spec nothing.spec";
    let note = ["note: the rule nothing.spec is about nothing in the program"];
    desk.says(
        &format!("proofmark certify driver.c {both} -o b.cert --no-progress"),
        0,
        &note,
    );
    desk.says(&format!("proofmark-check driver.c b.cert {both}"), 0, &note);
    desk.says(
        &format!("proofmark explain b.cert driver.c {both}"),
        0,
        &note,
    );
    // A rule that demands something at the end is violated where nothing happens.
    desk.write(
        "demands.spec",
        "GLOBAL int n; EVENT { PATTERN { absent(); } ACTION { n = 1; } } FINAL { n == 1 }",
    );
    desk.says(
        "proofmark certify driver.c --spec demands.spec",
        1,
        &["violated"],
    );
    desk.write("empty.spec", "GLOBAL int n = 1;");
    desk.says(
        "proofmark certify driver.c --spec empty.spec",
        4,
        &["no events and no final conditions"],
    );
}

#[test]
fn a_carried_automaton_without_an_error_is_not_applicable_either() {
    let desk = Desk::certified();
    desk.write(
        "harmless.spec",
        "GLOBAL int n; EVENT { PATTERN { mutex_unlock($1); } ACTION { n = 1; } }",
    );
    let make = "proofmark certify driver.c -o h.cert --force --self-contained --no-progress";
    desk.says(
        &format!("{make} --spec harmless.spec"),
        0,
        &["note: no statement of the program can be the error"],
    );
    desk.says(
        "proofmark-check --carried h.cert --spec harmless.spec",
        4,
        &["not-applicable"],
    );
    desk.says(
        "proofmark-check --carried h.cert --spec harmless.spec -q",
        4,
        &[],
    );
    desk.says(&format!("{make} --spec rule.spec"), 0, &[]);
    desk.says(
        "proofmark-check --carried h.cert --spec rule.spec",
        0,
        &["accepted"],
    );
}

#[test]
fn acceptances_say_how_often_each_event_matched() {
    let desk = Desk::certified();
    let counts = [
        "       1  mutex_lock_nested($1, $?) (rule.spec:2)",
        "       1  mutex_unlock($1) (rule.spec:3)",
    ];
    desk.says(
        "proofmark-check driver.c c.cert --spec rule.spec",
        0,
        &counts,
    );
    desk.says(
        "proofmark explain c.cert driver.c --spec rule.spec",
        0,
        &counts,
    );
    desk.says(
        "proofmark certify driver.c --spec rule.spec -o d.cert --no-progress",
        0,
        &counts,
    );
    // Without a specification there are no events; whether anything can be the error is said.
    desk.write("plain.c", "int main(void) { return 0; }");
    let none = ["note: no statement of the program can be the error"];
    desk.says("proofmark certify plain.c --no-progress", 0, &none);
    desk.says("proofmark-check plain.c plain.c.cert", 0, &none);
    let locking = root().join("examples/locking/safe.c").display().to_string();
    let said = desk.says(
        &format!("proofmark certify {locking} -o l.cert --no-progress"),
        0,
        &[],
    );
    assert!(!said.contains("note:"), "{said}");
}

/// Each mistake, and what only the message about it says.
#[test]
fn rejections_name_what_differs() {
    let desk = Desk::certified();
    let check = "proofmark-check driver.c c.cert --spec rule.spec";
    desk.says(check, 0, &[]);
    desk.says(
        &format!("{check} --arch ilp32"),
        1,
        &["profile", "give --arch lp64"],
    );
    desk.says(
        &format!("{check} --entry take"),
        1,
        &[
            "entry: the certificate says `main`, here it is `take`; give --entry main",
            "harness: take",
        ],
    );
    desk.write("strict.spec", &RULE.replace("held == 1", "held != 0"));
    desk.says(
        "proofmark-check driver.c c.cert --spec strict.spec",
        1,
        &[
            "about another specification",
            "certificate says `rule.spec`, here it is `strict.spec`",
        ],
    );
    desk.says(
        "proofmark-check driver.c c.cert",
        1,
        &["here it is `the built-in errors`"],
    );
    desk.says(
        &format!("{check} --deny external"),
        1,
        &["assumption that is denied: external", "docs/assumptions.md"],
    );
    desk.write("driver.h", &HEADER.replace("CLASS 0", "CLASS 1"));
    let differs = "the first function that differs, in the order of calls: take (driver.c:5)";
    desk.says(check, 1, &["about another program", differs]);
    desk.write("driver.h", &HEADER.replace("FIRST = 1", "FIRST = 0"));
    desk.says(
        check,
        1,
        &[
            "about another program",
            "all functions have the text that they had",
        ],
    );
    desk.write("driver.h", HEADER);
    desk.write(
        "driver.c",
        &DRIVER.replace("if (p.a > 0) give();", "if (p.a > 1) give();"),
    );
    desk.says(check, 1, &["in the order of calls: main (driver.c:8)"]);
    desk.write(
        "driver.c",
        &DRIVER.replace(
            "{ mutex_unlock(&m); }",
            "{ int x = 1; if (x) mutex_unlock(&m); dead(x); }",
        ),
    );
    desk.says(
        check,
        1,
        &[
            "in the order of calls: give (driver.c:6)",
            "an assumption of this program that the certificate does not have: external: dead",
        ],
    );
    // Layout, and functions that are not called, make no difference.
    desk.write(
        "driver.c",
        &DRIVER
            .replace("int main(void) {", "\n\nint main(void)\n{")
            .replace("dead(1)", "dead(2)"),
    );
    desk.says(check, 0, &[]);
    let object = desk.json(&format!("{check} --entry give"), 1);
    assert_eq!(object["code"], "program");
    assert_eq!(object["differences"][0]["what"], "entry");
    assert_eq!(object["differences"][0]["certificate"], "main");
    desk.says(
        "proofmark explain c.cert driver.c --spec rule.spec --entry give",
        3,
        &["entry: the certificate says `main`"],
    );
}

#[test]
fn the_inline_limit_and_the_arguments_are_named() {
    let desk = Desk::new();
    desk.write("calls.c", "#ifndef N\n#define N 3\n#endif\nvoid reach_error(void); int g; static void f(void) { if (g < N) g++; if (g > 9) reach_error(); else if (g > 8) g = 0; else if (g > 7) g = 1; }
        int main(void) { f(); f(); f(); f(); return 0; }");
    desk.says(
        "proofmark certify calls.c -o c.cert --inline-limit 5 --no-progress",
        0,
        &[],
    );
    desk.says("proofmark-check calls.c c.cert --inline-limit 5", 0, &[]);
    desk.says(
        "proofmark-check calls.c c.cert",
        1,
        &["inline-limit: the certificate says `5`, here it is `200000`; give --inline-limit 5"],
    );
    desk.says(
        "proofmark-check calls.c c.cert --inline-limit 5 -- -DN=2",
        1,
        &[
            "arguments: the certificate says ``, here it is `-DN=2`",
            "calls: f",
        ],
    );
    // Other arguments that change nothing are no reason to reject.
    desk.says(
        "proofmark-check calls.c c.cert --inline-limit 5 -- -DM=2",
        0,
        &[],
    );
}

/// Provenance is not believed: without it, and with nonsense in it, the verdict is the same.
#[test]
fn verdicts_do_not_depend_on_provenance() {
    let desk = Desk::certified();
    desk.says("proofmark strip c.cert -o s.cert", 0, &[]);
    desk.says(
        "proofmark-check driver.c s.cert --spec rule.spec",
        0,
        &["accepted"],
    );
    desk.says(
        "proofmark-check driver.c s.cert --spec rule.spec --entry give",
        1,
        &["does not say how it was made"],
    );
    let path = |name: &str| desk.0.path().join(name);
    let genuine = std::fs::read(path("c.cert")).expect("the certificate");
    let mut certificate = proofmark_certs::decode(&genuine).expect("a certificate");
    certificate.provenance = Some(b"nonsense".to_vec());
    std::fs::write(path("n.cert"), proofmark_certs::encode(&certificate)).expect("written");
    desk.says(
        "proofmark-check driver.c n.cert --spec rule.spec",
        0,
        &["accepted"],
    );
    desk.says(
        "proofmark-check driver.c n.cert --spec rule.spec --entry give",
        1,
        &["cannot be read"],
    );
    desk.says("proofmark info n.cert", 0, &["cannot be read"]);
    let lie = proofmark_certs::Provenance {
        entry: "give".to_owned(),
        ..proofmark_certs::Provenance::default()
    };
    certificate.provenance = Some(lie.encode());
    std::fs::write(path("l.cert"), proofmark_certs::encode(&certificate)).expect("written");
    desk.says(
        "proofmark-check driver.c l.cert --spec rule.spec",
        0,
        &["accepted"],
    );
    desk.says(
        "proofmark-check driver.c l.cert --spec rule.spec --entry give",
        1,
        &["about another program"],
    );
}

#[test]
fn info_tells_what_a_certificate_is_about() {
    let desk = Desk::certified();
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
    desk.says("proofmark info c.cert", 0, &facts);
    desk.says("proofmark-check --info c.cert", 0, &facts);
    let [one, other] =
        ["proofmark info c.cert", "proofmark-check --info c.cert"].map(|line| desk.json(line, 0));
    assert_eq!(one, other);
    assert_eq!(one["checked"], false);
    assert_eq!(
        one["provenance"]["functions"].as_array().map(Vec::len),
        Some(3)
    );
    desk.says(
        "proofmark-check --info driver.c c.cert",
        3,
        &["the certificate alone"],
    );
    desk.says(
        "proofmark certify driver.c --spec rule.spec -o s.cert --self-contained --no-progress",
        0,
        &[],
    );
    let own = desk.json("proofmark info s.cert", 0);
    let checked = desk.json("proofmark-check --carried s.cert --spec rule.spec", 0);
    assert_eq!(
        own["numbers"]["obligations"],
        checked["report"]["obligations"]
    );
    assert_eq!(own["numbers"]["tokens"], checked["report"]["tokens"]);
}

/// What makes messages better costs little: four bytes for each function that can be reached.
#[test]
fn provenance_is_short() {
    let desk = Desk::certified();
    let info = desk.json("proofmark info c.cert", 0);
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
