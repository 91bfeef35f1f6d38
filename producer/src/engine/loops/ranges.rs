//! Which values variables can have where: abstract interpretation with intervals and congruences.
//!
//! The results are candidates for predicates, no more: the abstraction finds out again that they
//! hold, and the prover proves it.

use super::range::Range;
use crate::engine::abstraction::negate;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, Edge, EdgeId, LocId, StmtKind, VarSort};
use proofmark_logic::interval::Interval;
use proofmark_logic::linear::Linear;
use proofmark_logic::types::IntType;
use std::collections::{BTreeMap, BTreeSet};

/// The values of some variables, the others having any of their type.
type State = BTreeMap<VarId, Range>;

/// How often a location may grow before its state is widened.
const JOINS_BEFORE_WIDENING: u32 = 3;
/// Rounds that make the result smaller again.
const NARROWINGS: usize = 3;
/// Most edges that are executed.
const STEPS_MAX: usize = 200_000;
/// Expressions are looked into so deep.
const DEPTH_MAX: u32 = 14;

/// The values that variables can have at each location; `None` where no execution comes.
pub(super) struct Ranges {
    /// By location.
    pub(super) at: Vec<Option<State>>,
}

impl Ranges {
    /// For these variables of a program without procedures; the others have any value. `rank`
    /// orders the locations. `None` if that is too much work.
    pub(super) fn of(
        arena: &mut Arena,
        cfa: &Cfa,
        rank: &[u32],
        variables: &BTreeSet<VarId>,
    ) -> Option<Ranges> {
        let types = variables
            .iter()
            .filter_map(|&var| match cfa.sort_of(var).ok()? {
                VarSort::Int(ty) => Some((var, ty)),
                VarSort::Map(_) => None,
            })
            .collect();
        let mut analysis = Analysis {
            arena,
            cfa,
            rank,
            types,
            landmarks: Vec::new(),
            into: vec![Vec::new(); cfa.locations.len()],
            out: cfa.out_edges(),
            at: vec![None; cfa.locations.len()],
        };
        for (id, edge) in (0..).map(EdgeId).zip(&cfa.edges) {
            analysis.into[edge.to.0 as usize].push(id);
        }
        analysis.landmarks();
        analysis.ascend()?;
        (0..NARROWINGS).for_each(|_| analysis.descend());
        Some(Ranges { at: analysis.at })
    }

    /// What is known of a variable at a location beside its type, as formulas.
    pub(super) fn facts(
        &self,
        arena: &mut Arena,
        cfa: &Cfa,
        location: LocId,
        var: VarId,
    ) -> Vec<Expr> {
        let mut out = Vec::new();
        let range = self.at[location.0 as usize]
            .as_ref()
            .and_then(|state| state.get(&var));
        let (Some(range), Ok(VarSort::Int(ty))) = (range, cfa.sort_of(var)) else {
            return out;
        };
        let read = cfa.read(arena, var);
        if let Some(value) = range.as_point() {
            let value = arena.lit(value);
            return vec![arena.eq(read, value)];
        }
        if range.interval.lo > ty.min() {
            let lo = arena.lit(range.interval.lo);
            out.push(arena.le(lo, read));
        }
        if range.interval.hi < ty.max() {
            let hi = arena.lit(range.interval.hi);
            out.push(arena.le(read, hi));
        }
        // The remainder of a negative number is negative or 0.
        if range.modulus > 1 && (range.residue == 0 || range.interval.lo >= 0) {
            let (modulus, residue) = (arena.lit(range.modulus), arena.lit(range.residue));
            let remainder = arena.mk(Op::Rem, &[read, modulus]);
            out.push(arena.eq(remainder, residue));
        }
        out
    }
}

struct Analysis<'a> {
    arena: &'a mut Arena,
    cfa: &'a Cfa,
    rank: &'a [u32],
    types: BTreeMap<VarId, IntType>,
    /// Where widening may stop: what the program compares with. Sorted.
    landmarks: Vec<i128>,
    into: Vec<Vec<EdgeId>>,
    out: Vec<Vec<EdgeId>>,
    at: Vec<Option<State>>,
}

impl Analysis<'_> {
    fn landmarks(&mut self) {
        let mut found = BTreeSet::from([0]);
        for stmt in self.cfa.edges.iter().flat_map(|edge| &edge.stmts) {
            let StmtKind::Assume(p) = stmt.kind else {
                continue;
            };
            let p = match self.arena.app(p) {
                Some((Op::Not, [p, ..])) => p,
                _ => p,
            };
            if let Some((Op::Eq | Op::Le, [a, b, _])) = self.arena.app(p) {
                if let Ok(sum) = Linear::combination(self.arena, &[(1, a), (-1, b)]) {
                    let c = sum.constant;
                    for c in [c, c.saturating_neg()] {
                        found.extend([c.saturating_sub(1), c, c.saturating_add(1)]);
                    }
                }
            }
        }
        self.landmarks = found.into_iter().collect();
    }

    fn top(&self) -> State {
        let all = |(var, ty): (&VarId, &IntType)| (*var, Range::of_type(*ty));
        self.types.iter().map(all).collect()
    }

    /// A state of every location that contains the images of all others.
    fn ascend(&mut self) -> Option<()> {
        let mut grown = vec![0u32; self.at.len()];
        let mut agenda = BTreeSet::from([(0, self.cfa.entry)]);
        self.at[self.cfa.entry.0 as usize] = Some(self.top());
        let mut steps = 0;
        while let Some((_, from)) = agenda.pop_first() {
            for id in self.out[from.0 as usize].clone() {
                steps += 1;
                if steps > STEPS_MAX {
                    return None;
                }
                let edge = &self.cfa.edges[id.0 as usize];
                let to = edge.to;
                let Some(image) = self.image(edge) else {
                    continue;
                };
                let back = self.rank[to.0 as usize] <= self.rank[from.0 as usize];
                let slot = to.0 as usize;
                let next = match &self.at[slot] {
                    None => image,
                    Some(old) => {
                        let widen = back && grown[slot] >= JOINS_BEFORE_WIDENING;
                        let joined = self.union(old, &image, widen);
                        if joined == *old {
                            continue;
                        }
                        grown[slot] += u32::from(back);
                        joined
                    }
                };
                self.at[slot] = Some(next);
                agenda.insert((self.rank[slot], to));
            }
        }
        Some(())
    }

    fn union(&self, old: &State, new: &State, widen: bool) -> State {
        let mut out = old.clone();
        for (var, range) in &mut out {
            let (Some(&other), Some(&ty)) = (new.get(var), self.types.get(var)) else {
                continue;
            };
            *range = if widen {
                range.widen(other, &self.landmarks, ty)
            } else {
                range.join(other)
            };
        }
        out
    }

    /// Replaces each state by the images that arrive, which are not larger.
    fn descend(&mut self) {
        let mut order: Vec<usize> = (0..self.at.len()).collect();
        order.sort_by_key(|&slot| self.rank[slot]);
        for slot in order {
            if slot == self.cfa.entry.0 as usize || self.at[slot].is_none() {
                continue;
            }
            let mut all: Option<State> = None;
            for id in self.into[slot].clone() {
                let edge = &self.cfa.edges[id.0 as usize];
                let Some(image) = self.image(edge) else {
                    continue;
                };
                all = Some(match all {
                    None => image,
                    Some(other) => self.union(&other, &image, false),
                });
            }
            self.at[slot] = all;
        }
    }

    /// What an edge makes of its source's state; `None` if nothing passes.
    fn image(&mut self, edge: &Edge) -> Option<State> {
        let mut state = self.at[edge.from.0 as usize].clone()?;
        for stmt in &edge.stmts {
            match stmt.kind {
                StmtKind::Assign { var, value } => {
                    if self.types.contains_key(&var) {
                        let range = evaluate(self.arena, &state, value, DEPTH_MAX);
                        state.insert(var, range);
                    }
                }
                StmtKind::Havoc { var } => {
                    if let Some(&ty) = self.types.get(&var) {
                        state.insert(var, Range::of_type(ty));
                    }
                }
                StmtKind::Assume(p) => assume(self.arena, &mut state, p, DEPTH_MAX)?,
            }
        }
        Some(state)
    }
}

/// The values of a term.
fn evaluate(arena: &Arena, state: &State, e: Expr, depth: u32) -> Range {
    let anything = Range::of(arena.interval(e));
    let Some(depth) = depth.checked_sub(1) else {
        return anything;
    };
    let (op, [a, b, _]) = match arena.node(e) {
        Node::Lit(value) => return Range::point(value),
        Node::Var(var, _) => return state.get(&var).copied().unwrap_or(anything),
        Node::App(op, args) => (op, args),
        Node::Type(_) | Node::MapVar(..) | Node::Addr { .. } => return anything,
    };
    let value = |e: Expr| evaluate(arena, state, e, depth);
    let plain = |f: fn(Interval, Interval) -> Interval| {
        let (x, y) = (value(a).interval, value(b).interval);
        Range::of(f(x, y))
    };
    let found = match op {
        Op::Add => value(a).add(value(b)),
        Op::Sub => value(a).add(value(b).times(-1)),
        Op::Mul => {
            let (x, y) = (value(a), value(b));
            match (x.as_point(), y.as_point()) {
                (Some(k), _) => y.times(k),
                (_, Some(k)) => x.times(k),
                (None, None) => Range::of(x.interval.mul(y.interval)),
            }
        }
        Op::Div => plain(Interval::div),
        Op::Rem => plain(Interval::rem),
        Op::Shl => plain(Interval::shl),
        Op::Shr => plain(Interval::shr),
        Op::BitAnd => plain(Interval::bit_and),
        Op::BitOr => plain(Interval::bit_or),
        Op::BitXor => plain(Interval::bit_xor),
        Op::Wrap => match arena.node(a) {
            Node::Type(ty) => value(b).wrap(ty),
            _ => anything,
        },
        _ => anything,
    };
    found.meet(anything.interval)
}

/// Keeps what satisfies a formula, roughly; `None` if nothing does.
fn assume(arena: &mut Arena, state: &mut State, p: Expr, depth: u32) -> Option<()> {
    let Some(depth) = depth.checked_sub(1) else {
        return Some(());
    };
    match arena.app(p) {
        Some((Op::False, _)) => None,
        Some((Op::And, [p, q, _])) => {
            assume(arena, state, p, depth)?;
            assume(arena, state, q, depth)
        }
        Some((Op::Or, [p, q, _])) => {
            let mut other = state.clone();
            let left = assume(arena, state, p, depth);
            match (left, assume(arena, &mut other, q, depth)) {
                (None, None) => None,
                (None, Some(())) => {
                    *state = other;
                    Some(())
                }
                (Some(()), None) => Some(()),
                (Some(()), Some(())) => {
                    for (var, range) in state.iter_mut() {
                        *range = other.get(var).map_or(*range, |o| range.join(*o));
                    }
                    Some(())
                }
            }
        }
        Some((Op::Not, [q, ..])) => match arena.app(q) {
            Some((Op::Not, [p, ..])) => assume(arena, state, p, depth),
            Some((Op::And, [a, b, _])) => {
                let (a, b) = (negate(arena, a), negate(arena, b));
                let either = arena.or(a, b);
                assume(arena, state, either, depth)
            }
            Some((Op::Or, [a, b, _])) => {
                let (a, b) = (negate(arena, a), negate(arena, b));
                assume(arena, state, a, depth)?;
                assume(arena, state, b, depth)
            }
            Some((Op::Eq, [a, b, _])) => differ(arena, state, a, b),
            Some((Op::Le, [a, b, _])) => {
                let one = arena.lit(1);
                let b = arena.mk(Op::Add, &[b, one]);
                at_most(arena, state, (b, a))
            }
            _ => Some(()),
        },
        Some((Op::Eq, [a, b, _])) => {
            at_most(arena, state, (a, b))?;
            at_most(arena, state, (b, a))
        }
        Some((Op::Le, [a, b, _])) => at_most(arena, state, (a, b)),
        _ => Some(()),
    }
}

/// Keeps what satisfies `a <= b`.
fn at_most(arena: &Arena, state: &mut State, (a, b): (Expr, Expr)) -> Option<()> {
    let Ok(sum) = Linear::combination(arena, &[(1, a), (-1, b)]) else {
        return Some(());
    };
    let range = |state: &State, (leaf, k): (Expr, i128)| {
        let values = evaluate(arena, state, leaf, DEPTH_MAX).interval;
        values.mul(Interval::point(k))
    };
    for (i, &(leaf, k)) in sum.terms.iter().enumerate() {
        let rest = (sum.terms.iter().enumerate()).filter(|(j, _)| *j != i);
        let least = rest.fold(Interval::point(sum.constant), |all, (_, &term)| {
            all.add(range(state, term))
        });
        // k · leaf <= -least
        let Some(most) = Interval::finite(least.lo).and_then(i128::checked_neg) else {
            continue;
        };
        let bound = if k > 0 {
            Interval {
                lo: Interval::NEG_INF,
                hi: most.div_euclid(k),
            }
        } else {
            Interval {
                lo: -(most.div_euclid(-k)),
                hi: Interval::POS_INF,
            }
        };
        restrict(arena, state, leaf, bound)?;
    }
    let all = sum
        .terms
        .iter()
        .fold(Interval::point(sum.constant), |all, &term| {
            all.add(range(state, term))
        });
    (all.lo <= 0).then_some(())
}

/// Keeps the states in which a leaf has a value in the interval.
fn restrict(arena: &Arena, state: &mut State, leaf: Expr, bound: Interval) -> Option<()> {
    if let Node::Var(var, _) = arena.node(leaf) {
        if let Some(values) = state.get_mut(&var) {
            *values = values.meet(bound);
            if values.is_empty() {
                return None;
            }
        }
    }
    Some(())
}

/// Keeps what satisfies `a != b`.
fn differ(arena: &Arena, state: &mut State, a: Expr, b: Expr) -> Option<()> {
    let (x, y) = (
        evaluate(arena, state, a, DEPTH_MAX),
        evaluate(arena, state, b, DEPTH_MAX),
    );
    match (x.as_point(), y.as_point()) {
        (Some(x), Some(y)) => (x != y).then_some(()),
        (Some(value), None) => without(arena, state, b, (value, y)),
        (None, Some(value)) => without(arena, state, a, (value, x)),
        (None, None) => Some(()),
    }
}

/// Keeps the states in which a leaf that has values in the range has another one than this.
fn without(
    arena: &Arena,
    state: &mut State,
    leaf: Expr,
    (value, range): (i128, Range),
) -> Option<()> {
    let Interval { lo, hi } = range.interval;
    if lo == value {
        restrict(arena, state, leaf, Interval { lo: lo + 1, hi })
    } else if hi == value {
        restrict(arena, state, leaf, Interval { lo, hi: hi - 1 })
    } else {
        Some(())
    }
}
