//! Linear normal form of integer terms: the arithmetic side conditions of the logic.
//!
//! Trusted. The normal form of `t` is `c0 + c1·x1 + … + cn·xn`, where the `xi` are distinct terms
//! that are not sums, differences, literals or products with a literal, ordered by id. Equal normal
//! forms have equal values in every state.

use crate::arena::{Arena, Expr, Node, Op};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

/// A coefficient or constant left `i128`. The caller declines; it never concludes anything from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overflow;

/// `constant + Σ coefficient · leaf`; leaves strictly increasing, coefficients non-zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Linear {
    /// The constant.
    pub constant: i128,
    /// The other summands.
    pub terms: Vec<(Expr, i128)>,
}

impl Linear {
    /// The normal form of `Σ k·t`.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn combination(arena: &Arena, summands: &[(i128, Expr)]) -> Result<Linear, Overflow> {
        Normalizer::default()
            .combination(arena, summands)
            .map(core::mem::take)
    }

    /// The value, if no leaf is left.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The normal form as a term: `c1·x1 + (c2·x2 + … + c0)`, with `x + …` for coefficient 1 and
    /// `… - x` for -1.
    pub fn to_expr(&self, arena: &mut Arena) -> Expr {
        let mut out = arena.lit(self.constant);
        for &(leaf, k) in self.terms.iter().rev() {
            out = match k {
                1 => arena.mk(Op::Add, &[leaf, out]),
                -1 => arena.mk(Op::Sub, &[out, leaf]),
                _ => {
                    let k = arena.lit(k);
                    let product = arena.mk(Op::Mul, &[k, leaf]);
                    arena.mk(Op::Add, &[product, out])
                }
            };
        }
        out
    }
}

/// Computes normal forms, keeping its memory and counting its work.
#[derive(Default)]
pub struct Normalizer {
    /// Terms that wait, with their coefficients. They are no literals.
    pending: BinaryHeap<(Expr, i128)>,
    /// The sum so far, largest leaves first.
    sum: Linear,
    /// Summands looked at so far, over all calls.
    pub work: u64,
}

impl Normalizer {
    /// The normal form of `Σ k·t`. Each node of the terms' DAG is visited once, largest id first: a
    /// node's total coefficient is known when it is reached, because its users have larger ids.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn combination(
        &mut self,
        arena: &Arena,
        summands: &[(i128, Expr)],
    ) -> Result<&mut Linear, Overflow> {
        self.pending.clear();
        self.sum.terms.clear();
        self.sum.constant = 0;
        summands
            .iter()
            .try_for_each(|&(k, e)| self.add(arena, Some(k), e))?;
        while let Some((e, mut k)) = self.pending.pop() {
            // Equal nodes leave the heap one after another.
            while let Some(&(_, more)) = self.pending.peek().filter(|next| next.0 == e) {
                self.pending.pop();
                k = k.checked_add(more).ok_or(Overflow)?;
            }
            match arena.node(e) {
                _ if k == 0 => {}
                Node::App(op @ (Op::Add | Op::Sub), [a, b, _]) => {
                    self.add(arena, Some(k), a)?;
                    self.add(
                        arena,
                        if op == Op::Add {
                            Some(k)
                        } else {
                            k.checked_neg()
                        },
                        b,
                    )?;
                }
                Node::App(Op::Mul, [a, b, _]) => match (arena.as_lit(a), arena.as_lit(b)) {
                    (Some(v), _) => self.add(arena, product(k, v), b)?,
                    (None, Some(v)) => self.add(arena, product(k, v), a)?,
                    (None, None) => self.sum.terms.push((e, k)),
                },
                _ => self.sum.terms.push((e, k)),
            }
        }
        self.sum.terms.reverse();
        Ok(&mut self.sum)
    }

    /// Adds `k·e`; no `k` is an overflow.
    fn add(&mut self, arena: &Arena, k: Option<i128>, e: Expr) -> Result<(), Overflow> {
        self.work = self.work.saturating_add(1);
        let k = k.ok_or(Overflow)?;
        match arena.node(e) {
            Node::Lit(v) => {
                self.sum.constant = product(k, v)
                    .and_then(|p| self.sum.constant.checked_add(p))
                    .ok_or(Overflow)?
            }
            _ => self.pending.push((e, k)),
        }
        Ok(())
    }
}

/// `a * b` if it fits. Factors of 64 bits, which is nearly all, take one multiplication.
fn product(a: i128, b: i128) -> Option<i128> {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => Some(i128::from(a) * i128::from(b)),
        _ => a.checked_mul(b),
    }
}
