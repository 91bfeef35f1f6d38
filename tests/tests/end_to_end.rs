//! Every program in `tests/programs` and `examples` through the whole chain.

use proofmark_certs::{decode, encode, Certificate};
use proofmark_checker::check::Policy;
use proofmark_checker::limits::Limits as CheckLimits;
use proofmark_checker::verdict::Verdict;
use proofmark_producer::certify::{certify, Certification};
use proofmark_producer::engine::{Limits, Silent};
use proofmark_replay::story::{tell, Extent, Line};
use proofmark_tests::{cases, root, text, Case, Commands, Random};
use std::path::Path;
use std::time::Duration;

fn limits() -> Limits {
    Limits {
        time: Some(Duration::from_secs(120)),
        memory: Some(4 << 30),
        ..Limits::default()
    }
}

fn policy() -> Policy {
    Policy {
        specification: proofmark_certs::digest(b""),
        deny: Vec::new(),
        limits: CheckLimits::DEFAULT,
    }
}

/// The examples with this file name.
fn examples(file: &str) -> Vec<Case> {
    let entries = std::fs::read_dir(root().join("examples")).expect("the examples");
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path().join(file)))
        .filter(|path| path.exists())
        .collect();
    paths.sort();
    assert!(paths.len() >= 4, "{paths:?}");
    paths.iter().map(|path| Case::open(path)).collect()
}

/// Runs all cases, and fails with the list of those that failed. Z3 keeps something from one path
/// to the next in each thread; a thread of its own makes a case independent of the others, as a run
/// of the command is.
fn all(cases: Vec<Case>, run: impl Fn(&Case) -> Result<(), String> + Sync) {
    let alone = |case: &Case| {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(64 << 20);
            let started = thread.spawn_scoped(scope, || run(case)).expect("a thread");
            started.join().expect("no panic")
        })
    };
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            alone(case)
                .err()
                .map(|message| format!("{}: {message}", case.path.display()))
        })
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn describe(result: &Certification) -> String {
    match result {
        Certification::Certified(_) => "certified".to_owned(),
        Certification::Violated(_) => "violated".to_owned(),
        Certification::Unknown { reason } => format!("unknown: {reason}"),
    }
}

#[test]
fn safe_programs_are_certified_and_their_certificates_are_tight() {
    let mut safe = cases("safe");
    safe.extend(examples("safe.c"));
    all(safe, |case| {
        let mut program = case.load();
        let (result, _) = certify(&mut program, &limits(), &mut Silent);
        let Certification::Certified(certified) = result else {
            return Err(describe(&result));
        };
        consumer_accepts(case, &certified.bytes)?;
        mutants_are_refused(case, &certified.bytes)
    });
}

#[test]
fn the_number_of_threads_does_not_show_in_the_certificate() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("driver.c");
    std::fs::write(&file, proofmark_tests::bench::growth::driver(160)).expect("a file");
    let with = |jobs| {
        let mut program = Case::open(&file).load();
        let (result, _) = certify(
            &mut program,
            &Limits {
                jobs: std::num::NonZeroUsize::new(jobs),
                ..limits()
            },
            &mut Silent,
        );
        let Certification::Certified(certified) = result else {
            panic!("{}", describe(&result))
        };
        assert!(
            certified.report.proved > 512,
            "{} proofs are enough for three threads",
            certified.report.proved
        );
        certified.bytes
    };
    let one = with(1);
    assert!([2, 3].into_iter().all(|jobs| with(jobs) == one));
}

#[test]
fn how_much_is_inlined_belongs_to_the_program() {
    let case = Case::open(&root().join("tests/programs/safe/contracts_objects.c"));
    let (result, _) = certify(&mut case.load(), &limits(), &mut Silent);
    let Certification::Certified(certified) = result else {
        panic!("{}", describe(&result))
    };
    let directory = tempfile::tempdir().expect("a directory");
    let certificate = directory.path().join("program.cert");
    std::fs::write(&certificate, &certified.bytes).expect("a file");
    let (file, certificate) = (
        case.path.display().to_string(),
        certificate.display().to_string(),
    );
    for (limit, status) in [("0", 0), ("200000", 1)] {
        let output = Commands::get().check(&["--inline-limit", limit, &file, &certificate]);
        assert_eq!(
            output.status.code(),
            Some(status),
            "{limit}: {}",
            text(&output)
        );
    }
}

/// The command `proofmark-check` accepts the certificate, and refuses it where it denies an
/// assumption.
fn consumer_accepts(case: &Case, bytes: &[u8]) -> Result<(), String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let certificate = directory.path().join("program.cert");
    std::fs::write(&certificate, bytes).map_err(|error| error.to_string())?;
    let (file, certificate) = (
        case.path.display().to_string(),
        certificate.display().to_string(),
    );
    let mut arguments = vec![file.as_str(), certificate.as_str()];
    arguments.extend(case.options.iter().map(String::as_str));
    let output = Commands::get().check(&arguments);
    if output.status.code() != Some(0) {
        return Err(text(&output));
    }
    if let Some(entry) = case.load().cfa.ledger.first() {
        arguments.extend(["--deny", entry.kind.as_str()]);
        let output = Commands::get().check(&arguments);
        if output.status.code() != Some(1) || !text(&output).contains(&entry.kind) {
            return Err(format!(
                "--deny {} has no effect: {}",
                entry.kind,
                text(&output)
            ));
        }
    }
    Ok(())
}

/// No flipped byte and no truncation is read at all, and none of many changed structures makes the
/// checker fall over.
fn mutants_are_refused(case: &Case, bytes: &[u8]) -> Result<(), String> {
    let mut random = Random::of(&case.name());
    for _ in 0..60 {
        let mut mutant = bytes.to_vec();
        let at = random.below(mutant.len());
        mutant[at] ^= 1 << random.below(8);
        if decode(&mutant).is_ok() {
            return Err(format!("byte {at} does not matter"));
        }
        if decode(&bytes[..at]).is_ok() {
            return Err(format!("{at} bytes are enough"));
        }
    }
    let original = decode(bytes).map_err(|error| error.to_string())?;
    let mut program = case.load();
    let mut refused = 0;
    for _ in 0..40 {
        let mut mutant = original.clone();
        mutate(&mut mutant, &mut random);
        if mutant == original {
            refused += 1;
            continue;
        }
        // What is read back is the mutant itself or nothing.
        if decode(&encode(&mutant)).is_ok_and(|read| read != mutant) {
            return Err("a mutant is read as something else".to_owned());
        }
        if !matches!(
            proofmark_checker::check(
                &mut program.arena,
                &program.cfa,
                &mutant.claimed(),
                &policy()
            ),
            Verdict::Accepted(_)
        ) {
            refused += 1;
        }
    }
    // A proof has room for harmless changes (an unused lemma, another derivation), but not much.
    if original.proofs.is_empty() || refused >= 20 {
        Ok(())
    } else {
        Err(format!("only {refused} of 40 mutants are refused"))
    }
}

/// Changes one thing inside the proofs, the table or the invariants.
fn mutate(certificate: &mut Certificate, random: &mut Random) {
    let table = &mut certificate.annotations;
    match random.below(4) {
        0 => {
            let at = random.below(table.invariants.len());
            let root = random.below(table.table.len());
            table.invariants[at] = u32::try_from(root).unwrap_or(0);
        }
        1 => {
            let (a, b) = (
                random.below(table.table.len()),
                random.below(table.table.len()),
            );
            table.table.swap(a, b);
        }
        _ if certificate.proofs.is_empty() => {}
        2 => {
            let at = random.below(certificate.proofs.len());
            let proof = &mut certificate.proofs[at].proof;
            let token = random.below(proof.len());
            proof.remove(token);
        }
        _ => {
            let (a, b) = (
                random.below(certificate.proofs.len()),
                random.below(certificate.proofs.len()),
            );
            certificate.proofs.swap(a, b);
        }
    }
}

#[test]
fn unsafe_programs_are_shown_to_fail() {
    let mut cases = cases("unsafe");
    cases.extend(examples("buggy.c"));
    all(cases, |case| {
        let mut program = case.load();
        let (result, _) = certify(&mut program, &limits(), &mut Silent);
        let Certification::Violated(trace) = result else {
            return Err(describe(&result));
        };
        let story = tell(
            &program,
            &proofmark_replay::names(&program),
            &trace,
            Extent::Needed,
        );
        let story = story.map_err(|error| error.to_string())?;
        let place = |line: &Line| program.sources.file_name(line.pos).to_owned();
        let text: Vec<String> = story.lines.iter().map(place).collect();
        let text = text.join("\n");
        let file = case
            .path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        // Where nothing happens before the error, the command shows the entry (tests/answers).
        if text.contains(&file) || story.steps == (0, 0) {
            Ok(())
        } else {
            Err(format!("the trace does not name the source:\n{text}"))
        }
    });
}

#[test]
fn unknown_programs_end_with_a_reason() {
    // Some search until the limit, so the first is short; the second is for a busy machine.
    all(cases("unknown"), |case| {
        ends_unknown(case, 3).or_else(|_| ends_unknown(case, 60))
    });
}

fn ends_unknown(case: &Case, seconds: u64) -> Result<(), String> {
    let mut program = case.load();
    let limits = Limits {
        time: Some(Duration::from_secs(seconds)),
        memory: Some(1 << 30),
        ..Limits::default()
    };
    let (result, _) = certify(&mut program, &limits, &mut Silent);
    match result {
        Certification::Unknown { reason }
            if !reason.is_empty() && reason.contains(&case.expect) =>
        {
            Ok(())
        }
        other => Err(describe(&other)),
    }
}

#[test]
fn bad_programs_are_refused_with_a_message() {
    all(cases("reject"), |case| {
        let file = case.path.display().to_string();
        let mut arguments = vec!["certify", file.as_str()];
        arguments.extend(case.options.iter().map(String::as_str));
        let output = Commands::get().proofmark(&arguments);
        let message = text(&output);
        if output.status.code() != Some(3)
            || !message.contains(&case.expect)
            || case.expect.is_empty()
        {
            return Err(format!("status {:?}, {message}", output.status.code()));
        }
        let written = Path::new(&format!("{file}.cert")).exists();
        if written {
            Err("a certificate was written".to_owned())
        } else {
            Ok(())
        }
    });
}
