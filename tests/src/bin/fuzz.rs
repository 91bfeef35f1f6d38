//! Judges generated programs: `fuzz FIRST COUNT SECONDS [ilp32]`. SECONDS is the time for one verification; 0 asks only the interpreter.

use proofmark_logic::types::Profile;
use proofmark_tests::fuzz::judge;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| arguments.get(index).and_then(|text| text.parse().ok());
    let (Some(first), Some(count), Some(seconds)) = (number(0), number(1), number(2)) else {
        eprintln!("usage: fuzz FIRST COUNT SECONDS [ilp32]");
        return ExitCode::from(3);
    };
    let profile = if arguments.get(3).is_some_and(|text| text == "ilp32") { Profile::Ilp32 } else { Profile::Lp64 };
    match judge(profile, first, count, seconds) {
        Ok(report) => {
            report.defects.iter().for_each(|defect| println!("{defect}\n"));
            println!("{} programs: {} certified, {} violated, {} defects", report.programs, report.certified, report.violated, report.defects.len());
            ExitCode::from(u8::from(!report.defects.is_empty()))
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}
