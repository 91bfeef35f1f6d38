//! What a state says of terms and formulas.

use super::cells::Cells;
use super::range::Range;
use super::tables::{element_bytes, Place};
use crate::engine::abstraction::negate;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::ieee;
use proofmark_logic::interval::Interval;
use proofmark_logic::linear::Linear;
use std::cell::RefCell;
use std::collections::HashMap;

/// The values of each cell.
pub(super) type State = Vec<Range>;

/// Expressions are looked into so deep.
const DEPTH_MAX: u32 = 14;

/// The values of a term.
pub(super) fn evaluate(arena: &mut Arena, cells: &Cells, state: &State, e: Expr) -> Range {
    let at = At {
        cells,
        state,
        known: RefCell::default(),
    };
    term(arena, &at, e, DEPTH_MAX)
}

/// Where terms are evaluated.
struct At<'a> {
    cells: &'a Cells,
    state: &'a State,
    /// What is known of terms that are looked into so deep: elements of memories meet the same
    /// ones again and again.
    known: RefCell<HashMap<(Expr, u32), Range>>,
}

/// Keeps what satisfies a formula, roughly; `None` if nothing does.
pub(super) fn assume(arena: &mut Arena, cells: &Cells, state: &mut State, p: Expr) -> Option<()> {
    formula(arena, cells, state, (p, DEPTH_MAX))
}

fn term(arena: &mut Arena, at: &At<'_>, e: Expr, depth: u32) -> Range {
    if let Some(found) = at.known.borrow().get(&(e, depth)) {
        return *found;
    }
    let found = compute(arena, at, e, depth);
    at.known.borrow_mut().insert((e, depth), found);
    found
}

fn compute(arena: &mut Arena, at: &At<'_>, e: Expr, depth: u32) -> Range {
    let anything = Range::of(arena.interval(e));
    let Some(depth) = depth.checked_sub(1) else {
        return anything;
    };
    let known = at.cells.position(e).map(|cell| at.state[cell]);
    if let (Some((Op::Sel, [memory, address, _])), false) = (
        arena.app(e),
        known.is_some_and(|known| known.as_point().is_some()),
    ) {
        if let Some(found) = look_up(arena, at, (memory, address), depth) {
            return found.meet(known.unwrap_or(anything).interval);
        }
    }
    if let Some(known) = known {
        return known;
    }
    match arena.node(e) {
        Node::Lit(value) => Range::point(value),
        Node::App(Op::Wrap, [ty, inner, _]) => match arena.node(ty) {
            Node::Type(ty) => term(arena, at, inner, depth).wrap(ty),
            _ => anything,
        },
        Node::App(Op::Sel, [memory, address, _]) => {
            read(arena, at, (memory, address), depth).meet(anything.interval)
        }
        Node::App(Op::Ieee, [a, b, code]) => {
            let (a, b) = (term(arena, at, a, depth), term(arena, at, b, depth));
            let code = arena.interval(code);
            Range::of(ieee::interval(a.interval, b.interval, code)).meet(anything.interval)
        }
        Node::App(op, [a, b, _]) if op.params().len() == 2 => {
            let (a, b) = (term(arena, at, a, depth), term(arena, at, b, depth));
            combine(op, a, b).map_or(anything, |found| found.meet(anything.interval))
        }
        _ => anything,
    }
}

/// The values of a binary operation.
fn combine(op: Op, a: Range, b: Range) -> Option<Range> {
    let plain = |f: fn(Interval, Interval) -> Interval| Range::of(f(a.interval, b.interval));
    Some(match op {
        Op::Add => a.add(b),
        Op::Sub => a.add(b.times(-1)),
        Op::Mul => match (a.as_point(), b.as_point()) {
            (Some(k), _) => b.times(k),
            (_, Some(k)) => a.times(k),
            (None, None) => plain(Interval::mul),
        },
        Op::Div => plain(Interval::div),
        Op::Rem => plain(Interval::rem),
        Op::Shl => plain(Interval::shl),
        Op::Shr => plain(Interval::shr),
        Op::BitAnd => plain(Interval::bit_and),
        Op::BitOr => plain(Interval::bit_or),
        Op::BitXor => plain(Interval::bit_xor),
        _ => return None,
    })
}

/// The values of a memory at an index that has few values in one object: those of its elements.
fn look_up(
    arena: &mut Arena,
    at: &At<'_>,
    (memory, address): (Expr, Expr),
    depth: u32,
) -> Option<Range> {
    let place = Place::of(arena, address)?;
    let bytes = element_bytes(arena, memory)?;
    let range = place.distance(|e| term(arena, at, e, depth).interval);
    let elements = place.candidates(arena, (range, bytes))?;
    let mut all: Option<Range> = None;
    for element in elements {
        let read = arena.mk(Op::Sel, &[memory, element]);
        let own = term(arena, at, read, depth);
        all = Some(all.map_or(own, |all| all.join(own)));
    }
    all
}

/// The values of a memory at an address. What was written where that is unknown may be there.
fn read(arena: &mut Arena, at: &At<'_>, (memory, address): (Expr, Expr), depth: u32) -> Range {
    let (inner, to, value) = match arena.node(memory) {
        Node::App(Op::Upd, [inner, to, value]) => (inner, to, value),
        Node::App(Op::Fill, [value, ..]) => return term(arena, at, value, depth),
        Node::App(Op::Splice, [below, from, above]) => {
            let parts = [below, above].map(|part| arena.mk(Op::Sel, &[part, address]));
            let [below, above] = parts.map(|part| term(arena, at, part, depth));
            let distance = Linear::combination(arena, &[(1, from), (-1, address)]);
            return match distance.ok().and_then(|distance| distance.as_constant()) {
                Some(1..) => below,
                Some(_) => above,
                None => below.join(above),
            };
        }
        Node::App(Op::Shift, [inner, distance, _]) => {
            let behind = arena.mk(Op::Add, &[address, distance]);
            let element = arena.mk(Op::Sel, &[inner, behind]);
            return term(arena, at, element, depth);
        }
        _ => return Range::of(Interval::ALL),
    };
    let before = arena.mk(Op::Sel, &[inner, address]);
    let distance = Linear::combination(arena, &[(1, to), (-1, address)]);
    match distance.ok().and_then(|distance| distance.as_constant()) {
        Some(0) => term(arena, at, value, depth),
        Some(_) => term(arena, at, before, depth),
        None => term(arena, at, before, depth).join(term(arena, at, value, depth)),
    }
}

/// Keeps what satisfies a formula, looking into it so deep.
fn formula(
    arena: &mut Arena,
    cells: &Cells,
    state: &mut State,
    (p, depth): (Expr, u32),
) -> Option<()> {
    let Some(depth) = depth.checked_sub(1) else {
        return Some(());
    };
    match arena.app(p) {
        Some((Op::False, _)) => None,
        Some((Op::And, [p, q, _])) => {
            formula(arena, cells, state, (p, depth))?;
            formula(arena, cells, state, (q, depth))
        }
        Some((Op::Or, [p, q, _])) => either(arena, cells, state, (p, q, depth)),
        Some((Op::Not, [q, ..])) => negated(arena, cells, state, (q, depth)),
        Some((Op::Eq, [a, b, _])) => {
            at_most(arena, cells, state, (a, b))?;
            at_most(arena, cells, state, (b, a))
        }
        Some((Op::Le, [a, b, _])) => at_most(arena, cells, state, (a, b)),
        _ => Some(()),
    }
}

/// Keeps what does not satisfy a formula.
fn negated(
    arena: &mut Arena,
    cells: &Cells,
    state: &mut State,
    (q, depth): (Expr, u32),
) -> Option<()> {
    match arena.app(q) {
        Some((Op::Not, [p, ..])) => formula(arena, cells, state, (p, depth)),
        Some((Op::And, [a, b, _])) => {
            let (a, b) = (negate(arena, a), negate(arena, b));
            either(arena, cells, state, (a, b, depth))
        }
        Some((Op::Or, [a, b, _])) => {
            let (a, b) = (negate(arena, a), negate(arena, b));
            formula(arena, cells, state, (a, depth))?;
            formula(arena, cells, state, (b, depth))
        }
        Some((Op::Eq, [a, b, _])) => differ(arena, cells, state, (a, b)),
        Some((Op::Le, [a, b, _])) => {
            let one = arena.lit(1);
            let b = arena.mk(Op::Add, &[b, one]);
            at_most(arena, cells, state, (b, a))
        }
        _ => Some(()),
    }
}

/// Keeps what satisfies one of two formulas.
fn either(
    arena: &mut Arena,
    cells: &Cells,
    state: &mut State,
    (p, q, depth): (Expr, Expr, u32),
) -> Option<()> {
    let mut other = state.clone();
    let left = formula(arena, cells, state, (p, depth));
    let right = formula(arena, cells, &mut other, (q, depth));
    match (left, right) {
        (None, None) => return None,
        (None, Some(())) => *state = other,
        (Some(()), None) => {}
        (Some(()), Some(())) => {
            for (range, other) in state.iter_mut().zip(other) {
                *range = range.join(other);
            }
        }
    }
    Some(())
}

/// Keeps what satisfies `a <= b`.
fn at_most(
    arena: &mut Arena,
    cells: &Cells,
    state: &mut State,
    (a, b): (Expr, Expr),
) -> Option<()> {
    let Ok(sum) = Linear::combination(arena, &[(1, a), (-1, b)]) else {
        return Some(());
    };
    for (i, &(leaf, k)) in sum.terms.iter().enumerate() {
        let mut least = Interval::point(sum.constant);
        for (_, &(other, k)) in sum.terms.iter().enumerate().filter(|(j, _)| *j != i) {
            let values = evaluate(arena, cells, state, other).interval;
            least = least.add(values.mul(Interval::point(k)));
        }
        // k · leaf <= -least
        let Some(most) = Interval::finite(least.lo).and_then(i128::checked_neg) else {
            continue;
        };
        let mut bound = Interval::ALL;
        if k > 0 {
            bound.hi = most.div_euclid(k);
        } else {
            bound.lo = -(most.div_euclid(-k));
        }
        restrict(arena, cells, state, (leaf, bound))?;
    }
    let mut all = Interval::point(sum.constant);
    for &(leaf, k) in &sum.terms {
        let values = evaluate(arena, cells, state, leaf).interval;
        all = all.add(values.mul(Interval::point(k)));
    }
    (all.lo <= 0).then_some(())
}

/// Keeps the states in which a leaf has a value in the interval.
fn restrict(
    arena: &mut Arena,
    cells: &Cells,
    state: &mut State,
    (leaf, bound): (Expr, Interval),
) -> Option<()> {
    if let Some(cell) = cells.position(leaf) {
        state[cell] = state[cell].meet(bound);
        return (!state[cell].is_empty()).then_some(());
    }
    let Some((Op::Wrap, [ty, inner, _])) = arena.app(leaf) else {
        return Some(());
    };
    let values = evaluate(arena, cells, state, inner).interval;
    let sum = Linear::combination(arena, &[(1, inner)]);
    match (arena.node(ty), sum.as_ref().map(|sum| &sum.terms[..])) {
        (Node::Type(ty), Ok(&[(cell, 1)])) if values.within(ty) => {
            let added = sum.map_or(0, |sum| sum.constant);
            let shifted = bound.add(Interval::point(added.saturating_neg()));
            restrict(arena, cells, state, (cell, shifted))
        }
        _ => Some(()),
    }
}

/// Keeps what satisfies `a != b`.
fn differ(arena: &mut Arena, cells: &Cells, state: &mut State, (a, b): (Expr, Expr)) -> Option<()> {
    let x = evaluate(arena, cells, state, a);
    let y = evaluate(arena, cells, state, b);
    match (x.as_point(), y.as_point()) {
        (Some(x), Some(y)) => (x != y).then_some(()),
        (Some(value), None) => without(arena, cells, state, (b, value, y)),
        (None, Some(value)) => without(arena, cells, state, (a, value, x)),
        (None, None) => Some(()),
    }
}

/// Keeps the states in which a leaf that has values in the range has another one than this.
fn without(
    arena: &mut Arena,
    cells: &Cells,
    state: &mut State,
    (leaf, value, range): (Expr, i128, Range),
) -> Option<()> {
    let Interval { lo, hi } = range.interval;
    if lo == value {
        restrict(arena, cells, state, (leaf, Interval { lo: lo + 1, hi }))
    } else if hi == value {
        restrict(arena, cells, state, (leaf, Interval { lo, hi: hi - 1 }))
    } else {
        Some(())
    }
}
