//! `recertify FILE…`: edits each program in several ways, and certifies the later version from the
//! certificate of the earlier one and afresh. Writes a table by kind of edit.
//!
//! `recertify --pairs DIR OTHER` takes the files of the same name in two directories as versions.

use clap::Parser;
use proofmark_logic::types::Profile;
use proofmark_tests::edits::{edit, Edit, Pair};
use proofmark_tests::recertified::{certify, limits, Place, Way};
use proofmark_tests::Case;
use proofmark_tests::Random;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Certifies edited programs from the certificates of their earlier versions, and afresh.
#[derive(Parser)]
struct Arguments {
    /// The programs
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The files are read for i386 rather than x86-64
    #[arg(long)]
    ilp32: bool,
    /// How many edits of each kind for each program
    #[arg(long, default_value_t = 1)]
    edits: usize,
    /// Where the random choices start
    #[arg(long, default_value = "1")]
    seed: String,
    /// Seconds for each run
    #[arg(long, default_value_t = 60)]
    time_limit: u64,
    /// What must hold, in the specification language (repeatable)
    #[arg(long)]
    spec: Vec<PathBuf>,
    /// The function where runs start
    #[arg(long)]
    entry: Option<String>,
    /// Where the table goes
    #[arg(long)]
    output: Option<PathBuf>,
    /// Print each edit
    #[arg(long)]
    verbose: bool,
    /// Keep both versions where the verdicts differ, below this directory
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Arguments for the compiler
    #[arg(last = true)]
    cpp_args: Vec<String>,
}

/// One edited program.
struct Outcome {
    kind: Edit,
    fresh: Way,
    reused: Way,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    let directory = tempfile::tempdir()?;
    let mut outcomes = Vec::new();
    let mut sizes = Vec::new();
    for file in &arguments.files {
        one(
            &arguments,
            (file, directory.path()),
            &mut outcomes,
            &mut sizes,
        )?;
    }
    let wrong = outcomes
        .iter()
        .filter(|o| o.fresh.verdict != o.reused.verdict);
    let wrong = wrong.count();
    let table = table(&outcomes, &sizes);
    match &arguments.output {
        Some(path) => std::fs::write(path, table)?,
        None => println!("{table}"),
    }
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// All edits of one program.
fn one(
    arguments: &Arguments,
    (file, directory): (&Path, &Path),
    outcomes: &mut Vec<Outcome>,
    sizes: &mut Vec<(String, [usize; 2])>,
) -> Result<(), Box<dyn Error>> {
    let place = place(arguments, file, directory)?;
    let text = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
    let name = file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let Some(mut program) = place.load(&text) else {
        eprintln!("{name}: cannot be read");
        return Ok(());
    };
    let limits = limits(arguments.time_limit);
    let (base, _) = certify(&mut program, None, &limits);
    if base.bytes.is_empty() {
        eprintln!("{name}: {}", base.verdict);
        return Ok(());
    }
    let resume = proofmark_certs::sections(&base.bytes)?;
    let resume = resume
        .iter()
        .find(|s| s.section == proofmark_certs::Section::Resume);
    let resume = resume.map_or(0, |section| section.bytes);
    sizes.push((name.clone(), [base.bytes.len() - resume, resume]));
    for kind in Edit::ALL {
        for number in 0..arguments.edits {
            let seed = format!("{name} {} {number} {}", kind.name(), arguments.seed);
            let mut random = Random::of(&seed);
            // What does not compile is tried again.
            let tries = (0..8).filter_map(|_| edit(&text, kind, &mut random));
            let found = tries
                .filter_map(|pair| Some((compare(&place, &base, &text, &pair, &limits)?, pair)))
                .next();
            let Some(((fresh, reused), pair)) = found else {
                continue;
            };
            if arguments.verbose {
                println!("{name}: {}: {}", kind.name(), line(&fresh, &reused));
            }
            if fresh.verdict != reused.verdict {
                println!(
                    "{name}: {}: DIFFERENT {} {}",
                    kind.name(),
                    fresh.verdict,
                    reused.verdict
                );
                keep(arguments, &format!("{name}-{kind:?}-{number}"), &pair)?;
            }
            outcomes.push(Outcome {
                kind,
                fresh,
                reused,
            });
        }
    }
    Ok(())
}

fn keep(arguments: &Arguments, name: &str, pair: &Pair) -> std::io::Result<()> {
    let Some(directory) = &arguments.keep else {
        return Ok(());
    };
    std::fs::create_dir_all(directory)?;
    std::fs::write(directory.join(format!("{name}-before.c")), &pair.before)?;
    std::fs::write(directory.join(format!("{name}-after.c")), &pair.after)
}

fn place(arguments: &Arguments, file: &Path, directory: &Path) -> Result<Place, Box<dyn Error>> {
    let mut place = Place::of(&Case::open(file), directory);
    if arguments.ilp32 {
        let mut options = proofmark_frontend::Options::new(Profile::Ilp32);
        std::mem::swap(&mut options.cpp_args, &mut place.options.cpp_args);
        place.options = options;
    }
    if let Some(entry) = &arguments.entry {
        place.options.entry.clone_from(entry);
    }
    place.options.cpp_args.extend(arguments.cpp_args.clone());
    if !arguments.spec.is_empty() {
        place.options.specification =
            proofmark_frontend::spec::read(&arguments.spec).map_err(|e| e.render())?;
    }
    Ok(place)
}

/// Both ways to the later version's answer; `None` if a version is no program, or the earlier one
/// has no certificate.
fn compare(
    place: &Place,
    base: &Way,
    text: &str,
    pair: &Pair,
    limits: &proofmark_producer::engine::Limits,
) -> Option<(Way, Way)> {
    let certificate = if pair.before == text {
        base.bytes.clone()
    } else {
        certify(&mut place.load(&pair.before)?, None, limits)
            .0
            .bytes
    };
    if certificate.is_empty() {
        return None;
    }
    let (fresh, _) = certify(&mut place.load(&pair.after)?, None, limits);
    let (reused, _) = certify(&mut place.load(&pair.after)?, Some(&certificate), limits);
    Some((fresh, reused))
}

fn line(fresh: &Way, reused: &Way) -> String {
    format!(
        "{} / {}; {} of {} copied; {} new predicates; calls {} / {}; {:.3} / {:.3} s; nodes {:?}",
        fresh.verdict,
        reused.verdict,
        reused.obligations[1],
        reused.obligations[0],
        reused.predicates[1],
        fresh.calls,
        reused.calls,
        fresh.seconds,
        reused.seconds,
        reused.nodes,
    )
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The tables, in Markdown.
fn table(outcomes: &[Outcome], sizes: &[(String, [usize; 2])]) -> String {
    let mut by_kind: BTreeMap<Edit, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        by_kind.entry(outcome.kind).or_default().push(outcome);
    }
    let mut out = String::from(
        "| edit | programs | same verdict | certified | proofs copied: median, least | with new \
         predicates | calls: sum, largest ratio | time: sum, largest ratio |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for (kind, all) in &by_kind {
        out.push_str(&row(kind.name(), all));
    }
    out.push_str(&row("all", &outcomes.iter().collect::<Vec<_>>()));
    let (bytes, resume) = sizes
        .iter()
        .fold((0, 0), |(a, b), (_, [x, y])| (a + x, b + y));
    let _ = writeln!(
        out,
        "\nSections *resume* of the {} certificates: {resume} bytes beside {bytes} ({:.2} times).",
        sizes.len(),
        resume as f64 / bytes.max(1) as f64
    );
    out
}

fn row(name: &str, all: &[&Outcome]) -> String {
    let same = all
        .iter()
        .filter(|o| o.fresh.verdict == o.reused.verdict)
        .count();
    let certified: Vec<&&Outcome> = all
        .iter()
        .filter(|o| o.reused.verdict == "certified")
        .collect();
    let copied: Vec<f64> = certified
        .iter()
        .map(|o| 100.0 * o.reused.copied())
        .collect();
    let least = copied.iter().copied().fold(100.0, f64::min);
    let grown = certified
        .iter()
        .filter(|o| o.reused.predicates[1] > 0)
        .count();
    let sum = |value: fn(&Way) -> f64| {
        let [fresh, reused] = [0, 1].map(|way| {
            let ways = all
                .iter()
                .map(|o| if way == 0 { &o.fresh } else { &o.reused });
            ways.map(value).sum::<f64>()
        });
        100.0 * reused / fresh.max(1e-9)
    };
    let largest = |value: fn(&Way) -> f64, least: f64| {
        let ratios = all
            .iter()
            .map(|o| value(&o.reused) / value(&o.fresh).max(least));
        ratios.fold(0.0, f64::max)
    };
    format!(
        "| {name} | {} | {same} | {} | {:.0} %, {least:.0} % | {grown} | {:.1} %, {:.2} | {:.0} %, {:.2} |\n",
        all.len(),
        certified.len(),
        median(copied),
        sum(|way| way.calls as f64),
        largest(|way| way.calls as f64, 20.0),
        sum(|way| way.seconds),
        largest(|way| way.seconds, 0.02),
    )
}
