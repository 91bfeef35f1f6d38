//! Calls through pointers: which function is called is one of a path's assumptions.

use super::refine::{contradiction, PathFormula};
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::cfa::{Cfa, Edge, EdgeId, StmtKind};

/// How the names of objects end that are functions.
const FUNCTION: &str = "()";

/// The first of a path's facts by which it calls another function than the one that a pointer
/// holds: what that function would have done may refute the path as well, but says nothing about
/// the program.
pub(super) fn wrong(
    arena: &mut Arena,
    cfa: &Cfa,
    path: &[EdgeId],
    formula: &PathFormula,
) -> Option<usize> {
    formula.facts.iter().position(|&(step, fact)| {
        let edge = path.get(step).and_then(|id| cfa.edges.get(id.0 as usize));
        edge.is_some_and(|edge| chooses(arena, cfa, edge))
            && contradiction(arena, &[fact]).is_some()
    })
}

/// Whether a program takes the address of a function.
pub(super) fn are_pointed_to(cfa: &Cfa) -> bool {
    cfa.objects
        .iter()
        .any(|object| object.name.ends_with(FUNCTION))
}

/// Whether an edge says that a pointer holds the address of a function.
fn chooses(arena: &Arena, cfa: &Cfa, edge: &Edge) -> bool {
    edge.stmts.iter().any(|stmt| match stmt.kind {
        StmtKind::Assume(condition) => match arena.app(condition) {
            Some((Op::Eq, [a, b, _])) => is_function(arena, cfa, a) || is_function(arena, cfa, b),
            _ => false,
        },
        StmtKind::Assign { .. } | StmtKind::Havoc { .. } => false,
    })
}

/// Whether a term is the address of a function: its object's name says that.
fn is_function(arena: &Arena, cfa: &Cfa, term: Expr) -> bool {
    let Node::Addr { object, .. } = arena.node(term) else {
        return false;
    };
    let object = cfa.objects.get(object as usize);
    object.is_some_and(|object| object.name.ends_with(FUNCTION))
}
