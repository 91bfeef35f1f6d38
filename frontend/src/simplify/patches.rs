//! Edges on which a memory is patched again and again.
//!
//! A patched memory is the memory of before in two places, and a proof that speaks of what a havoc
//! on the same edge has chosen writes its terms as trees: each further patch would double them.
//! Where an edge begins, a memory is a variable again.

use proofmark_logic::arena::{Arena, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, Edge, LocId, Location, Stmt, StmtKind};
use std::collections::BTreeMap;

/// An edge patches no memory more often.
const PATCHES_MAX: usize = 3;

/// Cuts edges in front of statements that patch a memory once too often.
pub(super) fn cut(arena: &Arena, cfa: &mut Cfa) {
    let mut index = 0;
    while let Some(edge) = cfa.edges.get_mut(index) {
        index += 1;
        let Some(at) = cut_at(arena, &edge.stmts) else {
            continue;
        };
        let stmts = edge.stmts.split_off(at);
        let Some(first) = stmts.first() else { continue };
        let (frame, pos) = (first.frame, first.pos);
        let between = LocId(u32::try_from(cfa.locations.len()).unwrap_or(u32::MAX));
        let rest = Edge {
            from: between,
            to: std::mem::replace(&mut edge.to, between),
            stmts,
            call: edge.call.take(),
        };
        cfa.locations.push(Location { frame, pos });
        cfa.edges.push(rest);
    }
}

/// The first statement that patches a memory once too often. What it patches it with may have to
/// stay with the havoc in front of it.
fn cut_at(arena: &Arena, stmts: &[Stmt]) -> Option<usize> {
    let mut patches: BTreeMap<VarId, usize> = BTreeMap::new();
    let at = stmts.iter().position(|stmt| {
        let StmtKind::Assign { var, value } = stmt.kind else {
            return false;
        };
        if !matches!(arena.node(value), Node::App(Op::Splice, _)) {
            return false;
        }
        let count = patches.entry(var).or_default();
        *count += 1;
        *count > PATCHES_MAX
    })?;
    let before = stmts.get(..at)?.iter().rev();
    let havocs = before.take_while(|stmt| matches!(stmt.kind, StmtKind::Havoc { .. }));
    Some(at - havocs.count()).filter(|at| *at > 0)
}
