//! Counters: variables whose value after a round is computed from their value before it.

use proofmark_logic::arena::{Arena, Node, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, StmtKind, VarSort};
use std::collections::{BTreeMap, BTreeSet};

/// Most variables of a loop that are looked at.
const VARIABLES_MAX: usize = 200;

/// The integer variables that change by computation when the edges of a loop are executed, and
/// those that get their values from these.
pub(super) fn counters(
    arena: &Arena,
    cfa: &Cfa,
    edges: &[EdgeId],
    variables: &mut dyn FnMut(&Arena, proofmark_logic::arena::Expr) -> Vec<VarId>,
) -> BTreeSet<VarId> {
    // By variable: what it is computed from, and whether that is more than a copy.
    let mut sources: BTreeMap<VarId, BTreeSet<(VarId, bool)>> = BTreeMap::new();
    for edge in edges.iter().collect::<BTreeSet<_>>() {
        for stmt in &cfa.edges[edge.0 as usize].stmts {
            let StmtKind::Assign { var, value } = stmt.kind else {
                continue;
            };
            if matches!(cfa.sort_of(var), Ok(VarSort::Int(_))) {
                let computed = !matches!(arena.node(value), Node::Var(..));
                let from = variables(arena, value).into_iter();
                let from = from.map(|source| (source, computed));
                sources.entry(var).or_default().extend(from);
            }
        }
    }
    if sources.len() > VARIABLES_MAX {
        return BTreeSet::new();
    }
    let mut found: BTreeSet<VarId> = sources
        .keys()
        .copied()
        .filter(|&var| comes_back(&sources, var))
        .collect();
    loop {
        let before = found.len();
        for (var, from) in &sources {
            if from.iter().any(|(source, _)| found.contains(source)) {
                found.insert(*var);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Whether a variable's value flows back to it, computed with on the way.
fn comes_back(sources: &BTreeMap<VarId, BTreeSet<(VarId, bool)>>, var: VarId) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = vec![(var, false)];
    while let Some((here, computed)) = work.pop() {
        for &(source, step) in sources.get(&here).into_iter().flatten() {
            let next = (source, computed || step);
            if next == (var, true) {
                return true;
            }
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    false
}
