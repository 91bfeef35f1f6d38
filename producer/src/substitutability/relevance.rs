//! Which components a property needs, and in which order the rule takes them.
//!
//! The report leaves the order open (section 5). Here counterexamples choose it: the components
//! chosen so far are composed, and a shortest sequence of events that breaks the property is shown
//! to the others. One of those that do not do it is chosen next. What is never to blame does not
//! matter, and its events are in no assumption's alphabet.

use super::assume::order;
use super::automata::{alphabet, projected, Word};
use proofmark_assembly::automaton::Automaton;
use proofmark_assembly::rule::{keeps_within, Premise};
use std::collections::{BTreeMap, BTreeSet};

/// Most states of a product here: it only saves work.
const PRODUCT_MAX: usize = 20_000;

/// What is known of the components that a property needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relevant {
    /// These suffice.
    These(Vec<String>),
    /// All components together allow this sequence, and the property does not.
    Violated(Word),
    /// Nobody knows which suffice: all, those that are needed anyway first.
    All(Vec<String>),
}

/// Chooses components. The number of compositions that were looked at is the second result.
pub fn relevant(models: &BTreeMap<String, Automaton>, property: &Automaton) -> (Relevant, u64) {
    let mut chosen: Vec<String> = Vec::new();
    for looks in 1u64.. {
        let parts: Vec<&Automaton> = chosen.iter().filter_map(|name| models.get(name)).collect();
        let word = match keeps_within(&parts, property, PRODUCT_MAX) {
            Premise::Holds(_) => {
                // A property that allows everything needs none, but a chain has one.
                if chosen.is_empty() {
                    chosen.extend(models.keys().next().cloned());
                }
                return (Relevant::These(chosen), looks);
            }
            Premise::TooLarge => {
                return (Relevant::All(completed(models, property, chosen)), looks)
            }
            Premise::Fails(word) => word,
        };
        match to_blame(models, &word, &chosen) {
            Some(name) => chosen.push(name),
            None => return (Relevant::Violated(word), looks),
        }
    }
    (Relevant::All(chosen), 0)
}

/// A component that does not do its part of a sequence: one that stops earliest, and of these one
/// that has most of the events.
fn to_blame(
    models: &BTreeMap<String, Automaton>,
    word: &[String],
    chosen: &[String],
) -> Option<String> {
    let stops = |model: &Automaton| {
        let lengths = 1..=word.len();
        let prefix = |n: &usize| word.get(..*n).is_some_and(|prefix| !model.allows(prefix));
        lengths.into_iter().find(prefix)
    };
    let others = models.iter().filter(|(name, _)| !chosen.contains(name));
    let candidates = others.filter_map(|(name, model)| {
        let has = projected(word, &alphabet(model)).len();
        Some(((stops(model)?, std::cmp::Reverse(has)), name))
    });
    candidates.min().map(|(_, name)| name.clone())
}

/// All components: the chosen ones, and then the others by what they share with those before.
fn completed(
    models: &BTreeMap<String, Automaton>,
    property: &Automaton,
    chosen: Vec<String>,
) -> Vec<String> {
    let mut seen: BTreeSet<String> = alphabet(property);
    for model in chosen.iter().filter_map(|name| models.get(name)) {
        seen.extend(alphabet(model));
    }
    let others = models.iter().filter(|(name, _)| !chosen.contains(name));
    let others = others.map(|(name, model)| (name.clone(), alphabet(model)));
    let rest = order(&others.collect(), &seen);
    chosen.into_iter().chain(rest).collect()
}
