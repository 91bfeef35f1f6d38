//! Whole objects: written, copied and forgotten part by part.

use super::fill::{Byte, Padding, PARTS_MAX};
use super::observer::NewState;
use super::place::{At, Slot, Spot, Storage};
use super::{Action, Extent, Result, Side, Translator, What};
use crate::approximation::Approximation;
use crate::diagnostic::ErrorKind;
use crate::flatten::{Value, ValueKind};
use crate::partition::{gaps, Leaf, MapKey};
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Node, Op, VarId};
use proofmark_logic::cfa::LedgerEntry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// That the model's view of objects which nothing has written yet suffices. gcc gives each read of
/// one a value of its own; the automaton gives the object one value.
pub fn indeterminate() -> LedgerEntry {
    LedgerEntry {
        kind: "undefined-behaviour".to_owned(),
        subject: "indeterminate values".to_owned(),
        detail: "No result depends on the value of an object that nothing has written yet, or on its being the same at each read (C11 6.3.2.1p2, 6.7.9p10, 6.9.1p12).".to_owned(),
    }
}

/// What is assumed where objects are copied.
const OVERLAP: &str = "an object is copied to one that overlaps it (C11 6.5.16.1p3, 7.24.2.1p2)";

impl<'p> Translator<'p> {
    /// The scalar parts of a spot, each as a spot; `None` if there are too many.
    pub(super) fn parts(&mut self, spot: &Spot) -> Option<Vec<(Spot, Leaf)>> {
        let leaves = self.plan.leaves(&self.program.types, &spot.ty)?;
        let mut out = Vec::with_capacity(leaves.len());
        for (index, leaf) in leaves.iter().enumerate() {
            let at = match &spot.at {
                At::Split(storage, first) => At::Split(storage.clone(), first + index),
                At::Memory {
                    address,
                    field,
                    character,
                } => {
                    let address = self.offset(*address, i128::from(leaf.offset));
                    At::Memory {
                        address,
                        field: leaf.field.or(*field),
                        character: *character || leaf.field.is_some(),
                    }
                }
            };
            out.push((
                Spot {
                    ty: leaf.ty.clone(),
                    volatile: spot.volatile,
                    at,
                },
                leaf.clone(),
            ));
        }
        Some(out)
    }

    /// Writes every scalar part with what `value` yields. Members of unions among the parts get
    /// what is written there; everything else that shares a byte with the parts or with the padding
    /// between them becomes unknown.
    pub(super) fn write_parts(
        &mut self,
        spot: &Spot,
        mut value: impl FnMut(&mut Self, usize, &Leaf) -> Result<Option<Term>>,
    ) -> Result<()> {
        let spot = &self.where_it_is_now(spot);
        let Some(parts) = self.parts(spot) else {
            return self.forget_keys_of(spot);
        };
        let extent = self.extent_of(spot);
        let stale = self.stale_maps(spot, &parts);
        let own: BTreeSet<MapKey> = parts
            .iter()
            .filter_map(|(part, _)| self.map_key(part))
            .collect();
        // A map of a part is made unknown before the part is written, and then the values are read
        // before that.
        let early: Vec<MapKey> = stale.intersection(&own).copied().collect();
        let mut values = Vec::new();
        if !early.is_empty() {
            for (index, (part, leaf)) in parts.iter().enumerate() {
                let value = value(self, index, leaf)?;
                values.push(value.map(|term| self.save(term, &part.ty)));
            }
            self.forget_maps(early, Approximation::Union, extent);
        }
        let count = parts.len();
        let leaves: Vec<Leaf> = parts.iter().map(|(_, leaf)| leaf.clone()).collect();
        for (index, (part, leaf)) in parts.into_iter().enumerate() {
            let term = match values.get(index) {
                Some(saved) => *saved,
                None => value(self, index, &leaf)?,
            };
            let Some(term) = term else { continue };
            if !self.is_told_by_others(&part, &leaf, &leaves) {
                self.put(&part, term)?;
            }
        }
        match &spot.at {
            At::Split(storage, first) => {
                if let Storage::Split(slots) = &**storage {
                    self.forget_overlapping(slots, *first, count);
                    self.forget_padding(slots, *first, &spot.ty);
                }
            }
            At::Memory { .. } => {
                let others: Vec<MapKey> = stale.difference(&own).copied().collect();
                self.forget_maps(others, Approximation::Union, extent);
                self.refresh_overlapping(&own);
                self.open_rest(spot, &leaves);
            }
        }
        Ok(())
    }

    /// Whether a part in memory of bytes is a `_Bool` or a floating value, and others tell all of
    /// its bits, which its value may not.
    fn is_told_by_others(&self, part: &Spot, own: &Leaf, leaves: &[Leaf]) -> bool {
        let inexact = |leaf: &Leaf| leaf.ty == Type::Bool || leaf.ty.is_float();
        if !self.plan.is_bytes() || !matches!(part.at, At::Memory { .. }) || !inexact(own) {
            return false;
        }
        let exact = leaves
            .iter()
            .filter(|leaf| !inexact(leaf) && leaf.machine.is_some());
        let exact = exact.map(|leaf| (leaf.bits.0, leaf.bits.0 + leaf.bits.1));
        gaps(own.bits.0, own.bits.0 + own.bits.1, exact.collect()).is_empty()
    }

    /// The objects' bytes tell what maps hold that share bytes with those that were written.
    pub(super) fn refresh_overlapping(&mut self, written: &BTreeSet<MapKey>) {
        let keys = written.iter().flat_map(|key| self.plan.overlapping(*key));
        let keys: BTreeSet<MapKey> = keys.collect();
        for map in keys.iter().filter_map(|key| self.objects.maps.get(key)) {
            self.out.act(Action::Refresh(*map));
        }
    }

    /// The same object, whatever is written from now on: writing one part may change what the
    /// address of the next is computed from (`*p->next = x`, `s = *s.next`).
    pub(super) fn where_it_is_now(&mut self, spot: &Spot) -> Spot {
        let mut spot = spot.clone();
        self.save_spot(&mut spot);
        spot
    }

    /// The map that holds a scalar spot, if it is in memory.
    fn map_key(&self, spot: &Spot) -> Option<MapKey> {
        match spot.at {
            At::Memory { field, .. } => Some(self.plan.key(&self.program.types, field, &spot.ty)),
            At::Split(..) => None,
        }
    }

    /// The maps that a write of all parts of a spot in memory makes unknown. A map that overlaps a
    /// part stays known if parts of its own tile that part: its elements do not overlap each other,
    /// so no other one shares a byte with the part.
    fn stale_maps(&self, spot: &Spot, parts: &[(Spot, Leaf)]) -> BTreeSet<MapKey> {
        let At::Memory { .. } = spot.at else {
            return BTreeSet::new();
        };
        let mut extents: BTreeMap<MapKey, Vec<(u64, u64)>> = BTreeMap::new();
        for (part, leaf) in parts {
            if let Some(key) = self.map_key(part) {
                extents
                    .entry(key)
                    .or_default()
                    .push((leaf.bits.0, leaf.bits.0 + leaf.bits.1));
            }
        }
        let tiled = |key: MapKey, (from, to): (u64, u64)| {
            let tiles = extents.get(&key).cloned().unwrap_or_default();
            gaps(from, to, tiles).is_empty()
        };
        let mut stale = BTreeSet::new();
        for (key, bits) in &extents {
            let others = self.plan.overlapping(*key);
            stale.extend(
                others
                    .filter(|other| other == key || !bits.iter().all(|part| tiled(*other, *part))),
            );
        }
        if let Type::Record(record) = spot.ty.innermost() {
            stale.extend(self.plan.overlapping_padding(*record));
        }
        stale
    }

    /// After a write of a whole record to a part of a split variable: what shares bits with the
    /// record's padding becomes unknown (C11 6.2.6.1p6).
    fn forget_padding(&mut self, slots: &[Slot], first: usize, ty: &Type) {
        let (Type::Record(_), Some(leaves)) = (ty, self.plan.leaves(&self.program.types, ty))
        else {
            return;
        };
        let (Some(slot), Some(leaf), Ok(size)) = (
            slots.get(first),
            leaves.first(),
            self.program.types.size_of(ty),
        ) else {
            return;
        };
        let start = slot.bits.0 - leaf.bits.0;
        let parts = leaves
            .iter()
            .map(|l| (start + l.bits.0, start + l.bits.0 + l.bits.1))
            .collect();
        let gaps = gaps(start, start + size * 8, parts);
        let others = slots
            .iter()
            .enumerate()
            .filter(|(i, _)| *i < first || *i >= first + leaves.len());
        for (_, other) in others.filter(|(_, s)| {
            gaps.iter()
                .any(|gap| s.bits.0 < gap.1 && gap.0 < s.bits.0 + s.bits.1)
        }) {
            if let Some((var, _)) = other.var {
                self.approximate(Approximation::Union, |this| this.havoc(var));
            }
        }
    }

    /// All maps that hold parts of the spot become unknown: for objects too large to go through.
    fn forget_keys_of(&mut self, spot: &Spot) -> Result<()> {
        let At::Memory { .. } = spot.at else {
            return Err(self.fail(ErrorKind::Internal, "a split variable is too large"));
        };
        let function = self.function_name();
        self.note(
            "approximation",
            &function,
            "A large object is copied or cleared: its memory maps become unknown.",
        );
        self.forget_memory(Approximation::LargeObject, Extent::Everything);
        Ok(())
    }

    /// The object gets any value, and any type state.
    pub(super) fn forget(&mut self, spot: &Spot) -> Result<()> {
        if let At::Split(..) = spot.at {
            return self.forget_value(spot);
        }
        let spot = &self.where_it_is_now(spot);
        self.forget_parts(spot)?;
        self.set_states(spot, NewState::Unknown, false)
    }

    /// The object gets any value; its type state, which is no memory of the program, stays.
    pub(super) fn forget_value(&mut self, spot: &Spot) -> Result<()> {
        if let At::Split(storage, first) = &spot.at {
            if let Storage::Split(slots) = &**storage {
                let count = match self.is_endless(&spot.ty) {
                    true => slots.len().saturating_sub(*first),
                    false => self.leaf_count(&spot.ty),
                };
                let vars: Vec<VarId> = slots
                    .iter()
                    .skip(*first)
                    .take(count)
                    .filter_map(|s| s.var.map(|v| v.0))
                    .collect();
                vars.into_iter().for_each(|var| self.havoc(var));
                self.forget_overlapping(slots, *first, count);
            }
            return Ok(());
        }
        let spot = &self.where_it_is_now(spot);
        self.forget_parts(spot)
    }

    fn forget_parts(&mut self, spot: &Spot) -> Result<()> {
        if self.forget_endless(spot) {
            return Ok(());
        }
        let parts = self.plan.leaves(&self.program.types, &spot.ty);
        let many = parts.is_none_or(|parts| parts.len() > PARTS_MAX);
        if many && self.fill(spot, Byte::Any, Padding::Filled)? {
            return Ok(());
        }
        self.write_parts(spot, |this, _, leaf| {
            Ok(leaf.machine.map(|m| this.unknown(m)))
        })
    }

    pub(super) fn is_endless(&self, ty: &Type) -> bool {
        let extents = self.plan.extents(&self.program.types, ty);
        extents.iter().any(|part| part.bits.1 == u64::MAX)
    }

    /// An array without a length, or with a computed one, goes on behind the parts that are known:
    /// where an object in memory has one, all that its maps hold becomes unknown. Whether it has.
    fn forget_endless(&mut self, spot: &Spot) -> bool {
        let At::Memory { field, .. } = spot.at else {
            return false;
        };
        if !self.is_endless(&spot.ty) {
            return false;
        }
        let types = &self.program.types;
        let extents = self.plan.extents(types, &spot.ty);
        let mut keys = BTreeSet::new();
        for part in &extents {
            let key = self.plan.key(types, part.field.or(field), &part.ty);
            keys.insert(key);
            if let Some((record, _)) = part.field {
                keys.extend(self.plan.overlapping_padding(record));
            }
        }
        let keys = self.plan.changed_with(keys);
        self.forget_maps(keys, Approximation::LargeObject, Extent::Everything);
        true
    }

    pub(super) fn forget_storage(&mut self, storage: &Rc<Storage>) -> Result<()> {
        match &**storage {
            Storage::Split(slots) => {
                let vars: Vec<VarId> = slots.iter().filter_map(|s| s.var.map(|v| v.0)).collect();
                vars.into_iter().for_each(|var| self.havoc(var));
                Ok(())
            }
            Storage::Memory { ty, .. } => {
                let spot = self.variable_spot(storage, ty);
                self.forget(&spot)
            }
        }
    }

    /// An object's value becomes indeterminate: nothing has written it yet (C11 6.2.4p6, 6.9.1p12).
    /// The automaton keeps one value from here on, where a compiler need not ([`indeterminate`]).
    pub(super) fn begin(&mut self, storage: &Rc<Storage>) -> Result<()> {
        match &**storage {
            // Observers' own objects are no matter of the compiler.
            _ if self.side == Side::Observer => {}
            Storage::Split(slots) => {
                let vars = slots.iter().filter_map(|slot| slot.var);
                for (var, _) in vars {
                    self.out.emit(What::Indeterminate(var));
                }
            }
            Storage::Memory { .. } => {
                self.out.note(indeterminate());
            }
        }
        self.forget_storage(storage)
    }

    /// Copies an object of record type (C11 6.5.16.1p3: the two are the same or disjoint).
    pub(super) fn copy(&mut self, to: &Spot, from: &Spot) -> Result<()> {
        let (to, from) = (&self.where_it_is_now(to), &self.where_it_is_now(from));
        if let (At::Memory { address, .. }, At::Memory { .. }) = (&from.at, &to.at) {
            self.set_states(to, NewState::CopyOf(*address), false)?;
        }
        let Some(sources) = self.parts(from) else {
            return self.forget_keys_of(to);
        };
        self.write_parts(to, |this, index, leaf| {
            match (leaf.machine, sources.get(index)) {
                (Some(_), Some((source, _))) => this.read(source).map(Some),
                _ => Ok(None),
            }
        })
    }

    /// `memcpy` and `memmove` of an object. Parts of one object may overlap, which `memcpy` leaves
    /// open; what it does then is what it does in fact if it reads first.
    pub(super) fn copy_block(&mut self, name: &str, to: &Spot, from: &Spot) -> Result<()> {
        let object = |spot: &Spot| match spot.at {
            At::Memory { address, .. } => self.object_of(address),
            At::Split(..) => None,
        };
        let same = object(to).is_some_and(|one| object(from) == Some(one));
        if name.ends_with("memmove") {
            return self.copy_overlapping(to, from);
        }
        self.presume_apart(to, from, "promise");
        match same {
            true => self.copy_overlapping(to, from),
            false => self.copy(to, from),
        }
    }

    /// Assigns a structure or union to another one. gcc copies them in blocks of its own choice, so
    /// nothing is known of two that overlap and are not the same.
    fn assign_whole(&mut self, to: &Spot, from: &Spot) -> Result<()> {
        let (to, from) = (&self.where_it_is_now(to), &self.where_it_is_now(from));
        if !self.are_apart(to, from) {
            self.note_overlap();
            self.presume_apart(to, from, "undefined-behaviour");
        }
        self.copy(to, from)
    }

    fn note_overlap(&mut self) {
        self.note(
            "undefined-behaviour",
            "overlapping objects",
            "Where a structure, a union or a complex number is assigned, the two objects are one, \
             or have no byte in common (C11 6.5.16.1p3).",
        );
    }

    /// An execution leaves an assumption in which objects of one size overlap that are not the
    /// same.
    fn presume_apart(&mut self, to: &Spot, from: &Spot, kind: &'static str) {
        match (&to.at, &from.at, self.program.types.size_of(&to.ty)) {
            (At::Memory { address: to, .. }, At::Memory { address: from, .. }, Ok(size)) => {
                let size = self.arena.lit(i128::from(size));
                self.presume_behind([*to, *from], size, kind);
            }
            _ => self.depart(kind, OVERLAP),
        }
    }

    /// As [`Self::presume_apart`], for blocks of so many bytes.
    pub(super) fn presume_behind(&mut self, blocks: [Term; 2], size: Term, kind: &'static str) {
        let [to, from] = blocks;
        let [above, behind] = blocks.map(|start| match self.arena.as_lit(size) {
            Some(size) => self.plus(start, size),
            None => self.arena.mk(Op::Add, &[start, size]),
        });
        let (before, after) = (self.arena.le(above, from), self.arena.le(behind, to));
        let same = self.arena.eq(to, from);
        let apart = self.arena.or(before, after);
        let apart = self.arena.or(same, apart);
        self.presume(apart, kind, OVERLAP);
    }

    /// Whether two objects of one type are known to be one, or to have no byte in common.
    fn are_apart(&self, to: &Spot, from: &Spot) -> bool {
        match (&to.at, &from.at) {
            (At::Split(a, first), At::Split(b, second)) => match (&**a, &**b) {
                (Storage::Split(slots), Storage::Split(_)) if Rc::ptr_eq(a, b) => {
                    let count = self.leaf_count(&to.ty);
                    let parts = |first: usize| slots.iter().skip(first).take(count);
                    let meets = |slot: &Slot| parts(*second).any(|other| slot.meets(other));
                    first == second || !parts(*first).any(meets)
                }
                _ => true,
            },
            (At::Memory { address: a, .. }, At::Memory { address: b, .. }) => {
                let objects = (self.object_of(*a), self.object_of(*b));
                a == b || matches!(objects, (Some(a), Some(b)) if a != b)
            }
            // A split variable has no address.
            (At::Split(..), At::Memory { .. }) | (At::Memory { .. }, At::Split(..)) => true,
        }
    }

    /// The object whose address, or that of a part of which, a term is.
    fn object_of(&self, address: Term) -> Option<u32> {
        match self.arena.node(address) {
            Node::Addr { object, .. } => Some(object),
            Node::App(Op::Add, [base, more, _]) if self.arena.as_lit(more).is_some() => {
                self.object_of(base)
            }
            Node::App(..) | Node::Var(..) | Node::Lit(_) | Node::MapVar(..) | Node::Type(_) => None,
        }
    }

    /// As [`Self::copy`], where the objects may overlap in any way: `memmove` (C11 7.24.2.2).
    pub(super) fn copy_overlapping(&mut self, to: &Spot, from: &Spot) -> Result<()> {
        let Some(sources) = self.parts(from) else {
            return self.copy(to, from);
        };
        let to = &self.where_it_is_now(to);
        let mut values = Vec::with_capacity(sources.len());
        for (source, leaf) in &sources {
            let value = leaf.machine.map(|_| self.read(source)).transpose()?;
            values.push(value.map(|term| self.save(term, &source.ty)));
        }
        if let At::Memory { address, .. } = from.at {
            self.set_states(to, NewState::CopyOf(address), false)?;
        }
        self.write_parts(to, |_, index, _| Ok(values.get(index).copied().flatten()))
    }

    /// Stores a value of any type into an object of that type.
    pub(super) fn store(
        &mut self,
        spot: &Spot,
        value: &'p Value,
        through: Option<Term>,
    ) -> Result<()> {
        match &value.ty {
            Type::Record(_) => {
                // gcc has no copy of what `?:` chooses, except of complex numbers: it assigns in
                // each of the branches.
                let is_complex = self.program.types.complex_part(&value.ty).is_some();
                if !is_complex && self.is_chosen(value) {
                    self.note_overlap();
                }
                let from = self.record(value)?;
                self.assign_whole(spot, &from)
            }
            ty if self.machine(ty).is_some() => match (&value.kind, &spot.at) {
                (ValueKind::Unknown, At::Split(..)) => {
                    self.approximate(Approximation::Builtin, |this| this.forget(spot))
                }
                _ => {
                    let term = self.rvalue(value)?;
                    if let Some(pointer) = through {
                        self.followed(pointer);
                    }
                    self.write(spot, term)
                }
            },
            _ => {
                // Its value is not modelled, but members of unions may overlap.
                let zero = self.arena.lit(0);
                self.write(spot, zero)
            }
        }
    }
}
