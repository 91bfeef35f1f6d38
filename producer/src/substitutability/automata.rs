//! Automata over events: minimal ones, unions, intersections.

use proofmark_assembly::automaton::{Automaton, Step};
use proofmark_replay::interpret::Graph;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A sequence of events.
pub type Word = Vec<String>;

/// A nondeterministic automaton; a step without an event is internal.
#[derive(Clone, Default)]
pub struct Loose {
    /// Where words begin.
    pub initial: BTreeSet<usize>,
    /// By state: the position of an event in the alphabet, and the next state.
    pub arrows: Vec<Vec<(Option<usize>, usize)>>,
}

impl Loose {
    /// What executions do; the watched values are positions in the alphabet, from 1.
    pub fn of_graph(graph: &Graph) -> Loose {
        let mut loose = Loose {
            initial: graph.initial.iter().copied().collect(),
            arrows: vec![Vec::new(); graph.arrows.len()],
        };
        for (from, arrows) in graph.arrows.iter().enumerate() {
            for arrow in arrows {
                let events = arrow
                    .written
                    .iter()
                    .filter_map(|n| usize::try_from(n - 1).ok());
                let events: Vec<usize> = events.collect();
                loose.path(from, &events, Some(arrow.to));
            }
        }
        loose
    }

    /// The words of an automaton.
    pub fn of(automaton: &Automaton) -> Loose {
        let mut loose = Loose {
            initial: BTreeSet::from([automaton.initial()]),
            arrows: vec![Vec::new(); automaton.len()],
        };
        for (from, event, to) in automaton.transitions() {
            let events = automaton.alphabet();
            let event = events.binary_search_by(|own| own.as_str().cmp(event));
            loose.arrow(from, event.ok(), to);
        }
        loose
    }

    /// A path from a state; to a new state, if it is not said where.
    fn path(&mut self, from: usize, events: &[usize], to: Option<usize>) {
        let mut at = from;
        for (position, event) in events.iter().enumerate() {
            let last = position + 1 == events.len();
            let next = match to {
                Some(to) if last => to,
                _ => {
                    self.arrows.push(Vec::new());
                    self.arrows.len() - 1
                }
            };
            self.arrow(at, Some(*event), next);
            at = next;
        }
        if let (true, Some(to)) = (events.is_empty(), to) {
            self.arrow(from, None, to);
        }
    }

    fn arrow(&mut self, from: usize, event: Option<usize>, to: usize) {
        let arrows = self
            .arrows
            .get_mut(from)
            .filter(|arrows| !arrows.contains(&(event, to)));
        arrows
            .into_iter()
            .for_each(|arrows| arrows.push((event, to)));
    }

    /// One more word and its prefixes.
    pub fn add(&mut self, alphabet: &[String], word: &[String]) {
        let events = word
            .iter()
            .filter_map(|event| alphabet.binary_search(event).ok());
        let events: Vec<usize> = events.collect();
        self.arrows.push(Vec::new());
        let root = self.arrows.len() - 1;
        self.initial.insert(root);
        self.path(root, &events, None);
    }

    /// The minimal deterministic automaton with the same words.
    pub fn determined(&self, alphabet: &BTreeSet<String>) -> Automaton {
        let names: Vec<&String> = alphabet.iter().collect();
        let first = self.closed(self.initial.clone());
        let mut known = HashMap::from([(first.clone(), 0)]);
        let (mut sets, mut transitions, mut at) = (vec![first], Vec::new(), 0);
        while let Some(set) = sets.get(at).cloned() {
            let mut targets: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
            for (event, to) in set.iter().filter_map(|s| self.arrows.get(*s)).flatten() {
                if let Some(event) = event {
                    targets.entry(*event).or_default().insert(*to);
                }
            }
            for (event, target) in targets {
                let target = self.closed(target);
                let next = known.len();
                let number = *known.entry(target.clone()).or_insert(next);
                if number == next {
                    sets.push(target);
                }
                if let Some(name) = names.get(event) {
                    transitions.push((at, (*name).clone(), number));
                }
            }
            at += 1;
        }
        minimal(&numbered(alphabet.clone(), sets.len(), 0, transitions))
    }

    fn closed(&self, mut set: BTreeSet<usize>) -> BTreeSet<usize> {
        let mut work: Vec<usize> = set.iter().copied().collect();
        while let Some(state) = work.pop() {
            for (event, to) in self.arrows.get(state).into_iter().flatten() {
                if event.is_none() && set.insert(*to) {
                    work.push(*to);
                }
            }
        }
        set
    }
}

/// An automaton whose states are numbers. Wrong transitions make it allow everything, which nobody
/// believes.
pub fn numbered(
    alphabet: BTreeSet<String>,
    states: usize,
    initial: usize,
    transitions: Vec<(usize, String, usize)>,
) -> Automaton {
    let names = (0..states).map(|n| n.to_string()).collect();
    Automaton::new(alphabet.clone(), names, initial, transitions)
        .unwrap_or_else(|_| Automaton::everything(alphabet))
}

/// The events of an automaton.
pub fn alphabet(automaton: &Automaton) -> BTreeSet<String> {
    automaton.alphabet().iter().cloned().collect()
}

/// The minimal automaton with the same language, with states in the order of the shortest words
/// that lead to them (Moore's partition refinement).
pub fn minimal(automaton: &Automaton) -> Automaton {
    let order = reachable(automaton);
    let place: HashMap<usize, usize> = order.iter().copied().zip(0..).collect();
    let row = |state: usize| -> Vec<Option<usize>> {
        let events = automaton.alphabet().iter();
        let steps = events.map(|event| match automaton.step(state, event) {
            Step::To(to) => place.get(&to).copied(),
            Step::Refused | Step::Apart => None,
        });
        steps.collect()
    };
    let rows: Vec<Vec<Option<usize>>> = order.iter().map(|state| row(*state)).collect();
    let mut class = vec![0usize; rows.len()];
    let mut count = 1;
    loop {
        let mut numbers: HashMap<(usize, Vec<Option<usize>>), usize> = HashMap::new();
        let next: Vec<usize> = (0..rows.len())
            .map(|state| {
                let own = class.get(state).copied().unwrap_or_default();
                let row = rows.get(state).into_iter().flatten();
                let row = row.map(|to| to.and_then(|to| class.get(to).copied()));
                let key = (own, row.collect());
                let fresh = numbers.len();
                *numbers.entry(key).or_insert(fresh)
            })
            .collect();
        class = next;
        if numbers.len() == count {
            break;
        }
        count = numbers.len();
    }
    let mut transitions: BTreeSet<(usize, String, usize)> = BTreeSet::new();
    for (from, row) in class.iter().zip(&rows) {
        for (event, to) in automaton.alphabet().iter().zip(row) {
            if let Some(to) = to.and_then(|to| class.get(to)) {
                transitions.insert((*from, event.clone(), *to));
            }
        }
    }
    numbered(
        alphabet(automaton),
        count,
        0,
        transitions.into_iter().collect(),
    )
}

/// The states that some word leads to, shortest words first.
fn reachable(automaton: &Automaton) -> Vec<usize> {
    let mut order = vec![automaton.initial()];
    let mut seen = BTreeSet::from([automaton.initial()]);
    let mut at = 0;
    while let Some(state) = order.get(at).copied() {
        for event in automaton.alphabet() {
            if let Step::To(to) = automaton.step(state, event) {
                if seen.insert(to) {
                    order.push(to);
                }
            }
        }
        at += 1;
    }
    order
}

/// The automaton that allows a word and its prefixes.
pub fn only(alphabet: &BTreeSet<String>, word: &[String]) -> Automaton {
    let steps = word.iter().enumerate();
    let steps = steps.map(|(at, event)| (at, event.clone(), at + 1));
    numbered(alphabet.clone(), word.len() + 1, 0, steps.collect())
}

/// The automaton that allows all words but those that begin with this one.
pub fn all_but(alphabet: &BTreeSet<String>, word: &[String]) -> Automaton {
    let apart = word.len();
    let mut steps = Vec::new();
    for (at, expected) in word.iter().enumerate() {
        for event in alphabet {
            match (event == expected, at + 1 == word.len()) {
                (true, true) => {}
                (true, false) => steps.push((at, event.clone(), at + 1)),
                (false, _) => steps.push((at, event.clone(), apart)),
            }
        }
    }
    steps.extend(alphabet.iter().map(|event| (apart, event.clone(), apart)));
    numbered(alphabet.clone(), word.len() + 1, 0, steps)
}

/// The words of both automata, which have one alphabet.
pub fn both(a: &Automaton, b: &Automaton) -> Automaton {
    let mut known = HashMap::from([((a.initial(), b.initial()), 0usize)]);
    let mut states = vec![(a.initial(), b.initial())];
    let (mut transitions, mut at) = (Vec::new(), 0);
    while let Some((p, q)) = states.get(at).copied() {
        for event in a.alphabet() {
            let (Step::To(to_p), Step::To(to_q)) = (a.step(p, event), b.step(q, event)) else {
                continue;
            };
            let fresh = known.len();
            let number = *known.entry((to_p, to_q)).or_insert(fresh);
            if number == fresh {
                states.push((to_p, to_q));
            }
            transitions.push((at, event.clone(), number));
        }
        at += 1;
    }
    minimal(&numbered(alphabet(a), states.len(), 0, transitions))
}

/// The same words over more events, none of which happens.
pub fn over(automaton: &Automaton, more: &BTreeSet<String>) -> Automaton {
    let transitions = automaton.transitions();
    let transitions = transitions.map(|(from, event, to)| (from, event.to_owned(), to));
    let alphabet = alphabet(automaton).union(more).cloned().collect();
    numbered(
        alphabet,
        automaton.len(),
        automaton.initial(),
        transitions.collect(),
    )
}

/// Shortest words of the one automaton that the other one does not have, one for each way of
/// leaving it; at most so many. They have one alphabet.
pub fn missing(a: &Automaton, b: &Automaton, most: usize) -> Vec<Word> {
    let mut known = BTreeSet::from([(a.initial(), b.initial())]);
    let mut work = vec![((a.initial(), b.initial()), Word::new())];
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(((p, q), word)) = work.get(at).cloned() {
        for event in a.alphabet() {
            let Step::To(to_p) = a.step(p, event) else {
                continue;
            };
            let longer = [word.as_slice(), std::slice::from_ref(event)].concat();
            match b.step(q, event) {
                Step::To(to_q) => {
                    if known.insert((to_p, to_q)) {
                        work.push(((to_p, to_q), longer));
                    }
                }
                Step::Refused | Step::Apart => found.push(longer),
            }
            if found.len() >= most {
                return found;
            }
        }
        at += 1;
    }
    found
}

/// The events of a word that an alphabet has.
pub fn projected(word: &[String], alphabet: &BTreeSet<String>) -> Word {
    word.iter()
        .filter(|event| alphabet.contains(*event))
        .cloned()
        .collect()
}
