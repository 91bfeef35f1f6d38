//! The unsound corpus: certificates that prove nothing, each refused for the reason that its file
//! names.
//!
//! `tests/unsound/CLASS/NAME.txt` is a recipe ([`proofmark_tests::recipe`]); `base` holds the sound
//! ones that the others spoil. With the environment variable `BLESS=1` the test writes
//! the verdicts into the files instead of comparing them; an acceptance is never written.

use proofmark_certs::{decode, encode};
use proofmark_checker::check;
use proofmark_checker::limits::Limits;
use proofmark_checker::signature::Signature;
use proofmark_checker::verdict::Verdict;
use proofmark_logic::arena::Op;
use proofmark_logic::proof::{Lemma, Token};
use proofmark_logic::SIGNATURE;
use proofmark_tests::recipe::Dish;
use proofmark_tests::root;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Recipes by class.
fn corpus() -> BTreeMap<String, Vec<PathBuf>> {
    let mut out: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for class in std::fs::read_dir(root().join("tests/unsound")).expect("the corpus") {
        let class = class.expect("readable").path();
        let name = class
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let mut files: Vec<PathBuf> = std::fs::read_dir(&class)
            .expect("a class")
            .map(|file| file.expect("readable").path())
            .collect();
        files.sort();
        out.insert(name, files);
    }
    out
}

/// May a file of this class be accepted? Only what shows that the others are refused for their own
/// faults.
fn may_be_accepted(class: &str) -> bool {
    class == "base" || class == "limits"
}

/// The files on which this checker says something else than it should.
fn failures(checker: &dyn Fn(&mut Dish) -> String) -> Vec<String> {
    let mut out = Vec::new();
    for (class, files) in corpus() {
        for file in files {
            let mut dish = Dish::open(&file);
            let found = checker(&mut dish);
            assert!(
                dish.expected != "accepted" || may_be_accepted(&class),
                "{} expects an acceptance",
                file.display()
            );
            if found != dish.expected {
                out.push(format!(
                    "{}: {} expected, {found} found",
                    file.display(),
                    dish.expected
                ));
            }
        }
    }
    out
}

#[test]
fn every_bad_certificate_is_refused_for_its_reason() {
    if std::env::var_os("BLESS").is_some() {
        bless();
    }
    let failures = failures(&Dish::verdict);
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn the_corpus_is_large_and_covers_its_classes() {
    let corpus = corpus();
    let bad: usize = corpus
        .iter()
        .filter(|(class, _)| *class != "base")
        .map(|(_, files)| files.len())
        .sum();
    assert!(bad >= 150, "{bad} files");
    for (class, files) in &corpus {
        assert!(files.len() >= 5, "{class} has {} files", files.len());
    }
}

/// A suite that a broken checker passes would be worth nothing.
#[test]
fn stub_checkers_fail() {
    for stub in [
        "accepted",
        "rejected: program",
        "declined limit Fuel",
        "malformed Truncated",
    ] {
        let failures = failures(&|_| stub.to_owned()).len();
        assert!(
            failures > 150,
            "a checker that always says `{stub}` fails on {failures} files only"
        );
    }
    // Nor does it pass with the right kind of verdict and no reasons.
    let kind = |dish: &mut Dish| {
        dish.verdict()
            .split(' ')
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(failures(&kind).len() > 150);
}

/// What an accepted check says of itself: obligations, trivial ones, proofs, lemmas, tokens.
#[test]
fn accepted_checks_are_counted() {
    let expected = [
        ("lock", [8, 2, 6, 0, 32]),
        ("contract", [9, 3, 6, 0, 46]),
        ("memory", [5, 2, 3, 0, 27]),
        ("fresh", [5, 2, 3, 1, 23]),
        ("tokens", [5, 2, 3, 3, 63]),
    ];
    let found = expected.map(|(name, _)| {
        let path = root().join(format!("tests/unsound/base/{name}.txt"));
        let mut dish = Dish::open(&path);
        let certificate = proofmark_certs::open(&dish.bytes).expect("a container");
        let verdict = check(&mut dish.arena, &dish.cfa, &certificate, &dish.policy);
        let Verdict::Accepted(report) = verdict else {
            panic!("{name} is accepted")
        };
        let counts = [
            report.obligations,
            report.trivial,
            report.proved,
            report.lemmas,
            report.tokens,
        ];
        (name, counts)
    });
    assert_eq!(found, expected);
}

fn bless() {
    for (class, files) in corpus() {
        for file in files {
            let mut dish = Dish::open(&file);
            let found = dish.verdict();
            if found == "accepted" && !may_be_accepted(&class) {
                eprintln!("{} is accepted", file.display());
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("readable");
            std::fs::write(
                &file,
                text.replacen(
                    &format!("expect {}\n", dish.expected),
                    &format!("expect {found}\n"),
                    1,
                ),
            )
            .expect("writable");
        }
    }
}

/// A certificate may be large: each of a million lemmas is checked, and the last one's mistake is
/// found.
#[test]
fn a_million_lemmas() {
    let reflexivity = Signature::load(SIGNATURE)
        .expect("the signature")
        .code("refl")
        .expect("a rule");
    let lemma = |value: i128| Lemma {
        statement: vec![Token::App(Op::Eq), Token::Lit(value), Token::Lit(value)],
        proof: vec![Token::Rule(reflexivity), Token::Lit(value)],
    };
    let with = |last: Lemma| {
        let mut dish = Dish::open(&root().join("tests/unsound/base/lock.txt"));
        dish.policy.limits = Limits::DEFAULT;
        let mut certificate = decode(&dish.bytes).expect("the base decodes");
        certificate.proofs[0].lemmas = (0..1_000_000).map(lemma).chain([last]).collect();
        dish.bytes = encode(&certificate);
        dish.verdict()
    };
    assert_eq!(with(lemma(7)), "accepted");
    let mut wrong = lemma(7);
    wrong.statement[2] = Token::Lit(8);
    let verdict = with(wrong);
    assert!(verdict.contains("lemma 1000000: "), "{verdict}");
}
