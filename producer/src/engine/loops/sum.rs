//! Linear sums of cells.

use super::cells::Cells;
use proofmark_logic::arena::{Arena, Expr, Op};
use proofmark_logic::interval::Interval;
use std::collections::BTreeMap;

/// A linear term: the factor of each cell, and the constant.
#[derive(Clone, Default, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sum {
    /// None is 0.
    pub(super) factors: BTreeMap<usize, i128>,
    /// What is added.
    pub(super) constant: i128,
}

impl Sum {
    /// One cell.
    pub(super) fn of(cell: usize) -> Sum {
        Sum {
            factors: BTreeMap::from([(cell, 1)]),
            constant: 0,
        }
    }

    /// Adds `k` times another one.
    pub(super) fn add(&mut self, other: &Sum, k: i128) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(k)?)?;
        for (&cell, &factor) in &other.factors {
            let slot = self.factors.entry(cell).or_default();
            *slot = slot.checked_add(factor.checked_mul(k)?)?;
        }
        self.factors.retain(|_, factor| *factor != 0);
        Some(())
    }

    /// The values where cells are in these ranges.
    pub(super) fn values(&self, range: impl Fn(usize) -> Interval) -> Interval {
        let start = Interval::point(self.constant);
        self.factors.iter().fold(start, |all, (cell, k)| {
            all.add(range(*cell).mul(Interval::point(*k)))
        })
    }

    /// As a term over the program's variables.
    pub(super) fn term(&self, arena: &mut Arena, cells: &Cells) -> Expr {
        let mut sum = arena.lit(self.constant);
        for (&cell, &factor) in &self.factors {
            let factor = arena.lit(factor);
            let product = arena.mk(Op::Mul, &[factor, cells.terms[cell]]);
            sum = arena.mk(Op::Add, &[sum, product]);
        }
        sum
    }
}
