//! The premises of the assume-guarantee rule (paper 003, section 3.3.2): whether automata that
//! run beside each other keep a guarantee. Explicit states, breadth first.
//!
//! Automata agree on the events that they share and go on alone on the others (definition 5). The
//! guarantee may be about events that none of them has: somebody else decides about these, so they
//! may happen at any time.

use crate::automaton::{Automaton, Step};
use std::collections::{BTreeSet, HashMap};

/// Most states of a product; beyond them nobody knows.
pub const PRODUCT_MAX: usize = 2_000_000;

/// What is known of a premise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Premise {
    /// It holds. So many states were looked at.
    Holds(usize),
    /// The automata allow this sequence of events, and the guarantee does not: a shortest one.
    Fails(Vec<String>),
    /// The product has too many states.
    TooLarge,
}

/// A state of the product, how it was reached: from which state, by which event.
type Reached = (usize, usize);

/// Whether every sequence of events that all of the automata allow is allowed by the guarantee.
pub fn keeps(parts: &[&Automaton], guarantee: &Automaton) -> Premise {
    keeps_within(parts, guarantee, PRODUCT_MAX)
}

/// The same with another limit on the product's states.
pub fn keeps_within(parts: &[&Automaton], guarantee: &Automaton, most: usize) -> Premise {
    let all = parts.iter().chain([&guarantee]);
    let events: BTreeSet<&str> = all.flat_map(|a| a.alphabet()).map(String::as_str).collect();
    let events: Vec<&str> = events.into_iter().collect();
    let mut first: Vec<usize> = parts.iter().map(|part| part.initial()).collect();
    first.push(guarantee.initial());
    let mut known = HashMap::from([(first.clone(), ())]);
    let mut states = vec![first];
    let mut from: Vec<Option<Reached>> = vec![None];
    let mut at = 0;
    while let Some(state) = states.get(at).cloned() {
        for (index, event) in events.iter().enumerate() {
            let Some(mut to) = together(parts, &state, event) else {
                continue;
            };
            let own = state.last().copied().unwrap_or_default();
            match guarantee.step(own, event) {
                Step::Refused => return Premise::Fails(word(&from, &events, Some((at, index)))),
                Step::Apart => to.push(own),
                Step::To(next) => to.push(next),
            }
            if known.insert(to.clone(), ()).is_none() {
                states.push(to);
                from.push(Some((at, index)));
            }
        }
        if states.len() > most {
            return Premise::TooLarge;
        }
        at += 1;
    }
    Premise::Holds(states.len())
}

/// Where the parts are after an event, unless one of them refuses it.
fn together(parts: &[&Automaton], state: &[usize], event: &str) -> Option<Vec<usize>> {
    let steps = parts
        .iter()
        .zip(state)
        .map(|(part, own)| match part.step(*own, event) {
            Step::Apart => Some(*own),
            Step::To(next) => Some(next),
            Step::Refused => None,
        });
    steps.collect()
}

/// The events that lead to a state and this one.
fn word(from: &[Option<Reached>], events: &[&str], mut last: Option<Reached>) -> Vec<String> {
    let mut out = Vec::new();
    while let Some((state, event)) = last {
        out.push(events.get(event).copied().unwrap_or_default().to_owned());
        last = from.get(state).copied().flatten();
    }
    out.reverse();
    out
}

#[cfg(test)]
mod tests {
    use super::{keeps, Premise};
    use crate::Automaton;

    fn read(text: &str) -> Automaton {
        Automaton::parse(text).expect(text)
    }

    #[test]
    fn components_agree_on_shared_events_only() {
        let a = read("alphabet x s\ninitial 0\n0 x 1\n1 s 0\n");
        let b = read("alphabet y s\ninitial 0\n0 y 1\n1 s 0\n");
        let both_first = read("alphabet x y s\ninitial 0\n0 x 1\n0 y 2\n1 y 3\n2 x 3\n3 s 0\n");
        assert_eq!(keeps(&[&a, &b], &both_first), Premise::Holds(4));
        // Alone, the one knows nothing of the other's event.
        let fails = keeps(&[&a], &both_first);
        assert!(matches!(fails, Premise::Fails(_)), "{fails:?}");
        let never = read("alphabet s\ninitial 0\n");
        let word = ["x", "y", "s"].map(str::to_owned).to_vec();
        assert_eq!(keeps(&[&a, &b], &never), Premise::Fails(word));
    }

    #[test]
    fn events_of_nobody_may_happen() {
        let a = read("alphabet x\ninitial 0\n0 x 0\n");
        let property = read("alphabet x z\ninitial 0\n0 x 0\n");
        assert_eq!(
            keeps(&[&a], &property),
            Premise::Fails(vec!["z".to_owned()])
        );
    }

    #[test]
    fn who_refuses_an_event_forbids_it() {
        let a = read("alphabet x\ninitial 0\n0 x 0\n");
        let b = read("alphabet x\ninitial 0\n");
        let never = read("alphabet x\ninitial 0\n");
        assert_eq!(keeps(&[&a, &b], &never), Premise::Holds(1));
    }
}
