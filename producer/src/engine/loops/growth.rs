//! Sums that grow by so much in each round, and by no more: bounds in terms of what counts rounds.
//!
//! Equations say what each round does exactly. Where a round adds something between two ends, the
//! sum is between two lines. The results are candidates, as [`super::ranges`].

use super::cells::{Cells, Move, Source};
use super::equations::Equations;
use super::leaves::compared;
use super::ranges::Ranges;
use super::sum::Sum;
use crate::engine::Run;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::cfa::LocId;
use proofmark_logic::interval::Interval;
use std::collections::{BTreeMap, BTreeSet};

/// Most sums that are looked at, and most counters of rounds.
pub(super) const SUMS_MAX: usize = 8;
const COUNTERS_MAX: usize = 3;
/// Most cells whose sums are looked at.
const CHANGING_MAX: usize = 12;
/// Sums that may grow by more in a round are left alone.
const STEP_MAX: i128 = 1 << 20;
/// Expressions are looked into so deep.
pub(super) const DEPTH_MAX: u32 = 14;

/// A term as a linear one, if it is, and if no operation in it leaves its type.
pub(super) fn linear(arena: &Arena, cells: &Cells, e: Expr, depth: u32) -> Option<Sum> {
    let depth = depth.checked_sub(1)?;
    if let Some(cell) = cells.position(e) {
        return Some(Sum::of(cells.same(cell)));
    }
    if let Some(constant) = arena.as_lit(e) {
        return Some(Sum {
            constant,
            ..Sum::default()
        });
    }
    let Node::App(op, [a, b, _]) = arena.node(e) else {
        return None;
    };
    let mut out = Sum::default();
    match op {
        Op::Wrap => return linear(arena, cells, b, depth),
        Op::Add | Op::Sub => {
            out.add(&linear(arena, cells, a, depth)?, 1)?;
            let sign = if op == Op::Add { 1 } else { -1 };
            out.add(&linear(arena, cells, b, depth)?, sign)?;
        }
        Op::Mul => {
            let (k, other) = match (arena.as_lit(a), arena.as_lit(b)) {
                (Some(k), _) => (k, b),
                (_, Some(k)) => (k, a),
                (None, None) => return None,
            };
            out.add(&linear(arena, cells, other, depth)?, k)?;
        }
        _ => return None,
    }
    Some(out)
}

/// A sum in terms of the state before a step, if no operation leaves its type.
pub(super) fn in_front_of(arena: &Arena, cells: &Cells, step: &Move, sum: &Sum) -> Option<Sum> {
    let mut out = sum.clone();
    for &(cell, source) in &step.values {
        let Some(&factor) = sum.factors.get(&cell) else {
            continue;
        };
        let Source::Term(value) = source else {
            return None;
        };
        out.add(&Sum::of(cell), factor.checked_neg()?)?;
        out.add(&linear(arena, cells, value, DEPTH_MAX)?, factor)?;
    }
    Some(out)
}

/// A loop: the moves of one round, in the order in which they happen, and those that enter it.
pub(super) struct Round<'a> {
    pub(super) head: LocId,
    pub(super) inside: Vec<&'a Move>,
    pub(super) entries: Vec<&'a Move>,
}

impl<'a> Round<'a> {
    /// The loop with this head; `None` if there are loops or calls in it.
    pub(super) fn of(cells: &'a Cells, rank: &[u32], head: LocId) -> Option<Round<'a>> {
        let rank = |location: LocId| rank[location.0 as usize];
        let into = |location: LocId| {
            let moves = cells.into[location.0 as usize].iter();
            moves.map(|number| &cells.moves[*number])
        };
        let (back, entries): (Vec<&Move>, Vec<&Move>) =
            into(head).partition(|step| rank(step.from) >= rank(head));
        let mut inside = back.clone();
        let mut seen: BTreeSet<LocId> = BTreeSet::from([head]);
        let mut work: Vec<LocId> = back.iter().map(|step| step.from).collect();
        while let Some(location) = work.pop() {
            if !seen.insert(location) {
                continue;
            }
            for step in into(location) {
                if rank(step.from) >= rank(location) {
                    return None;
                }
                inside.push(step);
                work.push(step.from);
            }
        }
        if inside.iter().any(|step| step.exit.is_some()) {
            return None;
        }
        inside.sort_by_key(|step| rank(step.from));
        Some(Round {
            head,
            inside,
            entries,
        })
    }

    /// The cells that change in a round.
    pub(super) fn changing(&self) -> BTreeSet<usize> {
        let values = self.inside.iter().flat_map(|step| &step.values);
        values.map(|(cell, _)| *cell).collect()
    }

    /// By how much a sum changes in a round.
    pub(super) fn growth(
        &self,
        arena: &mut Arena,
        (cells, ranges): (&Cells, &Ranges),
        sum: &Sum,
    ) -> Option<Interval> {
        let mut at: BTreeMap<LocId, Interval> = BTreeMap::from([(self.head, Interval::point(0))]);
        let mut all: Option<Interval> = None;
        for step in &self.inside {
            let Some(&before) = at.get(&step.from) else {
                continue;
            };
            let Some(state) = ranges.passing(arena, cells, step, &[]) else {
                continue;
            };
            let mut change = in_front_of(arena, cells, step, sum)?;
            change.add(sum, -1)?;
            let change = change.values(|cell| state[cell].interval);
            let after = before.add(change);
            if step.to == self.head {
                all = Some(all.map_or(after, |all| all.hull(after)));
            } else {
                let slot = at.entry(step.to).or_insert(after);
                *slot = slot.hull(after);
            }
        }
        let all = all?;
        let small = |end: i128| Interval::finite(end).is_some_and(|end| end.abs() <= STEP_MAX);
        (small(all.lo) && small(all.hi)).then_some(all)
    }

    /// The values of a sum where the loop is entered.
    fn at_entry(
        &self,
        arena: &mut Arena,
        (cells, ranges): (&Cells, &Ranges),
        sum: &Sum,
    ) -> Option<Interval> {
        let mut all: Option<Interval> = None;
        for step in &self.entries {
            let Some(state) = ranges.behind(arena, cells, step) else {
                continue;
            };
            let values = sum.values(|cell| state[cell].interval);
            all = Some(all.map_or(values, |all| all.hull(values)));
        }
        all
    }
}

/// The sums that the program compares, as far as they change in a round.
fn sums(arena: &Arena, run: &Run<'_>, cells: &Cells, changing: &BTreeSet<usize>) -> Vec<Sum> {
    let mut found = BTreeSet::new();
    for (a, b) in compared(arena, run.cfa) {
        let (a, b) = (
            linear(arena, cells, a, DEPTH_MAX),
            linear(arena, cells, b, DEPTH_MAX),
        );
        let (Some(mut sum), Some(b)) = (a, b) else {
            continue;
        };
        if sum.add(&b, -1).is_none() {
            continue;
        }
        sum.constant = 0;
        sum.factors.retain(|cell, _| changing.contains(cell));
        // One of both directions is enough.
        if sum.factors.values().next().is_some_and(|first| *first < 0) {
            sum.factors
                .values_mut()
                .for_each(|factor| *factor = -*factor);
        }
        if !sum.factors.is_empty() {
            found.insert(sum);
        }
    }
    found.into_iter().take(SUMS_MAX).collect()
}

/// The ranges of sums that are the same in all rounds.
fn conserved(arena: &mut Arena, at: (&Cells, &Ranges), round: &Round<'_>) -> Vec<Expr> {
    let (cells, ranges) = at;
    let changing: Vec<usize> = round.changing().into_iter().take(CHANGING_MAX).collect();
    let of = (round.head, &round.inside[..]);
    let mut out = Vec::new();
    let (changing, found) = Equations::conserved(arena, at, of, &changing);
    for equation in found.into_iter().take(SUMS_MAX) {
        let factors = changing.iter().copied().zip(equation);
        let sum = Sum {
            factors: factors.filter(|(_, factor)| *factor != 0).collect(),
            constant: 0,
        };
        let Some(start) = round.at_entry(arena, at, &sum) else {
            continue;
        };
        // What is the same wherever the loop is entered has an equation.
        if start.as_point().is_some() {
            continue;
        }
        let inside = sum.values(|cell| {
            let range = ranges.range(round.head, cell);
            range.map_or(Interval::ALL, |range| range.interval)
        });
        let term = sum.term(arena, cells);
        if let Some(low) = Interval::finite(start.lo).filter(|low| *low > inside.lo) {
            let low = arena.lit(low);
            out.push(arena.le(low, term));
        }
        if let Some(high) = Interval::finite(start.hi).filter(|high| *high < inside.hi) {
            let high = arena.lit(high);
            out.push(arena.le(term, high));
        }
    }
    out
}

/// `low <= sum <= high` for a sum that grows by `growth` in each round, in terms of a counter that
/// grows by `step`, where the loop is entered with `sum` and `counter` in these ranges.
fn lines(
    (sum, growth, start): (&Sum, Interval, Interval),
    (counter, step, first): (usize, i128, Interval),
) -> Vec<Sum> {
    let mut out = Vec::new();
    // The upper bound of both: |step|·sum <= |step|·start + most·(±(counter - first)).
    for sign in [1, -1] {
        let (most, start) = match sign {
            1 => (growth.hi, start.hi),
            _ => (-growth.lo, -start.lo),
        };
        let factor = most * step.signum();
        let origin = if factor > 0 { first.lo } else { first.hi };
        let bounded = || {
            let (start, origin) = (Interval::finite(start)?, Interval::finite(origin)?);
            let mut line = Sum::default();
            line.add(sum, sign * step.abs())?;
            line.add(&Sum::of(counter), -factor)?;
            let at_start = start.checked_mul(step.abs())?;
            line.constant = factor.checked_mul(origin)?.checked_sub(at_start)?;
            Some(line)
        };
        out.extend(bounded());
    }
    out
}

impl Run<'_> {
    /// Tracks lines between which the sums are that the program compares. The locations with new
    /// predicates.
    pub(super) fn track_growth(&mut self, head: LocId) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        if !self.loops.looked_for.growth.insert(head) {
            return changed;
        }
        let Some(known) = self.loops.known.clone() else {
            return changed;
        };
        let (cells, ranges) = &*known;
        let Some(round) = Round::of(cells, &self.graph.rank, head) else {
            return changed;
        };
        let changing = round.changing();
        let at = (cells, ranges);
        let mut counters = Vec::new();
        for &cell in &changing {
            let own = Sum::of(cell);
            let step = round.growth(self.arena, at, &own);
            let step = step.and_then(Interval::as_point).filter(|step| *step != 0);
            let first = round.at_entry(self.arena, at, &own);
            if let (Some(step), Some(first)) = (step, first) {
                counters.push((cell, step, first));
            }
        }
        counters.truncate(COUNTERS_MAX);
        for fact in conserved(self.arena, at, &round) {
            self.track_around(head, fact, &mut changed);
        }
        for sum in sums(self.arena, self, cells, &changing) {
            let growth = round.growth(self.arena, at, &sum);
            let start = round.at_entry(self.arena, at, &sum);
            let (Some(growth), Some(start)) = (growth, start) else {
                continue;
            };
            for &counter in &counters {
                // What counts rounds itself has an equation.
                if growth.as_point().is_some() && sum.factors.contains_key(&counter.0) {
                    continue;
                }
                for line in lines((&sum, growth, start), counter) {
                    let zero = self.arena.lit(0);
                    let term = line.term(self.arena, cells);
                    let fact = self.arena.le(term, zero);
                    self.track_around(head, fact, &mut changed);
                }
            }
        }
        changed
    }
}
