//! Maps that share bytes: members of unions, and arrays without a length, which go on over what
//! follows them.

use super::groups::largest;
use super::leaves::{collect_padding, extents, Leaf};
use super::{MapKey, Plan, SPLIT_LEAVES_MAX};
use crate::types::{Type, Types};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Types, and groups of those as which the same object may be accessed, each group once: pairs say
/// of an object of the first type that it may be accessed as one of the second.
fn views(pairs: &HashSet<(Type, Type)>) -> (Vec<&Type>, BTreeSet<BTreeSet<usize>>) {
    let (mut types, mut numbers) = (Vec::new(), HashMap::new());
    let mut views: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (object, view) in pairs {
        let [object, view] = [object, view].map(|ty| {
            *numbers.entry(ty).or_insert_with(|| {
                types.push(ty);
                types.len() - 1
            })
        });
        views.entry(object).or_default().extend([object, view]);
    }
    (types, views.into_values().collect())
}

/// The records in a type, and itself if it is one.
fn records_in(types: &Types, ty: &Type) -> BTreeSet<u32> {
    let (mut found, mut work) = (BTreeSet::new(), vec![ty]);
    while let Some(ty) = work.pop() {
        if let Type::Record(record) = ty.innermost() {
            if found.insert(*record) {
                work.extend(types.fields(*record).iter().map(|field| &field.ty.ty));
            }
        }
    }
    found
}

impl Plan {
    /// Relates the maps of parts that share a byte.
    pub(super) fn find_overlaps(&mut self, types: &Types) {
        for (id, record) in (0u32..)
            .zip(&types.records)
            .filter(|(_, record)| record.fields.is_some())
        {
            self.unbounded(types, id);
            if record.union {
                self.members_overlap(types, id);
            }
        }
        self.bit_fields_overlap(types);
    }

    /// Members that are characters lie over all parts of an object that is accessed as a structure
    /// with such members, or lies in characters: these may access anything (C11 6.5p7). What
    /// pointers to characters access is the affair of [`super::Conversions`].
    pub(super) fn characters_lie_over(&mut self, types: &Types, laid_over: &HashSet<(Type, Type)>) {
        let mut pairs: BTreeSet<(MapKey, MapKey)> = BTreeSet::new();
        let (accessed, groups) = views(laid_over);
        let keys = accessed.iter().map(|ty| self.keys_of(types, ty));
        let keys: Vec<[BTreeSet<MapKey>; 2]> = keys.collect();
        for group in largest(groups) {
            self.padding_lies_over(types, (&accessed, &keys), &group);
            let (mut characters, mut all) = (BTreeSet::new(), BTreeSet::new());
            for [own, parts] in group.into_iter().filter_map(|ty| keys.get(ty)) {
                // Those of one type do not disturb each other, unless they are of other types, too.
                pairs.extend(
                    own.iter()
                        .flat_map(|key| all.iter().map(|other| (*key, *other))),
                );
                let before = characters.iter();
                pairs.extend(before.flat_map(|key| parts.iter().map(|other| (*key, *other))));
                characters.extend(own.iter().copied());
                all.extend(parts.iter().copied());
            }
        }
        for (key, other) in pairs.into_iter().filter(|(key, other)| key != other) {
            self.overlaps.entry(key).or_default().insert(other);
            self.overlaps.entry(other).or_default().insert(key);
            let mut accessed = [key, other].into_iter();
            self.characters_lie_over |= accessed.all(|k| self.maps.contains_key(&k));
        }
    }

    /// Padding of an object that is accessed as objects of other types lies over all parts of
    /// these.
    fn padding_lies_over(
        &mut self,
        types: &Types,
        (accessed, keys): (&[&Type], &[[BTreeSet<MapKey>; 2]]),
        group: &BTreeSet<usize>,
    ) {
        let mut of_types: BTreeMap<MapKey, usize> = BTreeMap::new();
        for key in group
            .iter()
            .filter_map(|ty| keys.get(*ty))
            .flat_map(|[_, parts]| parts)
        {
            if self.maps.contains_key(key) {
                *of_types.entry(*key).or_default() += 1;
            }
        }
        for number in group {
            let (Some(ty), Some([_, own])) = (accessed.get(*number), keys.get(*number)) else {
                continue;
            };
            // A copy of a record writes the padding of its members, too.
            let records = records_in(types, ty).into_iter().filter(|record| {
                let mut padding = Vec::new();
                collect_padding(types, &Type::Record(*record), 0, &mut padding);
                !padding.is_empty()
            });
            for record in records {
                let others = of_types.iter();
                let others = others.filter(|(key, n)| **n > usize::from(own.contains(key)));
                let others = others.map(|(key, _)| *key);
                self.padding.entry(record).or_default().extend(others);
            }
        }
    }

    /// The maps of the characters in objects of a type, and those of all parts. What the program
    /// does not access, functions that nobody defines may.
    fn keys_of(&self, types: &Types, ty: &Type) -> [BTreeSet<MapKey>; 2] {
        let parts = extents(types, ty, (0, None));
        let key = |leaf: &Leaf| self.key(types, leaf.field, &leaf.ty);
        let characters = parts.iter().filter(|leaf| leaf.ty.is_character());
        [
            characters.map(key).collect(),
            parts.iter().map(key).collect(),
        ]
    }

    /// Bit-fields of records that are accessed as objects of other types lie over all objects of
    /// their class, and over each other. Those of one record do not disturb each other.
    fn bit_fields_overlap(&mut self, types: &Types) {
        let declared = |&(record, index): &(u32, usize)| {
            let field = types.field(record, index)?;
            field.bits.map(|_| super::class(types, &field.ty.ty))
        };
        let reached: Vec<((u32, usize), MapKey)> = self
            .escaped
            .iter()
            .filter_map(|field| Some((*field, declared(field)?)))
            .collect();
        for &((record, index), class) in &reached {
            let key = MapKey::Field(record, index);
            let others = reached.iter().filter(|((other, _), _)| *other != record);
            let mut overlapping: Vec<MapKey> =
                others.map(|((r, i), _)| MapKey::Field(*r, *i)).collect();
            overlapping.push(class);
            for other in overlapping {
                self.overlaps.entry(key).or_default().insert(other);
                self.overlaps.entry(other).or_default().insert(key);
            }
        }
    }

    /// An array without a length goes on over the members behind it and over the padding at the end
    /// of its record, which a copy of the record writes (C11 6.7.2.1p18; gcc manual, "Zero
    /// Length").
    fn unbounded(&mut self, types: &Types, id: u32) {
        let Ok(size) = types.size_of(&Type::Record(id)) else {
            return;
        };
        let parts = extents(types, &Type::Record(id), (0, None));
        let extent = |leaf: &super::Leaf| (leaf.bits.0, leaf.bits.0.saturating_add(leaf.bits.1));
        for array in parts.iter().filter(|leaf| extent(leaf).1 == u64::MAX) {
            let key = self.key(types, array.field, &array.ty);
            if array.bits.0 < size.saturating_mul(8) {
                self.padding.entry(id).or_default().insert(key);
            }
            for part in parts.iter().filter(|part| array.bits.0 < extent(part).1) {
                let other = self.key(types, part.field, &part.ty);
                if other != key {
                    self.overlaps.entry(key).or_default().insert(other);
                    self.overlaps.entry(other).or_default().insert(key);
                }
            }
        }
    }

    /// The same for the members of a union, and for what shares a byte with their padding.
    fn members_overlap(&mut self, types: &Types, id: u32) {
        let mut members: Vec<Vec<(MapKey, u64, u64)>> = Vec::new();
        let mut gaps = Vec::new();
        for (index, field) in types.fields(id).iter().enumerate() {
            let mut extents = extents(types, &field.ty.ty, (0, Some((id, index))));
            if let (Some((start, width)), Some(extent)) = (field.bits, extents.first_mut()) {
                extent.bits = (start, u64::from(width));
            }
            members.push(
                extents
                    .iter()
                    .map(|l| {
                        (
                            self.key(types, l.field, &l.ty),
                            l.bits.0,
                            l.bits.0.saturating_add(l.bits.1),
                        )
                    })
                    .collect(),
            );
            let mut mine = Vec::new();
            collect_padding(types, &field.ty.ty, 0, &mut mine);
            gaps.push(mine);
        }
        for (i, mine) in gaps.iter().enumerate() {
            let others = members
                .iter()
                .enumerate()
                .filter(|(j, _)| i != *j)
                .flat_map(|(_, extents)| extents);
            for &(key, from, to) in others {
                for (record, _) in mine.iter().filter(|(_, gap)| from < gap.1 && gap.0 < to) {
                    self.padding.entry(*record).or_default().insert(key);
                }
            }
        }
        for (i, a) in members.iter().enumerate() {
            for (j, b) in members.iter().enumerate() {
                if i != j {
                    let fields = types.fields(id);
                    let aligned = |plan: &Plan, key| match (fields.get(i), fields.get(j)) {
                        (Some(x), Some(y)) => {
                            plan.coincide(types, key, (id, i, &x.ty.ty), (id, j, &y.ty.ty))
                        }
                        _ => false,
                    };
                    self.relate(a, b, &aligned);
                }
            }
        }
    }

    fn relate(
        &mut self,
        a: &[(MapKey, u64, u64)],
        b: &[(MapKey, u64, u64)],
        coincide: &dyn Fn(&Plan, MapKey) -> bool,
    ) {
        for &(key, from, to) in a {
            for &(other, other_from, other_to) in b {
                if from < other_to
                    && other_from < to
                    && (key != other || from.max(to) == u64::MAX || !coincide(self, key))
                {
                    self.overlaps.entry(key).or_default().insert(other);
                }
            }
        }
    }

    /// Whether the parts of two members of a union that use the same map either coincide or are
    /// disjoint: then the map tells the truth about both.
    fn coincide(
        &self,
        types: &Types,
        key: MapKey,
        a: (u32, usize, &Type),
        b: (u32, usize, &Type),
    ) -> bool {
        let extents = |(record, index, ty): (u32, usize, &Type)| {
            let leaves = self
                .leaves(types, ty)
                .filter(|l| l.len() <= SPLIT_LEAVES_MAX)?;
            let mine = leaves
                .iter()
                .filter(|l| self.key(types, l.field.or(Some((record, index))), &l.ty) == key);
            Some(mine.map(|l| l.bits).collect::<Vec<_>>())
        };
        let (Some(a), Some(b)) = (extents(a), extents(b)) else {
            return false;
        };
        let clash = |x: &(u64, u64), y: &(u64, u64)| x != y && x.0 < y.0 + y.1 && y.0 < x.0 + x.1;
        !a.iter().any(|x| b.iter().any(|y| clash(x, y)))
    }
}
