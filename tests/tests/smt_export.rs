//! An independent solver confirms every obligation of every certificate.

use proofmark_producer::certify::{certify, Certification};
use proofmark_producer::engine::{Limits, Silent};
use proofmark_producer::export;
use proofmark_tests::cases;
use proofmark_tests::smt::answers;
use std::time::Duration;

/// Programs that combine the bits of two terms, shift by a term, or compute with a floating value
/// that equalities make constant: these are uninterpreted functions in the export, so a query with
/// one may be satisfiable though its obligation is valid.
const UNINTERPRETED: &[&str] = &[
    "bits_as_numbers",
    "bits_at_any_place",
    "bits_of_two_terms",
    "bitwise_identities",
    "few_bits",
    "flags_are_added",
    "flags_are_taken_away",
    "few_values_power",
    "few_values_two_counts",
    "float_bounds",
    "masked_lengths",
    "masked_slots",
    "network_order",
    "register_of_a_device",
    "register_update",
    "request_counts_down",
    "signs_of_operands",
    "table_at_a_state",
    "time_functions",
    "unfolds_bytes_of_a_number",
    "union_at_the_start",
];
/// Such functions, applied.
const FUNCTIONS: &[&str] = &[
    "(bitand ",
    "(bitor ",
    "(bitxor ",
    "(ieee ",
    "(shift-left ",
    "(shift-right ",
];

#[test]
fn obligations_of_certificates_are_valid() {
    for case in cases("safe") {
        let mut program = case.load();
        let limits = Limits {
            time: Some(Duration::from_secs(120)),
            memory: Some(4 << 30),
            ..Limits::default()
        };
        let (result, _) = certify(&mut program, &limits, &mut Silent);
        let Certification::Certified(certified) = result else {
            panic!("{} is not certified", case.name())
        };
        let mut fresh = case.load();
        let invariants = export::invariants(
            &mut fresh.arena,
            &fresh.cfa,
            &certified.certificate.annotations,
        )
        .expect("the same program");
        let text =
            export::smt2::render(&mut fresh.arena, &fresh.cfa, &invariants).expect("small enough");
        let answers = answers(&text);
        let queries = text.matches("(check-sat)").count();
        assert_eq!(queries, certified.report.proved, "{}", case.name());
        let exact = !UNINTERPRETED.contains(&case.name().as_str());
        let parts = text.split("(push 1)").skip(1);
        let wrong = answers.iter().zip(parts).any(|(answer, query)| {
            answer != "unsat" && (exact || !FUNCTIONS.iter().any(|f| query.contains(f)))
        });
        assert!(
            answers.len() == queries && !wrong,
            "{}: {answers:?}",
            case.name()
        );
    }
}

#[test]
fn a_wrong_obligation_is_not_confirmed() {
    let case = cases("unsafe").into_iter().next().expect("a case");
    let mut program = case.load();
    // "True" everywhere claims that the error location is unreachable, and proves nothing.
    let invariants: Vec<_> = (0..program.cfa.locations.len())
        .map(|n| {
            if n == program.cfa.error.0 as usize {
                proofmark_logic::arena::Arena::FALSE
            } else {
                proofmark_logic::arena::Arena::TRUE
            }
        })
        .collect();
    let text =
        export::smt2::render(&mut program.arena, &program.cfa, &invariants).expect("small enough");
    let answers = answers(&text);
    assert!(answers.iter().any(|answer| answer == "sat"), "{answers:?}");
}
