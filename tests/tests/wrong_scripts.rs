//! Scripts that are wrong, or do not end: `tests/queries/wrong/NAME.wrong` about `program.c` there,
//! with what is said and the exit status in `NAME.txt`. Without its lines that end with `// wrong`,
//! and with what stands behind `// right:` in their place, the script has an answer. `BLESS=1`
//! writes what is said anew.

use proofmark_tests::{root, text, Commands};
use std::path::{Path, PathBuf};
use std::process::Output;

const FOLDER: &str = "tests/queries/wrong";

fn run(script: &Path) -> Output {
    let script = script.display().to_string();
    let program = format!("{FOLDER}/program.c");
    Commands::get().proofmark(&["query", &script, &program])
}

/// What is right about a script.
fn righted(script: &str) -> String {
    let lines = script.lines().filter(|line| !line.ends_with("// wrong"));
    let lines = lines.map(|line| line.replacen("// right: ", "", 1) + "\n");
    lines.collect()
}

fn wrong() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(FOLDER)).expect("a folder");
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "wrong"))
        .collect();
    found.sort();
    found
}

#[test]
fn wrong_scripts_are_refused_where_they_are_wrong() {
    let (mut differences, scripts) = (Vec::new(), wrong());
    assert!(scripts.len() >= 25, "{}", scripts.len());
    for script in scripts {
        let short = script
            .strip_prefix(root())
            .expect("a file of the repository");
        let output = run(short);
        let status = output.status.code();
        assert!(
            matches!(status, Some(2 | 3)),
            "{short:?}: {}",
            text(&output)
        );
        assert!(output.stdout.is_empty(), "{short:?}: {}", text(&output));
        let said = format!("status {}\n{}", status.unwrap_or(-1), text(&output));
        let expected = script.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &said).expect("written");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != said {
            differences.push(format!("{}: {said}", short.display()));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn beside_them_stands_what_is_right() {
    let folder = tempfile::tempdir().expect("a directory");
    for script in wrong() {
        let given = std::fs::read_to_string(&script).expect("a script");
        let right = righted(&given);
        assert_ne!(given, right, "{}", script.display());
        let file = folder.path().join("right.query");
        std::fs::write(&file, right).expect("written");
        let output = run(&file);
        let said = text(&output);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}: {said}",
            script.display()
        );
    }
}
