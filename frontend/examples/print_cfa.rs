//! Prints the automaton of C files:
//! `print_cfa [--ilp32] [--entry F] [--stats] FILE… [-- CPP-ARGS]`.

use proofmark_frontend::{load, print, Options};
use proofmark_logic::types::Profile;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let (mut options, mut files, mut stats) = (Options::new(Profile::Lp64), Vec::new(), false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--ilp32" => options.profile = Profile::Ilp32,
            "--entry" => options.entry = args.next().unwrap_or_default(),
            "--stats" => stats = true,
            "--" => options.cpp_args = args.by_ref().collect(),
            _ => files.push(arg.into()),
        }
    }
    let start = Instant::now();
    match load(&files, &options) {
        Ok(program) if stats => {
            let c = &program.cfa;
            let shown: Vec<String> = files
                .iter()
                .map(|f: &std::path::PathBuf| f.display().to_string())
                .collect();
            println!(
                "{}: {} locations, {} edges, {} variables, {} objects, {} frames, {} ledger entries, {} nodes, {:?}",
                shown.join(" "),
                c.locations.len(),
                c.edges.len(),
                c.vars.len(),
                c.objects.len(),
                c.frames.len(),
                c.ledger.len(),
                program.arena.len(),
                start.elapsed()
            );
            ExitCode::SUCCESS
        }
        Ok(program) => {
            print!("{}", print::cfa(&program));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}", error.render());
            ExitCode::from(3)
        }
    }
}
