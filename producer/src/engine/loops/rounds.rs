//! Where a path goes round, and what it counts there: cells whose value after a round is computed
//! from their value before it.

use super::leaves::leaves;
use super::tables::indices_read;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, StmtKind, VarSort};
use std::collections::{BTreeMap, BTreeSet};

/// Most cells of a loop that are looked at.
const CELLS_MAX: usize = 200;

/// Most loops of a path that are looked at.
const LOOPS_MAX: usize = 4;

/// Where a path goes round.
pub(super) struct Rounds {
    /// How often.
    pub(super) visits: usize,
    /// Whether the path goes round nothing else more often.
    pub(super) most: bool,
    /// The location that it visits most often.
    pub(super) head: LocId,
    /// The position in the path where it leaves that location for the first time.
    pub(super) first: usize,
    /// And for the last time.
    pub(super) last: usize,
    /// What the loop counts.
    pub(super) counters: BTreeSet<Expr>,
}

impl Rounds {
    /// Where a path goes round loops that count, and what it counts: the location that it visits
    /// most often comes first.
    pub(super) fn of(arena: &mut Arena, cfa: &Cfa, path: &[EdgeId]) -> Vec<Rounds> {
        let mut visits: BTreeMap<(usize, LocId), (usize, usize, usize)> = BTreeMap::new();
        let activations = activations(cfa, path);
        for (i, (edge, activation)) in path.iter().zip(activations).enumerate() {
            let from = cfa.edges[edge.0 as usize].from;
            let entry = visits.entry((activation, from)).or_insert((0, i, i));
            (entry.0, entry.2) = (entry.0 + 1, i);
        }
        let mut often: Vec<_> = visits.into_iter().filter(|(_, v)| v.0 > 1).collect();
        often.sort_by_key(|(_, (visits, first, _))| (usize::MAX - visits, *first));
        let mut found: Vec<Rounds> = Vec::new();
        for ((_, head), (visits, first, last)) in often {
            // What lies within another loop's rounds and is visited no more often is of that loop.
            let inside = |r: &Rounds| r.first <= first && last <= r.last && visits <= r.visits;
            if found.len() >= LOOPS_MAX || found.iter().any(inside) {
                continue;
            }
            let counters = counters(arena, cfa, &path[first..last]);
            found.push(Rounds {
                visits,
                most: found.is_empty(),
                head,
                first,
                last,
                counters,
            });
        }
        found
    }
}

/// The activation of a procedure that each edge of a path starts in: what recursion comes back to
/// is no loop.
fn activations(cfa: &Cfa, path: &[EdgeId]) -> Vec<usize> {
    let (mut here, mut last) = (0, 0);
    let mut open: Vec<(usize, LocId)> = Vec::new();
    let mut at = cfa.entry;
    let mut out = Vec::with_capacity(path.len());
    for id in path {
        let edge = &cfa.edges[id.0 as usize];
        while edge.from != at {
            let Some(caller) = open.pop() else { break };
            (here, at) = caller;
        }
        out.push(here);
        at = edge.to;
        if let Some(callee) = edge.call {
            open.push((here, edge.to));
            last += 1;
            (here, at) = (last, cfa.procedures[callee.0 as usize].entry);
        }
    }
    out
}

/// What cells are computed from, and whether that is more than a copy.
type Sources = BTreeMap<Expr, BTreeSet<(Expr, bool)>>;

/// The cells that change by computation when the edges of a loop are executed, and those that get
/// their values from these.
fn counters(arena: &mut Arena, cfa: &Cfa, edges: &[EdgeId]) -> BTreeSet<Expr> {
    let mut sources = Sources::new();
    for edge in edges.iter().collect::<BTreeSet<_>>() {
        for stmt in &cfa.edges[edge.0 as usize].stmts {
            let StmtKind::Assign { var, value } = stmt.kind else {
                continue;
            };
            match cfa.sort_of(var) {
                Ok(VarSort::Int(_)) => {
                    let target = cfa.read(arena, var);
                    flows(arena, &mut sources, target, value);
                }
                Ok(VarSort::Map(_)) => written(arena, &mut sources, value),
                Err(_) => {}
            }
        }
    }
    if sources.len() > CELLS_MAX {
        return BTreeSet::new();
    }
    let mut found: BTreeSet<Expr> = sources
        .keys()
        .copied()
        .filter(|&cell| comes_back(&sources, cell))
        .collect();
    loop {
        let before = found.len();
        for (cell, from) in &sources {
            if from.iter().any(|(source, _)| found.contains(source)) {
                found.insert(*cell);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// A value flows into a cell.
fn flows(arena: &mut Arena, sources: &mut Sources, target: Expr, value: Expr) {
    let from = leaves(arena, value);
    let copied = from.contains(&value);
    let mut all: BTreeSet<(Expr, bool)> = BTreeSet::new();
    for source in from {
        all.insert((source, !copied));
        // What a table has at an index is computed from that.
        let indices = indices_read(arena, &[source]).into_iter();
        all.extend(indices.map(|index| (index, true)));
    }
    sources.entry(target).or_default().extend(all);
}

/// Values flow into the places that a chain of updates writes.
fn written(arena: &mut Arena, sources: &mut Sources, mut memory: Expr) {
    let mut writes = Vec::new();
    loop {
        memory = match (arena.node(memory), arena.as_patch(memory)) {
            (Node::App(Op::Upd, [inner, at, value]), _) => {
                writes.push((at, value));
                inner
            }
            (_, Some((outside, ..))) => outside,
            _ => break,
        };
    }
    if matches!(arena.node(memory), Node::MapVar(..)) {
        for (at, value) in writes {
            let target = arena.mk(Op::Sel, &[memory, at]);
            flows(arena, sources, target, value);
        }
    }
}

/// Whether a cell's value flows back to it, computed with on the way.
fn comes_back(sources: &Sources, cell: Expr) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = vec![(cell, false)];
    while let Some((here, computed)) = work.pop() {
        for &(source, step) in sources.get(&here).into_iter().flatten() {
            let next = (source, computed || step);
            if next == (cell, true) {
                return true;
            }
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    false
}
