//! Conditions that are the same in every state.

use proofmark_logic::arena::{Arena, Expr, Node, Op};

/// Whether an atom, or the negation of one, holds in every state or in none: only if the operands'
/// intervals decide it.
pub(crate) fn decided(arena: &Arena, p: Expr) -> Option<bool> {
    let Node::App(op, [a, b, _]) = arena.node(p) else {
        return None;
    };
    match op {
        Op::True => return Some(true),
        Op::False => return Some(false),
        Op::Not => return decided(arena, a).map(|holds| !holds),
        _ => {}
    }
    let (x, y) = (arena.interval(a), arena.interval(b));
    match op {
        Op::Eq if a == b => Some(true),
        Op::Eq if x.hi < y.lo || y.hi < x.lo => Some(false),
        Op::Eq => Some(x.as_point()? == y.as_point()?).filter(|same| *same),
        Op::Le if a == b || x.hi <= y.lo => Some(true),
        Op::Le if x.lo > y.hi => Some(false),
        _ => None,
    }
}
