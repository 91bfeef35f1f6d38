//! `proofmark verify`: what a project file demands is certified, kept, and found again; nothing
//! that the store holds is believed.

use proofmark_tests::desk::*;
use proofmark_tests::{text, Commands};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

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
            .current_dir(desk.directory())
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
        .current_dir(desk.directory())
        .args(words)
        .output()
        .expect("ran");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
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
