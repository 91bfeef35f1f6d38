//! `bench DIR`: verifies every task below a directory, checks the certificates, and writes a table,
//! plots, and the numbers as JSON.
//!
//! `bench --growth N` does the same for generated drivers with up to N dispatch routines.

use clap::Parser;
use proofmark_tests::bench::run::{apart, here, Setting};
use proofmark_tests::bench::task::{find, sample, Task};
use proofmark_tests::bench::{compare, foreign, growth, plot, report, Conditions, Row, Run};
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// How often each half of a pair runs; the median counts.
const PAIR_RUNS: usize = 3;

/// Verifies every task below a directory and writes a table.
#[derive(Parser)]
struct Arguments {
    /// The directory; or with --one, the files of the task
    #[arg(required_unless_present = "growth")]
    corpus: Vec<PathBuf>,
    /// Read the programs for i386 rather than x86-64, unless their task definition says
    #[arg(long)]
    ilp32: bool,
    /// Verify against these specifications instead of the built-in errors
    #[arg(long)]
    spec: Vec<PathBuf>,
    /// With --spec: run each task also without, and write the ratios
    #[arg(long, requires = "spec")]
    paired: bool,
    /// Generated drivers with 10, 20, 40, … dispatch routines up to this number
    #[arg(long, value_name = "ROUTINES", conflicts_with_all = ["paired", "only"])]
    growth: Option<usize>,
    /// Seconds for each task
    #[arg(long, default_value_t = 60)]
    time_limit: u64,
    /// MiB for each task
    #[arg(long, default_value_t = 4096)]
    memory_limit: u64,
    /// Where the table goes
    #[arg(long, default_value = "docs/benchmarks.md")]
    output: PathBuf,
    /// The table's heading
    #[arg(long, default_value = "Benchmarks")]
    title: String,
    /// Write the numbers here, for a later --compare
    #[arg(long)]
    json: Option<PathBuf>,
    /// Write plots into this directory, which is below that of the table
    #[arg(long)]
    plots: Option<PathBuf>,
    /// Compare with the numbers of an earlier run
    #[arg(long, value_name = "JSON")]
    compare: Option<PathBuf>,
    #[command(flatten)]
    choice: Choice,
    /// With --one: a file that is read before the task
    #[arg(long, hide = true)]
    prelude: Option<PathBuf>,
    /// Run one task and print it as JSON
    #[arg(long, hide = true)]
    one: bool,
}

/// Which tasks run.
#[derive(clap::Args)]
struct Choice {
    /// Only tasks whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Only so many tasks with an expected verdict from each DIR, chosen by --seed
    #[arg(long, value_name = "TASKS")]
    sample: Option<usize>,
    /// Which tasks --sample takes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// With --sample: also tell the sums of a run of all tasks, which wrote these numbers (--json)
    #[arg(long, value_name = "JSON", requires = "sample")]
    all: Option<PathBuf>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    if arguments.one {
        let setting = Setting {
            files: arguments.corpus.clone(),
            specifications: arguments.spec.clone(),
            ilp32: arguments.ilp32,
            prelude: arguments.prelude.clone(),
            conditions: arguments.conditions(),
        };
        println!("{}", serde_json::to_string(&here(&setting))?);
        return Ok(ExitCode::SUCCESS);
    }
    let generated = tempfile::tempdir()?;
    let tasks = arguments.tasks(generated.path())?;
    let mut rows = Vec::new();
    for task in &tasks {
        let row = if arguments.paired {
            arguments.pair(task)
        } else {
            arguments.run(task, &arguments.spec)
        };
        eprintln!("{}", report::line(&row));
        rows.push(row);
    }
    let run = Run {
        conditions: arguments.conditions(),
        rows,
    };
    if let Some(path) = &arguments.json {
        std::fs::write(path, serde_json::to_string_pretty(&run)?)?;
    }
    let document = arguments.document(&run)?;
    std::fs::write(&arguments.output, document)?;
    eprintln!(
        "{} tasks; the table is in {}",
        tasks.len(),
        arguments.output.display()
    );
    // A wrong answer is never only a line in a table.
    Ok(if run.rows.iter().any(Row::is_wrong) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

impl Arguments {
    fn conditions(&self) -> Conditions {
        let mut options = if self.ilp32 {
            "--arch ilp32"
        } else {
            "--arch lp64"
        }
        .to_owned();
        self.spec.iter().for_each(|file| {
            let _ = write!(options, " --spec {}", file.display());
        });
        Conditions {
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
            options,
        }
    }

    fn tasks(&self, generated: &Path) -> Result<Vec<Task>, Box<dyn Error>> {
        let Some(largest) = self.growth else {
            let tasks = self.corpus.iter().flat_map(|corpus| self.chosen(corpus));
            return Ok(tasks.collect());
        };
        let mut tasks = Vec::new();
        for size in growth::sizes(largest) {
            let file = generated.join(format!("{size}.c"));
            std::fs::write(&file, growth::driver(size))?;
            tasks.push(Task {
                name: size.to_string(),
                files: vec![file],
                expected: "certified",
                ..Task::default()
            });
        }
        Ok(tasks)
    }

    /// The tasks of one corpus that run, named below it where there are several.
    fn chosen(&self, corpus: &Path) -> Vec<Task> {
        let mut tasks = find(corpus);
        tasks.retain(|task| task.name.contains(&self.choice.only));
        if let Some(size) = self.choice.sample {
            tasks = sample(tasks, size, self.choice.seed);
        }
        if let (true, Some(name)) = (self.corpus.len() > 1, corpus.file_name()) {
            let name = name.to_string_lossy();
            tasks
                .iter_mut()
                .for_each(|task| task.name = format!("{name}/{}", task.name));
        }
        tasks
    }

    fn run(&self, task: &Task, specifications: &[PathBuf]) -> Row {
        let setting = Setting::of(task, specifications, self.ilp32, &self.conditions());
        let Ok(program) = std::env::current_exe() else {
            return Row {
                verdict: "crashed".to_owned(),
                ..Row::default()
            };
        };
        let mut command = Command::new(program);
        command.arg("--one").args(&setting.files);
        command.args([
            "--time-limit",
            &self.time_limit.to_string(),
            "--memory-limit",
            &self.memory_limit.to_string(),
        ]);
        if setting.ilp32 {
            command.arg("--ilp32");
        }
        // Kept until the task has run.
        let prelude = tempfile::NamedTempFile::new().ok();
        if let Some(file) = prelude.as_ref().filter(|_| !task.prelude.is_empty()) {
            if std::fs::write(file.path(), &task.prelude).is_err() {
                return Row::default();
            }
            command.arg("--prelude").arg(file.path());
        }
        specifications.iter().for_each(|file| {
            command.arg("--spec").arg(file);
        });
        apart(command, task, &setting.conditions)
    }

    /// With and without the specification, in turns.
    fn pair(&self, task: &Task) -> Row {
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for _ in 0..PAIR_RUNS {
            without.push(self.run(task, &[]));
            with.push(self.run(task, &self.spec));
        }
        let median = |mut rows: Vec<Row>| {
            rows.sort_by(|a, b| a.cpu.total_cmp(&b.cpu));
            rows.into_iter().nth(PAIR_RUNS / 2).unwrap_or_default()
        };
        // What is expected is about the built-in errors.
        Row {
            plain_cpu: Some(median(without).cpu),
            expected: String::new(),
            ..median(with)
        }
    }

    /// The target of the Makefile that runs this.
    fn target(&self) -> &'static str {
        match (self.growth, self.paired) {
            (Some(_), _) => "make bench-growth",
            (None, true) => "make bench-observers",
            (None, false) if self.choice.sample.is_some() => "make bench-foreign",
            (None, false) => "make bench",
        }
    }

    /// The places of the corpora on this machine, and what stands for them in reasons.
    fn prefixes(&self) -> Vec<(String, String)> {
        let several = self.corpus.len() > 1;
        let name = |corpus: &Path| match corpus.file_name().filter(|_| several) {
            Some(name) => format!("{}/", name.to_string_lossy()),
            None => String::new(),
        };
        let prefix = |corpus: &PathBuf| (format!("{}/", corpus.display()), name(corpus));
        self.corpus.iter().map(prefix).collect()
    }

    /// What a run of all tasks has shown, if the document is about a sample.
    fn all_tasks(&self) -> Result<String, Box<dyn Error>> {
        let Some(file) = &self.choice.all else {
            return Ok(String::new());
        };
        let run: Run = serde_json::from_str(&std::fs::read_to_string(file)?)?;
        let summary = report::summary(&run);
        Ok(format!("## All tasks\n\n{summary}## The sample\n\n"))
    }

    fn document(&self, run: &Run) -> Result<String, Box<dyn Error>> {
        let body = match (self.growth, self.paired) {
            (Some(_), _) => report::growth(run),
            (None, true) => report::pairs(run),
            (None, false) => report::document(run, &self.prefixes()),
        };
        let body = match self.choice.sample {
            Some(size) => {
                let scope = foreign::scope(size, self.choice.seed);
                report::wrapped(&(scope + &self.all_tasks()? + &body))
            }
            None => body,
        };
        let mut out = format!(
            "# {}\n\nWritten by `{}`.\n\n{body}",
            self.title,
            self.target()
        );
        if let Some(old) = &self.compare {
            let old: Run = serde_json::from_str(&std::fs::read_to_string(old)?)?;
            let _ = write!(out, "\n{}", compare::report(&old, run));
        }
        if let Some(directory) = &self.plots {
            let below = self
                .output
                .parent()
                .and_then(|p| directory.strip_prefix(p).ok())
                .unwrap_or(directory);
            let prefix = self
                .output
                .file_stem()
                .map_or_else(String::new, |s| format!("{}-", s.to_string_lossy()));
            for name in plot::write(directory, &prefix, &run.rows)? {
                let _ = write!(out, "\n![{name}]({}/{name})\n", below.display());
            }
        }
        Ok(out)
    }
}
