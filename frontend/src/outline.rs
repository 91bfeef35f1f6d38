//! The functions of a program with fingerprints of their texts: so that a message can say which
//! function of two programs differs first. Nothing is decided by them.

use crate::inline::Heard;
use crate::ir::Program;
use crate::translate::Hearing;
use proofmark_logic::cfa::Pos;
use std::collections::BTreeSet;

/// A function that can be reached from the entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name.
    pub function: String,
    /// Where it is declared.
    pub pos: Pos,
    /// A fingerprint of its definition's text after preprocessing.
    pub fingerprint: u32,
}

/// The functions that can be reached, in the order of their first calls.
pub(crate) fn of(program: &Program, heard: &[Heard], reached: &[bool]) -> Vec<Entry> {
    let mut seen = BTreeSet::new();
    let heard = heard.iter();
    let reached = heard.filter(|heard| reached.get(heard.at.0 as usize) == Some(&true));
    let entered = reached.filter_map(|heard| match heard.what {
        Hearing::Entered(f) => Some(f),
        Hearing::Match(_) | Hearing::End(_) | Hearing::Missed(_) | Hearing::Call(_) => None,
    });
    let first = entered.filter(|f| seen.insert(*f));
    first
        .filter_map(|f| {
            let function = program.function(f)?;
            Some(Entry {
                function: function.name.clone(),
                pos: function.pos,
                fingerprint: function.body.as_ref()?.fingerprint,
            })
        })
        .collect()
}
