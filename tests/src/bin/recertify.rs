//! `recertify FILE…`: edits each program in several ways, and certifies the later version from the
//! certificate of the earlier one and afresh. Writes a table by kind of edit.
//!
//! With `--earlier DIR --later DIR` the versions are the files of the same name in two directories,
//! and the functions with usual names of entry points in both versions are verified.

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
    #[arg(required_unless_present = "later")]
    files: Vec<PathBuf>,
    /// Files that are not preprocessed are read for i386 rather than x86-64
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
    /// What must hold of preprocessed files, in the specification language (repeatable)
    #[arg(long)]
    spec: Vec<PathBuf>,
    /// The function where runs start
    #[arg(long)]
    entry: Option<String>,
    /// The earlier versions of programs that were upgraded
    #[arg(long, value_name = "DIR", requires = "later")]
    earlier: Option<PathBuf>,
    /// The later versions, under the same names
    #[arg(long, value_name = "DIR", requires = "earlier")]
    later: Option<PathBuf>,
    /// With --later: at most so many entries of each file
    #[arg(long, default_value_t = 4)]
    entries: usize,
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
    kind: &'static str,
    fresh: Way,
    reused: Way,
    /// The earlier version's certificate is about the later one as well.
    holds: bool,
}

/// Whether two certificates are about the same automaton.
fn same_automaton(first: &[u8], second: &[u8]) -> bool {
    match (proofmark_certs::open(first), proofmark_certs::open(second)) {
        (Ok(first), Ok(second)) => first.binding == second.binding,
        _ => false,
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    let directory = tempfile::tempdir()?;
    let mut outcomes = Vec::new();
    let mut sizes = Vec::new();
    for file in &arguments.files {
        let files = (file.as_path(), directory.path());
        one(&arguments, files, &mut outcomes, &mut sizes)?;
    }
    let mut upgraded = Vec::new();
    for file in earlier(&arguments)? {
        upgrades(&arguments, (&file, directory.path()), &mut upgraded)?;
    }
    let document = document(&outcomes, &sizes, &upgraded);
    match &arguments.output {
        Some(path) => std::fs::write(path, document)?,
        None => println!("{document}"),
    }
    let mut all = outcomes.iter().chain(&upgraded);
    let wrong = all.any(|o| o.fresh.verdict != o.reused.verdict);
    Ok(if wrong {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// The programs that were upgraded, in their earlier versions.
fn earlier(arguments: &Arguments) -> std::io::Result<Vec<PathBuf>> {
    let Some(directory) = &arguments.earlier else {
        return Ok(Vec::new());
    };
    let entries = std::fs::read_dir(directory)?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.sort();
    Ok(files)
}

/// All edits of one program.
fn one(
    arguments: &Arguments,
    (file, directory): (&Path, &Path),
    outcomes: &mut Vec<Outcome>,
    sizes: &mut Vec<(String, [usize; 2])>,
) -> Result<(), Box<dyn Error>> {
    let mut place = place(arguments, file, directory)?;
    let text = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
    let name = file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let limits = limits(arguments.time_limit);
    let Some(base) = base(arguments, (file, &text), &mut place, &limits) else {
        eprintln!("{name}: no certificate");
        return Ok(());
    };
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
                kind: kind.name(),
                holds: same_automaton(&base.bytes, &reused.bytes),
                fresh,
                reused,
            });
        }
    }
    Ok(())
}

/// How the names of functions end that systems call.
const ENTRIES: [&str; 16] = [
    "probe",
    "remove",
    "open",
    "release",
    "close",
    "ioctl",
    "read",
    "write",
    "suspend",
    "resume",
    "interrupt",
    "irq",
    "work",
    "show",
    "store",
    "disconnect",
];

/// The functions with such names that a text defines on lines of their own.
fn entries(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("static ")) {
        let Some((head, _)) = line.split_once('(') else {
            continue;
        };
        let name = head.rsplit([' ', '*']).next().unwrap_or_default();
        let usual = ENTRIES.iter().any(|end| name.ends_with(&format!("_{end}")));
        let declared = line.trim_end().ends_with(';') || head.contains('=');
        if usual && !declared && !head.contains("inline") && !found.contains(&name.to_owned()) {
            found.push(name.to_owned());
        }
    }
    found
}

/// The entries of a file that both versions have and a rule is applicable to.
fn upgrades(
    arguments: &Arguments,
    (file, directory): (&Path, &Path),
    outcomes: &mut Vec<Outcome>,
) -> Result<(), Box<dyn Error>> {
    let Some(later) = &arguments.later else {
        return Ok(());
    };
    let name = file.file_name().unwrap_or_default();
    let read = |path: &Path| std::fs::read(path).map(|b| String::from_utf8_lossy(&b).into_owned());
    let (Ok(before), Ok(after)) = (read(file), read(&later.join(name))) else {
        return Ok(());
    };
    let name = name.to_string_lossy();
    let both = entries(&after);
    let names = entries(&before)
        .into_iter()
        .filter(|name| both.contains(name));
    let mut place = place(arguments, file, directory)?;
    let limits = limits(arguments.time_limit);
    let mut number = 0;
    for entry in names {
        place.options.entry.clone_from(&entry);
        let Some(mut program) = place.load(&before) else {
            continue;
        };
        if !program.relevance.is_applicable() || number >= arguments.entries {
            continue;
        }
        number += 1;
        let (base, _) = certify(&mut program, None, &limits);
        if base.bytes.is_empty() {
            println!("{name}: {entry}: {} before", base.verdict);
            continue;
        }
        let versions = (place.load(&after), place.load(&after));
        let (Some(mut program), Some(mut same)) = versions else {
            println!("{name}: {entry}: cannot be read");
            continue;
        };
        let (fresh, _) = certify(&mut program, None, &limits);
        let (reused, report) = certify(&mut same, Some(&base.bytes), &limits);
        println!("{name}: {entry}: {}", line(&fresh, &reused));
        if arguments.verbose {
            println!("  {:?}", report.changed);
        }
        let kind = "upgrade";
        outcomes.push(Outcome {
            kind,
            holds: same_automaton(&base.bytes, &reused.bytes),
            fresh,
            reused,
        });
    }
    Ok(())
}

/// The first version's proof; of a preprocessed driver, that of its first entry with one.
fn base(
    arguments: &Arguments,
    (file, text): (&Path, &str),
    place: &mut Place,
    limits: &proofmark_producer::engine::Limits,
) -> Option<Way> {
    let preprocessed = file.extension().is_some_and(|e| e == "i");
    let names = match preprocessed && arguments.entry.is_none() {
        true => entries(text),
        false => vec![place.options.entry.clone()],
    };
    names.into_iter().find_map(|name| {
        place.options.entry = name;
        let mut program = place.load(text)?;
        let applicable = program.relevance.is_applicable();
        let base = applicable.then(|| certify(&mut program, None, limits).0)?;
        (!base.bytes.is_empty()).then_some(base)
    })
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
    let preprocessed = file.extension().is_some_and(|e| e == "i");
    if arguments.ilp32 && !preprocessed {
        let mut options = proofmark_frontend::Options::new(Profile::Ilp32);
        std::mem::swap(&mut options.cpp_args, &mut place.options.cpp_args);
        place.options = options;
    }
    if let Some(entry) = &arguments.entry {
        place.options.entry.clone_from(entry);
    }
    place.options.cpp_args.extend(arguments.cpp_args.clone());
    if preprocessed && !arguments.spec.is_empty() {
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

/// What the columns are.
const HEAD: &str = "\
| edit | programs | same verdict | certified | proofs copied: median, least | with new predicates | \
calls: sum, largest ratio | time: sum, largest ratio |
|---|--:|--:|--:|--:|--:|--:|--:|
";

const INTRODUCTION: &str = "\
# Certificates that follow the program

Written by `make bench-recertify`. Each later version of a program is certified twice: from the
certificate of the earlier version, and afresh. Of what the first takes, the tables give the share
of what the second takes, in sum and where it is largest: calls of decision procedures (20 at
least), and processor time of search and prover without the front end (20 ms at least).
";

/// The document, in Markdown.
fn document(edited: &[Outcome], sizes: &[(String, [usize; 2])], upgraded: &[Outcome]) -> String {
    let mut out = String::from(INTRODUCTION);
    if !edited.is_empty() {
        let _ = writeln!(out, "\n## Edits\n\n{HEAD}{}", rows(edited));
        let (bytes, resume) = sizes
            .iter()
            .fold((0, 0), |(a, b), (_, [x, y])| (a + x, b + y));
        let _ = writeln!(
            out,
            "Sections *resume* of the {} certificates: {resume} bytes beside {bytes} ({:.2} times).",
            sizes.len(),
            resume as f64 / bytes.max(1) as f64
        );
    }
    if !upgraded.is_empty() {
        let _ = writeln!(out, "\n## Upgrades\n\n{HEAD}{}", rows(upgraded));
        let holds = upgraded.iter().filter(|o| o.holds).count();
        let _ = writeln!(
            out,
            "{holds} of the earlier versions' certificates are about the later versions as they are."
        );
    }
    out.trim_end().to_owned() + "\n"
}

/// One row for each kind, and one for all.
fn rows(outcomes: &[Outcome]) -> String {
    let mut by_kind: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        by_kind.entry(outcome.kind).or_default().push(outcome);
    }
    let mut out = String::new();
    for (kind, all) in &by_kind {
        out.push_str(&row(kind, all));
    }
    if by_kind.len() > 1 {
        out.push_str(&row("all", &outcomes.iter().collect::<Vec<_>>()));
    }
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
