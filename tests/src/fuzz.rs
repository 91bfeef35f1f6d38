//! Generated programs through gcc, the interpreter and the producer: what gcc observes decides what
//! the others may say.

use crate::generate::{Generated, INPUTS};
use proofmark_frontend::{load_text, Options, Program};
use proofmark_logic::types::Profile;
use proofmark_producer::certify::{certify, Certification};
use proofmark_producer::engine::{Limits, Silent};
use proofmark_replay::interpret::{run, Outcome};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Edges that a run may take before it counts as endless.
const FUEL: u64 = 100_000;
/// Programs that gcc compiles at once.
const BATCH: u64 = 25;

/// What happened to some programs.
#[derive(Debug, Default)]
pub struct Report {
    /// Programs that were judged.
    pub programs: usize,
    /// Programs with the right expectations that were certified.
    pub certified: usize,
    /// Programs with a wrong expectation that were called violated.
    pub violated: usize,
    /// What is wrong, with the program.
    pub defects: Vec<String>,
}

/// Judges the programs of `count` seeds from `first` on. `seconds`: time for one verification; 0
/// asks only the interpreter.
///
/// # Errors
/// If gcc does not start or does not compile a program.
pub fn judge(profile: Profile, first: u64, count: u64, seconds: u64) -> Result<Report, String> {
    let mut report = Report::default();
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    for start in (first..first + count).step_by(BATCH as usize) {
        let programs: Vec<Generated> = (start..(start + BATCH).min(first + count))
            .map(Generated::new)
            .collect();
        let observed = observe(&programs, profile, directory.path())?;
        for ((program, values), seed) in programs.iter().zip(observed).zip(start..) {
            report.programs += 1;
            judge_one(program, &values, profile, seconds, &mut report)
                .map_err(|message| format!("seed {seed}: {message}"))?;
        }
    }
    Ok(report)
}

/// What gcc's programs observe, by program and input. Each run has a process of its own, because
/// runs change static objects.
fn observe(
    programs: &[Generated],
    profile: Profile,
    directory: &Path,
) -> Result<Vec<Vec<i64>>, String> {
    let mut text = String::from("#include <stdio.h>\n#include <sys/wait.h>\n#include <unistd.h>\n");
    let mut calls = String::new();
    for (index, program) in programs.iter().enumerate() {
        text.push_str(&program.function(&format!("p{index}")));
        let _ = writeln!(calls, "    p{index}_run,");
    }
    let inputs: Vec<String> = INPUTS.iter().map(|input| format!("{input}LL")).collect();
    let _ = write!(
        text,
        "static long long (*const all[])(int) = {{\n{calls}}};\nstatic const long long inputs[] = {{ {} }};\nint main(void) {{\n    \
         for (unsigned p = 0; p < sizeof all / sizeof *all; p++)\n        for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++) {{\n            \
         if (fork() == 0) {{\n                printf(\"%lld\\n\", all[p](inputs[i]));\n                return 0;\n            }}\n            \
         wait(0);\n        }}\n    return 0;\n}}\n",
        inputs.join(", ")
    );
    let (source, binary) = (directory.join("batch.c"), directory.join("batch"));
    std::fs::write(&source, &text).map_err(|error| error.to_string())?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-O0", "-fwrapv"])
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
    if values.len() != programs.len() * INPUTS.len() {
        return Err(format!("{text}\n{} values", values.len()));
    }
    Ok(values.chunks(INPUTS.len()).map(<[i64]>::to_vec).collect())
}

fn judge_one(
    program: &Generated,
    values: &[i64],
    profile: Profile,
    seconds: u64,
    report: &mut Report,
) -> Result<(), String> {
    let right: Vec<(i64, i64)> = INPUTS.iter().copied().zip(values.iter().copied()).collect();
    let text = program.program(&right);
    let mut loaded = load(&text, profile)?;
    for &(input, _) in &right {
        let ours = ending(&loaded, input)?;
        if !matches!(ours, Outcome::Finished(_)) {
            report
                .defects
                .push(format!("the interpreter on {input}: {ours:?}\n{text}"));
            return Ok(());
        }
    }
    let mut wrong = right;
    let Some(last) = wrong.get_mut(values.len() / 2) else {
        return Ok(());
    };
    last.1 = last.1.wrapping_add(1);
    let (input, text_of_wrong) = (last.0, program.program(&wrong));
    let mut loaded_wrong = load(&text_of_wrong, profile)?;
    let ours = ending(&loaded_wrong, input)?;
    if ours != Outcome::ReachedError {
        report.defects.push(format!(
            "the interpreter on {input}: {ours:?}\n{text_of_wrong}"
        ));
    }
    if seconds == 0 {
        return Ok(());
    }
    let limits = Limits {
        time: Some(Duration::from_secs(seconds)),
        memory: Some(2 << 30),
        ..Limits::default()
    };
    match certify(&mut loaded, &limits, &mut Silent).0 {
        Certification::Certified(_) => report.certified += 1,
        Certification::Violated(_) => report
            .defects
            .push(format!("violated, but it is safe\n{text}")),
        Certification::Unknown { .. } => {}
    }
    match certify(&mut loaded_wrong, &limits, &mut Silent).0 {
        Certification::Certified(_) => report.defects.push(format!(
            "certified, but it reaches the error\n{text_of_wrong}"
        )),
        Certification::Violated(_) => report.violated += 1,
        Certification::Unknown { .. } => {}
    }
    Ok(())
}

/// How the interpreter's run on an input ends.
fn ending(program: &Program, input: i64) -> Result<Outcome, String> {
    run(
        &program.arena,
        &program.cfa,
        &[],
        &mut |_| i128::from(input),
        FUEL,
    )
    .map_err(|error| error.to_string())
}

fn load(text: &str, profile: Profile) -> Result<Program, String> {
    load_text("generated.c", text, &Options::new(profile))
        .map_err(|error| format!("{}\n{text}", error.render()))
}
