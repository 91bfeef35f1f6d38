//! `mutate CERT FILE N`: has N mutants of a certificate checked against its program, and counts
//! what must not happen.
//!
//! Mutants are well-formed wrong proofs, damaged bytes with right digests, and battered files
//! ([`proofmark_tests::mutate`]). An accepted mutant is fine if it still says what the genuine
//! certificate says: the same binding and ledger, with other invariants or proofs that are proved
//! as well. Anything else, and every panic, is a bug.

use clap::Parser;
use proofmark_certs::{automaton, decode, open, Certificate, Claimed};
use proofmark_checker::check::{check, Policy};
use proofmark_checker::limits::Limits;
use proofmark_checker::verdict::Verdict;
use proofmark_frontend::Options;
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::types::Profile;
use proofmark_tests::mutate::{battered, mutant};
use proofmark_tests::{processor_time, Random};
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Checks mutants of a certificate.
#[derive(Parser)]
struct Arguments {
    /// The certificate
    certificate: PathBuf,
    /// Its program
    program: PathBuf,
    /// How many mutants
    count: usize,
    /// Read the program for i386
    #[arg(long)]
    ilp32: bool,
    /// The function where runs start
    #[arg(long, default_value = "main")]
    entry: String,
}

#[derive(Default)]
struct Tally {
    verdicts: BTreeMap<String, usize>,
    changed: usize,
    panics: usize,
    slowest: Duration,
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let bytes = std::fs::read(&arguments.certificate)?;
    let genuine = decode(&bytes)?;
    let mut options = Options::new(if arguments.ilp32 {
        Profile::Ilp32
    } else {
        Profile::Lp64
    });
    options.entry.clone_from(&arguments.entry);
    let program =
        proofmark_frontend::load(&[arguments.program], &options).map_err(|error| error.render())?;
    let encoded = cfa_bytes(&program.arena, &program.cfa);
    std::panic::set_hook(Box::new(|_| {}));
    let threads = std::thread::available_parallelism()?.get();
    let start = Instant::now();
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let (genuine, bytes, encoded) = (&genuine, &bytes, &encoded);
        let run = |thread: usize| {
            let count = arguments.count / threads + usize::from(thread < arguments.count % threads);
            scope.spawn(move || {
                campaign(
                    genuine,
                    bytes,
                    encoded,
                    &mut Random::of(&format!("thread {thread}")),
                    count,
                )
            })
        };
        let handles: Vec<_> = (0..threads).map(run).collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or_default())
            .collect()
    });
    Ok(report(&tallies, bytes.len(), start.elapsed()))
}

fn campaign(
    genuine: &Certificate,
    bytes: &[u8],
    encoded: &[u8],
    random: &mut Random,
    count: usize,
) -> Tally {
    let mut tally = Tally::default();
    let policy = Policy {
        specification: proofmark_certs::digest(b""),
        deny: Vec::new(),
        limits: Limits::DEFAULT,
    };
    let Ok((program, cfa)) = automaton::decode(encoded) else {
        return tally;
    };
    for _ in 0..count {
        let mutant = if random.below(2) == 0 {
            battered(genuine, bytes, random)
        } else {
            mutant(genuine, bytes, random)
        };
        // A copy for each: expressions of one check must not help another.
        let mut arena = program.clone();
        let (start, before) = (Instant::now(), processor_time());
        let outcome = catch_unwind(AssertUnwindSafe(|| match open(&mutant) {
            Err(error) if error.kind.is_declined() => ("declined by the decoder".to_owned(), None),
            Err(_) => ("rejected by the decoder".to_owned(), None),
            Ok(certificate) => match check(&mut arena, &cfa, &certificate, &policy) {
                Verdict::Accepted(_) => ("accepted".to_owned(), Some(certificate)),
                Verdict::Rejected(reason) => (format!("rejected: {}", reason.code()), None),
                Verdict::Declined(reason) => (format!("declined: {}", reason.code()), None),
            },
        }));
        let spent = processor_time()
            .zip(before)
            .map_or(start.elapsed(), |(after, before)| {
                after.saturating_sub(before)
            });
        tally.slowest = tally.slowest.max(spent);
        match outcome {
            Ok((verdict, accepted)) => {
                let same = |certificate: &Claimed| {
                    certificate.binding == genuine.binding && certificate.ledger == genuine.ledger
                };
                tally.changed +=
                    usize::from(accepted.is_some_and(|certificate| !same(&certificate)));
                *tally.verdicts.entry(verdict).or_default() += 1;
            }
            Err(_) => tally.panics += 1,
        }
    }
    tally
}

fn report(tallies: &[Tally], bytes: usize, elapsed: Duration) -> ExitCode {
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    for (verdict, count) in tallies.iter().flat_map(|tally| &tally.verdicts) {
        *verdicts.entry(verdict).or_default() += count;
    }
    let total: usize = verdicts.values().sum();
    println!(
        "{total} mutants of a certificate of {bytes} bytes in {:.1} s",
        elapsed.as_secs_f64()
    );
    for (verdict, count) in verdicts {
        println!("{count:>9} {verdict}");
    }
    let sum = |f: fn(&Tally) -> usize| tallies.iter().map(f).sum::<usize>();
    let (changed, panics) = (sum(|tally| tally.changed), sum(|tally| tally.panics));
    println!("{changed:>9} accepted with a changed meaning");
    println!("{panics:>9} panics");
    println!(
        "slowest verdict: {:.3} ms of processor time",
        tallies
            .iter()
            .map(|tally| tally.slowest)
            .max()
            .unwrap_or_default()
            .as_secs_f64()
            * 1000.0
    );
    if let Some(peak) = peak_memory() {
        println!("peak memory: {peak}");
    }
    ExitCode::from(u8::from(changed + panics > 0))
}

/// The process's largest resident set, where the system tells.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    Some(
        status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))?
            .trim()
            .to_owned(),
    )
}
