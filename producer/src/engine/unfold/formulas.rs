//! The invariants of a program from those of the unfolded program: at each location a tree that
//! decides by certain values which place it is.

use super::cells::{Cell, State};
use super::graph::Graph;
use super::Unfolded;
use proofmark_logic::arena::{Arena, Expr, Op, VarId};
use proofmark_logic::cfa::{Cfa, LocId};
use std::collections::{BTreeMap, BTreeSet};

/// What one place says: needed values, and what holds beside them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Leaf {
    facts: State,
    beside: Expr,
}

/// The program, and the variables whose values were chosen: they decide first.
type Context<'a> = (&'a Cfa, &'a BTreeSet<VarId>);

/// The invariants by location.
pub(super) fn invariants(
    arena: &mut Arena,
    cfa: &Cfa,
    graph: &Graph,
    unfolded: &Unfolded,
) -> Vec<Expr> {
    let chosen = graph.nodes.iter().flat_map(|node| node.choices.keys());
    let chosen = chosen.copied().collect();
    let mut leaves: BTreeMap<LocId, BTreeSet<Leaf>> = BTreeMap::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        let needed = &unfolded.needed[number];
        let facts = node.state.iter().filter(|(cell, _)| needed.contains(cell));
        let leaf = Leaf {
            facts: facts.map(|(cell, value)| (*cell, *value)).collect(),
            beside: unfolded.beside[number],
        };
        if leaf.beside != Arena::FALSE {
            leaves.entry(node.location).or_default().insert(leaf);
        }
    }
    let mut out = vec![Arena::FALSE; cfa.locations.len()];
    for (location, leaves) in leaves {
        let leaves = leaves.into_iter().collect();
        out[location.0 as usize] = tree(arena, (cfa, &chosen), leaves);
    }
    out
}

/// A formula that says what some of the places say.
fn tree(arena: &mut Arena, context: Context<'_>, mut leaves: Vec<Leaf>) -> Expr {
    let (cfa, chosen) = context;
    if leaves
        .iter()
        .any(|leaf| leaf.facts.is_empty() && leaf.beside == Arena::TRUE)
    {
        return Arena::TRUE;
    }
    if leaves.len() <= 1 {
        return leaves
            .pop()
            .map_or(Arena::FALSE, |leaf| conjunction(arena, cfa, &leaf));
    }
    let Some(cell) = splitter(&leaves, chosen) else {
        let formulas = leaves.iter().map(|leaf| conjunction(arena, cfa, leaf));
        let formulas: Vec<Expr> = formulas.collect();
        let parts = formulas.into_iter().rev();
        return parts
            .reduce(|rest, f| arena.or(f, rest))
            .unwrap_or(Arena::FALSE);
    };
    let mut groups: BTreeMap<(Option<i128>, Expr), Vec<Leaf>> = BTreeMap::new();
    for mut leaf in leaves {
        let Some(value) = leaf.facts.remove(&cell) else {
            continue;
        };
        groups
            .entry((arena.as_lit(value), value))
            .or_default()
            .push(leaf);
    }
    let groups: Vec<(Expr, Expr)> = groups
        .into_iter()
        .map(|((_, value), leaves)| (value, tree(arena, context, leaves)))
        .collect();
    let term = read(arena, cfa, cell);
    decide(arena, term, &groups)
}

/// Which value a cell has decides what holds.
fn decide(arena: &mut Arena, cell: Expr, groups: &[(Expr, Expr)]) -> Expr {
    if let [(value, formula)] = groups {
        let equation = arena.eq(cell, *value);
        return and(arena, equation, *formula);
    }
    let (low, high) = groups.split_at(groups.len() / 2);
    let last = low.last().map_or(cell, |(value, _)| *value);
    let numbers = groups
        .iter()
        .all(|(value, _)| arena.as_lit(*value).is_some());
    if numbers {
        let condition = arena.le(cell, last);
        let (low, high) = (decide(arena, cell, low), decide(arena, cell, high));
        return arena.mk(Op::Ite, &[condition, low, high]);
    }
    let (first, rest) = groups.split_at(1);
    let condition = arena.eq(cell, first[0].0);
    let rest = decide(arena, cell, rest);
    arena.mk(Op::Ite, &[condition, first[0].1, rest])
}

fn read(arena: &mut Arena, cfa: &Cfa, cell: Cell) -> Expr {
    let variable = cfa.read(arena, cell.variable());
    match cell {
        Cell::Variable(_) => variable,
        Cell::Element(_, at) => arena.mk(Op::Sel, &[variable, at.term]),
    }
}

fn conjunction(arena: &mut Arena, cfa: &Cfa, leaf: &Leaf) -> Expr {
    let mut out = leaf.beside;
    for (cell, value) in leaf.facts.iter().rev() {
        let term = read(arena, cfa, *cell);
        let equation = arena.eq(term, *value);
        out = and(arena, equation, out);
    }
    out
}

fn and(arena: &mut Arena, a: Expr, b: Expr) -> Expr {
    match b {
        Arena::TRUE => a,
        _ => arena.and(a, b),
    }
}

/// The cell that all leaves know and that has the most values; a chosen variable rather than
/// others.
fn splitter(leaves: &[Leaf], chosen: &BTreeSet<VarId>) -> Option<Cell> {
    let first = leaves.first()?;
    let values = |cell: &Cell| {
        let values: Option<BTreeSet<Expr>> = leaves
            .iter()
            .map(|leaf| leaf.facts.get(cell).copied())
            .collect();
        values.map_or(0, |values| values.len())
    };
    let cells = first.facts.keys().copied();
    let first = |cell: &Cell| values(cell) > 1 && chosen.contains(&cell.variable());
    let best = cells.max_by_key(|cell| (first(cell), values(cell), std::cmp::Reverse(*cell)))?;
    (values(&best) > 1).then_some(best)
}
