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

/// What is said of a program of two files, whichever comes first.
fn said_of_two(one: &str, other: &str) -> [String; 2] {
    let directory = Directory::new();
    let files = [directory.path("one.c"), directory.path("other.c")];
    for (file, text) in files.iter().zip([one, other]) {
        std::fs::write(file, text).expect("a file");
    }
    [[0, 1], [1, 0]].map(|[a, b]| {
        let output = Commands::get().proofmark(&["certify", &files[a], &files[b]]);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(3), "{said}");
        said
    })
}

#[test]
fn two_files_that_define_a_name_are_refused_with_both_places() {
    let main = "int main(void) { return 0; }\n";
    for (one, other, what) in [
        (
            "int x = 1;\n",
            "int x = 1;\n",
            "`x` is defined in two files",
        ),
        ("int x;\n", "int x;\n", "`x` is defined in two files"),
        ("int x = 1;\n", "int x;\n", "`x` is defined in two files"),
        (
            "int x[3];\n",
            "extern int x[];\nint x[3];\n",
            "`x` is defined in two files",
        ),
        (
            "extern int x = 2;\n",
            "int x;\n",
            "`x` is defined in two files",
        ),
        (
            "int f(void) { return 1; }\n",
            "int f(void) { return 1; }\n",
            "the function `f` is defined in two files",
        ),
        (
            "int f(void) { return 1; }\n",
            "inline int f(void) { return 1; }\n",
            "`f` is defined twice, in one of two files for inlining",
        ),
    ] {
        let both = said_of_two(&format!("{one}{main}"), other);
        for (said, place) in both.iter().zip(["one.c:1", "other.c:"]) {
            assert!(said.contains(what), "{said}");
            let first = said
                .lines()
                .any(|l| l.contains("the other definition") && l.contains(place));
            assert!(first, "{said}");
        }
    }
}

#[test]
fn types_of_two_files_that_differ_are_refused_where_they_meet() {
    let differ = "two files define `struct s` differently";
    let declared = "was declared with the type";
    let main = "int main(void) { return 0; }\n";
    for (one, other, what) in [
        (
            "struct s { int a; };\nextern struct s x;\n",
            "struct s { long a; };\nstruct s x;\n",
            differ,
        ),
        (
            "struct s { int a; };\nextern struct s x;\n",
            "struct s { int b; };\nstruct s x;\n",
            differ,
        ),
        (
            "struct s { int a, b; };\nextern struct s *x;\n",
            "struct s { int b, a; };\nstruct s *x;\n",
            differ,
        ),
        (
            "typedef struct { int v; } t;\nstruct s { t a; };\nextern struct s x;\n",
            "typedef struct { int w; } t;\nstruct s { t a; };\nstruct s x;\n",
            declared,
        ),
        (
            "struct s { const int *a; };\nextern struct s x;\n",
            "struct s { int *a; };\nstruct s x;\n",
            differ,
        ),
        (
            "struct s { int a; };\nextern struct s x;\n",
            "struct t { int a; };\nstruct t x;\n",
            declared,
        ),
        (
            "struct s { int a; };\nextern struct s x;\n",
            "struct { int a; } x;\n",
            declared,
        ),
        (
            "union s { int a; };\nextern union s x;\n",
            "struct s { int a; };\nstruct s x;\n",
            declared,
        ),
        ("extern long x;\n", "int x;\n", declared),
    ] {
        for said in said_of_two(&format!("{one}{main}"), other) {
            assert!(said.contains(what), "{said}");
        }
    }
}

#[test]
fn two_types_of_a_file_are_two() {
    // Another file has one type where this one has two: they stay two here.
    let two = "typedef struct { int v; } first;\ntypedef struct { int v; } second;\n\
               extern first x;\nextern second y;\nint main(void) { x = y; return x.v; }\n";
    for said in said_of_two(two, "typedef struct { int v; } only;\nonly x, y;\n") {
        assert!(said.contains("error: type"), "{said}");
    }
    // Compilers of the file that has two take their objects for different ones.
    let two = two.replace("x = y; return x.v", "return x.v + y.v");
    for said in said_of_two(&two, "typedef struct { int v; } only;\nonly x, y;\n") {
        let what = "`struct first` and `struct second` are one type in another file";
        assert!(said.contains(what), "{said}");
        assert!(
            said.contains("one.c:1") && said.contains("one.c:2"),
            "{said}"
        );
    }
}

#[test]
fn functions_of_two_files_take_the_same_structures() {
    let differ = "two files define `struct s` differently";
    let main = "int main(void) { return 0; }\n";
    // Functions are declared with it, here before one of the files says what it is.
    for one in [
        "struct s { int a; };\nint f(struct s *p);\n",
        "struct s;\nint f(struct s *p);\nstruct s { int a; };\n",
        "struct s { int a; };\nstruct box { struct s *p; };\nint f(struct box *b);\n",
        "struct s;\nextern struct s *x;\nstruct s { int a; };\n",
    ] {
        let other = "struct s { int a, b; };\nstruct box { struct s *p; };\n";
        let uses = match one {
            box_ if box_.contains("box") => "int f(struct box *b) { return b->p->b; }\n",
            object if object.contains("extern") => "struct s *x;\n",
            _ => "int f(struct s *p) { return p->b; }\n",
        };
        for said in said_of_two(&format!("{one}{main}"), &format!("{other}{uses}")) {
            assert!(said.contains(differ), "{said}");
            assert!(
                said.contains("other.c:1") && said.contains("one.c:"),
                "{said}"
            );
        }
    }
    // What a structure of two files is in a call is known where it is made.
    let result = "struct s { int a; };\nstruct s f(void);\nint main(void) { return f().a; }\n";
    let defined = "struct t { int a; };\nstruct t f(void) {\n  struct t t = {1};\n  return t;\n}\n";
    for said in said_of_two(result, defined) {
        let what = "`f` is declared here with another result than it is defined with";
        assert!(said.contains(what) && said.contains("other.c:5"), "{said}");
    }
    // A file that leaves a structure incomplete does not get it from another one.
    let size = "struct s;\nextern struct s x;\nint main(void) { return sizeof x; }\n";
    for said in said_of_two(size, "struct s { int a; };\nstruct s x;\n") {
        assert!(said.contains("incomplete"), "{said}");
    }
}
