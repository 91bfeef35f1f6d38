//! What the documents say of projects: the hook, the recipe for CI, the project file, the example.

use proofmark_tests::desk::*;
use proofmark_tests::{root, text, Commands};
use std::path::Path;
use std::process::{Command, Output};

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
        .current_dir(desk.directory())
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
