//! `proofmark verify`: what a project file demands is certified, kept, and found again; nothing
//! that the store holds is believed.

use proofmark_tests::processes::{alive, signal, wait_for};
use proofmark_tests::{root, text, Commands};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::time::Duration;

/// A directory with a project.
struct Desk(tempfile::TempDir);

const DRIVER: &str = "#include \"driver.h\"
void reach_error(void);
int nondet(void);
static int held;
static void take(void) { if (held) reach_error(); held = 1; }
static void give(void) { held = 0; }
int main(void) { for (int i = 0; i < ROUNDS; i++) { take(); if (GIVES) give(); } return 0; }
int idle(void) { take(); return nondet(); }
";
const HEADER: &str = "#define ROUNDS 2\n#define GIVES 1\n";
const RULE: &str = "GLOBAL int taken;
EVENT { PATTERN { take(); } ASSERT { taken == 0 } ACTION { taken = 1; } }
EVENT { PATTERN { give(); } ASSERT { taken == 1 } ACTION { taken = 0; } }
";
const PROJECT: &str = r#"
[[program]]
name = "driver"
files = ["driver.c"]
arguments = ["-Iinclude"]

[[rule]]
name = "errors"
built-in = true

[[rule]]
name = "locks"
specifications = ["locks.spec"]
"#;
/// The engine finds no end of predicates for this one.
const ENDLESS: &str = "void reach_error(void);\nint nondet(void);\n\
    int main(void) { unsigned x = 0, y = 0; while (nondet()) { x += y + 1; y += 2 * x + 3; } \
    if (x * x == 7 * y + 5) reach_error(); return 0; }\n";

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().expect("a directory"));
        desk.write("proofmark.toml", PROJECT);
        desk.write("driver.c", DRIVER);
        desk.write("include/driver.h", HEADER);
        desk.write("locks.spec", RULE);
        desk
    }
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(Commands::get().path("proofmark"));
        command.current_dir(self.0.path()).arg("verify");
        command.args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
    fn verify(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("proofmark")
    }
    /// What is said in JSON, which fits the schemas.
    #[track_caller]
    fn json(&self, arguments: &[&str], status: i32) -> Value {
        let output = self.verify(&[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(status), "{}", text(&output));
        let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
        fits("verify", &object);
        for pair in object["pairs"].as_array().into_iter().flatten() {
            let mut answer = pair["answer"].clone();
            // What `recertify` says besides.
            let reuse = answer.as_object_mut().and_then(|a| a.remove("reuse"));
            assert!(pair["how"] != "recertified" || reuse.is_some());
            if !answer.is_null() {
                fits("certify", &answer);
            }
        }
        object
    }
    #[track_caller]
    fn says(&self, arguments: &[&str], status: i32, expected: &[&str]) -> String {
        let output = self.verify(arguments);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(status), "{said}");
        for expected in expected {
            assert!(said.contains(expected), "no {expected:?} in\n{said}");
        }
        said
    }
    /// `verdict/how` of each pair, in order.
    #[track_caller]
    fn became(&self, arguments: &[&str], status: i32, expected: &[&str]) -> Value {
        let object = self.json(arguments, status);
        assert_eq!(became(&object), expected, "{object:#}");
        object
    }
    fn certificates(&self) -> Vec<PathBuf> {
        files(&self.path(".proofmark/certificates"))
    }
}

#[track_caller]
fn fits(name: &str, object: &Value) {
    let path = root().join("docs/schema").join(name).with_extension("json");
    let schema = std::fs::read_to_string(path).expect("a schema");
    let schema = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors = validator.iter_errors(object).map(|e| e.to_string());
    let errors: Vec<String> = errors.collect();
    assert!(errors.is_empty(), "{name}: {errors:?}\n{object:#}");
}

fn became(object: &Value) -> Vec<String> {
    let pairs = object["pairs"].as_array().expect("pairs").iter();
    let short = |pair: &Value| match pair["how"].as_str() {
        Some(how) => format!("{}/{how}", pair["verdict"].as_str().unwrap_or("")),
        None => pair["verdict"].as_str().unwrap_or("").to_owned(),
    };
    pairs.map(short).collect()
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.sort();
    files
}

const CERTIFIED: &str = "certified/certified";
const RECERTIFIED: &str = "certified/recertified";
const UNCHANGED: &str = "certified/unchanged";
const KNOWN: &str = "certified/known";

#[test]
fn only_what_has_changed_is_certified_again() {
    let desk = Desk::new();
    let first = desk.became(&[], 0, &[CERTIFIED, CERTIFIED]);
    let again = desk.became(&[], 0, &[UNCHANGED, UNCHANGED]);
    let held = &again["pairs"][1];
    assert!(desk
        .path(held["certificate"].as_str().expect("one"))
        .exists());
    assert_eq!(held["ledger"][0]["kind"], "concurrency");
    // A comment, in a header that is included, changes nothing; a macro of it does.
    desk.write("include/driver.h", format!("/* so */\n{HEADER}"));
    desk.became(&[], 0, &[UNCHANGED, UNCHANGED]);
    desk.write("include/driver.h", HEADER.replace("ROUNDS 2", "ROUNDS 3"));
    let changed = desk.became(&[], 0, &[RECERTIFIED, RECERTIFIED]);
    let copied = &changed["pairs"][1]["answer"]["reuse"]["obligations"]["copied"];
    assert!(copied.as_u64() > Some(0), "{changed:#}");
    let changes = changed["pairs"][1]["changes"].to_string();
    assert!(changes.contains("function main"), "{changes}");
    // Times stand beside those of before.
    let first = &first["pairs"][1];
    assert!(first["old_seconds"].is_null(), "{first:#}");
    let seconds = |pair: &Value, name: &str| pair[name].as_f64().expect("seconds");
    let before = seconds(&changed["pairs"][1], "old_seconds");
    assert!(
        (before - seconds(first, "seconds")).abs() < 0.002,
        "{before}"
    );
    assert!(held["old_seconds"].is_null(), "{held:#}");
    // So does the rule, for its pairs.
    desk.write("locks.spec", RULE.replace("taken == 1 }", "taken != 0 }"));
    let changed = desk.became(&[], 0, &[UNCHANGED, RECERTIFIED]);
    assert_eq!(changed["pairs"][1]["changes"][0], "the rule");
    // What there was before is still there.
    desk.write("locks.spec", RULE);
    desk.write("include/driver.h", HEADER);
    desk.became(&[], 0, &[KNOWN, KNOWN]);
    desk.says(
        &[],
        0,
        &[
            "unchanged, re-checked",
            "2 pairs: 2 certified",
            "assuming: concurrency, events, external (",
        ],
    );
    assert_eq!(desk.certificates().len(), 5);
    desk.says(&["--clean"], 0, &["removed from the store: 3"]);
    desk.became(&[], 0, &[UNCHANGED, UNCHANGED]);
    // The program depends on nothing that the store holds about another ABI.
    desk.write(
        "proofmark.toml",
        PROJECT.replace("-Iinc", "-D_X\", \"-Iinc"),
    );
    desk.became(&[], 0, &[UNCHANGED, UNCHANGED]);
    let other = "arguments = [\"-Iinclude\"]\nabi = \"ilp32\"\nlimits.inline = 1000";
    desk.write(
        "proofmark.toml",
        PROJECT.replace("arguments = [\"-Iinclude\"]", other),
    );
    desk.became(&[], 0, &[CERTIFIED, CERTIFIED]);
}

/// What is kept is what `certify --resumable` writes, and what a consumer checks.
#[test]
fn certificates_are_the_ordinary_ones() {
    let desk = Desk::new();
    let object = desk.became(&["--jobs", "2"], 0, &[CERTIFIED, CERTIFIED]);
    let kept = desk.path(object["pairs"][1]["certificate"].as_str().expect("one"));
    let run = |name: &str, arguments: &[&str]| {
        let mut command = Command::new(Commands::get().path(name));
        let output = command
            .current_dir(desk.0.path())
            .args(arguments)
            .output()
            .expect("ran");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    };
    let program = [
        "driver.c",
        "--spec",
        "locks.spec",
        "-o",
        "own.cert",
        "--",
        "-Iinclude",
    ];
    run(
        "proofmark",
        &[["certify", "--resumable"].as_slice(), &program].concat(),
    );
    let bytes = |path: &Path| std::fs::read(path).expect("read");
    assert_eq!(bytes(&kept), bytes(&desk.path("own.cert")));
    let kept = kept.display().to_string();
    let checked = [
        "driver.c",
        kept.as_str(),
        "--spec",
        "locks.spec",
        "--",
        "-Iinclude",
    ];
    run("proofmark-check", &checked);
}

#[test]
fn a_violation_comes_with_its_execution() {
    let desk = Desk::new();
    desk.became(&[], 0, &[CERTIFIED, CERTIFIED]);
    desk.write("include/driver.h", HEADER.replace("GIVES 1", "GIVES 0"));
    let object = desk.became(&[], 1, &["violated", "violated"]);
    assert_eq!(object["pairs"][0]["answer"]["trace"][0]["function"], "main");
    desk.says(
        &["--junit", "out.xml"],
        1,
        &[
            "driver, main, locks:\n  violated:",
            "driver.c:5",
            "2 violated",
        ],
    );
    // A pair that is violated once is not forgiven.
    desk.became(&[], 1, &["violated", "violated"]);
    assert_eq!(
        junit(&desk.path("out.xml")),
        "2 2 0 0\ndriver.main errors failure violated\ndriver.main locks failure violated\n"
    );
    // Long traces are cut, and it is said how to see them.
    let steps: String = (1..30)
        .map(|n| format!("int x{n} = x{} + 1;\n", n - 1))
        .collect();
    let start = "void reach_error(void); int nondet(void);\nint main(void) {\nint x0 = nondet();\n";
    let end = "if (x29 == 30) reach_error(); return 0; }\n";
    desk.write("driver.c", format!("{start}{steps}{end}"));
    let said = desk.says(&[], 1, &["lines)", "all of it: proofmark certify"]);
    let line = said
        .lines()
        .find_map(|l| l.split_once("all of it: "))
        .expect("a command")
        .1;
    let words: Vec<&str> = line.split(' ').skip(1).collect();
    let mut command = Command::new(Commands::get().path("proofmark"));
    let output = command
        .current_dir(desk.0.path())
        .args(words)
        .output()
        .expect("ran");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
}

/// The counts and the cases of a document, read by somebody else's parser.
fn junit(path: &Path) -> String {
    const READ: &str = "import sys, xml.etree.ElementTree as tree
top = tree.parse(sys.argv[1]).getroot()
print(*(top.get(name) for name in ('tests', 'failures', 'errors', 'skipped')))
for case in top.iter('testcase'):
    print(case.get('classname'), case.get('name'),
          *(f'{child.tag} {child.get(\"type\")}' for child in case))
";
    let mut python = Command::new("python3");
    let output = python
        .args(["-c", READ])
        .arg(path)
        .output()
        .expect("python");
    assert!(output.status.success(), "{}", text(&output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn each_verdict_has_its_status_and_the_worst_counts() {
    let desk = Desk::new();
    desk.write("hard.c", ENDLESS);
    desk.write("wrong.c", "int main(void) { return }");
    let bad = "void reach_error(void); int main(void) { reach_error(); }";
    desk.write("bad.c", bad);
    let none = "GLOBAL int x; EVENT { PATTERN { absent(); } ASSERT { x } }";
    desk.write("none.spec", none);
    let program = |name: &str| {
        format!("[[program]]\nname = \"{name}\"\nfiles = [\"{name}.c\"]\nlimits.time = 1\n")
    };
    let project = |programs: &[&str], rules: &str| {
        let driver = "[[program]]\nname = \"driver\"\nfiles = [\"driver.c\"]\n\
                      arguments = [\"-Iinclude\"]\n";
        let programs: String = programs.iter().map(|name| program(name)).collect();
        desk.write("proofmark.toml", format!("{driver}{programs}{rules}"));
    };
    let errors = "[[rule]]\nname = \"errors\"\nbuilt-in = true\n";
    let none = "[[rule]]\nname = \"none\"\nspecifications = [\"none.spec\"]\n";
    let locks = "[[rule]]\nname = \"locks\"\nspecifications = [\"locks.spec\"]\n";
    project(&["hard"], errors);
    desk.became(&[], 2, &[CERTIFIED, "unknown"]);
    project(&["hard", "wrong"], errors);
    desk.became(&["--jobs", "3"], 3, &[UNCHANGED, "unknown", "bad-input"]);
    project(&["bad", "wrong"], errors);
    let all = [UNCHANGED, "violated", "bad-input"];
    let object = desk.became(&["--junit", "out.xml"], 1, &all);
    assert_eq!(object["removed"][0]["program"], "hard");
    let shown = "3 1 1 0\ndriver.main errors\nbad.main errors failure violated\n\
                 wrong.main errors error bad-input\n";
    assert_eq!(junit(&desk.path("out.xml")), shown);
    // Programs may be chosen.
    desk.became(&["wrong"], 3, &["bad-input"]);
    desk.became(&["driver"], 0, &[UNCHANGED]);
    desk.says(
        &["nobody"],
        3,
        &["no program `nobody`", "driver, bad, wrong"],
    );
    // What a good verdict does not say is said.
    desk.write("bad.c", "int main(void) { return 0; }");
    project(&["bad"], errors);
    desk.says(
        &[],
        0,
        &["note: bad, main, errors: no statement of the program can be the error"],
    );
    // A rule for all programs need not be about all of them, but about one.
    project(&["bad"], locks);
    desk.became(&["--forget"], 0, &[CERTIFIED, "not-applicable"]);
    project(&["bad"], &format!("{locks}{none}"));
    let expected = [
        UNCHANGED,
        "not-applicable",
        "not-applicable",
        "not-applicable",
    ];
    let object = desk.became(&[], 4, &expected);
    assert_eq!(object["verdict"], "not-applicable");
    let warning = "the rule `none` is not applicable to any of its programs";
    assert_eq!(object["warnings"][0], warning);
    desk.says(&[], 4, &[warning, "driver, main, none:\n  not applicable"]);
    desk.became(&["driver"], 0, &[UNCHANGED, "not-applicable"]);
    // What nobody demands any more goes.
    project(&[], errors);
    let object = desk.became(&["--memory", "512", "--clean"], 0, &[KNOWN]);
    assert_eq!(object["cleaned"], 1);
}

#[test]
fn the_store_is_not_believed() {
    let desk = Desk::new();
    desk.became(&[], 0, &[CERTIFIED, CERTIFIED]);
    let certificates = desk.certificates();
    let [one, two] = certificates.as_slice() else {
        panic!("{certificates:?}");
    };
    let bytes = [one, two].map(|path| std::fs::read(path).expect("read"));
    let middle = bytes[0].len() / 2;
    let mut flipped = bytes[0].clone();
    flipped[middle] ^= 1;
    let forged = [
        flipped,
        bytes[0][..middle].to_vec(),
        Vec::new(),
        b"no certificate".to_vec(),
        // A certificate about something else, under the name of this one.
        bytes[1].clone(),
    ];
    for forged in forged {
        std::fs::write(one, &forged).expect("written");
        let object = desk.json(&[], 0);
        let mut hows = became(&object);
        hows.sort();
        assert_eq!(hows, [CERTIFIED, UNCHANGED]);
        assert_eq!(
            std::fs::read(one).expect("read"),
            bytes[0],
            "it is made again"
        );
    }
    std::fs::write(one, b"damaged").expect("written");
    desk.says(
        &["-q"],
        0,
        &["what the store had is no certificate of it, and was replaced"],
    );
    // What a changed program starts from may be anything.
    for (rounds, old) in [(3, "damaged"), (4, ""), (5, "\0\0\0\0")] {
        for path in [one, two] {
            std::fs::write(path, old).expect("written");
        }
        desk.write("include/driver.h", HEADER.replace('2', &rounds.to_string()));
        desk.became(&[], 0, &[CERTIFIED, CERTIFIED]);
        desk.write("include/driver.h", HEADER);
        let object = desk.json(&[], 0);
        assert!(object["pairs"][0]["refused"].is_string(), "{object:#}");
    }
    // A certificate of the program before its bug does not help the program with the bug.
    desk.write("include/driver.h", HEADER.replace("GIVES 1", "GIVES 0"));
    let object = desk.became(&[], 1, &["violated", "violated"]);
    assert_eq!(object["pairs"][0]["certificate"], Value::Null);
    desk.write("include/driver.h", HEADER);
    // Records say what was demanded, and decide nothing.
    for record in files(&desk.path(".proofmark/pairs")) {
        std::fs::write(&record, b"{\"pair\": 7}").expect("written");
    }
    desk.became(&[], 0, &[KNOWN, KNOWN]);
    desk.became(&[], 0, &[UNCHANGED, UNCHANGED]);
    std::fs::remove_dir_all(desk.path(".proofmark/certificates")).expect("removed");
    desk.became(&[], 0, &[CERTIFIED, CERTIFIED]);
    desk.write(".proofmark/format", "proofmark store 99\n");
    desk.says(&[], 3, &["store of another version"]);
}

/// What comes with a project may be links to files of its user.
#[test]
fn nothing_is_written_through_links() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new();
    desk.became(&[], 0, &[CERTIFIED, CERTIFIED]);
    desk.write("victim", "mine");
    let pair = files(&desk.path(".proofmark/pairs")).remove(0);
    let certificate = desk.certificates().remove(0);
    for path in [&pair, &certificate] {
        std::fs::remove_file(path).expect("removed");
        symlink(desk.path("victim"), path).expect("linked");
    }
    let object = desk.json(&[], 0);
    assert!(
        became(&object).contains(&CERTIFIED.to_owned()),
        "{object:#}"
    );
    assert_eq!(std::fs::read(desk.path("victim")).expect("read"), b"mine");
    assert!(!certificate.is_symlink() && !pair.is_symlink());
    desk.says(&["--junit", "driver.c"], 3, &["it is an input"]);
    desk.says(&["--junit", "locks.spec"], 3, &["it is an input"]);
    let store = desk.path(".proofmark");
    std::fs::remove_dir_all(&store).expect("removed");
    std::fs::create_dir(desk.path("elsewhere")).expect("made");
    symlink(desk.path("elsewhere"), &store).expect("linked");
    desk.says(&[], 3, &["is no directory"]);
    assert!(files(&desk.path("elsewhere")).is_empty());
}

#[test]
fn what_is_no_longer_demanded_is_reported() {
    let desk = Desk::new();
    desk.became(&[], 0, &[CERTIFIED, CERTIFIED]);
    let without = PROJECT
        .split("[[rule]]\nname = \"locks\"")
        .next()
        .expect("a part");
    desk.write("proofmark.toml", without);
    for _ in 0..2 {
        let object = desk.became(&[], 0, &[UNCHANGED]);
        assert_eq!(object["removed"][0]["rule"], "locks");
    }
    let warning = "warning: driver, main, locks: was demanded, and is no longer";
    desk.says(&["-q"], 0, &[warning]);
    let said = desk.says(&["--forget"], 0, &[]);
    assert!(!said.contains("warning"), "{said}");
    assert_eq!(desk.json(&[], 0)["removed"], Value::Array(Vec::new()));
    // It is demanded again, and its certificate is still there.
    desk.write("proofmark.toml", PROJECT);
    desk.became(&[], 0, &[UNCHANGED, KNOWN]);
}

/// A project with quick programs, and one that takes for ever.
fn long() -> Desk {
    let desk = Desk::new();
    desk.write("endless.c", ENDLESS);
    let endless = "[[program]]\nname = \"endless\"\nfiles = [\"endless.c\"]\n";
    desk.write("proofmark.toml", format!("{PROJECT}{endless}"));
    desk
}

/// A process and all below it, whichever of its threads started them.
fn tree(id: u32) -> Vec<u32> {
    let mut out = vec![id];
    for thread in files(Path::new(&format!("/proc/{id}/task"))) {
        let children = std::fs::read_to_string(thread.join("children")).unwrap_or_default();
        let children = children.split_whitespace().filter_map(|id| id.parse().ok());
        out.extend(children.flat_map(tree));
    }
    out
}

#[track_caller]
fn until_the_endless_one(desk: &Desk, command: &Child) -> Vec<u32> {
    let both = || (desk.certificates().len() == 2).then_some(());
    wait_for(both).expect("the certificates of the quick ones");
    // The command, the process that guards, and the one that works.
    let all = || Some(tree(command.id())).filter(|all| all.len() >= 3);
    wait_for(all).expect("the processes of the endless one")
}

#[track_caller]
fn all_gone(processes: &[u32]) {
    for id in processes {
        let gone = wait_for(|| (!alive(*id)).then_some(()));
        assert!(gone.is_some(), "{id} is left");
    }
}

#[test]
fn interrupted_work_goes_on_where_it_was() {
    let desk = long();
    let started = desk.command(&["--jobs", "1", "--json"]).spawn();
    let command = started.expect("proofmark");
    let processes = until_the_endless_one(&desk, &command);
    signal("INT", command.id());
    let output = command.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
    fits("verify", &object);
    // The last one was not begun.
    let expected = [CERTIFIED, CERTIFIED, "unknown", "unknown"];
    assert_eq!(became(&object), expected);
    for pair in 2..4 {
        let reason = &object["pairs"][pair]["answer"]["reason"];
        assert_eq!(reason, "interrupted", "{object:#}");
    }
    all_gone(&processes);
    assert_eq!(desk.certificates().len(), 2, "and nothing half-written");
    // Killed, it leaves no process either, and no work is lost.
    let started = desk.command(&["--jobs", "1"]).spawn();
    let command = started.expect("proofmark");
    let processes = until_the_endless_one(&desk, &command);
    signal("KILL", command.id());
    drop(command.wait_with_output());
    all_gone(&processes);
    desk.became(&["driver"], 0, &[UNCHANGED, UNCHANGED]);
}

#[test]
fn two_at_the_same_time_do_not_disturb_each_other() {
    let desk = Desk::new();
    let start = || desk.command(&["--json"]).spawn().expect("proofmark");
    let both = [start(), start(), start()];
    for command in both {
        let output = command.wait_with_output().expect("ended");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
        assert_eq!(object["verdict"], "certified");
    }
    desk.became(&[], 0, &[UNCHANGED, UNCHANGED]);
    assert_eq!(desk.certificates().len(), 2);
}

/// The blocks of a language in the documentation.
fn documented(language: &str) -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/projects.md")).expect("the page");
    let start = format!("```{language}\n");
    let blocks = page.split(start.as_str()).skip(1);
    blocks
        .filter_map(|rest| Some(rest.split_once("```")?.0.to_owned()))
        .collect()
}

/// A shell in the directory, in which `proofmark` is this one.
fn shell(desk: &Desk, script: &str) -> Output {
    let commands = Commands::get().path("");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("/bin/sh");
    command
        .current_dir(desk.0.path())
        .env("PATH", format!("{}:{path}", commands.display()));
    let temporary = desk.path(".git/temporary");
    std::fs::create_dir_all(&temporary).expect("made");
    command.env("TMPDIR", temporary);
    // Nothing of the user's, and nothing of a repository that this test runs in.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") {
            command.env_remove(name);
        }
    }
    let identity = ["AUTHOR", "COMMITTER"];
    for who in identity {
        command.env(format!("GIT_{who}_NAME"), "A B");
        command.env(format!("GIT_{who}_EMAIL"), "a@example.org");
    }
    command.env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env("GIT_CONFIG_NOSYSTEM", "1");
    command.args(["-c", script]).output().expect("a shell")
}

#[test]
fn the_documented_hook_lets_only_what_is_certified_pass() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let made = shell(&desk, "git init -q . && git add .");
    assert!(made.status.success(), "{}", text(&made));
    let hooks = documented("sh");
    assert_eq!(hooks.len(), 1, "one hook is documented");
    desk.write(".git/hooks/pre-commit", &hooks[0]);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(desk.path(".git/hooks/pre-commit"), mode).expect("executable");
    let commit = |status: i32, expected: &str| {
        let output = shell(&desk, "git commit -qm one");
        let said = text(&output);
        assert_eq!(output.status.code(), Some(status), "{said}");
        assert!(said.contains(expected), "{said}");
    };
    commit(0, "2 pairs: 2 certified");
    // What counts is what is committed, and the store is beside the working tree.
    let bad = HEADER.replace("GIVES 1", "GIVES 0");
    desk.write("include/driver.h", &bad);
    assert!(shell(&desk, "git add . && git status --short")
        .stdout
        .starts_with(b"M  include"));
    desk.write("include/driver.h", HEADER);
    commit(1, "2 violated");
    desk.write("driver.c", format!("{DRIVER}/* more */\n"));
    assert!(shell(&desk, "git add .").status.success());
    desk.write("include/driver.h", bad);
    commit(0, "2 pairs: 2 certified (2 of them re-checked)");
    let left = files(&desk.path(".git/temporary"));
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_documented_recipe_for_ci_runs() {
    let recipes = documented("yaml");
    assert_eq!(recipes.len(), 1, "one recipe is documented");
    let runs: Vec<&str> = recipes[0]
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- run: "))
        .collect();
    assert_eq!(runs.len(), 1, "{runs:?}");
    let desk = Desk::new();
    for expected in ["(0 of them re-checked)", "(2 of them re-checked)"] {
        let output = shell(&desk, runs[0]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        assert!(text(&output).contains(expected), "{}", text(&output));
    }
    let result = "2 0 0 0\ndriver.main errors\ndriver.main locks\n";
    assert_eq!(junit(&desk.path("proofmark.xml")), result);
    assert!(recipes[0].contains("path: proofmark.xml") && desk.path(".proofmark").exists());
}

/// What the page shows as a project file is one.
#[test]
fn the_documented_project_file_is_one() {
    let desk = Desk::new();
    let project = documented("toml").remove(0);
    desk.write("proofmark.toml", &project);
    desk.write(
        "build/compile_commands.json",
        r#"[{"directory": "..",
        "file": "driver/driver.c", "arguments": ["cc", "-c", "driver/driver.c"]}]"#,
    );
    let ring = "void reach_error(void); int size(void); int nondet(void);".to_owned()
        + &"\n".repeat(18)
        + "int main(void) { int count = nondet();\nif (count > 3) count = 3;\nif (count > 4) reach_error();\nreturn size(); }";
    desk.write("ring.c", ring);
    desk.write("list.c", "int size(void) { return SIZE; }");
    let driver = "void take(void) {} void give(void) {}\n\
                  int probe(void) { take(); give(); return 0; } void remove(void) {}\n";
    desk.write("driver/driver.c", driver);
    desk.write("rules/locks.spec", RULE);
    desk.write("rules/irq.spec", RULE);
    let object = desk.json(&[], 0);
    let pairs: Vec<String> = object["pairs"]
        .as_array()
        .expect("pairs")
        .iter()
        .map(|pair| format!("{} {} {}", pair["program"], pair["entry"], pair["rule"]))
        .collect();
    let expected = [
        r#""ring" "main" "errors""#,
        r#""driver" "probe" "errors""#,
        r#""driver" "probe" "locks""#,
        r#""driver" "remove" "errors""#,
        r#""driver" "remove" "locks""#,
    ];
    assert_eq!(pairs, expected, "{object:#}");
}

/// Copies a directory.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("made");
    for path in files(from) {
        let to = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &to),
            false => drop(std::fs::copy(&path, &to).expect("copied")),
        }
    }
}

/// The walkthrough of the example, command by command.
#[test]
fn the_example_shows_what_it_says() {
    let desk = Desk::new();
    for directory in ["examples/project", "specs"] {
        copy(&root().join(directory), &desk.path(directory));
    }
    let _ = std::fs::remove_dir_all(desk.path("examples/project/.proofmark"));
    let page = std::fs::read_to_string(root().join("examples/project/README.md")).expect("there");
    let commands = page.lines().filter_map(|line| line.strip_prefix("    "));
    let (changes, mut said): (Vec<&str>, Vec<(Option<i32>, String)>) =
        (commands.skip(1).collect(), Vec::new());
    for command in changes {
        let output = shell(&desk, &format!("cd examples/project && {command}"));
        match command == "proofmark verify" {
            true => said.push((output.status.code(), text(&output))),
            false => assert!(output.status.success(), "{command}: {}", text(&output)),
        }
    }
    let expected = [
        (0, "7 pairs: 7 certified (0 of them re-checked)"),
        (0, "7 pairs: 7 certified (7 of them re-checked)"),
        (0, "7 pairs: 7 certified (7 of them re-checked)"),
        (0, "7 pairs: 7 certified (4 of them re-checked)"),
        (1, "7 pairs: 6 certified (3 of them re-checked), 1 violated"),
        (0, "warning: reader, main, no-lock-at-return: was demanded"),
    ];
    assert_eq!(said.len(), expected.len(), "{said:#?}");
    for ((status, said), (wanted, expected)) in said.iter().zip(expected) {
        assert_eq!(*status, Some(wanted), "{said}");
        assert!(said.contains(expected), "no {expected:?} in\n{said}");
    }
    assert!(
        said[3]
            .1
            .contains(" proofs reused (changed: function main (reader.c:6)"),
        "{}",
        said[3].1
    );
    assert!(
        said[4].1.contains("FINAL { lock_at_return == 0 }"),
        "{}",
        said[4].1
    );
}

/// A command that watches, and the objects that it prints.
struct Watching {
    command: Child,
    objects: Receiver<Value>,
}

impl Watching {
    fn start(desk: &Desk) -> Watching {
        let mut command = desk
            .command(&["--watch", "--json", "--junit", "out.xml"])
            .stderr(Stdio::null())
            .spawn()
            .expect("proofmark");
        let (sender, objects) = channel();
        let out = BufReader::new(command.stdout.take().expect("piped"));
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let object = serde_json::from_str(&line).expect("an object on a line");
                if sender.send(object).is_err() {
                    return;
                }
            }
        });
        Watching { command, objects }
    }

    /// Waits until the verdicts are these. What is written in two steps may be seen in between.
    #[track_caller]
    fn says(&self, verdict: &str) -> Value {
        let patience = Duration::from_secs(60);
        loop {
            let object = self.objects.recv_timeout(patience);
            let object = object.unwrap_or_else(|_| panic!("never {verdict}"));
            fits("verify", &object);
            if object["verdict"] == verdict {
                return object;
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.command.kill();
        let _ = self.command.wait();
    }
}

#[test]
fn what_depends_on_a_change_is_verified_again() {
    let desk = Desk::new();
    let mut watching = Watching::start(&desk);
    watching.says("certified");
    // A header.
    desk.write("include/driver.h", HEADER.replace("GIVES 1", "GIVES 0"));
    watching.says("violated");
    // One that takes the place of another, as editors write.
    desk.write("include/new.h", HEADER);
    let new = desk.path("include/new.h");
    std::fs::rename(new, desk.path("include/driver.h")).expect("renamed");
    let before = watching.says("certified");
    // A rule concerns its own pairs only.
    desk.write("locks.spec", RULE.replace("taken == 0", "taken == 1"));
    let after = watching.says("violated");
    assert_eq!(before["pairs"][0], after["pairs"][0], "the same run");
    assert_eq!(after["pairs"][1]["verdict"], "violated");
    desk.write("locks.spec", RULE);
    watching.says("certified");
    // The project file: wrong, and right again, and with another program.
    desk.write("proofmark.toml", "program = 7");
    assert_eq!(watching.says("bad-input")["code"], "project");
    let other = "[[program]]\nname = \"other\"\nfiles = [\"other.c\"]\n";
    desk.write("proofmark.toml", PROJECT.to_owned() + other);
    assert_eq!(watching.says("bad-input")["code"], "project");
    desk.write(
        "other.c",
        "#include \"more.h\"\nint main(void) { return MORE; }",
    );
    // Its header is missing, and then there.
    let object = watching.says("bad-input");
    assert_eq!(object["pairs"][2]["verdict"], "bad-input", "{object:#}");
    assert_eq!(object["pairs"][0]["how"], "unchanged");
    desk.write("more.h", "#define MORE 0\n");
    watching.says("certified");
    std::fs::remove_file(desk.path("more.h")).expect("removed");
    watching.says("bad-input");
    desk.write("more.h", "#define MORE 1\n");
    watching.says("certified");
    // So is a directory.
    std::fs::remove_dir_all(desk.path("include")).expect("removed");
    watching.says("bad-input");
    desk.write("include/driver.h", HEADER);
    watching.says("certified");
    desk.write("include/driver.h", HEADER.replace("GIVES 1", "GIVES 0"));
    watching.says("violated");
    desk.write("include/driver.h", HEADER);
    watching.says("certified");
    // Nothing more is said, and the end is the last answer.
    let quiet = watching.objects.recv_timeout(Duration::from_millis(700));
    assert!(quiet.is_err(), "{quiet:?}");
    signal("INT", watching.command.id());
    let ended = wait_for(|| watching.command.try_wait().expect("a child"));
    assert_eq!(ended.expect("it ends").code(), Some(0));
    assert!(junit(&desk.path("out.xml")).starts_with("4 0 0 1\n"));
}
