//! The rules of C, one pair of programs each: `tests/semantics/NAME_safe.c` and `NAME_unsafe.c`.
//!
//! The first line of a program names the inputs on which gcc's program must hold, or fail
//! (`// inputs: 3 -1`). `// imprecise: WHY` marks a safe program that an over-approximation keeps
//! from being certified. `// before: FILE` and `// after: FILE` name another file of the program,
//! and its place; `// outside: FILE` one that only gcc gets: a function outside of the program.

use proofmark_frontend::{load, Program};
use proofmark_logic::types::Profile;
use proofmark_producer::certify::{certify, Certification};
use proofmark_producer::engine::{Limits, Silent};
use proofmark_tests::generate::Generated;
use proofmark_tests::{fuzz, memory_fuzz, root, Case};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The exit status of a program that reaches the error.
const FAILED: i32 = 77;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Certified,
    Violated,
    Unknown,
    Refused,
}

/// All programs with this ending, by name.
fn twins(ending: &str) -> Vec<Case> {
    let directory = root().join("tests/semantics");
    let entries = std::fs::read_dir(&directory).expect("the programs");
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|p| p.to_string_lossy().ends_with(ending))
        .collect();
    files.sort();
    files.iter().map(|file| Case::open(file)).collect()
}

fn limits() -> Limits {
    Limits {
        time: Some(Duration::from_secs(60)),
        memory: Some(4 << 30),
        ..Limits::default()
    }
}

/// The files of a program, in their order.
fn files(case: &Case) -> Vec<PathBuf> {
    let other =
        |marker: &str| header(case, marker).map(|name| root().join("tests/semantics").join(name));
    other("before:")
        .into_iter()
        .chain([case.path.clone()])
        .chain(other("after:"))
        .collect()
}

fn answer(case: &Case) -> Answer {
    let program: Result<Program, _> = load(&files(case), &case.frontend_options());
    let Ok(mut program) = program else {
        return Answer::Refused;
    };
    match certify(&mut program, &limits(), &mut Silent).0 {
        Certification::Certified(_) => Answer::Certified,
        Certification::Violated(_) => Answer::Violated,
        Certification::Unknown { .. } => Answer::Unknown,
    }
}

/// What a marker in the first lines says.
fn header(case: &Case, marker: &str) -> Option<String> {
    let text = std::fs::read_to_string(&case.path).unwrap_or_default();
    text.lines().take(4).find_map(|line| {
        Some(
            line.strip_prefix("// ")?
                .strip_prefix(marker)?
                .trim()
                .to_owned(),
        )
    })
}

/// Compiles a program with a stub that returns its inputs, and runs it.
fn gcc(case: &Case, directory: &Path) -> Result<Option<i32>, String> {
    compiled(case, &files(case), directory)
}

/// As [`gcc`], for other files in the program's place.
fn compiled(case: &Case, files: &[PathBuf], directory: &Path) -> Result<Option<i32>, String> {
    let inputs = header(case, "inputs:")
        .ok_or("no inputs")?
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(", ");
    let stub = format!(
        "#include <stdlib.h>\nstatic const long long inputs[] = {{ {inputs}{}0 }};\nstatic unsigned next;\n\
         int __VERIFIER_nondet_int(void) {{ return next + 1 < sizeof inputs / sizeof *inputs ? inputs[next++] : 0; }}\n\
         void reach_error(void) {{ _Exit({FAILED}); }}\nvoid __VERIFIER_assume(int condition) {{ if (!condition) _Exit(0); }}\n\
         void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {{ _Exit({FAILED}); }}\n",
        if inputs.is_empty() { "" } else { ", " }
    );
    let (source, binary) = (directory.join("stub.c"), directory.join("program"));
    std::fs::write(&source, stub).map_err(|error| error.to_string())?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-O0", "-fwrapv"])
        .args(files)
        .args(header(case, "outside:").map(|name| root().join("tests/semantics").join(name)))
        .arg(&source)
        .arg("-lm")
        .arg("-o")
        .arg(&binary);
    if case.frontend_options().profile == Profile::Ilp32 {
        gcc.arg("-m32");
    }
    let compiled = gcc.output().map_err(|error| error.to_string())?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    Ok(Command::new(&binary)
        .output()
        .map_err(|error| error.to_string())?
        .status
        .code())
}

fn has_gcc() -> bool {
    let found = Command::new("gcc").arg("--version").output().is_ok();
    if !found {
        println!("skipped: there is no gcc");
    }
    found
}

/// Programs whose behaviour the standard leaves open: flat C has another one.
const OPEN: [&str; 6] = [
    "bitfield_from_float_unsafe",
    "initialiser_leaves_padding_unsafe",
    "library_signalling_nan_unsafe",
    "register_variable_unsafe",
    "register_variable_across_call_unsafe",
    "result_declared_wider_unsafe",
];

/// Flat C, compiled by gcc, does what the program does.
#[test]
fn flat_c_runs_like_the_program() {
    if !has_gcc() {
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("flat_c");
    std::fs::create_dir_all(&directory).expect("a directory");
    let flat = directory.join("flat.c");
    let (mut different, mut same, mut unprinted) = (Vec::new(), 0, 0);
    let all = twins("_safe.c").into_iter().chain(twins("_unsafe.c"));
    let inputs = |case: &Case| header(case, "inputs:").is_some();
    for case in all.filter(|case| inputs(case) && !OPEN.contains(&case.name().as_str())) {
        let Ok(Ok(text)) = proofmark_replay::flat_c(&files(&case), &case.frontend_options()) else {
            unprinted += 1;
            continue;
        };
        std::fs::write(&flat, text).expect("a file");
        let (own, ours) = (
            gcc(&case, &directory),
            compiled(&case, std::slice::from_ref(&flat), &directory),
        );
        match own.is_err() || own == ours {
            true => same += 1,
            false => different.push(format!("{}: {own:?}, flat {ours:?}", case.name())),
        }
    }
    println!("{same} alike, {unprinted} not printed");
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(
        same > 10 * unprinted / 2,
        "{same} alike, {unprinted} not printed"
    );
}

#[test]
fn unsafe_twins_are_never_certified() {
    let twins = twins("_unsafe.c");
    assert!(twins.len() >= 60, "{}", twins.len());
    let certified: Vec<String> = twins
        .iter()
        .filter(|case| answer(case) == Answer::Certified)
        .map(Case::name)
        .collect();
    assert!(certified.is_empty(), "{certified:?}");
}

#[test]
fn safe_twins_are_certified_and_never_called_violated() {
    let twins = twins("_safe.c");
    let answers: Vec<(&Case, Answer)> = twins.iter().map(|case| (case, answer(case))).collect();
    let names = |chosen: &dyn Fn(&Case, Answer) -> bool| -> Vec<String> {
        answers
            .iter()
            .filter(|(case, answer)| chosen(case, *answer))
            .map(|(case, answer)| format!("{}: {answer:?}", case.name()))
            .collect()
    };
    let violated = names(&|_, answer| answer == Answer::Violated);
    assert!(violated.is_empty(), "{violated:?}");
    let missing =
        names(&|case, answer| answer != Answer::Certified && header(case, "imprecise:").is_none());
    assert!(missing.len() * 10 <= twins.len(), "{missing:?}");
}

#[test]
fn gcc_agrees_with_what_the_twins_claim() {
    if !has_gcc() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let wrong = |ending: &str, expected: i32| -> Vec<String> {
        let results = twins(ending)
            .into_iter()
            .map(|case| (case.name(), gcc(&case, directory.path())));
        results
            .filter(|(_, status)| *status != Ok(Some(expected)))
            .map(|(name, status)| format!("{name}: {status:?}"))
            .collect()
    };
    let mut failures = wrong("_unsafe.c", FAILED);
    failures.extend(wrong("_safe.c", 0));
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn generated_programs_mean_what_gcc_says() {
    if !has_gcc() {
        return;
    }
    for profile in [Profile::Lp64, Profile::Ilp32] {
        let report = fuzz::judge(profile, 0, 150, 0).expect("programs that compile");
        assert!(report.defects.is_empty(), "{}", report.defects.join("\n\n"));
        assert_eq!(report.programs, 150);
    }
    let recursive = (0..150)
        .filter(|seed| Generated::new(*seed).program(&[]).contains("p_r(n - 1"))
        .count();
    assert!(recursive > 30, "{recursive}");
}

#[test]
fn what_gcc_observes_in_memory_is_never_excluded() {
    if !has_gcc() {
        return;
    }
    for profile in [Profile::Lp64, Profile::Ilp32] {
        let report = memory_fuzz::judge(profile, 0, 150, 60).expect("programs that compile");
        assert!(report.defects.is_empty(), "{}", report.defects.join("\n\n"));
        assert_eq!(report.programs, 150);
        assert!(
            report.violated * 10 >= report.programs,
            "{}",
            report.violated
        );
    }
}
