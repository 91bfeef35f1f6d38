//! Programs run twice: compiled by the C compiler (`-O0 -fwrapv`), and in the interpreter of
//! automata.
//!
//! The interpreter observes one thing, whether the error is reached. So a program that prints a
//! checksum is compiled and run first, and the interpreter gets a copy that reaches the error
//! **if** its checksum is the printed one: a run that ends in any other way is a difference. Whole
//! programs are compared in [`crate::whole_programs`].

use proofmark_frontend::Options;
use proofmark_logic::cfa::VarSort;
use proofmark_logic::types::Profile;
use proofmark_replay::interpret::{Choice, ExecuteError, Outcome};
use proofmark_replay::Executable;
use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Where Debian's `libcsmith-dev` puts its headers.
pub const CSMITH_INCLUDE: &str = "/usr/include/csmith";

/// How csmith ends `main`.
const CHECKSUM_CALL: &str = "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);";

/// A set of options for csmith.
pub struct CsmithSet {
    /// What sets it apart.
    pub name: &'static str,
    /// The ABI that the programs are compiled for.
    pub profile: Profile,
    /// The options besides those that all sets share.
    pub options: &'static [&'static str],
}

/// The sets, used in turn. csmith's defaults are volatile objects, pointers, structures, packed
/// ones, bit-fields, unions, arrays, `goto` and 64-bit integers; no set has floating values, which
/// are opaque here.
pub const CSMITH_SETS: [CsmithSet; 8] = [
    CsmithSet {
        name: "default",
        profile: Profile::Lp64,
        options: &["--max-funcs", "5"],
    },
    CsmithSet {
        name: "32 bits",
        profile: Profile::Ilp32,
        options: &["--max-funcs", "5"],
    },
    CsmithSet {
        name: "packed",
        profile: Profile::Lp64,
        options: &[
            "--packed-struct",
            "--max-struct-fields",
            "16",
            "--max-union-fields",
            "8",
            "--max-funcs",
            "5",
        ],
    },
    CsmithSet {
        name: "large functions",
        profile: Profile::Lp64,
        options: &[
            "--max-block-size",
            "7",
            "--max-block-depth",
            "4",
            "--max-funcs",
            "3",
        ],
    },
    CsmithSet {
        name: "pointers",
        profile: Profile::Lp64,
        options: &[
            "--max-pointer-depth",
            "5",
            "--max-funcs",
            "6",
            "--no-volatiles",
        ],
    },
    CsmithSet {
        name: "expressions",
        profile: Profile::Lp64,
        options: &[
            "--max-expr-complexity",
            "20",
            "--max-funcs",
            "4",
            "--inline-function",
        ],
    },
    CsmithSet {
        name: "unions, 32 bits",
        profile: Profile::Ilp32,
        options: &[
            "--max-union-fields",
            "10",
            "--max-array-dim",
            "2",
            "--max-funcs",
            "5",
        ],
    },
    CsmithSet {
        name: "arrays",
        profile: Profile::Lp64,
        options: &[
            "--max-array-dim",
            "4",
            "--max-array-len-per-dim",
            "6",
            "--no-unions",
            "--max-funcs",
            "4",
        ],
    },
];

/// Ledger kinds that say: the automaton allows more than the program does, or C leaves open what
/// the program does.
const LOOSE: [&str; 6] = [
    "approximation",
    "evaluation-order",
    "external",
    "floating-point",
    "inline-asm",
    "undefined-behaviour",
];

/// What a comparison found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Both behave alike.
    Equal,
    /// They do not: a defect of the front end or of the interpreter.
    Different(String),
    /// The program is out of scope, and why.
    Skipped(String),
    /// There is nothing to compare with, and why: the program does not end in time when compiled,
    /// or there is none.
    Unfit(String),
}

impl Comparison {
    /// One line, which [`Comparison::parse`] reads.
    pub fn line(&self) -> String {
        match self {
            Comparison::Equal => "equal".to_owned(),
            Comparison::Different(how) => format!("different {how}"),
            Comparison::Skipped(why) => format!("skipped {why}"),
            Comparison::Unfit(why) => format!("unfit {why}"),
        }
    }
    /// Reads a [`Comparison::line`].
    pub fn parse(line: &str) -> Option<Comparison> {
        match line.trim().split_once(' ').unwrap_or((line.trim(), "")) {
            ("equal", _) => Some(Comparison::Equal),
            ("different", how) => Some(Comparison::Different(how.to_owned())),
            ("skipped", why) => Some(Comparison::Skipped(why.to_owned())),
            ("unfit", why) => Some(Comparison::Unfit(why.to_owned())),
            _ => None,
        }
    }
}

/// What bounds a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Seconds of processor time for the compiled program.
    pub seconds: u64,
    /// Edges for the interpreter.
    pub steps: u64,
}

/// Seconds of processor time for csmith to make a program.
const CSMITH_SECONDS: u64 = 20;

/// How long to wait for a process whose processor time is limited: the machine may be busy.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Why a program is unfit that runs for too long when compiled.
const UNFINISHED: &str = "cc: time limit";

/// What a process may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seconds of processor time.
    pub seconds: u64,
    /// MiB of address space.
    pub mebibytes: u64,
}

/// A command under limits.
pub fn limited(program: impl AsRef<std::ffi::OsStr>, limits: Limits) -> Command {
    let mut command = Command::new("sh");
    let (seconds, kibibytes) = (
        limits.seconds.to_string(),
        (limits.mebibytes * 1024).to_string(),
    );
    command
        .args([
            "-c",
            "ulimit -t \"$0\" && ulimit -v \"$1\" && shift && exec \"$@\"",
            &seconds,
            &kibibytes,
        ])
        .arg(program);
    command
}

/// Whether a process was ended because its processor time was used up.
pub fn out_of_time(status: ExitStatus) -> bool {
    const BY_LIMIT: [i32; 2] = [9, 24];
    status
        .signal()
        .is_some_and(|signal| BY_LIMIT.contains(&signal))
}

/// Whether a command can be started. (Even to tell its version, csmith writes a `platform.info`.)
pub fn available(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .current_dir(std::env::temp_dir())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The options of the csmith program number `seed`.
pub fn csmith_set(seed: u64) -> &'static CsmithSet {
    &CSMITH_SETS[usize::try_from(seed % CSMITH_SETS.len() as u64).unwrap_or(0)]
}

/// Writes the csmith program number `seed` into a directory, where csmith also leaves a
/// `platform.info`.
///
/// # Errors
/// If csmith cannot be run or makes no program.
pub fn csmith(seed: u64, directory: &Path) -> std::io::Result<PathBuf> {
    let set = csmith_set(seed);
    let name = format!("csmith_{seed}.c");
    let mut command = limited(
        "csmith",
        Limits {
            seconds: CSMITH_SECONDS,
            mebibytes: 1024,
        },
    );
    command
        .current_dir(directory)
        .args([
            "--no-float",
            "--no-argc",
            "--concise",
            "--seed",
            &seed.to_string(),
            "--output",
            &name,
        ])
        .args(set.options);
    let mut generator = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    match wait(&mut generator, PATIENCE) {
        Some(true) => Ok(directory.join(name)),
        _ => Err(std::io::Error::other("csmith made no program")),
    }
}

/// Compares the checksum of a csmith program.
pub fn checksum(file: &Path, profile: Profile, bounds: Bounds) -> Comparison {
    let text = match std::fs::read_to_string(file) {
        Ok(text) if text.contains(CHECKSUM_CALL) => text.replace(
            "int print_hash_value = 0;",
            "enum { print_hash_value = 0 };",
        ),
        Ok(_) => return Comparison::Skipped("no checksum in the program".to_owned()),
        Err(error) => return Comparison::Skipped(error.to_string()),
    };
    let mut options = vec!["-I", CSMITH_INCLUDE];
    options.extend((profile == Profile::Ilp32).then_some("-m32"));
    let output = match compiled(file, &options, bounds) {
        Ok(output) => output,
        Err(why) if why == UNFINISHED => return Comparison::Unfit(why),
        Err(why) => return Comparison::Skipped(why),
    };
    let Some(printed) = output.trim().strip_prefix("checksum = ") else {
        return Comparison::Skipped("cc: no checksum printed".to_owned());
    };
    let copy = file.with_extension("copy.c");
    let observed = format!("if ((crc32_context ^ 0xFFFFFFFFUL) == 0x{printed}UL) reach_error();");
    if let Err(error) = std::fs::write(
        &copy,
        format!(
            "void reach_error(void);\n{}",
            text.replace(CHECKSUM_CALL, &observed)
        ),
    ) {
        return Comparison::Skipped(error.to_string());
    }
    let arguments = ["-I".to_owned(), CSMITH_INCLUDE.to_owned()];
    interpreted(&copy, profile, &arguments, bounds, |outcome| {
        (*outcome == Outcome::ReachedError).then_some(Comparison::Equal)
    })
}

/// Compiles and runs a program; what it prints if it ends well.
fn compiled(file: &Path, arguments: &[&str], bounds: Bounds) -> Result<String, String> {
    let binary = file.with_extension("out");
    let binary = std::env::temp_dir().join(format!(
        "{}-{}",
        std::process::id(),
        binary.file_name().unwrap_or_default().to_string_lossy()
    ));
    let built = Command::new("cc")
        .args(["-w", "-O0", "-fwrapv", "-fno-builtin", "-std=gnu11", "-o"])
        .arg(&binary)
        .arg(file)
        .args(arguments)
        .arg("-lm")
        .stderr(Stdio::null())
        .status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("cc: does not compile".to_owned());
    }
    let mut run = limited(
        &binary,
        Limits {
            seconds: bounds.seconds,
            mebibytes: 1024,
        },
    );
    let result = match run.stdin(Stdio::null()).stderr(Stdio::null()).output() {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Ok(output) if out_of_time(output.status) => Err(UNFINISHED.to_owned()),
        Ok(_) => Err("cc: the compiled program fails".to_owned()),
        Err(error) => Err(error.to_string()),
    };
    let _ = std::fs::remove_file(&binary);
    result
}

/// Runs a program in the interpreter. `expected` judges how it ended.
///
/// Where the automaton allows more than the program does, its runs need not be the program's: a run
/// that went another way is only a difference if it used no value that the automaton leaves open.
fn interpreted(
    file: &Path,
    profile: Profile,
    arguments: &[String],
    bounds: Bounds,
    expected: impl Fn(&Outcome) -> Option<Comparison>,
) -> Comparison {
    let options = Options {
        cpp_args: arguments.to_vec(),
        ..Options::new(profile)
    };
    let program = match Executable::load(&[file.to_owned()], &options) {
        Ok(program) => program,
        Err(error) => {
            return Comparison::Skipped(format!(
                "{}: {}",
                error.kind.name(),
                without_names(&error.diagnostic.message)
            ))
        }
    };
    let mut open = BTreeSet::new();
    let outcome = program.run(
        &mut |choice| {
            open.extend(open_value(&program, choice));
            0
        },
        bounds.steps,
    );
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(ExecuteError::Overflow) => {
            return Comparison::Skipped(
                "interpreter: an intermediate value needs more than 128 bits".to_owned(),
            )
        }
        Err(error) => return Comparison::Different(error.to_string()),
    };
    if let Some(comparison) = expected(&outcome) {
        return comparison;
    }
    // What the automaton's initial state leaves open, or is merged into another step, no choice
    // shows.
    open.extend(
        program
            .ledger()
            .iter()
            .map(|entry| entry.kind.as_str())
            .filter(|kind| LOOSE.contains(kind)),
    );
    match outcome {
        Outcome::OutOfFuel => Comparison::Skipped("interpreter: step limit".to_owned()),
        Outcome::OutOfStack => Comparison::Skipped("interpreter: stack limit".to_owned()),
        _ if !open.is_empty() => Comparison::Skipped(format!(
            "over-approximated: {}",
            open.into_iter().collect::<Vec<_>>().join("; ")
        )),
        outcome => Comparison::Different(format!("{outcome:?}")),
    }
}

/// Says which open value a choice stands for; nothing for the indeterminate value of a variable
/// (C11 6.7.9p10), which correct programs do not use.
fn open_value(program: &Executable, choice: Choice) -> Option<&'static str> {
    let name = program.variable(choice.var);
    match choice.sort {
        VarSort::Map(_) => Some("the contents of a memory map"),
        // The front end's own variables, for volatile reads, results of external functions,
        // `va_arg`, and the like.
        VarSort::Int(_) if name.contains('$') => Some("an unknown value"),
        VarSort::Int(_) => None,
    }
}

/// A message without the names in it, so that equal reasons count as one.
pub fn without_names(message: &str) -> String {
    message
        .split('`')
        .enumerate()
        .map(|(n, part)| if n % 2 == 0 { part } else { "…" })
        .collect()
}

/// Waits for a process; whether it ended well, or `None` if it had to be killed.
pub fn wait(child: &mut std::process::Child, limit: Duration) -> Option<bool> {
    let deadline = Instant::now() + limit;
    while Instant::now() < deadline {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status.success());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}
