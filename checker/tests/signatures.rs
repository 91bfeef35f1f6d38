//! Signature texts that are refused, each made from the one that is loaded by one change.

use proofmark_checker::signature::Signature;
use proofmark_logic::SIGNATURE;

const BUILT_IN: &str = "declared twice, or nothing of this name and these sorts is built in";
const RULES: &str = "declared twice, or more than 128 rules";
const SORTS: &str = "a metavariable is used at two sorts";
const METAVARIABLES: &str = "too many metavariables";
const MISSING: &str = "a constant that the checker builds in is not declared";

/// What replaces what, and what is said then.
const CHANGES: [(&str, &str, Result<(), &str>); 17] = [
    ("true_i  :", "trivially :", Ok(())),
    (
        "le   : tm -> tm -> form.",
        "le : tm -> form.",
        Err(BUILT_IN),
    ),
    (
        "le   : tm -> tm -> form.",
        "le : tm -> tm -> tm.",
        Err(BUILT_IN),
    ),
    (
        "le   : tm -> tm -> form.",
        "ge : tm -> tm -> form.",
        Err(BUILT_IN),
    ),
    ("le   : tm -> tm -> form.", "", Err(MISSING)),
    ("pf    : form -> type.", "pf : tm -> type.", Err(BUILT_IN)),
    ("true : form.", "true : form. true : form.", Err(BUILT_IN)),
    (
        "true_i  : pf true.",
        "r : pf true. r : pf true.",
        Err(RULES),
    ),
    (
        "true_i  : pf true.",
        "True : pf true.",
        Err("a declared name starts with a lower-case character"),
    ),
    (
        "true_i  : pf true.",
        "r : pf true",
        Err("unexpected lexeme"),
    ),
    (
        "true_i  : pf true.",
        "r : pf truth.",
        Err("unknown constant, or one of another sort"),
    ),
    (
        "true_i  : pf true.",
        "r : holds true.",
        Err("unknown judgement"),
    ),
    (
        "true_i  : pf true.",
        "r : pf (le X) -> pf true.",
        Err("wrong number of arguments"),
    ),
    (
        "true_i  : pf true.",
        "r : pf A -> lin A -> pf true.",
        Err(SORTS),
    ),
    (
        "true_i  : pf true.",
        "r : {T:tm} upper T (add T T) -> pf true.",
        Err("an output of a side condition must be a metavariable"),
    ),
    (
        "true_i  : pf true.",
        "r : pf A -> pf B -> pf C -> pf D -> pf E -> pf F -> pf G -> pf H.",
        Ok(()),
    ),
    (
        "true_i  : pf true.",
        "r : pf A -> pf B -> pf C -> pf D -> pf E -> pf F -> pf G -> pf H -> pf I.",
        Err(METAVARIABLES),
    ),
];

fn load(text: &str) -> Result<(), &'static str> {
    Signature::load(text)
        .map(|_| ())
        .map_err(|error| error.message)
}

#[test]
fn changed_signatures() {
    assert_eq!(load(SIGNATURE), Ok(()));
    for (from, to, expected) in CHANGES {
        assert!(SIGNATURE.contains(from), "{from}");
        assert_eq!(load(&SIGNATURE.replacen(from, to, 1)), expected, "{to}");
    }
}

#[test]
fn the_number_of_rules_is_limited() {
    let known = (0..).take_while(|n| {
        Signature::load(SIGNATURE)
            .expect("loads")
            .rule_name(*n)
            .is_some()
    });
    let with = |more: usize| {
        let rules: String = (0..more).map(|n| format!("more{n} : pf true.\n")).collect();
        load(&format!("{SIGNATURE}\n{rules}"))
    };
    let free = 128 - known.count();
    assert_eq!(with(free), Ok(()));
    assert_eq!(with(free + 1), Err(RULES));
}

#[test]
fn nesting_is_limited() {
    let with = |depth: usize| {
        let formula = format!("{}true{}", "(not ".repeat(depth), ")".repeat(depth));
        load(&format!("{SIGNATURE}\nmore : pf {formula}.\n"))
    };
    assert_eq!(with(64), Ok(()));
    assert_eq!(with(65), Err("nested too deeply"));
}
