//! Which addresses certainly lie in which objects.

use proofmark_logic::arena::{Arena, Expr, Node};
use proofmark_logic::linear::Linear;

/// What a patched memory is without the patch, if that ends with one object and the address is in
/// another one, which goes on behind it for longer than the patch begins in front of the first.
pub(crate) fn patch_elsewhere(arena: &Arena, memory: Expr, address: Expr) -> Option<Expr> {
    let (outside, [from, to], _) = arena.as_patch(memory)?;
    let ((object, size, start), (same, _, end)) = (place(arena, from)?, place(arena, to)?);
    let (other, length, offset) = place(arena, address)?;
    let reach = offset.checked_sub(start.min(0))?;
    let apart = object == same && object != other && end <= size && offset >= 0 && reach < length;
    apart.then_some(outside)
}

/// An object, its size, and how far from its address another one is.
fn place(arena: &Arena, address: Expr) -> Option<(u32, i128, i128)> {
    let sum = Linear::combination(arena, &[(1, address)]).ok()?;
    let &[(start, 1)] = sum.terms.as_slice() else {
        return None;
    };
    match arena.node(start) {
        Node::Addr { object, size, .. } => Some((object, i128::from(size), sum.constant)),
        _ => None,
    }
}
