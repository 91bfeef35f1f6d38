//! What the analysis of counterexamples is made of (paper 004, section 2); [`super::nested`] puts
//! it together.
//!
//! A path's assumptions, in terms of the first state and the havoc constants, are refuted or found
//! satisfiable. If refuted, the pivot is the last location from which the rest of the path is
//! infeasible by itself, and the predicates are the atoms of the core, carried back over the edges
//! between its assumptions and the pivot by weakest preconditions: exactly what the abstraction
//! must know along this path.

use super::abstraction::{negate, Abstraction, ARENA_MAX};
use super::atoms::Literal;
use crate::theory;
use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::cfa::LocId;
use proofmark_logic::substitution::Substitution;
use std::collections::BTreeSet;

/// A path's assumptions as a conjunction over its first state and its havoc constants.
#[derive(Default)]
pub struct PathFormula {
    /// Each with the position of its edge in the path.
    pub facts: Vec<(usize, Expr)>,
    /// The constants that integer havocs introduced, in order of execution.
    pub havocs: Vec<Expr>,
    /// The constants that memory havocs introduced, in order of execution.
    pub memory_havocs: Vec<MemoryHavoc>,
    /// Those of the integer constants that are addresses of allocated memory, in order of
    /// execution; only where it is asked what havocs change.
    pub allocations: Vec<Expr>,
    /// Where the path reads and writes memory of the program, also if nothing depends on what is
    /// there; likewise.
    pub accessed: Vec<Expr>,
}

/// A memory that became unknown.
#[derive(Clone, Copy)]
pub struct MemoryHavoc {
    /// The constant.
    pub id: VarId,
    /// What it has in common with the memory before, if that is asked and known.
    pub change: Option<MemoryChange>,
}

/// Bytes of a memory that changed, and no others.
#[derive(Clone, Copy)]
pub struct MemoryChange {
    /// The memory before.
    pub old: Expr,
    /// The address of the first byte.
    pub from: Expr,
    /// How many bytes.
    pub size: Expr,
    /// The value of an element all of whose bytes changed.
    pub fill: Option<i128>,
    /// The size of an element.
    pub bytes: i128,
}

/// The canonical form of an assumption; `None` if it is always true.
pub fn literal(arena: &mut Arena, abstraction: &mut Abstraction<'_>, fact: Expr) -> Option<Expr> {
    match abstraction.canon.literal(arena, fact) {
        Literal::Constant(true) => None,
        Literal::Constant(false) => Some(Arena::FALSE),
        Literal::Atom { atom, positive } => Some(if positive { atom } else { arena.not(atom) }),
        Literal::Opaque(f) => Some(f),
    }
}

/// The formula for runs where some integer havocs, by their places in the order of execution, yield
/// given values.
pub fn with_values(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    formula: &PathFormula,
    values: &[(usize, i128)],
) -> PathFormula {
    let mut sigma = Substitution::default();
    let mut havocs = formula.havocs.clone();
    for &(place, value) in values {
        let Some(slot) = havocs.get_mut(place) else {
            continue;
        };
        if let Node::Var(v, _) = arena.node(*slot) {
            *slot = arena.lit(value);
            sigma.bind(v, *slot);
        }
    }
    let mut facts = Vec::with_capacity(formula.facts.len());
    for &(position, fact) in &formula.facts {
        let fact = sigma.apply(arena, fact, ARENA_MAX).unwrap_or(fact);
        facts.extend(literal(arena, abstraction, fact).map(|fact| (position, fact)));
    }
    PathFormula {
        facts,
        havocs,
        memory_havocs: formula.memory_havocs.clone(),
        allocations: formula.allocations.clone(),
        accessed: formula.accessed.clone(),
    }
}

/// The positions (in `facts`) of a small contradictory subset; `None` if the theory finds none.
pub fn contradiction(arena: &mut Arena, facts: &[Expr]) -> Option<Vec<usize>> {
    if let Some(i) = facts.iter().position(|&f| f == Arena::FALSE) {
        return Some(vec![i]);
    }
    let usable: Vec<usize> = (0..facts.len())
        .filter(|&i| is_literal(arena, facts[i]))
        .collect();
    let literals: Vec<Expr> = usable.iter().map(|&i| facts[i]).collect();
    let core = theory::refute(arena, &literals)?.core;
    Some(core.into_iter().map(|i| usable[i]).collect())
}

/// As [`contradiction`], but of assumptions that are false by themselves the last one: round a loop
/// that counts, the others are false in each round for another reason.
pub fn last_contradiction(arena: &mut Arena, facts: &[Expr]) -> Option<Vec<usize>> {
    match facts.iter().rposition(|&f| f == Arena::FALSE) {
        Some(i) => Some(vec![i]),
        None => contradiction(arena, facts),
    }
}

fn is_literal(arena: &mut Arena, f: Expr) -> bool {
    arena.is_atom(f) || {
        let g = negate(arena, f);
        arena.is_atom(g)
    }
}

/// New predicates, per location of a path.
pub type Found = Vec<(LocId, Expr)>;

/// The atom of a literal, if it is one over the program's variables.
pub fn closed_atom(arena: &mut Arena, abstraction: &mut Abstraction<'_>, f: Expr) -> Option<Expr> {
    let atom = if arena.is_atom(f) {
        f
    } else {
        negate(arena, f)
    };
    let closed = abstraction
        .canon
        .variables(arena, atom)
        .iter()
        .all(|v| v.as_fresh().is_none());
    (closed && arena.is_atom(atom)).then_some(atom)
}

/// Gives the havoc constants of the edge just crossed numbers of their own: `crossed` is how many
/// were met on later edges. Constants of earlier crossings have large numbers already.
pub fn rename_fresh(arena: &mut Arena, f: Expr, crossed: u32) -> Expr {
    const CROSSED: u32 = 1 << 20;
    let mut sigma = Substitution::default();
    let mut seen = BTreeSet::new();
    let mut work = vec![f];
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        let (var, renamed) = match arena.node(e) {
            Node::Var(v, ty) => match v.as_fresh() {
                Some(n) if n < CROSSED => (v, arena.var(VarId::fresh(CROSSED + crossed + n), ty)),
                _ => continue,
            },
            Node::MapVar(v, ty) => match v.as_fresh() {
                Some(n) if n < CROSSED => {
                    (v, arena.map_var(VarId::fresh(CROSSED + crossed + n), ty))
                }
                _ => continue,
            },
            _ => {
                work.extend(arena.args(e));
                continue;
            }
        };
        sigma.bind(var, renamed);
    }
    if sigma.bindings().is_empty() {
        return f;
    }
    sigma.apply(arena, f, ARENA_MAX).unwrap_or(f)
}
