//! Judges generated programs: `fuzz FIRST COUNT SECONDS [ilp32] [memory]`. SECONDS is the time for
//! one verification; 0 asks only the interpreter. With `memory`, the programs are those for the
//! memory model.

use proofmark_logic::types::Profile;
use proofmark_tests::{fuzz, memory_fuzz};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| arguments.get(index).and_then(|text| text.parse().ok());
    let (Some(first), Some(count), Some(seconds)) = (number(0), number(1), number(2)) else {
        eprintln!("usage: fuzz FIRST COUNT SECONDS [ilp32] [memory]");
        return ExitCode::from(3);
    };
    let option = |name: &str| arguments.iter().skip(3).any(|text| text == name);
    let profile = if option("ilp32") {
        Profile::Ilp32
    } else {
        Profile::Lp64
    };
    let judge = if option("memory") {
        memory_fuzz::judge
    } else {
        fuzz::judge
    };
    match judge(profile, first, count, seconds) {
        Ok(report) => {
            report
                .defects
                .iter()
                .for_each(|defect| println!("{defect}\n"));
            println!(
                "{} programs: {} certified, {} violated, {} defects",
                report.programs,
                report.certified,
                report.violated,
                report.defects.len()
            );
            ExitCode::from(u8::from(!report.defects.is_empty()))
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}
