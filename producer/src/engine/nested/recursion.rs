//! Recursion: what keeps refinements from unwinding it.
//!
//! A path that calls a procedure again and again is refuted by the arguments of this very call, and
//! the next one by those of the next. So such a path is refuted by as short a suffix as possible,
//! which knows nothing about the calls before it: that gives the procedure's contract.

use super::{suffix_facts, NestedPath};
use crate::engine::abstraction::Abstraction;
use crate::engine::refine::last_contradiction;
use proofmark_logic::arena::{Arena, Expr};
use std::collections::BTreeSet;

/// A procedure that a path enters so often is being unwound.
const ENTRIES_MIN: usize = 3;

/// The positions of the steps whose assumptions make the shortest suffix contradictory that is;
/// `None` if the path does not unwind a procedure, or none was found.
pub fn core_of_suffix(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    path: &NestedPath,
) -> Option<BTreeSet<usize>> {
    if path.entries(abstraction.cfa) < ENTRIES_MIN {
        return None;
    }
    let (mut low, mut high) = (0, path.steps.len());
    let mut best = contradictory(arena, abstraction, path, low)?;
    while high - low > 1 {
        let middle = low.midpoint(high);
        match contradictory(arena, abstraction, path, middle) {
            Some(found) => (low, best) = (middle, found),
            None => high = middle,
        }
    }
    Some(best)
}

/// What makes a suffix contradictory.
fn contradictory(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    path: &NestedPath,
    from: usize,
) -> Option<BTreeSet<usize>> {
    let facts = suffix_facts(arena, abstraction, path, from);
    let formulas: Vec<Expr> = facts.iter().map(|fact| fact.1).collect();
    let core = last_contradiction(arena, &formulas)?;
    Some(core.into_iter().map(|i| facts[i].0).collect())
}
