//! Axioms of leaves that are not variables: machine integers, division, shifts, reads, congruence.
//!
//! They are used one instance at a time, cheapest first: what yields an equation with a simpler
//! term comes before definitions that bring in new terms.

use super::solver::{Leaf, Solver, Stage, State};
use super::tree::{FactId, Reason, Step};
use super::{Checked, Stop};
use proofmark_logic::arena::{Expr, Node, Op};
use proofmark_logic::types::IntType;

/// How much an axiom may add.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effort {
    /// Only equations with simpler terms.
    Simplify,
    /// Definitions too.
    Define,
}

/// Facts about a leaf, and how far its axioms are used up.
pub(super) type Axioms = (Vec<FactId>, Stage);

/// A wrap is defined by its carry only if the carry has at most this many values.
const CARRIES_MAX: i128 = 4;

impl Solver<'_> {
    /// Uses an axiom of each leaf that has one that says something new.
    pub(super) fn instantiate(&mut self, state: &mut State, effort: Effort) -> Checked<bool> {
        let mut progress = false;
        for index in 0..state.leaves.len() {
            let Some(&Leaf { term, stage }) = state.leaves.get(index) else {
                break;
            };
            let effort = match stage {
                Stage::Done => continue,
                Stage::Defined | Stage::Signed => Effort::Simplify,
                Stage::New => effort,
            };
            let (facts, next) = self.axioms(state, Leaf { term, stage }, effort)?;
            if let Some(leaf) = state.leaves.get_mut(index) {
                leaf.stage = next.max(stage);
            }
            for &fact in &facts {
                self.assert(state, fact)?;
            }
            progress |= !facts.is_empty();
        }
        Ok(progress || self.congruence(state)?)
    }

    /// Facts about a leaf, and how far its axioms are used up.
    fn axioms(&mut self, state: &State, leaf: Leaf, effort: Effort) -> Checked<Axioms> {
        let term = leaf.term;
        let Some((op, args)) = self.arena.app(term) else {
            return Ok((Vec::new(), Stage::Done));
        };
        if let Some(value) = self.arena.interval(term).as_point() {
            return Ok((vec![self.point_of_interval(term, value)?], Stage::Done));
        }
        match op {
            Op::Wrap => self.wrap_axioms(state, args, term, effort),
            Op::Sel => self.read_axioms(state, args, term),
            _ => {
                if let Some(fact) = self.fold(state, op, args, term)? {
                    return Ok((vec![fact], Stage::Done));
                }
                match op {
                    Op::BitAnd | Op::BitOr | Op::BitXor => {
                        return self.bit_axioms(state, leaf, effort)
                    }
                    Op::Div | Op::Rem => return self.division(state, leaf, effort),
                    Op::Mul => return self.product(state, leaf, effort),
                    // Nothing is known of it before its operands are.
                    Op::Ieee => return Ok((Vec::new(), Stage::New)),
                    _ if effort == Effort::Simplify => return Ok((Vec::new(), Stage::New)),
                    _ => {}
                }
                self.definition(op, args, term)
            }
        }
    }

    /// A term whose interval is one value is equal to it.
    pub(super) fn point_of_interval(&mut self, term: Expr, value: i128) -> Checked<FactId> {
        let (above, below) = (
            self.range_fact(term, value, true)?,
            self.range_fact(term, value, false)?,
        );
        let value = self.arena.lit(value);
        let atom = self.arena.eq(term, value);
        self.rule("antisym", &[], &[above, below], atom)
    }

    pub(super) fn type_of(&self, ty: Expr) -> Checked<IntType> {
        match self.arena.node(ty) {
            Node::Type(ty) => Ok(ty),
            _ => Err(Stop::GiveUp),
        }
    }

    fn wrap_axioms(
        &mut self,
        state: &State,
        [t, e, _]: [Expr; 3],
        term: Expr,
        effort: Effort,
    ) -> Checked<Axioms> {
        let ty = self.type_of(t)?;
        let (lo, hi) = (self.arena.lit(ty.min()), self.arena.lit(ty.max()));
        if let Some(low) = self.prove_le(state, lo, e)? {
            if let Some(high) = self.prove_le(state, e, hi)? {
                let atom = self.arena.eq(term, e);
                return Ok((
                    vec![self.rule("wrap_id", &[t], &[low, high], atom)?],
                    Stage::Done,
                ));
            }
        }
        if let Some(value) = self.constant(state, e)? {
            let literal = self.arena.lit(value);
            if let Some(equal) = self.prove_equal(state, e, literal)? {
                let folded = self.arena.mk(Op::Wrap, &[t, literal]);
                let atom = self.arena.eq(term, folded);
                return Ok((
                    vec![self.rule("wrap_cong", &[t], &[equal], atom)?],
                    Stage::Done,
                ));
            }
        }
        if effort == Effort::Simplify {
            return Ok((Vec::new(), Stage::New));
        }
        if !self.few_carries(state, ty, e)? && !self.related(state, term) {
            return Ok((Vec::new(), Stage::New));
        }
        let n = self.arena.lit(ty.modulus());
        let carry = self.arena.mk(Op::Carry, &[t, e]);
        let product = self.arena.mk(Op::Mul, &[n, carry]);
        let difference = self.arena.mk(Op::Sub, &[e, product]);
        let atom = self.arena.eq(term, difference);
        let defined = self.rule("wrap_def", &[t, e], &[], atom)?;
        let mut facts = vec![defined];
        facts.extend(self.carry_of_part(state, (ty, e), (term, carry), defined)?);
        Ok((facts, Stage::Defined))
    }

    /// Of bits in the middle of a number, as of its bytes, the carry is what is left of the number
    /// above them: for `w = wrap(T, a >> k)`, an unsigned `T` of `n` bits and the carry `c`, it is
    /// `a >> k + n`. `2^k (a >> k)` and `2^(k + n) (a >> k + n)` are within so much of `a`, and `w`
    /// is within `T`, so the two differ by less than 1.
    fn carry_of_part(
        &mut self,
        state: &State,
        (ty, e): (IntType, Expr),
        (term, carry): (Expr, Expr),
        defined: FactId,
    ) -> Checked<Option<FactId>> {
        let (a, k) = match self.arena.app(e) {
            Some((Op::Shr, [a, k, _])) => (a, self.arena.as_lit(k)),
            _ => (e, Some(0)),
        };
        let Some(k) = k.filter(|k| (0..=64).contains(k) && !ty.signed()) else {
            return Ok(None);
        };
        let bits = k + i128::from(ty.bits());
        let count = self.arena.lit(bits);
        let above = self.arena.mk(Op::Shr, &[a, count]);
        // Of a number that is shifted to the left, the bits that are lost are its highest.
        let shifted = matches!(self.shift_by_literal(a), Some((Op::Shl | Op::Mul, _, 1..)));
        if k == 0 && !shifted && !self.looks_above(state, above) {
            return Ok(None);
        }
        let (power, step) = (1i128 << k, 1i128 << bits);
        let (least, most) = (
            self.range_fact(term, 0, false)?,
            self.range_fact(term, ty.max(), true)?,
        );
        let (low, high) = self.floored(a, above, bits)?;
        let mut at_most = vec![Step::Add(power, least), Step::Add(power, defined)];
        let mut at_least = vec![Step::Add(power, most), Step::Add(-power, defined)];
        if k > 0 {
            let (own_low, own_high) = self.floored(a, e, k)?;
            at_most.push(Step::Add(1, own_low));
            at_least.push(Step::Add(1, own_high));
        }
        at_most.extend([Step::Add(1, high), Step::Cut(step)]);
        at_least.extend([Step::Add(1, low), Step::Cut(step)]);
        let atom = self.arena.le(carry, above);
        let at_most = self.push(atom, Reason::Le(at_most))?;
        let atom = self.arena.le(above, carry);
        let at_least = self.push(atom, Reason::Le(at_least))?;
        let atom = self.arena.eq(carry, above);
        self.rule("antisym", &[], &[at_most, at_least], atom)
            .map(Some)
    }

    /// Whether some leaf is a number without its lowest bits, or bits of that.
    fn looks_above(&self, state: &State, above: Expr) -> bool {
        state
            .leaves
            .iter()
            .any(|leaf| match self.arena.app(leaf.term) {
                Some((Op::Wrap, [_, e, _])) => e == above,
                _ => leaf.term == above,
            })
    }

    /// `N (a >> k) <= a`, and `N (a >> k) + N` is not, for `N = 2^k`.
    pub(super) fn floored(&mut self, a: Expr, shifted: Expr, k: i128) -> Checked<(FactId, FactId)> {
        let (count, n) = (self.arena.lit(k), self.arena.lit(1i128 << k));
        let product = self.arena.mk(Op::Mul, &[n, shifted]);
        let next = self.arena.mk(Op::Add, &[product, n]);
        let below = self.arena.le(product, a);
        let above = self.arena.le(next, a);
        let above = self.arena.not(above);
        Ok((
            self.rule("shr_lo", &[a, count], &[], below)?,
            self.rule("shr_hi", &[a, count], &[], above)?,
        ))
    }

    /// Whether a wrap of the term has few carries.
    fn few_carries(&self, state: &State, ty: IntType, e: Expr) -> Checked<bool> {
        let (Some(low), Some(high)) = self.value_range(state, e)? else {
            return Ok(false);
        };
        let carry = |v: i128| {
            v.checked_sub(ty.min())
                .map(|v| v.div_euclid(ty.modulus()))
                .ok_or(Stop::GiveUp)
        };
        Ok(carry(high)? - carry(low)? < CARRIES_MAX)
    }

    /// Replaces arguments that the equations fix by literals, and what bit operations read by what
    /// was written there.
    fn fold(
        &mut self,
        state: &State,
        op: Op,
        [a, b, code]: [Expr; 3],
        term: Expr,
    ) -> Checked<Option<FactId>> {
        let name = match op {
            Op::Ieee => "ieee_cong",
            Op::Mul => "mul_cong",
            Op::Div => "div_cong",
            Op::Rem => "rem_cong",
            Op::Shl => "shl_cong",
            Op::Shr => "shr_cong",
            Op::BitAnd => "bitand_cong",
            Op::BitOr => "bitor_cong",
            Op::BitXor => "bitxor_cong",
            _ => return Ok(None),
        };
        let (x, y) = (self.simpler(state, op, a)?, self.simpler(state, op, b)?);
        if (&x, &y) == (&None, &None) {
            return Ok(None);
        }
        let mut folded = [a, b];
        let mut equal = Vec::new();
        for (arg, found) in folded.iter_mut().zip([x, y]) {
            let fact = match found {
                Some((value, fact)) => {
                    *arg = value;
                    Some(fact)
                }
                None => self.prove_equal(state, *arg, *arg)?,
            };
            equal.extend(fact);
        }
        let &[x, y] = equal.as_slice() else {
            return Ok(None);
        };
        let simpler = match op {
            Op::Ieee => self.arena.mk(op, &[folded[0], folded[1], code]),
            _ => self.arena.mk(op, &folded),
        };
        let atom = self.arena.eq(term, simpler);
        let given: &[Expr] = if op == Op::Ieee { &[code] } else { &[] };
        self.rule(name, given, &[x, y], atom).map(Some)
    }

    /// A simpler term that an argument of an operation is equal to.
    fn simpler(&mut self, state: &State, op: Op, arg: Expr) -> Checked<Option<(Expr, FactId)>> {
        if self.arena.as_lit(arg).is_some() {
            return Ok(None);
        }
        if let Some(value) = self.arena.interval(arg).as_point() {
            let literal = self.arena.lit(value);
            return Ok(Some((literal, self.point_of_interval(arg, value)?)));
        }
        if let Some(value) = self.constant(state, arg)? {
            let literal = self.arena.lit(value);
            let equal = self.prove_equal(state, arg, literal)?;
            return Ok(equal.map(|fact| (literal, fact)));
        }
        if !matches!(op, Op::BitAnd | Op::BitOr | Op::BitXor | Op::Shl | Op::Shr) {
            return Ok(None);
        }
        let found = match self.arena.app(arg) {
            Some((Op::Sel, args)) if !matches!(op, Op::Shl | Op::Shr) => {
                match self.read_axioms(state, args, arg)?.0[..] {
                    [fact] => Some(fact),
                    _ => None,
                }
            }
            Some((Op::Wrap, args)) => {
                match self.wrap_axioms(state, args, arg, Effort::Simplify)?.0[..] {
                    [fact] => Some(fact),
                    _ => None,
                }
            }
            Some((inner @ (Op::BitAnd | Op::BitOr | Op::BitXor | Op::Shl | Op::Shr), args)) => {
                self.fold(state, inner, args, arg)?
            }
            _ => None,
        };
        let Some(fact) = found else {
            return Ok(None);
        };
        let equation = self.formula(fact)?;
        Ok(match self.arena.app(equation) {
            Some((Op::Eq, [_, value, _])) => Some((value, fact)),
            _ => None,
        })
    }

    /// What defines a shift by a literal.
    fn definition(&mut self, op: Op, [a, b, _]: [Expr; 3], term: Expr) -> Checked<Axioms> {
        let Some(literal) = self.arena.as_lit(b) else {
            return Ok((Vec::new(), Stage::New));
        };
        let shift = u32::try_from(literal)
            .ok()
            .filter(|k| *k <= 126)
            .and_then(|k| 1i128.checked_shl(k));
        match (op, shift) {
            (Op::Shl, Some(n)) => {
                let n = self.arena.lit(n);
                let product = self.arena.mk(Op::Mul, &[n, a]);
                let atom = self.arena.eq(term, product);
                Ok((vec![self.rule("shl_def", &[a, b], &[], atom)?], Stage::Done))
            }
            (Op::Shr, Some(n)) => {
                let n = self.arena.lit(n);
                let product = self.arena.mk(Op::Mul, &[n, term]);
                let next = self.arena.mk(Op::Add, &[product, n]);
                let below = self.arena.le(product, a);
                let above = self.arena.le(next, a);
                let above = self.arena.not(above);
                let bounds = [
                    self.rule("shr_lo", &[a, b], &[], below)?,
                    self.rule("shr_hi", &[a, b], &[], above)?,
                ];
                let mut facts = bounds.to_vec();
                facts.extend(self.shifted_twice(a, (term, literal), bounds)?);
                Ok((facts, Stage::Done))
            }
            _ => Ok((Vec::new(), Stage::Done)),
        }
    }

    /// What a number that was shifted already is: `(x >> j) >> k = x >> j + k`, and `(x << j) >> k`
    /// is `x >> k - j` or `x * 2^(j - k)`. The product of either with the power of two is at most
    /// what is shifted, and that of the next number is not.
    fn shifted_twice(
        &mut self,
        shifted: Expr,
        (term, k): (Expr, i128),
        [term_low, term_high]: [FactId; 2],
    ) -> Checked<Option<FactId>> {
        let Some((op, x, j)) = self.shift_by_literal(shifted) else {
            return Ok(None);
        };
        if !(1..=62).contains(&k) {
            return Ok(None);
        }
        let (mut at_most, mut at_least) = (Vec::new(), Vec::new());
        let at_once = if op == Op::Shr {
            let count = self.arena.lit(j + k);
            let at_once = self.arena.mk(Op::Shr, &[x, count]);
            let (low, high) = self.floored(x, shifted, j)?;
            let (once_low, once_high) = self.floored(x, at_once, j + k)?;
            at_most.extend([(1 << j, term_low), (1, low), (1, once_high)]);
            at_least.extend([(1 << j, term_high), (1, high), (1, once_low)]);
            at_once
        } else {
            at_most.push((1, term_low));
            at_least.push((1, term_high));
            if op == Op::Shl {
                let [n, count] = [1 << j, j].map(|value| self.arena.lit(value));
                let product = self.arena.mk(Op::Mul, &[n, x]);
                let atom = self.arena.eq(shifted, product);
                let defined = self.rule("shl_def", &[x, count], &[], atom)?;
                at_most.push((1, defined));
                at_least.push((-1, defined));
            }
            if k > j {
                let count = self.arena.lit(k - j);
                let at_once = self.arena.mk(Op::Shr, &[x, count]);
                let (once_low, once_high) = self.floored(x, at_once, k - j)?;
                at_most.push((1 << j, once_high));
                at_least.push((1 << j, once_low));
                at_once
            } else {
                let n = self.arena.lit(1 << (j - k));
                self.arena.mk(Op::Mul, &[n, x])
            }
        };
        let cut = Step::Cut(1 << if op == Op::Shr { j + k } else { k });
        self.between_cuts((term, at_once), [at_most, at_least], cut)
            .map(Some)
    }

    /// A number that is shifted by a literal, or multiplied by a power of two.
    fn shift_by_literal(&self, shifted: Expr) -> Option<(Op, Expr, i128)> {
        let (op, [a, b, _]) = self.arena.app(shifted)?;
        let (x, j) = match op {
            Op::Shl | Op::Shr => (a, self.arena.as_lit(b)?),
            Op::Mul => {
                let (n, x) = match self.arena.as_lit(a) {
                    Some(n) => (n, b),
                    None => (self.arena.as_lit(b)?, a),
                };
                let power = n > 0 && n.unsigned_abs().is_power_of_two();
                (x, power.then(|| i128::from(n.trailing_zeros()))?)
            }
            _ => return None,
        };
        (0..=62).contains(&j).then_some((op, x, j))
    }

    /// That two terms are equal, by combinations that say of each that it is at most the other.
    pub(super) fn between_cuts(
        &mut self,
        (a, b): (Expr, Expr),
        [at_most, at_least]: [Vec<(i128, FactId)>; 2],
        cut: Step,
    ) -> Checked<FactId> {
        let steps = |facts: Vec<(i128, FactId)>| {
            let facts = facts.into_iter().map(|(k, fact)| Step::Add(k, fact));
            Reason::Le(facts.chain([cut]).collect())
        };
        let atom = self.arena.le(a, b);
        let at_most = self.push(atom, steps(at_most))?;
        let atom = self.arena.le(b, a);
        let at_least = self.push(atom, steps(at_least))?;
        let atom = self.arena.eq(a, b);
        self.rule("antisym", &[], &[at_most, at_least], atom)
    }

    /// Equal arguments give equal values. Of what is read from memories, there may be more.
    fn congruence(&mut self, state: &mut State) -> Checked<bool> {
        let (reads, others): (Vec<Expr>, Vec<Expr>) = (state.leaves.iter())
            .map(|leaf| leaf.term)
            .partition(|term| matches!(self.arena.app(*term), Some((Op::Sel, _))));
        for alike in [reads, others] {
            let alike = &alike[..alike.len().min(self.work.congruent)];
            for (i, &x) in alike.iter().enumerate() {
                for &y in alike.iter().take(i) {
                    if state.used.contains(&(x, y)) {
                        continue;
                    }
                    if let Some(fact) = self.congruent(state, x, y)? {
                        state.used.push((x, y));
                        self.assert(state, fact)?;
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn congruent(&mut self, state: &State, x: Expr, y: Expr) -> Checked<Option<FactId>> {
        let (Some((op, [a, b, code])), Some((other, [c, d, as_code]))) =
            (self.arena.app(x), self.arena.app(y))
        else {
            return Ok(None);
        };
        let name = match op {
            _ if op != other => return Ok(None),
            Op::Ieee if code != as_code => return Ok(None),
            Op::Ieee => "ieee_cong",
            Op::Wrap => "wrap_cong",
            Op::Carry => "carry_cong",
            Op::Sel => "sel_cong",
            Op::Mul => "mul_cong",
            Op::Div => "div_cong",
            Op::Rem => "rem_cong",
            Op::Shl => "shl_cong",
            Op::Shr => "shr_cong",
            Op::BitAnd => "bitand_cong",
            Op::BitOr => "bitor_cong",
            Op::BitXor => "bitxor_cong",
            _ => return Ok(None),
        };
        let atom = self.arena.eq(x, y);
        if matches!(op, Op::Wrap | Op::Carry | Op::Sel) {
            if a != c {
                return Ok(None);
            }
            let Some(equal) = self.prove_equal(state, b, d)? else {
                return Ok(None);
            };
            return self.rule(name, &[a], &[equal], atom).map(Some);
        }
        let Some(first) = self.prove_equal(state, a, c)? else {
            return Ok(None);
        };
        let Some(second) = self.prove_equal(state, b, d)? else {
            return Ok(None);
        };
        let given: &[Expr] = if op == Op::Ieee { &[code] } else { &[] };
        self.rule(name, given, &[first, second], atom).map(Some)
    }
}
