//! Types of two files that may be one (C11 6.2.7p1): structures and unions without tags, and such
//! of blocks, belong to the file that declares them, and are compatible with what another file
//! declares alike. There may be several of these, so it does not matter here who declares what.

use crate::types::{Record, Types};
use std::collections::BTreeMap;

/// What two compatible records have in common, whatever the types of their members are, for these
/// may look alike themselves: members of the same names in the same places, those of a union in
/// any order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Looks<'p> {
    union: bool,
    size: u64,
    members: Vec<Member<'p>>,
}

/// A member's name, its offset in bytes, and the bits of a bit-field.
type Member<'p> = (Option<&'p str>, u64, Option<(u64, u8)>);

fn looks(record: &Record) -> Option<Looks<'_>> {
    let fields = record.fields.as_ref().filter(|fields| !fields.is_empty())?;
    let members = fields.iter().map(|f| (f.name.as_deref(), f.offset, f.bits));
    let mut members: Vec<_> = members.collect();
    members.sort_unstable();
    Some(Looks {
        union: record.union,
        size: record.size,
        members,
    })
}

/// Whether two records may be one.
pub(super) fn look_alike(types: &Types, a: u32, b: u32) -> bool {
    let looks = |record| types.record(record).and_then(looks);
    looks(a).is_some_and(|own| looks(b) == Some(own))
}

/// Pairs of records that may be one, as far as they are in different files or might be: each with
/// one that stands for all that look like it. A tag of a block that is never completed there may
/// be any record with this tag.
pub(super) fn pairs(types: &Types) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    if types.files < 2 {
        return pairs;
    }
    let (mut first, mut named) = (BTreeMap::new(), BTreeMap::new());
    for (id, record) in (0u32..).zip(&types.records) {
        if let Some(looks) = looks(record) {
            let first = *first.entry(looks).or_insert(id);
            pairs.push((first, id));
        }
        if record.tagged {
            let all: &mut Vec<u32> = named.entry(record.name.as_str()).or_default();
            all.push(id);
        }
    }
    for (id, record) in (0u32..).zip(&types.records) {
        if let (true, true, Some(all)) = (
            record.tagged,
            record.fields.is_none(),
            named.get(record.name.as_str()),
        ) {
            pairs.extend(all.iter().map(|other| (id, *other)));
        }
    }
    pairs.retain(|(a, b)| a != b);
    pairs
}
