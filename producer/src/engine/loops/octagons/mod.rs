//! Between which values cells, their differences and their sums are, where: abstract interpretation
//! with octagons.
//!
//! Where ranges and equations do not refute the end of a path that goes round a loop, what octagons
//! say where it starts may; then that is tracked, and before it what it follows from, step by step.
//! All of it are candidates, as [`super::ranges`].

mod octagon;
mod reading;
mod tracking;

pub(super) use self::tracking::Known;

use self::octagon::Octagon;
use self::reading::{minus, Reading};
use super::cells::{Cells, Move, Source};
use super::leaves::compared;
use super::ranges::Ranges;
use super::sum::Sum;
use super::values::{evaluate, State};
use proofmark_logic::arena::{Arena, Expr, Op};
use proofmark_logic::cfa::{Cfa, LocId};
use proofmark_logic::interval::Interval;
use proofmark_logic::linear::Linear;
use std::collections::{BTreeMap, BTreeSet};

/// How often a location may grow before its octagon is widened.
const JOINS_BEFORE_WIDENING: u32 = 3;
/// Rounds that make the result smaller again.
const NARROWINGS: usize = 2;
/// Most arcs that are executed.
const STEPS_MAX: usize = 4_000;
/// Most cells.
const PICKED_MAX: usize = 12;
/// Most cells whose values are told apart, and most values of all of them together.
const MODES_MAX: usize = 4;
const VALUES_MAX: usize = 12;

/// The value of each mode, as far as it is known.
type Mode = Vec<Option<i128>>;

/// The octagons of each location, by mode; none where no execution comes.
pub(super) struct Octagons {
    /// The cells that they are about, and the cells whose values are told apart.
    of: Of,
    at: Vec<BTreeMap<Mode, Octagon>>,
}

/// What octagons are about.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Of {
    /// Cells between which there are bounds.
    picked: Vec<usize>,
    /// Cells that have few values, all together: there are octagons for each of them.
    modes: Vec<usize>,
}

impl Octagons {
    /// Of some cells. `rank` orders the locations. `None` if that is too much work.
    pub(super) fn of(
        arena: &mut Arena,
        cfa: &Cfa,
        rank: &[u32],
        (cells, ranges): (&Cells, &Ranges),
        (of, dead): (Of, BTreeSet<(LocId, usize)>),
    ) -> Option<Octagons> {
        let types: Vec<_> = of.picked.iter().map(|cell| cells.types[*cell]).collect();
        let mut analysis = Analysis {
            cells,
            ranges,
            rank,
            any: Octagon::of_types(&types),
            landmarks: landmarks(arena, cfa),
            dead,
            found: Octagons {
                of,
                at: vec![BTreeMap::new(); cfa.locations.len()],
            },
        };
        analysis.ascend(arena, cfa.entry)?;
        for _ in 0..NARROWINGS {
            analysis.descend(arena, cfa.entry);
        }
        Some(analysis.found)
    }

    /// What is known at a location of cells that matter there, beside what follows: for each mode
    /// the values of that, and then the rest.
    pub(super) fn facts(
        &self,
        arena: &mut Arena,
        cells: &Cells,
        location: LocId,
        matters: impl Fn(usize) -> bool,
    ) -> Vec<[Vec<Expr>; 2]> {
        let mut out = Vec::new();
        for (mode, octagon) in &self.at[location.0 as usize] {
            let mut told = Vec::new();
            for (cell, value) in self.of.modes.iter().zip(mode) {
                if let Some(value) = value.filter(|_| matters(*cell)) {
                    let value = arena.lit(value);
                    told.push(arena.eq(cells.terms[*cell], value));
                }
            }
            let bounds = octagon.bounds(|side| matters(self.of.picked[side / 2]));
            let bounds = bounds.into_iter().filter_map(|(a, b, bound)| {
                let [x, y] = [a, b].map(|side| self.of.picked[side / 2]);
                fact(arena, cells, [(x, a), (y, b)], bound)
            });
            let bounds = bounds.collect();
            out.push([told, bounds]);
        }
        out
    }
}

/// A bound as a formula, if its type does not say it.
fn fact(
    arena: &mut Arena,
    cells: &Cells,
    [(x, a), (y, b)]: [(usize, octagon::Side); 2],
    bound: i128,
) -> Option<Expr> {
    let terms = [cells.terms[x], cells.terms[y]];
    let zero = arena.lit(0);
    let signed = |arena: &mut Arena, term: Expr, side: octagon::Side| match side & 1 {
        0 => term,
        _ => arena.mk(Op::Sub, &[zero, term]),
    };
    if x == y {
        let ty = cells.types[x];
        let bound = bound.div_euclid(2);
        if a & 1 == 0 {
            let limit = arena.lit(bound);
            return (bound < ty.max()).then(|| arena.le(terms[0], limit));
        }
        let limit = arena.lit(-bound);
        return (-bound > ty.min()).then(|| arena.le(limit, terms[0]));
    }
    let (left, right) = (signed(arena, terms[0], a), signed(arena, terms[1], b));
    let limit = arena.lit(bound);
    let right = arena.mk(Op::Add, &[right, limit]);
    Some(arena.le(left, right))
}

/// Where widening may stop: differences that the program compares, and twice these. Sorted.
fn landmarks(arena: &Arena, cfa: &Cfa) -> Vec<i128> {
    let mut found = BTreeSet::from([-2, -1, 0, 1, 2]);
    for (a, b) in compared(arena, cfa) {
        if let Ok(sum) = Linear::combination(arena, &[(1, a), (-1, b)]) {
            let c = sum.constant;
            for c in [c, c.saturating_neg()] {
                found.extend([c.saturating_sub(1), c, c.saturating_add(1)]);
                let twice = c.saturating_mul(2);
                found.extend([twice.saturating_sub(2), twice, twice.saturating_add(2)]);
            }
        }
    }
    found.into_iter().collect()
}

struct Analysis<'a> {
    cells: &'a Cells,
    ranges: &'a Ranges,
    rank: &'a [u32],
    /// What the types say.
    any: Octagon,
    landmarks: Vec<i128>,
    /// Where modes do not matter.
    dead: BTreeSet<(LocId, usize)>,
    found: Octagons,
}

impl Analysis<'_> {
    /// Octagons of every location that contain the images of all others.
    fn ascend(&mut self, arena: &mut Arena, entry: LocId) -> Option<()> {
        let mut grown: BTreeMap<(LocId, Mode), u32> = BTreeMap::new();
        let mut agenda = BTreeSet::from([(0, entry)]);
        let unknown = vec![None; self.found.of.modes.len()];
        self.found.at[entry.0 as usize].insert(unknown, self.any.clone());
        let mut steps = 0;
        while let Some((_, from)) = agenda.pop_first() {
            for &number in &self.cells.out[from.0 as usize] {
                let step = &self.cells.moves[number];
                let back = self.rank[step.to.0 as usize] <= self.rank[from.0 as usize];
                for (mode, image) in self.images(arena, step) {
                    steps += 1;
                    if steps > STEPS_MAX {
                        return None;
                    }
                    let at = &mut self.found.at[step.to.0 as usize];
                    let next = match at.get(&mode) {
                        None => image,
                        Some(old) => {
                            let joined = old.join(&image);
                            if joined == *old {
                                continue;
                            }
                            let grown = grown.entry((step.to, mode.clone())).or_default();
                            *grown += u32::from(back);
                            match back && *grown > JOINS_BEFORE_WIDENING {
                                true => old.widen(&joined, &self.landmarks).meet(&self.any)?,
                                false => joined,
                            }
                        }
                    };
                    at.insert(mode, next);
                    agenda.insert((self.rank[step.to.0 as usize], step.to));
                }
            }
        }
        Some(())
    }

    /// Replaces the octagons by the images that arrive, which are not larger.
    fn descend(&mut self, arena: &mut Arena, entry: LocId) {
        let mut order: Vec<usize> = (0..self.found.at.len()).collect();
        order.sort_by_key(|&slot| self.rank[slot]);
        for slot in order.into_iter().filter(|slot| *slot != entry.0 as usize) {
            let mut all: BTreeMap<Mode, Octagon> = BTreeMap::new();
            for number in &self.cells.into[slot] {
                for (mode, image) in self.images(arena, &self.cells.moves[*number]) {
                    let joined = all.get(&mode).map(|old| old.join(&image));
                    all.insert(mode, joined.unwrap_or(image));
                }
            }
            self.found.at[slot] = all;
        }
    }

    /// What a move makes of its source's octagons.
    fn images(&self, arena: &mut Arena, step: &Move) -> Vec<(Mode, Octagon)> {
        let from = &self.found.at[step.from.0 as usize];
        let images = from.iter().filter_map(|(mode, octagon)| {
            let told = self.found.of.modes.iter().zip(mode);
            let told = told.filter_map(|(cell, value)| Some((*cell, (*value)?)));
            let told: Vec<(usize, i128)> = told.collect();
            let state = self.ranges.passing(arena, self.cells, step, &told)?;
            let mode = self.mode_after(arena, step, &state);
            let image = self.image(arena, step, state, octagon)?;
            Some((mode, image))
        });
        images.collect()
    }

    /// The mode behind a move that passes in a state.
    fn mode_after(&self, arena: &mut Arena, step: &Move, state: &State) -> Mode {
        let modes = self.found.of.modes.iter();
        let after = modes.map(|cell| match change(step, *cell) {
            _ if self.dead.contains(&(step.to, *cell)) => None,
            Some(Source::Term(term)) => evaluate(arena, self.cells, state, term).as_point(),
            Some(Source::Exit | Source::Anything) => None,
            None => state[*cell].as_point(),
        });
        after.collect()
    }

    /// What a move that passes in a state makes of one octagon; `None` if nothing passes.
    fn image(
        &self,
        arena: &mut Arena,
        step: &Move,
        state: State,
        octagon: &Octagon,
    ) -> Option<Octagon> {
        let picked = &self.found.of.picked;
        let mut reading = Reading::new(self.cells, picked, state, octagon);
        for &p in &step.assumptions {
            reading.assume(arena, p)?;
        }
        let changes: Vec<Option<Source>> = picked.iter().map(|cell| change(step, *cell)).collect();
        let mut sides = Vec::new();
        for (number, change) in changes.iter().enumerate() {
            let of = Interval::of_type(self.cells.types[picked[number]]);
            let after = match change {
                Some(source) => reading.source(arena, *source, of),
                None => Sum::of(number),
            };
            let negative = minus(&after);
            sides.extend([Some(after), negative]);
        }
        let mut next = self.any.clone();
        for (a, first) in sides.iter().enumerate() {
            for (b, second) in sides.iter().enumerate() {
                if changes[a / 2].is_none() && changes[b / 2].is_none() {
                    next.lower(a, b, reading.octagon.at(a, b));
                } else if let (Some(first), Some(second)) = (first, second) {
                    let mut difference = first.clone();
                    if difference.add(second, -1).is_some() {
                        next.lower(a, b, reading.most(&difference));
                    }
                }
            }
        }
        next.close()?;
        Some(next)
    }
}

/// What a cell gets on a move, if that changes it.
fn change(step: &Move, cell: usize) -> Option<Source> {
    let mut values = step.values.iter();
    values.find_map(|(changed, source)| (*changed == cell).then_some(*source))
}
