//! Whether a new component has all behaviours of the old one (paper 003, section 3.2, figure 3).
//!
//! The over-approximation of the old one is compared with the under-approximation of the new one. A
//! behaviour of the first that the second does not have is a counterexample. It is validated twice:
//! if the old component does not have it, the first automaton loses it; if the new one has it, the
//! second automaton gets it.

use super::automata::{missing, over, Word};
use super::component::{Part, Possible, Session};
use proofmark_assembly::Assembly;
use proofmark_frontend::LoadError;

/// Most lost behaviours that are looked for.
const LOST_MAX: usize = 5;
/// Rounds of counterexamples.
const ROUNDS: usize = 200;

/// Whether behaviours are lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contained {
    /// None is.
    Yes,
    /// These are, shortest ones first: of each, only the last event is no longer possible.
    No(Vec<Word>),
    /// Nobody knows; why.
    Unknown(String),
}

/// Compares a component of the old assembly with one of the new.
///
/// # Errors
/// What is wrong with a component.
pub fn check(
    (old_assembly, old): (&Assembly, &mut Part),
    (new_assembly, new): (&Assembly, &mut Part),
    session: &mut Session<'_>,
) -> Result<Contained, LoadError> {
    let more = &old.component.events | &new.component.events;
    for _ in 0..ROUNDS {
        let candidates = missing(&over(&old.claims, &more), &over(&new.does, &more), LOST_MAX);
        if candidates.is_empty() {
            return Ok(Contained::Yes);
        }
        let (mut lost, mut unknown, mut learned) = (Vec::new(), None, false);
        for word in candidates {
            match old.possible(old_assembly, &word, session)? {
                Possible::Yes => {}
                Possible::No => {
                    learned = true;
                    continue;
                }
                Possible::Unknown => {
                    unknown = Some(format!("whether the old one can do: {}", word.join(" ")));
                    continue;
                }
            }
            match new.possible(new_assembly, &word, session)? {
                Possible::Yes => learned = true,
                Possible::No => lost.push(word),
                Possible::Unknown => {
                    unknown = Some(format!("whether the new one can do: {}", word.join(" ")));
                }
            }
        }
        let over = !learned || !session.goes_on();
        match (lost.is_empty(), unknown) {
            (false, _) if over => return Ok(Contained::No(lost)),
            (true, Some(why)) if over => return Ok(Contained::Unknown(why)),
            (true, None) if over => break,
            _ => {}
        }
    }
    Ok(Contained::Unknown("the limit on time or rounds".to_owned()))
}
