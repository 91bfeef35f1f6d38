//! What C fixes before a program runs: layouts, initial contents, types. Generated programs have
//! the same facts as gcc's, or are refused, without the judge: what the analysis finds out by
//! itself is compared.
//!
//! `STATIC_FACTS=COUNT cargo test …` compares so many programs for each ABI; `make static-facts`
//! does. With `STATIC_FACTS_JUDGED` set, the judge is asked too about those that have gcc's facts,
//! and must confirm them.

#[path = "static_facts/initialisers.rs"]
mod initialisers;
#[path = "static_facts/layouts.rs"]
mod layouts;
#[path = "static_facts/random.rs"]
mod random;
#[path = "static_facts/types.rs"]
mod types;

use proofmark_frontend::{load, Options};
use proofmark_logic::types::Profile;
use proofmark_replay::interpret::Outcome;
use proofmark_replay::Executable;
use random::Random;
use std::collections::HashSet;
use std::path::Path;
use std::process::Command;

/// One program: declarations, integer constant expressions, and objects with static storage.
#[derive(Clone, Default, Debug)]
pub(crate) struct Facts {
    declarations: String,
    constants: Vec<String>,
    objects: Vec<String>,
}

/// Programs that are compiled together.
const BATCH: usize = 20;

/// Declarations that all programs may use.
const HELPERS: &str = "enum e { E0, E1 = 7 }; enum n { N0 = -1, N1 = 5 };\n\
enum __attribute__((packed)) k { K0, K1 = 200 }; enum w { W0 = 0x100000000 };\n\
typedef int a16 __attribute__((aligned(16))); typedef int a2 __attribute__((aligned(2)));\n\
typedef long long l2 __attribute__((aligned(2))); typedef short s8 __attribute__((aligned(8)));\n\
struct in1 { char c; int i; }; struct in2 { short s; struct in1 a[2]; };\n\
struct __attribute__((packed)) in3 { char c; long long l; }; union un { char c[5]; int i; };\n";

/// The programs' tables, and a function that works through them with `CHECK(value)`.
fn tables(facts: &[Facts]) -> String {
    let mut out = HELPERS.to_owned();
    let (mut constants, mut objects) = (Vec::new(), Vec::new());
    for facts in facts {
        out += &facts.declarations;
        constants.extend(facts.constants.iter().cloned());
        objects.extend(
            facts
                .objects
                .iter()
                .map(|o| format!("{{ &{o}, sizeof {o} }}")),
        );
    }
    constants.push("0".to_owned());
    objects.push("{ 0, 0 }".to_owned());
    out += &format!(
        "static long long constants[] = {{\n# 1 \"constants\"\n{}\n}};\n\
         static struct {{ void *at; unsigned long size; }} objects[] = {{\n{}\n}};\n\
         static void all(void) {{\n\
         \x20   for (int i = 0; i < {}; i++) CHECK(constants[i])\n\
         \x20   for (int i = 0; i < {}; i++)\n\
         \x20       for (unsigned long n = 0; n < objects[i].size; n++)\n\
         \x20           CHECK(((unsigned char *)objects[i].at)[n])\n}}\n",
        constants.join(",\n"),
        objects.join(",\n"),
        constants.len(),
        objects.len()
    );
    out
}

/// The compiler, which takes what the facts are about.
fn compiler(profile: Profile) -> Command {
    let mut gcc = Command::new("gcc");
    let width = match profile {
        Profile::Ilp32 => "-m32",
        Profile::Lp64 => "-m64",
    };
    gcc.args(["-w", "-O0", "-std=gnu17", "-fwrapv", width]);
    gcc
}

/// Drops constants that the compiler refuses: many expressions of random types are none.
fn drop_invalid(facts: &mut [Facts], profile: Profile, folder: &Path) {
    let source = folder.join("facts.c");
    let text = format!("#define CHECK(v)\n{}", tables(facts));
    std::fs::write(&source, text).expect("a temporary file");
    let mut gcc = compiler(profile);
    gcc.args(["-fsyntax-only", "-fmax-errors=0"]).arg(&source);
    let Ok(output) = gcc.output() else { return };
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines = messages
        .lines()
        .filter_map(|line| line.strip_prefix("constants:"));
    let wrong: HashSet<usize> = lines
        .filter_map(|line| line.split(':').next()?.parse().ok())
        .collect();
    let mut line = 0;
    for facts in facts {
        facts.constants.retain(|_| {
            line += 1;
            !wrong.contains(&line)
        });
    }
}

/// What gcc has for the facts; none if it refuses the program.
fn observed(facts: &[Facts], profile: Profile, folder: &Path) -> Option<Vec<String>> {
    let (source, binary) = (folder.join("facts.c"), folder.join("facts"));
    let text = format!(
        "int printf(const char *, ...);\n#define CHECK(v) printf(\"%lld\\n\", (long long)(v));\n{}\
         int main(void) {{ all(); return 0; }}\n",
        tables(facts)
    );
    std::fs::write(&source, text).ok()?;
    let compiled = compiler(profile)
        .arg(&source)
        .arg("-o")
        .arg(&binary)
        .output()
        .ok()?;
    let run = compiled
        .status
        .success()
        .then(|| Command::new(&binary).output());
    let run = run?.ok().filter(|run| run.status.success())?;
    let shown = String::from_utf8(run.stdout).ok()?;
    Some(shown.lines().map(str::to_owned).collect())
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Same,
    /// The front end refuses it: why.
    Refused(String),
    /// It has gcc's facts, and the judge does not take it: why.
    Doubted(String),
    /// It depends on a value that the automaton leaves open.
    Open,
    Different,
}

/// What the interpreter has for the facts.
fn judge(facts: &[Facts], values: &[String], profile: Profile, folder: &Path) -> Verdict {
    let file = folder.join("checked.c");
    let text = format!(
        "extern void reach_error(void);\nstatic long long expected[] = {{ {} }};\nstatic int next;\n\
         #define CHECK(v) {{ if (expected[next] != (v)) reach_error(); next++; }}\n{}\
         int main(void) {{ all(); if (next != {}) reach_error(); return 0; }}\n",
        values.join(", "),
        tables(facts),
        values.len()
    );
    std::fs::write(&file, text).expect("a temporary file");
    let program = match Executable::load(std::slice::from_ref(&file), &Options::new(profile)) {
        Ok(program) => program,
        Err(error) => return Verdict::Refused(error.to_string()),
    };
    let mut open = false;
    let outcome = program.run(
        &mut |_| {
            open = true;
            0
        },
        100_000_000,
    );
    match outcome {
        Ok(Outcome::Finished(_)) => confirmed(&file, profile),
        _ if open => Verdict::Open,
        _ => Verdict::Different,
    }
}

/// Whether the judge takes what is the same, if it is asked.
fn confirmed(file: &Path, profile: Profile) -> Verdict {
    if std::env::var_os("STATIC_FACTS_JUDGED").is_none() {
        return Verdict::Same;
    }
    match load(&[file.to_owned()], &Options::new(profile)) {
        Ok(_) => Verdict::Same,
        Err(error) => Verdict::Doubted(error.to_string()),
    }
}

/// How many programs had which verdict.
#[derive(Default, Debug)]
struct Counts {
    same: usize,
    refused: usize,
    doubted: usize,
    open: usize,
    different: usize,
    /// gcc refuses it.
    invalid: usize,
}

/// Compares programs, together if gcc and the front end take all of them.
fn compare(facts: &[Facts], profile: Profile, folder: &Path, counts: &mut Counts) {
    let values = observed(facts, profile, folder);
    let verdict = values.map(|values| judge(facts, &values, profile, folder));
    match verdict {
        Some(Verdict::Same) => counts.same += facts.len(),
        _ if facts.len() > 1 => {
            let (some, others) = facts.split_at(facts.len() / 2);
            compare(some, profile, folder, counts);
            compare(others, profile, folder, counts);
        }
        None => counts.invalid += 1,
        Some(Verdict::Refused(why)) => {
            counts.refused += 1;
            println!("refused {profile:?}: {}", why.lines().next().unwrap_or(""));
        }
        Some(Verdict::Doubted(why)) => {
            counts.doubted += 1;
            println!("doubted {profile:?}: {}", why.lines().next().unwrap_or(""));
        }
        Some(Verdict::Open) => counts.open += 1,
        Some(Verdict::Different) => {
            counts.different += 1;
            for one in facts.iter().flat_map(Facts::each) {
                let Some(values) = observed(std::slice::from_ref(&one), profile, folder) else {
                    continue;
                };
                if judge(std::slice::from_ref(&one), &values, profile, folder) != Verdict::Same {
                    println!("different {profile:?}: {one:?}, gcc: {values:?}");
                }
            }
        }
    }
}

impl Facts {
    /// The facts one by one.
    fn each(&self) -> Vec<Facts> {
        let only = |constants: &[String], objects: &[String]| Facts {
            declarations: self.declarations.clone(),
            constants: constants.to_vec(),
            objects: objects.to_vec(),
        };
        let constants = self.constants.chunks(1).map(|one| only(one, &[]));
        let objects = self.objects.chunks(1).map(|one| only(&[], one));
        constants.chain(objects).collect()
    }
}

fn programs(kind: fn(&mut Random, usize) -> Facts, name: &str) {
    if Command::new("gcc").arg("--version").output().is_err() {
        return println!("skipped: there is no gcc");
    }
    let variable = |name: &str| std::env::var(name).ok()?.parse::<usize>().ok();
    let wanted = variable("STATIC_FACTS").unwrap_or(60);
    let seed = variable("STATIC_FACTS_SEED").unwrap_or(1);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    for profile in [Profile::Lp64, Profile::Ilp32] {
        let mut random = Random::new(seed);
        let mut counts = Counts::default();
        for first in (0..wanted).step_by(BATCH) {
            let mut batch: Vec<Facts> = (first..wanted.min(first + BATCH))
                .map(|n| kind(&mut random, n))
                .collect();
            drop_invalid(&mut batch, profile, &folder);
            compare(&batch, profile, &folder, &mut counts);
        }
        println!("{name}, {profile:?}: {counts:?}");
        assert_eq!(counts.different, 0, "{name}: facts that differ from gcc's");
        assert_eq!(counts.doubted, 0, "{name}: facts that the judge doubts");
        assert!(
            counts.same * 2 >= wanted - counts.invalid,
            "{name}: too few are understood: {counts:?}"
        );
    }
}

#[test]
fn layouts_are_gccs() {
    programs(layouts::program, "layouts");
}

#[test]
fn initial_contents_are_gccs() {
    programs(initialisers::program, "initialisers");
}

#[test]
fn types_are_gccs() {
    programs(types::program, "types");
}
