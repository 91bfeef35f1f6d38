//! Mutants of all libraries of the tests, of text and of proofs: none is accepted that does not
//! allow an execution of its C. `cargo run --release -p proofmark-tests --bin library_mutants --
//! 10000` does the same for more of them.

use proofmark_tests::library_mutants::{campaign, runs_of, runs_of_changed, subjects};
use proofmark_tests::Random;

#[test]
fn no_mutant_is_accepted_that_lacks_an_execution() {
    let all = subjects();
    assert!(all.len() >= 20, "{}", all.len());
    let tally = campaign("library mutants", &all, 400);
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(tally.count("not proved") >= 100, "{:?}", tally.answers);
    assert!(tally.executions > 0);
}

/// Runs agree with the true libraries, and do not with false ones.
#[test]
fn runs_tell_false_libraries_from_true_ones() {
    let (mut executions, mut false_ones) = (0, 0);
    for subject in subjects() {
        let judged = runs_of(&subject).unwrap_or_else(|e| panic!("{}: {e}", subject.name));
        assert_eq!(judged.outside, None, "{}", subject.name);
        assert!(
            judged.executions >= 20,
            "{}: {}",
            subject.name,
            judged.executions
        );
        executions += judged.executions;
        let mut random = Random::of(&subject.name);
        for _ in 0..8 {
            let judged = runs_of_changed(&subject, &mut random);
            false_ones += usize::from(judged.is_ok_and(|judged| judged.outside.is_some()));
        }
    }
    assert!(
        executions >= 10_000 && false_ones >= 10,
        "{executions} {false_ones}"
    );
}
