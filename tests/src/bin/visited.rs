//! `visited [--csmith N] [--generated N] [--pairs N] [FILE…]`: answers of `proofmark query` about
//! what executions get to, against the lines that gcov counts, or what the interpreter executes;
//! with `--pairs`, about where executions go from any location, against the lines that generated
//! programs print. The command is the one beside this program. The exit status is 1 if an execution
//! refutes an answer.

use clap::Parser;
use proofmark_logic::types::Profile;
use proofmark_tests::differential::{csmith, csmith_set};
use proofmark_tests::generate::Generated;
use proofmark_tests::pairs;
use proofmark_tests::visited::{compare, Executor, Visited};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Compares what is said to be out of reach with what is executed.
#[derive(Parser)]
struct Arguments {
    /// C programs of one file that need no input
    programs: Vec<PathBuf>,
    /// The programs are executed by the interpreter, with some inputs, and not by gcc's binaries
    #[arg(long)]
    interpreter: bool,
    /// Number of generated programs that are executed by the interpreter
    #[arg(long, default_value_t = 0)]
    generated: u64,
    /// Number of csmith programs
    #[arg(long, default_value_t = 0)]
    csmith: u64,
    /// Number of generated programs whose pairs of lines are compared
    #[arg(long, default_value_t = 0)]
    pairs: u64,
    /// Seed of the first generated program
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds for each query
    #[arg(long, default_value_t = 20)]
    time_limit: u64,
}

/// A program to compare.
enum Task {
    File(PathBuf),
    Csmith(u64),
    Generated(u64),
}

impl Task {
    fn name(&self) -> String {
        match self {
            Task::File(file) => file.display().to_string(),
            Task::Csmith(seed) => format!("csmith {seed}"),
            Task::Generated(seed) => format!("generated {seed}"),
        }
    }

    /// Puts the program into a folder: its file, and what the compiler needs for it.
    fn prepare(&self, folder: &Path) -> std::io::Result<Option<(PathBuf, Vec<&'static str>)>> {
        let file = folder.join("program.c");
        Ok(match self {
            Task::File(from) => {
                std::fs::copy(from, &file)?;
                Some((file, vec![]))
            }
            Task::Csmith(seed) => csmith(*seed, folder).ok().map(|program| {
                let narrow = csmith_set(*seed).profile == Profile::Ilp32;
                let mut options = vec!["-I", "/usr/include/csmith"];
                options.extend(narrow.then_some("-m32"));
                (program, options)
            }),
            Task::Generated(seed) => {
                let text = match seed % 2 {
                    0 => pairs::program(*seed),
                    _ => Generated::new(*seed).program(&[(0, 0), (200, 1)]),
                };
                std::fs::write(&file, text)?;
                Some((file, vec![]))
            }
        })
    }
}

impl Arguments {
    fn tasks(&self) -> Vec<(Task, Executor)> {
        let seeds = |count| self.seed..self.seed + count;
        let own = match self.interpreter {
            true => Executor::Interpreted,
            false => Executor::Compiled,
        };
        let files = self.programs.iter().cloned().map(Task::File);
        let csmith = seeds(self.csmith).map(Task::Csmith);
        let tasks = files.chain(csmith).map(|task| (task, own));
        let generated = seeds(self.generated).map(Task::Generated);
        let generated = generated.map(|task| (task, Executor::Interpreted));
        tasks.chain(generated).collect()
    }
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let proofmark = std::env::current_exe()?.with_file_name("proofmark");
    let (mut sums, mut wrong) = (BTreeMap::<&str, usize>::new(), 0);
    for seed in arguments.seed..arguments.seed + arguments.pairs {
        let folder = tempfile::tempdir()?;
        let found = pairs::compare(&proofmark, seed, folder.path())?;
        println!(
            "pairs {seed}: {} compared, {} never, {} unknown{}",
            found.compared,
            found.never,
            found.unknown,
            found.refuted.concat()
        );
        wrong += usize::from(!found.refuted.is_empty());
    }
    for (task, executor) in arguments.tasks() {
        let folder = tempfile::tempdir()?;
        let mut add = |what, count| *sums.entry(what).or_default() += count;
        let Some((program, options)) = task.prepare(folder.path())? else {
            add("skipped", 1);
            continue;
        };
        let how = (executor, arguments.time_limit);
        match compare(&proofmark, (&program, &options), how)? {
            Visited::Agrees {
                visited,
                dead,
                unknown,
            } => {
                add("compared", 1);
                add("lines or locations executed", visited);
                add("locations out of reach", dead);
                add("locations unknown", unknown);
            }
            Visited::Refuted(lines) => {
                wrong += 1;
                let name = task.name();
                println!("{name}: executed, and said to be out of reach: {lines:?}");
            }
            Visited::Skipped(why) => {
                add("skipped", 1);
                let first = why.lines().next().unwrap_or_default();
                println!("{}: skipped: {first}", task.name());
            }
        }
    }
    println!("{sums:?}, refuted {wrong}");
    Ok(ExitCode::from(u8::from(wrong > 0)))
}
