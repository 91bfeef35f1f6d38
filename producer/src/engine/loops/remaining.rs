//! What is compared when a loop has ended, in terms of the rounds that remain.
//!
//! In `if (n <= 16 - count) for (i = 0; i < n; i++) count++;`, what the program wants to know
//! behind the loop is `count <= 16`. In a round, `n - i` more are to come, and each adds 1: so it
//! is `count + (n - i) <= 16` there, which stays true from round to round, and is true at first if
//! it is at last. The results are candidates, as those of [`super::growth`].

use super::candidates::AROUND_MAX;
use super::cells::Cells;
use super::growth::{in_front_of, linear, Round, DEPTH_MAX, SUMS_MAX};
use super::leaves::compared;
use super::ranges::Ranges;
use super::rounds::Rounds;
use super::sum::Sum;
use crate::engine::Run;
use proofmark_logic::arena::{Arena, Expr, Op};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId};
use proofmark_logic::interval::Interval;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How far the images around such a loop are widened.
const WIDE: u8 = 2;

/// How many edges in front of such a loop the images are widened: what it goes round for may be
/// tested in a function of its own.
const BEFORE: usize = 6;

/// What is to hold when a loop has ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wanted {
    /// What counts down without a sign is not below 0.
    NotBelowZero,
    /// What the program compares.
    Compared,
}

impl Run<'_> {
    /// Tracks what is to hold when the loops of a path have ended, in terms of the rounds that
    /// remain. The locations with new predicates.
    pub(super) fn track_remaining(&mut self, path: &[EdgeId]) -> BTreeSet<LocId> {
        for wanted in [Wanted::NotBelowZero, Wanted::Compared] {
            let changed = self.track_wanted(path, wanted);
            if !changed.is_empty() {
                return changed;
            }
        }
        BTreeSet::new()
    }

    fn track_wanted(&mut self, path: &[EdgeId], wanted: Wanted) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        let Some(known) = self.loops.known.clone() else {
            return changed;
        };
        let at = (&known.0, &known.1);
        for rounds in Rounds::of(self.arena, self.cfa, path) {
            for head in self.heads(&path[rounds.first..rounds.last]) {
                if !self.loops.looked_for.remaining.insert((head, wanted)) {
                    continue;
                }
                let Some(round) = Round::of(at.0, &self.graph.rank, head) else {
                    continue;
                };
                for sum in with_what_remains((self.arena, self.cfa), at, &round, wanted) {
                    let before = before(self.arena, at.0, &round, &sum);
                    let around = self.around(at.0, (head, sum));
                    for (location, sum) in around.into_iter().chain(before) {
                        let fact = at_most_zero(self.arena, at.0, &sum);
                        if self.track_candidate(location, fact) {
                            changed.insert(location);
                        }
                    }
                }
            }
            if !changed.is_empty() {
                // What holds in the loop follows from what is tested before it, and what holds
                // behind it from what ends it.
                let from = rounds.first.saturating_sub(BEFORE);
                for &edge in &path[from..] {
                    let arcs = [Some(edge), self.abstraction.calls.enter(edge)];
                    for arc in arcs.into_iter().flatten() {
                        self.abstraction.widen_ahead(arc, WIDE);
                        changed.insert(self.abstraction.calls.ends(self.cfa, arc).1);
                        // Nothing is known where a path ends.
                        changed.remove(&self.cfa.error);
                    }
                }
            }
        }
        changed
    }

    /// What a sum at the head of a loop is in terms of the states before that, in the loop and on
    /// the way to it, where no operation leaves its type.
    fn around(&self, cells: &Cells, at_head: (LocId, Sum)) -> BTreeSet<(LocId, Sum)> {
        let rank = |location: LocId| self.graph.rank[location.0 as usize];
        let head = at_head.0;
        let mut found = BTreeSet::new();
        let mut work = VecDeque::from([at_head]);
        while let Some((location, sum)) = work.pop_front() {
            if found.len() >= AROUND_MAX || !found.insert((location, sum.clone())) {
                continue;
            }
            for step in cells.into[location.0 as usize]
                .iter()
                .map(|i| &cells.moves[*i])
            {
                // Round the loop once, round inner ones not at all.
                let back = rank(step.from) >= rank(location);
                let first = found.len() == 1 && step.from != head;
                if step.exit.is_some() || (back && !first) {
                    continue;
                }
                let sum = in_front_of(self.arena, cells, step, &sum);
                let sum = sum.filter(|sum| !sum.factors.is_empty());
                work.extend(sum.map(|sum| (step.from, sum)));
            }
        }
        found
    }
}

/// Sums that are at most 0: how long the loop goes on, and what is to hold in the end with what the
/// rounds that remain add to it.
fn with_what_remains(
    (arena, cfa): (&mut Arena, &Cfa),
    at: (&Cells, &Ranges),
    round: &Round<'_>,
    wanted: Wanted,
) -> Vec<Sum> {
    let guards = guards(arena, at, round);
    let changing = round.changing();
    if guards.is_empty() {
        return Vec::new();
    }
    let sums: BTreeSet<Sum> = match wanted {
        Wanted::NotBelowZero => {
            let without_sign = |cell: &&usize| at.0.types[**cell].min() == 0;
            changing
                .iter()
                .filter(without_sign)
                .map(|cell| negated(*cell))
                .collect()
        }
        Wanted::Compared => {
            let pairs = compared(arena, cfa).into_iter();
            // Either of two terms may have to be the lesser one where both are to be equal.
            let pairs = pairs.flat_map(|(a, b)| [(a, b), (b, a)]);
            let both = pairs.filter_map(|(a, b)| both_ways(arena, at.0, a, b));
            both.flatten().collect()
        }
    };
    let mut found = BTreeSet::new();
    for sum in sums {
        if !sum.factors.keys().any(|cell| changing.contains(cell)) {
            continue;
        }
        let growth = round.growth(arena, at, &sum);
        let most = growth.and_then(|growth| Interval::finite(growth.hi));
        let Some(most) = most.filter(|most| *most != 0) else {
            continue;
        };
        for (guard, step) in &guards {
            let mut whole = Sum::default();
            let both = whole.add(&sum, *step).and(whole.add(guard, -most));
            if both.is_some() && !whole.factors.is_empty() {
                found.insert(whole);
            }
        }
    }
    if found.is_empty() && wanted == Wanted::NotBelowZero {
        return Vec::new();
    }
    let found = found.into_iter().take(SUMS_MAX);
    let ends = guards.into_iter().filter_map(|(mut guard, step)| {
        // The last round goes beyond the end by less than a step.
        guard.constant = guard.constant.checked_sub(step - 1)?;
        Some(guard)
    });
    ends.chain(found).collect()
}

/// What has a sum at most 0 where the loop is entered, because of what is tested there: the test
/// relates a cell of the sum to others. The sums that are at most 0 in front of the test.
fn before(arena: &Arena, cells: &Cells, round: &Round<'_>, sum: &Sum) -> BTreeSet<(LocId, Sum)> {
    let mut found = BTreeSet::new();
    for step in &round.entries {
        let Some(wanted) = in_front_of(arena, cells, step, sum) else {
            continue;
        };
        for test in tested(arena, cells, &step.assumptions) {
            let shared = test.factors.iter().filter_map(|(cell, k)| {
                let factor = wanted.factors.get(cell)?;
                let times = factor.checked_div(*k).filter(|times| *times > 0)?;
                (times.checked_mul(*k) == Some(*factor)).then_some(times)
            });
            for factor in shared {
                let mut rest = wanted.clone();
                if rest.add(&test, -factor).is_some() && !rest.factors.is_empty() {
                    found.insert((step.from, rest));
                }
            }
        }
    }
    found.into_iter().take(SUMS_MAX).collect()
}

/// That a sum is at most 0.
fn at_most_zero(arena: &mut Arena, cells: &Cells, sum: &Sum) -> Expr {
    let zero = arena.lit(0);
    let term = sum.term(arena, cells);
    arena.le(term, zero)
}

/// Sums that are at most 0 where conditions hold.
fn tested(arena: &Arena, cells: &Cells, conditions: &[Expr]) -> Vec<Sum> {
    let mut found = Vec::new();
    for &condition in conditions {
        let Some((op, holds, [least, other])) = compares(arena, cells, condition) else {
            continue;
        };
        match (op, holds) {
            (Op::Le, true) => found.push(least),
            (Op::Le, false) => found.push(other),
            (_, true) => {
                let mut greatest = other;
                if let Some(constant) = greatest.constant.checked_sub(1) {
                    greatest.constant = constant;
                    found.extend([least, greatest]);
                }
            }
            (_, false) => {}
        }
    }
    found
}

/// `0 - cell`, which is at most 0.
fn negated(cell: usize) -> Sum {
    Sum {
        factors: BTreeMap::from([(cell, -1)]),
        constant: 0,
    }
}

/// Whether a condition says `a == b` or `a <= b`, and whether it denies that, with what
/// [`both_ways`] makes of `a` and `b`.
fn compares(arena: &Arena, cells: &Cells, condition: Expr) -> Option<(Op, bool, [Sum; 2])> {
    let (holds, atom) = match arena.app(condition) {
        Some((Op::Not, [atom, ..])) => (false, atom),
        _ => (true, condition),
    };
    let (op @ (Op::Eq | Op::Le), [a, b, _]) = arena.app(atom)? else {
        return None;
    };
    Some((op, holds, both_ways(arena, cells, a, b)?))
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

/// Sums that are below 0 where a loop's round begins and is not the last, and grow in each round,
/// always by as much: that, too.
fn guards(arena: &mut Arena, at: (&Cells, &Ranges), round: &Round<'_>) -> BTreeMap<Sum, i128> {
    let mut sums = BTreeSet::new();
    for step in &round.inside {
        for &condition in &step.assumptions {
            let below = below_zero(arena, at.0, condition).into_iter().flatten();
            sums.extend(below.filter_map(|sum| at_head(arena, at.0, round, (step.from, sum))));
        }
    }
    let mut grows = |sum: &Sum| {
        let step = round.growth(arena, at, sum).and_then(Interval::as_point);
        step.filter(|step| *step > 0)
    };
    let found = sums
        .into_iter()
        .filter_map(|sum| grows(&sum).map(|step| (sum, step)));
    found.collect()
}

/// A sum at a location of a loop in terms of the state where the round began, if one way leads
/// there.
fn at_head(
    arena: &Arena,
    cells: &Cells,
    round: &Round<'_>,
    (mut location, mut sum): (LocId, Sum),
) -> Option<Sum> {
    while location != round.head {
        let mut into = round.inside.iter().filter(|step| step.to == location);
        let step = into.next().filter(|_| into.next().is_none())?;
        sum = in_front_of(arena, cells, step, &sum)?;
        location = step.from;
    }
    Some(sum)
}

/// A condition as sums of which one is below 0 where it holds.
fn below_zero(arena: &Arena, cells: &Cells, condition: Expr) -> Option<Vec<Sum>> {
    let (op, holds, [least, other]) = compares(arena, cells, condition)?;
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
