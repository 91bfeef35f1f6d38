//! Theorems 1 and 2 of paper 001 on random functions: what gcc's program does, the libraries of its
//! functions allow; and a merged library allows nothing that one of its parts does not. Mutants of
//! libraries that do not allow what gcc's program does are not proved.

use proofmark_frontend::library::print::print;
use proofmark_frontend::library::text::Library;
use proofmark_frontend::Options;
use proofmark_logic::types::Profile;
use proofmark_producer::certify::{certify, Certification};
use proofmark_producer::engine::{Limits, Silent};
use proofmark_producer::training::{merge, Api};
use proofmark_tests::boolean::{
    library, mutant, Bits, Executions, Generated, Predicate, DECLARATIONS,
};
use proofmark_tests::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// Functions of one C file.
const FUNCTIONS: usize = 8;
/// Executions of each.
const RUNS: usize = 24;

/// What predicates are about.
const VARIABLES: [&str; 6] = ["u", "v", "g", "return", "return", "h"];
/// The same for mutants.
const SOME: [&str; 4] = ["u", "v", "g", "return"];
/// The same, where two libraries are merged.
const FEW: [&str; 3] = ["u", "g", "return"];

type Values = BTreeMap<&'static str, i32>;

/// One execution of a function: its number, what was in front of it and what is behind it.
struct Run {
    function: usize,
    before: Values,
    after: Values,
}

struct Subject {
    functions: Vec<Generated>,
    api: Api,
    runs: Vec<Run>,
    _directory: tempfile::TempDir,
}

fn subject(random: &mut Random) -> Subject {
    let mut functions: Vec<Generated> = Vec::new();
    for index in 0..FUNCTIONS {
        let next = Generated::new(random, index, &functions);
        functions.push(next);
    }
    let c: String = functions.iter().map(|f| f.c.as_str()).collect();
    let c = format!("{DECLARATIONS}{c}");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("api.c");
    std::fs::write(&path, &c).expect("written");
    let options = Options::new(Profile::Lp64);
    let units = proofmark_frontend::read(std::slice::from_ref(&path), &options).expect("C");
    let limits = Limits {
        time: Some(Duration::from_secs(60)),
        ..Limits::default()
    };
    let api = Api::new(units, options, limits).expect("C");
    let runs = runs(random, &c, &functions, directory.path());
    Subject {
        functions,
        api,
        runs,
        _directory: directory,
    }
}

/// What gcc's program does.
fn runs(random: &mut Random, c: &str, functions: &[Generated], directory: &Path) -> Vec<Run> {
    let mut main = format!("#include <stdio.h>\n{c}int main(void) {{\n  int r;\n");
    let mut begun = Vec::new();
    for (index, f) in functions.iter().enumerate() {
        for _ in 0..RUNS {
            let mut value = || i32::try_from(random.below(6)).unwrap_or(0) - 1;
            let [a, b, g, h] = [value(), value(), value(), value()];
            let _ = writeln!(
                main,
                "  g = {g}; h = {h}; r = {}({a}, {b}); printf(\"%d %d %d\\n\", r, g, h);",
                f.name
            );
            let before = [("a", a), ("b", b), ("A", a), ("B", b), ("g", g), ("h", h)];
            begun.push((index, Values::from(before)));
        }
    }
    main += "  return 0;\n}\n";
    let (source, program) = (directory.join("main.c"), directory.join("main"));
    std::fs::write(&source, main).expect("written");
    let built = Command::new("gcc")
        .args(["-fwrapv", "-w", "-o"])
        .args([&program, &source])
        .status();
    assert!(built.expect("gcc").success());
    let output = Command::new(&program).output().expect("it runs");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), begun.len());
    let numbers = |line: &&str| -> Vec<i32> {
        line.split(' ')
            .map(|n| n.parse().expect("a number"))
            .collect()
    };
    let ends = lines.iter().map(numbers);
    let runs = begun
        .into_iter()
        .zip(ends)
        .map(|((function, before), end)| {
            let [r, g, h] = end.as_slice() else {
                panic!("{end:?}")
            };
            let mut after = before.clone();
            after.extend([("return", *r), ("g", *g), ("h", *h)]);
            Run {
                function,
                before,
                after,
            }
        });
    runs.collect()
}

/// A library about random predicates, with those of each function.
fn about(
    random: &mut Random,
    subject: &Subject,
    variables: &[&'static str],
) -> (Library, Vec<Vec<Predicate>>) {
    let functions = subject.functions.iter();
    let both = functions.map(|f| f.about(random, variables));
    let (functions, predicates): (Vec<_>, Vec<_>) = both.unzip();
    let drafted = subject.api.draft(&library(functions));
    (drafted.expect("procedures"), predicates)
}

/// Whether a library allows an execution.
fn allows(
    (library, predicates): (&Library, &[Vec<Predicate>]),
    known: &mut Executions<'_>,
    run: &Run,
) -> bool {
    let (f, own) = (&library.functions[run.function], &predicates[run.function]);
    let bit = |at: usize, holds: bool| Bits::from(holds) << at;
    let inputs = own.iter().take(f.inputs).enumerate();
    let inputs = inputs.map(|(i, p)| bit(i, p.holds(&run.before))).sum();
    let returned = f.returns.iter().enumerate();
    let returned = returned
        .map(|(at, i)| bit(at, own[*i].holds(&run.after)))
        .sum();
    let kept = ["g", "h"].into_iter().all(|name| {
        let modified = f
            .modifies
            .iter()
            .any(|m| format!("{m:?}").contains(&format!("\"{name}\"")));
        modified || run.before[name] == run.after[name]
    });
    kept && known.returned(&f.name, inputs).contains(&returned)
}

/// Whether the duties of a function are proved.
fn proved(api: &Api, library: &Library, function: &str) -> Result<bool, String> {
    let mut program = api.duties(&Arc::new(library.clone()), function)?;
    let limits = Limits {
        time: Some(Duration::from_secs(60)),
        ..Limits::default()
    };
    match certify(&mut program, &limits, &mut Silent).0 {
        Certification::Certified(_) => Ok(true),
        Certification::Violated(_) => Ok(false),
        Certification::Unknown { reason } => Err(reason.to_string()),
    }
}

#[test]
fn libraries_allow_what_the_c_does() {
    let (mut functions, mut executions, mut precise) = (0, 0, 0);
    for round in 0..25 {
        let mut random = Random::of(&format!("theorem 1, {round}"));
        let subject = subject(&mut random);
        let (library, predicates) = about(&mut random, &subject, &VARIABLES);
        for f in &library.functions {
            let answer = proved(&subject.api, &library, &f.name);
            assert_eq!(answer, Ok(true), "{round}: {}", print(&library));
            functions += 1;
        }
        let mut known = Executions::new(&library);
        for run in &subject.runs {
            let name = &library.functions[run.function].name;
            assert!(
                allows((&library, &predicates), &mut known, run),
                "{round}: {name}: {:?} {:?}\n{}",
                run.before,
                run.after,
                print(&library)
            );
            executions += 1;
        }
        // Some say more than that anything may come back.
        precise += library
            .functions
            .iter()
            .filter(|f| known.returned(&f.name, 0).len() < 1 << f.returns.len())
            .count();
    }
    assert!(
        functions >= 200 && executions >= 4000,
        "{functions} {executions}"
    );
    assert!(precise >= functions / 2, "{precise} of {functions}");
}

/// The results of a merged procedure, as one of the parts has them.
fn projected(merged: &[String], part: &[String], bits: Bits) -> Bits {
    let places = part.iter().enumerate().map(|(at, p)| {
        let from = merged
            .iter()
            .position(|q| q == p)
            .expect("a predicate of both");
        (bits >> from & 1) << at
    });
    places.sum()
}

/// The predicates of a merged library's functions, from those of its parts.
fn of_parts(merged: &Library, parts: [&[Vec<Predicate>]; 2]) -> Vec<Vec<Predicate>> {
    let functions = merged.functions.iter().enumerate();
    let own = functions.map(|(index, f)| {
        let known = || parts.iter().flat_map(|part| &part[index]);
        let named = |text: &String| {
            let found = known().find(|p| p.text() == *text);
            found.expect("a predicate of a part").clone()
        };
        f.predicates.iter().map(named).collect()
    });
    own.collect()
}

/// Theorem 1 holds of merged libraries as of others.
#[test]
fn merged_libraries_allow_what_the_c_does() {
    let (mut functions, mut executions) = (0, 0);
    for round in 0..25 {
        let mut random = Random::of(&format!("theorem 1, merged, {round}"));
        let subject = subject(&mut random);
        let (a, of_a) = about(&mut random, &subject, &FEW);
        let (b, of_b) = about(&mut random, &subject, &FEW);
        let merged = merge(&a, &b).expect("one library");
        let predicates = of_parts(&merged, [&of_a, &of_b]);
        let mut known = Executions::new(&merged);
        for run in &subject.runs {
            assert!(
                allows((&merged, &predicates), &mut known, run),
                "{round}: {:?} {:?}\n{}",
                run.before,
                run.after,
                print(&merged)
            );
            executions += 1;
        }
        functions += merged.functions.len();
    }
    assert!(
        functions >= 200 && executions >= 4000,
        "{functions} {executions}"
    );
}

#[test]
fn merged_libraries_allow_nothing_else() {
    let (mut compared, mut refined) = (0, 0);
    let (mut proofs, mut copied) = (0, 0);
    for round in 0..8 {
        let mut random = Random::of(&format!("theorem 2, {round}"));
        let subject = subject(&mut random);
        let (a, _) = about(&mut random, &subject, &FEW);
        let (b, _) = about(&mut random, &subject, &FEW);
        let merged = merge(&a, &b).expect("one library");
        let mut all = Executions::new(&merged);
        if round < 2 {
            let parts = [&a, &b].map(|part| {
                let proved = subject.api.prove(part, &[]);
                proved.expect("a true library").library
            });
            let both = subject.api.prove(&merged, &parts).expect("it is true");
            proofs += both.proofs;
            copied += both.copied;
        }
        for f in &merged.functions {
            let texts = |f: &proofmark_frontend::library::text::Function| {
                let texts = f.returns.iter().map(|i| f.predicates[*i].clone());
                texts.collect::<Vec<String>>()
            };
            for part in [&a, &b] {
                let g = part.function(&f.name).expect("the function");
                let mut known = Executions::new(part);
                let inputs = |f: &proofmark_frontend::library::text::Function| {
                    f.predicates[..f.inputs].to_vec()
                };
                for _ in 0..4 {
                    let given = Bits::try_from(random.below(1 << f.inputs)).unwrap_or(0);
                    let returned = all.returned(&f.name, given);
                    let own = known.returned(&f.name, projected(&inputs(f), &inputs(g), given));
                    let seen: BTreeSet<Bits> = returned
                        .iter()
                        .map(|bits| projected(&texts(f), &texts(g), *bits))
                        .collect();
                    assert!(
                        seen.is_subset(&own),
                        "{round}: {}: {seen:?} {own:?}\n{}\n{}\n{}",
                        f.name,
                        print(&a),
                        print(&b),
                        print(&merged)
                    );
                    compared += 1;
                    refined += usize::from(seen.len() < own.len());
                }
            }
        }
    }
    assert!(
        compared == 8 * 8 * 2 * 4 && refined > 0,
        "{compared} {refined}"
    );
    println!("{copied} of {proofs} proofs copied");
    assert!(2 * copied > proofs, "{copied} of {proofs} proofs copied");
}

/// Mutants that do not allow an execution: how many there were.
fn mutants(name: &str, wanted: usize) {
    let (mut refused, mut round) = (0, 0);
    while refused < wanted {
        round += 1;
        let mut random = Random::of(&format!("{name}, {round}"));
        let subject = subject(&mut random);
        let (library, predicates) = about(&mut random, &subject, &SOME);
        for _ in 0..80 {
            let Some((other, function)) = mutant(&mut random, &library) else {
                continue;
            };
            let mut known = Executions::new(&other);
            let mut runs = subject.runs.iter();
            let of_it = |run: &&Run| other.functions[run.function].name == function;
            let outside = runs
                .by_ref()
                .filter(of_it)
                .any(|run| !allows((&other, &predicates), &mut known, run));
            if outside {
                let answer = proved(&subject.api, &other, &function);
                assert!(answer != Ok(true), "{function} of\n{}", print(&other));
                refused += 1;
            }
        }
    }
}

#[test]
fn mutants_without_an_execution_of_the_c_are_not_proved() {
    mutants("mutants", 200);
}

/// Run with `--ignored`: it takes long.
#[test]
#[ignore = "ten thousand proofs that fail"]
fn ten_thousand_mutants_are_not_proved() {
    mutants("many mutants", 10_000);
}
