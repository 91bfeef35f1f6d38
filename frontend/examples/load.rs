//! `load [--unjudged] [--entry F] [--arch A] [--cc PATH] FILE…`: reads one program, and says how
//! far it gets. With `--unjudged` the compiler is not asked to confirm what the analysis finds out:
//! what that costs, and what the analysis finds out by itself, is what tests measure.

use proofmark_frontend::{load, load_unjudged, Options};
use proofmark_logic::types::Profile;
use std::path::PathBuf;

fn main() {
    let (mut judged, mut options, mut files) =
        (true, Options::new(Profile::Lp64), Vec::<PathBuf>::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--unjudged" => judged = false,
            "--entry" => options.entry = args.next().unwrap_or_default(),
            "--cc" => options.compiler = args.next().map(PathBuf::from),
            "--arch" if args.next().as_deref() == Some("ilp32") => {
                options.profile = Profile::Ilp32;
            }
            "--arch" => options.profile = Profile::Lp64,
            _ => files.push(arg.into()),
        }
    }
    let program = if judged {
        load(&files, &options)
    } else {
        load_unjudged(&files, &options)
    };
    match program {
        Ok(program) => println!("loads: {} edges", program.cfa.edges.len()),
        Err(error) => {
            println!("{error}");
            std::process::exit(1);
        }
    }
}
