//! The decision procedure: refutes conjunctions of literals, with proofs, and computes interpolants
//! from them.
//!
//! Linear integer arithmetic (solved equations, bounds, exact simplex with Farkas coefficients,
//! rounding, bounded branching), disequations by splits, congruence, machine integers, division,
//! and read-over-write. It is sound by construction, because every [`Refutation`] can be written as
//! a proof term that the checker accepts; it is incomplete, and all its work is bounded: `None`
//! means "not refuted within the budget".

mod atom;
mod bits;
mod bounds;
mod conjunctions;
mod division;
mod interpolant;
mod lemmas;
mod narrow;
mod path;
mod rational;
mod reads;
mod row;
mod simplex;
mod solver;
mod split;
mod tree;

pub use interpolant::path_atoms;
pub(crate) use tree::step_facts;
pub use tree::{Fact, FactId, Reason, Refutation, Step, Tree};

use proofmark_logic::arena::{Arena, Expr};

/// Why a search ended early.
enum Stop {
    /// Because it found a contradiction.
    Conflict(Tree),
    /// Because numbers or work went over a limit.
    GiveUp,
}

type Checked<T> = Result<T, Stop>;

/// So many literals are mostly about something else: those that contradict each other are looked
/// for first.
const MANY: usize = 24;

/// Refutes a conjunction of literals: atoms (`eq`, `le`) and negated atoms. Other formulas are
/// ignored.
///
/// `None` means that no contradiction was found: the conjunction may be satisfiable, or the
/// procedure incomplete on it.
pub fn refute(arena: &mut Arena, literals: &[Expr]) -> Option<Refutation> {
    let few = match literals.len() {
        MANY.. => path::contradictory(arena, literals),
        _ => None,
    };
    if let Some(few) = few {
        let chosen: Vec<Expr> = few
            .iter()
            .filter_map(|i| literals.get(*i).copied())
            .collect();
        let found = split::refute(arena, &chosen).and_then(|found| found.of_chosen(&few));
        if found.is_some() {
            return found;
        }
    }
    split::refute(arena, literals)
}

#[cfg(test)]
pub(crate) mod tests;

#[cfg(test)]
mod random_tests;
