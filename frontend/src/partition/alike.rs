//! Types of two files that may be one (C11 6.2.7p1): structures and unions without tags, and such
//! of blocks, belong to the file that declares them, and are compatible with what another file
//! declares alike. There may be several of these, so it does not matter here who declares what.

use crate::types::{Type, Types};

/// Whether two records have members of the same names in the same places: whatever their types
/// are, for these may look alike themselves.
pub(super) fn look_alike(types: &Types, a: &Type, b: &Type) -> bool {
    let (Type::Record(a), Type::Record(b)) = (a, b) else {
        return false;
    };
    let places = |record: u32| {
        let fields = types.fields(record).iter();
        fields.map(|field| (field.name.as_deref(), field.offset, field.bits))
    };
    let kind = |record: u32| types.record(record).map(|r| (r.union, r.size));
    kind(*a) == kind(*b) && places(*a).eq(places(*b))
}

/// Whether two types that are not the same may be compatible because of records that look alike.
pub(super) fn may_be_one(types: &Types, a: &Type, b: &Type) -> bool {
    let (mut a, mut b) = (a, b);
    while let (Some(x), Some(y)) = (a.pointee(), b.pointee()) {
        (a, b) = (x.ty.innermost(), y.ty.innermost());
    }
    a != b && look_alike(types, a, b)
}
