//! Whether an assembly keeps its properties (paper 003, section 3.3): the rule is tried on models,
//! and a counterexample of theirs is validated component by component. What a component cannot do
//! is taken out of its model.

use super::assume::{Check, Checked, Effort, Tables};
use super::automata::{projected, Word};
pub use super::component::Parts;
use super::component::{Possible, Session};
use super::observing::Goal;
use super::relevance::{relevant, Relevant};
use proofmark_assembly::automaton::Automaton;
use proofmark_assembly::bundle::{Bundle, Chain, Model};
use proofmark_assembly::Assembly;
use proofmark_frontend::LoadError;
use std::collections::{BTreeMap, BTreeSet};

/// Rounds of counterexamples that no component, or no model, has.
const ROUNDS: usize = 200;

/// Whether a property is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compatible {
    /// It is: by these premises.
    Yes(Chain),
    /// It is not: a sequence of all events of the assembly, each component's part of which is a
    /// behaviour of the component.
    No(Word),
    /// Nobody knows; why.
    Unknown(String),
}

/// Checks a property.
///
/// # Errors
/// What is wrong with a component.
pub fn check(
    assembly: &Assembly,
    parts: &mut Parts,
    goal: &mut Goal,
    tables: &mut Tables,
    session: &mut Session<'_>,
) -> Result<(Compatible, Effort), LoadError> {
    let mut effort = Effort::default();
    for _ in 0..ROUNDS {
        if let Some(why) = goal.establish(assembly, session)? {
            return Ok((Compatible::Unknown(why), effort));
        }
        let models: BTreeMap<String, Automaton> = parts
            .iter()
            .map(|(name, part)| (name.clone(), part.keeps.clone()))
            .collect();
        let (checked, took) = checked(&models, (&goal.name, &goal.allows), tables);
        session.counts.membership += took.queries;
        effort.add(&took);
        let word = match checked {
            Checked::Holds(chain) => {
                let lacking = uncertified(assembly, parts, &chain, session)?;
                let answer = lacking.map_or(Compatible::Yes(chain), Compatible::Unknown);
                return Ok((answer, effort));
            }
            Checked::TooLarge => {
                let why = "the models' product, or an assumption, is too large".to_owned();
                return Ok((Compatible::Unknown(why), effort));
            }
            Checked::Violated(word) => word,
        };
        let mut narrower = false;
        for (name, part) in parts.iter_mut() {
            let own = projected(&word, &part.component.events);
            match part.possible(assembly, &own, session)? {
                Possible::Yes => {}
                Possible::Unknown => {
                    let why = format!("whether `{name}` can do: {}", own.join(" "));
                    return Ok((Compatible::Unknown(why), effort));
                }
                Possible::No => {
                    narrower = true;
                    if !part.tighten(assembly, session)? {
                        let why = format!("`{name}`: no proof of what it cannot do");
                        return Ok((Compatible::Unknown(why), effort));
                    }
                }
            }
        }
        if !narrower {
            match goal.possible(assembly, &word, session)? {
                Possible::No => return Ok((Compatible::No(word), effort)),
                // What is known to be allowed was too little.
                Possible::Yes => {}
                Possible::Unknown => {
                    let why = format!("whether the observer allows: {}", word.join(" "));
                    return Ok((Compatible::Unknown(why), effort));
                }
            }
        }
        if !session.goes_on() {
            break;
        }
    }
    Ok((
        Compatible::Unknown("the limit on time or rounds".to_owned()),
        effort,
    ))
}

/// Whether models keep a property: by what was known of the last version, or by the rule on the
/// components that matter.
pub fn checked(
    models: &BTreeMap<String, Automaton>,
    (name, guarantee): (&str, &Automaton),
    tables: &mut Tables,
) -> (Checked, Effort) {
    let mut check = Check::new(models, name, tables);
    if let Some(chain) = check.again(guarantee) {
        return (Checked::Holds(chain), check.effort);
    }
    let (relevant, looks) = relevant(models, guarantee);
    check.effort.queries += looks;
    let answer = match relevant {
        Relevant::Violated(word) => Checked::Violated(word),
        Relevant::These(order) | Relevant::All(order) => check.run(&order, guarantee),
    };
    (answer, check.effort)
}

/// Why a chain is no proof: a component without a certificate, and without a way to one.
fn uncertified(
    assembly: &Assembly,
    parts: &mut Parts,
    chain: &Chain,
    session: &mut Session<'_>,
) -> Result<Option<String>, LoadError> {
    for name in &chain.components {
        let Some(part) = parts.get_mut(name) else {
            return Ok(Some(format!("there is no component `{name}`")));
        };
        if part.certificate.is_none() && !part.tighten(assembly, session)? {
            return Ok(Some(format!("`{name}` has no certificate")));
        }
    }
    Ok(None)
}

/// The evidence that an assembly keeps all of its properties; `None` if a component that matters
/// has no certificate.
pub fn bundle(parts: &Parts, goals: &[Goal], chains: BTreeMap<String, Chain>) -> Option<Bundle> {
    let used: BTreeSet<&String> = chains
        .values()
        .flat_map(|chain| &chain.components)
        .collect();
    let mut models = BTreeMap::new();
    for name in used {
        let part = parts.get(name)?;
        let model = Model {
            automaton: part.keeps.text(),
            certificate: stripped(part.certificate.as_ref()?),
        };
        models.insert(name.clone(), model);
    }
    let observers = goals.iter().filter_map(|goal| {
        let model = Model {
            automaton: goal.allows.text(),
            certificate: goal.certificate()?.to_vec(),
        };
        Some((goal.name.clone(), model))
    });
    Some(Bundle {
        models,
        observers: observers.collect(),
        chains,
    })
}

/// A certificate without what only the next version's proof starts from.
fn stripped(bytes: &[u8]) -> Vec<u8> {
    match proofmark_certs::decode(bytes) {
        Ok(certificate) => proofmark_certs::encode(&proofmark_certs::Certificate {
            resume: None,
            ..certificate
        }),
        Err(_) => bytes.to_vec(),
    }
}

impl Effort {
    fn add(&mut self, other: &Effort) {
        self.queries += other.queries;
        self.candidates += other.candidates;
        self.states += other.states;
        self.assumption = self.assumption.max(other.assumption);
    }
}
