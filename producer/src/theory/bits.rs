//! Bit operations, as arithmetic: a run of ones in a mask keeps what lies between two floored
//! quotients.

use super::lemmas::{Axioms, Effort};
use super::row::Row;
use super::solver::{sum, Leaf, Solver, Stage, State, GOAL};
use super::tree::{FactId, Reason, Step};
use super::{Checked, Stop};
use crate::masks::runs_of_ones;
use proofmark_logic::arena::{Expr, Op};
use proofmark_logic::linear::Linear;

/// Masks with more runs of ones are not taken apart.
const RUNS_MAX: usize = 4;
/// Bits that masks and factors may have.
const BITS_MAX: u32 = 100;

/// Whether a negative mask lacks more than one run of bits: what it is taken apart into says less
/// of its size than its sign does.
fn sparse(mask: i128) -> bool {
    mask < 0 && runs_of_ones(!mask).len() > 1
}

/// Whether an operation sets the bit of the sign.
fn sets_sign(op: Op, masks: (Option<i128>, Option<i128>)) -> bool {
    op == Op::BitOr && masks.0.or(masks.1).is_some_and(|mask| mask < 0)
}

impl Solver<'_> {
    /// Facts about a bit operation.
    pub(super) fn bit_axioms(
        &mut self,
        state: &State,
        leaf: Leaf,
        effort: Effort,
    ) -> Checked<Axioms> {
        let term = leaf.term;
        let Some((op, [a, b, _])) = self.arena.app(term) else {
            return Ok((Vec::new(), Stage::Done));
        };
        let masks = (self.arena.as_lit(a), self.arena.as_lit(b));
        match (op, masks) {
            (Op::BitAnd, (None, None)) => self.and_of_terms(state, leaf, effort),
            (_, (None, None)) if effort == Effort::Simplify => {
                let mut undone = match op {
                    Op::BitXor => self.undone(state, a, b)?,
                    _ => Vec::new(),
                };
                if undone.is_empty() {
                    return Ok((undone, Stage::New));
                }
                undone.push(self.by_what_is_shared(op, a, b)?);
                Ok((undone, Stage::Done))
            }
            (_, (None, None)) => {
                let mut facts = vec![self.by_what_is_shared(op, a, b)?];
                facts.extend(self.of_few_bits(state, op, [a, b])?);
                Ok((facts, Stage::Done))
            }
            _ if effort == Effort::Simplify => Ok((Vec::new(), Stage::New)),
            // The sign of a number that all of these bits are set in is known, whatever it is.
            _ if !sets_sign(op, masks) && !self.related(state, term) => {
                Ok((Vec::new(), Stage::New))
            }
            (Op::BitAnd, (_, Some(mask))) => {
                let mut facts = match self.masked_shift(a, b)? {
                    Some(fact) => vec![fact],
                    None => self.masked(a, mask)?,
                };
                facts.extend(self.masked_complement(a, b)?);
                facts.extend(self.masked_wrap(a, mask)?);
                facts.extend(self.of_known_parts(state, a, b)?);
                facts.extend(self.of_negative(state, a, b)?);
                if sparse(mask) {
                    facts.push(self.commuted(a, b)?);
                    facts.extend(self.of_negative(state, b, a)?);
                }
                Ok((facts, Stage::Done))
            }
            (Op::BitAnd, (Some(mask), None)) => {
                let mut facts = vec![self.commuted(a, b)?];
                facts.extend(self.masked(b, mask)?);
                facts.extend(self.of_negative(state, b, a)?);
                if sparse(mask) {
                    facts.extend(self.of_negative(state, a, b)?);
                }
                Ok((facts, Stage::Done))
            }
            _ => {
                let mut facts = vec![self.by_what_is_shared(op, a, b)?];
                facts.extend(self.of_few_bits(state, op, [a, b])?);
                Ok((facts, Stage::Done))
            }
        }
    }

    /// Whether another term that bits decide about speaks of the same variables: only then it
    /// matters what a bit operation is. The program's flags are mostly looked at alone. Of an
    /// address, which has no variables, it always matters.
    pub(super) fn related(&self, state: &State, term: Expr) -> bool {
        let mask = self.arena.var_mask(term);
        if mask == 0 {
            return true;
        }
        let bits = |e: Expr| {
            matches!(
                self.arena.app(e),
                Some((
                    Op::BitAnd
                        | Op::BitOr
                        | Op::BitXor
                        | Op::Shl
                        | Op::Shr
                        | Op::Div
                        | Op::Rem
                        | Op::Wrap,
                    _
                ))
            )
        };
        let shares = |e: Expr| e != term && self.arena.var_mask(e) & mask != 0;
        let leaves = state.leaves.iter().map(|leaf| leaf.term);
        let rows = state.inequations.iter();
        let rows = rows.chain(state.equations.iter().map(|(_, row)| row));
        let rows = rows.chain(state.disequations.iter().map(|(_, row)| row));
        leaves.into_iter().any(|e| bits(e) && shares(e))
            || rows.flat_map(|row| &row.terms).any(|&(e, _)| shares(e))
    }

    /// `a | b` and `a ^ b`: the sum counts twice what the operands share.
    pub(super) fn by_what_is_shared(&mut self, op: Op, a: Expr, b: Expr) -> Checked<FactId> {
        let (sum, both) = (
            self.arena.mk(Op::Add, &[a, b]),
            self.arena.mk(Op::BitAnd, &[a, b]),
        );
        let (name, shared) = if op == Op::BitOr {
            ("or_def", both)
        } else {
            let two = self.arena.lit(2);
            ("xor_def", self.arena.mk(Op::Mul, &[two, both]))
        };
        let value = self.arena.mk(Op::Sub, &[sum, shared]);
        let term = self.arena.mk(op, &[a, b]);
        let atom = self.arena.eq(term, value);
        self.rule(name, &[a, b], &[], atom)
    }

    /// `a & b = b & a`.
    pub(super) fn commuted(&mut self, a: Expr, b: Expr) -> Checked<FactId> {
        let (term, other) = (
            self.arena.mk(Op::BitAnd, &[a, b]),
            self.arena.mk(Op::BitAnd, &[b, a]),
        );
        let atom = self.arena.eq(term, other);
        self.rule("and_comm", &[a, b], &[], atom)
    }

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
    fn masked_shift(&mut self, shifted: Expr, mask: Expr) -> Checked<Option<FactId>> {
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
    fn masked_wrap(&mut self, wrapped: Expr, mask: i128) -> Checked<Option<FactId>> {
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
        let atom = self.arena.eq(m, m);
        let itself = self.rule("refl", &[m], &[], atom)?;
        let [left, right] = [own, others].map(|x| self.arena.mk(Op::BitAnd, &[x, m]));
        let atom = self.arena.eq(left, right);
        let masked = self.rule("bitand_cong", &[], &[same_lowest, itself], atom)?;
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
        let [term, left, right] = [a, x, y].map(|e| self.arena.mk(Op::BitAnd, &[e, m]));
        let parts = self.arena.mk(op, &[left, right]);
        let atom = self.arena.eq(term, parts);
        let name = if op == Op::BitOr { "and_or" } else { "and_xor" };
        let distributed = self.rule(name, &[x, y, m], &[], atom)?;
        Ok(Some(vec![
            distributed,
            self.by_what_is_shared(op, left, right)?,
        ]))
    }

    /// `(x | y) & m` and `(x & y) & m`, where `x & m` or `y & m` is among what is looked at.
    fn of_known_parts(&mut self, state: &State, a: Expr, m: Expr) -> Checked<Vec<FactId>> {
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
                let atom = self.arena.eq(m, m);
                let itself = self.rule("refl", &[m], &[], atom)?;
                let [term, value] = [a, whole].map(|e| self.arena.mk(Op::BitAnd, &[e, m]));
                let atom = self.arena.eq(term, value);
                facts.push(self.rule("bitand_cong", &[], &[turned, itself], atom)?);
                facts.push(self.associated(y, x, m)?);
            }
        } else if left || right {
            let term = self.arena.mk(Op::BitAnd, &[a, m]);
            let [x_m, y_m] = masked;
            let parts = self.arena.mk(op, &[x_m, y_m]);
            let atom = self.arena.eq(term, parts);
            let name = if op == Op::BitOr { "and_or" } else { "and_xor" };
            facts.push(self.rule(name, &[x, y, m], &[], atom)?);
            facts.push(self.by_what_is_shared(op, x_m, y_m)?);
        }
        Ok(facts)
    }

    /// `(-1 - x) & m = m - (x & m)`: the two share no bit, and have all together.
    fn masked_complement(&mut self, a: Expr, m: Expr) -> Checked<Option<FactId>> {
        let Some((Op::Sub, [ones, x, _])) = self.arena.app(a) else {
            return Ok(None);
        };
        if self.arena.as_lit(ones) != Some(-1) {
            return Ok(None);
        }
        let (zero, shared) = (self.arena.lit(0), self.arena.mk(Op::BitAnd, &[x, a]));
        let atom = self.arena.eq(a, a);
        let itself = self.rule("refl", &[a], &[], atom)?;
        let atom = self.arena.eq(shared, zero);
        let nothing = self.rule("and_not", &[], &[itself], atom)?;
        let sum = self.arena.mk(Op::Add, &[x, a]);
        let [whole, left, right] = [sum, x, a].map(|e| self.arena.mk(Op::BitAnd, &[m, e]));
        let parts = self.arena.mk(Op::Add, &[left, right]);
        let atom = self.arena.eq(whole, parts);
        let split = self.rule("and_split", &[m], &[nothing], atom)?;
        let atom = self.arena.eq(sum, ones);
        let equal = self.push(atom, Reason::Eq(Vec::new()))?;
        let cong = self.cong_of_mask(m, (sum, ones), equal)?;
        let all = self.arena.mk(Op::BitAnd, &[m, ones]);
        let atom = self.arena.eq(all, m);
        let all = self.rule("and_ones", &[m], &[], atom)?;
        // m & x + m & a = m & (x + a) = m & -1 = m
        let steps = [
            (-1, split),
            (1, cong),
            (1, all),
            (-1, self.commuted(m, x)?),
            (1, self.commuted(a, m)?),
        ];
        let term = self.arena.mk(Op::BitAnd, &[a, m]);
        let steps = steps.map(|(k, fact)| Step::Add(k, fact));
        self.value_by(term, steps.to_vec()).map(Some)
    }

    /// `a & b = a & c`, if `b` is certainly this literal.
    fn with_literal(&mut self, state: &State, a: Expr, b: Expr) -> Checked<Option<FactId>> {
        let Some(value) = self.constant(state, b)? else {
            return Ok(None);
        };
        let literal = self.arena.lit(value);
        let Some(equal) = self.prove_equal(state, b, literal)? else {
            return Ok(None);
        };
        self.cong_of_mask(a, (b, literal), equal).map(Some)
    }

    /// `(a & b) & c = a & (b & c)`.
    pub(super) fn associated(&mut self, a: Expr, b: Expr, c: Expr) -> Checked<FactId> {
        let (ab, bc) = (
            self.arena.mk(Op::BitAnd, &[a, b]),
            self.arena.mk(Op::BitAnd, &[b, c]),
        );
        let (left, right) = (
            self.arena.mk(Op::BitAnd, &[ab, c]),
            self.arena.mk(Op::BitAnd, &[a, bc]),
        );
        let atom = self.arena.eq(left, right);
        self.rule("and_assoc", &[a, b, c], &[], atom)
    }

    /// `a & b` of terms: nothing, if all bits of one are above those of the other; otherwise at
    /// most an operand that is not negative.
    fn and_of_terms(&mut self, state: &State, leaf: Leaf, effort: Effort) -> Checked<Axioms> {
        let Some((_, [a, b, _])) = self.arena.app(leaf.term) else {
            return Ok((Vec::new(), Stage::Done));
        };
        if let Some(fact) = self.with_literal(state, a, b)? {
            return Ok((vec![fact], Stage::Done));
        }
        if let Some(fact) = self.with_literal(state, b, a)? {
            return Ok((vec![self.commuted(a, b)?, fact], Stage::Done));
        }
        if let Some(fact) = self.apart(state, a, b)? {
            return Ok((vec![fact], Stage::Done));
        }
        if let Some(fact) = self.apart(state, b, a)? {
            return Ok((vec![self.commuted(a, b)?, fact], Stage::Done));
        }
        if let Some(facts) = self.same_or_rest(state, a, b)? {
            return Ok((facts, Stage::Done));
        }
        let mut facts = Vec::new();
        if effort == Effort::Define || leaf.stage != Stage::New {
            facts.extend(self.conjunctions(state, [a, b])?);
        }
        let mut stage = leaf.stage;
        if effort == Effort::Define || stage == Stage::Defined {
            let (told, more) = self.of_signs(state, [a, b])?;
            // What one sign says comes once, whatever the other is later.
            if told == 2 || leaf.stage == Stage::New {
                facts.extend(more);
            }
            stage = if told == 2 {
                Stage::Signed
            } else {
                Stage::Defined
            };
        }
        if stage != leaf.stage {
            facts.extend(self.of_few_bits(state, Op::BitAnd, [a, b])?);
        }
        // What came before the signs were known said less.
        for op in [Op::BitOr, Op::BitXor] {
            let other = self.arena.mk(op, &[a, b]);
            let met = state.leaves.iter().any(|leaf| leaf.term == other);
            if met && (leaf.stage, stage) == (Stage::Defined, Stage::Signed) {
                facts.extend(self.of_few_bits(state, op, [a, b])?);
            }
        }
        Ok((facts, stage))
    }

    /// `a & b` where `b` is `a`, or has the bits that `a` has not.
    fn same_or_rest(&mut self, state: &State, a: Expr, b: Expr) -> Checked<Option<Vec<FactId>>> {
        let (zero, term) = (self.arena.lit(0), self.arena.mk(Op::BitAnd, &[a, b]));
        let nothing = self.arena.eq(term, zero);
        if let Some(equal) = self.prove_equal(state, b, a)? {
            let own = self.arena.mk(Op::BitAnd, &[a, a]);
            let atom = self.arena.eq(own, a);
            let itself = self.rule("and_self", &[a], &[], atom)?;
            let cong = self.cong_of_mask(a, (b, a), equal)?;
            return Ok(Some(if own == term {
                vec![itself]
            } else {
                vec![cong, itself]
            }));
        }
        let sum = self.arena.mk(Op::Add, &[a, b]);
        let Some(all) = self
            .constant(state, sum)?
            .and_then(|sum| sum.checked_add(1))
        else {
            return Ok(None);
        };
        let (n, one, minus) = (self.arena.lit(all), self.arena.lit(1), self.arena.lit(-1));
        let ones = self.arena.mk(Op::Sub, &[n, one]);
        let ones = if all == 0 { minus } else { ones };
        let rest = self.arena.mk(Op::Sub, &[ones, a]);
        let Some(equal) = self.prove_equal(state, b, rest)? else {
            return Ok(None);
        };
        if all == 0 {
            return Ok(Some(vec![self.rule("and_not", &[], &[equal], nothing)?]));
        }
        if all <= 0 || !all.unsigned_abs().is_power_of_two() {
            return Ok(None);
        }
        let bits = self.arena.lit(all.trailing_zeros().into());
        let (Some(x), Some(y)) = (
            self.prove_le(state, zero, a)?,
            self.prove_le(state, zero, b)?,
        ) else {
            return Ok(None);
        };
        let fact = self.rule("and_rest", &[bits], &[equal, x, y], nothing)?;
        Ok(Some(vec![fact]))
    }

    /// `a ^ b` where one is what the other was before it was changed by it.
    fn undone(&mut self, state: &State, a: Expr, b: Expr) -> Checked<Vec<FactId>> {
        for (whole, part) in [(a, b), (b, a)] {
            let Some((whole, [x, y, _])) = self.difference(state, whole)? else {
                continue;
            };
            for (other, own) in [(x, y), (y, x)] {
                if self.prove_equal(state, own, part)?.is_none() {
                    continue;
                }
                // (other ^ own) ^ own = other; congruence does the rest.
                let turned = self.arena.mk(Op::BitXor, &[other, own]);
                let term = self.arena.mk(Op::BitXor, &[turned, own]);
                let atom = self.arena.eq(term, other);
                let mut facts = vec![self.rule("xor_back", &[other, own], &[], atom)?];
                for (left, right) in [(other, own), (whole, part)] {
                    let (one, two) = (
                        self.arena.mk(Op::BitXor, &[left, right]),
                        self.arena.mk(Op::BitXor, &[right, left]),
                    );
                    let atom = self.arena.eq(one, two);
                    facts.push(self.rule("xor_comm", &[left, right], &[], atom)?);
                }
                return Ok(facts);
            }
        }
        Ok(Vec::new())
    }

    /// The `x ^ y` that a term is equal to.
    fn difference(&mut self, state: &State, a: Expr) -> Checked<Option<(Expr, [Expr; 3])>> {
        let leaves = state.leaves.iter().map(|leaf| leaf.term);
        for e in std::iter::once(a).chain(leaves) {
            if let Some((Op::BitXor, args)) = self.arena.app(e) {
                if e == a || self.prove_equal(state, a, e)?.is_some() {
                    return Ok(Some((e, args)));
                }
            }
        }
        Ok(None)
    }

    /// `a & b = 0` if `a` is a multiple of a power of two that is above `b`.
    fn apart(&mut self, state: &State, a: Expr, b: Expr) -> Checked<Option<FactId>> {
        let (Some(least @ 0..), Some(most)) = self.value_range(state, b)? else {
            return Ok(None);
        };
        let k = i128::BITS - most.max(least).leading_zeros();
        if k > BITS_MAX {
            return Ok(None);
        }
        let (n, bits) = (self.arena.lit(1i128 << k), self.arena.lit(i128::from(k)));
        let Some(rest) = self.quotient_of_sum(state, a, 1i128 << k)? else {
            return Ok(None);
        };
        let product = self.arena.mk(Op::Mul, &[n, rest]);
        let (zero, one) = (self.arena.lit(0), self.arena.lit(1));
        let above = self.arena.mk(Op::Add, &[b, one]);
        let (Some(equal), Some(low), Some(high)) = (
            self.prove_equal(state, a, product)?,
            self.prove_le(state, zero, b)?,
            self.prove_le(state, above, n)?,
        ) else {
            return Ok(None);
        };
        let term = self.arena.mk(Op::BitAnd, &[a, b]);
        let atom = self.arena.eq(term, zero);
        self.rule("and_apart", &[bits, rest], &[equal, low, high], atom)
            .map(Some)
    }

    /// `a / n`, if the equations make it a sum all of whose parts `n` divides.
    fn quotient_of_sum(&mut self, state: &State, a: Expr, n: i128) -> Checked<Option<Expr>> {
        let row = self.reduce(state, Row::of(self.arena, &[(1, a)], 0, GOAL)?)?;
        let itself = row.den == 1 && row.why.contains(&(GOAL, 1));
        let divides = row.terms.iter().all(|(_, k)| k % n == 0) && row.constant % n == 0;
        if !itself || !divides {
            return Ok(None);
        }
        let terms = row.terms.iter().map(|&(e, k)| (e, k / n)).collect();
        let constant = row.constant / n;
        Ok(Some(sum(self.arena, &Linear { constant, terms })))
    }
}
