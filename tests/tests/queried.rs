//! What `make bench-query` measures, on small programs.

use proofmark_tests::differential::available;
use proofmark_tests::queried::{dead, relations, requests, split, Asker};
use proofmark_tests::{root, Commands};
use std::path::Path;

fn asker() -> Asker {
    Asker {
        proofmark: Commands::get().path("proofmark"),
        seconds: 60,
        search: 30,
        more: Vec::new(),
    }
}

fn parts(text: &str, folder: &Path) -> split::Row {
    let file = folder.join("driver.c");
    std::fs::write(&file, text).expect("written");
    let row = split::measure(&asker(), &file, folder).expect("it runs");
    row.expect("an answer")
}

#[test]
fn a_driver_in_parts_has_the_answer_of_the_whole() {
    let folder = tempfile::tempdir().expect("a directory");
    let right = requests::driver(4);
    let row = parts(&right, folder.path());
    assert_eq!(
        (row.requests, row.whole.verdict, row.parts.verdict),
        (4, "safe", "safe")
    );
    assert_eq!(
        (row.whole.questions.len(), row.parts.questions.len()),
        (1, 5)
    );
    let (whole, most) = (&row.whole.questions[0], row.parts.questions.iter());
    let most = most.map(|part| part.predicates).max();
    assert!(Some(whole.predicates) > most, "{row:?}");
    assert!(row
        .parts
        .questions
        .iter()
        .all(|part| part.certificate_bytes > 0));
    let wrong = right.replacen("    kept_2 = 1;\n", "", 1);
    assert_ne!(wrong, right);
    let row = parts(&wrong, folder.path());
    assert_eq!(
        (row.whole.verdict, row.parts.verdict),
        ("violated", "violated")
    );
    assert!(split::section(&[row]).contains("| driver.c | 4 | violated, violated |"));
}

#[test]
fn dead_code_one_by_one_is_that_of_one_question() {
    let folder = tempfile::tempdir().expect("a directory");
    let task = dead::Task {
        file: root().join("queries/dead-code/program.c"),
        entry: "main".to_owned(),
        sample: 100,
        finished: false,
    };
    let row = dead::measure(&asker(), &task, folder.path()).expect("it runs");
    let row = row.expect("an answer");
    assert_eq!((row.all.tried + row.all.found, row.all.certified), (21, 5));
    assert_eq!(
        (row.each.tried + row.each.found, row.each.certified),
        (21, 5)
    );
    assert_eq!((row.all.unknown, row.each.unknown), (0, 0));
    assert!(row.each.solver_calls > row.all.solver_calls, "{row:?}");
    assert!(dead::section(&[row]).contains("| program.c | 26 |"));
}

#[test]
fn sqlite_counts_the_same_rows() {
    if available("sqlite3") {
        let table = relations::section(200).expect("the same rows");
        assert!(
            table
                .lines()
                .filter(|line| line.contains("| 200 |"))
                .count()
                == 12,
            "{table}"
        );
    }
}
