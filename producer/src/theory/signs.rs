//! What the signs of its operands say of a conjunction.
//!
//! Bits are those of two's complement integers of infinite width. A number that is not negative has
//! no bit at the sign, so what it shares with another one is not negative, and removing bits makes
//! it smaller. `-1 - a` has the bits that `a` has not, and it is not negative where `a` is.

use super::solver::{Solver, State};
use super::tree::{FactId, Reason, Step};
use super::{Checked, Stop};
use proofmark_logic::arena::{Expr, Op};

/// Whether a number is negative, and why: `0 <= x`, or `0 <= -1 - x`.
#[derive(Clone, Copy)]
enum Sign {
    NotNegative(FactId),
    Negative(FactId),
}

impl Solver<'_> {
    /// What follows for `a & b` from the signs of `a` and `b`, and how many of these are known.
    ///
    /// `0 <= a & b <= a` for an `a` that is not negative, `a + b + 1 <= a & b <= b` for one that
    /// is.
    pub(super) fn of_signs(
        &mut self,
        state: &State,
        [a, b]: [Expr; 2],
    ) -> Checked<(usize, Vec<FactId>)> {
        let mut facts = Vec::new();
        let mut told = 0;
        for (x, y) in [(a, b), (b, a)] {
            let Some(sign) = self.sign_of(state, x)? else {
                continue;
            };
            told += 1;
            match sign {
                Sign::NotNegative(sign) => {
                    facts.push(self.shared_is_less((x, sign), y)?);
                    facts.push(self.shared_is_not_negative((x, sign), y)?);
                }
                Sign::Negative(sign) => facts.extend(self.shared_with_negative((x, sign), y)?),
            }
            if x != a {
                facts.push(self.commuted(a, b)?);
            }
        }
        Ok((told, facts))
    }

    /// As [`Self::of_signs`], for an `x` that is negative.
    pub(super) fn of_negative(&mut self, state: &State, x: Expr, y: Expr) -> Checked<Vec<FactId>> {
        match self.sign_of(state, x)? {
            Some(Sign::Negative(sign)) => Ok(self.shared_with_negative((x, sign), y)?.to_vec()),
            Some(Sign::NotNegative(_)) | None => Ok(Vec::new()),
        }
    }

    fn sign_of(&mut self, state: &State, x: Expr) -> Checked<Option<Sign>> {
        let zero = self.arena.lit(0);
        if let Some(sign) = self.prove_le(state, zero, x)? {
            return Ok(Some(Sign::NotNegative(sign)));
        }
        let rest = self.rest(x);
        let sign = self.prove_le(state, zero, rest)?;
        Ok(sign.map(Sign::Negative))
    }

    /// `-1 - x`: the bits that `x` has not.
    fn rest(&mut self, x: Expr) -> Expr {
        let minus = self.arena.lit(-1);
        self.arena.mk(Op::Sub, &[minus, x])
    }

    /// `x & y <= x` for `0 <= x`.
    fn shared_is_less(&mut self, (x, sign): (Expr, FactId), y: Expr) -> Checked<FactId> {
        let term = self.arena.mk(Op::BitAnd, &[x, y]);
        let atom = self.arena.le(term, x);
        self.rule("and_hi", &[y], &[sign], atom)
    }

    /// `0 <= x & y` for `0 <= x`: `x` without what it shares with `-1 - y`.
    fn shared_is_not_negative(&mut self, (x, sign): (Expr, FactId), y: Expr) -> Checked<FactId> {
        let rest = self.rest(y);
        let most = self.shared_is_less((x, sign), rest)?;
        let parts = self.parts(x, y)?;
        let zero = self.arena.lit(0);
        let term = self.arena.mk(Op::BitAnd, &[x, y]);
        let atom = self.arena.le(zero, term);
        let steps = [(1, most), (1, parts)];
        let steps = steps.map(|(k, fact)| Step::Add(k, fact));
        self.push(atom, Reason::Le(steps.to_vec()))
    }

    /// `x = (x & y) + (x & (-1 - y))`.
    fn parts(&mut self, x: Expr, y: Expr) -> Checked<FactId> {
        let (rest, zero) = (self.rest(y), self.arena.lit(0));
        let same = self.arena.eq(rest, rest);
        let same = self.rule("refl", &[rest], &[], same)?;
        let both = self.arena.mk(Op::BitAnd, &[y, rest]);
        let atom = self.arena.eq(both, zero);
        let nothing = self.rule("and_not", &[], &[same], atom)?;
        let (sum, minus) = (self.arena.mk(Op::Add, &[y, rest]), self.arena.lit(-1));
        let [whole, all, left, right] =
            [sum, minus, y, rest].map(|mask| self.arena.mk(Op::BitAnd, &[x, mask]));
        let value = self.arena.mk(Op::Add, &[left, right]);
        let atom = self.arena.eq(whole, value);
        let split = self.rule("and_split", &[x], &[nothing], atom)?;
        let atom = self.arena.eq(sum, minus);
        let equal = self.push(atom, Reason::Eq(Vec::new()))?;
        let cong = self.cong_of_mask(x, (sum, minus), equal)?;
        let atom = self.arena.eq(all, x);
        let ones = self.rule("and_ones", &[x], &[], atom)?;
        let atom = self.arena.eq(x, value);
        let steps = [(-1, ones), (-1, cong), (1, split)];
        let steps = steps.map(|(k, fact)| Step::Add(k, fact));
        self.push(atom, Reason::Eq(steps.to_vec()))
    }

    /// `x & y <= y` and `x + y + 1 <= x & y` for a negative `x`: `y` without what it shares with
    /// `-1 - x`, which is not negative and not more than that.
    fn shared_with_negative(&mut self, (x, sign): (Expr, FactId), y: Expr) -> Checked<[FactId; 2]> {
        let rest = self.rest(x);
        let least = self.shared_is_not_negative((rest, sign), y)?;
        let most = self.shared_is_less((rest, sign), y)?;
        let parts = self.parts(y, x)?;
        let (turned, other) = (self.commuted(rest, y)?, self.commuted(x, y)?);
        let (one, term) = (self.arena.lit(1), self.arena.mk(Op::BitAnd, &[x, y]));
        let sum = self.arena.mk(Op::Add, &[x, y]);
        let sum = self.arena.mk(Op::Add, &[sum, one]);
        let bounds = [
            // x & y - y = - rest & y.
            (self.arena.le(term, y), (1, least), 1),
            // x + y + 1 - x & y = rest & y - rest.
            (self.arena.le(sum, term), (1, most), -1),
        ];
        let mut facts = Vec::new();
        for (atom, bound, k) in bounds {
            let steps = [bound, (k, turned), (-k, parts), (k, other)];
            let steps = steps.map(|(k, fact)| Step::Add(k, fact));
            facts.push(self.push(atom, Reason::Le(steps.to_vec()))?);
        }
        <[FactId; 2]>::try_from(facts).map_err(|_| Stop::GiveUp)
    }
}
