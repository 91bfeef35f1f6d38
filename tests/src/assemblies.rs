//! Random small assemblies, as automata.

use crate::Random;
use proofmark_assembly::automaton::Step;
use proofmark_assembly::Automaton;
use proofmark_producer::substitutability::automata::alphabet;
use std::collections::{BTreeMap, BTreeSet};

/// A random automaton over these events.
pub fn automaton(random: &mut Random, states: usize, events: &BTreeSet<String>) -> Automaton {
    let names = (0..states).map(|n| n.to_string()).collect();
    let mut transitions = Vec::new();
    for from in 0..states {
        for event in events {
            if random.below(3) > 0 {
                transitions.push((from, event.clone(), random.below(states)));
            }
        }
    }
    Automaton::new(events.clone(), names, 0, transitions).expect("an automaton")
}

/// Two or more of six events.
pub fn some_events(random: &mut Random) -> BTreeSet<String> {
    let mut events = BTreeSet::new();
    while events.len() < 2 {
        for event in ["a", "b", "c", "d", "e", "f"] {
            if random.below(3) == 0 {
                events.insert(event.to_owned());
            }
        }
    }
    events
}

/// An assembly as automata.
#[derive(Clone)]
pub struct Made {
    /// By component.
    pub models: BTreeMap<String, Automaton>,
    /// What it must keep.
    pub property: Automaton,
}

/// Two to five components with up to four states.
pub fn assembly(random: &mut Random) -> Made {
    let count = 2 + random.below(4);
    let mut models = BTreeMap::new();
    for n in 0..count {
        let (states, events) = (1 + random.below(4), some_events(random));
        models.insert(format!("m{n}"), automaton(random, states, &events));
    }
    let all: Vec<String> = models.values().flat_map(alphabet).collect();
    let mut events = BTreeSet::new();
    for _ in 0..3 {
        events.extend(all.get(random.below(all.len())).cloned());
    }
    let states = 1 + random.below(3);
    let property = automaton(random, states, &events);
    Made { models, property }
}

/// Whether some word of all events together breaks the property: by definition 5, recursively, with
/// no product automaton.
pub fn breaks(made: &Made) -> bool {
    let all: BTreeSet<String> = made.models.values().flat_map(alphabet).collect();
    let first: Vec<usize> = made.models.values().map(Automaton::initial).collect();
    let mut work = vec![(first, made.property.initial())];
    let mut seen = BTreeSet::new();
    while let Some((state, own)) = work.pop() {
        if !seen.insert((state.clone(), own)) {
            continue;
        }
        for event in &all {
            let mut next = Vec::new();
            for (model, at) in made.models.values().zip(&state) {
                match model.step(*at, event) {
                    Step::Apart => next.push(*at),
                    Step::To(to) => next.push(to),
                    Step::Refused => break,
                }
            }
            if next.len() < state.len() {
                continue;
            }
            match made.property.step(own, event) {
                Step::Refused => return true,
                Step::Apart => work.push((next, own)),
                Step::To(to) => work.push((next, to)),
            }
        }
    }
    false
}
