//! Values in terms of the names that an activation knows.

use super::Name;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::linear::Linear;
use proofmark_logic::types::IntType;

/// Most subterms that are looked at to express a value.
pub(super) const EXPRESS_STEPS: usize = 200;

/// A term with this symbolic value, made of names.
pub(super) fn express(
    arena: &mut Arena,
    value: Expr,
    names: &[Name],
    spelling: &dyn Fn(&Name) -> Expr,
    steps: &mut usize,
) -> Option<Expr> {
    *steps = steps.checked_sub(1)?;
    match arena.node(value) {
        Node::Lit(_) | Node::Type(_) | Node::Addr { .. } => return Some(value),
        _ => {}
    }
    if let Some(name) = names.iter().find(|name| name.value == value) {
        return Some(spelling(name));
    }
    for name in names.iter().filter(|name| {
        arena.sort(name.value) == arena.sort(value) && arena.as_lit(name.value).is_none()
    }) {
        let spelled = spelling(name);
        if let Some(k) = distance(arena, value, name.value) {
            let k = arena.lit(k);
            return Some(arena.mk(Op::Add, &[spelled, k]));
        }
        // name = wrap(value + k), so value = wrap(name - k).
        let Some((Op::Wrap, [ty, inner, _])) = arena.app(name.value) else {
            continue;
        };
        let (Some(k), Node::Type(machine)) = (distance(arena, value, inner), arena.node(ty)) else {
            continue;
        };
        if arena.interval(value).within(machine) {
            let k = arena.lit(k);
            let sum = arena.mk(Op::Add, &[spelled, k]);
            return Some(arena.wrap(machine, sum));
        }
    }
    let (op, _) = arena.app(value)?;
    let args: Vec<Expr> = arena.args(value).collect();
    let mut parts = Vec::with_capacity(args.len());
    for arg in args {
        parts.push(express(arena, arg, names, spelling, steps)?);
    }
    Some(arena.mk(op, &parts))
}

/// A term that is equal modulo the type: sums are wrapped once at the end instead of step by step.
pub(super) fn without_wraps(arena: &mut Arena, e: Expr, ty: IntType) -> Expr {
    match arena.app(e) {
        Some((Op::Wrap, [machine, inner, _])) if arena.node(machine) == Node::Type(ty) => {
            without_wraps(arena, inner, ty)
        }
        Some((op @ (Op::Add | Op::Sub), [a, b, _])) => {
            let (a, b) = (without_wraps(arena, a, ty), without_wraps(arena, b, ty));
            arena.mk(op, &[a, b])
        }
        _ => e,
    }
}

/// `k` if `a = b + k` whatever the variables hold.
pub(super) fn distance(arena: &Arena, a: Expr, b: Expr) -> Option<i128> {
    if arena.sort(a) != proofmark_logic::types::Sort::Term
        || arena.sort(b) != proofmark_logic::types::Sort::Term
    {
        return None;
    }
    Linear::combination(arena, &[(1, a), (-1, b)])
        .ok()?
        .as_constant()
}
