//! Quotients and remainders: truncated toward zero, as C has them.

use super::lemmas::{Axioms, Effort};
use super::solver::{Leaf, Solver, Stage, State};
use super::tree::FactId;
use super::Checked;
use proofmark_logic::arena::{Expr, Op};

/// The sign of a term, with its proof.
#[derive(Clone, Copy)]
enum Sign {
    /// `0 <= t`.
    Positive(FactId),
    /// `t <= 0`.
    Negative(FactId),
}

impl Solver<'_> {
    /// `a = b·(a div b) + (a rem b)`, and what the signs say, as far as they are known.
    pub(super) fn division(
        &mut self,
        state: &State,
        leaf: Leaf,
        effort: Effort,
    ) -> Checked<Axioms> {
        let Some((_, [a, b, _])) = self.arena.app(leaf.term) else {
            return Ok((Vec::new(), Stage::Done));
        };
        if leaf.stage == Stage::New && effort == Effort::Simplify {
            return Ok((Vec::new(), Stage::New));
        }
        let mut facts = Vec::new();
        if leaf.stage == Stage::New {
            facts.push(self.defined(a, b)?);
            facts.extend(self.by_itself(state, a, b)?);
            facts.extend(self.below_divisor(state, a, b)?);
        }
        let Some(sign) = self.sign(state, a)? else {
            return Ok((facts, Stage::Defined));
        };
        match self.arena.as_lit(b) {
            Some(1..) => facts.extend(self.truncated(a, b, sign)?),
            Some(_) => facts.push(self.signed(a, b, sign)?),
            None => {
                facts.push(self.signed(a, b, sign)?);
                facts.extend(self.between(state, a, b, sign)?);
            }
        }
        Ok((facts, Stage::Done))
    }

    fn sign(&mut self, state: &State, a: Expr) -> Checked<Option<Sign>> {
        let zero = self.arena.lit(0);
        if let Some(sign) = self.prove_le(state, zero, a)? {
            return Ok(Some(Sign::Positive(sign)));
        }
        Ok(self.prove_le(state, a, zero)?.map(Sign::Negative))
    }

    fn defined(&mut self, a: Expr, b: Expr) -> Checked<FactId> {
        let quotient = self.arena.mk(Op::Div, &[a, b]);
        let remainder = self.arena.mk(Op::Rem, &[a, b]);
        let product = self.arena.mk(Op::Mul, &[b, quotient]);
        let sum = self.arena.mk(Op::Add, &[product, remainder]);
        let atom = self.arena.eq(a, sum);
        self.rule("div_def", &[a, b], &[], atom)
    }

    /// The bounds of a quotient by a positive literal.
    fn truncated(&mut self, a: Expr, b: Expr, sign: Sign) -> Checked<[FactId; 2]> {
        let quotient = self.arena.mk(Op::Div, &[a, b]);
        let product = self.arena.mk(Op::Mul, &[b, quotient]);
        match sign {
            Sign::Positive(sign) => {
                let next = self.arena.mk(Op::Add, &[product, b]);
                let (below, above) = (self.arena.le(product, a), self.arena.le(next, a));
                let above = self.arena.not(above);
                Ok([
                    self.rule("div_lo", &[b], &[sign], below)?,
                    self.rule("div_hi", &[b], &[sign], above)?,
                ])
            }
            Sign::Negative(sign) => {
                let previous = self.arena.mk(Op::Sub, &[product, b]);
                let (below, above) = (self.arena.le(a, previous), self.arena.le(a, product));
                let below = self.arena.not(below);
                Ok([
                    self.rule("div_nlo", &[b], &[sign], below)?,
                    self.rule("div_nhi", &[b], &[sign], above)?,
                ])
            }
        }
    }

    /// A remainder has the sign of the dividend.
    fn signed(&mut self, a: Expr, b: Expr, sign: Sign) -> Checked<FactId> {
        let (remainder, zero) = (self.arena.mk(Op::Rem, &[a, b]), self.arena.lit(0));
        match sign {
            Sign::Positive(sign) => {
                let atom = self.arena.le(zero, remainder);
                self.rule("rem_pos", &[b], &[sign], atom)
            }
            Sign::Negative(sign) => {
                let atom = self.arena.le(remainder, zero);
                self.rule("rem_neg", &[b], &[sign], atom)
            }
        }
    }

    /// A quotient by a positive term lies between 0 and the dividend.
    fn between(&mut self, state: &State, a: Expr, b: Expr, sign: Sign) -> Checked<Vec<FactId>> {
        let one = self.arena.lit(1);
        let Sign::Positive(sign) = sign else {
            return Ok(Vec::new());
        };
        let Some(divisor) = self.prove_le(state, one, b)? else {
            return Ok(Vec::new());
        };
        let (quotient, zero) = (self.arena.mk(Op::Div, &[a, b]), self.arena.lit(0));
        let (low, high) = (self.arena.le(zero, quotient), self.arena.le(quotient, a));
        let premises = [sign, divisor];
        Ok(vec![
            self.rule("div_pos", &[], &premises, low)?,
            self.rule("div_le", &[], &premises, high)?,
        ])
    }

    /// The sign of a product of terms, and the product the other way round.
    pub(super) fn product(&mut self, state: &State, leaf: Leaf, effort: Effort) -> Checked<Axioms> {
        let Some((_, [a, b, _])) = self.arena.app(leaf.term) else {
            return Ok((Vec::new(), Stage::Done));
        };
        if leaf.stage == Stage::New && effort == Effort::Simplify {
            return Ok((Vec::new(), Stage::New));
        }
        let mut facts = Vec::new();
        let turned = self.arena.mk(Op::Mul, &[b, a]);
        if leaf.stage == Stage::New && state.leaves.iter().any(|other| other.term == turned) {
            let atom = self.arena.eq(leaf.term, turned);
            facts.push(self.rule("mul_comm", &[a, b], &[], atom)?);
        }
        let (Some(x), Some(y)) = (self.sign(state, a)?, self.sign(state, b)?) else {
            return Ok((facts, Stage::Defined));
        };
        let zero = self.arena.lit(0);
        let (above, below) = (
            self.arena.le(zero, leaf.term),
            self.arena.le(leaf.term, zero),
        );
        match (x, y) {
            (Sign::Positive(x), Sign::Positive(y)) => {
                facts.push(self.rule("mul_pos", &[], &[x, y], above)?);
            }
            (Sign::Negative(x), Sign::Negative(y)) => {
                facts.push(self.rule("mul_neg", &[], &[x, y], above)?);
            }
            (Sign::Positive(x), Sign::Negative(y)) => {
                facts.push(self.rule("mul_mix", &[], &[x, y], below)?);
            }
            (Sign::Negative(x), Sign::Positive(y)) => {
                let atom = self.arena.eq(leaf.term, turned);
                facts.push(self.rule("mul_comm", &[a, b], &[], atom)?);
                let below = self.arena.le(turned, zero);
                facts.push(self.rule("mul_mix", &[], &[y, x], below)?);
            }
        }
        Ok((facts, Stage::Done))
    }

    /// A remainder by a term is nearer to 0 than the divisor. Of literals, its interval says so.
    fn below_divisor(&mut self, state: &State, a: Expr, b: Expr) -> Checked<Vec<FactId>> {
        if self.arena.as_lit(b).is_some() {
            return Ok(Vec::new());
        }
        let (one, minus) = (self.arena.lit(1), self.arena.lit(-1));
        let (zero, remainder) = (self.arena.lit(0), self.arena.mk(Op::Rem, &[a, b]));
        if let Some(sign) = self.prove_le(state, one, b)? {
            let above = self.arena.le(b, remainder);
            let sum = self.arena.mk(Op::Add, &[remainder, b]);
            let below = self.arena.le(sum, zero);
            let (above, below) = (self.arena.not(above), self.arena.not(below));
            return Ok(vec![
                self.rule("rem_hi", &[a], &[sign], above)?,
                self.rule("rem_lo", &[a], &[sign], below)?,
            ]);
        }
        let Some(sign) = self.prove_le(state, b, minus)? else {
            return Ok(Vec::new());
        };
        let sum = self.arena.mk(Op::Add, &[remainder, b]);
        let (above, below) = (self.arena.le(zero, sum), self.arena.le(remainder, b));
        let (above, below) = (self.arena.not(above), self.arena.not(below));
        Ok(vec![
            self.rule("rem_nhi", &[a], &[sign], above)?,
            self.rule("rem_nlo", &[a], &[sign], below)?,
        ])
    }

    /// What a term leaves of itself.
    fn by_itself(&mut self, state: &State, a: Expr, b: Expr) -> Checked<Vec<FactId>> {
        if self.arena.as_lit(b).is_some() {
            return Ok(Vec::new());
        }
        let Some(equal) = self.prove_equal(state, b, a)? else {
            return Ok(Vec::new());
        };
        let same = self.arena.eq(a, a);
        let same = self.rule("refl", &[a], &[], same)?;
        let (zero, one) = (self.arena.lit(0), self.arena.lit(1));
        let mut facts = Vec::new();
        let different = self.prove_different(state, a, zero)?;
        let quotient =
            different.map(|different| (Op::Div, "div_cong", "div_self", one, vec![different]));
        let remainder = (Op::Rem, "rem_cong", "rem_self", zero, Vec::new());
        for (op, cong, rule, value, premises) in quotient.into_iter().chain([remainder]) {
            let (term, own) = (self.arena.mk(op, &[a, b]), self.arena.mk(op, &[a, a]));
            let atom = self.arena.eq(own, value);
            let terms: &[Expr] = if premises.is_empty() { &[a] } else { &[] };
            facts.push(self.rule(rule, terms, &premises, atom)?);
            if term != own {
                let atom = self.arena.eq(term, own);
                facts.push(self.rule(cong, &[], &[same, equal], atom)?);
            }
        }
        Ok(facts)
    }
}
