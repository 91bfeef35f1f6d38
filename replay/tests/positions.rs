//! Attributes and specifiers in every position of the grammar where gcc takes one: each program
//! does what gcc's does, or is refused, or has a promise in its ledger.
//!
//! `POSITIONS=COUNT cargo test …` judges so many programs that gcc compiles; `make positions` does.

#[path = "positions/grammar.rs"]
mod grammar;

use grammar::{ATTRIBUTES, TEMPLATES, WORDS};
use proofmark_frontend::Options;
use proofmark_logic::types::Profile;
use proofmark_replay::interpret::{ExecuteError, Outcome};
use proofmark_replay::Executable;
use std::path::Path;
use std::process::{Command, Output};

/// Declarations that every template may use.
const HELPERS: &str = "\
static int id(int x) { return x; }\n\
static void drop(void *p) { fact(111 + !p); }\n\
int target(int x) { return x + 40; }\n\
int object = 9;\n\
#define layout(T, m) fact(sizeof(T)); fact(__builtin_offsetof(T, m)); fact(_Alignof(T))\n";

/// Facts are printed.
const PRINTED: &str = "int printf(const char *, ...);\n\
static int fact(long long value) { printf(\"%lld\\n\", value); return 0; }\n";

/// gcc's program that prints its facts, run; none if there is no such program.
fn executed(text: &str, profile: Profile, folder: &Path, more: &[&str]) -> Option<Output> {
    let (source, binary) = (folder.join("observed.c"), folder.join("observed"));
    let main = "int main(void) { run(); fact(999); return 0; }\n";
    std::fs::write(&source, format!("{PRINTED}{HELPERS}{text}\n{main}")).ok()?;
    let width = match profile {
        Profile::Lp64 => "-m64",
        Profile::Ilp32 => "-m32",
    };
    let compiled = Command::new("gcc")
        .args(["-w", "-O0", "-fwrapv", width])
        .args(more)
        .arg(&source)
        .arg("-o")
        .arg(&binary)
        .output()
        .ok()?;
    let run = compiled.status.success();
    run.then(|| Command::new(&binary).output())?.ok()
}

/// What gcc's program says of itself; none if there is no such program.
fn observed(text: &str, profile: Profile, folder: &Path) -> Option<Vec<String>> {
    let run = executed(text, profile, folder, &[]).filter(|run| run.status.success())?;
    let shown = String::from_utf8(run.stdout).ok()?;
    Some(shown.lines().map(str::to_owned).collect())
}

/// Whether gcc's sanitizer says that the program reads or writes outside of objects: what it
/// observed is then none of the language's.
fn leaves_objects(text: &str, profile: Profile, folder: &Path) -> bool {
    let run = executed(text, profile, folder, &["-fsanitize=address"]);
    run.is_some_and(|run| String::from_utf8_lossy(&run.stderr).contains("buffer-overflow"))
}

/// The program with gcc's facts, in which another one is the error.
fn checking(text: &str, facts: &[String]) -> String {
    let expected = facts.join(", ");
    format!(
        "extern void reach_error(void);\n\
         static long long expected[] = {{ {expected} }};\nstatic int next;\n\
         static int fact(long long value) {{\n\
         \x20   if (next >= {0} || expected[next] != value) reach_error();\n\
         \x20   next++;\n    return 0;\n}}\n{HELPERS}{text}\n\
         int main(void) {{ run(); fact(999); if (next != {0}) reach_error(); return 0; }}\n",
        facts.len()
    )
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Same,
    Refused,
    /// The ledger has an assumption that covers it.
    Promised,
    /// It depends on a value that the automaton leaves open.
    Open,
    Wrong,
}

fn judge(text: &str, facts: &[String], profile: Profile, folder: &Path) -> Verdict {
    let file = folder.join("checking.c");
    std::fs::write(&file, checking(text, facts)).expect("a temporary file");
    let Ok(program) = Executable::load(&[file], &Options::new(profile)) else {
        return Verdict::Refused;
    };
    let mut open = false;
    let outcome = program.run(
        &mut |_| {
            open = true;
            0
        },
        1_000_000,
    );
    let assumes = |kind: &str| program.ledger().iter().any(|entry| entry.kind == kind);
    match outcome {
        Ok(Outcome::Finished(_)) => Verdict::Same,
        _ if assumes("promise") => Verdict::Promised,
        // `*(short int *)&v`: an object of another type is accessed.
        Err(ExecuteError::Overlap(_)) if assumes("type-based-aliasing") => Verdict::Promised,
        // `static long *x = &y;` with an `int y`: eight bytes of an object of four are read.
        Err(ExecuteError::OutOfBounds) if assumes("in-bounds") => Verdict::Promised,
        _ if open => Verdict::Open,
        _ if assumes("in-bounds") && leaves_objects(text, profile, folder) => Verdict::Promised,
        _ => Verdict::Wrong,
    }
}

/// What stands at the place, spelled in two ways.
fn spellings() -> Vec<String> {
    let attributes = ATTRIBUTES.iter().enumerate().map(|(index, attribute)| {
        let end = attribute.find(['(', ',']).unwrap_or(attribute.len());
        let (name, rest) = attribute.split_at(end);
        match index % 2 {
            0 => format!("__attribute__((__{name}__{rest}))"),
            _ => format!("__attribute__(({attribute}))"),
        }
    });
    attributes
        .chain(WORDS.iter().map(|w| (*w).to_owned()))
        .collect()
}

fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 {
        a
    } else {
        common_divisor(b, a % b)
    }
}

#[test]
fn attributes_mean_what_gcc_says_in_every_position() {
    let all = std::env::var("POSITIONS")
        .ok()
        .and_then(|n| n.parse::<usize>().ok());
    let wanted = all.unwrap_or(60);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    if Command::new("gcc").arg("--version").output().is_err() {
        return println!("skipped: there is no gcc");
    }
    let spellings = spellings();
    let combinations = TEMPLATES.len() * spellings.len() * 2;
    // A step without common factors with the number of combinations visits each once.
    let step = (combinations / 2..).find(|s| common_divisor(*s, combinations) == 1);
    let step = step.expect("a step");
    let (mut programs, mut counts, mut wrong) = (0, [0usize; 5], Vec::new());
    for n in 0..combinations {
        if programs == wanted {
            break;
        }
        let index = n * step % combinations;
        let profile = if index.is_multiple_of(2) {
            Profile::Lp64
        } else {
            Profile::Ilp32
        };
        let spelling = &spellings[index / 2 % spellings.len()];
        let text = TEMPLATES[index / 2 / spellings.len()].replace('@', spelling);
        let Some(facts) = observed(&text, profile, folder) else {
            continue;
        };
        programs += 1;
        let verdict = judge(&text, &facts, profile, folder);
        counts[verdict as usize] += 1;
        if verdict == Verdict::Wrong || (verdict == Verdict::Open && all.is_some()) {
            println!("{verdict:?} {profile:?}: {text}  gcc: {}", facts.join(" "));
        }
        if verdict == Verdict::Wrong {
            wrong.push(text);
        }
    }
    println!(
        "{programs} programs of {combinations}: {} same, {} refused, {} promised, {} open, {} wrong",
        counts[0], counts[1], counts[2], counts[3], counts[4]
    );
    assert!(wrong.is_empty(), "{} wrong", wrong.len());
    assert_eq!(programs, wanted.min(programs));
    assert!(
        counts[0] * 5 > programs,
        "too few are understood: {counts:?}"
    );
}
