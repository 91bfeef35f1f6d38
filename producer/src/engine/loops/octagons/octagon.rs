//! Octagons: between which values cells, their differences and their sums are (A. Miné, The octagon
//! abstract domain, 2006).
//!
//! Each cell `x` has two sides, `x` and `-x`. A bound between two sides says how much larger the
//! first is than the second at most: so `x - y`, `x + y`, and twice `x` have bounds.

use super::super::sum::Sum;
use proofmark_logic::interval::Interval;
use proofmark_logic::types::IntType;
use std::collections::BTreeSet;

/// No bound.
pub(super) const NONE: i128 = Interval::POS_INF;
/// Larger bounds are none.
const BOUND_MAX: i128 = 1 << 100;

/// A cell or its negative.
pub(super) type Side = usize;

/// The side on which a cell has this sign.
pub(super) fn side(cell: usize, positive: bool) -> Side {
    2 * cell + usize::from(!positive)
}

/// The same cell with the other sign.
pub(super) fn negative(side: Side) -> Side {
    side ^ 1
}

/// A sum of bounds.
fn plus(a: i128, b: i128) -> i128 {
    let sum = a.checked_add(b).filter(|_| a != NONE && b != NONE);
    sum.filter(|sum| *sum <= BOUND_MAX).unwrap_or(NONE)
}

/// A multiple of a bound, not negative.
fn times(bound: i128, k: i128) -> i128 {
    let product = bound.checked_mul(k).filter(|_| bound != NONE);
    product
        .filter(|product| *product <= BOUND_MAX)
        .unwrap_or(NONE)
}

/// Half a bound on twice something.
fn half(bound: i128) -> i128 {
    match bound {
        NONE => NONE,
        _ => bound.div_euclid(2),
    }
}

/// The states in which all differences of sides are within their bounds; closed: a bound that
/// follows from others is not larger than these say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Octagon {
    /// Twice the number of cells.
    sides: usize,
    /// By row, the bounds of the differences of a side and each other one.
    bounds: Vec<i128>,
}

impl Octagon {
    /// All states of cells of these types.
    pub(super) fn of_types(types: &[IntType]) -> Octagon {
        let sides = 2 * types.len();
        let mut all = Octagon {
            sides,
            bounds: vec![NONE; sides * sides],
        };
        for (cell, &ty) in types.iter().enumerate() {
            all.lower(side(cell, true), side(cell, false), 2 * ty.max());
            all.lower(side(cell, false), side(cell, true), -2 * ty.min());
        }
        for at in 0..sides {
            all.lower(at, at, 0);
        }
        all.strengthen();
        all
    }

    /// How much larger one side is than another at most.
    pub(super) fn at(&self, a: Side, b: Side) -> i128 {
        self.bounds[a * self.sides + b]
    }

    /// Lowers a bound, and nothing that follows.
    pub(super) fn lower(&mut self, a: Side, b: Side, bound: i128) {
        let slot = &mut self.bounds[a * self.sides + b];
        *slot = bound.min(*slot);
    }

    /// The values of a cell.
    pub(super) fn interval(&self, cell: usize) -> Interval {
        let [plus, minus] = [side(cell, true), side(cell, false)];
        let hi = half(self.at(plus, minus));
        let lo = match half(self.at(minus, plus)) {
            NONE => Interval::NEG_INF,
            bound => -bound,
        };
        Interval { lo, hi }
    }

    /// What a sum is at most, where `interval` knows the values of what is no cell.
    pub(super) fn most(&self, sum: &Sum, interval: &dyn Fn(usize) -> Interval) -> i128 {
        let parts: Vec<(usize, i128)> = sum.factors.iter().map(|(c, k)| (*c, *k)).collect();
        plus(sum.constant, self.most_of(&parts, interval))
    }

    /// What a sum of parts is at most: each by itself, or two with the same factor together.
    fn most_of(&self, parts: &[(usize, i128)], interval: &dyn Fn(usize) -> Interval) -> i128 {
        /// More are not looked at together.
        const TOGETHER_MAX: usize = 5;
        let Some((&(cell, k), rest)) = parts.split_first() else {
            return 0;
        };
        let known = |cell: usize| 2 * cell < self.sides;
        let values = match known(cell) {
            true => self.interval(cell),
            false => interval(cell),
        };
        let own = values.mul(Interval::point(k)).hi;
        let mut best = plus(own, self.most_of(rest, interval));
        if !known(cell) || parts.len() > TOGETHER_MAX {
            return best;
        }
        for (at, &(other, l)) in rest.iter().enumerate() {
            if known(other) && l.unsigned_abs() == k.unsigned_abs() {
                let pair = self.at(side(cell, k > 0), negative(side(other, l > 0)));
                let mut left = rest.to_vec();
                left.remove(at);
                let both = times(pair, k.saturating_abs());
                best = best.min(plus(both, self.most_of(&left, interval)));
            }
        }
        best
    }

    /// Keeps the states in which one side is larger than another by so much at most; `None` if
    /// there are none.
    pub(super) fn require(&mut self, a: Side, b: Side, bound: i128) -> Option<()> {
        if bound >= self.at(a, b) {
            return Some(());
        }
        let before = self.clone();
        // The bound and its mirror image, in any order, once each.
        let (c, d) = (negative(b), negative(a));
        let cross = plus(plus(bound, before.at(b, c)), bound);
        let back = plus(plus(bound, before.at(d, a)), bound);
        for i in 0..self.sides {
            let (to_a, to_c) = (before.at(i, a), before.at(i, c));
            let (by_a, by_c) = (
                plus(to_a, bound).min(plus(to_c, back)),
                plus(to_c, bound).min(plus(to_a, cross)),
            );
            for j in 0..self.sides {
                let via_a = plus(by_a, before.at(b, j));
                let via_c = plus(by_c, before.at(d, j));
                self.lower(i, j, via_a.min(via_c));
            }
        }
        self.strengthen();
        self.is_possible().then_some(())
    }

    /// Computes all that follows; `None` if there are no states.
    pub(super) fn close(&mut self) -> Option<()> {
        for k in 0..self.sides {
            for i in 0..self.sides {
                let first = self.at(i, k);
                if first == NONE {
                    continue;
                }
                for j in 0..self.sides {
                    let sum = plus(first, self.at(k, j));
                    self.lower(i, j, sum);
                }
            }
        }
        self.strengthen();
        self.is_possible().then_some(())
    }

    /// What follows from the values of single cells, which are integers.
    fn strengthen(&mut self) {
        for i in 0..self.sides {
            let own = half(self.at(i, negative(i)));
            if own != NONE {
                self.lower(i, negative(i), 2 * own);
            }
        }
        for i in 0..self.sides {
            for j in 0..self.sides {
                let sum = self.alone(i, j);
                self.lower(i, j, sum);
            }
        }
    }

    /// What two sides' own values say of their difference.
    fn alone(&self, i: Side, j: Side) -> i128 {
        plus(half(self.at(i, negative(i))), half(self.at(negative(j), j)))
    }

    /// The bounds of sides that matter that do not follow from others of such.
    pub(super) fn bounds(&self, matters: impl Fn(Side) -> bool) -> Vec<(Side, Side, i128)> {
        let mut dropped = BTreeSet::new();
        let mut out = Vec::new();
        let sides: Vec<Side> = (0..self.sides).filter(|side| matters(*side)).collect();
        for &a in &sides {
            for &b in &sides {
                let bound = self.at(a, b);
                let mirror = (negative(b), negative(a));
                if a == b || bound == NONE || mirror < (a, b) {
                    continue;
                }
                let single = b == negative(a);
                let follows = sides.iter().any(|&via| {
                    let own = [a, b, negative(a), negative(b)].contains(&via);
                    let kept = |part: (Side, Side)| !dropped.contains(&part);
                    !own && kept((a, via))
                        && kept((via, b))
                        && plus(self.at(a, via), self.at(via, b)) <= bound
                });
                if !single && (follows || self.alone(a, b) <= bound) {
                    dropped.extend([(a, b), mirror]);
                } else {
                    out.push((a, b, bound));
                }
            }
        }
        out
    }

    fn is_possible(&self) -> bool {
        (0..self.sides).all(|i| {
            let there_and_back = plus(self.at(i, negative(i)), self.at(negative(i), i));
            self.at(i, i) >= 0 && there_and_back >= 0
        })
    }

    /// The states of both, and more.
    pub(super) fn join(&self, other: &Octagon) -> Octagon {
        self.with(other, |a, b| a.max(b))
    }

    /// The states of both, and more; bounds that grow have few values.
    pub(super) fn widen(&self, other: &Octagon, landmarks: &[i128]) -> Octagon {
        self.with(other, |a, b| match b > a {
            true => landmarks.iter().copied().find(|l| *l >= b).unwrap_or(NONE),
            false => a,
        })
    }

    /// The states of both at once; `None` if there are none.
    pub(super) fn meet(&self, other: &Octagon) -> Option<Octagon> {
        let mut both = self.with(other, |a, b| a.min(b));
        both.close()?;
        Some(both)
    }

    fn with(&self, other: &Octagon, of: impl Fn(i128, i128) -> i128) -> Octagon {
        let pairs = self.bounds.iter().zip(&other.bounds);
        Octagon {
            sides: self.sides,
            bounds: pairs.map(|(a, b)| of(*a, *b)).collect(),
        }
    }
}
