//! What users get wrong: each mistake has exit status 3 and a message that says what to do about
//! it.

use proofmark_tests::{root, text, Commands};
use std::path::PathBuf;
use std::process::Output;

const SAFE: &str = "examples/locking/safe.c";

struct Directory(tempfile::TempDir);

impl Directory {
    fn new() -> Directory {
        Directory(tempfile::tempdir().expect("a directory"))
    }
    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
    fn file(&self, name: &str, contents: &[u8]) -> String {
        std::fs::write(self.0.path().join(name), contents).expect("written");
        self.path(name)
    }
}

#[track_caller]
fn bad(output: &Output, expected: &str) {
    let message = text(output);
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(
        message.contains(expected),
        "{expected:?} is not in:\n{message}"
    );
    assert!(!message.contains("panicked"), "{message}");
}

#[test]
fn programs() {
    let directory = Directory::new();
    let certify = |file: &str| Commands::get().proofmark(&["certify", file]);
    bad(&certify(&directory.path("missing.c")), "missing.c");
    bad(&certify(&directory.file("empty.c", b"")), "empty.c");
    bad(
        &certify(&directory.file("junk.c", &[0xFF, 0xFE, 0, 1, 2, 3])),
        "junk.c",
    );
    bad(
        &certify(&directory.file("syntax.c", b"int main(void) { return 0 }\n")),
        "syntax.c",
    );
    bad(
        &certify(&directory.file(
            "header.c",
            b"#include \"nowhere.h\"\nint main(void) { return 0; }\n",
        )),
        "nowhere.h",
    );
    bad(&certify(&directory.path("")), "directory");
    bad(
        &Commands::get().proofmark(&[
            "certify",
            SAFE,
            "--entry",
            "nowhere",
            "-o",
            &directory.path("x.cert"),
        ]),
        "nowhere",
    );
}

#[test]
fn usage() {
    bad(&Commands::get().proofmark(&[]), "Usage");
    bad(&Commands::get().proofmark(&["certify"]), "FILE");
    bad(
        &Commands::get().proofmark(&["certify", SAFE, "--arch", "pdp11"]),
        "pdp11",
    );
    bad(
        &Commands::get().proofmark(&["certify", SAFE, "--no-such-option"]),
        "--no-such-option",
    );
    bad(&Commands::get().check(&[SAFE]), "CERT");
    for help in [
        Commands::get().proofmark(&["--help"]),
        Commands::get().proofmark(&["certify", "--help"]),
        Commands::get().check(&["--help"]),
    ] {
        assert_eq!(help.status.code(), Some(0));
        assert!(text(&help).contains("Usage"));
    }
    assert!(text(&Commands::get().check(&["--help"])).contains("Exit status"));
    assert!(text(&Commands::get().proofmark(&["--help"])).contains("Examples:"));
}

#[test]
fn certificates() {
    let directory = Directory::new();
    let junk = directory.file("junk.cert", b"junk");
    bad(
        &Commands::get().check(&[SAFE, &directory.path("missing.cert")]),
        "missing.cert",
    );
    bad(
        &Commands::get().proofmark(&["explain", &directory.path("missing.cert"), SAFE]),
        "missing.cert",
    );
    bad(
        &Commands::get().proofmark(&["explain", &junk, SAFE]),
        "not a certificate",
    );
    bad(
        &Commands::get().proofmark(&["export", &junk, SAFE, "--format", "smt2"]),
        "not a certificate",
    );
    // For the consumer a file that is no certificate is a rejection, not a mistake of his own.
    let output = Commands::get().check(&[SAFE, &junk]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
}

#[test]
fn policies() {
    let directory = Directory::new();
    let file = "tests/programs/safe/aliases.c";
    let certificate = directory.path("a.cert");
    let check = |policy: &str| Commands::get().check(&[file, &certificate, "--policy", policy]);
    let certify = |policy: &str| {
        Commands::get().proofmark(&["certify", file, "-o", &certificate, "--policy", policy])
    };
    let harmless = directory.file(
        "harmless.toml",
        b"# nothing of ours\ndeny = ['inline-asm', \"floating-point\"]\n",
    );
    let output = certify(&harmless);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert_eq!(check(&harmless).status.code(), Some(0));
    assert_eq!(
        check(&directory.file("empty.toml", b"")).status.code(),
        Some(0)
    );
    let strict = directory.file("strict.toml", b"deny = [\"in-bounds\"]\n");
    let output = check(&strict);
    assert!(
        output.status.code() == Some(1) && text(&output).contains("in-bounds"),
        "{}",
        text(&output)
    );
    bad(&certify(&strict), "denied: in-bounds");
    // A policy that would not do what it seems to do is refused, with its place.
    for (name, contents, expected) in [
        (
            "kind.toml",
            "deny = [\n  'in-bounds',\n  'in-bound',\n]\n",
            "kind.toml:3:3",
        ),
        ("key.toml", "deny = []\ndney = ['in-bounds']\n", "dney"),
        ("syntax.toml", "deny = ['in-bounds'\n", "line 2"),
        ("type.toml", "deny = 'in-bounds'\n", "line 1"),
        ("element.toml", "deny = [1]\n", "line 1"),
    ] {
        let policy = directory.file(name, contents.as_bytes());
        bad(&check(&policy), expected);
        bad(&certify(&policy), expected);
    }
    bad(&check(&directory.path("missing.toml")), "missing.toml");
    bad(
        &Commands::get().check(&[file, &certificate, "--deny", "in-bound"]),
        "in-bounds",
    );
    bad(
        &Commands::get().proofmark(&["certify", file, "--deny", "in-bound"]),
        "in-bounds",
    );
}

#[test]
fn outputs() {
    let directory = Directory::new();
    let certify = |output: &str| Commands::get().proofmark(&["certify", SAFE, "-o", output]);
    bad(
        &certify(&directory.path("no/such/directory/a.cert")),
        "directory",
    );
    bad(&certify(&directory.path("")), "directory");
    let good = directory.path("a.cert");
    let output = certify(&good);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    // Nothing but the certificate is left behind.
    let names: Vec<PathBuf> = std::fs::read_dir(directory.0.path())
        .expect("a directory")
        .filter_map(|e| Some(e.ok()?.path()))
        .collect();
    assert_eq!(names, [PathBuf::from(&good)]);
}

#[test]
fn answers_for_scripts() {
    let directory = Directory::new();
    let certificate = directory.path("a.cert");
    let json = |output: Output| -> serde_json::Value {
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", text(&output)))
    };
    let certified =
        json(Commands::get().proofmark(&["certify", SAFE, "-o", &certificate, "--json"]));
    assert_eq!(certified["verdict"], "certified");
    assert!(
        certified["bytes"].as_u64().is_some_and(|n| n > 100),
        "{certified}"
    );
    let accepted = json(Commands::get().check(&["--json", SAFE, &certificate]));
    assert_eq!(accepted["verdict"], "accepted");
    assert_eq!(accepted["report"]["obligations"], certified["obligations"]);
    let rejected =
        json(Commands::get().check(&["--json", "examples/locking/buggy.c", &certificate]));
    assert_eq!(
        (&rejected["verdict"], &rejected["code"]),
        (&"rejected".into(), &"program".into())
    );
    let violated = json(Commands::get().proofmark(&[
        "certify",
        "--json",
        "examples/locking/buggy.c",
        "-o",
        &directory.path("b.cert"),
    ]));
    assert_eq!(violated["verdict"], "violated");
    assert!(
        violated["trace"]
            .as_array()
            .is_some_and(|lines| lines.len() > 3),
        "{violated}"
    );
    assert!(!root().join("examples/locking/buggy.c.cert").exists());
    let explained = json(Commands::get().proofmark(&["explain", "--json", &certificate, SAFE]));
    assert!(
        explained["invariants"]
            .as_array()
            .is_some_and(|list| !list.is_empty()),
        "{explained}"
    );
    let bad = json(Commands::get().proofmark(&["certify", "--json", &directory.path("missing.c")]));
    assert_eq!(bad["verdict"], "bad-input");
}

#[test]
fn quiet_means_quiet() {
    let directory = Directory::new();
    let certificate = directory.path("a.cert");
    let output = Commands::get().proofmark(&["certify", "-q", SAFE, "-o", &certificate]);
    assert!(
        output.status.success() && text(&output).is_empty(),
        "{}",
        text(&output)
    );
    let output = Commands::get().check(&["-q", SAFE, &certificate]);
    assert!(
        output.status.success() && text(&output).is_empty(),
        "{}",
        text(&output)
    );
}

#[test]
fn programs_run() {
    let run = |file: &str, inputs: &str| {
        Commands::get()
            .proofmark(&["run", "--inputs", inputs, file])
            .status
            .code()
    };
    // new, then whether to unlock in the loop.
    assert_eq!(run("examples/locking/safe.c", "7,1,0"), Some(0));
    assert_eq!(run("examples/locking/buggy.c", "7,1"), Some(1));
    assert_eq!(run("examples/locking/buggy.c", "7,0"), Some(0));
    let output = Commands::get().proofmark(&[
        "run",
        "--inputs",
        "0",
        "frontend/tests/monitored/division.c",
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output).contains("division.c:6:") && text(&output).contains("`undefined-behaviour`"),
        "{}",
        text(&output)
    );
    assert_eq!(run("frontend/tests/monitored/division.c", "7"), Some(0));
}

#[test]
fn a_weak_and_another_definition_are_told_apart() {
    let directory = Directory::new();
    let (weak, strong) = (directory.path("weak.c"), directory.path("strong.c"));
    std::fs::write(&weak, "__attribute__((weak)) int f(void) { return 1; }\n").expect("a file");
    std::fs::write(
        &strong,
        "int f(void) { return 2; }\nint main(void) { return f(); }\n",
    )
    .expect("a file");
    for files in [[&weak, &strong], [&strong, &weak]] {
        let output = Commands::get().proofmark(&["certify", files[0], files[1]]);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(
            said.contains("`f` is defined twice, once as a weak symbol") && said.contains("linker"),
            "{said}"
        );
    }
}
