//! Bitwise expressions as sums of conjunctions.
//!
//! Every bitwise function is an integer combination of the conjunctions of its arguments:
//! `a | b = a + b - (a & b)`, `a ^ b = a + b - 2(a & b)`, and `a & ~b = a - (a & b)`. Two bitwise
//! expressions are equal for all arguments if and only if their combinations are (Zhou, Main, Gu,
//! Johnson, Information Hiding in Software with Mixed Boolean-Arithmetic Transforms, WISA 2007,
//! theorem 1), which linear arithmetic sees.

use super::row::Row;
use super::solver::{Solver, State, GOAL};
use super::tree::{FactId, Reason, Step};
use super::{Checked, Stop};
use proofmark_logic::arena::{Expr, Op};
use proofmark_logic::linear::Linear;

/// Factors of a conjunction.
const FACTORS_MAX: usize = 6;
/// Conjunctions that the expansion of one may visit.
const WORK_MAX: u32 = 64;
/// Bits of a complement.
const BITS_MAX: u32 = 100;

/// A combination of expressions, and the equations whose combination says what it is equal to.
type Sum = (Vec<(i128, Expr)>, Vec<Step>);

/// What is known of the bits of a factor.
enum View {
    /// Nothing.
    Atom,
    /// It is equal to this term, as the fact says.
    Same(Expr, FactId),
    /// It is a bit operation.
    Operation(Op, Expr, Expr),
    /// It has the bits that another term has not: it is `ones - other`, as the fact says.
    Rest {
        ones: i128,
        other: Expr,
        equal: FactId,
    },
}

fn scaled(steps: &[Step], by: i128) -> impl Iterator<Item = Step> + '_ {
    steps.iter().map(move |&step| match step {
        Step::Add(k, fact) => Step::Add(k * by, fact),
        cut @ Step::Cut(_) => cut,
    })
}

/// Whether all bits below some bit are set, and no others; or all bits.
fn all_ones(value: i128) -> bool {
    value == -1 || ((1..1 << BITS_MAX).contains(&value) && value & (value + 1) == 0)
}

impl Solver<'_> {
    /// `a & b` as the sum of conjunctions that it is, if that is not known yet.
    pub(super) fn conjunctions(
        &mut self,
        state: &State,
        [a, b]: [Expr; 2],
    ) -> Checked<Option<FactId>> {
        let mut work = WORK_MAX;
        let term = self.arena.mk(Op::BitAnd, &[a, b]);
        let Some((summands, steps)) = self.expand(state, &[a, b], &mut work)? else {
            return Ok(None);
        };
        let value = Linear::combination(self.arena, &summands).map_err(|_| Stop::GiveUp)?;
        let value = super::solver::sum(self.arena, &value);
        let row = Row::of(self.arena, &[(1, term), (-1, value)], 0, GOAL)?;
        let row = self.reduce(state, row)?;
        if row.terms.is_empty() && row.constant == 0 {
            return Ok(None);
        }
        let atom = self.arena.eq(term, value);
        self.push(atom, Reason::Eq(steps)).map(Some)
    }

    /// The conjunction of the factors as a sum of conjunctions of atoms.
    fn expand(&mut self, state: &State, factors: &[Expr], work: &mut u32) -> Checked<Option<Sum>> {
        if factors.len() > FACTORS_MAX || *work == 0 {
            return Ok(None);
        }
        *work -= 1;
        let mut unique: Vec<Expr> = Vec::new();
        for &factor in factors {
            if !unique.contains(&factor) {
                unique.push(factor);
            }
        }
        if unique.len() < factors.len() {
            let steps = self.reordered(factors, &unique)?;
            return self.expanded(state, &[(1, &unique)], steps, work);
        }
        for (index, &factor) in factors.iter().enumerate() {
            let view = self.view(state, factor)?;
            let mut others = factors.to_vec();
            others.remove(index);
            return match view {
                View::Atom => continue,
                View::Same(term, equal) => {
                    let mut replaced = factors.to_vec();
                    replaced[index] = term;
                    let steps = self.replaced(factors, index, (term, equal))?;
                    self.expanded(state, &[(1, &replaced)], steps, work)
                }
                View::Operation(Op::BitAnd, a, b) => {
                    let flat = [&[a, b], others.as_slice()].concat();
                    let steps = self.reordered(factors, &flat)?;
                    self.expanded(state, &[(1, &flat)], steps, work)
                }
                View::Operation(op, a, b) => {
                    let steps = self.distributed(op, [a, b], factors, &others)?;
                    let parts = [&[a][..], &[b], &[a, b]].map(|x| [x, &others].concat());
                    let shared = if op == Op::BitOr { -1 } else { -2 };
                    let parts = [(1, &parts[0][..]), (1, &parts[1]), (shared, &parts[2])];
                    self.expanded(state, &parts, steps, work)
                }
                View::Rest { ones, other, equal } => {
                    let whole = [&[factor], others.as_slice()].concat();
                    let mut steps = self.reordered(factors, &whole)?;
                    match self.rest_of(state, &whole, (ones, other, equal))? {
                        Some(more) => steps.extend(more),
                        None => return Ok(None),
                    }
                    let ones = [self.arena.lit(ones)];
                    let all = if others.is_empty() {
                        &ones[..]
                    } else {
                        &others
                    };
                    let shared = [&[other], others.as_slice()].concat();
                    self.expanded(state, &[(1, all), (-1, &shared)], steps, work)
                }
            };
        }
        let term = self.conjunction(factors);
        let (sorted, steps) = self.canonical(term)?;
        Ok(Some((vec![(1, self.conjunction(&sorted))], steps)))
    }

    /// The sum of the parts, each expanded.
    fn expanded(
        &mut self,
        state: &State,
        parts: &[(i128, &[Expr])],
        mut steps: Vec<Step>,
        work: &mut u32,
    ) -> Checked<Option<Sum>> {
        let mut sum = Vec::new();
        for &(k, part) in parts {
            let Some((summands, why)) = self.expand(state, part, work)? else {
                return Ok(None);
            };
            sum.extend(summands.into_iter().map(|(c, e)| (c * k, e)));
            steps.extend(scaled(&why, k));
        }
        Ok(Some((sum, steps)))
    }

    /// What the equations of a branch say of a factor's bits.
    fn view(&mut self, state: &State, factor: Expr) -> Checked<View> {
        match self.arena.app(factor) {
            Some((op @ (Op::BitAnd | Op::BitOr | Op::BitXor), [a, b, _])) => {
                return Ok(View::Operation(op, a, b));
            }
            _ if self.arena.as_lit(factor).is_some() => return Ok(View::Atom),
            _ => {}
        }
        let plain = Row::of(self.arena, &[(1, factor)], 0, GOAL)?;
        let row = self.reduce(state, plain.clone())?;
        for row in [plain, row] {
            if row.den != 1 || !row.why.contains(&(GOAL, 1)) {
                continue;
            }
            match (row.terms.as_slice(), row.constant) {
                (&[(term, 1)], 0) if term != factor => {
                    let equal = self.prove_equal(state, factor, term)?;
                    return Ok(equal.map_or(View::Atom, |equal| View::Same(term, equal)));
                }
                (&[(other, -1)], ones) if all_ones(ones) => {
                    return self.complement_of(state, factor, (ones, other));
                }
                _ => {}
            }
        }
        // Of a bit operation the equations may say what it is the sum of, not its complement.
        if let Some((Op::Wrap, [_, inner, _])) = self.arena.app(factor) {
            let inner = Row::of(self.arena, &[(1, inner)], 0, GOAL)?;
            if let &[(other, -1)] = inner.terms.as_slice() {
                let sum = self.arena.mk(Op::Add, &[factor, other]);
                if let Some(ones) = self.constant(state, sum)?.filter(|&ones| all_ones(ones)) {
                    return self.complement_of(state, factor, (ones, other));
                }
            }
        }
        Ok(View::Atom)
    }

    /// What is known of `factor`'s bits if it is `ones - other`.
    fn complement_of(
        &mut self,
        state: &State,
        factor: Expr,
        (ones, other): (i128, Expr),
    ) -> Checked<View> {
        let all = self.arena.lit(ones);
        let rest = self.arena.mk(Op::Sub, &[all, other]);
        let equal = self.prove_equal(state, factor, rest)?;
        Ok(equal.map_or(View::Atom, |equal| View::Rest { ones, other, equal }))
    }

    /// `f1 & (f2 & (… & fn))`.
    fn conjunction(&mut self, factors: &[Expr]) -> Expr {
        let mut factors = factors.iter().rev();
        let last = factors.next().copied();
        factors.fold(
            last.unwrap_or_else(|| self.arena.lit(-1)),
            |rest, &factor| self.arena.mk(Op::BitAnd, &[factor, rest]),
        )
    }

    /// `f1 & (f2 & (… & fn))` with one factor replaced by what it is equal to.
    fn replaced(
        &mut self,
        factors: &[Expr],
        index: usize,
        (term, equal): (Expr, FactId),
    ) -> Checked<Vec<Step>> {
        let (Some(before), Some([factor, after @ ..])) =
            (factors.get(..index), factors.get(index..))
        else {
            return Err(Stop::GiveUp);
        };
        let (mut from, mut to, mut fact) = (*factor, term, equal);
        if !after.is_empty() {
            let rest = self.conjunction(after);
            fact = self.cong_of_operand((from, to), rest, fact)?;
            from = self.arena.mk(Op::BitAnd, &[from, rest]);
            to = self.arena.mk(Op::BitAnd, &[to, rest]);
        }
        for &outer in before.iter().rev() {
            fact = self.cong_of_mask(outer, (from, to), fact)?;
            from = self.arena.mk(Op::BitAnd, &[outer, from]);
            to = self.arena.mk(Op::BitAnd, &[outer, to]);
        }
        Ok(vec![Step::Add(1, fact)])
    }

    /// `x & c = y & c` for equal `x` and `y`.
    pub(super) fn cong_of_operand(
        &mut self,
        (x, y): (Expr, Expr),
        c: Expr,
        equal: FactId,
    ) -> Checked<FactId> {
        let same = self.arena.eq(c, c);
        let same = self.rule("refl", &[c], &[], same)?;
        let (left, right) = (
            self.arena.mk(Op::BitAnd, &[x, c]),
            self.arena.mk(Op::BitAnd, &[y, c]),
        );
        let atom = self.arena.eq(left, right);
        self.rule("bitand_cong", &[], &[equal, same], atom)
    }

    /// `(a op b) & c` for the other factors `c`: `a & c + b & c` without what these share.
    fn distributed(
        &mut self,
        op: Op,
        [a, b]: [Expr; 2],
        factors: &[Expr],
        others: &[Expr],
    ) -> Checked<Vec<Step>> {
        if others.is_empty() {
            return Ok(vec![Step::Add(1, self.by_what_is_shared(op, a, b)?)]);
        }
        let shared = if op == Op::BitOr { -1 } else { -2 };
        let c = self.conjunction(others);
        let whole = self.arena.mk(op, &[a, b]);
        let mut steps = self.reordered(factors, &[&[whole], others].concat())?;
        let facts = self.masked_operands(op, (a, b), c)?;
        steps.extend(facts.into_iter().map(|fact| Step::Add(1, fact)));
        let [left, right] = [a, b].map(|e| self.arena.mk(Op::BitAnd, &[e, c]));
        let both = self.reordered(&[left, right], &[&[a, b], others].concat())?;
        steps.extend(scaled(&both, shared));
        Ok(steps)
    }

    /// `e & c = c - (p & c)` for the other factors `c`, where `e` is `ones - p`; `None` if `c` may
    /// have bits that are not among `ones`.
    pub(super) fn rest_of(
        &mut self,
        state: &State,
        whole: &[Expr],
        (ones, p, equal): (i128, Expr, FactId),
    ) -> Checked<Option<Vec<Step>>> {
        let Some(([e], others @ [_, ..])) = whole.split_at_checked(1) else {
            return Ok(Some(vec![Step::Add(1, equal)]));
        };
        let c = self.conjunction(others);
        let Some(all) = self.all_of(c, ones)? else {
            return Ok(None);
        };
        let Some(nothing) = self.nothing_shared(state, (p, *e), ones)? else {
            return Ok(None);
        };
        let (sum, ones) = (self.arena.mk(Op::Add, &[p, *e]), self.arena.lit(ones));
        let Some(point) = self.prove_equal(state, sum, ones)? else {
            return Ok(None);
        };
        let [both, with_p, with_e] = [sum, p, *e].map(|mask| self.arena.mk(Op::BitAnd, &[c, mask]));
        let parts = self.arena.mk(Op::Add, &[with_p, with_e]);
        let atom = self.arena.eq(both, parts);
        let mut steps = vec![
            Step::Add(1, self.commuted(*e, c)?),
            Step::Add(-1, self.rule("and_split", &[c], &[nothing], atom)?),
            Step::Add(1, self.cong_of_mask(c, (sum, ones), point)?),
            Step::Add(-1, self.commuted(c, p)?),
        ];
        steps.extend(all);
        Ok(Some(steps))
    }

    /// `c & ones = c`.
    fn all_of(&mut self, c: Expr, ones: i128) -> Checked<Option<Vec<Step>>> {
        let mask = self.arena.lit(ones);
        if ones == -1 {
            let term = self.arena.mk(Op::BitAnd, &[c, mask]);
            let atom = self.arena.eq(term, c);
            return Ok(Some(vec![Step::Add(
                1,
                self.rule("and_ones", &[c], &[], atom)?,
            )]));
        }
        let bits = ones.trailing_ones();
        let count = self.arena.lit(bits.into());
        let above = self.arena.mk(Op::Shr, &[c, count]);
        if self.arena.interval(above).as_point() != Some(0) {
            return Ok(None);
        }
        let low = self.low_bits(c, bits, mask)?;
        let none = self.point_of_interval(above, 0)?;
        Ok(Some(vec![Step::Add(1, low), Step::Add(-(ones + 1), none)]))
    }

    /// `p & e = 0`, where `e` is `ones - p`.
    fn nothing_shared(
        &mut self,
        state: &State,
        (p, e): (Expr, Expr),
        ones: i128,
    ) -> Checked<Option<FactId>> {
        let (zero, term) = (self.arena.lit(0), self.arena.mk(Op::BitAnd, &[p, e]));
        let atom = self.arena.eq(term, zero);
        if ones == -1 {
            let minus = self.arena.lit(-1);
            let rest = self.arena.mk(Op::Sub, &[minus, p]);
            let Some(equal) = self.prove_equal(state, e, rest)? else {
                return Ok(None);
            };
            return self.rule("and_not", &[], &[equal], atom).map(Some);
        }
        let (n, one) = (self.arena.lit(ones + 1), self.arena.lit(1));
        let below = self.arena.mk(Op::Sub, &[n, one]);
        let rest = self.arena.mk(Op::Sub, &[below, p]);
        let (Some(equal), Some(x), Some(y)) = (
            self.prove_equal(state, e, rest)?,
            self.not_negative(state, p)?,
            self.not_negative(state, e)?,
        ) else {
            return Ok(None);
        };
        let bits = self.arena.lit(ones.trailing_ones().into());
        self.rule("and_rest", &[bits], &[equal, x, y], atom)
            .map(Some)
    }

    /// `0 <= e`, by its interval or by the branch.
    fn not_negative(&mut self, state: &State, e: Expr) -> Checked<Option<FactId>> {
        let low = self.arena.interval(e).lo;
        if low < 0 {
            let zero = self.arena.lit(0);
            return self.prove_le(state, zero, e);
        }
        if low == 0 {
            return self.range_fact(e, 0, false).map(Some);
        }
        Ok(None)
    }

    /// The conjunction of some factors is that of the others: they are the same, in another order,
    /// some of them several times.
    fn reordered(&mut self, from: &[Expr], to: &[Expr]) -> Checked<Vec<Step>> {
        if from == to {
            return Ok(Vec::new());
        }
        let (from, to) = (self.conjunction(from), self.conjunction(to));
        let (sorted, mut steps) = self.canonical(from)?;
        let (same, back) = self.canonical(to)?;
        if sorted != same {
            return Err(Stop::GiveUp);
        }
        steps.extend(scaled(&back, -1));
        Ok(steps)
    }

    /// The factors of a conjunction, each once and in order, and why it is their conjunction.
    fn canonical(&mut self, term: Expr) -> Checked<(Vec<Expr>, Vec<Step>)> {
        let Some((Op::BitAnd, [a, b, _])) = self.arena.app(term) else {
            return Ok((vec![term], Vec::new()));
        };
        let (left, why_left) = self.canonical(a)?;
        let (right, why_right) = self.canonical(b)?;
        let (x, y) = (self.conjunction(&left), self.conjunction(&right));
        let mut steps = Vec::new();
        if x != a {
            let equal = self.equation(a, x, why_left)?;
            steps.push(Step::Add(1, self.cong_of_operand((a, x), b, equal)?));
        }
        if y != b {
            let equal = self.equation(b, y, why_right)?;
            steps.push(Step::Add(1, self.cong_of_mask(x, (b, y), equal)?));
        }
        let (merged, more) = self.merged(&left, right)?;
        steps.extend(more);
        Ok((merged, steps))
    }

    fn equation(&mut self, a: Expr, b: Expr, steps: Vec<Step>) -> Checked<FactId> {
        let atom = self.arena.eq(a, b);
        self.push(atom, Reason::Eq(steps))
    }

    /// `(x1 & (… & xn)) & (y1 & (… & ym))` for factors in order.
    fn merged(&mut self, left: &[Expr], right: Vec<Expr>) -> Checked<(Vec<Expr>, Vec<Step>)> {
        let Some((&first, rest)) = left.split_first() else {
            return Err(Stop::GiveUp);
        };
        if rest.is_empty() {
            return self.inserted(first, &right);
        }
        let (x, y) = (self.conjunction(rest), self.conjunction(&right));
        let mut steps = vec![Step::Add(1, self.associated(first, x, y)?)];
        let inner = self.arena.mk(Op::BitAnd, &[x, y]);
        let (merged, why) = self.merged(rest, right)?;
        let sorted = self.conjunction(&merged);
        if sorted != inner {
            let equal = self.equation(inner, sorted, why)?;
            steps.push(Step::Add(
                1,
                self.cong_of_mask(first, (inner, sorted), equal)?,
            ));
        }
        let (all, more) = self.inserted(first, &merged)?;
        steps.extend(more);
        Ok((all, steps))
    }

    /// `f & (y1 & (… & ym))` for factors in order.
    fn inserted(&mut self, f: Expr, into: &[Expr]) -> Checked<(Vec<Expr>, Vec<Step>)> {
        let Some((&first, rest)) = into.split_first() else {
            return Err(Stop::GiveUp);
        };
        if f < first {
            return Ok(([&[f], into].concat(), Vec::new()));
        }
        if rest.is_empty() && f != first {
            return Ok((vec![first, f], vec![Step::Add(1, self.commuted(f, first)?)]));
        }
        // f & (y & c) = (f & y) & c, and f & y is f or y & f.
        let (pair, turned) = if f == first {
            (self.arena.mk(Op::BitAnd, &[f, f]), f)
        } else {
            let pair = self.arena.mk(Op::BitAnd, &[f, first]);
            (pair, self.arena.mk(Op::BitAnd, &[first, f]))
        };
        let atom = self.arena.eq(pair, turned);
        let equal = if f == first {
            self.rule("and_self", &[f], &[], atom)?
        } else {
            self.commuted(f, first)?
        };
        if rest.is_empty() {
            return Ok((into.to_vec(), vec![Step::Add(1, equal)]));
        }
        let c = self.conjunction(rest);
        let mut steps = vec![
            Step::Add(-1, self.associated(f, first, c)?),
            Step::Add(1, self.cong_of_operand((pair, turned), c, equal)?),
        ];
        if f == first {
            return Ok((into.to_vec(), steps));
        }
        steps.push(Step::Add(1, self.associated(first, f, c)?));
        let inner = self.arena.mk(Op::BitAnd, &[f, c]);
        let (below, why) = self.inserted(f, rest)?;
        let sorted = self.conjunction(&below);
        if sorted != inner {
            let equal = self.equation(inner, sorted, why)?;
            steps.push(Step::Add(
                1,
                self.cong_of_mask(first, (inner, sorted), equal)?,
            ));
        }
        Ok(([&[first], below.as_slice()].concat(), steps))
    }
}
