//! Terms and conditions as linear sums of cells, where no operation in them leaves its type.

use super::super::cells::{Cells, Source};
use super::super::sum::Sum;
use super::super::values::{evaluate, State};
use super::octagon::{negative, side, Octagon, NONE};
use crate::engine::abstraction::negate;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::interval::Interval;
use proofmark_logic::linear::Linear;

/// Expressions are looked into so deep.
const DEPTH_MAX: u32 = 14;
/// Conditions on more parts are left alone.
const PARTS_MAX: usize = 6;

/// A value that is no sum of cells.
struct Value {
    /// `None` if it is equal to nothing else.
    term: Option<Expr>,
    interval: Interval,
    /// A sum that it does not exceed.
    most: Option<Sum>,
}

/// What terms are read in.
pub(super) struct Reading<'a> {
    cells: &'a Cells,
    /// The cells of the octagon.
    picked: &'a [usize],
    /// The values of all cells.
    state: State,
    pub(super) octagon: Octagon,
    values: Vec<Value>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(
        cells: &'a Cells,
        picked: &'a [usize],
        state: State,
        octagon: &Octagon,
    ) -> Reading<'a> {
        let mut reading = Reading {
            cells,
            picked,
            state,
            octagon: octagon.clone(),
            values: Vec::new(),
        };
        reading.refine();
        reading
    }

    /// What the octagon says of single cells.
    fn refine(&mut self) {
        for (number, cell) in self.picked.iter().enumerate() {
            self.state[*cell] = self.state[*cell].meet(self.octagon.interval(number));
        }
    }

    /// What a sum is at most.
    pub(super) fn most(&self, sum: &Sum) -> i128 {
        let interval = |number: usize| {
            let value = self.values.get(number - self.picked.len());
            value.map_or(Interval::ALL, |value| value.interval)
        };
        let mut best = self.octagon.most(sum, &interval);
        for (number, value) in (self.picked.len()..).zip(&self.values) {
            let factor = sum.factors.get(&number).copied().unwrap_or(0);
            let (Some(most), 1..) = (&value.most, factor) else {
                continue;
            };
            let mut other = sum.clone();
            other.factors.remove(&number);
            if other.add(most, factor).is_some() {
                best = best.min(self.octagon.most(&other, &interval));
            }
        }
        best
    }

    fn interval(&self, sum: &Sum) -> Interval {
        let hi = self.most(sum);
        let lo = match minus(sum).map_or(NONE, |minus| self.most(&minus)) {
            NONE => Interval::NEG_INF,
            bound => -bound,
        };
        Interval { lo, hi }
    }

    /// What a cell of the octagon gets.
    pub(super) fn source(&mut self, arena: &mut Arena, source: Source, of: Interval) -> Sum {
        match source {
            Source::Term(term) => self.sum(arena, term, DEPTH_MAX),
            Source::Exit | Source::Anything => self.value(None, of, None),
        }
    }

    fn value(&mut self, term: Option<Expr>, interval: Interval, most: Option<Sum>) -> Sum {
        if let Some(point) = interval.as_point() {
            return constant(point);
        }
        let known = term.and_then(|term| {
            let mut known = self.values.iter();
            known.position(|value| value.term == Some(term))
        });
        let number = known.unwrap_or(self.values.len());
        if known.is_none() {
            self.values.push(Value {
                term,
                interval,
                most,
            });
        }
        Sum::of(self.picked.len() + number)
    }

    /// A term as a sum.
    fn sum(&mut self, arena: &mut Arena, e: Expr, depth: u32) -> Sum {
        if let Some(value) = arena.as_lit(e) {
            return constant(value);
        }
        let cell = self.cells.position(e);
        if let Some(number) = self.picked.iter().position(|picked| Some(*picked) == cell) {
            return Sum::of(number);
        }
        let Some(depth) = depth.checked_sub(1) else {
            return self.other(arena, e, None);
        };
        let Node::App(op, [a, b, _]) = arena.node(e) else {
            return self.other(arena, e, None);
        };
        let found = match op {
            Op::Wrap => self.wrapped(arena, (a, b), depth),
            Op::Add | Op::Sub => {
                let mut sum = self.sum(arena, a, depth);
                let other = self.sum(arena, b, depth);
                let sign = if op == Op::Add { 1 } else { -1 };
                sum.add(&other, sign).map(|()| sum)
            }
            Op::Mul => match (arena.as_lit(a), arena.as_lit(b)) {
                (Some(k), _) => self.multiple(arena, (b, k), depth),
                (None, Some(k)) => self.multiple(arena, (a, k), depth),
                (None, None) => None,
            },
            Op::BitAnd | Op::Rem | Op::Div | Op::Shr => {
                let whole = self.sum(arena, a, depth);
                let positive = self.interval(&whole).lo >= 0;
                return self.other(arena, e, Some(whole).filter(|_| positive));
            }
            _ => None,
        };
        found.unwrap_or_else(|| self.other(arena, e, None))
    }

    fn multiple(&mut self, arena: &mut Arena, (term, k): (Expr, i128), depth: u32) -> Option<Sum> {
        let mut product = Sum::default();
        let sum = self.sum(arena, term, depth);
        product.add(&sum, k)?;
        Some(product)
    }

    /// A sum in a type, if it leaves that always by the same.
    fn wrapped(&mut self, arena: &mut Arena, (ty, inner): (Expr, Expr), depth: u32) -> Option<Sum> {
        let Node::Type(ty) = arena.node(ty) else {
            return None;
        };
        let mut sum = self.sum(arena, inner, depth);
        let carry = self.interval(&sum).carry(ty).as_point()?;
        let left = carry.checked_mul(ty.modulus())?;
        sum.constant = sum.constant.checked_sub(left)?;
        Some(sum)
    }

    /// What is no sum, and perhaps no more than one.
    fn other(&mut self, arena: &mut Arena, e: Expr, most: Option<Sum>) -> Sum {
        let interval = evaluate(arena, self.cells, &self.state, e).interval;
        self.value(Some(e), interval, most)
    }

    /// Keeps what satisfies a formula, roughly; `None` if nothing does.
    pub(super) fn assume(&mut self, arena: &mut Arena, p: Expr) -> Option<()> {
        self.formula(arena, p, DEPTH_MAX)?;
        self.refine();
        Some(())
    }

    fn formula(&mut self, arena: &mut Arena, p: Expr, depth: u32) -> Option<()> {
        let Some(depth) = depth.checked_sub(1) else {
            return Some(());
        };
        match arena.app(p) {
            Some((Op::False, _)) => None,
            Some((Op::And, [p, q, _])) => {
                self.formula(arena, p, depth)?;
                self.formula(arena, q, depth)
            }
            Some((Op::Or, [p, q, _])) => self.either(arena, (p, q), depth),
            Some((Op::Eq, [a, b, _])) => {
                let sum = self.difference(arena, a, b)?;
                self.at_most(&sum, 0)?;
                self.at_most(&minus(&sum)?, 0)
            }
            Some((Op::Le, [a, b, _])) => {
                let sum = self.difference(arena, a, b)?;
                self.at_most(&sum, 0)
            }
            Some((Op::Not, [p, ..])) => self.negated(arena, p, depth),
            _ => Some(()),
        }
    }

    fn negated(&mut self, arena: &mut Arena, p: Expr, depth: u32) -> Option<()> {
        match arena.app(p) {
            Some((Op::Not, [p, ..])) => self.formula(arena, p, depth),
            Some((Op::And, [p, q, _])) => {
                let (p, q) = (negate(arena, p), negate(arena, q));
                self.either(arena, (p, q), depth)
            }
            Some((Op::Or, [p, q, _])) => {
                let (p, q) = (negate(arena, p), negate(arena, q));
                self.formula(arena, p, depth)?;
                self.formula(arena, q, depth)
            }
            Some((Op::Le, [a, b, _])) => {
                let sum = self.difference(arena, b, a)?;
                self.at_most(&sum, -1)
            }
            Some((Op::Eq, [a, b, _])) => {
                let sum = self.difference(arena, a, b)?;
                let values = self.interval(&sum);
                match (values.lo, values.hi) {
                    (0, 0) => None,
                    (_, 0) => self.at_most(&sum, -1),
                    (0, _) => self.at_most(&minus(&sum)?, -1),
                    _ => Some(()),
                }
            }
            _ => Some(()),
        }
    }

    fn either(&mut self, arena: &mut Arena, (p, q): (Expr, Expr), depth: u32) -> Option<()> {
        let before = self.octagon.clone();
        let left = self.formula(arena, p, depth);
        let first = std::mem::replace(&mut self.octagon, before);
        let right = self.formula(arena, q, depth);
        match (left, right) {
            (None, right) => right?,
            (Some(()), None) => self.octagon = first,
            (Some(()), Some(())) => self.octagon = self.octagon.join(&first),
        }
        Some(())
    }

    /// The difference of two terms, over what it reads.
    fn difference(&mut self, arena: &mut Arena, a: Expr, b: Expr) -> Option<Sum> {
        let nothing_known = Some(Sum::default());
        let Ok(linear) = Linear::combination(arena, &[(1, a), (-1, b)]) else {
            return nothing_known;
        };
        let mut sum = constant(linear.constant);
        for &(leaf, k) in &linear.terms {
            let part = self.sum(arena, leaf, DEPTH_MAX);
            if sum.add(&part, k).is_none() {
                return nothing_known;
            }
        }
        Some(sum)
    }

    /// Keeps the states in which a sum is at most so large.
    fn at_most(&mut self, sum: &Sum, bound: i128) -> Option<()> {
        let least = minus(sum).map_or(NONE, |minus| self.most(&minus));
        if least != NONE && -least > bound {
            return None;
        }
        let cells = sum.factors.iter().filter(|(c, k)| {
            let unit = k.unsigned_abs() == 1;
            **c < self.picked.len() && unit
        });
        let cells: Vec<(usize, bool)> = cells.map(|(cell, k)| (*cell, *k > 0)).collect();
        if sum.factors.len() > PARTS_MAX {
            return Some(());
        }
        for (at, &(cell, positive)) in cells.iter().enumerate() {
            let own = side(cell, positive);
            if let Some(rest) = self.left(sum, bound, &[cell]) {
                self.octagon.require(own, negative(own), 2 * rest)?;
            }
            for &(other, positive) in &cells[at + 1..] {
                if let Some(rest) = self.left(sum, bound, &[cell, other]) {
                    let other = side(other, !positive);
                    self.octagon.require(own, other, rest)?;
                }
            }
        }
        Some(())
    }

    /// What a bound leaves to some parts of a sum.
    fn left(&self, sum: &Sum, bound: i128, parts: &[usize]) -> Option<i128> {
        let mut rest = minus(sum)?;
        parts.iter().for_each(|part| _ = rest.factors.remove(part));
        let most = self.most(&rest);
        (most != NONE).then(|| most + bound)
    }
}

/// A sum of nothing but a constant.
fn constant(value: i128) -> Sum {
    Sum {
        constant: value,
        ..Sum::default()
    }
}

/// The negative of a sum.
pub(super) fn minus(sum: &Sum) -> Option<Sum> {
    let mut out = Sum::default();
    out.add(sum, -1)?;
    Some(out)
}
