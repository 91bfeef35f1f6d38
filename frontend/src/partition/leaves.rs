//! The scalar parts of objects.

use super::Member;
use crate::types::{Type, Types};
use proofmark_logic::types::IntType;

/// Objects with more scalar parts are not copied or cleared part by part.
pub const LEAVES_MAX: usize = 4096;

/// A scalar part of an object.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Offset of its first byte.
    pub offset: u64,
    /// Offset and width in bits.
    pub bits: (u64, u64),
    /// The innermost member that it belongs to.
    pub field: Option<Member>,
    /// Its type.
    pub ty: Type,
    /// Its values; `None` for floating values without a format.
    pub machine: Option<IntType>,
}

impl Leaf {
    /// Whether two parts of an object share bits.
    pub fn meets(&self, other: &Leaf) -> bool {
        let end = |leaf: &Leaf| leaf.bits.0.saturating_add(leaf.bits.1);
        self.bits.0 < end(other) && other.bits.0 < end(self)
    }
}

/// What becomes of arrays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrays {
    /// Each element has parts of its own.
    Elements,
    /// All elements together have the parts of one. An array without a length may go on for ever.
    Whole,
}

/// The leaves of a type; `None` if there are too many.
pub(super) fn leaves(types: &Types, ty: &Type) -> Option<Vec<Leaf>> {
    let mut out = Vec::new();
    collect(types, ty, (0, None), Arrays::Elements, &mut out).then_some(out)
}

/// The scalar parts of a type at an offset in a member, with each array as one part: one leaf for
/// each kind of scalar.
pub(super) fn extents(types: &Types, ty: &Type, at: (u64, Option<Member>)) -> Vec<Leaf> {
    let mut out = Vec::new();
    collect(types, ty, at, Arrays::Whole, &mut out);
    out
}

/// Appends the leaves of a type; false if there are too many.
fn collect(
    types: &Types,
    ty: &Type,
    (base, field): (u64, Option<Member>),
    arrays: Arrays,
    out: &mut Vec<Leaf>,
) -> bool {
    let before = out.len();
    match ty {
        Type::Array(element, length) if arrays == Arrays::Elements => {
            let size = types.size_of(&element.ty).unwrap_or(1);
            (0..length.unwrap_or(0)).all(|i| {
                let base = base.saturating_add(i.saturating_mul(size));
                collect(types, &element.ty, (base, field), arrays, out)
            })
        }
        Type::Array(element, _) => {
            collect(types, &element.ty, (base, field), arrays, out);
            let bits = (base * 8, array_size(types, ty).map_or(u64::MAX, |s| s * 8));
            for leaf in out.iter_mut().skip(before) {
                // What goes on for ever does so inside of an array, too.
                leaf.bits = (bits.0, bits.1.max(unbounded(leaf.bits.1)));
            }
            true
        }
        Type::Record(record) => (0..).zip(types.fields(*record)).all(|(index, f)| {
            let before = out.len();
            let at = (base + f.offset, Some((*record, index)));
            let ok = collect(types, &f.ty.ty, at, arrays, out);
            if let (Some((start, width)), Some(leaf)) = (f.bits, out.get_mut(before)) {
                // Offsets of bit-fields are relative to their record.
                leaf.bits = (base * 8 + start, u64::from(width));
                leaf.machine = types.field_machine(f);
            }
            ok
        }),
        _ => {
            let size = types.size_of(ty).unwrap_or(1);
            out.push(Leaf {
                offset: base,
                bits: (base * 8, size * 8),
                field,
                ty: ty.clone(),
                machine: types.machine(ty),
            });
            arrays == Arrays::Whole || out.len() <= LEAVES_MAX
        }
    }
}

/// A width that has no end; 0 for others.
fn unbounded(width: u64) -> u64 {
    match width {
        u64::MAX => width,
        _ => 0,
    }
}

/// The size of an array that has elements.
fn array_size(types: &Types, ty: &Type) -> Option<u64> {
    let some = matches!(ty, Type::Array(_, Some(n)) if *n > 0);
    types.size_of(ty).ok().filter(|_| some)
}

/// Appends where the records in a type have padding: the record, and the first bit and the bit
/// behind the last. As in [`extents`], an array is one part.
pub(super) fn collect_padding(
    types: &Types,
    ty: &Type,
    base: u64,
    out: &mut Vec<(u32, (u64, u64))>,
) {
    match ty {
        Type::Array(element, _) => {
            let before = out.len();
            collect_padding(types, &element.ty, base, out);
            let size = array_size(types, ty);
            let end = size.map_or(u64::MAX, |s| (base + s).saturating_mul(8));
            out.iter_mut()
                .skip(before)
                .for_each(|(_, gap)| *gap = (base * 8, end));
        }
        Type::Record(record) => {
            let extents = extents(types, ty, (base, None));
            // What an array without a length writes is its own affair: a copy of the record writes
            // what is in the record.
            let bounded = extents.iter().filter(|l| l.bits.1 != u64::MAX);
            let parts = bounded
                .map(|l| (l.bits.0, l.bits.0.saturating_add(l.bits.1)))
                .collect();
            let end = types
                .size_of(ty)
                .map_or(u64::MAX, |size| (base + size).saturating_mul(8));
            out.extend(
                gaps(base * 8, end, parts)
                    .into_iter()
                    .map(|gap| (*record, gap)),
            );
            for f in types.fields(*record) {
                collect_padding(types, &f.ty.ty, base + f.offset, out);
            }
        }
        _ => {}
    }
}

/// What of the range `from .. to` no part covers.
pub fn gaps(from: u64, to: u64, mut parts: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    parts.sort_unstable();
    let mut out = Vec::new();
    let mut covered = from;
    for (start, end) in parts.into_iter().chain([(to, to)]) {
        if covered < start.min(to) {
            out.push((covered, start.min(to)));
        }
        covered = covered.max(end);
    }
    out
}

/// The paths of the leaves of a type, in their order: `.member[3].member`.
pub fn leaf_paths(types: &Types, ty: &Type) -> Vec<String> {
    fn go(types: &Types, ty: &Type, path: &str, out: &mut Vec<String>) {
        match ty {
            Type::Array(element, length) if out.len() <= LEAVES_MAX => {
                (0..length.unwrap_or(0))
                    .for_each(|i| go(types, &element.ty, &format!("{path}[{i}]"), out));
            }
            Type::Record(record) => types.fields(*record).iter().for_each(|f| match &f.name {
                Some(name) => go(types, &f.ty.ty, &format!("{path}.{name}"), out),
                None => go(types, &f.ty.ty, path, out),
            }),
            _ => out.push(path.to_owned()),
        }
    }
    let mut out = Vec::new();
    go(types, ty, "", &mut out);
    out
}
