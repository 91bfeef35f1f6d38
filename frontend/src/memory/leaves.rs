//! The scalar parts of objects.

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
    pub field: Option<(u32, usize)>,
    /// Its type.
    pub ty: Type,
    /// Its values; `None` for floating values.
    pub machine: Option<IntType>,
}

/// Appends the leaves of a type; false if there are too many.
pub(super) fn collect(
    types: &Types,
    ty: &Type,
    base: u64,
    field: Option<(u32, usize)>,
    out: &mut Vec<Leaf>,
) -> bool {
    match ty {
        Type::Array(element, length) => {
            let size = types.size_of(&element.ty).unwrap_or(1);
            (0..length.unwrap_or(0)).all(|i| {
                collect(
                    types,
                    &element.ty,
                    base.saturating_add(i.saturating_mul(size)),
                    field,
                    out,
                )
            })
        }
        Type::Record(record) => types.fields(*record).iter().enumerate().all(|(index, f)| {
            let before = out.len();
            let ok = collect(
                types,
                &f.ty.ty,
                base + f.offset,
                Some((*record, index)),
                out,
            );
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
            out.len() <= LEAVES_MAX
        }
    }
}

/// As [`collect`], for the question which parts of a union share bytes: an array is one part, and
/// one without a length may go on for ever.
pub(super) fn collect_extents(
    types: &Types,
    ty: &Type,
    base: u64,
    field: Option<(u32, usize)>,
    out: &mut Vec<Leaf>,
) {
    match ty {
        Type::Array(element, length) => {
            let before = out.len();
            collect_extents(types, &element.ty, base, field, out);
            let size = types
                .size_of(ty)
                .ok()
                .filter(|_| length.is_some_and(|n| n > 0));
            for leaf in out.iter_mut().skip(before) {
                leaf.bits = (base * 8, size.map_or(u64::MAX, |s| s * 8));
            }
        }
        Type::Record(record) => {
            for (index, f) in types.fields(*record).iter().enumerate() {
                let before = out.len();
                collect_extents(
                    types,
                    &f.ty.ty,
                    base + f.offset,
                    Some((*record, index)),
                    out,
                );
                if let (Some((start, width)), Some(leaf)) = (f.bits, out.get_mut(before)) {
                    leaf.bits = (base * 8 + start, u64::from(width));
                }
            }
        }
        _ => {
            let size = types.size_of(ty).unwrap_or(1);
            out.push(Leaf {
                offset: base,
                bits: (base * 8, size * 8),
                field,
                ty: ty.clone(),
                machine: types.machine(ty),
            });
        }
    }
}

/// Appends where the records in a type have padding: the record, and the first bit and the bit
/// behind the last. As in [`collect_extents`], an array is one part.
pub(super) fn collect_padding(
    types: &Types,
    ty: &Type,
    base: u64,
    out: &mut Vec<(u32, (u64, u64))>,
) {
    match ty {
        Type::Array(element, length) => {
            let before = out.len();
            collect_padding(types, &element.ty, base, out);
            let size = types
                .size_of(ty)
                .ok()
                .filter(|_| length.is_some_and(|n| n > 0));
            let end = size.map_or(u64::MAX, |s| (base + s).saturating_mul(8));
            out.iter_mut()
                .skip(before)
                .for_each(|(_, gap)| *gap = (base * 8, end));
        }
        Type::Record(record) => {
            let mut extents = Vec::new();
            collect_extents(types, ty, base, None, &mut extents);
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

/// One leaf for each kind of scalar in a type with too many of them: arrays count as one element.
pub(super) fn representatives(types: &Types, ty: &Type) -> Vec<Leaf> {
    fn shrink(
        types: &Types,
        ty: &Type,
        field: Option<(u32, usize)>,
        out: &mut Vec<Leaf>,
        depth: usize,
    ) {
        match ty {
            Type::Array(element, _) => shrink(types, &element.ty, field, out, depth),
            Type::Record(record) if depth < 64 => {
                for (index, f) in types.fields(*record).iter().enumerate() {
                    shrink(types, &f.ty.ty, Some((*record, index)), out, depth + 1);
                }
            }
            _ => out.push(Leaf {
                offset: 0,
                bits: (0, 0),
                field,
                ty: ty.clone(),
                machine: types.machine(ty),
            }),
        }
    }
    let mut out = Vec::new();
    shrink(types, ty, None, &mut out, 0);
    out
}
