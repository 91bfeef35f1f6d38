//! `visited [--csmith N] [--pairs N] [FILE…]`: answers of `proofmark query` about what executions
//! get to, against the lines that gcov counts; with `--pairs`, about where executions go from any
//! location, against the lines that generated programs print. The command is the one beside this
//! program. The exit status is 1 if an execution refutes an answer.

use clap::Parser;
use proofmark_logic::types::Profile;
use proofmark_tests::differential::{csmith, csmith_set};
use proofmark_tests::pairs;
use proofmark_tests::visited::{compare, Visited};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// Compares what is said to be out of reach with what is executed.
#[derive(Parser)]
struct Arguments {
    /// C programs of one file that need no input
    programs: Vec<PathBuf>,
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
    let seeds = arguments.seed..arguments.seed + arguments.csmith;
    let files = arguments.programs.iter().map(|file| (None, file.clone()));
    let made = seeds.map(|seed| (Some(seed), PathBuf::from(format!("csmith {seed}"))));
    for (seed, file) in files.chain(made) {
        let folder = tempfile::tempdir()?;
        let (program, options) = match seed {
            None => {
                let copy = folder.path().join("program.c");
                std::fs::copy(&file, &copy)?;
                (copy, vec![])
            }
            Some(seed) => {
                let Ok(program) = csmith(seed, folder.path()) else {
                    *sums.entry("skipped").or_default() += 1;
                    continue;
                };
                let narrow = csmith_set(seed).profile == Profile::Ilp32;
                let mut options = vec!["-I", "/usr/include/csmith"];
                options.extend(narrow.then_some("-m32"));
                (program, options)
            }
        };
        let mut add = |what, count| *sums.entry(what).or_default() += count;
        match compare(&proofmark, (&program, &options), arguments.time_limit)? {
            Visited::Agrees {
                lines,
                dead,
                unknown,
            } => {
                add("compared", 1);
                add("lines executed", lines);
                add("locations out of reach", dead);
                add("locations unknown", unknown);
            }
            Visited::Refuted(lines) => {
                wrong += 1;
                println!(
                    "{}: executed, and said to be out of reach: {lines:?}",
                    file.display()
                );
            }
            Visited::Skipped(why) => {
                add("skipped", 1);
                let first = why.lines().next().unwrap_or_default().to_owned();
                println!("{}: skipped: {first}", file.display());
            }
        }
    }
    println!("{sums:?}, refuted {wrong}");
    Ok(ExitCode::from(u8::from(wrong > 0)))
}
