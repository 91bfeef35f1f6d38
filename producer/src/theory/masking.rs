//! What masks keep: a run of ones keeps what lies between two floored quotients, and of what other
//! bit operations make, masks of the parts say more.

use super::solver::{sum, Solver, State};
use super::tree::{FactId, Reason, Step};
use super::{Checked, Stop};
use crate::masks::runs_of_ones;
use proofmark_logic::arena::{Expr, Op};
use proofmark_logic::linear::Linear;

/// Masks with more runs of ones are not taken apart.
const RUNS_MAX: usize = 4;
/// Bits that masks and factors may have.
pub(super) const BITS_MAX: u32 = 100;

impl Solver<'_> {
    /// What `a & mask` is.
    pub(super) fn masked(&mut self, a: Expr, mask: i128) -> Checked<Vec<FactId>> {
        let runs = runs_of_ones(if mask < 0 { !mask } else { mask });
        let fits = |&(from, length): &(u32, u32)| from + length <= BITS_MAX;
        if runs.len() > RUNS_MAX || !runs.iter().all(fits) {
            return Ok(Vec::new());
        }
        if let Some(fact) = self.masked_operation(a, mask)? {
            return Ok(vec![fact]);
        }
        if let Some(facts) = self.masked_parts(a, mask)? {
            return Ok(facts);
        }
        let mut found: Option<(i128, FactId)> = None;
        for run in runs {
            let (ones, fact) = self.masked_by_run(a, run)?;
            found = Some(match found {
                None => (ones, fact),
                Some((below, known)) => {
                    let (split, whole) = self.split_mask(a, below, ones)?;
                    let steps = [whole, split, known, fact].map(|f| Step::Add(1, f));
                    let fact = self.value_of_mask(a, below + ones, steps.to_vec())?;
                    (below + ones, fact)
                }
            });
        }
        match (found, mask) {
            (Some((_, fact)), 0..) => Ok(vec![fact]),
            (found, _) => Ok(vec![self.complement(a, mask, found)?]),
        }
    }

    /// `a & mask` for a negative mask, from what `a & !mask` is.
    fn complement(
        &mut self,
        a: Expr,
        mask: i128,
        others: Option<(i128, FactId)>,
    ) -> Checked<FactId> {
        let ones = self.arena.lit(-1);
        let all = self.arena.mk(Op::BitAnd, &[a, ones]);
        let atom = self.arena.eq(all, a);
        let all = self.rule("and_ones", &[a], &[], atom)?;
        let Some((rest, known)) = others else {
            return Ok(all);
        };
        let (split, whole) = self.split_mask(a, mask, rest)?;
        let steps = [(-1, split), (-1, whole), (1, all), (-1, known)];
        let steps = steps.map(|(k, fact)| Step::Add(k, fact));
        self.value_of_mask(a, mask, steps.to_vec())
    }

    /// `a & (b + c) = (a & b) + (a & c)` for masks that share no bit, and `a & m = a & (b + c)` for
    /// the literal `m` that the sum is.
    pub(super) fn split_mask(&mut self, a: Expr, b: i128, c: i128) -> Checked<(FactId, FactId)> {
        let (x, y, whole) = (self.arena.lit(b), self.arena.lit(c), self.arena.lit(b + c));
        let sum = self.arena.mk(Op::Add, &[x, y]);
        let split = self.split(a, x, y)?;
        let atom = self.arena.eq(whole, sum);
        let equal = self.push(atom, Reason::Eq(Vec::new()))?;
        let cong = self.cong_of_mask(a, (whole, sum), equal)?;
        Ok((split, cong))
    }

    /// `a & x = a & y` for equal masks.
    pub(super) fn cong_of_mask(
        &mut self,
        a: Expr,
        (x, y): (Expr, Expr),
        equal: FactId,
    ) -> Checked<FactId> {
        let same = self.arena.eq(a, a);
        let same = self.rule("refl", &[a], &[], same)?;
        let (left, right) = (
            self.arena.mk(Op::BitAnd, &[a, x]),
            self.arena.mk(Op::BitAnd, &[a, y]),
        );
        let atom = self.arena.eq(left, right);
        self.rule("bitand_cong", &[], &[same, equal], atom)
    }

    fn split(&mut self, a: Expr, b: Expr, c: Expr) -> Checked<FactId> {
        let shared = self.arena.mk(Op::BitAnd, &[b, c]);
        let nothing = self.point_of_interval(shared, 0)?;
        let sum = self.arena.mk(Op::Add, &[b, c]);
        let parts = [sum, b, c].map(|mask| self.arena.mk(Op::BitAnd, &[a, mask]));
        let value = self.arena.mk(Op::Add, &[parts[1], parts[2]]);
        let atom = self.arena.eq(parts[0], value);
        self.rule("and_split", &[a], &[nothing], atom)
    }

    /// `a & b = a - 2^k·(a >> k)` for the `k` lowest bits `b`.
    pub(super) fn low_bits(&mut self, a: Expr, k: u32, b: Expr) -> Checked<FactId> {
        let (n, k) = (self.arena.lit(1i128 << k), self.arena.lit(i128::from(k)));
        let one = self.arena.lit(1);
        let ones = self.arena.mk(Op::Sub, &[n, one]);
        let atom = self.arena.eq(b, ones);
        let equal = self.push(atom, Reason::Eq(Vec::new()))?;
        let quotient = self.arena.mk(Op::Shr, &[a, k]);
        let product = self.arena.mk(Op::Mul, &[n, quotient]);
        let value = self.arena.mk(Op::Sub, &[a, product]);
        let term = self.arena.mk(Op::BitAnd, &[a, b]);
        let atom = self.arena.eq(term, value);
        self.rule("and_low", &[a, k], &[equal], atom)
    }

    /// The mask of one run of ones, and what `a` has of it.
    fn masked_by_run(&mut self, a: Expr, (from, length): (u32, u32)) -> Checked<(i128, FactId)> {
        let ones = ((1i128 << length) - 1) << from;
        let run = self.arena.lit(ones);
        if from == 0 {
            return Ok((ones, self.low_bits(a, length, run)?));
        }
        let low = self.arena.lit((1i128 << from) - 1);
        let sum = self.arena.mk(Op::Add, &[low, run]);
        let whole = self.low_bits(a, from + length, sum)?;
        let below = self.low_bits(a, from, low)?;
        let split = self.split(a, low, run)?;
        let steps = [(1, whole), (-1, split), (-1, below)];
        let steps = steps.map(|(k, fact)| Step::Add(k, fact));
        Ok((ones, self.value_of_mask(a, ones, steps.to_vec())?))
    }

    /// `(a >> k) & mask = (a & mask << k) >> k`, where `a` is a bit operation: masks say of that
    /// what it is.
    pub(super) fn masked_shift(&mut self, shifted: Expr, mask: Expr) -> Checked<Option<FactId>> {
        let Some((Op::Shr, [a, k, _])) = self.arena.app(shifted) else {
            return Ok(None);
        };
        if !matches!(
            self.arena.app(a),
            Some((Op::BitAnd | Op::BitOr | Op::BitXor, _))
        ) {
            return Ok(None);
        }
        let above = self.arena.mk(Op::Shl, &[mask, k]);
        let kept = self.arena.mk(Op::BitAnd, &[a, above]);
        let (term, value) = (
            self.arena.mk(Op::BitAnd, &[shifted, mask]),
            self.arena.mk(Op::Shr, &[kept, k]),
        );
        let atom = self.arena.eq(term, value);
        self.rule("and_shr", &[a, mask, k], &[], atom).map(Some)
    }

    /// `wrap(T, e) & mask = e & mask` for a mask within `T`, where `e` is made by bits: both have
    /// the same lowest bits, for `wrap(T, e) + N carry = e`, and what is above these is what the
    /// carry adds.
    pub(super) fn masked_wrap(&mut self, wrapped: Expr, mask: i128) -> Checked<Option<FactId>> {
        let Some((Op::Wrap, [t, e, _])) = self.arena.app(wrapped) else {
            return Ok(None);
        };
        let made = self.arena.app(e);
        let made = made.is_some_and(|(op, [x, ..])| match op {
            Op::Sub => self.arena.as_lit(x) == Some(-1),
            op => matches!(op, Op::Shl | Op::Mul | Op::BitAnd | Op::BitOr | Op::BitXor),
        });
        let ty = self.type_of(t)?;
        if !made || ty.bits() > 64 || !(0..ty.modulus()).contains(&mask) {
            return Ok(None);
        }
        let (bits, modulus) = (u32::from(ty.bits()), ty.modulus());
        let [n, ones, m, count] =
            [modulus, modulus - 1, mask, bits.into()].map(|value| self.arena.lit(value));
        let carry = self.arena.mk(Op::Carry, &[t, e]);
        let product = self.arena.mk(Op::Mul, &[n, carry]);
        let difference = self.arena.mk(Op::Sub, &[e, product]);
        let atom = self.arena.eq(wrapped, difference);
        let defined = self.rule("wrap_def", &[t, e], &[], atom)?;
        let above = [wrapped, e].map(|x| self.arena.mk(Op::Shr, &[x, count]));
        let (low, high) = self.floored(wrapped, above[0], bits.into())?;
        let (whole_low, whole_high) = self.floored(e, above[1], bits.into())?;
        let rest = self.arena.mk(Op::Sub, &[above[1], carry]);
        let steps = [
            vec![(1, low), (1, defined), (1, whole_high)],
            vec![(1, high), (-1, defined), (1, whole_low)],
        ];
        let equal = self.between_cuts((above[0], rest), steps, Step::Cut(modulus))?;
        let lowest = [
            self.low_bits(wrapped, bits, ones)?,
            self.low_bits(e, bits, ones)?,
        ];
        let own = self.arena.mk(Op::BitAnd, &[wrapped, ones]);
        let others = self.arena.mk(Op::BitAnd, &[e, ones]);
        let atom = self.arena.eq(own, others);
        let steps = [
            (1, lowest[0]),
            (-1, lowest[1]),
            (1, defined),
            (-modulus, equal),
        ];
        let steps = steps.map(|(k, fact)| Step::Add(k, fact)).to_vec();
        let same_lowest = self.push(atom, Reason::Eq(steps))?;
        let masked = self.cong_of_operand((own, others), m, same_lowest)?;
        let both = self.arena.mk(Op::BitAnd, &[ones, m]);
        let known = self.point_of_interval(both, mask)?;
        let steps = [
            (1, masked),
            (-1, self.associated(wrapped, ones, m)?),
            (-1, self.cong_of_mask(wrapped, (both, m), known)?),
            (1, self.associated(e, ones, m)?),
            (1, self.cong_of_mask(e, (both, m), known)?),
        ];
        let term = self.arena.mk(Op::BitAnd, &[wrapped, m]);
        let value = self.arena.mk(Op::BitAnd, &[e, m]);
        let atom = self.arena.eq(term, value);
        let steps = steps.map(|(k, fact)| Step::Add(k, fact)).to_vec();
        self.push(atom, Reason::Eq(steps)).map(Some)
    }

    /// The equation for `a & mask` that a combination of equations gives.
    fn value_of_mask(&mut self, a: Expr, mask: i128, steps: Vec<Step>) -> Checked<FactId> {
        let mask = self.arena.lit(mask);
        let term = self.arena.mk(Op::BitAnd, &[a, mask]);
        self.value_by(term, steps)
    }

    /// The equation for a term that a combination of equations gives.
    fn value_by(&mut self, term: Expr, steps: Vec<Step>) -> Checked<FactId> {
        let mut summands = Vec::new();
        for step in &steps {
            let Step::Add(k, fact) = *step else {
                return Err(Stop::GiveUp);
            };
            let formula = self.formula(fact)?;
            let Some((Op::Eq, [left, right, _])) = self.arena.app(formula) else {
                return Err(Stop::GiveUp);
            };
            summands.extend([(-k, left), (k, right)]);
        }
        summands.push((1, term));
        let value = Linear::combination(self.arena, &summands).map_err(|_| Stop::GiveUp)?;
        let value = sum(self.arena, &value);
        let atom = self.arena.eq(term, value);
        self.push(atom, Reason::Eq(steps))
    }

    /// A mask of a bit operation with a literal: masks of its other operand say more.
    fn masked_operation(&mut self, a: Expr, mask: i128) -> Checked<Option<FactId>> {
        let Some((op @ (Op::BitAnd | Op::BitOr | Op::BitXor), [x, c, _])) = self.arena.app(a)
        else {
            return Ok(None);
        };
        let (Some(bits), m) = (self.arena.as_lit(c), self.arena.lit(mask)) else {
            return Ok(None);
        };
        let term = self.arena.mk(Op::BitAnd, &[a, m]);
        let common = self.arena.lit(bits & mask);
        let both = self.arena.mk(Op::BitAnd, &[c, m]);
        let known = self.point_of_interval(both, bits & mask)?;
        if op == Op::BitAnd {
            let steps = [
                self.associated(x, c, m)?,
                self.cong_of_mask(x, (both, common), known)?,
            ];
            let steps = steps.map(|fact| Step::Add(1, fact));
            return self.value_by(term, steps.to_vec()).map(Some);
        }
        // (x op c) & m = (x & m) op (c & m), and these share x & (m & (c & m)).
        let left = self.arena.mk(Op::BitAnd, &[x, m]);
        let right = self.arena.mk(op, &[left, both]);
        let atom = self.arena.eq(term, right);
        let name = if op == Op::BitOr { "and_or" } else { "and_xor" };
        let distributed = self.rule(name, &[x, c, m], &[], atom)?;
        let shared = self.by_what_is_shared(op, left, both)?;
        let inner = self.arena.mk(Op::BitAnd, &[m, both]);
        let point = self.point_of_interval(inner, bits & mask)?;
        let twice = if op == Op::BitOr { -1 } else { -2 };
        let steps = [
            (1, distributed),
            (1, shared),
            (1, known),
            (twice, self.associated(x, m, both)?),
            (twice, self.cong_of_mask(x, (inner, common), point)?),
        ];
        let steps = steps.map(|(k, fact)| Step::Add(k, fact));
        self.value_by(term, steps.to_vec()).map(Some)
    }

    /// `(x | y) & m = (x & m) | (y & m)`, where one of them is itself so masked, or shifted: a
    /// field that is put into a word.
    fn masked_parts(&mut self, a: Expr, mask: i128) -> Checked<Option<Vec<FactId>>> {
        let Some((op @ (Op::BitOr | Op::BitXor), [x, y, _])) = self.arena.app(a) else {
            return Ok(None);
        };
        let placed = |e: Expr| match self.arena.app(e) {
            Some((Op::BitAnd, [b, c, _])) => [b, c].iter().any(|e| self.arena.as_lit(*e).is_some()),
            Some((Op::Shl, [_, k, _])) => self.arena.as_lit(k).is_some(),
            _ => false,
        };
        if !placed(x) && !placed(y) {
            return Ok(None);
        }
        let m = self.arena.lit(mask);
        self.masked_operands(op, (x, y), m).map(Some)
    }

    /// `(x op y) & m = (x & m) op (y & m)`, and what that is as a sum.
    pub(super) fn masked_operands(
        &mut self,
        op: Op,
        (x, y): (Expr, Expr),
        m: Expr,
    ) -> Checked<Vec<FactId>> {
        let whole = self.arena.mk(op, &[x, y]);
        let [term, left, right] = [whole, x, y].map(|e| self.arena.mk(Op::BitAnd, &[e, m]));
        let parts = self.arena.mk(op, &[left, right]);
        let atom = self.arena.eq(term, parts);
        let name = if op == Op::BitOr { "and_or" } else { "and_xor" };
        let distributed = self.rule(name, &[x, y, m], &[], atom)?;
        let shared = self.by_what_is_shared(op, left, right)?;
        Ok(vec![distributed, shared])
    }

    /// `(x | y) & m` and `(x & y) & m`, where `x & m` or `y & m` is among what is looked at.
    pub(super) fn of_known_parts(
        &mut self,
        state: &State,
        a: Expr,
        m: Expr,
    ) -> Checked<Vec<FactId>> {
        let Some((op @ (Op::BitAnd | Op::BitOr | Op::BitXor), [x, y, _])) = self.arena.app(a)
        else {
            return Ok(Vec::new());
        };
        if self.arena.as_lit(x).is_some() || self.arena.as_lit(y).is_some() {
            return Ok(Vec::new());
        }
        let masked = [x, y].map(|e| self.arena.mk(Op::BitAnd, &[e, m]));
        let [left, right] = masked.map(|term| state.leaves.iter().any(|leaf| leaf.term == term));
        let mut facts = Vec::new();
        if op == Op::BitAnd {
            if left {
                facts.push(self.associated(x, y, m)?);
            }
            if right {
                // (x & y) & m = (y & x) & m = y & (x & m)
                let turned = self.commuted(x, y)?;
                let whole = self.arena.mk(Op::BitAnd, &[y, x]);
                facts.push(self.cong_of_operand((a, whole), m, turned)?);
                facts.push(self.associated(y, x, m)?);
            }
        } else if left || right {
            facts = self.masked_operands(op, (x, y), m)?;
        }
        Ok(facts)
    }

    /// `(-1 - x) & m = m - (x & m)`: the two share no bit, and have all together.
    pub(super) fn masked_complement(
        &mut self,
        state: &State,
        a: Expr,
        m: Expr,
    ) -> Checked<Option<FactId>> {
        let Some((Op::Sub, [ones, x, _])) = self.arena.app(a) else {
            return Ok(None);
        };
        if self.arena.as_lit(ones) != Some(-1) {
            return Ok(None);
        }
        let atom = self.arena.eq(a, a);
        let itself = self.rule("refl", &[a], &[], atom)?;
        let Some(steps) = self.rest_of(state, &[a, m], (-1, x, itself))? else {
            return Ok(None);
        };
        let term = self.arena.mk(Op::BitAnd, &[a, m]);
        self.value_by(term, steps).map(Some)
    }
}
