//! Canonical atoms: one predicate per meaning, however the program or a weakest precondition spells
//! it.

use super::bdd::IdMap;
use crate::places::patch_elsewhere;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::Cfa;
use proofmark_logic::linear::Linear;
use proofmark_logic::types::IntType;
use std::collections::BTreeSet;

/// A formula after canonisation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Literal {
    /// True or false in every state.
    Constant(bool),
    /// An atom or its negation.
    Atom {
        /// `eq` or `le` in canonical shape.
        atom: Expr,
        /// False for the negation.
        positive: bool,
    },
    /// Something else: a compound formula. It is left to the theory.
    Opaque(Expr),
}

impl Literal {
    /// The atom, if it is one or its negation.
    pub(super) fn atom(self) -> Option<Expr> {
        match self {
            Literal::Atom { atom, .. } => Some(atom),
            Literal::Constant(_) | Literal::Opaque(_) => None,
        }
    }
}

/// Canonises formulas, remembering what it did.
#[derive(Default)]
pub struct Canon {
    /// Sums are wrapped once, at the end. Contracts need it: what a callee adds to a ghost meets
    /// what its caller adds. Elsewhere the program's own spelling is easier to prove things about.
    flat_sums: bool,
    simplified: IdMap<Expr, Expr>,
    literals: IdMap<Expr, Literal>,
    variables: IdMap<Expr, std::rc::Rc<Vec<VarId>>>,
}

impl Canon {
    /// Canonical forms for a program.
    pub fn of(cfa: &Cfa) -> Canon {
        Canon {
            flat_sums: !cfa.procedures.is_empty(),
            ..Canon::default()
        }
    }
    /// The canonical literal of a formula.
    pub fn literal(&mut self, arena: &mut Arena, formula: Expr) -> Literal {
        if let Some(&known) = self.literals.get(&formula) {
            return known;
        }
        let literal = self.compute(arena, formula);
        self.literals.insert(formula, literal);
        literal
    }

    fn compute(&mut self, arena: &mut Arena, formula: Expr) -> Literal {
        match arena.node(formula) {
            Node::App(Op::True, _) => Literal::Constant(true),
            Node::App(Op::False, _) => Literal::Constant(false),
            Node::App(Op::Not, [a, ..]) => match self.literal(arena, a) {
                Literal::Constant(b) => Literal::Constant(!b),
                Literal::Atom { atom, positive } => Literal::Atom {
                    atom,
                    positive: !positive,
                },
                Literal::Opaque(_) => Literal::Opaque(formula),
            },
            Node::App(op @ (Op::Eq | Op::Le), [a, b, _]) => {
                let (a, b) = (self.simplify(arena, a), self.simplify(arena, b));
                match Linear::combination(arena, &[(1, a), (-1, b)]) {
                    Ok(sum) => canonical(arena, op, sum).unwrap_or(Literal::Opaque(formula)),
                    Err(_) => Literal::Opaque(formula),
                }
            }
            _ => Literal::Opaque(formula),
        }
    }

    /// An equal term with literals folded, reads over writes resolved where addresses tell, wraps
    /// removed where intervals tell, and sums wrapped once at the end instead of step by step.
    pub fn simplify(&mut self, arena: &mut Arena, root: Expr) -> Expr {
        let mut work = vec![root];
        while let Some(&e) = work.last() {
            if self.simplified.contains_key(&e) {
                work.pop();
                continue;
            }
            let missing: Vec<Expr> = arena
                .args(e)
                .filter(|a| !self.simplified.contains_key(a))
                .collect();
            if !missing.is_empty() {
                work.extend(missing);
                continue;
            }
            let value = self.simplify_node(arena, e);
            self.simplified.insert(e, value);
            work.pop();
        }
        self.simplified[&root]
    }

    fn simplify_node(&mut self, arena: &mut Arena, e: Expr) -> Expr {
        let Node::App(op, args) = arena.node(e) else {
            return e;
        };
        let n = op.params().len();
        let args: Vec<Expr> = args.iter().take(n).map(|a| self.simplified[a]).collect();
        if op.result() == proofmark_logic::types::Sort::Form {
            return arena.mk(op, &args);
        }
        let built = match op {
            Op::Wrap => match arena.node(args[0]) {
                Node::Type(ty) if self.flat_sums => {
                    let sum = without_wraps(arena, args[1], ty);
                    arena.wrap(ty, sum)
                }
                Node::Type(ty) => arena.wrap(ty, args[1]),
                _ => arena.mk(op, &args),
            },
            Op::Sel => read(arena, args[0], args[1]),
            _ => arena.mk(op, &args),
        };
        match arena.interval(built).as_point() {
            Some(v) if arena.sort(built) == proofmark_logic::types::Sort::Term => arena.lit(v),
            _ => built,
        }
    }

    /// The variables that occur in an expression, sorted.
    pub fn variables(&mut self, arena: &Arena, e: Expr) -> std::rc::Rc<Vec<VarId>> {
        if let Some(known) = self.variables.get(&e) {
            return known.clone();
        }
        let mut found = BTreeSet::new();
        let mut seen = std::collections::HashSet::new();
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            if seen.insert(e) {
                match arena.node(e) {
                    Node::Var(v, _) | Node::MapVar(v, _) => {
                        found.insert(v);
                    }
                    _ => work.extend(arena.args(e)),
                }
            }
        }
        let found = std::rc::Rc::new(found.into_iter().collect::<Vec<_>>());
        self.variables.insert(e, found.clone());
        found
    }
}

/// A term that is equal modulo the type, without the wraps inside of a sum.
pub fn without_wraps(arena: &mut Arena, e: Expr, ty: IntType) -> Expr {
    let Ok(sum) = Linear::combination(arena, &[(1, e)]) else {
        return e;
    };
    let inner = |leaf: Expr| match arena.app(leaf) {
        Some((Op::Wrap, [machine, inner, _])) if arena.node(machine) == Node::Type(ty) => inner,
        _ => leaf,
    };
    if sum.terms.iter().all(|&(leaf, _)| inner(leaf) == leaf) {
        return e;
    }
    let parts: Vec<(i128, Expr)> = sum
        .terms
        .iter()
        .map(|&(leaf, k)| (k, inner(leaf)))
        .collect();
    let Ok(mut flat) = Linear::combination(arena, &parts) else {
        return e;
    };
    let Some(constant) = flat.constant.checked_add(sum.constant) else {
        return e;
    };
    flat.constant = constant;
    let mut total = None;
    for &(leaf, k) in &flat.terms {
        let factor = arena.lit(k);
        let product = if k == 1 {
            leaf
        } else {
            arena.mk(Op::Mul, &[factor, leaf])
        };
        total = Some(total.map_or(product, |t| arena.mk(Op::Add, &[t, product])));
    }
    let Some(total) = total else {
        return arena.lit(flat.constant);
    };
    let distance = arena.lit(flat.constant.saturating_abs());
    match flat.constant {
        0 => total,
        1.. => arena.mk(Op::Add, &[total, distance]),
        _ => arena.mk(Op::Sub, &[total, distance]),
    }
}

/// What a term adds constants to, with or without wrapping the sums.
pub(super) fn template(arena: &Arena, mut term: Expr) -> Expr {
    loop {
        term = match arena.app(term) {
            Some((Op::Wrap, [_, sum, _])) => sum,
            Some((Op::Add, [a, b, _])) if arena.as_lit(a).is_some() => b,
            Some((Op::Add | Op::Sub, [a, b, _])) if arena.as_lit(b).is_some() => a,
            _ => return term,
        };
    }
}

/// `sel memory address`, looking through writes to addresses that are certainly the same or
/// certainly different.
fn read(arena: &mut Arena, mut memory: Expr, mut address: Expr) -> Expr {
    loop {
        let (written, inner) = match arena.node(memory) {
            Node::App(Op::Upd, [inner, at, _]) => (at, inner),
            Node::App(Op::Splice, [below, from, _]) => (from, below),
            Node::App(Op::Fill, [value, ..]) => return value,
            Node::App(Op::Shift, [inner, distance, _]) => {
                let Ok(behind) = Linear::combination(arena, &[(1, address), (1, distance)]) else {
                    break;
                };
                (memory, address) = (inner, behind.to_expr(arena));
                continue;
            }
            _ => break,
        };
        let Ok(distance) = Linear::combination(arena, &[(1, written), (-1, address)]) else {
            break;
        };
        memory = match (distance.as_constant(), arena.node(memory)) {
            (Some(0), Node::App(Op::Upd, [_, _, value])) => return value,
            (Some(..=0), Node::App(Op::Splice, [_, _, above])) => above,
            (Some(_), _) => inner,
            (None, Node::App(Op::Upd, _)) if different_objects(arena, &distance) => inner,
            (None, _) => match patch_elsewhere(arena, memory, address) {
                Some(outside) => outside,
                None => break,
            },
        };
    }
    arena.mk(Op::Sel, &[memory, address])
}

/// Whether the distance is that of the starts of two different objects.
fn different_objects(arena: &Arena, distance: &Linear) -> bool {
    match distance.terms.as_slice() {
        &[(a, 1), (b, -1)] | &[(a, -1), (b, 1)] if distance.constant == 0 => {
            match (arena.node(a), arena.node(b)) {
                (Node::Addr { object: o, .. }, Node::Addr { object: q, .. }) => o != q,
                _ => false,
            }
        }
        _ => false,
    }
}

fn canonical(arena: &mut Arena, op: Op, mut sum: Linear) -> Option<Literal> {
    if let Some(c) = sum.as_constant() {
        return Some(Literal::Constant(if op == Op::Eq {
            c == 0
        } else {
            c <= 0
        }));
    }
    if let Some(decided) = decide_by_intervals(arena, op, &sum) {
        return Some(Literal::Constant(decided));
    }
    let gcd = sum
        .terms
        .iter()
        .fold(0u128, |g, &(_, k)| gcd(g, k.unsigned_abs()));
    let gcd = i128::try_from(gcd).ok()?;
    if gcd > 1 {
        if op == Op::Eq && sum.constant % gcd != 0 {
            return Some(Literal::Constant(false));
        }
        sum.terms.iter_mut().for_each(|(_, k)| *k /= gcd);
        // c + g·t <= 0 is ceil(c/g) + t <= 0.
        sum.constant = -(sum.constant.checked_neg()?.div_euclid(gcd));
    }
    let mut positive = true;
    if sum.terms.first().is_some_and(|&(_, k)| k < 0) {
        sum.terms.iter_mut().for_each(|(_, k)| *k = -*k);
        sum.constant = sum.constant.checked_neg()?;
        if op == Op::Le {
            // P <= 0 is not (1 - P <= 0).
            sum.constant = sum.constant.checked_add(1)?;
            positive = false;
        }
    }
    let atom = spell(arena, op, &sum)?;
    Some(Literal::Atom { atom, positive })
}

/// Whether the intervals of the leaves alone decide the atom.
fn decide_by_intervals(arena: &Arena, op: Op, sum: &Linear) -> Option<bool> {
    use proofmark_logic::interval::Interval;
    let range = sum
        .terms
        .iter()
        .fold(Interval::point(sum.constant), |acc, &(leaf, k)| {
            acc.add(arena.interval(leaf).mul(Interval::point(k)))
        });
    match op {
        Op::Le if range.hi <= 0 => Some(true),
        Op::Le | Op::Eq if range.lo > 0 => Some(false),
        Op::Eq if range.hi < 0 => Some(false),
        _ => None,
    }
}

/// Positive summands on the left, negative ones and the constant on the right.
fn spell(arena: &mut Arena, op: Op, sum: &Linear) -> Option<Expr> {
    let mut sides: [Option<Expr>; 2] = [None, None];
    for &(leaf, k) in &sum.terms {
        let side = usize::from(k < 0);
        let product = match k.checked_abs()? {
            1 => leaf,
            k => {
                let k = arena.lit(k);
                arena.mk(Op::Mul, &[k, leaf])
            }
        };
        sides[side] = Some(sides[side].map_or(product, |s| arena.mk(Op::Add, &[s, product])));
    }
    let constant = sum.constant.checked_neg()?;
    let right = match (sides[1], constant) {
        (None, c) => arena.lit(c),
        (Some(r), 0) => r,
        (Some(r), c) => {
            let c = arena.lit(c);
            arena.mk(Op::Add, &[r, c])
        }
    };
    Some(arena.mk(op, &[sides[0]?, right]))
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_spellings_of_one_predicate_meet() {
        let mut a = Arena::new();
        let mut canon = Canon::default();
        let (x, y) = (a.var(VarId(0), IntType::I32), a.var(VarId(1), IntType::I32));
        let (four, five) = (a.lit(4), a.lit(5));
        let le = a.le(x, four);
        let ge = a.le(five, x);
        assert_eq!(
            canon.literal(&mut a, le),
            Literal::Atom {
                atom: le,
                positive: true
            }
        );
        assert_eq!(
            canon.literal(&mut a, ge),
            Literal::Atom {
                atom: le,
                positive: false
            }
        );
        let (xy, yx) = (a.eq(x, y), a.eq(y, x));
        assert_eq!(canon.literal(&mut a, xy), canon.literal(&mut a, yx));
        let not_le = a.not(le);
        assert_eq!(
            canon.literal(&mut a, not_le),
            Literal::Atom {
                atom: le,
                positive: false
            }
        );
    }

    #[test]
    fn constants_and_ranges_are_decided() {
        let mut a = Arena::new();
        let mut canon = Canon::default();
        let u = a.var(VarId(0), IntType::U8);
        let (l255, l256, l3) = (a.lit(255), a.lit(256), a.lit(3));
        let top = a.le(u, l255);
        let above = a.eq(u, l256);
        assert_eq!(canon.literal(&mut a, top), Literal::Constant(true));
        assert_eq!(canon.literal(&mut a, above), Literal::Constant(false));
        let two_u = {
            let two = a.lit(2);
            a.mk(Op::Mul, &[two, u])
        };
        let odd = a.eq(two_u, l3);
        assert_eq!(canon.literal(&mut a, odd), Literal::Constant(false));
        let m = a.map_var(VarId(1), IntType::I32);
        let written = a.mk(Op::Upd, &[m, l3, l255]);
        let read = a.mk(Op::Sel, &[written, l3]);
        let same = a.eq(read, l255);
        assert_eq!(canon.literal(&mut a, same), Literal::Constant(true));
    }
}
