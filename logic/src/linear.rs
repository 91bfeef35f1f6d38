//! Linear normal form of integer terms: the arithmetic side conditions of the logic.
//!
//! Trusted. The normal form of `t` is `c0 + c1·x1 + … + cn·xn`, where the `xi` are distinct terms that are not sums, differences, literals or
//! products with a literal, ordered by id. Equal normal forms have equal values in every state.

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
    /// The normal form of a term.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn of(arena: &Arena, term: Expr) -> Result<Linear, Overflow> {
        Linear::combination(arena, &[(1, term)])
    }

    /// The normal form of `Σ k·t`. Each node of the terms' DAG is visited once, largest id first: a node's total coefficient is known when
    /// it is reached, because its users have larger ids.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn combination(arena: &Arena, summands: &[(i128, Expr)]) -> Result<Linear, Overflow> {
        Linear::combination_metered(arena, summands, &mut 0)
    }

    /// [`Linear::combination`], adding the number of nodes visited to `work`.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn combination_metered(arena: &Arena, summands: &[(i128, Expr)], work: &mut u64) -> Result<Linear, Overflow> {
        let mut pending: BinaryHeap<(Expr, i128)> = summands.iter().map(|&(k, e)| (e, k)).collect();
        let mut out = Linear::default();
        while let Some((e, mut k)) = pending.pop() {
            *work = work.saturating_add(1);
            // Equal nodes leave the heap one after another.
            while let Some(&(_, more)) = pending.peek().filter(|next| next.0 == e) {
                pending.pop();
                k = k.checked_add(more).ok_or(Overflow)?;
            }
            if k == 0 {
                continue;
            }
            match arena.node(e) {
                Node::Lit(v) => out.constant = k.checked_mul(v).and_then(|p| out.constant.checked_add(p)).ok_or(Overflow)?,
                Node::App(Op::Add, [a, b, _]) => pending.extend([(a, k), (b, k)]),
                Node::App(Op::Sub, [a, b, _]) => pending.extend([(a, k), (b, k.checked_neg().ok_or(Overflow)?)]),
                Node::App(Op::Mul, [a, b, _]) => match (arena.as_lit(a), arena.as_lit(b)) {
                    (Some(v), _) => pending.push((b, k.checked_mul(v).ok_or(Overflow)?)),
                    (None, Some(v)) => pending.push((a, k.checked_mul(v).ok_or(Overflow)?)),
                    (None, None) => out.terms.push((e, k)),
                },
                _ => out.terms.push((e, k)),
            }
        }
        out.terms.reverse();
        Ok(out)
    }

    /// The value, if no leaf is left.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The normal form as a term: `c1·x1 + (c2·x2 + … + c0)`.
    pub fn to_expr(&self, arena: &mut Arena) -> Expr {
        let mut out = arena.lit(self.constant);
        for &(leaf, k) in self.terms.iter().rev() {
            let k = arena.lit(k);
            let product = arena.mk(Op::Mul, &[k, leaf]);
            out = arena.mk(Op::Add, &[product, out]);
        }
        out
    }
}
