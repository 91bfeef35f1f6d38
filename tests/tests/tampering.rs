//! Certificates that were tampered with, each refused for a named reason. The genuine one is
//! accepted first.

use proofmark_certs::{digest, encode, Certificate};
use proofmark_checker::check::{check, Policy};
use proofmark_checker::limits::Limits as CheckLimits;
use proofmark_checker::verdict::{Rejection, Verdict};
use proofmark_frontend::{Options, Program};
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::proof::{Lemma, TableNode, Token};
use proofmark_logic::types::Profile;
use proofmark_producer::certify::{certify, Certification, Certified};
use proofmark_producer::engine::{Limits, Silent};
use proofmark_tests::container::{assemble, payloads};
use proofmark_tests::{root, text, Commands, Random};
use std::path::PathBuf;
use std::sync::OnceLock;

fn file(name: &str) -> PathBuf {
    root().join("examples").join(name)
}

fn load(name: &str, profile: Profile) -> Program {
    proofmark_frontend::load(&[file(name)], &Options::new(profile))
        .unwrap_or_else(|error| panic!("{}", error.render()))
}

/// The genuine certificate of `examples/locking/safe.c`.
fn genuine() -> &'static Certified {
    static GENUINE: OnceLock<Box<Certified>> = OnceLock::new();
    GENUINE.get_or_init(|| {
        match certify(
            &mut load("locking/safe.c", Profile::Lp64),
            &Limits::default(),
            &mut Silent,
        )
        .0
        {
            Certification::Certified(certified) => certified,
            Certification::Violated(_) => panic!("the example is safe"),
            Certification::Unknown { reason } => panic!("{reason}"),
        }
    })
}

fn policy() -> Policy {
    Policy {
        specification: digest(b""),
        deny: Vec::new(),
        limits: CheckLimits::DEFAULT,
    }
}

fn verdict(program: &str, profile: Profile, certificate: &Certificate, policy: &Policy) -> Verdict {
    let mut program = load(program, profile);
    check(
        &mut program.arena,
        &program.cfa,
        &certificate.claimed(),
        policy,
    )
}

/// The code of the rejection of a changed certificate of the genuine program.
fn rejected(change: impl FnOnce(&mut Certificate)) -> &'static str {
    let mut certificate = genuine().certificate.clone();
    change(&mut certificate);
    assert_ne!(certificate, genuine().certificate, "nothing was changed");
    match verdict("locking/safe.c", Profile::Lp64, &certificate, &policy()) {
        Verdict::Rejected(reason) => reason.code(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_genuine_certificate_is_accepted() {
    assert!(matches!(
        verdict(
            "locking/safe.c",
            Profile::Lp64,
            &genuine().certificate,
            &policy()
        ),
        Verdict::Accepted(_)
    ));
}

#[test]
fn certificates_are_bound_to_their_program() {
    let code = |program: &str, profile: Profile| match verdict(
        program,
        profile,
        &genuine().certificate,
        &policy(),
    ) {
        Verdict::Rejected(reason) => reason.code(),
        other => panic!("{other:?}"),
    };
    assert_eq!(code("locking/buggy.c", Profile::Lp64), "program");
    assert_eq!(code("device-status/safe.c", Profile::Lp64), "program");
    assert_eq!(code("locking/safe.c", Profile::Ilp32), "profile");
    let other = Policy {
        specification: digest(b"another"),
        ..policy()
    };
    let refused = verdict(
        "locking/safe.c",
        Profile::Lp64,
        &genuine().certificate,
        &other,
    );
    assert_eq!(refused, Verdict::Rejected(Rejection::SpecificationDigest));
}

#[test]
fn changed_structures_are_rejected() {
    assert_eq!(rejected(|c| c.binding.signature[0] ^= 1), "signature");
    assert_eq!(
        rejected(|c| c.binding.specification[5] ^= 1),
        "specification"
    );
    assert_eq!(rejected(|c| c.binding.cfa[31] ^= 128), "program");
    assert_eq!(
        rejected(|c| {
            let extra = proofmark_logic::cfa::LedgerEntry {
                kind: "external".into(),
                subject: "f".into(),
                detail: "harmless".into(),
            };
            c.ledger.push(extra);
            c.ledger.sort();
        }),
        "ledger"
    );
    assert_eq!(
        rejected(|c| c.annotations.invariants.truncate(1)),
        "invariant"
    );
    assert_eq!(rejected(|c| drop(c.proofs.pop())), "missing-proof");
    assert_eq!(
        rejected(|c| c.proofs.push(c.proofs[c.proofs.len() - 1].clone())),
        "duplicate-proof"
    );
    assert_eq!(
        rejected(|c| c.proofs.push(c.proofs[0].clone())),
        "extra-proof"
    );
    assert_eq!(rejected(|c| c.proofs[0].proof.push(Token::Hyp(0))), "proof");
    assert_eq!(rejected(|c| c.proofs[0].proof.truncate(1)), "proof");
    assert_eq!(rejected(|c| c.proofs.rotate_left(1)), "proof");
    assert_eq!(
        rejected(|c| c.annotations.table[0] = TableNode::Var(u32::MAX)),
        "expression"
    );
}

#[test]
fn spliced_lemmas_are_rejected() {
    let falsehood = vec![Token::App(proofmark_logic::arena::Op::False)];
    // A lemma that proves falsehood by itself or by the next lemma, which has no encoding and ends
    // the proofs; by a hypothesis that is not there; by nothing.
    let lemma = |proof: Vec<Token>| Lemma {
        statement: falsehood.clone(),
        proof,
    };
    for (proof, expected) in [
        (vec![Token::Lemma(0)], "missing-proof"),
        (vec![Token::Lemma(1)], "missing-proof"),
        (vec![Token::Hyp(0)], "proof"),
        (vec![], "proof"),
    ] {
        assert_eq!(
            rejected(|c| c.proofs[0].lemmas.insert(0, lemma(proof))),
            expected
        );
    }
    // Lemmas in another order refer to what is not there yet, or to the wrong statement.
    let with_lemmas = genuine()
        .certificate
        .proofs
        .iter()
        .position(|proof| proof.lemmas.len() >= 2);
    if let Some(n) = with_lemmas {
        let code = {
            let mut certificate = genuine().certificate.clone();
            certificate.proofs[n].lemmas.reverse();
            verdict("locking/safe.c", Profile::Lp64, &certificate, &policy())
        };
        assert!(
            matches!(code, Verdict::Rejected(_) | Verdict::Accepted(_)),
            "{code:?}"
        );
    }
}

/// A forger takes the certificate of the safe twin, rebinds it to the program with the bug, and
/// changes what it likes. There is no proof, so nothing may be accepted.
#[test]
fn no_forgery_makes_the_buggy_twin_safe() {
    let mut buggy = load("locking/buggy.c", Profile::Lp64);
    let mut rebound = genuine().certificate.clone();
    rebound.binding.cfa = digest(&cfa_bytes(&buggy.arena, &buggy.cfa));
    rebound.ledger.clone_from(&buggy.cfa.ledger);
    let mut random = Random::of("forgery");
    for round in 0..3000 {
        let mut forged = rebound.clone();
        let root = forged.annotations.invariants.first().copied().unwrap_or(0);
        forged
            .annotations
            .invariants
            .resize(buggy.cfa.locations.len(), root);
        for _ in 0..round % 7 {
            forge(&mut forged, &mut random);
        }
        let verdict = check(&mut buggy.arena, &buggy.cfa, &forged.claimed(), &policy());
        assert!(
            !matches!(verdict, Verdict::Accepted(_)),
            "round {round} is accepted: {forged:?}"
        );
    }
}

fn forge(certificate: &mut Certificate, random: &mut Random) {
    let table_len = certificate.annotations.table.len();
    match random.below(5) {
        0 => {
            let at = random.below(certificate.annotations.invariants.len());
            certificate.annotations.invariants[at] =
                u32::try_from(random.below(table_len)).unwrap_or(0);
        }
        1 => drop(certificate.proofs.pop()),
        2 if !certificate.proofs.is_empty() => {
            let at = random.below(certificate.proofs.len());
            let copy = certificate.proofs[at].clone();
            certificate.proofs.push(copy);
        }
        3 if !certificate.proofs.is_empty() => {
            let at = random.below(certificate.proofs.len());
            let proof = &mut certificate.proofs[at].proof;
            if !proof.is_empty() {
                let token = random.below(proof.len());
                proof[token] = Token::Rule(u8::try_from(random.below(70)).unwrap_or(0));
            }
        }
        _ => {
            let at = random.below(table_len);
            certificate.annotations.table[at] = TableNode::Lit(1);
        }
    }
}

/// The status of `proofmark-check` on the genuine program and these bytes, and what it says.
fn status(bytes: &[u8]) -> (Option<i32>, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a.cert");
    std::fs::write(&path, bytes).expect("written");
    let output = Commands::get().check(&[
        &file("locking/safe.c").display().to_string(),
        &path.display().to_string(),
    ]);
    (output.status.code(), text(&output))
}

#[test]
fn containers_are_rejected_by_the_command() {
    let genuine = &genuine().bytes;
    let sections = payloads(genuine);
    assert_eq!(&assemble(&sections), genuine);
    assert_eq!(status(genuine).0, Some(0));
    let rejected = |bytes: &[u8]| {
        let (status, message) = status(bytes);
        assert!(
            status == Some(1) && message.starts_with("rejected: "),
            "{status:?} {message}"
        );
    };
    let mut swapped = sections.clone();
    swapped.swap(1, 2);
    rejected(&assemble(&swapped));
    let mut doubled = sections.clone();
    doubled.insert(2, sections[2].clone());
    rejected(&assemble(&doubled));
    rejected(&assemble(&sections[..3]));
    rejected(&genuine[..genuine.len() / 2]);
    rejected(b"");
    rejected(b"int main(void) { return 0; }");
    let mut flipped = genuine.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 4;
    rejected(&flipped);
    let mut longer = genuine.clone();
    longer.push(0);
    rejected(&longer);
}

#[test]
fn unknown_formats_are_declined_by_the_command() {
    let mut version = genuine().bytes.clone();
    version[8] = 99;
    let mut sections = payloads(&genuine().bytes);
    sections.push((77, b"from the future".to_vec()));
    let mut profile = genuine().certificate.clone();
    profile.binding.profile = "c-lp64-9".to_owned();
    for bytes in [version, assemble(&sections), encode(&profile)] {
        let (status, message) = status(&bytes);
        assert!(
            status == Some(2) && message.starts_with("declined: "),
            "{status:?} {message}"
        );
    }
}

#[test]
fn certificates_are_the_same_every_time() {
    let again = certify(
        &mut load("locking/safe.c", Profile::Lp64),
        &Limits::default(),
        &mut Silent,
    )
    .0;
    let Certification::Certified(again) = again else {
        panic!("certified before")
    };
    assert_eq!(again.bytes, genuine().bytes);
}

#[test]
fn self_contained_certificates_are_checked_without_the_source() {
    let directory = tempfile::tempdir().expect("a directory");
    let cert = directory.path().join("a.cert").display().to_string();
    let source = file("locking/safe.c").display().to_string();
    let commands = Commands::get();
    assert_eq!(
        commands
            .proofmark(&[
                "certify",
                "--quiet",
                "--self-contained",
                "-o",
                &cert,
                &source
            ])
            .status
            .code(),
        Some(0)
    );
    let carried = commands.check(&["--carried", &cert]);
    assert_eq!(carried.status.code(), Some(0), "{}", text(&carried));
    assert!(
        text(&carried).contains("of the automaton that the certificate carries"),
        "{}",
        text(&carried)
    );
    // With the source it is compared, and both at once are a mistake.
    assert_eq!(commands.check(&[&source, &cert]).status.code(), Some(0));
    assert_eq!(
        commands.check(&["--carried", &source, &cert]).status.code(),
        Some(3)
    );
    assert_eq!(
        commands
            .check(&["--carried", "--deny", "inline-asm", &cert])
            .status
            .code(),
        Some(0)
    );
    // A certificate that does not carry the program's automaton but another one is rejected,
    // whatever else it says.
    let mut other =
        proofmark_certs::decode(&std::fs::read(&cert).expect("a certificate")).expect("decodes");
    let buggy = load("locking/buggy.c", Profile::Lp64);
    other.automaton = Some(cfa_bytes(&buggy.arena, &buggy.cfa));
    assert_eq!(status(&encode(&other)).0, Some(1));
    // Stripped, it needs the source again.
    assert_eq!(commands.proofmark(&["strip", &cert]).status.code(), Some(0));
    let declined = commands.check(&["--carried", &cert]);
    assert_eq!(declined.status.code(), Some(2), "{}", text(&declined));
    assert_eq!(commands.check(&[&source, &cert]).status.code(), Some(0));
}
