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
mod masking;
mod narrow;
mod path;
mod rational;
mod reads;
mod row;
mod signs;
mod simplex;
mod solver;
mod split;
mod tree;
mod values;

pub use interpolant::path_atoms;
pub(crate) use tree::step_facts;
pub use tree::{Fact, FactId, Reason, Refutation, Step, Tree};
pub(crate) use values::satisfiable;

use proofmark_logic::arena::{Arena, Expr, Op};
use split::Found;
use std::collections::HashSet;

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

/// The work for one refutation.
#[derive(Clone, Copy)]
struct Work {
    /// Rounds of propagation over a few constraints.
    fuel: u32,
    /// So many leaves of one kind are compared with each other for congruence.
    congruent: usize,
    /// What comes first.
    order: Order,
}

/// What comes first in a search.
#[derive(Clone, Copy)]
enum Order {
    /// What the axioms of terms say.
    AxiomsFirst,
    /// That ends of ranges are excluded.
    EndsFirst,
}

/// More than most questions need.
const USUAL: Work = Work {
    fuel: 800,
    congruent: 24,
    order: Order::AxiomsFirst,
};
/// Where everything depends on the answer.
const MUCH: Work = Work {
    fuel: 8_000,
    congruent: 96,
    order: Order::AxiomsFirst,
};

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
        let found = refute_part(arena, literals, &few, USUAL);
        if found.is_some() {
            return found;
        }
    }
    match split::refute(arena, literals, USUAL) {
        Found::Refuted(found) => Some(found),
        Found::Open => None,
        Found::GaveUp => refute_apart(arena, literals),
    }
}

/// What is said of memory after it was written is looked at one by one, together with what is said
/// of it before: with all of it at once, each literal asks for cases of its own.
fn refute_apart(arena: &mut Arena, literals: &[Expr]) -> Option<Refutation> {
    let all = 0..literals.len();
    let (written, before): (Vec<usize>, Vec<usize>) = all.partition(|i| {
        let literal = literals.get(*i);
        literal.is_some_and(|literal| is_about_written(arena, *literal))
    });
    if written.len() < 2 {
        return None;
    }
    written.into_iter().find_map(|one| {
        let part: Vec<usize> = before.iter().copied().chain([one]).collect();
        refute_part(arena, literals, &part, USUAL)
    })
}

/// Whether a formula is about memory after something was written.
fn is_about_written(arena: &Arena, formula: Expr) -> bool {
    let (mut work, mut seen) = (vec![formula], HashSet::new());
    while let Some(e) = work.pop() {
        if matches!(arena.app(e), Some((Op::Upd | Op::Splice, _))) {
            return true;
        }
        work.extend(arena.args(e).filter(|part| seen.insert(*part)));
    }
    false
}

/// The same where everything depends on the answer: what others say drowns what is about a literal,
/// so this literal is looked at by itself and with each other one, and with all of them at last.
pub(crate) fn refute_around(
    arena: &mut Arena,
    literals: &[Expr],
    centre: Expr,
) -> Option<Refutation> {
    let found = refute(arena, literals);
    if found.is_some() {
        return found;
    }
    let centre = literals.iter().position(|literal| *literal == centre)?;
    let pairs = (0..literals.len()).filter(|other| *other != centre);
    let mut parts = std::iter::once(vec![centre]).chain(pairs.map(|other| vec![centre, other]));
    parts
        .find_map(|part| refute_part(arena, literals, &part, MUCH))
        .or_else(|| split::refute(arena, literals, MUCH).refuted())
        .or_else(|| {
            let order = Order::EndsFirst;
            split::refute(arena, literals, Work { order, ..MUCH }).refuted()
        })
}

/// Refutes those at the given positions.
fn refute_part(
    arena: &mut Arena,
    literals: &[Expr],
    part: &[usize],
    work: Work,
) -> Option<Refutation> {
    let chosen = part.iter().filter_map(|i| literals.get(*i).copied());
    let chosen: Vec<Expr> = chosen.collect();
    let found = split::refute(arena, &chosen, work).refuted()?;
    found.of_chosen(part)
}

#[cfg(test)]
pub(crate) mod tests;

#[cfg(test)]
mod random_tests;
