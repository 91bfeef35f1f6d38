//! The house rules that a compiler does not check.

use proofmark_tests::root;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Packages that a crate's library links, by `cargo tree`.
fn dependencies(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--edges", "normal", "--prefix", "none", "--offline"])
        .args(arguments)
        .output()
        .expect("cargo tree");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_checker_library_reaches_no_front_end_no_producer_and_no_solver() {
    let tree = dependencies(&["-p", "proofmark-checker", "--no-default-features"]);
    for forbidden in [
        "proofmark-frontend",
        "proofmark-producer",
        "z3",
        "lang-c",
        "serde_json",
        "clap",
        "oxidd",
        "biodivine",
    ] {
        assert!(
            !tree.lines().any(|line| line.starts_with(forbidden)),
            "the checker library links {forbidden}:\n{tree}"
        );
    }
    assert!(
        tree.lines().any(|line| line.starts_with("proofmark-certs")),
        "{tree}"
    );
}

/// What the published counts leave out because the checker is built without it.
#[test]
fn the_checker_is_built_without_the_writer_of_certificates() {
    let features = |package: &str| dependencies(&["-p", package, "--edges", "normal,features"]);
    assert!(features("proofmark-producer").contains("proofmark-certs feature \"write\""));
    assert!(!features("proofmark-checker").contains("proofmark-certs feature \"write\""));
}

#[test]
fn the_checker_command_reaches_no_producer_no_interpreter_and_no_solver() {
    let tree = dependencies(&["-p", "proofmark-checker"]);
    assert!(tree.contains("proofmark-frontend"));
    for forbidden in [
        "proofmark-producer",
        "proofmark-replay",
        "proofmark-query",
        "z3",
        "clap_mangen",
    ] {
        assert!(
            !tree.lines().any(|line| line.starts_with(forbidden)),
            "the checker links {forbidden}:\n{tree}"
        );
    }
}

#[test]
fn the_logic_has_no_dependencies() {
    let tree = dependencies(&["-p", "proofmark-logic"]);
    assert_eq!(
        tree.lines().filter(|line| !line.trim().is_empty()).count(),
        1,
        "{tree}"
    );
}

#[test]
fn every_path_that_the_documents_name_exists() {
    for document in [
        "ARCHITECTURE.md",
        "README.md",
        "CONTRIBUTING.md",
        "tests/README.md",
    ] {
        let text = std::fs::read_to_string(root().join(document)).expect(document);
        let mut named = 0;
        for word in text.split('`').skip(1).step_by(2) {
            let looks_like_a_path = word.contains('/')
                && !word.contains(char::is_whitespace)
                && !word.contains("::")
                && !word.contains('*');
            if looks_like_a_path && !word.starts_with("target/") {
                named += 1;
                assert!(
                    root().join(word).exists(),
                    "{document} names {word}, which does not exist"
                );
            }
        }
        assert!(named >= 3, "{document} names {named} paths");
    }
}

/// Folders with source files, other than the crates' own.
#[test]
fn the_map_names_every_folder() {
    let map = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    for file in sources() {
        let folder = relative(file.parent().expect("a folder"));
        let depth = folder.split('/').count();
        let of_a_crate = folder.split('/').nth(1) == Some("src");
        assert!(
            !of_a_crate || depth < 3 || map.contains(&format!("`{folder}/`")),
            "ARCHITECTURE.md does not name {folder}/"
        );
    }
}

/// What somebody tried and added by mistake stands in the root and is no part of the product.
#[test]
fn the_root_has_nothing_that_was_left_there() {
    let listed = Command::new("git")
        .args(["ls-files", "--", ":/"])
        .current_dir(root())
        .output();
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else {
        // An unpacked archive has no history, and nothing that was added by mistake since.
        return;
    };
    let known = [
        ".gitignore",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "Makefile",
        "README.md",
    ];
    let names = String::from_utf8(listed.stdout).expect("names");
    let own = names.lines().filter(|name| !name.contains('/'));
    let left: Vec<&str> = own.filter(|name| !known.contains(name)).collect();
    assert!(left.is_empty(), "in the root: {left:?}");
}

/// Source files of the crates, by path.
fn sources() -> Vec<PathBuf> {
    let mut work: Vec<PathBuf> = [
        "guard", "logic", "certs", "checker", "frontend", "assembly", "replay", "query",
        "producer", "report", "manual", "tests",
    ]
    .iter()
    .map(|name| root().join(name))
    .collect();
    let mut files = Vec::new();
    while let Some(path) = work.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a directory");
            work.extend(
                entries
                    .filter_map(|entry| Some(entry.ok()?.path()))
                    .filter(|p| !p.ends_with("target") && !p.ends_with("programs")),
            );
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The three counts in README are the ones that `counts` prints, and stay where they may be.
#[test]
fn the_published_counts_are_true() {
    let counts = proofmark_tests::counts::counts().expect("counted");
    let readme = std::fs::read_to_string(root().join("README.md")).expect("README.md");
    let table = proofmark_tests::counts::table(counts);
    assert!(
        readme.contains(&table),
        "README needs this table (cargo run -p proofmark-tests --bin counts):\n{table}"
    );
    assert!(
        counts.kernel <= 995,
        "the kernel has {} lines",
        counts.kernel
    );
    assert!(
        counts.checker <= 4000,
        "the no-solver checker has {} lines",
        counts.checker
    );
}

#[test]
fn lines_are_counted_by_the_rule() {
    let count = proofmark_tests::counts::count;
    assert_eq!(
        count("//! Doc.\n\nfn f() {} // code\n  /// doc\n/* a\n b */\nfn g() {}\n"),
        2
    );
    assert_eq!(
        count("fn f() {}\n#[cfg(test)]\nmod tests {\n fn t() {}\n}\n"),
        1
    );
    assert_eq!(count("fn f() {}\n#[cfg(test)]\nmod tests;\nfn g() {}\n"), 4);
}

#[test]
fn files_say_what_they_are() {
    for file in sources() {
        let text = std::fs::read_to_string(&file).expect("a source file");
        // Golden data may be included as Rust source; modules are not.
        let starts = text
            .lines()
            .next()
            .is_some_and(|line| line.starts_with("//"));
        assert!(
            starts,
            "{} does not start with a comment that says what it is",
            relative(&file)
        );
    }
}

#[test]
fn trusted_crates_forbid_unsafe_code_and_leave_nothing_open() {
    for crate_root in ["logic/src/lib.rs", "certs/src/lib.rs", "checker/src/lib.rs"] {
        let text = std::fs::read_to_string(root().join(crate_root)).expect(crate_root);
        assert!(
            text.contains("#![forbid(unsafe_code)]") && text.contains("#![no_std]"),
            "{crate_root}"
        );
    }
    // Spelled apart, so that this file does not contain them.
    let banned = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
        concat!("allow(dead", "_code)"),
    ];
    for file in sources() {
        let text = std::fs::read_to_string(&file).expect("a source file");
        for word in banned {
            assert!(!text.contains(word), "{} contains {word}", relative(&file));
        }
    }
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}

/// What is not written by `guard/src/text.rs` is not escaped.
#[test]
fn one_place_writes_to_terminals_and_shows_names() {
    let ways = [
        "println!",
        "print!(",
        "eprint!(",
        "io::stdout",
        "io::stderr",
        ".display()",
        "dbg!",
    ];
    let mut wrong = Vec::new();
    for file in sources() {
        let name = relative(&file);
        let (package, inside) = name.split_once('/').unwrap_or_default();
        if package == "tests" || !inside.starts_with("src/") || inside.ends_with("tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a source");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for way in ways.iter().filter(|way| code.contains(**way)) {
            // The second asks whether there is a terminal, and shows numbers there.
            let allowed = match name.as_str() {
                "guard/src/text.rs" => true,
                // Certificates are bytes.
                "guard/src/output.rs" => *way == "io::stdout",
                // A byte ends each answer.
                "guard/src/conversation.rs" => *way == "io::stdout",
                "producer/src/command/progress.rs" => *way == "io::stderr",
                _ => false,
            };
            if !allowed {
                wrong.push(format!("{name}: {way}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
