//! Judges [memory programs](crate::memory_programs): what gcc's program observes must be possible
//! in the automaton.

use crate::fuzz::Report;
use crate::memory_programs::{MemoryProgram, OBSERVED};
use proofmark_frontend::{load_text, Options};
use proofmark_logic::types::Profile;
use proofmark_producer::certify::{certify, Certification};
use proofmark_producer::engine::{Limits, Silent};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Programs that gcc compiles at once.
const BATCH: u64 = 50;

/// Judges the programs of `count` seeds from `first` on, with `seconds` for each. A program that is
/// certified is a defect.
///
/// # Errors
/// If gcc does not start or does not compile a program, or the front end refuses one.
pub fn judge(profile: Profile, first: u64, count: u64, seconds: u64) -> Result<Report, String> {
    let mut report = Report::default();
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let limits = Limits {
        time: Some(Duration::from_secs(seconds)),
        memory: Some(2 << 30),
        ..Limits::default()
    };
    for start in (first..first + count).step_by(BATCH as usize) {
        let programs: Vec<MemoryProgram> = (start..(start + BATCH).min(first + count))
            .map(MemoryProgram::new)
            .collect();
        let observed = observe(&programs, profile, directory.path())?;
        for ((program, values), seed) in programs.iter().zip(observed).zip(start..) {
            let text = program.negated(&values);
            let loaded = load_text("generated.c", &text, &Options::new(profile));
            let mut loaded =
                loaded.map_err(|error| format!("seed {seed}: {}\n{text}", error.render()))?;
            report.programs += 1;
            match certify(&mut loaded, &limits, &mut Silent).0 {
                Certification::Certified(_) => report.defects.push(format!(
                    "seed {seed}: certified, but it reaches the error\n{text}"
                )),
                Certification::Violated(_) => report.violated += 1,
                Certification::Unknown { .. } => {}
            }
        }
    }
    Ok(report)
}

/// What gcc's programs observe.
fn observe(
    programs: &[MemoryProgram],
    profile: Profile,
    directory: &Path,
) -> Result<Vec<Vec<i64>>, String> {
    let (mut text, mut calls) = (
        String::from("int printf(const char *, ...);\n"),
        String::new(),
    );
    for (index, program) in programs.iter().enumerate() {
        text.push_str(&program.declarations(&format!("p{index}")));
        let _ = writeln!(calls, "    p{index}_run();");
        (0..OBSERVED).for_each(|n| {
            let _ = writeln!(calls, "    printf(\"%lld\\n\", p{index}_seen{n});");
        });
    }
    let _ = write!(text, "int main(void) {{\n{calls}    return 0;\n}}\n");
    let (source, binary) = (directory.join("batch.c"), directory.join("batch"));
    std::fs::write(&source, &text).map_err(|error| error.to_string())?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-O0", "-fwrapv", "-fno-strict-aliasing"])
        .arg(&source)
        .arg("-o")
        .arg(&binary);
    if profile == Profile::Ilp32 {
        gcc.arg("-m32");
    }
    let compiled = gcc.output().map_err(|error| format!("gcc: {error}"))?;
    if !compiled.status.success() {
        return Err(format!(
            "{text}\ngcc: {}",
            String::from_utf8_lossy(&compiled.stderr)
        ));
    }
    let output = Command::new(&binary)
        .output()
        .map_err(|error| error.to_string())?;
    let values: Vec<i64> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| line.parse().ok())
        .collect();
    if values.len() != programs.len() * OBSERVED {
        return Err(format!("{text}\n{} values", values.len()));
    }
    Ok(values.chunks(OBSERVED).map(<[i64]>::to_vec).collect())
}
