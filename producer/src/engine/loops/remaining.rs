//! What is compared when a loop has ended, in terms of the rounds that remain.
//!
//! In `if (n <= 16 - count) for (i = 0; i < n; i++) count++;`, what the program wants to know
//! behind the loop is `count <= 16`. In a round, `n - i` more are to come, and each adds 1: so it
//! is `count + (n - i) <= 16` there, which stays true from round to round, and is true at first if
//! it is at last. The results are candidates, as those of [`super::growth`].

use super::cells::Cells;
use super::growth::{linear, Round, DEPTH_MAX, SUMS_MAX};
use super::leaves::compared;
use super::ranges::Ranges;
use super::rounds::Rounds;
use super::sum::Sum;
use crate::engine::Run;
use proofmark_logic::arena::{Arena, Expr, Op};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId};
use proofmark_logic::interval::Interval;
use std::collections::BTreeSet;

/// How far the images around such a loop are widened.
const WIDE: u8 = 2;

impl Run<'_> {
    /// Tracks what is to hold when the loops of a path have ended, in terms of the rounds that
    /// remain. The locations with new predicates.
    pub(super) fn track_remaining(&mut self, path: &[EdgeId]) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        let Some(known) = self.loops.known.clone() else {
            return changed;
        };
        let at = (&known.0, &known.1);
        for rounds in Rounds::of(self.arena, self.cfa, path) {
            for head in self.heads(&path[rounds.first..rounds.last]) {
                if !self.loops.remaining.insert(head) {
                    continue;
                }
                let Some(round) = Round::of(at.0, &self.graph.rank, head) else {
                    continue;
                };
                for sum in with_what_remains(self.arena, self.cfa, at, &round) {
                    let zero = self.arena.lit(0);
                    let term = sum.term(self.arena, at.0);
                    let fact = self.arena.le(term, zero);
                    self.track_around(head, fact, &mut changed);
                }
            }
            if !changed.is_empty() {
                // What holds in the loop follows from what is tested before it, and what holds
                // behind it from what ends it.
                let from = rounds.first.saturating_sub(1);
                changed.extend(self.widen(&path[from..], WIDE));
            }
        }
        changed
    }
}

/// Sums that are at most 0: how long the loop goes on, and what is to hold in the end with what the
/// rounds that remain add to it.
fn with_what_remains(
    arena: &mut Arena,
    cfa: &Cfa,
    (cells, ranges): (&Cells, &Ranges),
    round: &Round<'_>,
) -> Vec<Sum> {
    let at = (cells, ranges);
    let guards = guards(arena, at, round);
    let changing = round.changing();
    let mut found: BTreeSet<Sum> = BTreeSet::new();
    if guards.is_empty() {
        return Vec::new();
    }
    let mut wanted = BTreeSet::new();
    for (a, b) in compared(arena, cfa) {
        wanted.extend(both_ways(arena, cells, a, b).into_iter().flatten());
    }
    for sum in wanted {
        if !sum.factors.keys().any(|cell| changing.contains(cell)) {
            continue;
        }
        let growth = round.growth(arena, at, &sum);
        let most = growth.and_then(|growth| Interval::finite(growth.hi));
        let Some(most) = most.filter(|most| *most > 0) else {
            continue;
        };
        for guard in &guards {
            let mut whole = sum.clone();
            if whole.add(guard, -most).is_some() && !whole.factors.is_empty() {
                found.insert(whole);
            }
        }
    }
    let found = found.into_iter().take(SUMS_MAX);
    guards.iter().cloned().chain(found).collect()
}

/// `a <= b` and `b < a` as sums that are at most 0.
fn both_ways(arena: &Arena, cells: &Cells, a: Expr, b: Expr) -> Option<[Sum; 2]> {
    let (a, b) = (
        linear(arena, cells, a, DEPTH_MAX)?,
        linear(arena, cells, b, DEPTH_MAX)?,
    );
    let (mut least, mut other) = (a.clone(), b);
    least.add(&other, -1)?;
    other.add(&a, -1)?;
    other.constant = other.constant.checked_add(1)?;
    Some([least, other])
}

/// Sums that are below 0 while a loop goes on, and grow by 1 in each round.
fn guards(arena: &mut Arena, at: (&Cells, &Ranges), round: &Round<'_>) -> BTreeSet<Sum> {
    let steps = round.inside.iter();
    let conditions: BTreeSet<Expr> = steps.flat_map(|step| step.assumptions.clone()).collect();
    let mut found = BTreeSet::new();
    for condition in conditions {
        for sum in below_zero(arena, at.0, condition).into_iter().flatten() {
            let growth = round.growth(arena, at, &sum).and_then(Interval::as_point);
            if growth == Some(1) {
                found.insert(sum);
            }
        }
    }
    found
}

/// A condition as sums of which one is below 0 where it holds.
fn below_zero(arena: &Arena, cells: &Cells, condition: Expr) -> Option<Vec<Sum>> {
    let (holds, atom) = match arena.app(condition) {
        Some((Op::Not, [atom, ..])) => (false, atom),
        _ => (true, condition),
    };
    let (op @ (Op::Eq | Op::Le), [a, b, _]) = arena.app(atom)? else {
        return None;
    };
    let [least, other] = both_ways(arena, cells, a, b)?;
    let less = |mut sum: Sum| {
        sum.constant = sum.constant.checked_sub(1)?;
        Some(sum)
    };
    match (op, holds) {
        (Op::Eq, true) => None,
        (Op::Eq, false) => Some(vec![least, less(other)?]),
        (_, true) => Some(vec![less(least)?]),
        (_, false) => Some(vec![less(other)?]),
    }
}
