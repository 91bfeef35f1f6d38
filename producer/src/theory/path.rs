//! Finds a small contradictory subset of the constraints of a long path by propagating values,
//! without proofs.
//!
//! A path is mostly definitions (`x3 = x1 + 1`), so one pass that substitutes known values finds
//! most contradictions. Every value remembers which literals it depends on. What is found is
//! refuted again, with a proof, by [`super::refute`].

use super::rational::gcd;
use super::solver::sum;
use crate::places::patch_elsewhere;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::interval::Interval;
use proofmark_logic::linear::Linear;
use std::collections::HashMap;

/// A set of literals, as an index into a DAG of unions.
type Deps = u32;
const NO_DEPS: Deps = 0;

/// What is left after propagation goes to the decision procedure only if it is at most this large.
const REST_MAX: usize = 160;
/// Passes over what could not be decided the first time.
const PASSES: usize = 3;
/// Linear forms longer than this stay unevaluated: substitution must not blow up.
const TERMS_MAX: usize = 64;

/// A contradiction; the literals it depends on.
struct Contradiction(Deps);

/// A value and what it depends on.
#[derive(Clone)]
struct Value {
    linear: Linear,
    deps: Deps,
}

struct Path<'a> {
    arena: &'a mut Arena,
    literals: Vec<(usize, Expr)>,
    /// Unions: a literal of its own, or two sets.
    sets: Vec<(Option<usize>, Deps, Deps)>,
    values: HashMap<Expr, Value>,
    /// Bounds that single-leaf inequations gave: lower, upper.
    bounds: HashMap<Expr, [Option<(i128, Deps)>; 2]>,
    undecided: Vec<usize>,
}

/// A subset of the constraints, each with its group, that is probably contradictory. `None` if the
/// path looks satisfiable.
pub(super) fn core(arena: &mut Arena, groups: &[Vec<Expr>]) -> Option<Vec<(usize, Expr)>> {
    let literals: Vec<(usize, Expr)> = groups
        .iter()
        .enumerate()
        .flat_map(|(g, group)| group.iter().map(move |&e| (g, e)))
        .collect();
    let mut path = Path::new(arena, literals);
    let found = match path.run() {
        Err(Contradiction(deps)) => path.members(&[deps]),
        Ok(()) => path.rest()?,
    };
    Some(
        found
            .into_iter()
            .filter_map(|i| path.literals.get(i).copied())
            .collect(),
    )
}

/// The positions of some literals that contradict each other, if propagation alone finds that.
pub(super) fn contradictory(arena: &mut Arena, literals: &[Expr]) -> Option<Vec<usize>> {
    let mut path = Path::new(arena, literals.iter().copied().enumerate().collect());
    match path.run() {
        Err(Contradiction(deps)) => Some(path.members(&[deps])),
        Ok(()) => None,
    }
}

fn scaled(linear: &mut Linear, other: &Linear, k: i128) -> Option<()> {
    linear.constant = linear
        .constant
        .checked_add(k.checked_mul(other.constant)?)?;
    for &(leaf, c) in &other.terms {
        let add = k.checked_mul(c)?;
        match linear.terms.binary_search_by_key(&leaf, |t| t.0) {
            Ok(i) => {
                let slot = linear.terms.get_mut(i)?;
                slot.1 = slot.1.checked_add(add)?;
                if slot.1 == 0 {
                    linear.terms.remove(i);
                }
            }
            Err(i) => linear.terms.insert(i, (leaf, add)),
        }
    }
    (linear.terms.len() <= TERMS_MAX).then_some(())
}

impl<'a> Path<'a> {
    fn new(arena: &'a mut Arena, literals: Vec<(usize, Expr)>) -> Path<'a> {
        Path {
            arena,
            literals,
            sets: vec![(None, 0, 0)],
            values: HashMap::new(),
            bounds: HashMap::new(),
            undecided: Vec::new(),
        }
    }
}

impl Path<'_> {
    fn run(&mut self) -> Result<(), Contradiction> {
        for index in 0..self.literals.len() {
            if !self.step(index)? {
                self.undecided.push(index);
            }
        }
        for _ in 0..PASSES {
            let before = self.undecided.len();
            let mut kept = Vec::new();
            for index in std::mem::take(&mut self.undecided) {
                if !self.step(index)? {
                    kept.push(index);
                }
            }
            self.undecided = kept;
            if self.undecided.len() == before {
                break;
            }
        }
        Ok(())
    }

    fn union(&mut self, a: Deps, b: Deps) -> Deps {
        if a == b || b == NO_DEPS {
            return a;
        }
        if a == NO_DEPS {
            return b;
        }
        self.sets.push((None, a, b));
        u32::try_from(self.sets.len() - 1).unwrap_or(NO_DEPS)
    }

    fn single(&mut self, literal: usize) -> Deps {
        self.sets.push((Some(literal), NO_DEPS, NO_DEPS));
        u32::try_from(self.sets.len() - 1).unwrap_or(NO_DEPS)
    }

    /// The literals of some sets, increasing.
    fn members(&self, roots: &[Deps]) -> Vec<usize> {
        let mut seen = vec![false; self.sets.len()];
        let mut out = Vec::new();
        let mut work = roots.to_vec();
        while let Some(deps) = work.pop() {
            let (Some(slot), Some(&(own, a, b))) =
                (seen.get_mut(deps as usize), self.sets.get(deps as usize))
            else {
                continue;
            };
            if std::mem::replace(slot, true) {
                continue;
            }
            out.extend(own);
            work.extend([a, b]);
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Everything undecided, with what it depends on.
    fn rest(&mut self) -> Option<Vec<usize>> {
        let mut roots = Vec::new();
        for index in self.undecided.clone() {
            roots.push(self.single(index));
            let (_, literal) = *self.literals.get(index)?;
            let (_, atom) = self.split(literal);
            let (_, [a, b, _]) = self.arena.app(atom)?;
            for side in [a, b] {
                let Some(value) = self.eval(side) else {
                    continue;
                };
                roots.push(value.deps);
                for &(leaf, _) in &value.linear.terms {
                    roots.extend(
                        self.bounds
                            .get(&leaf)
                            .into_iter()
                            .flatten()
                            .flatten()
                            .map(|b| b.1),
                    );
                }
            }
        }
        let rest = self.members(&roots);
        (!rest.is_empty() && rest.len() <= REST_MAX).then_some(rest)
    }

    fn split(&self, literal: Expr) -> (bool, Expr) {
        match self.arena.node(literal) {
            Node::App(Op::Not, [a, ..]) => (false, a),
            _ => (true, literal),
        }
    }

    /// Uses one literal; `false` if it should be looked at again.
    fn step(&mut self, index: usize) -> Result<bool, Contradiction> {
        let Some(&(_, literal)) = self.literals.get(index) else {
            return Ok(true);
        };
        let (positive, atom) = self.split(literal);
        let Some((op @ (Op::Eq | Op::Le), [a, b, _])) = self.arena.app(atom) else {
            return Ok(true);
        };
        let (Some(left), Some(right)) = (self.eval(a), self.eval(b)) else {
            return Ok(false);
        };
        let own = self.single(index);
        let deps = self.union(left.deps, right.deps);
        let deps = self.union(deps, own);
        let (mut row, mut other) = (left.linear, right.linear);
        if op == Op::Le && !positive {
            // b + 1 - a <= 0.
            std::mem::swap(&mut row, &mut other);
            row.constant = row.constant.saturating_add(1);
        }
        if scaled(&mut row, &other, -1).is_none() {
            return Ok(false);
        }
        match (op, positive) {
            (Op::Eq, true) => self.equation(row, deps),
            (Op::Eq, false) => self.disequation(&row, deps),
            _ => self.inequation(&row, deps),
        }
    }

    fn equation(&mut self, row: Linear, deps: Deps) -> Result<bool, Contradiction> {
        if let Some(c) = row.as_constant() {
            return if c == 0 {
                Ok(true)
            } else {
                Err(Contradiction(deps))
            };
        }
        let g = row.terms.iter().fold(0, |g, t| gcd(g, t.1));
        if row.constant % g != 0 {
            return Err(Contradiction(deps));
        }
        // The newest variable is defined by the older ones.
        let rank = |&&(leaf, _): &&(Expr, i128)| match self.arena.node(leaf) {
            Node::Var(..) => 2,
            Node::Addr { .. } => 0,
            _ => 1,
        };
        let Some(&(leaf, k)) = row.terms.iter().filter(|t| t.1.abs() == g).max_by_key(rank) else {
            return Ok(false);
        };
        if rank(&&(leaf, k)) == 0 {
            return if self.are_different_objects(&row) {
                Err(Contradiction(deps))
            } else {
                Ok(false)
            };
        }
        let mut solved = Linear {
            constant: -row.constant / g * k.signum(),
            terms: row.terms.clone(),
        };
        solved.terms.retain(|t| t.0 != leaf);
        solved
            .terms
            .iter_mut()
            .for_each(|t| t.1 = -t.1 / g * k.signum());
        if let Some(value) = solved.as_constant() {
            self.check_value(leaf, value, deps)?;
        }
        // A leaf that is no variable keeps its axioms, which the decision procedure knows.
        let decided = matches!(self.arena.node(leaf), Node::Var(..));
        self.values.insert(
            leaf,
            Value {
                linear: solved,
                deps,
            },
        );
        Ok(decided)
    }

    fn are_different_objects(&self, row: &Linear) -> bool {
        let object = |e: Expr| match self.arena.node(e) {
            Node::Addr { object, size, .. } => Some((object, i128::from(size))),
            _ => None,
        };
        let ([(x, 1), (y, -1)] | [(y, -1), (x, 1)]) = row.terms[..] else {
            return false;
        };
        match (object(x), object(y)) {
            (Some((o, m)), Some((q, n))) => {
                o != q
                    && if row.constant >= 0 {
                        row.constant < m
                    } else {
                        -row.constant < n
                    }
            }
            _ => false,
        }
    }

    /// A value outside a leaf's range or bounds is contradictory.
    fn check_value(&mut self, leaf: Expr, value: i128, deps: Deps) -> Result<(), Contradiction> {
        let interval = self.arena.interval(leaf);
        if value < interval.lo || value > interval.hi {
            return Err(Contradiction(deps));
        }
        let [lo, hi] = self.bounds.get(&leaf).copied().unwrap_or_default();
        for (bound, outside) in [
            (lo, lo.is_some_and(|l| value < l.0)),
            (hi, hi.is_some_and(|h| value > h.0)),
        ] {
            if let (Some((_, why)), true) = (bound, outside) {
                return Err(Contradiction(self.union(deps, why)));
            }
        }
        Ok(())
    }

    fn disequation(&mut self, row: &Linear, deps: Deps) -> Result<bool, Contradiction> {
        match row.as_constant() {
            Some(0) => Err(Contradiction(deps)),
            Some(_) => Ok(true),
            None if self.are_different_objects(row) => Ok(true),
            None => Ok(false),
        }
    }

    fn inequation(&mut self, row: &Linear, deps: Deps) -> Result<bool, Contradiction> {
        if let Some(c) = row.as_constant() {
            return if c <= 0 {
                Ok(true)
            } else {
                Err(Contradiction(deps))
            };
        }
        if let [(leaf, k)] = row.terms[..] {
            let upper = k > 0;
            let Some(minus) = row.constant.checked_neg() else {
                return Ok(false);
            };
            // k·x <= -c.
            let value = if upper {
                minus.div_euclid(k)
            } else {
                -(minus.div_euclid(-k))
            };
            self.add_bound(leaf, value, upper, deps)?;
            return Ok(false);
        }
        let (least, why) = self.least(row, deps);
        match least {
            Some(least) if least > 0 => Err(Contradiction(why)),
            _ => Ok(false),
        }
    }

    fn add_bound(
        &mut self,
        leaf: Expr,
        value: i128,
        upper: bool,
        deps: Deps,
    ) -> Result<(), Contradiction> {
        let interval = self.arena.interval(leaf);
        let slot = self.bounds.entry(leaf).or_default();
        let side = usize::from(upper);
        let tighter =
            slot[side].is_none_or(|(old, _)| if upper { value < old } else { value > old });
        if tighter {
            slot[side] = Some((value, deps));
        }
        let [lo, hi] = *slot;
        let (lo, hi) = (
            lo.unwrap_or((interval.lo, NO_DEPS)),
            hi.unwrap_or((interval.hi, NO_DEPS)),
        );
        let both = self.union(lo.1, hi.1);
        if lo.0 > hi.0 {
            return Err(Contradiction(both));
        }
        if lo.0 == hi.0 && !self.values.contains_key(&leaf) {
            self.values.insert(
                leaf,
                Value {
                    linear: Linear {
                        constant: lo.0,
                        terms: Vec::new(),
                    },
                    deps: both,
                },
            );
        }
        Ok(())
    }

    /// The least value of a row under the bounds.
    fn least(&mut self, row: &Linear, mut deps: Deps) -> (Option<i128>, Deps) {
        let mut sum = Some(row.constant);
        for &(leaf, k) in &row.terms {
            let interval = self.arena.interval(leaf);
            let [lo, hi] = self.bounds.get(&leaf).copied().unwrap_or_default();
            let end = if k > 0 {
                lo.unwrap_or((interval.lo, NO_DEPS))
            } else {
                hi.unwrap_or((interval.hi, NO_DEPS))
            };
            let finite = end.0 != Interval::NEG_INF && end.0 != Interval::POS_INF;
            sum = sum
                .filter(|_| finite)
                .and_then(|s| s.checked_add(k.checked_mul(end.0)?));
            deps = self.union(deps, end.1);
        }
        (sum, deps)
    }

    /// The value of a term as far as it is known. Leaves are looked up until nothing changes.
    fn eval(&mut self, term: Expr) -> Option<Value> {
        let form = Linear::combination(self.arena, &[(1, term)]).ok()?;
        let mut out = Value {
            linear: Linear {
                constant: form.constant,
                terms: Vec::new(),
            },
            deps: NO_DEPS,
        };
        for (leaf, k) in form.terms {
            let value = self.leaf(leaf)?;
            scaled(&mut out.linear, &value.linear, k)?;
            out.deps = self.union(out.deps, value.deps);
        }
        Some(out)
    }

    fn leaf(&mut self, leaf: Expr) -> Option<Value> {
        if let Some(value) = self.values.get(&leaf).cloned() {
            return self.refresh(leaf, value);
        }
        let own = |e: Expr| Value {
            linear: Linear {
                constant: 0,
                terms: vec![(e, 1)],
            },
            deps: NO_DEPS,
        };
        let Node::App(op, args) = self.arena.node(leaf) else {
            return Some(own(leaf));
        };
        let value = match op {
            Op::Wrap => self.wrap(args)?,
            Op::Sel => self.read(args)?,
            Op::Carry => own(leaf),
            _ => self.apply(op, args)?,
        };
        // The canonical leaf may have a value itself.
        match value.linear.terms[..] {
            [(e, 1)] if e != leaf && value.linear.constant == 0 => {
                let Some(known) = self.values.get(&e).cloned() else {
                    return Some(value);
                };
                let mut known = self.refresh(e, known)?;
                known.deps = self.union(known.deps, value.deps);
                Some(known)
            }
            _ => Some(value),
        }
    }

    /// Substitutes what became known since the value was stored, and stores the result.
    fn refresh(&mut self, leaf: Expr, mut value: Value) -> Option<Value> {
        while value
            .linear
            .terms
            .iter()
            .any(|(e, _)| self.values.contains_key(e))
        {
            let mut next = Value {
                linear: Linear {
                    constant: value.linear.constant,
                    terms: Vec::new(),
                },
                deps: value.deps,
            };
            for &(e, k) in &value.linear.terms {
                match self.values.get(&e).cloned() {
                    Some(known) if e != leaf => {
                        scaled(&mut next.linear, &known.linear, k)?;
                        next.deps = self.union(next.deps, known.deps);
                    }
                    Some(_) => return None,
                    None => scaled(
                        &mut next.linear,
                        &Linear {
                            constant: 0,
                            terms: vec![(e, 1)],
                        },
                        k,
                    )?,
                }
            }
            value = next;
        }
        self.values.insert(leaf, value.clone());
        Some(value)
    }

    fn wrap(&mut self, [t, e, _]: [Expr; 3]) -> Option<Value> {
        let Node::Type(ty) = self.arena.node(t) else {
            return None;
        };
        let mut value = self.eval(e)?;
        if let Some(c) = value.linear.as_constant() {
            value.linear.constant = ty.wrap(c);
            return Some(value);
        }
        let minus = Linear {
            constant: value.linear.constant.checked_neg()?,
            terms: value.linear.terms.iter().map(|&(e, k)| (e, -k)).collect(),
        };
        let (least, why) = self.least(&value.linear, value.deps);
        let (most, why) = self.least(&minus, why);
        if least.is_some_and(|l| l >= ty.min())
            && most
                .and_then(i128::checked_neg)
                .is_some_and(|m| m <= ty.max())
        {
            value.deps = why;
            return Some(value);
        }
        let argument = sum(self.arena, &value.linear);
        let term = self.arena.mk(Op::Wrap, &[t, argument]);
        Some(Value {
            linear: Linear {
                constant: 0,
                terms: vec![(term, 1)],
            },
            deps: value.deps,
        })
    }

    fn read(&mut self, [mut map, read, _]: [Expr; 3]) -> Option<Value> {
        let mut at = self.eval(read)?;
        let mut deps = at.deps;
        loop {
            let (rest, written, stored) = match self.arena.app(map) {
                Some((Op::Upd, [rest, written, stored])) => (rest, written, stored),
                Some((Op::Fill, [value, ..])) => {
                    let mut value = self.eval(value)?;
                    value.deps = self.union(value.deps, deps);
                    return Some(value);
                }
                Some((Op::Splice, _)) => {
                    let Some((part, why)) = self.part_at(map, &at)? else {
                        break;
                    };
                    deps = self.union(deps, why);
                    map = part;
                    continue;
                }
                Some((Op::Shift, [rest, distance, _])) => {
                    let distance = self.eval(distance)?;
                    scaled(&mut at.linear, &distance.linear, 1)?;
                    deps = self.union(deps, distance.deps);
                    map = rest;
                    continue;
                }
                _ => break,
            };
            let place = self.eval(written)?;
            let mut distance = at.linear.clone();
            scaled(&mut distance, &place.linear, -1)?;
            match distance.as_constant() {
                Some(0) => {
                    let mut value = self.eval(stored)?;
                    deps = self.union(deps, place.deps);
                    value.deps = self.union(value.deps, deps);
                    return Some(value);
                }
                Some(_) => {}
                None if self.are_different_objects(&distance) => {}
                None => break,
            }
            deps = self.union(deps, place.deps);
            map = rest;
        }
        let address = sum(self.arena, &at.linear);
        let term = self.arena.mk(Op::Sel, &[map, address]);
        Some(Value {
            linear: Linear {
                constant: 0,
                terms: vec![(term, 1)],
            },
            deps,
        })
    }

    /// The part of a memory of parts that an address lies in, if the values and bounds tell.
    fn part_at(&mut self, map: Expr, at: &Value) -> Option<Option<(Expr, Deps)>> {
        let Some((Op::Splice, [below, from, above])) = self.arena.app(map) else {
            return Some(None);
        };
        let address = sum(self.arena, &at.linear);
        if let Some(outside) = patch_elsewhere(self.arena, map, address) {
            return Some(Some((outside, NO_DEPS)));
        }
        let start = self.eval(from)?;
        let mut distance = at.linear.clone();
        scaled(&mut distance, &start.linear, -1)?;
        let mut minus = Linear {
            constant: 0,
            terms: Vec::new(),
        };
        scaled(&mut minus, &distance, -1)?;
        let (least, why) = self.least(&distance, start.deps);
        if least.is_some_and(|least| least >= 0) {
            return Some(Some((above, why)));
        }
        let (least, why) = self.least(&minus, start.deps);
        Some(least.is_some_and(|least| least > 0).then_some((below, why)))
    }

    /// An operation on evaluated arguments: a constant if they are, a canonical leaf otherwise.
    fn apply(&mut self, op: Op, [a, b, code]: [Expr; 3]) -> Option<Value> {
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        let deps = self.union(a.deps, b.deps);
        let (x, y) = (sum(self.arena, &a.linear), sum(self.arena, &b.linear));
        let term = match op {
            Op::Ieee => self.arena.try_app(op, &[x, y, code])?,
            _ => self.arena.try_app(op, &[x, y])?,
        };
        let linear = match self.arena.interval(term).as_point() {
            Some(c) => Linear {
                constant: c,
                terms: Vec::new(),
            },
            None => Linear::combination(self.arena, &[(1, term)]).ok()?,
        };
        Some(Value { linear, deps })
    }
}
