//! Programs as data, in the front end's folders: what runs as gcc's code does, and where runs leave
//! an assumption.

#[path = "../../frontend/tests/files/mod.rs"]
mod files;

use files::files;
use proofmark_frontend::{load, load_text, print, Options, INLINE_LIMIT};
use proofmark_logic::types::Profile;
use proofmark_replay::interpret::{run, Outcome};
use proofmark_replay::{Ending, Executable, Monitored};
use std::path::{Path, PathBuf};
use std::process::Command;

const PROFILES: [Profile; 2] = [Profile::Lp64, Profile::Ilp32];

#[test]
fn monitored_runs_end_where_they_leave_an_assumption() {
    for file in files("monitored") {
        let text = std::fs::read_to_string(&file).expect("a program");
        let cases: Vec<(i128, &str)> = text
            .lines()
            .map_while(|line| line.strip_prefix("// on ")?.split_once(": "))
            .map(|(input, expected)| (input.parse().expect("an input"), expected))
            .collect();
        assert!(
            cases.iter().any(|(_, e)| *e == "within") && cases.iter().any(|(_, e)| *e != "within"),
            "{}",
            file.display()
        );
        for profile in PROFILES {
            let program = Monitored::load(std::slice::from_ref(&file), &Options::new(profile))
                .unwrap_or_else(|e| panic!("{e}"));
            for (input, expected) in &cases {
                let ending = match program
                    .run(&mut |_| *input, 10_000)
                    .expect("a well-formed automaton")
                {
                    Ending::Within(Outcome::Finished(_)) => "within",
                    Ending::Left(check, None) if program.explain(&check, None).line > 0 => {
                        check.kind
                    }
                    Ending::Left(_, Some(_)) => "imprecise",
                    Ending::Within(Outcome::ReachedError) => "error",
                    Ending::Seems(_) => "doubtful",
                    ending => panic!("{} on {input}: {ending:?}", file.display()),
                };
                assert_eq!(ending, *expected, "{} on {input}", file.display());
            }
        }
    }
}

#[test]
fn monitored_runs_of_correct_programs_stay_within_the_assumptions() {
    for file in files("run") {
        let program = Monitored::load(std::slice::from_ref(&file), &Options::new(Profile::Lp64))
            .unwrap_or_else(|e| panic!("{e}"));
        let ending = program
            .run(&mut |_| 0, 10_000_000)
            .expect("a well-formed automaton");
        assert!(
            matches!(ending, Ending::Within(Outcome::Finished(_))),
            "{}: {ending:?}",
            file.display()
        );
    }
}

#[test]
fn self_checking_programs_run_as_with_gcc() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for file in files("run") {
        for profile in PROFILES {
            // As it is, and without copies of what is called more than once.
            for inline_limit in [INLINE_LIMIT, 0] {
                let options = Options {
                    inline_limit,
                    ..Options::new(profile)
                };
                let program = load(std::slice::from_ref(&file), &options)
                    .unwrap_or_else(|e| panic!("{}", e.render()));
                let ours = run(&program.arena, &program.cfa, &[], &mut |_| 0, 1_000_000)
                    .expect("a well-formed automaton");
                assert!(
                    matches!(ours, Outcome::Finished(_)),
                    "{} {profile:?}, {inline_limit} edges inlined: {ours:?}",
                    file.display()
                );
            }
            let binary = folder.join("self_checking");
            let width = if profile == Profile::Ilp32 {
                "-m32"
            } else {
                "-m64"
            };
            let compiled = Command::new("cc")
                .args(["-w", "-fwrapv", width, "-Dreach_error=abort"])
                .arg(&file)
                .arg("-o")
                .arg(&binary)
                .status();
            // Without a C library for this width, the interpreter's verdict has to do.
            if compiled.is_ok_and(|s| s.success()) {
                assert!(
                    Command::new(&binary)
                        .status()
                        .expect("the program")
                        .success(),
                    "{} {profile:?}",
                    file.display()
                );
            }
        }
    }
}

/// Flat C, compiled by the C compiler, checks itself with the same result.
#[test]
fn self_checking_programs_run_as_flat_c() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, binary) = (folder.join("flat.c"), folder.join("flat"));
    let mut printed = 0;
    for file in files("run") {
        let options = Options::new(Profile::Lp64);
        let flat = proofmark_replay::flat_c(std::slice::from_ref(&file), &options)
            .unwrap_or_else(|e| panic!("{}", e.render()));
        let text = match flat {
            Ok(text) => text,
            Err(what) => {
                println!("{}: {what}", file.display());
                continue;
            }
        };
        std::fs::write(&source, text).expect("a file");
        let compiled = Command::new("cc")
            .args(["-w", "-fwrapv", "-Dreach_error=abort"])
            .arg(&source)
            .arg("-o")
            .arg(&binary)
            .status();
        if compiled.is_ok_and(|s| s.success()) {
            let ended = Command::new(&binary).status().expect("the program");
            assert!(ended.success(), "{}", file.display());
            printed += 1;
        }
    }
    assert!(printed >= 15, "{printed}");
}

/// What the programs of `concrete` check; `OFF` makes the first check wrong.
const CHECK: [&str; 2] = [
    "-DCHECK(c)=do { if (!((c) ^ OFF)) reach_error(); } while (0)",
    "-include",
];

#[test]
fn concrete_runs_have_the_values_that_proofs_leave_open() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let header = folder.join("concrete.h");
    std::fs::write(&header, "void reach_error(void);\n").expect("a file");
    for file in files("concrete") {
        for profile in PROFILES {
            let options = |off: u32| {
                let arguments = CHECK
                    .iter()
                    .map(|a| (*a).to_owned())
                    .chain([header.display().to_string(), format!("-DOFF={off}")]);
                Options {
                    cpp_args: arguments.collect(),
                    ..Options::new(profile)
                }
            };
            let shown = format!("{} {profile:?}", file.display());
            for inline_limit in [INLINE_LIMIT, 0] {
                let concrete = |off| {
                    let options = Options {
                        inline_limit,
                        ..options(off)
                    };
                    let program = Executable::load(std::slice::from_ref(&file), &options)
                        .unwrap_or_else(|e| panic!("{}", e.render()));
                    program
                        .run(&mut |_| 0, 1_000_000)
                        .unwrap_or_else(|e| panic!("{shown}: {e}"))
                };
                assert!(matches!(concrete(0), Outcome::Finished(_)), "{shown}");
                assert_eq!(concrete(1), Outcome::ReachedError, "{shown}");
            }
            let program = load(std::slice::from_ref(&file), &options(0))
                .unwrap_or_else(|e| panic!("{}", e.render()));
            let other = run(&program.arena, &program.cfa, &[], &mut |_| 0, 1_000_000)
                .expect("a well-formed automaton");
            assert_eq!(
                other,
                Outcome::ReachedError,
                "{shown}: the automaton for proofs says more than it may"
            );
            let arguments = &options(0).cpp_args;
            let compiled = compiled(&file, profile, arguments, &folder.join("concrete"));
            assert!(compiled.is_none_or(|succeeds| succeeds), "{shown}");
        }
    }
}

/// Whether the compiler's program succeeds. Without a C library for this width, the interpreter's
/// verdict has to do.
fn compiled(file: &Path, profile: Profile, arguments: &[String], binary: &Path) -> Option<bool> {
    let width = match profile {
        Profile::Lp64 => "-m64",
        Profile::Ilp32 => "-m32",
    };
    let made = Command::new("cc")
        .args(arguments)
        .args(["-w", "-fwrapv", width, "-Dreach_error=abort"])
        .arg(file)
        .arg("-o")
        .arg(binary)
        .status();
    made.is_ok_and(|status| status.success()).then(|| {
        let run = Command::new(binary).status();
        run.expect("the program").success()
    })
}

#[test]
fn several_files_are_one_program() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let a = write("a.i", "struct s { int x; }; extern int shared; int get(struct s *); static int n = 1; int main(void) { struct s v; v.x = shared + n; return get(&v); }");
    let b = write("b.i", "struct s { int x; }; int shared = 4; static int n = 2; void reach_error(void); int get(struct s *p) { if (p->x + n != 7) reach_error(); return 0; }");
    let c = write(
        "c.i",
        "struct s { long x; }; int get(struct s *p) { return 0; }",
    );
    let program =
        load(&[a.clone(), b], &Options::new(Profile::Lp64)).unwrap_or_else(|e| panic!("{e}"));
    assert!(matches!(
        run(&program.arena, &program.cfa, &[], &mut |_| 0, 1000),
        Ok(Outcome::Finished(_))
    ));
    refused(&[a, c], "two files define `struct s` differently");
    // What one file calls `f` is the other's `g`.
    let d = write(
        "d.i",
        "int f(void) __asm__(\"g\"); int main(void) { return f(); }",
    );
    let e = write("e.i", "int f(void) { return 1; } int g(void) { return 2; }");
    refused(
        &[d, e],
        "gives a function of this name another one for the linker",
    );
    // And these are the other's structures.
    let f = write(
        "f.i",
        "struct s { int x; }; struct s get(void); int main(void) { return get().x; }",
    );
    let g = write("g.i", "int get(void) { return 1; }");
    refused(&[f, g], "another result than it is defined with");
}

/// These files do not fit each other.
fn refused(files: &[PathBuf], message: &str) {
    let error = load(files, &Options::new(Profile::Lp64)).err();
    let error = error.expect("files that do not fit").to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn other_entries_start_with_unknown_globals() {
    let text =
        "int g = 1; const int c = 2; void reach_error(void); int start(void) { if (c != 2) reach_error(); if (g != 1) reach_error(); return 0; }";
    let options = Options {
        entry: "start".to_owned(),
        ..Options::new(Profile::Lp64)
    };
    let program = load_text("t.i", text, &options).unwrap_or_else(|e| panic!("{e}"));
    assert!(program.cfa.ledger.iter().any(|l| l.kind == "harness"));
    assert!(program.cfa.vars.iter().any(|v| v.name == "g"));
    let text = print::cfa(&program);
    assert!(
        text.contains("c := 2") && !text.contains("g := 1"),
        "{text}"
    );
}

/// How often each function of this name is in the automaton, and how many procedures there are.
fn copies(text: &str, inline_limit: usize, name: &str) -> (usize, usize) {
    let options = Options {
        inline_limit,
        ..Options::new(Profile::Lp64)
    };
    let program = load_text("unit.i", text, &options).unwrap_or_else(|e| panic!("{}", e.render()));
    (
        program
            .cfa
            .frames
            .iter()
            .filter(|frame| frame.function == name)
            .count(),
        program.cfa.procedures.len(),
    )
}

#[test]
fn what_would_take_too_many_copies_is_a_procedure() {
    let large = "x++; if (x > 9) x = 0; ".repeat(20);
    let text = format!(
        "int x; void large(void) {{ {large} }} void small(void) {{ while (x > 5) x--; }} int sum(int n, ...) {{ {large} return n; }}\n\
         int main(void) {{ large(); large(); large(); small(); small(); sum(1, 2); sum(2, 3); return x; }}\n"
    );
    // Room for everything; for one copy; for nothing, but a call of the small one takes as much as
    // its copy, and no procedure is told variable arguments.
    for (limit, large, procedures) in [(INLINE_LIMIT, 3, 0), (300, 1, 1), (0, 1, 1)] {
        assert_eq!(
            copies(&text, limit, "large"),
            (large, procedures),
            "{limit}"
        );
        assert_eq!(
            (
                copies(&text, limit, "small").0,
                copies(&text, limit, "sum").0
            ),
            (2, 2),
            "{limit}"
        );
    }
    // Too large to be inlined at all, whatever the limit.
    let level = |n: usize| format!("void f{n}(void) {{ f{m}(); f{m}(); }}\n", m = n + 1);
    let tower: String = (0..24).rev().map(level).collect();
    let text =
        format!("int x; void f24(void) {{ x++; }}\n{tower}int main(void) {{ f0(); return x; }}\n");
    let (copies, procedures) = copies(&text, INLINE_LIMIT, "f24");
    assert!(
        copies < INLINE_LIMIT && procedures > 0,
        "{copies} copies, {procedures} procedures"
    );
}

#[test]
fn procedures_that_turn_out_recursive_say_so() {
    // `look` becomes a procedure because there are two copies of it, and calls itself through
    // `walk`.
    let text = "int x; void walk(int n); void look(int n) { int mine = n, *p = &mine; x = 1; x = 2; x = 3; if (n > 0) walk(n - 1); if (n > 1) x = *p; if (n > 2) x = 4; if (n > 3) x = 5; if (n > 4) x = 6; }\n\
        void walk(int n) { if (x) look(n); else look(n); } int main(void) { walk(2); return 0; }\n";
    let options = Options {
        inline_limit: 0,
        ..Options::new(Profile::Lp64)
    };
    let program = load_text("unit.i", text, &options).unwrap_or_else(|e| panic!("{}", e.render()));
    let recursive: Vec<&str> = program
        .cfa
        .ledger
        .iter()
        .filter(|entry| entry.kind == "recursion")
        .map(|entry| entry.subject.as_str())
        .collect();
    assert_eq!(recursive, ["look", "walk"]);
    assert!(
        program
            .cfa
            .objects
            .iter()
            .all(|object| !object.name.contains("mine")),
        "each activation has its own"
    );
}
