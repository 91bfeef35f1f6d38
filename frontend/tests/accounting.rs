//! What programs say to the compiler: promises are in the ledger; the headers of the C library work
//! as distributions use them.

mod files;

use files::files;
use proofmark_frontend::{load, Options};
use proofmark_logic::types::Profile;
use std::path::Path;
use std::process::Command;

const PROFILES: [Profile; 2] = [Profile::Lp64, Profile::Ilp32];

#[test]
fn promises_are_in_the_ledger() {
    for file in files("promises") {
        let text = std::fs::read_to_string(&file).expect("a program");
        let promise = text
            .lines()
            .next()
            .and_then(|l| l.strip_prefix("// promise: "));
        let promise = promise.expect("what it promises");
        for profile in PROFILES {
            let program = load(std::slice::from_ref(&file), &Options::new(profile))
                .unwrap_or_else(|e| panic!("{}", e.render()));
            let ledger = &program.cfa.ledger;
            assert!(
                ledger
                    .iter()
                    .any(|e| e.kind == "promise" && e.subject == promise),
                "{}: {ledger:?}",
                file.display()
            );
        }
    }
}

/// Whether the headers are there for this ABI.
fn has_headers(file: &Path, cpp_args: &[String], width: &str) -> bool {
    let run = Command::new("cc")
        .args(["-E", width])
        .args(cpp_args)
        .arg(file)
        .output();
    run.is_ok_and(|run| run.status.success())
}

#[test]
fn fortified_headers_are_understood() {
    for options in [
        &[][..],
        &["-O2"],
        &["-O2", "-D_FORTIFY_SOURCE=2"],
        &["-O2", "-D_FORTIFY_SOURCE=3", "-D_GNU_SOURCE"],
    ] {
        // The kernel's headers of another ABI lie elsewhere on Debian.
        let mut cpp_args: Vec<String> = options.iter().map(|o| (*o).to_owned()).collect();
        cpp_args.extend(["-idirafter", "/usr/include/x86_64-linux-gnu"].map(str::to_owned));
        for (file, profile) in files("fortify")
            .iter()
            .flat_map(|f| PROFILES.map(|p| (f, p)))
        {
            let width = if profile == Profile::Lp64 {
                "-m64"
            } else {
                "-m32"
            };
            if !has_headers(file, &cpp_args, width) {
                println!("skipped: no headers for {width}");
                continue;
            }
            let options = Options {
                cpp_args: cpp_args.clone(),
                ..Options::new(profile)
            };
            if let Err(error) = load(std::slice::from_ref(file), &options) {
                panic!("{profile:?} {cpp_args:?}: {}", error.render());
            }
        }
    }
}
