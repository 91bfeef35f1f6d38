//! Objects of one type whose bytes are looked at as another's.

use super::leaves::{extents, Leaf};
use super::{class, MapKey};
use crate::types::{Type, Types};

/// Whether an object of one type, looked at as one of another, shows bytes of a scalar as something
/// else: another class of scalars, or a bit-field with what lies beside it.
pub(super) fn differ(types: &Types, a: &Type, b: &Type) -> bool {
    let complete = |ty: &Type| !matches!(ty, Type::Void | Type::Function(_));
    if a == b || !complete(a) || !complete(b) {
        return false;
    }
    let [a, b] = [a, b].map(|ty| extents(types, ty, (0, None)));
    a.iter().any(|x| {
        b.iter()
            .any(|y| meet(x, y) && kind(types, x) != kind(types, y))
    })
}

/// Whether two parts share a bit.
fn meet(a: &Leaf, b: &Leaf) -> bool {
    let end = |leaf: &Leaf| leaf.bits.0.saturating_add(leaf.bits.1);
    a.bits.0 < end(b) && b.bits.0 < end(a)
}

/// The class of a part, and where it lies if it is a bit-field.
fn kind(types: &Types, leaf: &Leaf) -> (MapKey, Option<(u64, u64)>) {
    let member = leaf
        .field
        .and_then(|(record, index)| types.field(record, index));
    let narrow = member.is_some_and(|f| f.bits.is_some());
    (class(types, &leaf.ty), narrow.then_some(leaf.bits))
}
