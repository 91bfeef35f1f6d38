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

/// From so many shared facts and places on, bounds of the value that decides are worth their proof.
const SHARED_MIN: usize = 4;

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
    let cfa = context.0;
    if leaves.len() <= 1 {
        return leaves
            .pop()
            .map_or(Arena::FALSE, |leaf| conjunction(arena, cfa, &leaf));
    }
    let shared = shared(&mut leaves.iter_mut().collect::<Vec<_>>());
    if !shared.is_empty() {
        let many = shared.len() >= SHARED_MIN && leaves.len() >= SHARED_MIN;
        let rest = split(arena, context, leaves, many);
        return equations(arena, cfa, &shared, rest);
    }
    split(arena, context, leaves, false)
}

/// The same for places that share nothing: by a value, and if `bounded` with its bounds.
fn split(arena: &mut Arena, context: Context<'_>, leaves: Vec<Leaf>, bounded: bool) -> Expr {
    let (cfa, chosen) = context;
    let says_nothing = |leaf: &Leaf| leaf.facts.is_empty() && leaf.beside == Arena::TRUE;
    if leaves.iter().any(says_nothing) {
        return Arena::TRUE;
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
    let groups = groups.into_iter();
    let mut groups: Vec<Group> = groups.map(|((_, value), all)| (value, all)).collect();
    let term = read(arena, cfa, cell);
    let ends = groups.first().zip(groups.last());
    let ends = ends.map(|(first, last)| [first.0, last.0]);
    let ends = ends.filter(|ends| ends.iter().all(|end| arena.as_lit(*end).is_some()));
    let formula = decide(arena, context, (term, &mut groups));
    // What is said of all values alike is proved for all at once, if it is known that there are no
    // others.
    let Some([first, last]) = ends.filter(|_| bounded) else {
        return formula;
    };
    let (low, high) = (arena.le(first, term), arena.le(term, last));
    let bounds = arena.and(low, high);
    arena.and(bounds, formula)
}

/// A value of the cell that decides, and the places where it has that value.
type Group = (Expr, Vec<Leaf>);

/// Takes out what all leaves say: said once, it is also proved once, and not for each leaf.
fn shared(leaves: &mut [&mut Leaf]) -> State {
    let Some((first, others)) = leaves.split_first() else {
        return State::new();
    };
    let mut out = first.facts.clone();
    for leaf in others {
        out.retain(|cell, value| leaf.facts.get(cell) == Some(value));
    }
    for leaf in leaves {
        leaf.facts.retain(|cell, _| !out.contains_key(cell));
    }
    out
}

/// Which value a cell has decides what holds.
fn decide(arena: &mut Arena, context: Context<'_>, (cell, groups): (Expr, &mut [Group])) -> Expr {
    if let [(value, leaves)] = groups {
        let equation = arena.eq(cell, *value);
        let formula = tree(arena, context, std::mem::take(leaves));
        return and(arena, equation, formula);
    }
    let mut all: Vec<&mut Leaf> = groups.iter_mut().flat_map(|group| &mut group.1).collect();
    let shared = shared(&mut all);
    let numbers = groups
        .iter()
        .all(|(value, _)| arena.as_lit(*value).is_some());
    let (low, high) = groups.split_at_mut(if numbers { groups.len() / 2 } else { 1 });
    let last = low.last().map_or(cell, |(value, _)| *value);
    let formula = if numbers {
        let condition = arena.le(cell, last);
        let low = decide(arena, context, (cell, low));
        let high = decide(arena, context, (cell, high));
        arena.mk(Op::Ite, &[condition, low, high])
    } else {
        let condition = arena.eq(cell, last);
        let first = low
            .first_mut()
            .map_or_else(Vec::new, |(_, leaves)| std::mem::take(leaves));
        let first = tree(arena, context, first);
        let rest = decide(arena, context, (cell, high));
        arena.mk(Op::Ite, &[condition, first, rest])
    };
    equations(arena, context.0, &shared, formula)
}

fn read(arena: &mut Arena, cfa: &Cfa, cell: Cell) -> Expr {
    let variable = cfa.read(arena, cell.variable());
    match cell {
        Cell::Variable(_) => variable,
        Cell::Element(_, at) => arena.mk(Op::Sel, &[variable, at.term]),
    }
}

fn conjunction(arena: &mut Arena, cfa: &Cfa, leaf: &Leaf) -> Expr {
    equations(arena, cfa, &leaf.facts, leaf.beside)
}

/// Cells have values, and something else holds.
fn equations(arena: &mut Arena, cfa: &Cfa, facts: &State, beside: Expr) -> Expr {
    let mut out = beside;
    for (cell, value) in facts.iter().rev() {
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
