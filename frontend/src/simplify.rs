//! Makes an automaton small without changing its runs: chains become one edge, and what is never
//! read is not computed.
//!
//! Every step is a function of the automaton alone, in index order, so equal programs give equal
//! automata.

mod blocks;
mod followed;
mod ghosts;
mod indeterminate;
mod liveness;
mod patches;
mod rebuild;

use crate::inline::Automaton;
use crate::translate::Origin;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::Procedure;
use proofmark_logic::cfa::{Cfa, Edge, LocId, Stmt, StmtKind};

/// Rounds of removing dead statements; each may make others dead.
const ROUNDS_MAX: usize = 8;

/// Simplifies, drops what is unused, and numbers locations, variables and objects anew.
pub fn simplify(automaton: Automaton) -> (Arena, Cfa) {
    let Automaton {
        mut arena,
        mut cfa,
        origin,
        indeterminate: begins,
        observed,
        kept,
        followed,
        approximations: _,
    } = automaton;
    let observed = |var: VarId| observed.contains(&var);
    let survives = |var: VarId| kept.contains(&var);
    let watch = Watch {
        observed: &observed,
        survives: &survives,
        followed,
        origin: &origin,
    };
    shrink(&arena, &mut cfa);
    // Before havocs of inputs take the place of those with which objects begin.
    let live = liveness::live_out(&arena, &cfa, &watch);
    indeterminate::note(&arena, &mut cfa, &begins, &live);
    for _ in 0..ROUNDS_MAX {
        let live = liveness::live_out(&arena, &cfa, &watch);
        let changed = blocks::propagate(&mut arena, &mut cfa, &live, &watch)
            | blocks::remove_dead(&arena, &mut cfa, &live, &watch);
        shrink(&arena, &mut cfa);
        if !changed {
            break;
        }
    }
    // Which pointers are followed counts only of writes that are left, whatever the rounds.
    let live = liveness::live_out(&arena, &cfa, &watch);
    if blocks::remove_dead(&arena, &mut cfa, &live, &watch) {
        shrink(&arena, &mut cfa);
    }
    if let Some(followed) = followed {
        followed::assume(&mut arena, &mut cfa, followed);
        shrink(&arena, &mut cfa);
    }
    patches::cut(&arena, &mut cfa);
    let (arena, mut cfa) = rebuild::rebuild(&arena, cfa);
    ghosts::add(&mut cfa);
    (arena, cfa)
}

/// What somebody looks at beside what the automaton reads.
struct Watch<'a> {
    /// Every write to these.
    observed: &'a dyn Fn(VarId) -> bool,
    /// What these were before they became unknown.
    survives: &'a dyn Fn(VarId) -> bool,
    /// See [`Automaton::followed`]: a write of it does not count as a read of anything.
    followed: Option<VarId>,
    /// By variable: where it comes from.
    origin: &'a [Origin],
}

impl Watch<'_> {
    fn is_made_up(&self, var: VarId) -> bool {
        let origin = self.origin.get(var.0 as usize);
        origin.is_some_and(|origin| *origin != Origin::Program)
    }

    /// The pointer that the next write follows, if a statement says that.
    fn followed_by(&self, stmt: &Stmt) -> Option<Expr> {
        match stmt.kind {
            StmtKind::Assign { var, value } if self.followed == Some(var) => Some(value),
            _ => None,
        }
    }
}

/// Removes edges that are never taken and what cannot be reached, skips empty edges, and merges
/// chains.
fn shrink(arena: &Arena, cfa: &mut Cfa) {
    cfa.edges.retain(|edge| !is_never_taken(edge));
    remove_unreachable(cfa);
    join_branches(arena, cfa);
    skip_empty(cfa);
    remove_unreachable(cfa);
    merge_chains(cfa);
}

/// The procedure that an edge calls.
fn callee<'a>(cfa: &'a Cfa, edge: &Edge) -> Option<&'a Procedure> {
    edge.call.and_then(|id| cfa.procedures.get(id.0 as usize))
}

fn remove_unreachable(cfa: &mut Cfa) {
    let reached = reached(cfa);
    let error = cfa.error;
    cfa.edges
        .retain(|e| reached.get(e.from.0 as usize) == Some(&true) && e.from != error);
}

/// Which locations some path leads to. Runs end at the error.
pub(crate) fn reached(cfa: &Cfa) -> Vec<bool> {
    let out = cfa.out_edges();
    let mut reached = vec![false; cfa.locations.len()];
    let mut work = vec![cfa.entry];
    while let Some(q) = work.pop() {
        let Some(slot) = reached.get_mut(q.0 as usize) else {
            continue;
        };
        if std::mem::replace(slot, true) || q == cfa.error {
            continue;
        }
        let edges = out.get(q.0 as usize).into_iter().flatten();
        for edge in edges.filter_map(|e| cfa.edges.get(e.0 as usize)) {
            if !is_never_taken(edge) {
                work.push(edge.to);
                work.extend(callee(cfa, edge).map(|p| p.entry));
            }
        }
    }
    reached
}

fn is_never_taken(edge: &Edge) -> bool {
    let mut stmts = edge.stmts.iter();
    stmts.any(|s| s.kind == StmtKind::Assume(Arena::FALSE))
}

/// Two edges that only assume a formula and its negation, with the same ends, are one edge without
/// a condition.
fn join_branches(arena: &Arena, cfa: &mut Cfa) {
    let assumed = |e: &Edge| match e.stmts.as_slice() {
        [Stmt {
            kind: StmtKind::Assume(p),
            ..
        }] => Some(*p),
        _ => None,
    };
    let negates =
        |p: Expr, q: Expr| matches!(arena.node(p), Node::App(Op::Not, [inner, ..]) if inner == q);
    let mut seen: std::collections::HashMap<(LocId, LocId), (usize, Expr)> =
        std::collections::HashMap::new();
    let mut doomed = vec![false; cfa.edges.len()];
    for index in 0..cfa.edges.len() {
        let Some(edge) = cfa.edges.get(index) else {
            continue;
        };
        let (Some(p), ends) = (assumed(edge), (edge.from, edge.to)) else {
            continue;
        };
        match seen.get(&ends).copied() {
            Some((other, q)) if negates(p, q) || negates(q, p) => {
                if let (Some(first), Some(flag)) = (cfa.edges.get_mut(other), doomed.get_mut(index))
                {
                    first.stmts.clear();
                    *flag = true;
                    seen.remove(&ends);
                }
            }
            _ => {
                seen.insert(ends, (index, p));
            }
        }
    }
    let mut doomed = doomed.into_iter();
    cfa.edges.retain(|_| doomed.next() != Some(true));
}

/// A location whose only way out is an empty edge is the same as that edge's target.
fn skip_empty(cfa: &mut Cfa) {
    let count = cfa.locations.len();
    let mut degree = vec![0usize; count];
    let mut next: Vec<Option<LocId>> = vec![None; count];
    for edge in &cfa.edges {
        if let (Some(d), Some(n)) = (
            degree.get_mut(edge.from.0 as usize),
            next.get_mut(edge.from.0 as usize),
        ) {
            *d += 1;
            *n = if *d == 1 && edge.stmts.is_empty() && edge.call.is_none() && edge.to != edge.from
            {
                Some(edge.to)
            } else {
                None
            };
        }
    }
    let resolve = |start: LocId| {
        let (mut at, mut steps) = (start, 0);
        while let Some(Some(to)) = next.get(at.0 as usize) {
            // A cycle of empty edges is an infinite loop: it stays as it is.
            steps += 1;
            if steps > count {
                return start;
            }
            at = *to;
        }
        at
    };
    let mut cache: Vec<Option<LocId>> = vec![None; count];
    for edge in &mut cfa.edges {
        let slot = cache.get_mut(edge.to.0 as usize);
        let to = match slot {
            Some(Some(known)) => *known,
            Some(slot) => *slot.insert(resolve(edge.to)),
            None => edge.to,
        };
        edge.to = to;
    }
}

/// Joins edges at locations with one way in and one way out.
fn merge_chains(cfa: &mut Cfa) {
    let count = cfa.locations.len();
    let (mut ways_in, mut ways_out, mut only_out) = (
        vec![0usize; count],
        vec![0usize; count],
        vec![usize::MAX; count],
    );
    for (index, edge) in cfa.edges.iter().enumerate() {
        if let Some(n) = ways_in.get_mut(edge.to.0 as usize) {
            *n += 1;
        }
        if let (Some(n), Some(o)) = (
            ways_out.get_mut(edge.from.0 as usize),
            only_out.get_mut(edge.from.0 as usize),
        ) {
            *n += 1;
            *o = index;
        }
    }
    // Calls are edges of their own between locations of their own.
    let mut fixed = vec![false; count];
    let calls = cfa
        .edges
        .iter()
        .filter(|e| e.call.is_some())
        .flat_map(|e| [e.from, e.to]);
    for q in [cfa.entry, cfa.error]
        .into_iter()
        .chain(cfa.procedures.iter().flat_map(|p| [p.entry, p.exit]))
        .chain(calls)
    {
        if let Some(flag) = fixed.get_mut(q.0 as usize) {
            *flag = true;
        }
    }
    let inner = |q: LocId| {
        fixed.get(q.0 as usize) == Some(&false)
            && ways_in.get(q.0 as usize) == Some(&1)
            && ways_out.get(q.0 as usize) == Some(&1)
    };
    let mut edges: Vec<Option<Edge>> = std::mem::take(&mut cfa.edges)
        .into_iter()
        .map(Some)
        .collect();
    let mut merged = Vec::with_capacity(edges.len());
    for index in 0..edges.len() {
        if edges
            .get(index)
            .and_then(Option::as_ref)
            .is_none_or(|e| inner(e.from))
        {
            continue;
        }
        let Some(mut edge) = edges.get_mut(index).and_then(Option::take) else {
            continue;
        };
        while inner(edge.to) {
            let follow = only_out
                .get(edge.to.0 as usize)
                .and_then(|i| edges.get_mut(*i))
                .and_then(Option::take);
            let Some(follow) = follow else { break };
            edge.to = follow.to;
            edge.stmts.extend(follow.stmts);
        }
        merged.push(edge);
    }
    cfa.edges = merged;
}
