//! `components DIRECTORY`: the protocol of seven components and its upgrades with the commands in a
//! directory, as a table like figure 6 of paper 003; and chains of components, monolithic against
//! the rule with learned assumptions. Writes Markdown to standard output.
//!
//! `components --learn` prints random automata as JSON, one on a line, with what learning them
//! took: `scripts/compare-learners.py` learns them with AALpy.

use proofmark_assembly::rule::{keeps, Premise};
use proofmark_assembly::Automaton;
use proofmark_producer::substitutability::assume;
use proofmark_producer::substitutability::assume::{order, Check, Checked, Tables};
use proofmark_producer::substitutability::automata::{alphabet, minimal, missing};
use proofmark_producer::substitutability::learner::Learner;
use proofmark_tests::{root, Random};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

fn main() {
    let argument = std::env::args().nth(1).expect("a directory");
    if argument == "--learn" {
        return learned();
    }
    let directory = PathBuf::from(argument);
    println!("{}", protocol(&directory));
    println!("{}", growth());
}

/// The object that a command prints, and its time in milliseconds.
fn run(directory: &Path, arguments: &[&str]) -> (Value, u128) {
    let began = Instant::now();
    let output = Command::new(directory.join("proofmark"))
        .current_dir(root())
        .args(arguments)
        .output()
        .expect("the command");
    let took = began.elapsed().as_millis();
    let object = serde_json::from_slice(&output.stdout).expect("an object");
    (object, took)
}

fn number(object: &Value, name: &str) -> u64 {
    object[name].as_u64().expect("a number")
}

fn protocol(directory: &Path) -> String {
    let mut out = String::from(
        "| upgrade | properties | first: queries | solver calls | ms | upgrade: queries | solver calls | ms | work | time |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for upgrade in ["ipc1", "ipc2", "ipc3", "ipc4"] {
        let desk = tempfile::tempdir().expect("a folder");
        let path = |name: &str| desk.path().join(name).display().to_string();
        let (state, bundle) = (path("state"), path("bundle"));
        let options = ["--json", "--state", &state, "-o", &bundle];
        let new = format!("examples/ipc/{upgrade}.toml");
        let first = [
            &["compose", "examples/ipc/assembly.toml"],
            options.as_slice(),
        ]
        .concat();
        let next = [
            &["upgrade", "examples/ipc/assembly.toml", &new],
            options.as_slice(),
        ]
        .concat();
        let (before, took_before) = run(directory, &first);
        let (after, took) = run(directory, &next);
        let kept = after["compatibility"].as_object().expect("properties");
        let kept: Vec<String> = kept
            .iter()
            .map(|(name, one)| format!("{name} {}", one["answer"].as_str().unwrap_or("")))
            .collect();
        let work = |object: &Value| number(object, "queries") + number(object, "solver_calls");
        out.push_str(&format!(
            "| {upgrade} | {} | {} | {} | {took_before} | {} | {} | {took} | 1/{:.0} | 1/{:.1} |\n",
            kept.join(", "),
            number(&before, "queries"),
            number(&before, "solver_calls"),
            number(&after, "queries"),
            number(&after, "solver_calls"),
            work(&before) as f64 / work(&after).max(1) as f64,
            took_before as f64 / took.max(1) as f64,
        ));
    }
    out
}

/// A buffer of two places between two events.
fn buffer(n: usize) -> Automaton {
    let (before, after) = (format!("e{n:02}"), format!("e{:02}", n + 1));
    let text = format!(
        "alphabet {before} {after}\ninitial 0\n0 {before} 1\n1 {before} 2\n1 {after} 0\n2 {after} 1\n"
    );
    Automaton::parse(&text).expect("a buffer")
}

fn growth() -> String {
    let mut out = String::from(
        "| components | monolithic: states | ms | rule: states | assumption | queries | ms |\n|---|---|---|---|---|---|---|\n",
    );
    for count in 2..=12 {
        let buffers = (0..count).map(|n| (format!("b{n:02}"), buffer(n)));
        let models: BTreeMap<String, Automaton> = buffers.collect();
        let last = format!("e{count:02}");
        let property = format!(
            "alphabet e00 {last}\ninitial none\nnone e00 some\nsome e00 some\nsome {last} some\n"
        );
        let property = Automaton::parse(&property).expect("a property");
        let began = Instant::now();
        let all: Vec<&Automaton> = models.values().collect();
        let states = match keeps(&all, &property) {
            Premise::Holds(states) => states.to_string(),
            Premise::TooLarge => "too many".to_owned(),
            Premise::Fails(_) => "wrong".to_owned(),
        };
        let monolithic = began.elapsed().as_secs_f64() * 1000.0;
        let began = Instant::now();
        let alphabets = models
            .iter()
            .map(|(name, m)| (name.clone(), alphabet(m)))
            .collect();
        let order = order(&alphabets, &alphabet(&property));
        let mut tables = Tables::new();
        let mut check = Check::new(&models, "p", &mut tables);
        let checked = check.run(&order, &property);
        let effort = check.effort;
        let took = began.elapsed().as_secs_f64() * 1000.0;
        let shown = match checked {
            Checked::Holds(_) => effort.states.to_string(),
            Checked::TooLarge => "too many".to_owned(),
            Checked::Violated(_) => "wrong".to_owned(),
        };
        out.push_str(&format!(
            "| {count} | {states} | {monolithic:.1} | {shown} | {} | {} | {took:.1} |\n",
            effort.assumption, effort.queries
        ));
    }
    out
}

/// Learns random automata with the shortest counterexamples that there are.
fn learned() {
    let mut random = Random::of("automata to learn");
    for size in 1..=100 {
        let states = 1 + size / 4;
        let events: BTreeSet<String> = ["a", "b", "c"].map(str::to_owned).into();
        let names = (0..states).map(|n| n.to_string()).collect();
        let mut transitions = Vec::new();
        for from in 0..states {
            for event in &events {
                if random.below(4) > 0 {
                    transitions.push((from, event.clone(), random.below(states)));
                }
            }
        }
        let any = Automaton::new(events.clone(), names, 0, transitions).expect("an automaton");
        let language = minimal(&any);
        let alphabet: Vec<String> = events.into_iter().collect();
        let spell = |word: &[usize]| -> Vec<String> {
            word.iter()
                .filter_map(|n| alphabet.get(*n).cloned())
                .collect()
        };
        let mut teacher = |word: &[usize]| Some(language.allows(&spell(word)));
        let mut learner = Learner::new(alphabet.len());
        let (mut candidates, mut found) = (0, language.clone());
        while let Some(candidate) = learner.candidate(&mut teacher) {
            candidates += 1;
            found = assume::automaton(&candidate, &alphabet);
            let mut wrong = missing(&found, &language, 1);
            wrong.extend(missing(&language, &found, 1));
            let Some(word) = wrong.first() else {
                break;
            };
            let word = word.iter().filter_map(|e| alphabet.binary_search(e).ok());
            let word: Vec<usize> = word.collect();
            learner
                .refine(&candidate, &word, &mut teacher)
                .expect("learned");
        }
        let transitions: Vec<(usize, &str, usize)> = language.transitions().collect();
        println!(
            "{}",
            serde_json::json!({
                "states": language.len(), "transitions": transitions, "learned": found.len(),
                "queries": learner.queries, "candidates": candidates,
            })
        );
    }
}
