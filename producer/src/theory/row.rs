//! Linear constraints with the facts that they are a combination of.

use super::rational::{add, gcd, mul};
use super::tree::FactId;
use super::{Checked, Stop};
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::linear::Linear;

/// `constant + Σ coefficient · leaf`, to be compared with 0, and why: `Σ k · fact = den · row`.
///
/// The linear expression of a fact is `A - B` for `A = B` and `A <= B`, and `B + 1 - A` for
/// `not (A <= B)`.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Leaves strictly increasing, coefficients non-zero.
    pub(super) terms: Vec<(Expr, i128)>,
    pub(super) constant: i128,
    /// Positive.
    pub(super) den: i128,
    /// Facts strictly increasing, multipliers non-zero.
    pub(super) why: Vec<(FactId, i128)>,
}

/// `k·a + m·b` of two sorted sparse vectors.
fn merge<K: Ord + Copy>(
    a: &[(K, i128)],
    k: i128,
    b: &[(K, i128)],
    m: i128,
) -> Checked<Vec<(K, i128)>> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let (key, value) = match (a.peek(), b.peek()) {
            (None, None) => return Ok(out),
            (Some(&&(x, v)), Some(&&(y, w))) if x == y => {
                a.next();
                b.next();
                (x, add(mul(k, v)?, mul(m, w)?)?)
            }
            (Some(&&(x, v)), other) if other.is_none_or(|&&(y, _)| x < y) => {
                a.next();
                (x, mul(k, v)?)
            }
            (_, Some(&&(y, w))) => {
                b.next();
                (y, mul(m, w)?)
            }
            (Some(_), None) => return Ok(out),
        };
        if value != 0 {
            out.push((key, value));
        }
    }
}

impl Row {
    /// `Σ k·t`, which is the linear expression of `fact`.
    pub(super) fn of(
        arena: &Arena,
        summands: &[(i128, Expr)],
        constant: i128,
        fact: FactId,
    ) -> Checked<Row> {
        let linear = Linear::combination(arena, summands).map_err(|_| Stop::GiveUp)?;
        Ok(Row {
            terms: linear.terms,
            constant: add(linear.constant, constant)?,
            den: 1,
            why: vec![(fact, 1)],
        })
    }

    /// The row of a literal: an atom or a negated atom. For a disequation it is the row of the
    /// equation.
    pub(super) fn of_literal(arena: &Arena, literal: Expr, fact: FactId) -> Checked<Row> {
        let (positive, atom) = match arena.node(literal) {
            Node::App(Op::Not, [a, ..]) => (false, a),
            _ => (true, literal),
        };
        match arena.node(atom) {
            Node::App(Op::Le, [a, b, _]) if !positive => {
                Row::of(arena, &[(1, b), (-1, a)], 1, fact)
            }
            Node::App(Op::Eq | Op::Le, [a, b, _]) => Row::of(arena, &[(1, a), (-1, b)], 0, fact),
            _ => Err(Stop::GiveUp),
        }
    }

    /// `k·self + m·other`.
    pub(super) fn combine(&self, k: i128, other: &Row, m: i128) -> Checked<Row> {
        let g = gcd(self.den, other.den).max(1);
        let (left, right) = (mul(k, other.den / g)?, mul(m, self.den / g)?);
        let mut row = Row {
            terms: merge(&self.terms, k, &other.terms, m)?,
            constant: add(mul(k, self.constant)?, mul(m, other.constant)?)?,
            den: mul(self.den, other.den / g)?,
            why: merge(&self.why, left, &other.why, right)?,
        };
        row.shrink();
        Ok(row)
    }

    /// Takes a common factor out of the explanation.
    fn shrink(&mut self) {
        if self.den == 1 {
            return;
        }
        let g = self.why.iter().fold(self.den, |g, &(_, k)| gcd(g, k));
        if g > 1 {
            self.den /= g;
            for (_, k) in &mut self.why {
                *k /= g;
            }
        }
    }

    /// The coefficient of a leaf, 0 if it does not occur.
    pub(super) fn coefficient(&self, leaf: Expr) -> i128 {
        self.terms
            .binary_search_by_key(&leaf, |&(e, _)| e)
            .ok()
            .and_then(|i| self.terms.get(i))
            .map_or(0, |&(_, k)| k)
    }

    /// The greatest common divisor of the coefficients; 0 if there is none.
    pub(super) fn content(&self) -> i128 {
        self.terms.iter().fold(0, |g, &(_, k)| gcd(g, k))
    }

    /// Divides by a common divisor of coefficients and constant.
    pub(super) fn divide(&mut self, by: i128) -> Checked<()> {
        if by <= 1 {
            return Ok(());
        }
        for (_, k) in &mut self.terms {
            *k /= by;
        }
        self.constant /= by;
        self.den = mul(self.den, by)?;
        self.shrink();
        Ok(())
    }

    /// The positive number of times that all leaves of `other` are among this one's, if there is
    /// one.
    pub(super) fn contains(&self, other: &Row) -> Option<i128> {
        let first = other.terms.first()?;
        let k = self.coefficient(first.0).checked_div(first.1)?;
        let multiple = |&(leaf, own): &(Expr, i128)| {
            own.checked_mul(k)
                .is_some_and(|product| product == self.coefficient(leaf))
        };
        (k > 0 && other.terms.iter().all(multiple)).then_some(k)
    }

    /// Adds the multiple of the equation that makes `leaf` vanish; multiplies the row by a positive
    /// number only.
    pub(super) fn eliminate(&self, leaf: Expr, equation: &Row) -> Checked<Row> {
        let (b, a) = (self.coefficient(leaf), equation.coefficient(leaf));
        let g = gcd(a, b);
        if b == 0 || a == 0 || g == 0 {
            return Ok(self.clone());
        }
        let row = self.combine(a.abs() / g, equation, mul(-a.signum(), b / g)?)?;
        Ok(row)
    }
}
