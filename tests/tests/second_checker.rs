//! The checker in Python, written from the format page alone, and this one say the same: about
//! examples, about the unsound corpus, about mutants.

use proofmark_certs::{encode, Certificate};
use proofmark_checker::check::{check, Policy};
use proofmark_checker::limits::Limits as CheckLimits;
use proofmark_checker::verdict::{Decline, Verdict};
use proofmark_frontend::{load, Options, Program};
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::types::Profile;
use proofmark_producer::certify::{certify, self_contained, Certification};
use proofmark_producer::engine::{Limits, Silent};
use proofmark_tests::mutate::mutant;
use proofmark_tests::recipe::Dish;
use proofmark_tests::{cases, root, Random};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Mutants of each certificate; the environment variable `PROOFMARK_MUTANTS` asks for more.
const MUTANTS: usize = 120;
/// Longer ones take the slow checker too long, a thousand times over.
const BYTES_MAX: usize = 6000;

/// What the shipped checker says about a self-contained certificate: accepted or not; nothing if it
/// declines for a limit, which the other one does not have.
fn accepts(bytes: &[u8]) -> Option<bool> {
    let Ok(certificate) = proofmark_certs::open(bytes) else {
        return Some(false);
    };
    let Some(Ok((mut arena, cfa))) = certificate
        .automaton
        .as_ref()
        .map(|bytes| proofmark_certs::automaton::decode(bytes))
    else {
        return Some(false);
    };
    // The second checker has no consumer: what the certificate says that it is about counts.
    let specification = certificate.specification.as_deref().unwrap_or_default();
    let policy = Policy {
        specification: proofmark_certs::digest(specification.as_bytes()),
        deny: Vec::new(),
        limits: CheckLimits::DEFAULT,
    };
    match check(&mut arena, &cfa, &certificate, &policy) {
        Verdict::Accepted(_) => Some(true),
        Verdict::Declined(Decline::Limit(_)) => None,
        Verdict::Rejected(_) | Verdict::Declined(_) => Some(false),
    }
}

/// The second checker's answers, one for each file.
fn second_opinions(files: &[PathBuf]) -> Vec<String> {
    let mut checker = Command::new("python3")
        .arg(root().join("tests/second_checker/check.py"))
        .arg(root().join("logic/signature/proofmark.lf"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    let mut input = checker.stdin.take().expect("a pipe");
    let list: String = files
        .iter()
        .map(|file| format!("{}\n", file.display()))
        .collect();
    let writer = std::thread::spawn(move || input.write_all(list.as_bytes()));
    let output = checker.wait_with_output().expect("the second checker ends");
    assert!(writer.join().is_ok(), "the list is written");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Compares the two on all certificates; returns how many were accepted by both.
fn agree(certificates: &[(String, Vec<u8>)]) -> usize {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |(n, (_, bytes)): (usize, &(String, Vec<u8>))| {
        let path = directory.path().join(format!("{n}.cert"));
        std::fs::write(&path, bytes).expect("written");
        path
    };
    let files: Vec<PathBuf> = certificates.iter().enumerate().map(write).collect();
    let answers = second_opinions(&files);
    assert_eq!(answers.len(), certificates.len());
    let mut both = 0;
    for ((name, bytes), answer) in certificates.iter().zip(&answers) {
        let Some(accepted) = accepts(bytes) else {
            continue;
        };
        if accepted != (answer == "accepted") {
            let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("disagreement.cert");
            let _ = std::fs::write(&kept, bytes);
            panic!("{name}: accepted by this checker: {accepted}; the second one says {answer}; kept as {}", kept.display());
        }
        both += usize::from(accepted);
    }
    both
}

/// A driver beside a rule.
fn observed() -> Program {
    let rule = root().join("specs/double-free");
    let specification =
        proofmark_frontend::spec::read(&[rule.join("rule.spec")]).expect("the rule");
    let options = Options {
        specification,
        ..Options::new(Profile::Lp64)
    };
    load(&[rule.join("good.c")], &options).expect("the driver")
}

/// Self-contained certificates of the safe test programs, one of them about a specification.
fn genuine() -> Vec<(String, Certificate, Vec<u8>)> {
    let mut out = Vec::new();
    let mut programs: Vec<(String, Program)> = cases("safe")
        .iter()
        .map(|case| (case.name(), case.load()))
        .collect();
    programs.push(("observed".to_owned(), observed()));
    for (name, mut program) in programs {
        let (Certification::Certified(certified), _) =
            certify(&mut program, &Limits::default(), &mut Silent)
        else {
            continue;
        };
        let Certification::Certified(certified) = self_contained(&mut program, *certified) else {
            panic!("{name}")
        };
        out.push((name, certified.certificate, certified.bytes));
    }
    assert!(out
        .iter()
        .any(|(_, certificate, _)| certificate.specification.is_some()));
    out
}

#[test]
fn the_second_checker_agrees_on_examples_and_their_mutants() {
    let genuine = genuine();
    assert!(genuine.len() >= 10);
    let examples: Vec<(String, Vec<u8>)> = genuine
        .iter()
        .map(|(name, _, bytes)| (name.clone(), bytes.clone()))
        .collect();
    assert_eq!(
        agree(&examples),
        examples.len(),
        "every genuine certificate is accepted by both"
    );
    let mut mutants = Vec::new();
    for (name, certificate, bytes) in genuine
        .iter()
        .filter(|(_, _, bytes)| bytes.len() <= BYTES_MAX)
    {
        let mut random = Random::of(name);
        for n in 0..std::env::var("PROOFMARK_MUTANTS")
            .ok()
            .and_then(|n| n.parse().ok())
            .unwrap_or(MUTANTS)
        {
            mutants.push((
                format!("mutant {n} of {name}"),
                mutant(certificate, bytes, &mut random),
            ));
        }
    }
    assert!(mutants.len() >= 1000, "{}", mutants.len());
    agree(&mutants);
}

#[test]
fn the_second_checker_agrees_on_the_unsound_corpus() {
    let mut certificates = Vec::new();
    for class in std::fs::read_dir(root().join("tests/unsound")).expect("the corpus") {
        for file in std::fs::read_dir(class.expect("readable").path()).expect("a class") {
            let path = file.expect("readable").path();
            let dish = Dish::open(&path);
            // Spoilt bytes are compared as they are; all others carry the consumer's program, so
            // that there is something to check.
            let bytes = match proofmark_certs::decode(&dish.bytes) {
                Ok(certificate) if certificate.automaton.is_none() => encode(&Certificate {
                    automaton: Some(cfa_bytes(&dish.arena, &dish.cfa)),
                    ..certificate
                }),
                _ => dish.bytes,
            };
            certificates.push((path.display().to_string(), bytes));
        }
    }
    // The bases, and the certificates that only a consumer with a policy, another specification or
    // a lower limit refuses.
    let both = agree(&certificates);
    assert!((5..=30).contains(&both), "{both}");
}

/// What implicit arguments save: written out as plain LF, the proofs of an example are at least
/// fifteen times as long.
#[test]
fn plain_lf_is_many_times_as_long() {
    let mut program = load(
        &[root().join("examples/two-locks/safe.c")],
        &Options::new(Profile::Lp64),
    )
    .expect("the example");
    let (Certification::Certified(certified), _) =
        certify(&mut program, &Limits::default(), &mut Silent)
    else {
        panic!("it is proved")
    };
    let Certification::Certified(certified) = self_contained(&mut program, *certified) else {
        panic!("it is proved")
    };
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("two-locks.cert");
    std::fs::write(&path, &certified.bytes).expect("written");
    let [script, signature] = [
        "tests/second_checker/explicit.py",
        "logic/signature/proofmark.lf",
    ]
    .map(|file| root().join(file));
    let output = Command::new("python3")
        .arg(script)
        .arg(signature)
        .arg(&path)
        .output()
        .expect("python3");
    let said = String::from_utf8_lossy(&output.stdout);
    // "PATH: implicit N bytes, explicit M, …"
    let number = |label: &str| {
        said.split_once(label)?
            .1
            .split(|c: char| !c.is_ascii_digit())
            .next()?
            .parse::<usize>()
            .ok()
    };
    let (implicit, explicit) = (
        number(": implicit ").expect(&said),
        number(", explicit ").expect(&said),
    );
    assert!(implicit > 500 && explicit >= 15 * implicit, "{said}");
}
