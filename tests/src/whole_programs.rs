//! Whole programs run twice: compiled by the C compiler, and in the interpreter of automata with
//! models of the C library.
//!
//! What is compared is the exit status and every printed character. The program is loaded together
//! with a unit that knows both: it stops the run where the interpreter prints another character,
//! and reaches the error only where the run ends with the same status and nothing is left to print.
//! So a run that reaches the error behaves as the compiled program does, and every other one
//! differs.
//!
//! Where the automaton leaves a value open, the interpreter tries several: a program whose outcome
//! depends on such a value is out of scope.

use crate::differential::{wait, without_names, Bounds, Comparison};
use proofmark_frontend::{LoadError, Options};
use proofmark_logic::types::Profile;
use proofmark_replay::interpret::{Choice, ExecuteError, Outcome};
use proofmark_replay::Executable;
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The models of library functions; `-DMODEL_f` asks for one.
const MODELS: &str = include_str!("../models/libc.c");

/// Longest output that is compared, in bytes: each is a write at the automaton's start.
const OUTPUT_BYTES_MAX: usize = 4000;

/// Rounds of adding models: models call others.
const ROUNDS_MAX: usize = 6;

/// What the compiled program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    /// Its exit status.
    pub status: i32,
    /// What it printed.
    pub output: Vec<u8>,
}

/// Compares a program that is one C file. One that checks itself must end with status 0 when
/// compiled: it has found no mistake.
pub fn compare(file: &Path, bounds: Bounds, checks_itself: bool) -> Comparison {
    match observe(file, bounds) {
        Ok(observed) if checks_itself && observed.status != 0 => {
            Comparison::Skipped("cc: the compiled program fails".to_owned())
        }
        Ok(observed) => compare_with(file, &observed, bounds),
        Err(reason) => Comparison::Skipped(reason),
    }
}

/// Compiles and runs a program.
///
/// # Errors
/// Why there is nothing to compare with.
pub fn observe(file: &Path, bounds: Bounds) -> Result<Observed, String> {
    let directory = tempfile::tempdir().map_err(|e| e.to_string())?;
    compiled(file, &flags_of(file)?, directory.path(), bounds)
}

/// Compares what a program does in the interpreter with what was observed.
pub fn compare_with(file: &Path, observed: &Observed, bounds: Bounds) -> Comparison {
    compared(file, observed, bounds).unwrap_or_else(Comparison::Skipped)
}

fn compared(file: &Path, observed: &Observed, bounds: Bounds) -> Result<Comparison, String> {
    if observed.output.len() > OUTPUT_BYTES_MAX {
        return Err(format!("more than {OUTPUT_BYTES_MAX} bytes of output"));
    }
    let directory = tempfile::tempdir().map_err(|e| e.to_string())?;
    let models = directory.path().join("models.c");
    std::fs::write(&models, format!("{}\n{MODELS}", checks(observed)))
        .map_err(|e| e.to_string())?;
    let (program, added) = with_models(file, &models, &flags_of(file)?)?;
    interpret(&program, &added, bounds)
}

fn flags_of(file: &Path) -> Result<Vec<String>, String> {
    std::fs::read(file)
        .map(|bytes| compiler_flags(&String::from_utf8_lossy(&bytes)))
        .map_err(|e| e.to_string())
}

/// What gcc's test suite asks of the compiler (`dg-options`), as far as both compilers get it.
fn compiler_flags(text: &str) -> Vec<String> {
    let lines = text
        .lines()
        .filter(|line| line.contains("dg-options") || line.contains("dg-additional-options"));
    let lines = lines.filter(|line| !line.contains("target"));
    let quoted = lines.filter_map(|line| line.split('"').nth(1));
    let wanted = |flag: &&str| {
        flag.starts_with("-D")
            || flag.starts_with("-std=")
            || matches!(*flag, "-fgnu89-inline" | "-fcommon")
    };
    quoted
        .flat_map(str::split_whitespace)
        .filter(wanted)
        .map(str::to_owned)
        .collect()
}

/// Compiles and runs a program.
fn compiled(
    file: &Path,
    flags: &[String],
    directory: &Path,
    bounds: Bounds,
) -> Result<Observed, String> {
    let binary = directory.join("program");
    let mut cc = Command::new("cc");
    cc.args(["-w", "-O0", "-fwrapv", "-fno-builtin", "-std=gnu11"])
        .args(flags)
        .arg("-o")
        .arg(&binary)
        .arg(file)
        .arg("-lm");
    if !cc
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
    {
        return Err("cc: does not compile".to_owned());
    }
    let mut command = Command::new(&binary);
    command
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().map_err(|e| e.to_string())?;
    let stdout = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut output = Vec::new();
        // What does not fit into memory is no output to compare.
        let _ = stdout.map(|s| s.take(1 << 20).read_to_end(&mut output));
        output
    });
    wait(&mut child, Duration::from_secs(bounds.seconds)).ok_or("cc: time limit")?;
    let status = child
        .wait()
        .map_err(|e| e.to_string())?
        .code()
        .ok_or("cc: the compiled program fails")?;
    Ok(Observed {
        status,
        output: reader.join().unwrap_or_default(),
    })
}

/// The unit that reaches the error at the end of a run that does what was observed.
fn checks(observed: &Observed) -> String {
    let bytes: Vec<String> = observed.output.iter().map(u8::to_string).collect();
    let (count, list) = (bytes.len(), bytes.join(","));
    format!(
        "void reach_error(void);\n\
         static const unsigned char test_output[] = {{ {list}{}0 }};\n\
         static unsigned test_at;\n\
         void __VERIFIER_assume(int holds);\n\
         void test_put(int character) {{ __VERIFIER_assume(test_at < {count} && test_output[test_at] == (unsigned char)character); test_at++; }}\n\
         void test_end(int status) {{ if ((unsigned char)status == {} && test_at == {count}) reach_error(); }}\n",
        if bytes.is_empty() { "" } else { "," },
        observed.status
    )
}

/// Loads a program with the models of the library functions that it calls and does not define.
fn with_models(
    file: &Path,
    models: &Path,
    flags: &[String],
) -> Result<(Executable, BTreeSet<String>), String> {
    let mut added = BTreeSet::new();
    let mut reason = String::new();
    for _ in 0..ROUNDS_MAX {
        // The interpreter reads all of them as the profile's C.
        let macros = flags.iter().filter(|flag| flag.starts_with("-D"));
        let arguments = macros.cloned().chain(["-D__assert_fail=abort".to_owned()]);
        let cpp_args = arguments
            .chain(added.iter().map(|name| format!("-DMODEL_{name}")))
            .collect();
        let options = Options {
            cpp_args,
            at_exit: Some("test_end".to_owned()),
            ..Options::new(Profile::Lp64)
        };
        let (more, result) = match Executable::load(&[file.to_owned(), models.to_owned()], &options)
        {
            Ok(program) => (missing(&program), Ok(program)),
            Err(error) => (named(&error), Err(described(&error))),
        };
        let before = added.len();
        added.extend(
            more.into_iter()
                .filter(|name| MODELS.contains(&format!("#ifdef MODEL_{name}\n"))),
        );
        match result {
            Ok(program) if added.len() == before => return Ok((program, added)),
            Err(why) if added.len() == before => return Err(why),
            Err(why) => reason = why,
            Ok(_) => reason = "too many rounds of models".to_owned(),
        }
    }
    Err(reason)
}

/// The functions without a body that the automaton calls, or that a pointer may reach.
fn missing(program: &Executable) -> Vec<String> {
    let entries = program.ledger();
    let external = entries
        .iter()
        .filter(|entry| entry.kind == "external")
        .map(|entry| entry.subject.trim_start_matches("__builtin_").to_owned());
    // These leave no entry with their name.
    let blocks = entries
        .iter()
        .any(|entry| entry.kind == "approximation" && entry.detail.contains("block of memory"));
    let floats = entries.iter().any(|entry| entry.kind == "floating-point");
    let external = external
        .chain(floats.then(|| "floats".to_owned()))
        .chain(program.pointed().iter().cloned());
    external
        .chain(
            ["memcpy", "memmove", "memset"]
                .into_iter()
                .filter(|_| blocks)
                .map(str::to_owned),
        )
        .collect()
}

/// Names in a message: some functions are refused unless they have a body.
fn named(error: &LoadError) -> Vec<String> {
    error
        .diagnostic
        .message
        .split('`')
        .skip(1)
        .step_by(2)
        .map(|name| name.trim_start_matches("__builtin_").to_owned())
        .collect()
}

fn described(error: &LoadError) -> String {
    format!(
        "{}: {}",
        error.kind.name(),
        without_names(&error.diagnostic.message)
    )
}

/// The open values of a run: all equal, or different ones.
#[derive(Clone, Copy)]
enum Chosen {
    Always(i128),
    Mixed,
}

/// Runs the program with several choices of open values.
fn interpret(
    program: &Executable,
    added: &BTreeSet<String>,
    bounds: Bounds,
) -> Result<Comparison, String> {
    for chosen in [Chosen::Always(0), Chosen::Mixed, Chosen::Always(-1)] {
        let mut count = 0u64;
        let mut open = open_kinds(program, added);
        let mut choose = |choice: Choice| {
            count += 1;
            // What the front end makes up: results of external functions, answers of built-in
            // functions, and the like.
            if program.variable(choice.var).contains('$') {
                open.insert("an unknown value".to_owned());
            }
            match chosen {
                Chosen::Always(value) => value,
                // The multiplier is that of splitmix64; the automaton reduces the value.
                Chosen::Mixed => i128::from(count.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 7),
            }
        };
        let outcome = program.run(&mut choose, bounds.steps);
        match outcome {
            Ok(Outcome::ReachedError) => {}
            Ok(Outcome::OutOfFuel) => return Err("interpreter: step limit".to_owned()),
            Err(ExecuteError::Overflow) => {
                return Err(
                    "interpreter: an intermediate value needs more than 128 bits".to_owned(),
                )
            }
            Err(ExecuteError::OutOfBounds) => {
                return Err("leaves the recorded assumption in-bounds".to_owned())
            }
            Err(error) => return Ok(Comparison::Different(error.to_string())),
            Ok(outcome) => {
                if open.is_empty() {
                    return Ok(Comparison::Different(format!(
                        "{outcome:?} with the models of {added:?}"
                    )));
                }
                return Err(format!(
                    "over-approximated: {}",
                    open.into_iter().collect::<Vec<_>>().join("; ")
                ));
            }
        }
        if count == 0 {
            break;
        }
    }
    Ok(Comparison::Equal)
}

/// Why a run may differ: what the automaton leaves open, by its ledger and its havocs.
///
/// The models are not among the reasons: what they assume holds, and what they call when they print
/// a `long double` is a choice, if it happens. Programs that read variable arguments as another
/// type than was passed are known by name, and a division by 0 ends the compiled program.
fn open_kinds(program: &Executable, models: &BTreeSet<String>) -> BTreeSet<String> {
    const LOOSE: [&str; 6] = [
        "approximation",
        "evaluation-order",
        "external",
        "floating-point",
        "inline-asm",
        "undefined-behaviour",
    ];
    let modelled = |subject: &str| {
        matches!(subject, "va_arg" | "division")
            || subject.starts_with("model_")
            || models.contains(subject)
    };
    let ledger = program
        .ledger()
        .iter()
        .filter(|entry| LOOSE.contains(&entry.kind.as_str()) && !modelled(&entry.subject));
    let ledger = ledger.map(|entry| {
        if entry.kind == "external" {
            format!("external {}", entry.subject)
        } else {
            entry.kind.clone()
        }
    });
    ledger.collect()
}

/// Every C file of a directory, in order, without its subdirectories.
pub fn programs(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries
        .filter(|path| path.is_file() && path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}
