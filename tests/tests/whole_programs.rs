//! Programs in `tests/whole` do in the interpreter what they do when compiled: the short version of
//! `make diff-test DIFF_CORPORA=…`.

use proofmark_tests::differential::{available, Bounds, Comparison};
use proofmark_tests::root;
use proofmark_tests::whole_programs::{compare, compare_with, observe, programs, Observed};

const BOUNDS: Bounds = Bounds {
    seconds: 20,
    steps: 2_000_000,
};

fn corpus() -> Vec<std::path::PathBuf> {
    if available("cc") {
        programs(&root().join("tests/whole"))
    } else {
        println!("skipped: there is no C compiler");
        Vec::new()
    }
}

#[test]
fn programs_print_and_end_as_compiled() {
    for file in corpus() {
        assert_eq!(
            compare(&file, BOUNDS, false),
            Comparison::Equal,
            "{}",
            file.display()
        );
    }
}

#[test]
fn another_status_or_output_is_a_difference() {
    for file in corpus() {
        let observed = observe(&file, BOUNDS).expect("a program that runs");
        let status = Observed {
            status: observed.status + 1,
            ..observed.clone()
        };
        let mut changed = observed.clone();
        changed
            .output
            .iter_mut()
            .take(1)
            .for_each(|byte| *byte ^= 1);
        let mut shorter = observed.clone();
        shorter.output.pop();
        let mut longer = observed.clone();
        longer.output.push(b'!');
        for wrong in [status, changed, shorter, longer]
            .into_iter()
            .filter(|wrong| *wrong != observed)
        {
            // The ledger of every program that calls `va_arg` has an entry, so that the reason is
            // not sure.
            let comparison = compare_with(&file, &wrong, BOUNDS);
            assert_ne!(
                comparison,
                Comparison::Equal,
                "{}: {wrong:?}",
                file.display()
            );
        }
    }
}

#[test]
fn a_program_that_reads_an_open_value_is_out_of_scope() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("open.c");
    let text =
        "#include <stdlib.h>\nint main(void) { return getenv(\"PROOFMARK_UNSET_NAME\") != 0; }\n";
    std::fs::write(&file, text).expect("a file");
    if available("cc") {
        assert!(
            matches!(compare(&file, BOUNDS, true), Comparison::Skipped(why) if why.contains("getenv"))
        );
    }
}
