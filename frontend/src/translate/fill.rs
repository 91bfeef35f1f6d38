//! Objects and blocks of bytes that get one value: a range of each memory map.
//!
//! A map is keyed by addresses, and its elements may lie anywhere in an object (between others, as
//! members of structures do). All bytes of the object get the same value, so each element of a map
//! that lies in it gets the value that has these bytes, wherever it is: the range goes from the
//! first address to the last one at which an element ends within the object. What no element
//! begins at is not read (`in-bounds`: accesses lie in the member that they name, and are aligned).

use super::call::Argument;
use super::observer::NewState;
use super::place::{At, Spot};
use super::{Extent, Origin, Result, Translator};
use crate::approximation::{Approximation, INPUT};
use crate::flatten::{Base, Place, Step, Value, ValueKind};
use crate::partition::{Leaf, MapKey};
use crate::types::{Qual, Type};
use proofmark_logic::arena::{Expr as Term, Node, Op, VarId};
use proofmark_logic::cfa::VarSort;
use proofmark_logic::types::IntType;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Of objects with more scalar parts that become zero, ranges do.
pub(super) const PARTS_MAX: usize = 8;

/// So many elements are copied one by one.
const COPIED_MAX: u64 = 64;

/// What every byte becomes.
#[derive(Clone, Copy)]
pub(super) enum Byte {
    /// This.
    Known(u8),
    /// The value of a term, as an `unsigned char`.
    Value(Term),
    /// Anything, each byte something else.
    Any,
}

/// What padding becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Padding {
    /// What everything else does.
    Filled,
    /// It may stay what it was.
    Open,
}

/// What became of a block that is filled.
pub(super) enum Filling {
    /// All of it is known.
    Exact,
    /// What these maps hold is.
    Within(BTreeSet<MapKey>),
}

/// The elements of a map in an object.
pub(super) struct Elements {
    map: VarId,
    ty: IntType,
    /// How many bytes one has.
    bytes: u64,
    /// What each of them becomes, if it is the same.
    value: Option<Term>,
}

/// All bytes.
pub(super) fn bytes_in(map: VarId, value: Option<Term>) -> Elements {
    Elements {
        map,
        ty: IntType::U8,
        bytes: 1,
        value,
    }
}

impl<'p> Translator<'p> {
    /// Fills an object with one value for each byte. False if it is not in memory, or has parts of
    /// which it is not clear what they become: nothing has changed then.
    pub(super) fn fill(&mut self, spot: &Spot, byte: Byte, padding: Padding) -> Result<bool> {
        let mut spot = spot.clone();
        self.save_spot(&mut spot);
        let Some(elements) = self.elements_of(&spot, byte)? else {
            return Ok(false);
        };
        let own: BTreeSet<MapKey> = elements.keys().copied().collect();
        let types = &self.program.types;
        let mut stale: BTreeSet<MapKey> = own
            .iter()
            .copied()
            .chain(self.keys_without_map(&spot))
            .flat_map(|key| self.plan.overlapping(key))
            .collect();
        if let Type::Record(record) = spot.ty.innermost() {
            let beside = self.plan.overlapping_padding(*record);
            let beside: Vec<MapKey> = beside.collect();
            let bytes = self.plan.is_bytes();
            if padding == Padding::Open && (bytes || !beside.is_empty()) {
                return Ok(false);
            }
            stale.extend(beside);
        }
        let (At::Memory { address, .. }, Ok(size)) = (&spot.at, types.size_of(&spot.ty)) else {
            return Ok(false);
        };
        let (address, size) = (*address, self.arena.lit(i128::from(size)));
        let extent = self.extent_of(&spot);
        self.forget_overlapping_each_other(&own, extent);
        for elements in elements.values() {
            self.fill_range(address, size, elements);
        }
        let others: Vec<MapKey> = stale.difference(&own).copied().collect();
        self.forget_maps(others, Approximation::Union, extent);
        self.refresh_overlapping(&own);
        Ok(true)
    }

    /// What the parts of an object are that have no elements: others know only the bytes of a `long
    /// double`.
    fn keys_without_map(&self, spot: &Spot) -> Vec<MapKey> {
        let At::Memory { field, .. } = spot.at else {
            return Vec::new();
        };
        let types = &self.program.types;
        let parts = self.plan.extents(types, &spot.ty);
        let opaque = parts.iter().filter(|part| part.machine.is_none());
        opaque
            .map(|part| self.plan.key(types, part.field.or(field), &part.ty))
            .collect()
    }

    /// The elements of maps in an object, if each of them becomes something that is known.
    fn elements_of(
        &mut self,
        spot: &Spot,
        byte: Byte,
    ) -> Result<Option<BTreeMap<MapKey, Elements>>> {
        let At::Memory {
            field, character, ..
        } = spot.at
        else {
            return Ok(None);
        };
        let parts = self.plan.extents(&self.program.types, &spot.ty);
        let mut found = BTreeMap::new();
        if let Some(map) = self.objects.maps.get(&MapKey::Bytes) {
            let endless = parts.iter().any(|part| part.bits.1 == u64::MAX);
            let value = match byte {
                Byte::Any => None,
                Byte::Known(byte) => Some(self.arena.lit(i128::from(byte))),
                Byte::Value(byte) => Some(self.arena.wrap(IntType::U8, byte)),
            };
            if endless {
                return Ok(None);
            }
            found.insert(MapKey::Bytes, bytes_in(*map, value));
        }
        let some = |part: &&Leaf| part.machine.is_some() && part.bits.1 > 0;
        for part in parts.iter().filter(some) {
            let whole = part.field.or(field);
            let character = character || part.field.is_some();
            let map = self.map_of(whole, &part.ty, character)?;
            if map.is_some_and(|map| map.0 == MapKey::Bytes) {
                continue;
            }
            let elements = map.and_then(|map| Some((map.0, self.filled(map, part, byte)?)));
            let Some((key, elements)) = elements else {
                return Ok(None);
            };
            found.insert(key, elements);
        }
        Ok(Some(found))
    }

    /// What the elements of a map become, to which a part of an object belongs.
    fn filled(
        &mut self,
        (key, map, ty): (MapKey, VarId, IntType),
        part: &Leaf,
        byte: Byte,
    ) -> Option<Elements> {
        // An array without a length goes on behind its object.
        if part.bits.1 == u64::MAX || part.ty == Type::VaList {
            return None;
        }
        let types = &self.program.types;
        let declared = part
            .field
            .and_then(|(record, index)| types.field(record, index));
        let bits = declared.and_then(|field| field.bits);
        let bytes = match bits {
            Some((start, width)) => (start % 8 + u64::from(width)).div_ceil(8),
            None => types.size_of(&part.ty).ok()?,
        };
        let plain = bits.is_none() && bytes <= 8 && key != MapKey::Bool && part.ty != Type::Bool;
        let value = match byte {
            Byte::Any => None,
            Byte::Known(0) => Some(self.arena.lit(0)),
            Byte::Known(byte) if plain => {
                let pattern = u128::from_le_bytes([byte; 16]) >> (128 - 8 * bytes.min(15));
                Some(self.arena.lit(ty.wrap(pattern.cast_signed())))
            }
            Byte::Value(byte) if plain && bytes == 1 => Some(self.arena.wrap(ty, byte)),
            Byte::Known(_) | Byte::Value(_) => return None,
        };
        Some(Elements {
            map,
            ty,
            bytes,
            value,
        })
    }

    /// The elements of a map in a block of so many bytes become what they are filled with.
    fn fill_range(&mut self, address: Term, size: Term, elements: &Elements) {
        let ends = self.ends(address, size, elements);
        let map = self.arena.map_var(elements.map, elements.ty);
        let inside = match elements.value {
            Some(value) => self.arena.mk(Op::Fill, &[value]),
            None => self.unknown_map(elements.ty),
        };
        let value = self.arena.patch(map, ends, inside);
        self.out.assign(elements.map, value);
    }

    /// The first address of a block of so many bytes, and the one behind the last at which an
    /// element of a map begins that lies in it.
    fn ends(&mut self, address: Term, size: Term, elements: &Elements) -> [Term; 2] {
        let last = 1 - i128::from(elements.bytes);
        let distance = match self.arena.as_lit(size) {
            Some(size) => self.arena.lit(size + last),
            None => self.plus(size, last),
        };
        let end = match self.arena.as_lit(distance) {
            Some(distance) => self.plus(address, distance),
            None => self.arena.mk(Op::Add, &[address, distance]),
        };
        [address, end]
    }

    /// All bytes of a block become 0: so do the elements of each map that begin in it.
    pub(super) fn clear_block(&mut self, address: Term, size: Term) {
        let maps = self.objects.maps.clone();
        for (key, map) in maps
            .into_iter()
            .filter(|(key, _)| !self.plan.is_state(*key))
        {
            let Some(ty) = self.plan.maps.get(&key).copied() else {
                continue;
            };
            let value = Some(self.arena.lit(0));
            let elements = Elements {
                map,
                ty,
                bytes: 1,
                value,
            };
            self.fill_range(address, size, &elements);
        }
    }

    /// A memory that holds any values: inputs, unless something is approximated.
    fn unknown_map(&mut self, ty: IntType) -> Term {
        let sort = VarSort::Map(ty);
        let var = self.out.declare("$".to_owned(), sort, Origin::Scratch);
        let pos = self.out.pos;
        if self.approximating.is_none() {
            self.out.pos.column = INPUT;
        }
        self.havoc(var);
        self.out.pos = pos;
        self.arena.map_var(var, ty)
    }

    /// A sum that is not wrapped; constants are merged.
    pub(super) fn plus(&mut self, term: Term, more: i128) -> Term {
        let (base, before) = match self.arena.node(term) {
            Node::App(Op::Add, [base, constant, _]) => match self.arena.as_lit(constant) {
                Some(constant) => (base, constant),
                None => (term, 0),
            },
            _ => (term, 0),
        };
        if before + more == 0 {
            return base;
        }
        let constant = self.arena.lit(before + more);
        self.arena.mk(Op::Add, &[base, constant])
    }

    // -- blocks

    /// `memset` (C11 7.24.6.1): exact if the block is an object whose type is known. Otherwise it
    /// is exact for the maps of the type that the pointer has: what else lies in the block, the
    /// caller makes unknown.
    pub(super) fn set_block(&mut self, values: &[Argument], args: &'p [Value]) -> Result<Filling> {
        let nothing = Ok(Filling::Within(BTreeSet::new()));
        let ([to, byte, _], [Argument::Scalar(address, _), Argument::Scalar(term, _), size]) =
            (args, values)
        else {
            return nothing;
        };
        let Argument::Scalar(size, _) = *size else {
            return nothing;
        };
        if self.plan.is_bytes() {
            self.set_bytes(*address, *term, size);
            return Ok(Filling::Exact);
        }
        let byte = match byte.as_int() {
            Some(value) => Byte::Known((value & 0xff).to_le_bytes()[0]),
            None => Byte::Value(*term),
        };
        let covered = self
            .arena
            .as_lit(size)
            .and_then(|size| self.covered(to, size));
        if let Some((object, named)) = covered {
            let target = block(*address, &object, named);
            if self.set_object(&target, byte)? {
                self.note_objects(args.iter().take(1));
                return Ok(Filling::Exact);
            }
        }
        let Some(object) = to.pointee_behind_casts() else {
            return nothing;
        };
        let whole = match (self.arena.as_lit(size), self.program.types.size_of(object)) {
            (_, Ok(1)) => true,
            (Some(size), Ok(one)) => one > 0 && size % i128::from(one) == 0,
            _ => false,
        };
        if !whole || !(object.is_scalar() || matches!(object, Type::Record(_))) {
            return nothing;
        }
        let elements = self.elements_of(&block(*address, object, false), byte)?;
        let elements = elements.unwrap_or_default();
        if !elements.is_empty() && self.program.types.size_of(object) != Ok(1) {
            self.note_objects(args.iter().take(1));
        }
        let (from, fill) = (*address, None);
        let own: BTreeSet<MapKey> = elements.keys().copied().collect();
        self.forget_overlapping_each_other(&own, Extent::Block { from, size, fill });
        for elements in elements.values() {
            self.fill_range(*address, size, elements);
        }
        Ok(Filling::Within(elements.into_keys().collect()))
    }

    /// `memset` where memory is made of bytes.
    fn set_bytes(&mut self, address: Term, byte: Term, size: Term) {
        let value = match self.arena.as_lit(byte) {
            Some(byte) => self.arena.lit(byte & 0xff),
            None => self.arena.wrap(IntType::U8, byte),
        };
        if let Some(map) = self.objects.maps.get(&MapKey::Bytes).copied() {
            self.fill_range(address, size, &bytes_in(map, Some(value)));
        }
    }

    /// `memcpy` and `memmove` between elements of arrays that the arguments name, if they are
    /// scalars of one type (C11 7.24.2): element by element if they are few, else as a range.
    /// `None` if they are no such arrays.
    pub(super) fn copied_array(
        &mut self,
        name: &str,
        values: &[Argument],
        args: &'p [Value],
    ) -> Option<Result<()>> {
        let ([to, from, size], [Argument::Scalar(target, _), Argument::Scalar(source, _), _]) =
            (args, values)
        else {
            return None;
        };
        if name.ends_with("memset") {
            return None;
        }
        let (to, to_named) = self.covered(to, size.as_int()?)?;
        let (from, from_named) = self.covered(from, size.as_int()?)?;
        let (Type::Array(element, Some(length)), Type::Array(other, Some(_))) = (&to, &from) else {
            return None;
        };
        let named = to_named && from_named || !element.ty.is_character();
        if element.ty != other.ty || !element.ty.is_scalar() || !named {
            return None;
        }
        let target = block(*target, &to, to_named);
        let source = block(*source, &to, from_named);
        if *length <= COPIED_MAX {
            self.note_objects(args.iter().take(2));
            return Some(self.copy_block(name, &target, &source));
        }
        if self.program.carries_state(&to) {
            return None;
        }
        let size = self.arena.lit(size.as_int()?);
        let whole = self
            .copy_range(name, [&target, &source], size)
            .transpose()?;
        self.note_objects(args.iter().take(2));
        Some(whole.map(|key| {
            let overlapping = self.plan.overlapping(key).filter(|other| *other != key);
            let overlapping: Vec<MapKey> = overlapping.collect();
            let extent = self.extent_of(&target);
            self.forget_maps(overlapping, Approximation::Union, extent);
            self.refresh_overlapping(&[key].into());
        }))
    }

    /// `memcpy` and `memmove` between objects of one scalar type to which the arguments point, of
    /// so many bytes as elements have, or of characters: the elements are copied. What else lies in
    /// the block, the caller makes unknown.
    pub(super) fn copied_elements(
        &mut self,
        name: &str,
        values: &[Argument],
        args: &'p [Value],
    ) -> Result<BTreeSet<MapKey>> {
        let nothing = Ok(BTreeSet::new());
        let [Argument::Scalar(to, _), Argument::Scalar(from, _), Argument::Scalar(size, _)] =
            values
        else {
            return nothing;
        };
        let object = args.first().and_then(Value::pointee_behind_casts);
        let Some(object) = object.filter(|ty| ty.is_scalar()) else {
            return nothing;
        };
        let same = args.get(1).and_then(Value::pointee_behind_casts) == Some(object);
        let whole = match (self.arena.as_lit(*size), self.program.types.size_of(object)) {
            (_, Ok(1)) => true,
            (Some(size), Ok(one)) => one > 0 && size % i128::from(one) == 0,
            _ => false,
        };
        if !same || !whole || name.ends_with("memset") {
            return nothing;
        }
        let (target, source) = (block(*to, object, false), block(*from, object, false));
        let copied = self.copy_range(name, [&target, &source], *size)?;
        if copied.is_some() && self.program.types.size_of(object) != Ok(1) {
            self.note_objects(args.iter().take(2));
        }
        Ok(copied.into_iter().collect())
    }

    /// The elements of the one map in which an object has its parts get, in a block of so many
    /// bytes, what those of another block are. Which map that is; `None` if there are several, or
    /// the other block has its parts elsewhere: nothing has changed then.
    fn copy_range(
        &mut self,
        name: &str,
        [to, from]: [&Spot; 2],
        size: Term,
    ) -> Result<Option<MapKey>> {
        let one = |found: Option<BTreeMap<MapKey, Elements>>| {
            let mut found = found.unwrap_or_default();
            let first = found.pop_first();
            first.filter(|_| found.is_empty())
        };
        let (mut to, mut from) = (to.clone(), from.clone());
        let target = one(self.elements_of(&to, Byte::Any)?);
        let source = one(self.elements_of(&from, Byte::Any)?);
        let (Some((key, elements)), Some((other, _))) = (target, source) else {
            return Ok(None);
        };
        if key != other {
            return Ok(None);
        }
        self.save_spot(&mut to);
        self.save_spot(&mut from);
        let (At::Memory { address: to, .. }, At::Memory { address: from, .. }) = (to.at, from.at)
        else {
            return Ok(None);
        };
        if !name.ends_with("memmove") {
            self.presume_behind([to, from], size, "promise");
        }
        let block = Extent::Block {
            from: to,
            size,
            fill: None,
        };
        self.forget_overlapping_each_other(&[key].into(), block);
        self.move_range([to, from], size, &elements);
        Ok(Some(key))
    }

    /// The elements of a map in a block of so many bytes become what those of another one were.
    pub(super) fn move_range(&mut self, [to, from]: [Term; 2], size: Term, elements: &Elements) {
        let distance = self.arena.mk(Op::Sub, &[from, to]);
        let map = self.arena.map_var(elements.map, elements.ty);
        let behind = self.arena.mk(Op::Shift, &[map, distance]);
        let ends = self.ends(to, size, elements);
        let value = self.arena.patch(map, ends, behind);
        self.out.assign(elements.map, value);
    }

    /// Fills an object: part by part if it has few parts, which become zero.
    fn set_object(&mut self, target: &Spot, byte: Byte) -> Result<bool> {
        let zero = matches!(byte, Byte::Known(0));
        let parts = self.plan.leaves(&self.program.types, &target.ty);
        let few = parts.is_some_and(|parts| parts.len() <= PARTS_MAX);
        let characters = target.ty.innermost().is_character();
        if zero && few && (!characters || is_named(target)) {
            self.write_parts(target, |this, _, leaf| {
                Ok(leaf.machine.map(|_| this.arena.lit(0)))
            })?;
        } else if !zero && self.program.carries_state(&target.ty)
            || !self.fill(target, byte, Padding::Filled)?
        {
            return Ok(false);
        }
        if zero {
            self.set_states(target, NewState::Zero, false)?;
        }
        Ok(true)
    }

    /// The type of the object that a pointer points to, if a block of so many bytes is all of it:
    /// one of the type that the pointer has, or elements of an array that the expression names.
    /// True if it names the object.
    pub(super) fn covered(&self, pointer: &Value, size: i128) -> Option<(Type, bool)> {
        let types = &self.program.types;
        let bytes = |ty: &Type| types.size_of(ty).ok().map(i128::from);
        let pointer = pointer.behind_casts();
        let object = &pointer.ty.pointee()?.ty;
        let (place, ahead) = match &pointer.kind {
            ValueKind::Address(place) => (place.as_ref(), None),
            kind => match elements_ahead(kind) {
                Some((place, index, one)) => (place, Some((index, one))),
                None => return (bytes(object) == Some(size)).then(|| (object.clone(), false)),
            },
        };
        let named = !matches!(place.base, Base::Deref(_))
            || place
                .steps
                .iter()
                .any(|step| matches!(step, Step::Field(..)));
        let (element, left) = match &place.ty.ty {
            Type::Array(element, Some(length)) => (element.clone(), i128::from(*length)),
            ty => match self.elements_from(place) {
                Some(elements) => elements,
                None if ahead.is_some() => return None,
                None => return (bytes(ty) == Some(size)).then(|| (ty.clone(), named)),
            },
        };
        let one = bytes(&element.ty).filter(|one| *one > 0)?;
        let left = match ahead {
            Some((index, size)) if size == one => left.checked_sub(index)?,
            Some(_) => return None,
            None => left,
        };
        let count = u64::try_from(size / one).ok()?;
        let fits = size % one == 0 && (1..=left).contains(&(size / one));
        fits.then_some((Type::Array(element, Some(count)), named))
    }

    /// The type of the elements of the array that a place is an element of, and how many there are
    /// from it on.
    fn elements_from(&self, place: &Place) -> Option<(Rc<Qual>, i128)> {
        let (Step::Index(index), before) = place.steps.split_last()? else {
            return None;
        };
        let ty = place.type_behind(&self.program.types, before)?;
        let Type::Array(element, Some(length)) = ty else {
            return None;
        };
        let left = i128::from(*length).checked_sub(index.as_int().filter(|index| *index >= 0)?)?;
        Some((element.clone(), left))
    }
}

/// The place, the number and the size of each, if a pointer points so many elements behind an
/// object that an expression names.
fn elements_ahead(kind: &ValueKind) -> Option<(&Place, i128, i128)> {
    let ValueKind::PointerAdd {
        pointer,
        index,
        size,
        minus: false,
    } = kind
    else {
        return None;
    };
    let ValueKind::Address(place) = &pointer.behind_casts().kind else {
        return None;
    };
    let index = index.as_int().filter(|index| *index >= 0)?;
    Some((place, index, i128::from(*size)))
}

/// An object at an address. `named`: the program names it, or a member that it is in.
pub(super) fn block(address: Term, ty: &Type, named: bool) -> Spot {
    Spot {
        ty: ty.clone(),
        volatile: false,
        at: At::Memory {
            address,
            field: None,
            character: named,
        },
    }
}

fn is_named(spot: &Spot) -> bool {
    matches!(spot.at, At::Memory { character, .. } if character)
}
