//! `DynamicCheck` (paper 003, figure 5): the rule AG for n components by recursion. The assumption
//! of each level is learned by L*, from the table of the last version where there is one.

use super::automata::{alphabet, minimal, numbered, only, Word};
use super::learner::{Candidate, Learner, Letters};
use proofmark_assembly::automaton::Automaton;
use proofmark_assembly::bundle::Chain;
use proofmark_assembly::rule::{keeps, Premise};
use std::collections::{BTreeMap, BTreeSet};

/// Most membership queries of one property.
const QUERIES_MAX: u64 = 2_000_000;

/// An observation table's words, by the names of events.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Table {
    /// Words that lead to states.
    pub access: Vec<Word>,
    /// Words that tell states apart.
    pub suffixes: Vec<Word>,
    /// The text of the assumption that was enough, if one was.
    pub assumption: Option<String>,
}

/// What an earlier run leaves, and this one for the next.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tables {
    /// Tables by property and component.
    pub tables: BTreeMap<(String, String), Table>,
    /// By property, the components that kept it, in the rule's order.
    pub orders: BTreeMap<String, Vec<String>>,
}

impl Tables {
    /// Nothing.
    pub fn new() -> Tables {
        Tables::default()
    }
}

/// What is known of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// It is kept, by these components alone.
    Holds(Chain),
    /// The models allow this sequence of events, which the property does not.
    Violated(Word),
    /// A product or a table became too large.
    TooLarge,
}

/// What a check took.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Membership queries.
    pub queries: u64,
    /// Candidates that premises were checked with.
    pub candidates: u64,
    /// States of products.
    pub states: u64,
    /// States of the largest assumption.
    pub assumption: u64,
}

/// Checks a property of models in this order.
pub struct Check<'a> {
    models: &'a BTreeMap<String, Automaton>,
    property: &'a str,
    tables: &'a mut Tables,
    /// What it took.
    pub effort: Effort,
}

/// Why a level fails.
enum Failed {
    Word(Word),
    TooLarge,
}

type Level<T> = Result<T, Failed>;

impl<'a> Check<'a> {
    /// A check of a property of this name.
    pub fn new(
        models: &'a BTreeMap<String, Automaton>,
        property: &'a str,
        tables: &'a mut Tables,
    ) -> Check<'a> {
        Check {
            models,
            property,
            tables,
            effort: Effort::default(),
        }
    }

    /// Checks it.
    pub fn run(&mut self, order: &[String], guarantee: &Automaton) -> Checked {
        match self.level(order, guarantee) {
            Ok(assumptions) => {
                let used = order.get(..=assumptions.len()).unwrap_or(order);
                let orders = &mut self.tables.orders;
                orders.insert(self.property.to_owned(), used.to_vec());
                Checked::Holds(Chain {
                    components: used.to_vec(),
                    assumptions: assumptions.iter().map(Automaton::text).collect(),
                })
            }
            Err(Failed::Word(word)) => Checked::Violated(word),
            Err(Failed::TooLarge) => Checked::TooLarge,
        }
    }

    /// Whether the components and assumptions of the last version still show the property: then
    /// nothing is asked. Only premises about automata are looked at.
    pub fn again(&mut self, guarantee: &Automaton) -> Option<Chain> {
        let order = self.tables.orders.get(self.property)?.clone();
        let (last, others) = order.split_last()?;
        let mut assumptions = Vec::new();
        for name in others {
            let key = (self.property.to_owned(), name.clone());
            let text = self.tables.tables.get(&key)?.assumption.as_ref()?;
            assumptions.push(Automaton::parse(text).ok()?);
        }
        let guarantees = std::iter::once(guarantee).chain(&assumptions);
        let assumed = assumptions.iter().map(Some).chain([None]);
        let names = others.iter().chain([last]);
        for ((name, guarantee), assumed) in names.zip(guarantees).zip(assumed) {
            let model = self.models.get(name)?;
            let parts: Vec<&Automaton> = std::iter::once(model).chain(assumed).collect();
            self.premise(&parts, guarantee).ok()?;
        }
        Some(Chain {
            components: order,
            assumptions: assumptions.iter().map(Automaton::text).collect(),
        })
    }

    /// The premise that these automata keep the guarantee.
    fn premise(&mut self, parts: &[&Automaton], guarantee: &Automaton) -> Level<()> {
        match keeps(parts, guarantee) {
            Premise::Holds(states) => {
                self.effort.states += states as u64;
                Ok(())
            }
            Premise::Fails(word) => Err(Failed::Word(word)),
            Premise::TooLarge => Err(Failed::TooLarge),
        }
    }

    /// The assumptions under which the first components keep the guarantee, one for each but the
    /// last that is needed.
    fn level(&mut self, order: &[String], guarantee: &Automaton) -> Level<Vec<Automaton>> {
        let Some((first, rest)) = order.split_first() else {
            return Err(Failed::TooLarge);
        };
        let models = self.models;
        let Some(model) = models.get(first) else {
            return Err(Failed::TooLarge);
        };
        let alone = self.premise(&[model], guarantee);
        match alone {
            Ok(()) => return Ok(Vec::new()),
            Err(Failed::Word(_)) if !rest.is_empty() => {}
            Err(failed) => return Err(failed),
        }
        let theirs = self.events(rest);
        let own: BTreeSet<String> = alphabet(model)
            .union(&alphabet(guarantee))
            .cloned()
            .collect();
        let shared: Vec<String> = own.intersection(&theirs).cloned().collect();
        self.learned((model, first), rest, guarantee, &shared)
    }

    /// Learns an assumption over the events that the first component and the guarantee share with
    /// the others.
    fn learned(
        &mut self,
        (model, name): (&Automaton, &str),
        rest: &[String],
        guarantee: &Automaton,
        shared: &[String],
    ) -> Level<Vec<Automaton>> {
        let events: BTreeSet<String> = shared.iter().cloned().collect();
        let key = (self.property.to_owned(), name.to_owned());
        // Without a shared event the component may break the guarantee by itself.
        match keeps(&[model, &only(&events, &[])], guarantee) {
            Premise::Holds(_) => {}
            Premise::Fails(word) => return Err(Failed::Word(word)),
            Premise::TooLarge => return Err(Failed::TooLarge),
        }
        if let Some(assumptions) = self.remembered((model, rest), guarantee, (&key, shared))? {
            return Ok(assumptions);
        }
        let mut learner = start(self.tables.tables.get(&key), shared);
        // The weakest assumption allows the words with which the component keeps the guarantee.
        let mut teacher = |letters: &[usize]| {
            let word = spelled(letters, shared);
            match keeps(&[model, &only(&events, &word)], guarantee) {
                Premise::Holds(_) => Some(true),
                Premise::Fails(_) => Some(false),
                Premise::TooLarge => None,
            }
        };
        let result = loop {
            let Some(candidate) = learner.candidate(&mut teacher) else {
                break Err(Failed::TooLarge);
            };
            if self.effort.queries + learner.queries > QUERIES_MAX {
                break Err(Failed::TooLarge);
            }
            let assumption = automaton(&candidate, shared);
            self.effort.candidates += 1;
            self.effort.assumption = self.effort.assumption.max(assumption.len() as u64);
            let wrong = match self.premise(&[model, &assumption], guarantee) {
                Err(Failed::Word(word)) => word,
                Err(Failed::TooLarge) => break Err(Failed::TooLarge),
                Ok(()) => match self.level(rest, &assumption) {
                    Ok(deeper) => break Ok([vec![assumption], deeper].concat()),
                    Err(Failed::TooLarge) => break Err(Failed::TooLarge),
                    Err(Failed::Word(word)) => {
                        let theirs = self.events(rest);
                        // With this word of the others, the component may break the guarantee.
                        match keeps(&[model, &only(&theirs, &word)], guarantee) {
                            Premise::Fails(whole) => break Err(Failed::Word(whole)),
                            Premise::TooLarge => break Err(Failed::TooLarge),
                            Premise::Holds(_) => word,
                        }
                    }
                },
            };
            let wrong: Letters = letters(&wrong, shared);
            if learner.refine(&candidate, &wrong, &mut teacher).is_none() {
                break Err(Failed::TooLarge);
            }
        };
        self.effort.queries += learner.queries;
        let mut table = table(&learner, shared);
        let enough = result.as_ref().ok().and_then(|all| all.first());
        table.assumption = enough.map(Automaton::text);
        self.tables.tables.insert(key, table);
        result
    }

    /// Whether the last version's assumption is still enough: then nothing is learned.
    fn remembered(
        &mut self,
        (model, rest): (&Automaton, &[String]),
        guarantee: &Automaton,
        (key, shared): (&(String, String), &[String]),
    ) -> Level<Option<Vec<Automaton>>> {
        let text = self
            .tables
            .tables
            .get(key)
            .and_then(|table| table.assumption.as_ref());
        let known = text.and_then(|text| Automaton::parse(text).ok());
        let Some(known) = known.filter(|known| known.alphabet() == shared) else {
            return Ok(None);
        };
        self.effort.candidates += 1;
        match self.premise(&[model, &known], guarantee) {
            Ok(()) => {}
            Err(Failed::Word(_)) => return Ok(None),
            Err(Failed::TooLarge) => return Err(Failed::TooLarge),
        }
        match self.level(rest, &known) {
            Ok(deeper) => Ok(Some([vec![known], deeper].concat())),
            Err(Failed::TooLarge) => Err(Failed::TooLarge),
            Err(Failed::Word(word)) => {
                match keeps(&[model, &only(&self.events(rest), &word)], guarantee) {
                    Premise::Fails(whole) => Err(Failed::Word(whole)),
                    Premise::TooLarge => Err(Failed::TooLarge),
                    Premise::Holds(_) => Ok(None),
                }
            }
        }
    }

    /// The events of some components.
    fn events(&self, components: &[String]) -> BTreeSet<String> {
        let models = components.iter().filter_map(|name| self.models.get(name));
        models.flat_map(alphabet).collect()
    }
}

/// A learner with the words of an earlier table that these events can spell.
fn start(table: Option<&Table>, events: &[String]) -> Learner {
    let Some(table) = table else {
        return Learner::new(events.len());
    };
    let known = |words: &[Word]| {
        let words = words
            .iter()
            .filter(|word| word.iter().all(|e| events.contains(e)));
        words.map(|word| letters(word, events)).collect()
    };
    Learner::from_words(events.len(), known(&table.access), known(&table.suffixes))
}

fn table(learner: &Learner, events: &[String]) -> Table {
    let (access, suffixes) = learner.words();
    let spell = |words: &[Letters]| words.iter().map(|word| spelled(word, events)).collect();
    Table {
        access: spell(access),
        suffixes: spell(suffixes),
        assumption: None,
    }
}

fn letters(word: &[String], events: &[String]) -> Letters {
    let positions = word
        .iter()
        .filter_map(|event| events.binary_search(event).ok());
    positions.collect()
}

fn spelled(letters: &[usize], events: &[String]) -> Word {
    letters
        .iter()
        .filter_map(|n| events.get(*n).cloned())
        .collect()
}

/// A candidate as an automaton without its rejecting states.
pub fn automaton(candidate: &Candidate, events: &[String]) -> Automaton {
    let mut transitions = Vec::new();
    for (from, row) in candidate.next.iter().enumerate() {
        for (event, to) in events.iter().zip(row) {
            let accepts = |state: usize| candidate.accepts.get(state) == Some(&true);
            if accepts(from) && accepts(*to) {
                transitions.push((from, event.clone(), *to));
            }
        }
    }
    let alphabet = events.iter().cloned().collect();
    minimal(&numbered(alphabet, candidate.next.len(), 0, transitions))
}

/// An order of components in which assumptions tend to be small: those that have most events of the
/// property first, then always the one that shares most events with those before it.
pub fn order(
    models: &BTreeMap<String, BTreeSet<String>>,
    property: &BTreeSet<String>,
) -> Vec<String> {
    let (mut seen, mut out) = (property.clone(), Vec::new());
    let mut left: BTreeMap<&String, &BTreeSet<String>> = models.iter().collect();
    while let Some(name) = left
        .iter()
        .max_by_key(|(name, own)| (own.intersection(&seen).count(), std::cmp::Reverse(**name)))
        .map(|(name, _)| (*name).clone())
    {
        if let Some(own) = left.remove(&name) {
            seen.extend(own.iter().cloned());
        }
        out.push(name);
    }
    out
}
