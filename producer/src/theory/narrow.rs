//! Bit operations on numbers of few bits: `a | b`, `a ^ b` and `a & b` lie between `-2^k` and
//! `2^k - 1` if `a` and `b` do, and are not negative if both are not.
//!
//! The bits below `k` of a number from 0 to `2^k - 1` are all of it; a negative number from `-2^k`
//! on has ones at all others (as [`super::bits`], two's complement integers of infinite width).

use super::solver::{Solver, State};
use super::tree::{FactId, Reason, Step};
use super::{Checked, Stop};
use proofmark_logic::arena::{Expr, Op};

/// Numbers with more bits are not looked at.
const BITS_MAX: u32 = 62;

impl Solver<'_> {
    /// What follows for `a op b` from the ranges of `a` and `b`; nothing, unless it is more than
    /// their types say.
    pub(super) fn of_few_bits(
        &mut self,
        state: &State,
        op: Op,
        [a, b]: [Expr; 2],
    ) -> Checked<Vec<FactId>> {
        let mut bits = 0;
        let mut negative = false;
        for operand in [a, b] {
            // Such a part comes from here.
            if let Some((Op::BitAnd, [_, mask, _])) = self.arena.app(operand) {
                if self.arena.as_lit(mask).is_some() {
                    return Ok(Vec::new());
                }
            }
            let (Some(low), Some(high)) = self.value_range(state, operand)? else {
                return Ok(Vec::new());
            };
            negative |= low < 0;
            for end in [low, high] {
                let magnitude = if end < 0 { !end } else { end };
                bits = bits.max(i128::BITS - magnitude.leading_zeros());
            }
        }
        let term = self.arena.mk(op, &[a, b]);
        let known = self.arena.interval(term);
        if bits > BITS_MAX || known.hi < 1i128 << bits && known.lo >= -i128::from(negative) << bits
        {
            return Ok(Vec::new());
        }
        match (negative, op) {
            (true, _) => self.signs(state, op, [a, b], bits),
            (false, Op::BitAnd) => Ok(Vec::new()),
            (false, _) => self.below(state, op, [a, b], bits),
        }
    }

    /// `(a op b) & (2^k - 1) = a op b`, where that is so of `a` and of `b`.
    fn below(
        &mut self,
        state: &State,
        op: Op,
        [a, b]: [Expr; 2],
        bits: u32,
    ) -> Checked<Vec<FactId>> {
        let (Some(of_a), Some(of_b)) = (
            self.all_below(state, a, bits)?,
            self.all_below(state, b, bits)?,
        ) else {
            return Ok(Vec::new());
        };
        let low = self.arena.lit((1i128 << bits) - 1);
        let distributed = self.distributed_over(op, [a, b], low)?;
        let term = self.arena.mk(op, &[a, b]);
        let [left, right] = [a, b].map(|e| self.arena.mk(Op::BitAnd, &[e, low]));
        let parts = self.arena.mk(op, &[left, right]);
        let name = if op == Op::BitOr {
            "bitor_cong"
        } else {
            "bitxor_cong"
        };
        let atom = self.arena.eq(parts, term);
        let same = self.rule(name, &[], &[of_a, of_b], atom)?;
        let whole = self.arena.mk(Op::BitAnd, &[term, low]);
        let atom = self.arena.eq(whole, term);
        let steps = [distributed, same].map(|fact| Step::Add(1, fact));
        Ok(vec![self.push(atom, Reason::Eq(steps.to_vec()))?])
    }

    /// `x & (2^k - 1) = x` for `x` from 0 to `2^k - 1`: it has nothing of the other bits.
    fn all_below(&mut self, state: &State, x: Expr, bits: u32) -> Checked<Option<FactId>> {
        let n = 1i128 << bits;
        let [zero, one, power, minus, count] =
            [0, 1, n, -1, i128::from(bits)].map(|value| self.arena.lit(value));
        let above = self.arena.mk(Op::Add, &[x, one]);
        let (Some(least), Some(most)) = (
            self.prove_le(state, zero, x)?,
            self.prove_le(state, above, power)?,
        ) else {
            return Ok(None);
        };
        let product = self.arena.mk(Op::Mul, &[power, minus]);
        let others = self.arena.lit(-n);
        let atom = self.arena.eq(others, product);
        let multiple = self.push(atom, Reason::Eq(Vec::new()))?;
        let shared = self.arena.mk(Op::BitAnd, &[others, x]);
        let atom = self.arena.eq(shared, zero);
        let none = self.rule("and_apart", &[count, minus], &[multiple, least, most], atom)?;
        let all = self.arena.mk(Op::BitAnd, &[x, minus]);
        let atom = self.arena.eq(all, x);
        let all = self.rule("and_ones", &[x], &[], atom)?;
        let (split, whole) = self.split_mask(x, -n, n - 1)?;
        let turned = self.commuted(x, others)?;
        let low = self.arena.lit(n - 1);
        let term = self.arena.mk(Op::BitAnd, &[x, low]);
        let atom = self.arena.eq(term, x);
        let steps = [(-1, split), (-1, whole), (1, all), (-1, turned), (-1, none)];
        let steps = steps.map(|(k, fact)| Step::Add(k, fact));
        self.push(atom, Reason::Eq(steps.to_vec())).map(Some)
    }

    /// What `a op b` has of the bits from `k` on, in terms of the signs of `a` and `b`: those of a
    /// number from `-2^k` to `2^k - 1` are its sign.
    fn signs(
        &mut self,
        state: &State,
        op: Op,
        [a, b]: [Expr; 2],
        bits: u32,
    ) -> Checked<Vec<FactId>> {
        let n = 1i128 << bits;
        let high = self.arena.lit(-n);
        let term = self.arena.mk(op, &[a, b]);
        let mut facts = vec![match op {
            Op::BitAnd => self.associated(a, b, high)?,
            _ => self.distributed_over(op, [a, b], high)?,
        }];
        for x in [a, b, term] {
            facts.extend(self.masked(x, -n)?);
        }
        for x in [a, b] {
            let Some(ends) = self.sign_above(state, x, bits)? else {
                return Ok(Vec::new());
            };
            facts.extend(ends);
        }
        Ok(facts)
    }

    /// What `x >> k` is for `x` from `-2^k` to `2^k - 1`: 0, -1, or one of both.
    fn sign_above(&mut self, state: &State, x: Expr, bits: u32) -> Checked<Option<[FactId; 2]>> {
        let n = 1i128 << bits;
        let (Some(low), Some(high)) = self.value_range(state, x)? else {
            return Ok(None);
        };
        let (lowest, least) = if low < 0 { (-1, -n) } else { (0, 0) };
        let (highest, most) = if high < 0 { (-1, -1) } else { (0, n - 1) };
        let [lowest, highest, least, most, power, count] =
            [lowest, highest, least, most, n, i128::from(bits)].map(|value| self.arena.lit(value));
        let (Some(from), Some(to)) = (
            self.prove_le(state, least, x)?,
            self.prove_le(state, x, most)?,
        ) else {
            return Ok(None);
        };
        let sign = self.arena.mk(Op::Shr, &[x, count]);
        let product = self.arena.mk(Op::Mul, &[power, sign]);
        let atom = self.arena.le(product, x);
        let below = self.rule("shr_lo", &[x, count], &[], atom)?;
        let next = self.arena.mk(Op::Add, &[product, power]);
        let atom = self.arena.le(next, x);
        let atom = self.arena.not(atom);
        let above = self.rule("shr_hi", &[x, count], &[], atom)?;
        let mut ends = Vec::new();
        for (atom, facts) in [
            (self.arena.le(lowest, sign), [above, from]),
            (self.arena.le(sign, highest), [below, to]),
        ] {
            let [one, other] = facts.map(|fact| Step::Add(1, fact));
            ends.push(self.push(atom, Reason::Le(vec![one, other, Step::Cut(n)]))?);
        }
        <[FactId; 2]>::try_from(ends)
            .map(Some)
            .map_err(|_| Stop::GiveUp)
    }

    /// `(a op b) & c = (a & c) op (b & c)` for `|` and `^`.
    fn distributed_over(&mut self, op: Op, [a, b]: [Expr; 2], c: Expr) -> Checked<FactId> {
        let name = if op == Op::BitOr { "and_or" } else { "and_xor" };
        let [left, right] = [a, b].map(|e| self.arena.mk(Op::BitAnd, &[e, c]));
        let whole = self.arena.mk(op, &[a, b]);
        let (term, parts) = (
            self.arena.mk(Op::BitAnd, &[whole, c]),
            self.arena.mk(op, &[left, right]),
        );
        let atom = self.arena.eq(term, parts);
        self.rule(name, &[a, b, c], &[], atom)
    }
}
