//! Bit operations, as arithmetic; masks are in [`super::masking`].

use super::lemmas::{Axioms, Effort};
use super::masking::BITS_MAX;
use super::row::Row;
use super::solver::{sum, Leaf, Solver, Stage, State, GOAL};
use super::tree::FactId;
use super::Checked;
use crate::masks::runs_of_ones;
use proofmark_logic::arena::{Expr, Op};
use proofmark_logic::linear::Linear;

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
                facts.extend(self.masked_complement(state, a, b)?);
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
