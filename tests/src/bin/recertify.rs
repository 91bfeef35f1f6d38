//! `recertify FILE…`: edits each program in several ways, and certifies the later version from the
//! certificate of the earlier one and afresh. Writes a table by kind of edit.
//!
//! With `--linux DIR` the programs are drivers as `scripts/linux-upgrades` makes them: the parts of
//! the measurement are upgrades, other headers, and edits. For each rule, a function with the usual
//! name of an entry point is verified, which both versions have.

use clap::{Parser, ValueEnum};
use proofmark_logic::types::Profile;
use proofmark_producer::engine::Limits;
use proofmark_tests::edits::{edit, Edit, Pair};
use proofmark_tests::recertified::apart;
use proofmark_tests::recertified::tables::{self, Outcome};
use proofmark_tests::recertified::versions::{
    self, entries, files, line, rule_name, Measured, Plan, DRIVER_SECONDS, EARLIER_SECONDS,
};
use proofmark_tests::recertified::{certify, holds, limits, settled, Place, Way};
use proofmark_tests::{Case, Random};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What is measured of drivers of Linux.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Part {
    /// Later versions of the drivers.
    Upgrades,
    /// The same drivers with later headers.
    Headers,
    /// Edited drivers.
    Edits,
}

/// Which drivers of Linux are measured, and how.
#[derive(clap::Args)]
struct Linux {
    /// Drivers of Linux
    #[arg(long, value_name = "DIR", requires = "spec", conflicts_with = "files")]
    linux: Option<PathBuf>,
    /// With --linux: only this part (repeatable)
    #[arg(long, value_name = "PART")]
    part: Vec<Part>,
    /// With --linux: at most so many entries of each driver for each rule
    #[arg(long, default_value_t = 1)]
    entries: usize,
    /// With --linux: so many drivers are edited
    #[arg(long, default_value_t = 10)]
    drivers: usize,
    /// With --linux: so many processes at a time
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// With --linux and --part: write what is measured of this driver
    #[arg(long, hide = true)]
    only: Option<PathBuf>,
}

/// Certifies edited programs from the certificates of their earlier versions, and afresh.
#[derive(Parser)]
struct Arguments {
    /// The programs
    #[arg(required_unless_present = "linux")]
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
    /// What must hold of drivers, in the specification language (repeatable: each apart)
    #[arg(long)]
    spec: Vec<PathBuf>,
    #[command(flatten)]
    linux: Linux,
    /// The document whose sections are replaced
    #[arg(long, required_unless_present = "only")]
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

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    let same = match &arguments.linux.linux {
        Some(drivers) => linux(&arguments, drivers)?,
        None => {
            let outcomes = programs(&arguments)?;
            write(&arguments, "Edits", &tables::edits(&outcomes))?;
            outcomes.iter().all(Outcome::is_same)
        }
    };
    Ok(match same {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// A section of the document.
fn write(arguments: &Arguments, title: &str, text: &str) -> std::io::Result<()> {
    let Some(path) = &arguments.output else {
        return Ok(());
    };
    let document = std::fs::read_to_string(path).unwrap_or_default();
    std::fs::write(path, tables::with_section(&document, title, text))
}

/// The parts about drivers of Linux; whether all verdicts are the same.
fn linux(arguments: &Arguments, drivers: &Path) -> Result<bool, Box<dyn Error>> {
    if let (Some(file), [part]) = (&arguments.linux.only, &arguments.linux.part[..]) {
        let measured = one(arguments, drivers, *part, file)?;
        println!("{}", serde_json::to_string(&measured)?);
        return Ok(true);
    }
    let wanted = |part| arguments.linux.part.is_empty() || arguments.linux.part.contains(&part);
    let mut same = true;
    for part in [Part::Upgrades, Part::Headers, Part::Edits] {
        if wanted(part) {
            same &= all(arguments, drivers, part)?;
        }
    }
    Ok(same)
}

impl Part {
    /// The title of its section.
    fn title(self) -> &'static str {
        match self {
            Part::Upgrades => "Upgrades",
            Part::Headers => "Drifting headers",
            Part::Edits => "Edits of Linux drivers",
        }
    }

    /// Where the earlier versions are, and the later ones.
    fn versions(self) -> [&'static str; 2] {
        match self {
            Part::Upgrades => ["6.1", "6.12"],
            Part::Headers => ["6.1-older", "6.1"],
            Part::Edits => ["6.1", "6.1"],
        }
    }
}

/// One part of the measurement of one driver.
fn one(
    arguments: &Arguments,
    drivers: &Path,
    part: Part,
    file: &Path,
) -> Result<Measured, Box<dyn Error>> {
    if part != Part::Edits {
        let plan = Plan {
            later: drivers.join(part.versions()[1]),
            rules: arguments.spec.clone(),
            entries: arguments.linux.entries,
            time_limit: arguments.time_limit,
        };
        return versions::compare(&plan, file);
    }
    let directory = tempfile::tempdir()?;
    let mut measured = Measured {
        complete: true,
        ..Measured::default()
    };
    for rule in &arguments.spec {
        let found = driver(arguments, (file, directory.path()), rule)?;
        measured.outcomes.extend(found);
    }
    Ok(measured)
}

/// One part of the measurement of all drivers; whether all verdicts are the same.
fn all(arguments: &Arguments, drivers: &Path, part: Part) -> Result<bool, Box<dyn Error>> {
    let program = std::env::current_exe()?;
    let command = |file: &Path| {
        let mut command = std::process::Command::new(&program);
        command.arg("--linux").arg(drivers).arg("--only").arg(file);
        let name = part.to_possible_value();
        let name = name.as_ref().map_or("", |value| value.get_name());
        command.args(["--part", name, "--seed", &arguments.seed]);
        for (name, value) in [
            ("--edits", arguments.edits as u64),
            ("--entries", arguments.linux.entries as u64),
            ("--time-limit", arguments.time_limit),
        ] {
            command.arg(name).arg(value.to_string());
        }
        for rule in &arguments.spec {
            command.arg("--spec").arg(rule);
        }
        if arguments.verbose {
            command.arg("--verbose");
        }
        if let Some(directory) = &arguments.keep {
            command.arg("--keep").arg(directory);
        }
        command
    };
    let files = files(&drivers.join(part.versions()[0]))?;
    // An interrupted run leaves what it measured.
    let mut watch = |found: &BTreeMap<usize, Measured>| {
        let with = |measured: &&Measured| !measured.outcomes.is_empty();
        let limit = match part {
            Part::Edits => arguments.linux.drivers,
            Part::Upgrades | Part::Headers => usize::MAX,
        };
        let sum = Measured::of(found.values().filter(with).take(limit));
        let others = Measured::of(found.values());
        let enough = found.values().filter(with).count() >= limit;
        let text = section(arguments, drivers, part, (&sum, &others));
        let text = match found.len() < files.len() && !enough {
            true => format!("{text}\n{}", stopped(found.len(), files.len())),
            false => text,
        };
        write(arguments, part.title(), &text)?;
        Ok(enough)
    };
    let seconds = match part {
        Part::Edits => 4 * DRIVER_SECONDS,
        Part::Upgrades | Part::Headers => DRIVER_SECONDS,
    };
    let limits = (arguments.linux.jobs, seconds);
    let found = apart::each(&files, limits, command, &mut watch)?;
    let sum = Measured::of(found.values());
    Ok(sum.outcomes.iter().all(Outcome::is_same))
}

/// What is said of a measurement that did not come to its end.
fn stopped(measured: usize, prepared: usize) -> String {
    format!("The run was stopped behind {measured} of the {prepared} drivers that are prepared.\n")
}

/// The text of a part.
fn section(
    arguments: &Arguments,
    drivers: &Path,
    part: Part,
    (sum, others): (&Measured, &Measured),
) -> String {
    let packages = packages(drivers);
    let names: Vec<String> = arguments.spec.iter().map(|rule| rule_name(rule)).collect();
    let names = names.join(", ");
    let (versions, others) = (tables::versions(&sum.outcomes), others.others());
    match part {
        Part::Upgrades => format!("{UPGRADES}{packages}\n{versions}\n{others}"),
        Part::Headers => format!("{HEADERS}{packages}\n{versions}\n{others}"),
        Part::Edits => format!(
            "The first {} of these drivers with a certificate for one of the rules\n{names}.\n\n{}",
            arguments.linux.drivers,
            tables::edits(&sum.outcomes)
        ),
    }
}

const UPGRADES: &str = "\
Drivers of Linux 6.1 and the same in 6.12, each with its own headers: their source files differ.
CPAchecker with precision reuse (Beyer, Löwe, Novikov, Stahlbauer, Wendler, ESEC/FSE 2013) is
reported to save 84 to 93 % of the time of verifying revisions of Linux drivers.
";

const HEADERS: &str = "\
The same drivers of Linux 6.1, with the headers of an earlier and of a later ABI version.
";

/// The versions of the packages with the headers.
fn packages(drivers: &Path) -> String {
    let versions = std::fs::read_to_string(drivers.join("versions")).unwrap_or_default();
    let lines = versions.lines().filter_map(|line| line.split_once(' '));
    let names: Vec<String> = lines
        .map(|(name, version)| format!("{version} ({name})"))
        .collect();
    format!("Debian's linux-headers of {}.\n", names.join(", "))
}

/// All edits of all programs.
fn programs(arguments: &Arguments) -> Result<Vec<Outcome>, Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let mut outcomes = Vec::new();
    for file in &arguments.files {
        let mut place = place(arguments, file, directory.path());
        let text = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
        let limits = limits(arguments.time_limit);
        let entries = vec![place.options.entry.clone()];
        match base(&text, entries, &mut place, &limits) {
            Some(base) => outcomes.extend(edited(arguments, &base, &text, &place)?),
            None => eprintln!("{}: no certificate", file.display()),
        }
    }
    Ok(outcomes)
}

/// All edits of a driver, from its first entry that has a certificate.
fn driver(
    arguments: &Arguments,
    (file, directory): (&Path, &Path),
    rule: &Path,
) -> Result<Vec<Outcome>, Box<dyn Error>> {
    let mut place = place(arguments, file, directory);
    let calls = std::fs::read_to_string(rule)?;
    let rule = proofmark_frontend::spec::read(&[rule.to_owned()]);
    place.options.specification = rule.map_err(|e| e.render())?;
    let text = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
    let limits = limits(EARLIER_SECONDS);
    match base(&text, entries(&text, &calls), &mut place, &limits) {
        Some(base) => edited(arguments, &base, &text, &place),
        None => Ok(Vec::new()),
    }
}

/// All edits of one program.
fn edited(
    arguments: &Arguments,
    base: &Way,
    text: &str,
    place: &Place,
) -> Result<Vec<Outcome>, Box<dyn Error>> {
    let name = place.file.file_name().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let limits = limits(arguments.time_limit);
    let mut outcomes = Vec::new();
    for kind in Edit::ALL {
        for number in 0..arguments.edits {
            let seed = format!("{name} {} {number} {}", kind.name(), arguments.seed);
            let mut random = Random::of(&seed);
            // What does not compile is tried again.
            let tries = (0..8).filter_map(|_| edit(text, kind, &mut random));
            let found = tries
                .filter_map(|pair| Some((compare(place, base, text, &pair, &limits)?, pair)))
                .next();
            let Some((mut outcome, pair)) = found else {
                continue;
            };
            outcome.kind = kind.name().to_owned();
            outcome.program.clone_from(&name);
            if arguments.verbose || !outcome.is_same() {
                let line = line(&outcome.fresh, &outcome.reused);
                eprintln!("{name}: {}: {line}", kind.name());
            }
            if !outcome.is_same() {
                keep(arguments, &format!("{name}-{kind:?}-{number}"), &pair)?;
            }
            outcomes.push(outcome);
        }
    }
    Ok(outcomes)
}

/// The first version's proof, from the first entry that has one.
fn base(text: &str, entries: Vec<String>, place: &mut Place, limits: &Limits) -> Option<Way> {
    entries.into_iter().find_map(|name| {
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

fn place(arguments: &Arguments, file: &Path, directory: &Path) -> Place {
    let mut place = Place::of(&Case::open(file), directory);
    let preprocessed = file.extension().is_some_and(|e| e == "i");
    if arguments.ilp32 && !preprocessed {
        let mut options = proofmark_frontend::Options::new(Profile::Ilp32);
        std::mem::swap(&mut options.cpp_args, &mut place.options.cpp_args);
        place.options = options;
    }
    place.options.cpp_args.extend(arguments.cpp_args.clone());
    place
}

/// Both ways to the later version's answer; `None` if a version is no program, or the earlier one
/// has no certificate.
fn compare(place: &Place, base: &Way, text: &str, pair: &Pair, limits: &Limits) -> Option<Outcome> {
    let certificate = if pair.before == text {
        base.bytes.clone()
    } else {
        let mut before = place.load(&pair.before)?;
        certify(&mut before, None, limits).0.bytes
    };
    if certificate.is_empty() {
        return None;
    }
    let (fresh, _) = certify(&mut place.load(&pair.after)?, None, limits);
    let (mut program, front) = place.load_timed(&pair.after)?;
    let (reused, _) = certify(&mut program, Some(&certificate), limits);
    let (fresh, reused) = settled((fresh, reused), || {
        let (fresh, _) = certify(&mut place.load(&pair.after)?, None, limits);
        let mut program = place.load(&pair.after)?;
        Some((fresh, certify(&mut program, Some(&certificate), limits).0))
    });
    Some(Outcome {
        kind: String::new(),
        program: String::new(),
        holds: holds(&mut program, &certificate),
        fresh,
        reused,
        front,
    })
}
