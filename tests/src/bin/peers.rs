//! `peers DIR…`: Proofmark beside other verifiers on the same tasks, in turns.

use clap::Parser;
use proofmark_tests::bench::peer::{run, Peer};
use proofmark_tests::bench::task::{find, sample, Task};
use proofmark_tests::bench::{Conditions, Row};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs verifiers on samples of tasks, and prints a table.
///
/// The processor time of each is that of all its processes, measured in the same way. CBMC is given
/// no bound: it unwinds loops for as long as they go on.
#[derive(Parser)]
struct Arguments {
    /// Directories of tasks
    #[arg(required = true)]
    corpus: Vec<PathBuf>,
    /// Proofmark's program
    #[arg(long)]
    proofmark: PathBuf,
    /// ESBMC's program
    #[arg(long)]
    esbmc: Option<PathBuf>,
    /// CBMC's program
    #[arg(long)]
    cbmc: Option<PathBuf>,
    /// So many tasks with an expected verdict from each DIR, chosen by --seed
    #[arg(long, default_value_t = 75)]
    sample: usize,
    /// Which tasks --sample takes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds for each task
    #[arg(long, default_value_t = 10)]
    time_limit: u64,
    /// MiB for each task
    #[arg(long, default_value_t = 4096)]
    memory_limit: u64,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    let conditions = Conditions {
        time_limit: arguments.time_limit,
        memory_limit: arguments.memory_limit,
        options: String::new(),
    };
    // Each runs in a folder of its own.
    let mut peers = vec![Peer::Proofmark(arguments.proofmark.canonicalize()?)];
    if let Some(program) = &arguments.esbmc {
        peers.push(Peer::Esbmc(program.canonicalize()?));
    }
    if let Some(program) = &arguments.cbmc {
        peers.push(Peer::Cbmc(program.canonicalize()?));
    }
    let mut rows: Vec<Vec<Row>> = Vec::new();
    for task in arguments.tasks() {
        let ran = peers.iter().map(|peer| run(peer, &task, &conditions));
        let ran = ran.collect::<Result<Vec<Row>, _>>()?;
        eprintln!("{}", line(&ran));
        rows.push(ran);
    }
    println!(
        "| verifier | tasks | right | wrong | undecided | CPU s | CPU s where all are right |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let agreed = |ran: &&Vec<Row>| ran.iter().all(Row::is_right);
    for (at, peer) in peers.iter().enumerate() {
        let own = || rows.iter().filter_map(|ran| ran.get(at));
        let right = own().filter(|row| row.is_right()).count();
        let wrong = own().filter(|row| row.is_wrong()).count();
        let seconds = own().map(|row| row.cpu).sum::<f64>();
        let alike = rows.iter().filter(agreed).filter_map(|ran| ran.get(at));
        println!(
            "| {} | {} | {right} | {wrong} | {} | {seconds:.1} | {:.1} |",
            peer.name(),
            rows.len(),
            rows.len() - right - wrong,
            alike.map(|row| row.cpu).sum::<f64>()
        );
    }
    println!("\nWhere not all are right:\n");
    for ran in rows.iter().filter(|ran| !agreed(ran)) {
        println!("- {}", line(ran));
    }
    let own_wrong = rows
        .iter()
        .any(|ran| ran.first().is_some_and(Row::is_wrong));
    Ok(match own_wrong {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    })
}

impl Arguments {
    fn tasks(&self) -> Vec<Task> {
        let named = |corpus: &PathBuf| {
            let tasks = sample(find(corpus), self.sample, self.seed);
            let name = corpus.file_name().unwrap_or_default().to_string_lossy();
            let prefix = name.into_owned();
            tasks.into_iter().map(move |task| Task {
                name: format!("{prefix}/{}", task.name),
                ..task
            })
        };
        self.corpus.iter().flat_map(named).collect()
    }
}

/// A task with what each verifier says and takes.
fn line(ran: &[Row]) -> String {
    let task = ran.first().map_or("", |row| &row.task);
    let expected = ran.first().map_or("", |row| &row.expected);
    let said = ran
        .iter()
        .map(|row| format!("{} {:.2} s", row.verdict, row.cpu));
    format!(
        "{task} ({expected}): {}",
        said.collect::<Vec<_>>().join(", ")
    )
}
