//! `components DIRECTORY [PLOTS]`: the protocol of seven components and its upgrades with the
//! commands in a directory, as a table like figure 6 of paper 003; chains of components, monolithic
//! against the rule with learned assumptions, with a plot in the other directory; orders of
//! components, and upgrades of random assemblies. Writes Markdown to standard output.
//!
//! `components --learn` prints random automata as JSON, one on a line, with what learning them
//! took: `scripts/compare-learners.py` learns them with AALpy.

use plotters::prelude::*;
use proofmark_assembly::rule::{keeps, Premise};
use proofmark_assembly::{Assembly, Automaton};
use proofmark_producer::substitutability::assume;
use proofmark_producer::substitutability::assume::{order, Check, Checked, Effort, Tables};
use proofmark_producer::substitutability::automata::{alphabet, minimal, missing};
use proofmark_producer::substitutability::compatibility;
use proofmark_producer::substitutability::component::Part;
use proofmark_producer::substitutability::learner::Learner;
use proofmark_tests::assemblies::{assembly, breaks, Made};
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
    let plots = PathBuf::from(std::env::args().nth(2).unwrap_or(".".to_owned()));
    println!("{}", protocol(&directory));
    println!("{}", combined());
    println!("{}", growth(&plots));
    println!("{}", orders());
    println!("{}", versions());
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
    for upgrade in ["ipc1", "ipc2", "ipc3", "ipc4", "tidied", "unlocked"] {
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

/// How large the protocol is.
fn combined() -> String {
    let file = root().join("examples/ipc/assembly.toml");
    let assembly = Assembly::read(&file, None).expect("an assembly");
    let mut states = Vec::new();
    for own in assembly.components.values() {
        let part = Part::read(&assembly, own).expect("a component");
        states.push((own.name.clone(), part.states));
    }
    let product: u128 = states.iter().map(|(_, n)| *n as u128).product();
    let shown: Vec<String> = states
        .iter()
        .map(|(name, n)| format!("{name} {n}"))
        .collect();
    format!("States: {}; combined {product}.\n", shown.join(", "))
}

/// A buffer of two places between two events.
fn buffer(n: usize) -> Automaton {
    let (before, after) = (format!("e{n:02}"), format!("e{:02}", n + 1));
    let text = format!(
        "alphabet {before} {after}\ninitial 0\n0 {before} 1\n1 {before} 2\n1 {after} 0\n2 {after} 1\n"
    );
    Automaton::parse(&text).expect("a buffer")
}

/// What a chain took.
struct Grown {
    components: usize,
    /// States of the product of all, if it was not too large, and milliseconds.
    monolithic: (Option<usize>, f64),
    /// What the rule took, and milliseconds.
    rule: (Effort, f64),
    /// The same where counterexamples choose the components.
    chosen: (Effort, f64),
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let began = Instant::now();
    let result = work();
    (result, began.elapsed().as_secs_f64() * 1000.0)
}

fn grown(components: usize) -> Grown {
    let buffers = (0..components).map(|n| (format!("b{n:02}"), buffer(n)));
    let models: BTreeMap<String, Automaton> = buffers.collect();
    let last = format!("e{components:02}");
    let property = format!(
        "alphabet e00 {last}\ninitial none\nnone e00 some\nsome e00 some\nsome {last} some\n"
    );
    let property = Automaton::parse(&property).expect("a property");
    let all: Vec<&Automaton> = models.values().collect();
    let (premise, took) = timed(|| keeps(&all, &property));
    let states = match premise {
        Premise::Holds(states) => Some(states),
        Premise::TooLarge => None,
        Premise::Fails(word) => panic!("{word:?}"),
    };
    let alphabets = models.iter();
    let alphabets = alphabets.map(|(name, m)| (name.clone(), alphabet(m)));
    let order = order(&alphabets.collect(), &alphabet(&property));
    let rule = timed(|| {
        let mut tables = Tables::new();
        let mut check = Check::new(&models, "p", &mut tables);
        let checked = check.run(&order, &property);
        assert!(matches!(checked, Checked::Holds(_)));
        check.effort
    });
    let chosen = timed(|| {
        let goal = ("p", &property);
        let (checked, effort) = compatibility::checked(&models, goal, &mut Tables::new());
        assert!(matches!(checked, Checked::Holds(_)));
        effort
    });
    Grown {
        components,
        monolithic: (states, took),
        rule,
        chosen,
    }
}

/// A table, and a plot in the directory.
fn growth(directory: &Path) -> String {
    let mut out = String::from(
        "| components | monolithic: states | ms | rule: states | assumption | queries | ms | chosen: queries | ms |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    let rows: Vec<Grown> = (2..=12).map(grown).collect();
    for row in &rows {
        let Grown {
            components,
            monolithic,
            rule,
            chosen,
        } = row;
        let states = monolithic
            .0
            .map_or("too many".to_owned(), |n| n.to_string());
        out.push_str(&format!(
            "| {components} | {states} | {:.1} | {} | {} | {} | {:.1} | {} | {:.1} |\n",
            monolithic.1,
            rule.0.states,
            rule.0.assumption,
            rule.0.queries,
            rule.1,
            chosen.0.queries,
            chosen.1
        ));
    }
    plotted(&directory.join("components-growth.svg"), &rows).expect("a plot");
    out
}

fn plotted(file: &Path, rows: &[Grown]) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::new(file, (640, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("states that are looked at", ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(1f64..13f64, (1f64..1_000_000f64).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("components; red: monolithic, blue: the rule")
        .y_label_formatter(&|value| format!("{value:.0}"))
        .light_line_style(RGBColor(240, 240, 240))
        .draw()?;
    let monolithic = rows.iter().filter_map(|row| {
        let states = row.monolithic.0?;
        Some(Circle::new(
            (row.components as f64, states as f64),
            3,
            RED.filled(),
        ))
    });
    chart.draw_series(monolithic)?;
    let rule = rows.iter().map(|row| {
        let at = (row.components as f64, row.rule.0.states as f64);
        Circle::new(at, 3, BLUE.filled())
    });
    chart.draw_series(rule)?;
    area.present()?;
    Ok(())
}

/// Membership queries of all, and states of products.
#[derive(Default)]
struct Cost {
    queries: u64,
    states: u64,
    assumption: u64,
}

impl Cost {
    fn add(&mut self, effort: &Effort) {
        self.queries += effort.queries;
        self.states += effort.states;
        self.assumption += effort.assumption;
    }

    fn row(&self, name: &str) -> String {
        let (queries, states, assumption) = (self.queries, self.states, self.assumption);
        format!("| {name} | {queries} | {states} | {assumption} |\n")
    }
}

/// 300 random assemblies that keep their properties, with the components in several orders.
fn orders() -> String {
    let mut random = Random::of("orders of components");
    let mut out = String::from(
        "| order | membership queries | states of products | states of the largest assumptions |\n|---|---|---|---|\n",
    );
    let names = [
        "by events",
        "reversed",
        "by name",
        "random",
        "by counterexamples",
    ];
    let mut costs = names.map(|name| (name, Cost::default()));
    let mut kept = 0;
    while kept < 300 {
        let made = assembly(&mut random);
        if breaks(&made) {
            continue;
        }
        kept += 1;
        let alphabets = made.models.iter();
        let alphabets = alphabets.map(|(name, m)| (name.clone(), alphabet(m)));
        let by_events = order(&alphabets.collect(), &alphabet(&made.property));
        let by_name: Vec<String> = made.models.keys().cloned().collect();
        let mut shuffled = by_name.clone();
        for n in (1..shuffled.len()).rev() {
            shuffled.swap(n, random.below(n + 1));
        }
        let reversed = by_events.iter().rev().cloned().collect();
        let orders = [by_events, reversed, by_name, shuffled];
        for ((_, cost), order) in costs.iter_mut().zip(&orders) {
            let mut tables = Tables::new();
            let mut check = Check::new(&made.models, "p", &mut tables);
            check.run(order, &made.property);
            cost.add(&check.effort);
        }
        let (_, cost) = costs.last_mut().expect("the last order");
        let (_, effort) = compatibility::checked(&made.models, property(&made), &mut Tables::new());
        cost.add(&effort);
    }
    for (name, cost) in &costs {
        out.push_str(&cost.row(name));
    }
    out
}

fn property(made: &Made) -> (&str, &Automaton) {
    ("p", &made.property)
}

/// The same with one transition of one component changed: from what the first check left, and
/// afresh.
fn versions() -> String {
    let mut random = Random::of("versions");
    let mut out = String::from(
        "| check | membership queries | states of products | states of the largest assumptions |\n|---|---|---|---|\n",
    );
    let names = [
        "first version",
        "upgrade, from what is known",
        "upgrade, afresh",
    ];
    let mut costs = names.map(|name| (name, Cost::default()));
    let (mut kept, mut unasked) = (0, 0);
    while kept < 300 {
        let made = assembly(&mut random);
        let mut new = made.clone();
        let names: Vec<&String> = made.models.keys().collect();
        let name = names[random.below(names.len())].clone();
        new.models
            .insert(name.clone(), changed(&mut random, &made.models[&name]));
        if breaks(&made) || breaks(&new) {
            continue;
        }
        kept += 1;
        let mut tables = Tables::new();
        let (_, first) = compatibility::checked(&made.models, property(&made), &mut tables);
        let (_, known) = compatibility::checked(&new.models, property(&new), &mut tables);
        let mut empty = Tables::new();
        let (_, afresh) = compatibility::checked(&new.models, property(&new), &mut empty);
        unasked += usize::from(known.queries == 0);
        for ((_, cost), effort) in costs.iter_mut().zip([first, known, afresh]) {
            cost.add(&effort);
        }
    }
    for (name, cost) in &costs {
        out.push_str(&cost.row(name));
    }
    out.push_str(&format!(
        "\nNothing was asked in {unasked} of {kept} upgrades.\n"
    ));
    out
}

/// An automaton with one transition more, less or elsewhere.
fn changed(random: &mut Random, automaton: &Automaton) -> Automaton {
    let steps = automaton.transitions();
    let mut steps: Vec<(usize, String, usize)> =
        steps.map(|(a, e, b)| (a, e.to_owned(), b)).collect();
    let (states, events) = (automaton.len(), automaton.alphabet());
    let (from, event) = (random.below(states), &events[random.below(events.len())]);
    let before = steps.len();
    steps.retain(|(a, e, _)| (*a, e) != (from, event));
    if steps.len() == before || random.below(2) == 0 {
        steps.push((from, event.clone(), random.below(states)));
    }
    let names = (0..states).map(|n| n.to_string()).collect();
    Automaton::new(alphabet(automaton), names, 0, steps).expect("an automaton")
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
