//! Live variables: which values may still be read after an edge.

use super::Watch;
use crate::translate::Origin;
use proofmark_logic::arena::{Arena, Expr, Node};
use proofmark_logic::cfa::{Cfa, Edge, LocId, Scope, StmtKind};

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

/// For each edge, the variables that are live at its end, in increasing order. The mark of a
/// rejection counts as read at the error. A havoc of a variable that survives it counts as a read.
pub(super) fn live_out(arena: &Arena, cfa: &Cfa, watch: &Watch<'_>) -> Vec<Vec<u32>> {
    let at_error = |index: usize| {
        if watch.origin.get(index) == Some(&Origin::Rejection) {
            vec![cfa.error]
        } else {
            Vec::new()
        }
    };
    let mut readers: Vec<Vec<LocId>> = (0..cfa.vars.len()).map(at_error).collect();
    let mut writes: Vec<Vec<u32>> = Vec::with_capacity(cfa.edges.len());
    for edge in &cfa.edges {
        let (reads, kills) = summary(arena, edge, watch);
        for v in reads {
            if let Some(list) = readers.get_mut(v as usize) {
                list.push(edge.from);
            }
        }
        writes.push(kills);
    }
    let mut edges_in: Vec<Vec<usize>> = vec![Vec::new(); cfa.locations.len()];
    let mut calls: Vec<Vec<Transfer>> = vec![Vec::new(); cfa.locations.len()];
    for (index, edge) in cfa.edges.iter().enumerate() {
        let transfers = call_transfers(cfa, edge);
        if transfers.is_empty() {
            edges_in
                .get_mut(edge.to.0 as usize)
                .into_iter()
                .for_each(|list| list.push(index));
        }
        for (at, transfer) in transfers {
            calls
                .get_mut(at.0 as usize)
                .into_iter()
                .for_each(|list| list.push(transfer));
        }
    }
    let mut live: Vec<Vec<u32>> = vec![Vec::new(); cfa.edges.len()];
    let mut marked = vec![u32::MAX; cfa.locations.len()];
    let mut work = Vec::new();
    for (v, readers) in (0u32..).zip(&readers) {
        let scope = cfa.vars.get(v as usize).map(|decl| decl.scope);
        work.extend(readers.iter().copied());
        while let Some(q) = work.pop() {
            match marked.get_mut(q.0 as usize) {
                Some(mark) if *mark != v => *mark = v,
                _ => continue,
            }
            let transfers = calls.get(q.0 as usize).into_iter().flatten();
            work.extend(transfers.filter(|t| scope == Some(t.scope)).map(|t| t.from));
            for &index in edges_in.get(q.0 as usize).into_iter().flatten() {
                if let Some(list) = live.get_mut(index) {
                    list.push(v);
                }
                if writes
                    .get(index)
                    .is_some_and(|w| w.binary_search(&v).is_err())
                {
                    work.extend(cfa.edges.get(index).map(|e| e.from));
                }
            }
        }
    }
    live
}

/// Where variables are live before a call because they are live after it.
#[derive(Clone, Copy)]
struct Transfer {
    scope: Scope,
    from: LocId,
}

/// What the caller's locals hold after a call they hold before. Globals pass through the callee,
/// and come back from its exit.
fn call_transfers(cfa: &Cfa, edge: &Edge) -> Vec<(LocId, Transfer)> {
    let Some(callee) = super::callee(cfa, edge) else {
        return Vec::new();
    };
    vec![
        (
            edge.to,
            Transfer {
                scope: Scope::Local,
                from: edge.from,
            },
        ),
        (
            edge.to,
            Transfer {
                scope: Scope::Global,
                from: callee.exit,
            },
        ),
        (
            callee.entry,
            Transfer {
                scope: Scope::Global,
                from: edge.from,
            },
        ),
    ]
}

/// What an edge reads before it writes it, and what it writes.
fn summary(arena: &Arena, edge: &Edge, watch: &Watch<'_>) -> (Vec<u32>, Vec<u32>) {
    let (mut reads, mut kills, mut used) = (Vec::new(), Vec::new(), Vec::new());
    let mut killed = std::collections::HashSet::new();
    for stmt in &edge.stmts {
        let (value, target) = match stmt.kind {
            StmtKind::Assign { var, .. } if watch.followed == Some(var) => (None, None),
            StmtKind::Assign { var, value } => (Some(value), Some(var)),
            StmtKind::Havoc { var } if (watch.survives)(var) => {
                reads.extend((!killed.contains(&var.0)).then_some(var.0));
                (None, None)
            }
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
