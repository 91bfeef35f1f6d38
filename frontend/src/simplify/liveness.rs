//! Live variables: which values may still be read after an edge.

use crate::lower::Origin;
use proofmark_logic::arena::{Arena, Expr, Node};
use proofmark_logic::cfa::{Cfa, Edge, LocId, StmtKind};

/// The variables of an expression, each once.
pub(super) fn variables(arena: &Arena, root: Expr, out: &mut Vec<u32>) {
    let mut work = vec![root];
    let mut seen = std::collections::HashSet::new();
    while let Some(e) = work.pop() {
        if arena.var_mask(e) == 0 || !seen.insert(e) {
            continue;
        }
        match arena.node(e) {
            Node::Var(v, _) | Node::MapVar(v, _) => {
                if !out.contains(&v.0) {
                    out.push(v.0);
                }
            }
            _ => work.extend(arena.args(e)),
        }
    }
}

/// For each edge, the variables that are live at its end, in increasing order. The mark of a rejection counts as read at the error.
pub(super) fn live_out(arena: &Arena, cfa: &Cfa, origin: &[Origin]) -> Vec<Vec<u32>> {
    let at_error = |index: usize| if origin.get(index) == Some(&Origin::Rejection) { vec![cfa.error] } else { Vec::new() };
    let mut readers: Vec<Vec<LocId>> = (0..cfa.vars.len()).map(at_error).collect();
    let mut writes: Vec<Vec<u32>> = Vec::with_capacity(cfa.edges.len());
    for edge in &cfa.edges {
        let (reads, kills) = summary(arena, edge);
        for v in reads {
            if let Some(list) = readers.get_mut(v as usize) {
                list.push(edge.from);
            }
        }
        writes.push(kills);
    }
    let mut edges_in: Vec<Vec<usize>> = vec![Vec::new(); cfa.locations.len()];
    for (index, edge) in cfa.edges.iter().enumerate() {
        if let Some(list) = edges_in.get_mut(edge.to.0 as usize) {
            list.push(index);
        }
    }
    let mut live: Vec<Vec<u32>> = vec![Vec::new(); cfa.edges.len()];
    let mut marked = vec![u32::MAX; cfa.locations.len()];
    let mut work = Vec::new();
    for (v, readers) in (0u32..).zip(&readers) {
        work.extend(readers.iter().copied());
        while let Some(q) = work.pop() {
            match marked.get_mut(q.0 as usize) {
                Some(mark) if *mark != v => *mark = v,
                _ => continue,
            }
            for &index in edges_in.get(q.0 as usize).into_iter().flatten() {
                if let Some(list) = live.get_mut(index) {
                    list.push(v);
                }
                if writes.get(index).is_some_and(|w| w.binary_search(&v).is_err()) {
                    work.extend(cfa.edges.get(index).map(|e| e.from));
                }
            }
        }
    }
    live
}

/// What an edge reads before it writes it, and what it writes.
fn summary(arena: &Arena, edge: &Edge) -> (Vec<u32>, Vec<u32>) {
    let (mut reads, mut kills, mut used) = (Vec::new(), Vec::new(), Vec::new());
    let mut killed = std::collections::HashSet::new();
    for stmt in &edge.stmts {
        let (value, target) = match stmt.kind {
            StmtKind::Assign { var, value } => (Some(value), Some(var)),
            StmtKind::Havoc { var } => (None, Some(var)),
            StmtKind::Assume(p) => (Some(p), None),
        };
        if let Some(value) = value {
            used.clear();
            variables(arena, value, &mut used);
            reads.extend(used.iter().filter(|v| !killed.contains(*v)));
        }
        if let Some(var) = target {
            if killed.insert(var.0) {
                kills.push(var.0);
            }
        }
    }
    kills.sort_unstable();
    (reads, kills)
}
