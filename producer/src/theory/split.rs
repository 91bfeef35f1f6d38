//! The search: saturation, then case splits, one-sided ones first.

use super::bounds::{Bounds, Model};
use super::lemmas::Effort;
use super::rational::Rational;
use super::row::Row;
use super::solver::{ceil_div, Solver, Stage, State, GOAL};
use super::tree::{needed, FactId, Reason, Refutation, Tree};
use super::{Checked, Order, Stop, Work};
use proofmark_logic::arena::{Arena, Expr, Node, Op};

/// Nested splits of which neither branch closes at once.
const DEPTH_MAX: u32 = 6;
/// A leaf with at most this many values is worth a split.
const NARROW: i128 = 8;
/// An index with at most this many values is worth a split by each.
const INDICES_MAX: i128 = 33;
/// So many elements of memories are compared.
const ELEMENTS_MAX: usize = 40;

/// What a search came to.
pub(super) enum Found {
    /// A contradiction.
    Refuted(Refutation),
    /// No contradiction is left to find.
    Open,
    /// The end of its limits.
    GaveUp,
}

impl Found {
    /// The contradiction, if there is one.
    pub(super) fn refuted(self) -> Option<Refutation> {
        match self {
            Found::Refuted(found) => Some(found),
            Found::Open | Found::GaveUp => None,
        }
    }
}

/// See [`super::refute`].
pub(super) fn refute(arena: &mut Arena, literals: &[Expr], work: Work) -> Found {
    let mut solver = Solver {
        arena,
        facts: Vec::new(),
        work,
    };
    let tree = match solver.search(literals) {
        Err(Stop::Conflict(tree)) => tree,
        Err(Stop::GiveUp) => return Found::GaveUp,
        Ok(()) => return Found::Open,
    };
    let facts = solver.facts;
    let mut core: Vec<usize> = needed(&facts, &tree)
        .into_iter()
        .zip(&facts)
        .filter_map(|(used, fact)| match fact.reason {
            Reason::Given(index) if used => Some(index),
            _ => None,
        })
        .collect();
    core.sort_unstable();
    core.dedup();
    Found::Refuted(Refutation { core, facts, tree })
}

/// A case split.
enum Split {
    /// `A < B` or `B < A`, from a disequation.
    Order(FactId),
    /// An atom or its negation.
    Cases(Expr),
}

impl Solver<'_> {
    fn search(&mut self, literals: &[Expr]) -> Checked<()> {
        let mut state = State::default();
        for (index, &literal) in literals.iter().enumerate() {
            let atom = match self.arena.node(literal) {
                Node::App(Op::Not, [a, ..]) => a,
                _ => literal,
            };
            if self.arena.is_atom(atom) {
                let fact = self.push(literal, Reason::Given(index))?;
                self.assert(&mut state, fact)?;
            }
        }
        self.solve(state, 0)
    }

    /// Propagates to the end, without case splits.
    fn saturate(&mut self, state: &mut State) -> Checked<Model> {
        loop {
            let model = self.close(state)?;
            if !self.instantiate(state, Effort::Simplify)?
                && !self.instantiate(state, Effort::Define)?
            {
                return Ok(model);
            }
        }
    }

    /// Ends in a conflict if the branch was refuted.
    fn solve(&mut self, mut state: State, depth: u32) -> Checked<()> {
        if matches!(self.work.order, Order::EndsFirst) {
            self.close(&mut state)?;
            if let Some(decided) = self.without_ends(&state, depth) {
                return decided;
            }
        }
        let model = self.saturate(&mut state)?;
        let mut open = None;
        for split in self.splits(&state, &model)? {
            let (first, second) = self.branches(&split)?;
            let whole = state.clone();
            match split {
                Split::Order(disequation) => {
                    state.disequations.retain(|(fact, _)| *fact != disequation);
                }
                Split::Cases(atom) => state.decided.push(atom),
            }
            for (tried, other, swapped) in [(first, second, false), (second, first, true)] {
                let mut branch = state.clone();
                match self
                    .assert(&mut branch, tried)
                    .and_then(|()| self.saturate(&mut branch))
                {
                    Ok(_) => {}
                    Err(Stop::GiveUp) => return Err(Stop::GiveUp),
                    Err(Stop::Conflict(closed)) => {
                        let rest = self
                            .assert(&mut state, other)
                            .and_then(|()| self.solve(state, depth));
                        return self.join(
                            &split,
                            (tried, closed),
                            (other, conflict(rest)?),
                            swapped,
                        );
                    }
                }
            }
            if open.is_none() {
                open = Some((split, first, second, state));
            }
            state = whole;
        }
        let Some((split, first, second, mut state)) = open.filter(|_| depth < DEPTH_MAX) else {
            return Ok(());
        };
        let mut branch = state.clone();
        let left = self
            .assert(&mut branch, first)
            .and_then(|()| self.solve(branch, depth + 1));
        let Some(left) = conflict(left)? else {
            return Ok(());
        };
        let right = self
            .assert(&mut state, second)
            .and_then(|()| self.solve(state, depth + 1));
        self.join(&split, (first, left), (second, conflict(right)?), false)
    }

    /// A search without what is excluded of a leaf's range; `None` if that is nothing.
    fn without_ends(&mut self, state: &State, depth: u32) -> Option<Checked<()>> {
        if let Some(end) = self.excluded_end(state) {
            return Some(self.take_off(state.clone(), end, depth));
        }
        let atom = self.single_value(state)?;
        Some(self.take_for(state.clone(), atom, depth))
    }

    /// A search where a leaf has the one value that is left of its range, as an atom says.
    fn take_for(&mut self, mut state: State, atom: Expr, depth: u32) -> Checked<()> {
        state.decided.push(atom);
        let split = Split::Cases(atom);
        let (holds, fails) = self.branches(&split)?;
        let mut other = state.clone();
        let closed = self
            .assert(&mut other, fails)
            .and_then(|()| self.solve(other, depth));
        let Some(closed) = conflict(closed)? else {
            return Err(Stop::GiveUp);
        };
        let rest = self
            .assert(&mut state, holds)
            .and_then(|()| self.solve(state, depth));
        let rest = conflict(rest)?;
        self.join(&split, (fails, closed), (holds, rest), true)
    }

    /// A search without an end of a leaf's range that a disequation excludes: with one value left,
    /// what is computed from the leaf is a number, and no term that makes others.
    fn take_off(&mut self, mut state: State, disequation: FactId, depth: u32) -> Checked<()> {
        state.disequations.retain(|(fact, _)| *fact != disequation);
        let split = Split::Order(disequation);
        let (below, above) = self.branches(&split)?;
        for (tried, other, swapped) in [(below, above, false), (above, below, true)] {
            let mut branch = state.clone();
            let closed = self
                .assert(&mut branch, tried)
                .and_then(|()| self.close(&mut branch).map(drop));
            if let Some(closed) = conflict(closed)? {
                let rest = self
                    .assert(&mut state, other)
                    .and_then(|()| self.solve(state, depth));
                let rest = conflict(rest)?;
                return self.join(&split, (tried, closed), (other, rest), swapped);
            }
        }
        Err(Stop::GiveUp)
    }

    /// A disequation of a leaf and an end of its range.
    fn excluded_end(&self, state: &State) -> Option<FactId> {
        let excluded = state.disequations.iter().find(|(_, row)| {
            let [(leaf, k)] = row.terms[..] else {
                return false;
            };
            let (lo, hi) = self.ends(state, leaf);
            let value = row.constant.checked_neg().and_then(|c| c.checked_div(k));
            row.constant.checked_rem(k) == Some(0) && (value == Some(lo) || value == Some(hi))
        });
        excluded.map(|(fact, _)| *fact)
    }

    /// That a leaf has the one value that is left of its range, if no equation says so.
    fn single_value(&mut self, state: &State) -> Option<Expr> {
        let leaves = state
            .inequations
            .iter()
            .filter_map(|row| match row.terms[..] {
                [(leaf, _)] => Some(leaf),
                _ => None,
            });
        let value = leaves
            .filter(|leaf| state.equation(*leaf).is_none())
            .find_map(|leaf| {
                let (lo, hi) = self.ends(state, leaf);
                (lo == hi).then_some((leaf, lo))
            });
        let (leaf, value) = value?;
        let value = self.arena.lit(value);
        Some(self.arena.eq(leaf, value)).filter(|atom| !state.decided.contains(atom))
    }

    /// Between which values a leaf is by its type and by what is said of it alone.
    fn ends(&self, state: &State, leaf: Expr) -> (i128, i128) {
        let interval = self.arena.interval(leaf);
        let (mut lo, mut hi) = (interval.lo, interval.hi);
        for row in &state.inequations {
            // k·x <= -c.
            let [(other, k)] = row.terms[..] else {
                continue;
            };
            match (other == leaf, row.constant.checked_neg(), k.checked_neg()) {
                (true, Some(minus), _) if k > 0 => hi = hi.min(minus.div_euclid(k)),
                (true, _, Some(positive)) if k < 0 => lo = lo.max(ceil_div(row.constant, positive)),
                _ => {}
            }
        }
        (lo, hi)
    }

    /// Both branches closed close the split.
    fn join(
        &self,
        split: &Split,
        first: (FactId, Tree),
        second: (FactId, Option<Tree>),
        swapped: bool,
    ) -> Checked<()> {
        let (second, Some(tree)) = second else {
            return Ok(());
        };
        let (mut left, mut right) = ((first.0, Box::new(first.1)), (second, Box::new(tree)));
        if swapped {
            std::mem::swap(&mut left, &mut right);
        }
        Err(Stop::Conflict(match *split {
            Split::Order(disequation) => Tree::Order {
                disequation,
                below: left,
                above: right,
            },
            Split::Cases(atom) => Tree::Cases {
                atom,
                holds: left,
                fails: right,
            },
        }))
    }

    /// The hypotheses of both branches.
    fn branches(&mut self, split: &Split) -> Checked<(FactId, FactId)> {
        let (first, second) = match *split {
            Split::Order(fact) => {
                let formula = self.formula(fact)?;
                let Node::App(Op::Not, [atom, ..]) = self.arena.node(formula) else {
                    return Err(Stop::GiveUp);
                };
                let Node::App(Op::Eq, [a, b, _]) = self.arena.node(atom) else {
                    return Err(Stop::GiveUp);
                };
                let (below, above) = (self.arena.le(b, a), self.arena.le(a, b));
                (self.arena.not(below), self.arena.not(above))
            }
            Split::Cases(atom) => (atom, self.arena.not(atom)),
        };
        Ok((
            self.push(first, Reason::Assumed)?,
            self.push(second, Reason::Assumed)?,
        ))
    }

    /// Splits that may lead to a refutation, most promising first.
    fn splits(&mut self, state: &State, model: &Model) -> Checked<Vec<Split>> {
        let bounds = Bounds::new(self.arena, &state.inequations);
        let mut out = Vec::new();
        for (fact, row) in &state.disequations {
            if self.worth_ordering(state, &bounds, model, row)? {
                out.push(Split::Order(*fact));
            }
        }
        for &(leaf, value) in model {
            if value.denominator() != 1 {
                let floor = self.arena.lit(value.floor());
                out.push(Split::Cases(self.arena.le(leaf, floor)));
            }
        }
        for leaf in &state.leaves {
            // The sign of a number of few bits.
            if matches!(self.arena.app(leaf.term), Some((Op::Shr, _)))
                && width(self.arena, &bounds, leaf.term) == Some(1)
            {
                out.extend(self.lowest(&bounds, leaf.term));
            }
            if leaf.stage == Stage::Done {
                continue;
            }
            match self.arena.app(leaf.term) {
                Some((Op::Sel, [map, read, _])) => match self.arena.app(map) {
                    Some((Op::Upd, [_, written, _])) => {
                        out.push(Split::Cases(self.arena.eq(written, read)));
                    }
                    Some((Op::Splice, [_, from, _])) => {
                        out.push(Split::Cases(self.arena.le(from, read)));
                    }
                    _ => {}
                },
                Some((Op::Div | Op::Rem, [dividend, ..])) if leaf.stage == Stage::Defined => {
                    let zero = self.arena.lit(0);
                    out.push(Split::Cases(self.arena.le(zero, dividend)));
                }
                Some((Op::BitAnd, [a, b, _])) if leaf.stage == Stage::Defined => {
                    out.extend(self.by_sign(state, [a, b])?);
                }
                Some((Op::Carry, _))
                    if state.equation(leaf.term).is_none()
                        && width(self.arena, &bounds, leaf.term).is_some_and(|w| w <= NARROW) =>
                {
                    out.extend(self.lowest(&bounds, leaf.term));
                }
                _ => {}
            }
        }
        if out.is_empty() {
            out = self.indices(state, &bounds)?;
        }
        if let Some(split) = self.shift_count(state, &bounds)? {
            out.insert(0, split);
        }
        // A split that did not help where it was made does not help again.
        let mut seen = state.decided.clone();
        out.retain(|split| match *split {
            Split::Order(_) => true,
            Split::Cases(atom) => {
                let new = !seen.contains(&atom);
                seen.push(atom);
                new
            }
        });
        Ok(out)
    }

    /// The signs of operands that are not known.
    fn by_sign(&mut self, state: &State, operands: [Expr; 2]) -> Checked<Vec<Split>> {
        let mut out = Vec::new();
        for x in operands {
            let (low, high) = self.value_range(state, x)?;
            if low.is_none_or(|low| low < 0) && high.is_none_or(|high| high >= 0) {
                let zero = self.arena.lit(0);
                out.push(Split::Cases(self.arena.le(zero, x)));
            }
        }
        Ok(out)
    }

    /// The values of a narrow index by which two elements of a memory may be the same: a table is
    /// read at an index that is only known to lie within it.
    fn indices(&mut self, state: &State, bounds: &Bounds) -> Checked<Vec<Split>> {
        let elements: Vec<(Expr, Expr, Expr)> = state
            .leaves
            .iter()
            .filter_map(|leaf| match self.arena.app(leaf.term) {
                Some((Op::Sel, [map, read, _])) => Some((map, read, leaf.term)),
                _ => None,
            })
            .filter(|(map, ..)| matches!(self.arena.node(*map), Node::MapVar(..)))
            .take(ELEMENTS_MAX)
            .collect();
        // Where one of both is at a certain place, a case says most.
        for certain in [true, false] {
            for (at, &(map, read, own)) in elements.iter().enumerate() {
                for &(_, other, value) in elements.iter().take(at).filter(|(of, ..)| *of == map) {
                    let places = [read, other].map(|e| self.arena.var_mask(e) == 0);
                    if places.contains(&true) != certain {
                        continue;
                    }
                    // That elements are the same whose values are says nothing new.
                    let row = Row::of(self.arena, &[(1, own), (-1, value)], 0, GOAL)?;
                    let row = self.reduce(state, row)?;
                    if row.terms.is_empty() && row.constant == 0 {
                        continue;
                    }
                    let found = self.meetings(state, bounds, (read, other))?;
                    if !found.is_empty() {
                        return Ok(found);
                    }
                }
            }
        }
        Ok(Vec::new())
    }

    /// Splits by which two addresses are the same or not, if there are few cases.
    fn meetings(
        &mut self,
        state: &State,
        bounds: &Bounds,
        (read, other): (Expr, Expr),
    ) -> Checked<Vec<Split>> {
        let row = Row::of(self.arena, &[(1, read), (-1, other)], 0, GOAL)?;
        let row = self.reduce(state, row)?;
        let most = match row.terms.len() {
            1 => INDICES_MAX,
            _ => NARROW,
        };
        let narrow: Vec<Expr> = row.terms.iter().map(|&(leaf, _)| leaf).collect();
        let narrow = narrow.into_iter();
        let narrow = narrow.filter(|e| width(self.arena, bounds, *e).is_some_and(|w| w <= most));
        let narrow: Vec<Expr> = narrow.collect();
        let few = row.terms.len() <= 2 && narrow.len() == row.terms.len();
        // A mask is a difference of numbers that may be anything.
        let whole = self.arena.mk(Op::Sub, &[read, other]);
        let range = match few {
            true => Some(0),
            false => match self.value_range(state, whole)? {
                (Some(low), Some(high)) if low <= 0 && high >= 0 => {
                    let steps = high.checked_sub(low);
                    steps.map(|steps| steps / row.content().max(1))
                }
                _ => None,
            },
        };
        if range.is_none_or(|range| range > INDICES_MAX) {
            return Ok(Vec::new());
        }
        let found: Vec<Split> = (narrow.into_iter())
            .filter_map(|leaf| self.lowest(bounds, leaf))
            .collect();
        let same = self.arena.eq(read, other);
        Ok(
            match found.is_empty() && !few && !state.decided.contains(&same) {
                true => vec![Split::Cases(same)],
                false => found,
            },
        )
    }

    /// The least value of the first shift count that has few: by a literal, a shift is a product or
    /// a quotient.
    fn shift_count(&mut self, state: &State, bounds: &Bounds) -> Checked<Option<Split>> {
        let counts: Vec<Expr> = state
            .leaves
            .iter()
            .filter_map(|leaf| match self.arena.app(leaf.term) {
                Some((Op::Shl | Op::Shr, [_, count, _])) => Some(count),
                _ => None,
            })
            .collect();
        for count in counts {
            let row = Row::of(self.arena, &[(1, count)], 0, GOAL)?;
            let row = self.reduce(state, row)?;
            let [(leaf, _)] = row.terms[..] else {
                continue;
            };
            let few =
                width(self.arena, bounds, leaf).is_some_and(|w| (1..=INDICES_MAX).contains(&w));
            if few {
                return Ok(self.lowest(bounds, leaf));
            }
        }
        Ok(None)
    }

    /// Whether a leaf has the least value of its range.
    fn lowest(&mut self, bounds: &Bounds, leaf: Expr) -> Option<Split> {
        let (low, _) = bounds.of(self.arena, leaf);
        let low = self.arena.lit(low?.0);
        Some(Split::Cases(self.arena.le(leaf, low)))
    }

    /// Whether ordering the sides of a disequation can matter: one leaf at the end of its range, or
    /// narrow and constrained otherwise too; several leaves whose model values violate it.
    fn worth_ordering(
        &self,
        state: &State,
        bounds: &Bounds,
        model: &Model,
        row: &Row,
    ) -> Checked<bool> {
        let [(leaf, k)] = row.terms[..] else {
            let narrow = row
                .terms
                .iter()
                .all(|&(e, _)| width(self.arena, bounds, e).is_some_and(|w| w <= NARROW));
            return Ok(narrow || self.is_tight(model, row)? || implied_by_pair(state, row));
        };
        if row.constant % k != 0 {
            return Ok(false);
        }
        let value = -row.constant / k;
        let (lo, hi) = bounds.of(self.arena, leaf);
        if lo.is_some_and(|l| l.0 == value) || hi.is_some_and(|h| h.0 == value) {
            return Ok(true);
        }
        let outside = lo.is_some_and(|l| l.0 > value) || hi.is_some_and(|h| h.0 < value);
        let narrow = width(self.arena, bounds, leaf).is_some_and(|w| w <= NARROW);
        let shared = state
            .disequations
            .iter()
            .filter(|(_, r)| r.coefficient(leaf) != 0)
            .count()
            > 1;
        let tight = model
            .iter()
            .any(|(e, v)| *e == leaf && v.sub(Rational::int(value)).is_ok_and(Rational::is_zero));
        Ok(!outside && ((narrow && shared) || tight))
    }
}

/// Whether an inequation over the same leaves makes the disequation a bound.
fn implied_by_pair(state: &State, row: &Row) -> bool {
    let same = |other: &Row| {
        other.terms.len() == row.terms.len()
            && other
                .terms
                .iter()
                .zip(&row.terms)
                .all(|((e, a), (f, b))| e == f && a.abs() == b.abs())
    };
    state.inequations.iter().any(same)
}

/// How many steps lie between the ends of a leaf's range.
fn width(arena: &Arena, bounds: &Bounds, leaf: Expr) -> Option<i128> {
    let (lo, hi) = bounds.of(arena, leaf);
    hi?.0.checked_sub(lo?.0)
}

/// The tree of a branch that was refuted; `None` if it is open.
fn conflict(outcome: Checked<()>) -> Checked<Option<Tree>> {
    match outcome {
        Ok(()) => Ok(None),
        Err(Stop::Conflict(tree)) => Ok(Some(tree)),
        Err(Stop::GiveUp) => Err(Stop::GiveUp),
    }
}
