//! `difftest [--csmith N] [DIR…]`: the interpreter against the C compiler, on generated programs
//! and on directories of programs that check themselves.
//!
//! Each comparison runs in a process of its own with limits on time and memory. The exit status is
//! 1 if any program behaves differently.

use clap::Parser;
use proofmark_tests::differential::{
    available, checksum, csmith, csmith_set, limited, out_of_time, wait, Bounds, Comparison,
    Limits, PATIENCE,
};
use proofmark_tests::whole_programs::{compare as compare_whole, observe, programs};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// Compares the interpreter with the C compiler.
#[derive(Parser)]
struct Arguments {
    /// Directories of C programs, without their subdirectories. They end with status 0, or find a
    /// mistake
    corpora: Vec<PathBuf>,
    /// Number of csmith programs
    #[arg(long, default_value_t = 0)]
    csmith: u64,
    /// Seed of the first csmith program
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The programs print their results and may end with any status
    #[arg(long)]
    printing: bool,
    /// Seconds of processor time for each program
    #[arg(long, default_value_t = 20)]
    time_limit: u64,
    /// Seconds of processor time for each compiled program
    #[arg(long, default_value_t = 1)]
    compiled_limit: u64,
    /// MiB for each program
    #[arg(long, default_value_t = 3072)]
    memory_limit: u64,
    /// Steps for the interpreter
    #[arg(long, default_value_t = 30_000_000)]
    steps: u64,
    /// Comparisons at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Print a line for each program
    #[arg(long, short)]
    verbose: bool,
    /// Compare one program and print the result
    #[arg(long, hide = true)]
    one: bool,
}

/// One program to compare.
enum Task {
    Csmith(u64),
    File(PathBuf),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.one {
        return one(&arguments);
    }
    let mut tasks: Vec<Task> = Vec::new();
    if arguments.csmith > 0 && !available("csmith") {
        eprintln!(
            "csmith is missing: no generated programs (Debian packages csmith and libcsmith-dev)"
        );
    } else {
        tasks.extend((arguments.seed..arguments.seed + arguments.csmith).map(Task::Csmith));
    }
    for corpus in &arguments.corpora {
        let files = if corpus.is_dir() {
            programs(corpus)
        } else {
            vec![corpus.clone()]
        };
        tasks.extend(files.into_iter().map(Task::File));
    }
    let directory = match tempfile::tempdir() {
        Ok(directory) => directory,
        Err(error) => {
            eprintln!("no temporary directory: {error}");
            return ExitCode::from(2);
        }
    };
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (name, comparison) = compare(&arguments, task, directory.path());
                    let expected = as_expected(&arguments, task, &comparison);
                    if arguments.verbose || matches!(comparison, Comparison::Different(_)) {
                        println!(
                            "{name}: {}{}",
                            comparison.line(),
                            expected.map_or("", Expected::shown)
                        );
                    }
                    if let Ok(mut results) = results.lock() {
                        results.push((comparison, expected));
                    }
                }
            });
        }
    });
    report(&results.into_inner().unwrap_or_default())
}

/// The child's work: the program's kind is in its name.
fn one(arguments: &Arguments) -> ExitCode {
    let bounds = Bounds {
        seconds: arguments.compiled_limit,
        steps: arguments.steps,
    };
    for file in &arguments.corpora {
        let generated = arguments.csmith > 0;
        let profile = csmith_set(arguments.seed).profile;
        let comparison = if generated {
            checksum(file, profile, bounds)
        } else {
            compare_whole(file, bounds, !arguments.printing)
        };
        println!("{}", comparison.line());
    }
    ExitCode::SUCCESS
}

fn compare(arguments: &Arguments, task: &Task, directory: &Path) -> (String, Comparison) {
    match task {
        Task::File(file) => {
            let comparison = match (apart(arguments, file, None), assumption(file)) {
                (Comparison::Different(_), Some(kind)) => {
                    Comparison::Skipped(format!("leaves the recorded assumption {kind}"))
                }
                (comparison, _) => comparison,
            };
            (file.display().to_string(), comparison)
        }
        Task::Csmith(seed) => {
            let name = format!("csmith seed {seed} ({})", csmith_set(*seed).name);
            let comparison = match csmith(*seed, directory) {
                Ok(file) => {
                    let comparison = apart(arguments, &file, Some(*seed));
                    let _ = std::fs::remove_file(file.with_extension("copy.c"));
                    let _ = std::fs::remove_file(file);
                    comparison
                }
                Err(error) => Comparison::Unfit(error.to_string()),
            };
            (name, comparison)
        }
    }
}

/// Whether a program prints what a file beside it says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Printed,
    NotPrinted,
}

impl Expected {
    fn shown(self) -> &'static str {
        match self {
            Expected::Printed => ", as expected",
            Expected::NotPrinted => {
                ", but the compiled program does not print what `.expect` says either"
            }
        }
    }
}

/// For a program that behaves as compiled: whether the compiled program prints the contents of the
/// `.expect` file beside it, if there is one.
fn as_expected(arguments: &Arguments, task: &Task, comparison: &Comparison) -> Option<Expected> {
    let (Task::File(file), Comparison::Equal) = (task, comparison) else {
        return None;
    };
    let expected = std::fs::read(file.with_extension("expect")).ok()?;
    let printed = observe(
        file,
        Bounds {
            seconds: arguments.compiled_limit,
            steps: arguments.steps,
        },
    )
    .ok()?
    .output;
    Some(if printed == expected {
        Expected::Printed
    } else {
        Expected::NotPrinted
    })
}

/// The assumption that a program is known to leave.
fn assumption(file: &Path) -> Option<&'static str> {
    let name = file.file_name()?.to_string_lossy();
    include_str!("../../known_differences.txt")
        .lines()
        .find_map(|line| line.strip_prefix(&*name)?.strip_prefix(' '))
}

/// Compares one program in a child process under limits.
fn apart(arguments: &Arguments, file: &Path, seed: Option<u64>) -> Comparison {
    let Ok(program) = std::env::current_exe() else {
        return Comparison::Skipped("no program".to_owned());
    };
    let mut command = limited(
        program,
        Limits {
            seconds: arguments.time_limit,
            mebibytes: arguments.memory_limit,
        },
    );
    command.arg("--one").arg(file).args([
        "--compiled-limit",
        &arguments.compiled_limit.to_string(),
        "--steps",
        &arguments.steps.to_string(),
    ]);
    if let Some(seed) = seed {
        command.args(["--csmith", "1", "--seed", &seed.to_string()]);
    }
    if arguments.printing {
        command.arg("--printing");
    }
    let Ok(mut child) = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn() else {
        return Comparison::Skipped("no shell".to_owned());
    };
    match wait(&mut child, PATIENCE) {
        None => Comparison::Skipped("time limit".to_owned()),
        Some(_) => match child.wait_with_output() {
            Ok(output) if out_of_time(output.status) => {
                Comparison::Skipped("time limit".to_owned())
            }
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                text.lines()
                    .find_map(Comparison::parse)
                    .unwrap_or_else(|| Comparison::Skipped("memory limit".to_owned()))
            }
            Err(error) => Comparison::Skipped(error.to_string()),
        },
    }
}

fn report(results: &[(Comparison, Option<Expected>)]) -> ExitCode {
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let count =
        |kind: fn(&Comparison) -> bool| results.iter().filter(|(result, _)| kind(result)).count();
    let equal = count(|result| *result == Comparison::Equal);
    let different = count(|result| matches!(result, Comparison::Different(_)));
    let skipped = count(|result| matches!(result, Comparison::Skipped(_)));
    for (result, _) in results {
        match result {
            Comparison::Skipped(why) => *reasons.entry(format!("skipped: {why}")).or_default() += 1,
            Comparison::Unfit(why) => {
                *reasons
                    .entry(format!("nothing to compare with: {why}"))
                    .or_default() += 1
            }
            Comparison::Equal | Comparison::Different(_) => {}
        }
    }
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(why, count)| (std::cmp::Reverse(*count), why.clone()));
    println!(
        "{} programs: {equal} equal, {different} different, {skipped} skipped",
        equal + different + skipped
    );
    let (printed, files) = results
        .iter()
        .filter_map(|(_, e)| *e)
        .fold((0, 0), |(p, n), e| {
            (p + usize::from(e == Expected::Printed), n + 1)
        });
    if files > 0 {
        println!("{printed} of {files} equal programs with an `.expect` file print what it says");
    }
    for (why, count) in reasons {
        println!("{count:6}  {why}");
    }
    if different == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}
