//! The state of one branch of the search: solved equations, inequations and disequations, each with
//! its explanation.

use super::rational::{gcd, mul};
use super::row::Row;
use super::tree::{Fact, FactId, Reason, Step, Tree};
use super::{Checked, Stop, Work};
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::linear::Linear;

/// Stands for the goal in the explanation of a row that is being proved. It is no fact.
pub(super) const GOAL: FactId = FactId(u32::MAX);

/// The facts of one refutation, over all branches.
pub(super) struct Solver<'a> {
    pub(super) arena: &'a mut Arena,
    pub(super) facts: Vec<Fact>,
    /// What may still be done.
    pub(super) work: Work,
}

/// What is known in one branch.
#[derive(Clone, Default)]
pub(super) struct State {
    /// `row = 0`, solved for the leaf, which occurs in no other equation. Leaves increase.
    pub(super) equations: Vec<(Expr, Row)>,
    /// `row <= 0`.
    pub(super) inequations: Vec<Row>,
    /// `row ≠ 0`, as the literal with this fact says.
    pub(super) disequations: Vec<(FactId, Row)>,
    /// Leaves that are not variables, and how far their axioms were used.
    pub(super) leaves: Vec<Leaf>,
    /// Solved leaves whose range was added as inequations: upper end, lower end.
    pub(super) ranged: Vec<(Expr, bool)>,
    /// Pairs of leaves found congruent, and pairs of addresses found different.
    pub(super) used: Vec<(Expr, Expr)>,
    /// Atoms that the branch has been split by.
    pub(super) decided: Vec<Expr>,
}

/// A leaf that is an application, such as a read or a wrap.
#[derive(Clone, Copy)]
pub(super) struct Leaf {
    pub(super) term: Expr,
    pub(super) stage: Stage,
}

/// How far the axioms of a leaf were used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    New,
    /// Its definition (`wrap_def`, `div_def`, …) is there; an equation with a simpler term may
    /// still come.
    Defined,
    /// As before, and what the signs of its operands say is there too.
    Signed,
    Done,
}

impl State {
    /// The equation that is solved for this leaf.
    pub(super) fn equation(&self, leaf: Expr) -> Option<&(Expr, Row)> {
        self.equations
            .binary_search_by_key(&leaf, |(e, _)| *e)
            .ok()
            .and_then(|i| self.equations.get(i))
    }
}

impl Solver<'_> {
    pub(super) fn push(&mut self, formula: Expr, reason: Reason) -> Checked<FactId> {
        let id = u32::try_from(self.facts.len()).map_err(|_| Stop::GiveUp)?;
        self.facts.push(Fact { formula, reason });
        Ok(FactId(id))
    }

    pub(super) fn formula(&self, fact: FactId) -> Checked<Expr> {
        self.facts
            .get(fact.index())
            .map(|f| f.formula)
            .ok_or(Stop::GiveUp)
    }

    /// Adds a rule's conclusion to the facts.
    pub(super) fn rule(
        &mut self,
        name: &'static str,
        terms: &[Expr],
        premises: &[FactId],
        conclusion: Expr,
    ) -> Checked<FactId> {
        self.push(
            conclusion,
            Reason::Rule {
                name,
                terms: terms.to_vec(),
                premises: premises.to_vec(),
            },
        )
    }

    /// Puts a fact into a branch.
    pub(super) fn assert(&mut self, state: &mut State, fact: FactId) -> Checked<()> {
        let literal = self.formula(fact)?;
        let row = Row::of_literal(self.arena, literal, fact)?;
        for &(leaf, _) in &row.terms {
            self.register(state, leaf);
        }
        match self.arena.node(literal) {
            Node::App(Op::Eq, _) => self.add_equation(state, row),
            Node::App(Op::Not, [a, ..]) if matches!(self.arena.node(a), Node::App(Op::Eq, _)) => {
                state.disequations.push((fact, row));
                Ok(())
            }
            _ => {
                state.inequations.push(row);
                Ok(())
            }
        }
    }

    /// Notes a leaf that has axioms, and the leaves inside it.
    pub(super) fn register(&self, state: &mut State, leaf: Expr) {
        let mut work = vec![leaf];
        while let Some(e) = work.pop() {
            let Node::App(op, args) = self.arena.node(e) else {
                continue;
            };
            if state.leaves.iter().any(|l| l.term == e) {
                continue;
            }
            state.leaves.push(Leaf {
                term: e,
                stage: Stage::New,
            });
            let terms: &[Expr] = match op {
                Op::Sel | Op::Wrap | Op::Carry => args.get(1..2).unwrap_or_default(),
                _ => args.get(..2).unwrap_or_default(),
            };
            // A read of one object is compared with the last write to another one.
            let written = match (op, self.arena.app(args[0])) {
                (Op::Sel, Some((Op::Upd, [_, written, _]))) => Some(written),
                _ => None,
            };
            let written = written.filter(|written| {
                let objects = [*written, args[1]].map(|at| object_in(self.arena, at));
                matches!(objects, [Some(one), Some(other)] if one != other)
            });
            for t in terms.iter().copied().chain(written) {
                work.extend(
                    Linear::combination(self.arena, &[(1, t)])
                        .map(|l| l.terms)
                        .unwrap_or_default()
                        .iter()
                        .map(|&(e, _)| e),
                );
            }
        }
    }

    /// Substitutes the solved equations.
    pub(super) fn reduce(&self, state: &State, mut row: Row) -> Checked<Row> {
        // Solved leaves occur in no other equation, so eliminating one brings in no other.
        let solved: Vec<&(Expr, Row)> = row
            .terms
            .iter()
            .filter_map(|&(leaf, _)| state.equation(leaf))
            .collect();
        for (leaf, equation) in solved {
            row = row.eliminate(*leaf, equation)?;
        }
        Ok(row)
    }

    /// The combination that explains a row: `Σ = den · row`.
    pub(super) fn steps(row: &Row, sign: i128) -> Checked<Vec<Step>> {
        row.why
            .iter()
            .map(|&(fact, k)| Ok(Step::Add(mul(k, sign)?, fact)))
            .collect()
    }

    /// Adds `row = 0`.
    pub(super) fn add_equation(&mut self, state: &mut State, row: Row) -> Checked<()> {
        let mut row = self.reduce(state, row)?;
        if row.terms.is_empty() {
            return match row.constant.signum() {
                0 => Ok(()),
                sign => Err(Stop::Conflict(Tree::Farkas(Self::steps(&row, sign)?))),
            };
        }
        let g = row.content();
        if row.constant % g != 0 {
            return self.indivisible(&row, g);
        }
        row.divide(g)?;
        self.different_objects(&row)?;
        // A unit coefficient keeps the other rows integral; addresses are like constants; later
        // terms are usually defined by earlier ones.
        let rank = |&&(e, k): &&(Expr, i128)| {
            (
                k.unsigned_abs(),
                matches!(self.arena.node(e), Node::Addr { .. }),
            )
        };
        let pivot = row
            .terms
            .iter()
            .rev()
            .min_by_key(rank)
            .map(|&(leaf, _)| leaf);
        let Some(leaf) = pivot else { return Ok(()) };
        for (_, other) in &mut state.equations {
            if other.coefficient(leaf) != 0 {
                *other = other.eliminate(leaf, &row)?;
                let g = other.content();
                if g > 1 && other.constant % g != 0 {
                    return self.indivisible(other, g);
                }
                let g = gcd(g, other.constant);
                other.divide(g)?;
            }
        }
        let at = state.equations.partition_point(|(e, _)| *e < leaf);
        state.equations.insert(at, (leaf, row));
        Ok(())
    }

    /// `g·f + c = 0` where `g` does not divide `c`: rounding both directions gives `f + ⌈c/g⌉ <= 0`
    /// and `-f + ⌈-c/g⌉ <= 0`.
    fn indivisible(&mut self, row: &Row, g: i128) -> Checked<()> {
        let mut half = row.clone();
        half.terms.iter_mut().for_each(|(_, k)| *k /= g);
        half.constant = ceil_div(row.constant, g);
        let formula = self.le_formula(&half)?;
        let cut = Step::Cut(mul(row.den, g)?);
        let mut steps = Self::steps(row, 1)?;
        steps.push(cut);
        let upper = self.push(formula, Reason::Le(steps))?;
        let mut steps = Self::steps(row, -1)?;
        steps.extend([cut, Step::Add(1, upper)]);
        Err(Stop::Conflict(Tree::Farkas(steps)))
    }

    /// `O + k = Q` is contradictory for the addresses of different objects with `k` inside `O`.
    fn different_objects(&mut self, row: &Row) -> Checked<()> {
        let ([(x, 1), (y, -1)] | [(y, -1), (x, 1)]) = row.terms[..] else {
            return Ok(());
        };
        let (
            Node::Addr {
                object: o, size: m, ..
            },
            Node::Addr {
                object: q, size: n, ..
            },
        ) = (self.arena.node(x), self.arena.node(y))
        else {
            return Ok(());
        };
        let inside = if row.constant >= 0 {
            row.constant < i128::from(m)
        } else {
            -row.constant < i128::from(n)
        };
        if o == q || !inside {
            return Ok(());
        }
        let offset = self.arena.lit(row.constant.abs());
        let (a, b) = match row.constant.signum() {
            0 => (x, y),
            1 => (self.arena.mk(Op::Add, &[x, offset]), y),
            _ => (x, self.arena.mk(Op::Add, &[y, offset])),
        };
        let atom = self.arena.eq(a, b);
        let equation = self.combination_eq(atom, row.why.iter().map(|&(f, k)| (f, -k)), row.den)?;
        let negation = self.arena.not(atom);
        let disequation = self.rule("addr_ne", &[a, b], &[], negation)?;
        Err(Stop::Conflict(Tree::Clash {
            equation,
            disequation,
        }))
    }

    /// The fact `atom`, an equation `A = B`, given that `w·(A - B) + Σ k·fact = 0`.
    pub(super) fn combination_eq(
        &mut self,
        atom: Expr,
        others: impl Iterator<Item = (FactId, i128)>,
        w: i128,
    ) -> Checked<FactId> {
        let others: Vec<_> = others.collect();
        let Some((Op::Eq, [a, b, _])) = self.arena.app(atom) else {
            return Err(Stop::GiveUp);
        };
        if let [(fact, k)] = others[..] {
            if k == -w && self.formula(fact)? == atom {
                return Ok(fact);
            }
        }
        if a == b {
            return self.rule("refl", &[a], &[], atom);
        }
        if w == 0 {
            return Err(Stop::GiveUp);
        }
        if others.iter().all(|(_, k)| k % w == 0) {
            let steps = others
                .iter()
                .map(|&(fact, k)| Step::Add(-(k / w), fact))
                .collect();
            return self.push(atom, Reason::Eq(steps));
        }
        let mut halves = [FactId(0); 2];
        for (half, (x, y, sign)) in halves.iter_mut().zip([(a, b, 1), (b, a, -1)]) {
            let formula = self.arena.le(x, y);
            let mut steps: Vec<_> = others
                .iter()
                .map(|&(fact, k)| Step::Add(-k * sign * w.signum(), fact))
                .collect();
            steps.push(Step::Cut(w.abs()));
            *half = self.push(formula, Reason::Le(steps))?;
        }
        self.rule("antisym", &[], &halves, atom)
    }

    /// `A = B`, if the equations of the branch imply it.
    pub(super) fn prove_equal(
        &mut self,
        state: &State,
        a: Expr,
        b: Expr,
    ) -> Checked<Option<FactId>> {
        let row = Row::of(self.arena, &[(1, a), (-1, b)], 0, GOAL)?;
        let row = self.reduce(state, row)?;
        if !row.terms.is_empty() || row.constant != 0 {
            return Ok(None);
        }
        let atom = self.arena.eq(a, b);
        self.explain_equation(&row, GOAL, atom).map(Some)
    }

    /// The fact `atom` from a row that started as its linear expression under the name `goal`, and
    /// that was reduced to 0.
    pub(super) fn explain_equation(
        &mut self,
        row: &Row,
        goal: FactId,
        atom: Expr,
    ) -> Checked<FactId> {
        let w = row
            .why
            .iter()
            .find(|(f, _)| *f == goal)
            .map_or(0, |&(_, k)| k);
        self.combination_eq(atom, row.why.iter().copied().filter(|&(f, _)| f != goal), w)
    }

    /// The value of a term, if the equations of the branch fix it.
    pub(super) fn constant(&self, state: &State, term: Expr) -> Checked<Option<i128>> {
        let row = self.reduce(state, Row::of(self.arena, &[(1, term)], 0, GOAL)?)?;
        let w = row
            .why
            .iter()
            .find(|(f, _)| *f == GOAL)
            .map_or(1, |&(_, k)| k);
        // row = (w / den) · term + equations.
        let scaled = mul(row.constant, row.den)?;
        Ok((row.terms.is_empty() && w != 0 && scaled % w == 0).then(|| scaled / w))
    }

    /// Strengthens `row <= 0` by the integrality of its leaves.
    pub(super) fn round(&mut self, mut row: Row) -> Checked<Row> {
        let g = row.content();
        if g <= 1 {
            return Ok(row);
        }
        if row.constant % g == 0 {
            row.divide(g)?;
            return Ok(row);
        }
        let mut steps = Self::steps(&row, 1)?;
        steps.push(Step::Cut(mul(row.den, g)?));
        row.terms.iter_mut().for_each(|(_, k)| *k /= g);
        row.constant = ceil_div(row.constant, g);
        let formula = self.le_formula(&row)?;
        let fact = self.push(formula, Reason::Le(steps))?;
        Ok(Row {
            den: 1,
            why: vec![(fact, 1)],
            ..row
        })
    }

    /// `A <= B` for `row <= 0`, with positive coefficients on both sides.
    pub(super) fn le_formula(&mut self, row: &Row) -> Checked<Expr> {
        let side = |positive: bool| Linear {
            constant: if positive { 0 } else { -row.constant },
            terms: row
                .terms
                .iter()
                .filter(|(_, k)| (*k > 0) == positive)
                .map(|&(e, k)| (e, k.abs()))
                .collect(),
        };
        let (left, right) = (side(true), side(false));
        let left = sum(self.arena, &left);
        let right = sum(self.arena, &right);
        Ok(self.arena.le(left, right))
    }
}

/// The object from which an address is counted, as it is written.
fn object_in(arena: &Arena, address: Expr) -> Option<Expr> {
    let counted = match arena.app(address) {
        Some((Op::Wrap, [_, inner, _])) => inner,
        _ => address,
    };
    let sum = Linear::combination(arena, &[(1, counted)]).ok()?;
    let mut leaves = sum.terms.iter().map(|&(leaf, _)| leaf);
    leaves.find(|leaf| matches!(arena.node(*leaf), Node::Addr { .. }))
}

/// `c1·x1 + … + c0` without factors 1 and summands 0.
pub(super) fn sum(arena: &mut Arena, linear: &Linear) -> Expr {
    let mut out = None;
    for &(leaf, k) in &linear.terms {
        let product = if k == 1 {
            leaf
        } else {
            let k = arena.lit(k);
            arena.mk(Op::Mul, &[k, leaf])
        };
        out = Some(match out {
            None => product,
            Some(rest) => arena.mk(Op::Add, &[rest, product]),
        });
    }
    match out {
        Some(out) if linear.constant == 0 => out,
        Some(out) => {
            let c = arena.lit(linear.constant);
            arena.mk(Op::Add, &[out, c])
        }
        None => arena.lit(linear.constant),
    }
}

/// `⌈a / b⌉` for `b > 0`.
pub(super) fn ceil_div(a: i128, b: i128) -> i128 {
    let q = a.div_euclid(b);
    if a.rem_euclid(b) == 0 {
        q
    } else {
        q + 1
    }
}
