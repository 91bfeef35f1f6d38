//! Bounds of leaves, and contradictions that need no case split: disequations that are equations,
//! empty ranges, infeasible inequations.

use super::rational::{mul, Rational};
use super::row::Row;
use super::simplex::{self, Outcome, Problem, Source};
use super::solver::{Solver, State, GOAL};
use super::tree::{FactId, Reason, Step, Tree};
use super::{Checked, Stop};
use proofmark_logic::arena::{Arena, Expr, Op};
use proofmark_logic::interval::Interval;

/// One end of a leaf's range: the value, and the inequation that says so, unless it is the leaf's
/// interval.
type End = Option<(i128, Option<usize>)>;

/// The tightest single-leaf bounds of a branch.
pub(super) struct Bounds {
    ends: Vec<(Expr, End, End)>,
}

/// Finite ends of an interval.
fn ends(interval: Interval) -> (Option<i128>, Option<i128>) {
    let finite = |v: i128| (v != Interval::NEG_INF && v != Interval::POS_INF).then_some(v);
    (finite(interval.lo), finite(interval.hi))
}

impl Bounds {
    pub(super) fn new(arena: &Arena, inequations: &[Row]) -> Bounds {
        let mut bounds = Bounds { ends: Vec::new() };
        for (index, row) in inequations.iter().enumerate() {
            let [(leaf, sign @ (1 | -1))] = row.terms[..] else {
                continue;
            };
            let value = -sign * row.constant;
            let slot = bounds.slot(arena, leaf);
            if sign == 1 && slot.2.is_none_or(|(hi, _)| value < hi) {
                slot.2 = Some((value, Some(index)));
            } else if sign == -1 && slot.1.is_none_or(|(lo, _)| value > lo) {
                slot.1 = Some((value, Some(index)));
            }
        }
        bounds
    }

    fn slot(&mut self, arena: &Arena, leaf: Expr) -> &mut (Expr, End, End) {
        let found = self.ends.iter().position(|(e, ..)| *e == leaf);
        let index = found.unwrap_or_else(|| {
            let (lo, hi) = ends(arena.interval(leaf));
            self.ends
                .push((leaf, lo.map(|v| (v, None)), hi.map(|v| (v, None))));
            self.ends.len() - 1
        });
        &mut self.ends[index]
    }

    /// Lower and upper end of a leaf.
    pub(super) fn of(&self, arena: &Arena, leaf: Expr) -> (End, End) {
        match self.ends.iter().find(|(e, ..)| *e == leaf) {
            Some(&(_, lo, hi)) => (lo, hi),
            None => {
                let (lo, hi) = ends(arena.interval(leaf));
                (lo.map(|v| (v, None)), hi.map(|v| (v, None)))
            }
        }
    }

    /// The greatest value of the row (`sign = 1`) or of its negation, if there is one.
    pub(super) fn max(&self, arena: &Arena, row: &Row, sign: i128) -> Option<i128> {
        row.terms
            .iter()
            .try_fold(row.constant.checked_mul(sign)?, |sum, &(leaf, k)| {
                let (lo, hi) = self.of(arena, leaf);
                let k = k.checked_mul(sign)?;
                let end = if k > 0 { hi? } else { lo? };
                sum.checked_add(k.checked_mul(end.0)?)
            })
    }
}

/// A rational solution of the inequations that are not single bounds.
pub(super) type Model = Vec<(Expr, Rational)>;

impl Solver<'_> {
    /// Reduces everything by the equations and looks for a contradiction. New equations and
    /// inequations are propagated to the end.
    pub(super) fn close(&mut self, state: &mut State) -> Checked<Model> {
        loop {
            let rows = state.equations.len() + state.inequations.len() + state.disequations.len();
            let cost = u32::try_from(1 + rows / 8).unwrap_or(u32::MAX);
            self.work.fuel = self.work.fuel.checked_sub(cost).ok_or(Stop::GiveUp)?;
            self.check_disequations(state)?;
            self.check_inequations(state)?;
            let bounds = Bounds::new(self.arena, &state.inequations);
            if self.empty_ranges(state, &bounds)? || self.ranges_of_solved(state, &bounds)? {
                continue;
            }
            return self.feasible(state, &bounds);
        }
    }

    fn check_disequations(&mut self, state: &mut State) -> Checked<()> {
        let mut kept = Vec::with_capacity(state.disequations.len());
        for (fact, row) in std::mem::take(&mut state.disequations) {
            let row = self.reduce(state, row)?;
            if !row.terms.is_empty() {
                kept.push((fact, row));
            } else if row.constant == 0 {
                let Some((Op::Not, [atom, ..])) = self.arena.app(self.formula(fact)?) else {
                    return Err(Stop::GiveUp);
                };
                let equation = self.explain_equation(&row, fact, atom)?;
                return Err(Stop::Conflict(Tree::Clash {
                    equation,
                    disequation: fact,
                }));
            }
        }
        state.disequations = kept;
        Ok(())
    }

    fn check_inequations(&mut self, state: &mut State) -> Checked<()> {
        let mut kept = Vec::with_capacity(state.inequations.len());
        for row in std::mem::take(&mut state.inequations) {
            let row = self.reduce(state, row)?;
            let row = self.round(row)?;
            if !row.terms.is_empty() {
                kept.push(row);
            } else if row.constant > 0 {
                return Err(Stop::Conflict(Tree::Farkas(Self::steps(&row, 1)?)));
            }
        }
        state.inequations = kept;
        Ok(())
    }

    /// `leaf - hi <= 0` or `lo - leaf <= 0`.
    fn bound_row(
        &mut self,
        state: &State,
        leaf: Expr,
        end: (i128, Option<usize>),
        upper: bool,
    ) -> Checked<Row> {
        if let Some(row) = end.1 {
            return state.inequations.get(row).cloned().ok_or(Stop::GiveUp);
        }
        let fact = self.range_fact(leaf, end.0, upper)?;
        let sign = if upper { 1 } else { -1 };
        Ok(Row {
            terms: vec![(leaf, sign)],
            constant: -sign * end.0,
            den: 1,
            why: vec![(fact, 1)],
        })
    }

    /// `leaf <= hi` or `lo <= leaf`, from the leaf's interval.
    pub(super) fn range_fact(&mut self, leaf: Expr, value: i128, upper: bool) -> Checked<FactId> {
        let value = self.arena.lit(value);
        let (name, formula) = if upper {
            ("hi", self.arena.le(leaf, value))
        } else {
            ("lo", self.arena.le(value, leaf))
        };
        self.rule(name, &[leaf], &[], formula)
    }

    /// Contradictory bounds are a conflict; equal bounds are an equation.
    fn empty_ranges(&mut self, state: &mut State, bounds: &Bounds) -> Checked<bool> {
        for &(leaf, lo, hi) in &bounds.ends {
            let (Some(lo), Some(hi)) = (lo, hi) else {
                continue;
            };
            if lo.0 > hi.0 {
                let (below, above) = (
                    self.bound_row(state, leaf, lo, false)?,
                    self.bound_row(state, leaf, hi, true)?,
                );
                return Err(Stop::Conflict(Tree::Farkas(Self::steps(
                    &below.combine(1, &above, 1)?,
                    1,
                )?)));
            }
            if lo.0 == hi.0 {
                let equation = self.point(state, leaf, lo, hi)?;
                self.assert(state, equation)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `leaf = c`, from both bounds.
    fn point(
        &mut self,
        state: &State,
        leaf: Expr,
        lo: (i128, Option<usize>),
        hi: (i128, Option<usize>),
    ) -> Checked<FactId> {
        let c = self.arena.lit(lo.0);
        let (upper, lower) = (self.arena.le(leaf, c), self.arena.le(c, leaf));
        let above = self.bound_row(state, leaf, hi, true)?;
        let above = self.row_fact(&above, upper)?;
        let below = self.bound_row(state, leaf, lo, false)?;
        let below = self.row_fact(&below, lower)?;
        let atom = self.arena.eq(leaf, c);
        self.rule("antisym", &[], &[above, below], atom)
    }

    /// The row's inequation as a fact with this formula.
    fn row_fact(&mut self, row: &Row, formula: Expr) -> Checked<FactId> {
        if let [(fact, 1)] = row.why[..] {
            if self.formula(fact)? == formula {
                return Ok(fact);
            }
        }
        let mut steps = Self::steps(row, 1)?;
        if row.den != 1 {
            steps.push(Step::Cut(row.den));
        }
        self.push(formula, Reason::Le(steps))
    }

    /// A solved leaf's interval bounds the term it is equal to.
    fn ranges_of_solved(&mut self, state: &mut State, bounds: &Bounds) -> Checked<bool> {
        let mut added = false;
        for index in 0..state.equations.len() {
            let Some((leaf, row)) = state.equations.get(index).cloned() else {
                break;
            };
            let k = row.coefficient(leaf);
            let (lo, hi) = ends(self.arena.interval(leaf));
            let mut rest = row.clone();
            rest.terms.retain(|(e, _)| *e != leaf);
            for (upper, end) in [(true, hi), (false, lo)] {
                let Some(end) = end else { continue };
                if state.ranged.contains(&(leaf, upper)) {
                    continue;
                }
                // |k|·leaf = -sign(k)·rest; the end is implied if the greatest (least) value of that is within |k|·end.
                let sign = if upper { -k.signum() } else { k.signum() };
                let limit = mul(k.abs(), if upper { end } else { -end })?;
                if bounds
                    .max(self.arena, &rest, sign)
                    .is_some_and(|m| m <= limit)
                {
                    continue;
                }
                let fact = self.range_fact(leaf, end, upper)?;
                let formula = self.formula(fact)?;
                state
                    .inequations
                    .push(Row::of_literal(self.arena, formula, fact)?);
                state.ranged.push((leaf, upper));
                added = true;
            }
        }
        Ok(added)
    }

    /// Simplex on the inequations that the bounds do not already imply.
    fn feasible(&mut self, state: &State, bounds: &Bounds) -> Checked<Model> {
        let mut columns: Vec<Expr> = Vec::new();
        let mut active = Vec::new();
        for (index, row) in state.inequations.iter().enumerate() {
            if row.terms.len() > 1 && bounds.max(self.arena, row, 1).is_none_or(|m| m > 0) {
                active.push(index);
                columns.extend(row.terms.iter().map(|&(leaf, _)| leaf));
            }
        }
        if active.is_empty() {
            return Ok(Vec::new());
        }
        columns.sort_unstable();
        columns.dedup();
        let column = |leaf: Expr| columns.binary_search(&leaf).unwrap_or(usize::MAX);
        let problem = Problem {
            bounds: columns
                .iter()
                .map(|&e| bounds.of(self.arena, e))
                .map(|(lo, hi)| (lo.map(|l| l.0), hi.map(|h| h.0)))
                .collect(),
            rows: active
                .iter()
                .filter_map(|&i| state.inequations.get(i))
                .map(|row| {
                    (
                        row.terms.iter().map(|&(e, k)| (column(e), k)).collect(),
                        -row.constant,
                    )
                })
                .collect(),
        };
        let conflict = match simplex::solve(&problem)? {
            Outcome::Feasible(values) => return Ok(columns.into_iter().zip(values).collect()),
            Outcome::Conflict(conflict) => conflict,
        };
        let mut total = Row {
            terms: Vec::new(),
            constant: 0,
            den: 1,
            why: Vec::new(),
        };
        for (source, k) in conflict {
            let row = match source {
                Source::Row(i) => active
                    .get(i)
                    .and_then(|&i| state.inequations.get(i))
                    .cloned()
                    .ok_or(Stop::GiveUp)?,
                Source::Upper(c) | Source::Lower(c) => {
                    let upper = matches!(source, Source::Upper(_));
                    let leaf = *columns.get(c).ok_or(Stop::GiveUp)?;
                    let (lo, hi) = bounds.of(self.arena, leaf);
                    self.bound_row(
                        state,
                        leaf,
                        if upper { hi } else { lo }.ok_or(Stop::GiveUp)?,
                        upper,
                    )?
                }
            };
            total = total.combine(1, &row, k)?;
        }
        if !total.terms.is_empty() || total.constant <= 0 {
            return Err(Stop::GiveUp);
        }
        Err(Stop::Conflict(Tree::Farkas(Self::steps(&total, 1)?)))
    }

    /// `A <= B`, if the equations of the branch imply it, together with single bounds and at most
    /// one inequation.
    pub(super) fn prove_le(&mut self, state: &State, a: Expr, b: Expr) -> Checked<Option<FactId>> {
        let bounds = Bounds::new(self.arena, &state.inequations);
        let mut row = Row::of(self.arena, &[(1, a), (-1, b)], 0, GOAL)?;
        row = self.reduce(state, row)?;
        let within = |row: &Row| bounds.max(self.arena, row, 1).is_some_and(|m| m <= 0);
        if !within(&row) {
            let mut inequations = state.inequations.iter();
            let rest = inequations.find_map(|found| {
                let k = row.contains(found)?;
                row.combine(1, found, -k).ok().filter(within)
            });
            let Some(rest) = rest else { return Ok(None) };
            row = rest;
        }
        for (leaf, k) in row.terms.clone() {
            let (lo, hi) = bounds.of(self.arena, leaf);
            let end = if k > 0 { hi } else { lo }.ok_or(Stop::GiveUp)?;
            let bound = self.bound_row(state, leaf, end, k > 0)?;
            row = row.combine(1, &bound, -k.abs())?;
        }
        // w·(A - B) = constant - Σ k·fact with k <= 0 for inequations.
        let w = row
            .why
            .iter()
            .find(|(f, _)| *f == GOAL)
            .map_or(0, |&(_, k)| k);
        let formula = self.arena.le(a, b);
        let mut steps = Vec::new();
        for &(fact, k) in row.why.iter().filter(|(f, _)| *f != GOAL) {
            if k == -w && self.formula(fact)? == formula {
                return Ok(Some(fact));
            }
            steps.push(Step::Add(mul(k, -1)?, fact));
        }
        if w <= 0 {
            return Err(Stop::GiveUp);
        }
        if w != 1 {
            steps.push(Step::Cut(w));
        }
        self.push(formula, Reason::Le(steps)).map(Some)
    }

    /// The least and the greatest value of a term, as far as equations and single bounds imply
    /// them, or an inequation about the same leaves.
    pub(super) fn value_range(
        &self,
        state: &State,
        term: Expr,
    ) -> Checked<(Option<i128>, Option<i128>)> {
        let bounds = Bounds::new(self.arena, &state.inequations);
        let row = self.reduce(state, Row::of(self.arena, &[(1, term)], 0, GOAL)?)?;
        let w = row
            .why
            .iter()
            .find(|(f, _)| *f == GOAL)
            .map_or(1, |&(_, k)| k);
        if w <= 0 {
            return Err(Stop::GiveUp);
        }
        let scale = |v: i128| mul(v, row.den).map(|v| v.div_euclid(w));
        // Of a row, or of its negation: by single bounds, and by one inequation whose leaves are
        // among it, `k` times.
        let greatest = |sign: i128| {
            let known = bounds.max(self.arena, &row, sign);
            let mut signed = row.clone();
            signed.terms.iter_mut().for_each(|(_, k)| *k *= sign);
            signed.constant *= sign;
            let others = state.inequations.iter().filter_map(|known| {
                let k = signed.contains(known)?;
                let rest = signed.combine(1, known, -k).ok()?;
                bounds.max(self.arena, &rest, 1)
            });
            others.chain(known).min()
        };
        let hi = greatest(1).map(scale).transpose()?;
        let lo = greatest(-1)
            .map(scale)
            .transpose()?
            .map(|v| mul(v, -1))
            .transpose()?;
        Ok((lo, hi))
    }

    /// Whether a disequation's row is 0 in the model, as far as the model knows its leaves.
    pub(super) fn is_tight(&self, model: &Model, row: &Row) -> Checked<bool> {
        let mut sum = Rational::int(row.constant);
        for &(leaf, k) in &row.terms {
            let Some((_, value)) = model.iter().find(|(e, _)| *e == leaf) else {
                return Ok(false);
            };
            sum = sum.add(value.mul(Rational::int(k))?)?;
        }
        Ok(sum.is_zero())
    }
}
