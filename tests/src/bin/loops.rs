//! `loops`: the programs of `tests/loops` for more and more rounds: what an answer takes must not
//! depend on the rounds where the program is safe, and at most grow like them where it is not.

use clap::Parser;
use proofmark_tests::bench::peer::children_seconds;
use proofmark_tests::root;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Rounds of the safe programs,
const SAFE: [u64; 4] = [10, 100, 10_000, 1_000_000];
/// and of those that are violated behind them.
const VIOLATED: [u64; 4] = [100, 10_000, 100_000, 1_000_000];

/// Certifies the programs of tests/loops for 10 to 1,000,000 rounds, and writes a table.
#[derive(Parser)]
struct Arguments {
    /// Proofmark's program
    #[arg(long)]
    proofmark: PathBuf,
    /// Where the table is written
    #[arg(long, default_value = "docs/benchmarks-loops.md")]
    output: PathBuf,
    /// Seconds for each answer
    #[arg(long, default_value_t = 300)]
    time_limit: u64,
    /// MiB for each answer: an execution of a million rounds has some ten million steps
    #[arg(long, default_value_t = 16384)]
    memory_limit: u64,
}

/// One answer: whether it is the right one, its processor time, and the certificate's size.
struct Answer {
    right: bool,
    seconds: f64,
    bytes: u64,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("tests/loops"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    let mut table = String::new();
    let (mut wrong, mut all) = (0, 0);
    for file in &files {
        let row = |rounds: &[u64], bug| -> Result<Vec<Answer>, Box<dyn Error>> {
            let answers = rounds.iter().map(|n| certify(&arguments, file, *n, bug));
            answers.collect()
        };
        let (safe, violated) = (row(&SAFE, false)?, row(&VIOLATED, true)?);
        let answers = || safe.iter().chain(&violated);
        wrong += answers().filter(|answer| !answer.right).count();
        all += answers().count();
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let cell = |answer: &Answer| match answer.right {
            true => format!("{:.2}", answer.seconds),
            false => "–".to_owned(),
        };
        let bytes = safe.iter().map(|answer| answer.bytes.to_string());
        let seconds = answers().map(cell);
        let cells: Vec<String> = bytes.chain(seconds).collect();
        let _ = writeln!(table, "| {name} | {} |", cells.join(" | "));
        eprintln!("{name}: {}", cells.join(" "));
    }
    let heads = |rounds: &[u64], unit: &str| -> String {
        let heads = rounds.iter().map(|n| format!(" {unit} {n} |"));
        heads.collect()
    };
    let text = format!(
        "# Loops\n\nWritten by `make bench-loops`: {wrong} of {all} answers are not the right \
         ones.\n\nThe programs of `tests/loops` for N rounds, or with arrays of N elements: the \
         certificate's size (B)\nand the processor time (s) of the safe programs, and the time of \
         those that reach the error\nafter the last round (v). Limits: {} s and {} MiB for each \
         answer.\n\n| program |{}{}{}\n|---|{}\n{table}",
        arguments.time_limit,
        arguments.memory_limit,
        heads(&SAFE, "B"),
        heads(&SAFE, "s"),
        heads(&VIOLATED, "v"),
        "--:|".repeat(SAFE.len() * 2 + VIOLATED.len()),
    );
    std::fs::write(&arguments.output, text)?;
    Ok(match wrong {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

fn certify(
    arguments: &Arguments,
    file: &Path,
    rounds: u64,
    bug: bool,
) -> Result<Answer, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let certificate = folder.path().join("loop.cert");
    let mut command = Command::new(&arguments.proofmark);
    command.args(["certify", "--quiet", "--jobs", "1", "--time-limit"]);
    command.arg(arguments.time_limit.to_string());
    command.arg("--memory-limit");
    command.arg(arguments.memory_limit.to_string()).arg("-o");
    command.arg(&certificate).arg(file).arg("--");
    command.arg(format!("-DN={rounds}"));
    command.args(bug.then_some("-DBUG"));
    let before = children_seconds();
    let ended = command.stdout(Stdio::null()).status()?;
    Ok(Answer {
        right: ended.code() == Some(i32::from(bug)),
        seconds: children_seconds() - before,
        bytes: std::fs::metadata(&certificate).map_or(0, |known| known.len()),
    })
}
