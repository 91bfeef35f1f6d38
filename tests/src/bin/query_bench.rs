//! `query_bench [--drivers DIR] [--linux DIR] --output FILE`: what scripts cost. Proofs of drivers
//! in parts, dead code of drivers, relations beside SQLite; each is a section of the document. The
//! command `proofmark` is the one beside this program.

use clap::{Parser, ValueEnum};
use proofmark_tests::bench::growth;
use proofmark_tests::document::Form;
use proofmark_tests::queried::{dead, relations, requests, split, Asker};
use proofmark_tests::recertified::versions::{entries, files};
use std::io::Result;
use std::path::{Path, PathBuf};

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Part {
    /// Proofs by request.
    Split,
    /// Dead code.
    Dead,
    /// Closure and joins.
    Relations,
}

/// Measures what scripts of the query language cost.
#[derive(Parser)]
struct Arguments {
    /// Dispatch routines of NT drivers, for i386
    #[arg(long, value_name = "DIR")]
    drivers: Option<PathBuf>,
    /// Drivers of Linux, as scripts/linux-upgrades makes them
    #[arg(long, value_name = "DIR")]
    linux: Option<PathBuf>,
    /// Only this part (repeatable)
    #[arg(long, value_name = "PART")]
    part: Vec<Part>,
    /// Requests of generated drivers
    #[arg(long, default_value_t = 40)]
    requests: usize,
    /// Functions of call graphs
    #[arg(long, default_value_t = 10_000)]
    functions: u32,
    /// So many drivers of Linux
    #[arg(long, default_value_t = 20)]
    count: usize,
    /// Of Linux, only drivers of which all that is searched for is known in time
    #[arg(long)]
    finished: bool,
    /// So many locations of a driver are asked about one by one
    #[arg(long, default_value_t = 24)]
    sample: usize,
    /// Seconds for each script
    #[arg(long, default_value_t = 120)]
    time_limit: u64,
    /// Seconds for each search
    #[arg(long, default_value_t = 30)]
    question_limit: u64,
    /// A rule whose functions the entries of Linux drivers call (repeatable)
    #[arg(long)]
    spec: Vec<PathBuf>,
    /// The document whose sections are replaced
    #[arg(long)]
    output: PathBuf,
    /// Arguments for the compiler
    #[arg(last = true)]
    cpp_args: Vec<String>,
}

/// How many entries of a driver are tried until the search from one of them ends.
const ENTRIES: usize = 4;

const FORM: Form = Form {
    introduction: "\
# What queries cost

Written by `make bench-query`, each section by itself (`QUERY_FLAGS=\"--part split\"`), but for what
`make visited` says.
",
    titles: &[
        "Proofs in parts",
        "Dead code",
        "Dead code of Linux drivers",
        "Against executions",
        "Relations",
    ],
};

impl Arguments {
    fn wants(&self, part: Part) -> bool {
        self.part.is_empty() || self.part.contains(&part)
    }

    fn asker(&self, narrow: bool) -> Result<Asker> {
        let mut more = Vec::new();
        if narrow {
            more.extend(["--arch", "ilp32"].map(str::to_owned));
        }
        if !self.cpp_args.is_empty() {
            more.push("--".to_owned());
            more.extend(self.cpp_args.iter().cloned());
        }
        Ok(Asker {
            proofmark: std::env::current_exe()?.with_file_name("proofmark"),
            seconds: self.time_limit,
            search: self.question_limit,
            more,
        })
    }

    /// An interrupted run leaves what it measured.
    fn write(&self, title: &str, text: &str) -> Result<()> {
        let document = std::fs::read_to_string(&self.output).unwrap_or_default();
        std::fs::write(&self.output, FORM.with_section(&document, title, text))
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if arguments.wants(Part::Relations) {
        arguments.write("Relations", &relations::section(arguments.functions)?)?;
    }
    let folder = tempfile::tempdir()?;
    let drivers = match &arguments.drivers {
        Some(drivers) => programs(drivers)?,
        None => Vec::new(),
    };
    if arguments.wants(Part::Split) {
        parts(&arguments, &drivers, folder.path())?;
    }
    if arguments.wants(Part::Dead) {
        let tasks: Vec<(PathBuf, String)> = drivers
            .iter()
            .map(|file| (file.clone(), "main".to_owned()))
            .collect();
        let asker = arguments.asker(true)?;
        unused(
            &arguments,
            &asker,
            ("Dead code", &tasks),
            (usize::MAX, false),
            folder.path(),
        )?;
        if let Some(linux) = &arguments.linux {
            let tasks = linux_tasks(&arguments, linux)?;
            let asker = arguments.asker(false)?;
            let title = "Dead code of Linux drivers";
            unused(
                &arguments,
                &asker,
                (title, &tasks),
                (arguments.count, arguments.finished),
                folder.path(),
            )?;
        }
    }
    Ok(())
}

/// The C files below a folder.
fn programs(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in files(folder)? {
        if path.is_dir() {
            found.extend(programs(&path)?);
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
    Ok(found)
}

/// Proofs by request: of drivers, and of two that are generated.
fn parts(arguments: &Arguments, drivers: &[PathBuf], folder: &Path) -> Result<()> {
    let asker = arguments.asker(true)?;
    let mut made = Vec::new();
    for (name, text) in [
        ("one", requests::driver(arguments.requests)),
        ("loop", growth::driver(arguments.requests)),
    ] {
        let file = folder.join(format!("generated_{name}_{}.c", arguments.requests));
        std::fs::write(&file, text)?;
        made.push(file);
    }
    let mut rows = Vec::new();
    for file in made.iter().chain(drivers) {
        match split::measure(&asker, file, folder)? {
            Ok(row) => rows.push(row),
            Err(why) => eprintln!("{}: {why}", file.display()),
        }
        arguments.write("Proofs in parts", &split::section(&rows))?;
    }
    Ok(())
}

/// The first entry of each driver that calls a function of a rule; if searches are to end, the
/// first few, so that one of them may.
fn linux_tasks(arguments: &Arguments, linux: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut rules = String::new();
    for rule in &arguments.spec {
        rules.push_str(&std::fs::read_to_string(rule)?);
    }
    let tried = if arguments.finished { ENTRIES } else { 1 };
    let mut tasks = Vec::new();
    for file in files(&linux.join("6.1"))? {
        let text = String::from_utf8_lossy(&std::fs::read(&file)?).into_owned();
        let entries = entries(&text, &rules).into_iter().take(tried);
        tasks.extend(entries.map(|entry| (file.clone(), entry)));
    }
    Ok(tasks)
}

/// Dead code, of so many drivers that can be read, or of which all that is searched for is known.
fn unused(
    arguments: &Arguments,
    asker: &Asker,
    (title, tasks): (&str, &[(PathBuf, String)]),
    (count, finished): (usize, bool),
    folder: &Path,
) -> Result<()> {
    let mut rows = Vec::new();
    let mut measured = None;
    for (file, entry) in tasks {
        if rows.len() == count {
            break;
        }
        if measured == Some(file) {
            continue;
        }
        let task = dead::Task {
            file: file.clone(),
            entry: entry.clone(),
            sample: arguments.sample,
            finished,
        };
        match dead::measure(asker, &task, folder)? {
            Ok(row) => {
                rows.push(row);
                measured = Some(file);
            }
            Err(why) => eprintln!("{}: {entry}: {why}", file.display()),
        }
        arguments.write(title, &dead::section(&rows))?;
    }
    Ok(())
}
