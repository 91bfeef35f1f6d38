//! Members of unions: what is written as one is read as another.

use super::conversions::{called, pointee_class, Conversions, Reader};
use super::is_character_pointer;
use super::leaves::{extents, Leaf};
use super::puns::divides;
use crate::types::{Type, Types};
use std::collections::{HashMap, HashSet};

impl Conversions {
    /// Other objects are accessed as a union: of the pointers in it, each may become any other.
    pub(super) fn united(&mut self, types: &Types, union: &Type) {
        let parts = extents(types, union, (0, None)).into_iter();
        let wide = |ty: &Type| {
            let size = types.size_of(ty);
            ty.is_integer() && size.is_ok_and(|size| size >= types.pointer_bytes())
        };
        let held = parts.map(|part| part.ty);
        let held: HashSet<Type> = held
            .filter(|ty| ty.pointee().is_some() || wide(ty))
            .collect();
        if held.len() <= 1 {
            return;
        }
        for ty in held.iter().filter(|ty| ty.pointee().is_some()) {
            self.characters_pun |= is_character_pointer(ty);
            self.untyped.extend(pointee_class(types, ty));
        }
    }
}

/// Of the parts of a member of a union, those that another member has the bytes of, but no part
/// that is large enough for a pointer.
fn scattered(types: &Types, parts: &[Leaf], (other, inside): (&Type, &[Leaf])) -> Vec<Leaf> {
    let size = types.size_of(other).unwrap_or(u64::MAX);
    let small = |leaf: &Leaf| {
        let size = types.size_of(&leaf.ty);
        size.is_ok_and(|size| size < types.pointer_bytes())
    };
    let end = |leaf: &Leaf| leaf.bits.0.saturating_add(leaf.bits.1);
    let covered = parts.iter().filter(|part| {
        let mut meeting = inside.iter().filter(|leaf| leaf.meets(part));
        end(part) <= size.saturating_mul(8) && !small(part) && meeting.all(small)
    });
    covered.cloned().collect()
}

impl Reader<'_> {
    /// Writing a member of a union and reading another one converts a pointer too (C11 6.5.2.3p3,
    /// footnote 95). Members are accessed by their names, or through pointers to their types that
    /// come from other pointers (6.7.2.1p16).
    pub(super) fn union_conversions(&mut self) {
        let program = self.program;
        let types = &program.types;
        let mut made = HashMap::new();
        self.out.shared.clear();
        self.out.numbers_in_parts.clear();
        self.out.scattered.clear();
        for (union, _) in (0u32..)
            .zip(&types.records)
            .filter(|(_, record)| record.union)
        {
            let mut parts = Vec::new();
            for (index, field) in types.fields(union).iter().enumerate() {
                if self.met.union_members.contains(&(union, index))
                    || self.is_made(&field.ty.ty, &mut made)
                {
                    let at = (0, Some((union, index)));
                    parts.push((index, extents(types, &field.ty.ty, at)));
                }
            }
            for (a, b) in parts
                .iter()
                .flat_map(|a| parts.iter().map(move |b| (a, b)))
                .filter(|(a, b)| a.0 != b.0)
            {
                let [whole, divided] = [a.0, b.0].map(|index| types.field(union, index));
                let divided = whole
                    .zip(divided)
                    .is_some_and(|(whole, divided)| divides(types, &whole.ty.ty, &divided.ty.ty));
                let inner = types.field(union, b.0).map(|field| &field.ty.ty);
                let scattered = inner.map(|inner| scattered(types, &a.1, (inner, &b.1)));
                self.out.scattered.extend(scattered.into_iter().flatten());
                for (from, to) in
                    a.1.iter()
                        .flat_map(|from| b.1.iter().map(move |to| (from, to)))
                {
                    let meet = from.bits.0 < to.bits.0.saturating_add(to.bits.1)
                        && to.bits.0 < from.bits.0.saturating_add(from.bits.1);
                    if meet {
                        let pair = (from.clone(), to.clone());
                        if divided {
                            self.out.numbers_in_parts.push(pair.clone());
                        }
                        self.out.shared.push(pair);
                    }
                    if meet && (matches!(to.ty, Type::Pointer(_)) || called(&from.ty).is_some()) {
                        self.changed_type(&from.ty, &to.ty);
                    }
                }
            }
        }
    }

    /// Whether pointers of other types become pointers to a type or to a part of it. `records` are
    /// known already.
    fn is_made(&self, ty: &Type, records: &mut HashMap<u32, bool>) -> bool {
        let ty = ty.innermost();
        if self.met.made.contains(ty) {
            return true;
        }
        let Type::Record(record) = ty else {
            return false;
        };
        if let Some(known) = records.get(record) {
            return *known;
        }
        let made = self
            .program
            .types
            .fields(*record)
            .iter()
            .any(|f| self.is_made(&f.ty.ty, records));
        records.insert(*record, made);
        made
    }
}
