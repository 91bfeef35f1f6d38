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

/// Whether one member of a union is a number of which another one, just as long, gives the parts:
/// registers with their fields, numbers with their halves or bytes.
pub(super) fn divides(types: &Types, whole: &Type, divided: &Type) -> bool {
    let parts = || extents(types, divided, (0, None));
    whole.is_integer()
        && !divided.is_scalar()
        && types.size_of(whole).ok() == types.size_of(divided).ok()
        && parts().iter().all(|part| part.ty.is_integer())
}

/// Whether an object is one of characters, and another one a structure.
pub(super) fn is_of_bytes(characters: &Type, record: &Type) -> bool {
    characters.is_character() && matches!(record, Type::Record(_))
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
