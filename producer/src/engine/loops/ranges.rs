//! Which values cells can have where: abstract interpretation with intervals and congruences.
//!
//! The results are candidates for predicates, no more: the abstraction finds out again that they
//! hold, and the prover proves it.

use super::cells::{Cells, Move, Source};
use super::leaves::compared;
use super::range::Range;
use super::values::{assume, evaluate, State};
use proofmark_logic::arena::{Arena, Expr, Op};
use proofmark_logic::cfa::{Cfa, LocId};
use proofmark_logic::interval::Interval;
use proofmark_logic::linear::Linear;
use std::collections::BTreeSet;

/// How often a location may grow before its state is widened.
const JOINS_BEFORE_WIDENING: u32 = 3;
/// Rounds that make the result smaller again.
const NARROWINGS: usize = 3;
/// Most arcs that are executed.
const STEPS_MAX: usize = 200_000;

/// The values that cells can have at each location; `None` where no execution comes.
pub(super) struct Ranges {
    /// By location.
    at: Vec<Option<State>>,
}

impl Ranges {
    /// For some cells of a program. `rank` orders the locations. `None` if that is too much work.
    pub(super) fn of(arena: &mut Arena, cfa: &Cfa, rank: &[u32], cells: &Cells) -> Option<Ranges> {
        let mut analysis = Analysis {
            cells,
            rank,
            landmarks: landmarks(arena, cfa),
            at: vec![None; cfa.locations.len()],
        };
        analysis.ascend(arena, cfa.entry)?;
        for _ in 0..NARROWINGS {
            analysis.descend(arena, cfa.entry);
        }
        Some(Ranges { at: analysis.at })
    }

    /// The values of a cell at a location; `None` where no execution comes.
    pub(super) fn range(&self, location: LocId, cell: usize) -> Option<Range> {
        self.at[location.0 as usize].as_ref()?.get(cell).copied()
    }

    /// What passes a move's assumptions where cells have these values.
    pub(super) fn passing(
        &self,
        arena: &mut Arena,
        cells: &Cells,
        step: &Move,
        values: &[(usize, i128)],
    ) -> Option<State> {
        let mut state = self.at[step.from.0 as usize].clone()?;
        for &(cell, value) in values {
            state[cell] = state[cell].meet(Interval::point(value));
            if state[cell].is_empty() {
                return None;
            }
        }
        for &p in &step.assumptions {
            assume(arena, cells, &mut state, p)?;
        }
        Some(state)
    }

    /// The values of cells behind a move; `None` if nothing passes.
    pub(super) fn behind(&self, arena: &mut Arena, cells: &Cells, step: &Move) -> Option<State> {
        image(arena, cells, &self.at, step)
    }

    /// What is known of a cell at a location beside its type, as formulas.
    pub(super) fn facts(
        &self,
        arena: &mut Arena,
        cells: &Cells,
        location: LocId,
        cell: usize,
    ) -> Vec<Expr> {
        let mut out = Vec::new();
        let Some(range) = self.range(location, cell) else {
            return out;
        };
        let (read, ty) = (cells.terms[cell], cells.types[cell]);
        if let Some(value) = range.as_point() {
            let value = arena.lit(value);
            return vec![arena.eq(read, value)];
        }
        if range.interval.lo > ty.min() {
            let lo = arena.lit(range.interval.lo);
            out.push(arena.le(lo, read));
        }
        if range.interval.hi < ty.max() {
            let hi = arena.lit(range.interval.hi);
            out.push(arena.le(read, hi));
        }
        if range.modulus > 1 {
            let (modulus, residue) = (arena.lit(range.modulus), arena.lit(range.residue));
            // The remainder of a negative number is negative or 0.
            let zero = arena.lit(0);
            let (number, rest) = match range.residue == 0 || range.interval.lo >= 0 {
                true => (read, residue),
                false => (arena.mk(Op::Sub, &[read, residue]), zero),
            };
            let remainder = arena.mk(Op::Rem, &[number, modulus]);
            out.push(arena.eq(remainder, rest));
        }
        out
    }
}

/// Where widening may stop: what the program compares with. Sorted.
fn landmarks(arena: &Arena, cfa: &Cfa) -> Vec<i128> {
    let mut found = BTreeSet::from([0]);
    for (a, b) in compared(arena, cfa) {
        if let Ok(sum) = Linear::combination(arena, &[(1, a), (-1, b)]) {
            let c = sum.constant;
            for c in [c, c.saturating_neg()] {
                found.extend([c.saturating_sub(1), c, c.saturating_add(1)]);
            }
        }
    }
    found.into_iter().collect()
}

struct Analysis<'a> {
    cells: &'a Cells,
    rank: &'a [u32],
    landmarks: Vec<i128>,
    at: Vec<Option<State>>,
}

impl Analysis<'_> {
    fn top(&self) -> State {
        let types = self.cells.types.iter();
        types.map(|ty| Range::of_type(*ty)).collect()
    }

    /// A state of every location that contains the images of all others.
    fn ascend(&mut self, arena: &mut Arena, entry: LocId) -> Option<()> {
        let mut grown = vec![0u32; self.at.len()];
        let mut agenda = BTreeSet::from([(0, entry)]);
        self.at[entry.0 as usize] = Some(self.top());
        let mut steps = 0;
        while let Some((_, from)) = agenda.pop_first() {
            for &number in &self.cells.out[from.0 as usize] {
                steps += 1;
                if steps > STEPS_MAX {
                    return None;
                }
                let step = &self.cells.moves[number];
                let to = step.to;
                let Some(image) = self.image(arena, step) else {
                    continue;
                };
                let back = self.rank[to.0 as usize] <= self.rank[from.0 as usize];
                let slot = to.0 as usize;
                let next = match &self.at[slot] {
                    None => image,
                    Some(old) => {
                        let widen = back && grown[slot] >= JOINS_BEFORE_WIDENING;
                        let joined = self.union(old, &image, widen);
                        if joined == *old {
                            continue;
                        }
                        grown[slot] += u32::from(back);
                        joined
                    }
                };
                self.at[slot] = Some(next);
                agenda.insert((self.rank[slot], to));
            }
        }
        Some(())
    }

    fn union(&self, old: &State, new: &State, widen: bool) -> State {
        let pairs = old.iter().zip(new).zip(&self.cells.types);
        pairs
            .map(|((range, &other), &ty)| match widen {
                true => range.widen(other, &self.landmarks, ty),
                false => range.join(other),
            })
            .collect()
    }

    /// Replaces each state by the images that arrive, which are not larger.
    fn descend(&mut self, arena: &mut Arena, entry: LocId) {
        let mut order: Vec<usize> = (0..self.at.len()).collect();
        order.sort_by_key(|&slot| self.rank[slot]);
        for slot in order {
            if slot == entry.0 as usize || self.at[slot].is_none() {
                continue;
            }
            let mut all: Option<State> = None;
            for &number in &self.cells.into[slot] {
                let Some(image) = self.image(arena, &self.cells.moves[number]) else {
                    continue;
                };
                all = Some(match all {
                    None => image,
                    Some(other) => self.union(&other, &image, false),
                });
            }
            self.at[slot] = all;
        }
    }

    fn image(&self, arena: &mut Arena, step: &Move) -> Option<State> {
        image(arena, self.cells, &self.at, step)
    }
}

/// What a move makes of its source's state; `None` if nothing passes.
fn image(arena: &mut Arena, cells: &Cells, at: &[Option<State>], step: &Move) -> Option<State> {
    let mut state = at[step.from.0 as usize].clone()?;
    let exit = match step.exit {
        Some(exit) => Some(at[exit.0 as usize].as_ref()?),
        None => None,
    };
    for &p in &step.assumptions {
        assume(arena, cells, &mut state, p)?;
    }
    let mut next = state.clone();
    for &(cell, source) in &step.values {
        let anything = Range::of_type(cells.types[cell]);
        next[cell] = match source {
            Source::Term(value) => evaluate(arena, cells, &state, value),
            Source::Exit => exit.map_or(anything, |exit| exit[cell]),
            Source::Anything => anything,
        };
    }
    Some(next)
}
