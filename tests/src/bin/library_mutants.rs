//! `library_mutants N [SEED]`: N mutants of the libraries of the tests, of text and of proofs, and
//! what came of each kind. What is accepted is judged by runs of the C; one that does not allow an
//! execution is a bug.

use proofmark_tests::library_mutants::{campaign, subjects};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(400);
    let seed = arguments.next().unwrap_or_else(|| "0".to_owned());
    let all = subjects();
    let tally = campaign(&format!("library mutants {seed}"), &all, count);
    println!("{count} mutants of {} libraries", all.len());
    for ((kind, answer), count) in &tally.answers {
        println!("{kind:20} {answer:15} {count}");
    }
    println!(
        "{} executions were compared with accepted ones",
        tally.executions
    );
    for wrong in &tally.wrong {
        println!("WRONG: {wrong}");
    }
    match tally.wrong.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
