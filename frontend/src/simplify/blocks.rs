//! Inside blocks: removing what is never read, and using values in place of copies.

use super::liveness::variables;
use super::Watch;
use crate::decided::decided;
use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::cfa::{Cfa, Edge, Stmt, StmtKind, VarSort};
use proofmark_logic::substitution::Substitution;
use proofmark_logic::types::Sort;
use std::collections::HashMap;

/// Room for substituted expressions; beyond it a copy simply stays.
const ARENA_NODES_MAX: usize = 1 << 26;

/// Removes assignments and havocs of variables that nothing reads afterwards, unless they are
/// observed. What a variable holds that survives a havoc is read by the havoc. Which pointer a
/// write follows is removed with the write, and where nothing else reads it: a compiler may leave
/// such a write out. True if anything was removed.
pub(super) fn remove_dead(
    arena: &Arena,
    cfa: &mut Cfa,
    live: &[Vec<u32>],
    watch: &Watch<'_>,
) -> bool {
    let mut changed = false;
    let mut used = Vec::new();
    for (edge, live) in cfa.edges.iter_mut().zip(live) {
        // What the statements from here to the block's end make of the liveness at its end.
        let mut read: HashMap<u32, bool> = HashMap::new();
        let mut kept = Vec::with_capacity(edge.stmts.len());
        let mut was_dead = false;
        for stmt in edge.stmts.drain(..).rev() {
            if let Some(pointer) = watch.followed_by(&stmt) {
                used.clear();
                variables(arena, pointer, &mut used);
                let at_end = |var: &u32| live.binary_search(var).is_ok();
                let mut reads = used.iter();
                if was_dead || !reads.all(|v| read.get(v).copied().unwrap_or_else(|| at_end(v))) {
                    changed = true;
                } else {
                    kept.push(stmt);
                }
                continue;
            }
            let mut is_dead = |var: VarId| {
                let live = read
                    .insert(var.0, false)
                    .unwrap_or_else(|| live.binary_search(&var.0).is_ok());
                !live && !(watch.observed)(var)
            };
            let value = match stmt.kind {
                StmtKind::Assign { var, value }
                    if is_identity(arena, var, value) || is_dead(var) =>
                {
                    None
                }
                StmtKind::Havoc { var } if is_dead(var) => None,
                StmtKind::Assume(p) if p == Arena::TRUE => None,
                StmtKind::Assign { value, .. } | StmtKind::Assume(value) => Some(Some(value)),
                StmtKind::Havoc { .. } => Some(None),
            };
            // A copy of what stands elsewhere now says nothing about the access.
            was_dead = match (value, stmt.kind) {
                (None, StmtKind::Assign { var, .. }) => was_dead || !watch.is_made_up(var),
                (None, _) => was_dead,
                (Some(_), _) => false,
            };
            let Some(value) = value else {
                changed = true;
                continue;
            };
            if let StmtKind::Havoc { var } = stmt.kind {
                read.insert(var.0, (watch.survives)(var));
            }
            if let Some(value) = value {
                used.clear();
                variables(arena, value, &mut used);
                read.extend(used.iter().map(|v| (*v, true)));
            }
            kept.push(stmt);
        }
        kept.reverse();
        edge.stmts = kept;
    }
    changed
}

/// `x := x`.
fn is_identity(arena: &Arena, var: VarId, value: Expr) -> bool {
    matches!(arena.node(value), Node::Var(v, _) | Node::MapVar(v, _) if v == var)
}

/// Replaces scratch variables and parameters by their values where these are still current, and
/// lets `havoc t; x := t` be `havoc x`. Definitions that became useless are left to
/// [`remove_dead`]. True if anything changed.
pub(super) fn propagate(
    arena: &mut Arena,
    cfa: &mut Cfa,
    live: &[Vec<u32>],
    watch: &Watch<'_>,
) -> bool {
    let followed = watch.followed;
    let sorts: Vec<VarSort> = cfa.vars.iter().map(|v| v.sort).collect();
    let (sorts, edges) = (&sorts, &mut cfa.edges);
    let uses = count_uses(arena, edges, followed);
    let mut changed = false;
    let made_up = |v: VarId| watch.is_made_up(v);
    for edge in edges.iter_mut() {
        let writes = |s: &Stmt| match s.kind {
            StmtKind::Assign { var, .. } | StmtKind::Havoc { var } => made_up(var),
            StmtKind::Assume(_) => false,
        };
        if !edge.stmts.iter().any(writes) {
            continue;
        }
        changed |= forward(arena, sorts, &mut edge.stmts, &made_up, &uses);
    }
    // Substitution moved uses from copies to their sources.
    let uses = count_uses(arena, edges, followed);
    for (edge, live) in edges.iter_mut().zip(live) {
        // Which pointer a write follows is no use of it: the write is.
        let only_use = |t: VarId, x: VarId| uses.get(&t.0) == Some(&1) && followed != Some(x);
        let renamed = |t: VarId, x: VarId| made_up(t) && only_use(t, x);
        changed |= rename_havocs(arena, sorts, &mut edge.stmts, live, &renamed);
    }
    changed
}

/// In how many statements each variable is read.
fn count_uses(arena: &Arena, edges: &[Edge], followed: Option<VarId>) -> HashMap<u32, usize> {
    let mut uses = HashMap::new();
    let mut used = Vec::new();
    for stmt in edges.iter().flat_map(|e| &e.stmts) {
        let value = match stmt.kind {
            StmtKind::Assign { var, .. } if followed == Some(var) => None,
            StmtKind::Assign { value, .. } | StmtKind::Assume(value) => Some(value),
            StmtKind::Havoc { .. } => None,
        };
        if let Some(value) = value {
            used.clear();
            variables(arena, value, &mut used);
            for v in &used {
                *uses.entry(*v).or_insert(0) += 1;
            }
        }
    }
    uses
}

/// A definition whose value is still what it was.
struct Copy {
    var: VarId,
    value: Expr,
    reads: Vec<u32>,
}

fn forward(
    arena: &mut Arena,
    sorts: &[VarSort],
    stmts: &mut [Stmt],
    made_up: &dyn Fn(VarId) -> bool,
    uses: &HashMap<u32, usize>,
) -> bool {
    let mut changed = false;
    let mut copies: Vec<Copy> = Vec::new();
    for stmt in stmts {
        let replaced = match stmt.kind {
            StmtKind::Assign { value, .. } | StmtKind::Assume(value) => {
                apply(arena, &copies, value)
            }
            StmtKind::Havoc { .. } => None,
        };
        match (&mut stmt.kind, replaced) {
            (StmtKind::Assign { var, value }, Some(new)) if in_range(arena, sorts, *var, new) => {
                changed |= *value != new;
                *value = new;
            }
            (StmtKind::Assume(p), Some(new)) => {
                let new = match decided(arena, new) {
                    Some(true) => Arena::TRUE,
                    Some(false) => Arena::FALSE,
                    None => new,
                };
                changed |= *p != new;
                *p = new;
            }
            _ => {}
        }
        let (target, value) = match stmt.kind {
            StmtKind::Assign { var, value } => (var, Some(value)),
            StmtKind::Havoc { var } => (var, None),
            StmtKind::Assume(_) => continue,
        };
        copies.retain(|c| c.var != target && !c.reads.contains(&target.0));
        if let Some(value) = value.filter(|_| made_up(target)) {
            let leaf = matches!(
                arena.node(value),
                Node::Lit(_) | Node::Var(..) | Node::Addr { .. }
            );
            let mut reads = Vec::new();
            variables(arena, value, &mut reads);
            if (leaf || uses.get(&target.0) == Some(&1)) && !reads.contains(&target.0) {
                copies.push(Copy {
                    var: target,
                    value,
                    reads,
                });
            }
        }
    }
    changed
}

fn apply(arena: &mut Arena, copies: &[Copy], value: Expr) -> Option<Expr> {
    let mask = arena.var_mask(value);
    let mut sigma = Substitution::default();
    let mut any = false;
    for copy in copies.iter().filter(|c| mask & (1 << (c.var.0 % 64)) != 0) {
        sigma.bind(copy.var, copy.value);
        any = true;
    }
    if !any {
        return None;
    }
    let new = sigma.apply(arena, value, ARENA_NODES_MAX).ok()?;
    match arena
        .interval(new)
        .as_point()
        .filter(|_| arena.sort(new) == Sort::Term)
    {
        Some(only) => Some(arena.lit(only)),
        None => Some(new),
    }
}

/// Substitution must keep the range invariant.
fn in_range(arena: &Arena, sorts: &[VarSort], var: VarId, value: Expr) -> bool {
    match sorts.get(var.0 as usize) {
        Some(VarSort::Int(ty) | VarSort::Map(ty)) => arena.interval(value).within(*ty),
        None => false,
    }
}

/// `havoc t; …; x := t` becomes `havoc x; …` if `x` may take the place of `t`, as that is its only
/// use, and nothing between mentions `x`.
fn rename_havocs(
    arena: &Arena,
    sorts: &[VarSort],
    stmts: &mut Vec<Stmt>,
    live: &[u32],
    may_be: &dyn Fn(VarId, VarId) -> bool,
) -> bool {
    let mut changed = false;
    let mut index = 0;
    while let Some(stmt) = stmts.get(index) {
        let found = match stmt.kind {
            StmtKind::Assign { var, value } => match arena.node(value) {
                Node::Var(t, _)
                    if t != var && may_be(t, var) && live.binary_search(&t.0).is_err() =>
                {
                    Some((var, t))
                }
                _ => None,
            },
            _ => None,
        };
        let start = found
            .filter(|(x, t)| sorts.get(x.0 as usize) == sorts.get(t.0 as usize))
            .and_then(|(x, t)| havoc_before(arena, stmts, index, x, t));
        if let (Some(start), Some((x, _))) = (start, found) {
            if let Some(havoc) = stmts.get_mut(start) {
                havoc.kind = StmtKind::Havoc { var: x };
            }
            stmts.remove(index);
            changed = true;
        } else {
            index += 1;
        }
    }
    changed
}

/// The havoc of `t` before `end`, if nothing between mentions `x`, or reads `t`.
fn havoc_before(arena: &Arena, stmts: &[Stmt], end: usize, x: VarId, t: VarId) -> Option<usize> {
    let mut used = Vec::new();
    for (index, stmt) in stmts.iter().enumerate().take(end).rev() {
        match stmt.kind {
            StmtKind::Havoc { var } if var == t => return Some(index),
            StmtKind::Havoc { var } | StmtKind::Assign { var, .. } if var == x || var == t => {
                return None
            }
            StmtKind::Havoc { .. } => {}
            StmtKind::Assign { value, .. } | StmtKind::Assume(value) => {
                used.clear();
                variables(arena, value, &mut used);
                if used.contains(&x.0) || used.contains(&t.0) {
                    return None;
                }
            }
        }
    }
    None
}
