//! The front end and the interpreter against gcc: the same programs on the same inputs must end the
//! same way.
//!
//! Every input of a run is the same number, because the automaton also asks for the values of
//! uninitialised variables, which C never uses.

use proofmark_replay::interpret::{run, Outcome};
use proofmark_tests::{cases, root, Case};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Inputs at the ends of types and around 0.
const INPUTS: [i64; 14] = [
    0,
    1,
    -1,
    2,
    3,
    5,
    7,
    100,
    127,
    128,
    255,
    256,
    2147483647,
    -2147483648,
];

/// The signal that `abort` raises.
const SIGABRT: i32 = 6;
/// The signal that a call of a null pointer raises.
const SIGSEGV: i32 = 11;

/// Edges that a run may take before it counts as endless.
const FUEL: u64 = 1_000_000;

fn compile(case: &Case, output: &Path) -> bool {
    let mut gcc = Command::new("gcc");
    // As the semantics profile says: signed arithmetic wraps, and memory is accessed by its
    // effective type.
    gcc.args(["-w", "-O1", "-fwrapv"])
        .arg(&case.path)
        .arg(root().join("tests/stubs/inputs.c"))
        .arg("-o")
        .arg(output);
    if case.options.iter().any(|option| option == "ilp32") {
        gcc.arg("-m32");
    }
    gcc.status().is_ok_and(|status| status.success())
}

/// What stands in programs that cannot be compared. Allocations fail where the automaton is told
/// so, and never here for gcc; nothing is read from standard input; what a filled block holds is
/// open in automata for proofs; numbers out of the ranges of some library functions are given here
/// and never there, and so are times and events; a division by 0 ends gcc's programs only; nobody
/// defines `first`, `port`, `submit`, `get`, a `__builtin_pthread_exit`, and an `assert` that is
/// declared by hand; a `REGISTER` is a device's.
const CALLS: &[&str] = &[
    "alloc(",
    "scanf(",
    "memset(",
    "rand(",
    "getchar(",
    "first(",
    "port(",
    "gmtime(",
    "getpid(",
    "dup3(",
    "poll(",
    "fread(buffer",
    "recv(",
    "submit(",
    "pthread_exit(",
    "10 / x;",
    "REGISTER(",
    "get(void",
    "assert(int",
];

#[test]
fn programs_end_as_they_do_with_gcc() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut compared = 0;
    let mut all = cases("safe");
    all.extend(cases("unsafe"));
    let outside = |case: &Case| {
        std::fs::read_to_string(&case.path)
            .is_ok_and(|text| CALLS.iter().any(|call| text.contains(call)))
    };
    for case in all
        .iter()
        .filter(|case| !case.options.iter().any(|option| option == "--entry") && !outside(case))
    {
        let binary = directory.path().join("program");
        assert!(
            compile(case, &binary),
            "{} does not compile",
            case.path.display()
        );
        let program = case.load();
        for input in INPUTS {
            let ended = Command::new(&binary)
                .env("INPUT", input.to_string())
                .stderr(Stdio::null())
                .status()
                .expect("the program");
            let (status, signal) = (ended.code(), ended.signal());
            let (aborted, crashed) = (signal == Some(SIGABRT), signal == Some(SIGSEGV));
            let ours = run(
                &program.arena,
                &program.cfa,
                &[],
                &mut |_| i128::from(input),
                FUEL,
            )
            .expect("a well-formed automaton");
            let agree = match ours {
                // A failed assumption ends a run: with status 2 in C, at a location without
                // successors in the automaton.
                Outcome::Finished(_) => matches!(status, Some(0 | 2)),
                // `assert` of the C library ends in `abort`.
                Outcome::ReachedError => status == Some(1) || aborted,
                Outcome::Stuck(_) => status == Some(2) || crashed,
                Outcome::OutOfFuel | Outcome::OutOfStack => status == Some(3),
            };
            assert!(
                agree,
                "{} on {input}: gcc's program ends with {status:?}, the automaton with {ours:?}",
                case.path.display()
            );
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}
