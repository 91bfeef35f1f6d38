//! Where objects live, and how they are read and written.

use super::{Action, Result, Translator};
use crate::approximation::Approximation;
use crate::diagnostic::ErrorKind;
use crate::flatten::{Base, Place, Role, Step, Value, ValueKind};
use crate::partition::MapKey;
use crate::partition::FIRST_PAGE_BYTES;
use crate::types::{Qual, Type};
use proofmark_logic::arena::{Expr as Term, Op, VarId};
use proofmark_logic::ieee::Format;
use proofmark_logic::types::IntType;
use std::rc::Rc;

/// What stands for a local of an instance.
pub(super) enum Home {
    /// An object.
    Object(Rc<Storage>),
    /// For a temporary that is assigned once: its value.
    Value(Term),
}

/// The place of a variable.
pub(super) enum Storage {
    /// One integer variable for each scalar part; none for floating parts without a format.
    Split(Vec<Slot>),
    /// A memory object.
    Memory {
        /// Its address: an object's, or the variable that holds where the object of this activation
        /// is.
        address: Term,
        /// Its type.
        ty: Type,
    },
}

/// A scalar part of a split variable.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) var: Option<(VarId, IntType)>,
    pub(super) bits: (u64, u64),
    /// Whose patterns it holds.
    pub(super) format: Option<Format>,
}

impl Slot {
    /// Whether two parts share bits.
    pub(super) fn meets(&self, other: &Slot) -> bool {
        self.bits.0 < other.bits.0 + other.bits.1 && other.bits.0 < self.bits.0 + self.bits.1
    }

    /// Whether it has all bits of another part.
    pub(super) fn covers(&self, other: &Slot) -> bool {
        self.bits.0 <= other.bits.0 && other.bits.0 + other.bits.1 <= self.bits.0 + self.bits.1
    }
}

/// An object, or a part of one.
#[derive(Clone)]
pub(super) struct Spot {
    pub(super) ty: Type,
    pub(super) volatile: bool,
    pub(super) at: At,
}

#[derive(Clone)]
pub(super) enum At {
    /// Parts `first ..` of a split variable.
    Split(Rc<Storage>, usize),
    /// Bytes in memory. `character`: known to be characters, not the bytes of something else.
    Memory {
        address: Term,
        field: Option<(u32, usize)>,
        character: bool,
    },
}

/// What there is to read.
enum Readable {
    Value(Term),
    /// The byte at an address, of whatever object.
    Byte(Term),
}

impl Spot {
    /// A whole variable.
    pub(super) fn whole(storage: &Rc<Storage>, ty: &Type) -> Spot {
        Spot {
            ty: ty.clone(),
            volatile: false,
            at: At::Split(storage.clone(), 0),
        }
    }
}

impl<'p> Translator<'p> {
    /// The spot of a whole variable that may live in memory.
    pub(super) fn variable_spot(&mut self, storage: &Rc<Storage>, ty: &Type) -> Spot {
        match **storage {
            Storage::Split(_) => Spot::whole(storage, ty),
            Storage::Memory { address, .. } => Spot {
                ty: ty.clone(),
                volatile: false,
                at: At::Memory {
                    address,
                    field: None,
                    character: true,
                },
            },
        }
    }

    /// Finds an object that is accessed.
    pub(super) fn spot(&mut self, place: &'p Place) -> Result<Spot> {
        self.spot_of_path(place, true)
    }

    /// Finds an object of which only the address is wanted: it may lie behind the last one of an
    /// array (C11 6.5.6p8).
    pub(super) fn designated(&mut self, place: &'p Place) -> Result<Spot> {
        self.spot_of_path(place, false)
    }

    fn spot_of_path(&mut self, place: &'p Place, accessed: bool) -> Result<Spot> {
        let mut spot = self.base_spot(place, accessed)?;
        for (number, step) in (1..).zip(&place.steps) {
            spot = match step {
                Step::Field(record, index) => self.field_spot(spot, *record, *index)?,
                Step::Index(e) => {
                    self.element_spot(spot, e, accessed || number < place.steps.len())?
                }
            };
        }
        // Others may change what is atomic, where there are any and it has an address.
        let local = matches!((&place.base, &spot.at), (Base::Local(_), At::Split(..)));
        let own = self.plan.reached.alone || local;
        spot.volatile = place.ty.volatile || place.ty.variant.atomic && !own;
        spot.ty = place.ty.ty.clone();
        let in_memory = matches!(spot.at, At::Memory { .. });
        let computed = matches!(place.base, Base::Deref(_)) && !place.steps.is_empty();
        if in_memory && (accessed || computed) {
            self.note_address();
        }
        Ok(spot)
    }

    fn base_spot(&mut self, place: &'p Place, accessed: bool) -> Result<Spot> {
        let in_memory = |address, character| Spot {
            ty: place.base_ty.clone(),
            volatile: false,
            at: At::Memory {
                address,
                field: None,
                character,
            },
        };
        match &place.base {
            Base::Global(g) => {
                let storage = self.global(*g)?;
                let global = self.program.global(*g);
                let ty = global.map_or(Type::Void, |g| g.ty.ty.clone());
                Ok(self.variable_spot(&storage, &ty))
            }
            Base::Local(l) => {
                let storage = self.local(*l)?;
                let locals = self.instances.last().map(|i| &i.body.locals);
                let local = locals.and_then(|locals| locals.get(*l as usize));
                let ty = local.map_or(Type::Void, |l| l.ty.ty.clone());
                Ok(self.variable_spot(&storage, &ty))
            }
            Base::Result => match self.instances.last().and_then(|i| i.result.clone()) {
                Some(storage) => Ok(self.variable_spot(&storage, &place.base_ty)),
                None => Err(self.fail(ErrorKind::Internal, "a result where there is none")),
            },
            Base::Deref(e) => {
                let address = self.rvalue(e)?;
                if accessed {
                    let one = self.arena.lit(1);
                    let not_null = self.arena.le(one, address);
                    self.presume(
                        not_null,
                        "in-bounds",
                        "a null pointer is followed (C11 6.5.3.2p4)",
                    );
                }
                Ok(in_memory(address, false))
            }
            Base::String(s) => Ok(in_memory(self.string_address(*s, &place.base_ty), true)),
        }
    }

    /// The pointer through which a scalar is written that a memory map has. The member's offset is
    /// the compiler's; behind an index of the program could be any address. What becomes unknown
    /// need not be written.
    pub(super) fn written_through(
        &mut self,
        (place, value): (&'p Place, &Value),
        spot: &Spot,
    ) -> Result<Option<Term>> {
        let Base::Deref(pointer) = &place.base else {
            return Ok(None);
        };
        if matches!(value.kind, ValueKind::Unknown) {
            return Ok(None);
        }
        let members = place
            .steps
            .iter()
            .all(|step| matches!(step, Step::Field(..)));
        let At::Memory {
            field, character, ..
        } = &spot.at
        else {
            return Ok(None);
        };
        if !members || self.map_of(*field, &spot.ty, *character)?.is_none() {
            return Ok(None);
        }
        self.rvalue(pointer).map(Some)
    }

    /// The object of a local. A temporary gets one when it is first written.
    pub(super) fn local(&mut self, index: u32) -> Result<Rc<Storage>> {
        let instance = self.instances.last();
        let home = instance.and_then(|i| i.locals.get(index as usize));
        match home {
            Some(Some(Home::Object(storage))) => Ok(storage.clone()),
            Some(None) => {
                let locals = instance.map(|i| &i.body.locals);
                let ty = locals.and_then(|locals| locals.get(index as usize));
                let ty = ty.map_or(Type::Void, |l| l.ty.ty.clone());
                let storage = self.scratch(&ty);
                self.bind(index, Home::Object(storage.clone()));
                Ok(storage)
            }
            Some(Some(Home::Value(_))) | None => {
                Err(self.fail(ErrorKind::Internal, "a local variable is missing"))
            }
        }
    }

    /// Says what stands for a temporary.
    pub(super) fn bind(&mut self, index: u32, home: Home) {
        let locals = self.instances.last_mut().map(|i| &mut i.locals);
        if let Some(slot) = locals.and_then(|locals| locals.get_mut(index as usize)) {
            *slot = Some(home);
        }
    }

    /// The temporary that a place is, if one statement alone assigns it.
    pub(super) fn saved(&self, place: &Place) -> Option<u32> {
        let Base::Local(index) = place.base else {
            return None;
        };
        let local = self.instances.last()?.body.locals.get(index as usize)?;
        (local.role == Role::Saved).then_some(index)
    }

    /// Whether a value is in a temporary, or a part of one, that gets its value on several ways.
    pub(super) fn is_chosen(&self, value: &Value) -> bool {
        let ValueKind::Load(place) = &value.kind else {
            return false;
        };
        let (Base::Local(index), Some(instance)) = (&place.base, self.instances.last()) else {
            return false;
        };
        let local = instance.body.locals.get(*index as usize);
        local.is_some_and(|local| matches!(local.role, Role::Chosen | Role::Folded))
    }

    fn field_spot(&mut self, spot: Spot, record: u32, index: usize) -> Result<Spot> {
        let types = &self.program.types;
        let Some(field) = types.field(record, index) else {
            return Err(self.fail(ErrorKind::Internal, "a member is missing"));
        };
        let at = match spot.at {
            At::Split(storage, first) => {
                let before: usize = types
                    .fields(record)
                    .iter()
                    .take(index)
                    .map(|f| self.leaf_count(&f.ty.ty))
                    .sum();
                At::Split(storage, first + before)
            }
            At::Memory { address, .. } => {
                let address = self.offset(address, i128::from(field.offset));
                At::Memory {
                    address,
                    field: Some((record, index)),
                    character: true,
                }
            }
        };
        Ok(Spot {
            ty: field.ty.ty.clone(),
            volatile: spot.volatile,
            at,
        })
    }

    fn element_spot(&mut self, spot: Spot, index: &'p Value, accessed: bool) -> Result<Spot> {
        let Type::Array(element, length) = &spot.ty else {
            return Err(self.fail(
                ErrorKind::Internal,
                "an index into something that is no array",
            ));
        };
        let ty = element.ty.clone();
        // A last member with one element may stand for more of them.
        let last = length.filter(|n| *n > 1).map(|n| n - u64::from(accessed));
        let at = match spot.at {
            At::Split(storage, first) => {
                let Some(i) = index.as_int().and_then(|i| usize::try_from(i).ok()) else {
                    let message = "an index that is no constant is not supported in a structure that is no object";
                    return Err(self
                        .fail(ErrorKind::Unsupported, message)
                        .help("assign the structure to a variable first"));
                };
                At::Split(storage, first + i * self.leaf_count(&ty))
            }
            At::Memory {
                address,
                field,
                character,
            } => {
                let size = self
                    .program
                    .types
                    .size_of(&ty)
                    .map_err(|e| self.fail(ErrorKind::Type, e.0))?;
                let index_term = self.rvalue(index)?;
                if let Some(last) = last {
                    self.presume_index(index_term, last);
                }
                let address = self.scaled(address, index_term, size, false);
                At::Memory {
                    address,
                    field,
                    character,
                }
            }
        };
        Ok(Spot {
            ty,
            volatile: spot.volatile,
            at,
        })
    }

    pub(super) fn leaf_count(&self, ty: &Type) -> usize {
        self.plan
            .leaves(&self.program.types, ty)
            .map_or(0, |l| l.len())
    }

    /// `address + bytes`, wrapped where it may leave the address space; constants are merged.
    pub(super) fn offset(&mut self, address: Term, bytes: i128) -> Term {
        if bytes == 0 {
            return address;
        }
        if let Some(number) = self.arena.as_lit(address) {
            let machine = self.program.types.address();
            return self.arena.lit(machine.wrap(number + bytes));
        }
        let (base, before) = match self.arena.app(address) {
            Some((Op::Add, [a, b, _])) => match self.arena.as_lit(b) {
                Some(k) => (a, k),
                None => (address, 0),
            },
            _ => (address, 0),
        };
        let machine = self.program.types.address();
        let lit = self.arena.lit(before + bytes);
        let sum = self.arena.mk(Op::Add, &[base, lit]);
        let sum = if before + bytes == 0 { base } else { sum };
        self.arena.wrap(machine, sum)
    }

    /// `address ± index * size`, wrapped.
    pub(super) fn scaled(&mut self, address: Term, index: Term, size: u64, minus: bool) -> Term {
        if let Some(i) = self.arena.as_lit(index) {
            let bytes = i.saturating_mul(i128::from(size));
            return self.offset(address, if minus { -bytes } else { bytes });
        }
        let size = self.arena.lit(i128::from(size));
        let bytes = if self.arena.as_lit(size) == Some(1) {
            index
        } else {
            self.arena.mk(Op::Mul, &[index, size])
        };
        let sum = self
            .arena
            .mk(if minus { Op::Sub } else { Op::Add }, &[address, bytes]);
        self.arena.wrap(self.program.types.address(), sum)
    }

    /// The address of an object in memory.
    pub(super) fn address_of(&mut self, spot: &Spot) -> Result<Term> {
        match spot.at {
            At::Memory { address, .. } => Ok(address),
            At::Split(..) => Err(self.fail(
                ErrorKind::Unsupported,
                "the address of a temporary value is not supported",
            )),
        }
    }

    // -- scalars

    /// How an access in memory is modelled: a map with its element type, or nothing known.
    pub(super) fn map_of(
        &self,
        field: Option<(u32, usize)>,
        ty: &Type,
        character: bool,
    ) -> Result<Option<(MapKey, VarId, IntType)>> {
        let key = self.plan.key(&self.program.types, field, ty);
        let bytes = self.plan.is_bytes();
        if self.machine(ty).is_none()
            || (key == MapKey::Int(8) && self.plan.characters_pun() && !character && !bytes)
        {
            return Ok(None);
        }
        let key = self.plan.home(key);
        match (self.objects.maps.get(&key), self.plan.maps.get(&key)) {
            (Some(var), Some(machine)) => Ok(Some((key, *var, *machine))),
            _ => Err(self.fail(
                ErrorKind::Internal,
                format!(
                    "the memory map `{}` is missing",
                    key.name(&self.program.types)
                ),
            )),
        }
    }

    /// The machine type of a scalar spot: narrower for bit-fields.
    pub(super) fn spot_machine(&self, spot: &Spot) -> Option<IntType> {
        match &spot.at {
            At::Split(storage, first) => match &**storage {
                Storage::Split(slots) => slots.get(*first).and_then(|s| s.var).map(|(_, m)| m),
                Storage::Memory { .. } => None,
            },
            At::Memory {
                field: Some((record, index)),
                ..
            } => {
                let field = self.program.types.field(*record, *index)?;
                if field.bits.is_some() {
                    self.program.types.field_machine(field)
                } else {
                    self.machine(&spot.ty)
                }
            }
            At::Memory { .. } => self.machine(&spot.ty),
        }
    }

    /// Reads a scalar. A volatile object yields any value (C11 5.1.2.3p2, 6.7.3p7).
    pub(super) fn read(&mut self, spot: &Spot) -> Result<Term> {
        let Some(machine) = self.spot_machine(spot).or_else(|| self.machine(&spot.ty)) else {
            return Ok(self.arena.lit(0));
        };
        match self.readable(spot, machine)? {
            Readable::Value(_) if spot.volatile && self.is_device(spot) => {
                let (var, term) = self.temp(machine);
                self.havoc(var);
                Ok(term)
            }
            Readable::Value(value) if spot.volatile => {
                Ok(self.open(machine, value, Approximation::Volatile))
            }
            Readable::Value(value) => Ok(value),
            Readable::Byte(address) => {
                let (var, term) = self.temp(machine);
                let why = match spot.volatile {
                    true => Approximation::Volatile,
                    false => Approximation::Characters,
                };
                self.out.act(Action::ReadByte { var, address, why });
                Ok(term)
            }
        }
    }

    /// Whether an object lies, aligned, where the program says by a number: a register of a device,
    /// which decides about its value. What volatile objects of the program hold, the program
    /// decides, and who follows a null pointer gets nothing.
    fn is_device(&self, spot: &Spot) -> bool {
        match spot.at {
            At::Memory { address, .. } => {
                let at = self.arena.as_lit(address);
                let align = self.alignment(&Qual::from(spot.ty.clone()));
                at.is_some_and(|at| at >= FIRST_PAGE_BYTES && at % align == 0)
            }
            At::Split(..) => false,
        }
    }

    /// What a scalar holds.
    fn readable(&mut self, spot: &Spot, machine: IntType) -> Result<Readable> {
        match &spot.at {
            At::Split(storage, first) => match &**storage {
                Storage::Split(slots) => match slots.get(*first).and_then(|s| s.var) {
                    Some((var, ty)) => Ok(Readable::Value(self.arena.var(var, ty))),
                    None => Err(self.fail(ErrorKind::Internal, "a part of a variable is missing")),
                },
                Storage::Memory { .. } => Err(self.fail(
                    ErrorKind::Internal,
                    "a variable in memory is read as a split one",
                )),
            },
            At::Memory {
                address,
                field,
                character,
            } => match self.map_of(*field, &spot.ty, *character)? {
                None => Ok(Readable::Byte(*address)),
                Some((MapKey::Bytes, ..)) => self.readable_bytes(spot, machine),
                Some((_, var, element)) => {
                    let map = self.arena.map_var(var, element);
                    let value = self.arena.mk(Op::Sel, &[map, *address]);
                    Ok(Readable::Value(self.arena.wrap(machine, value)))
                }
            },
        }
    }

    /// What a scalar holds that is made of bytes.
    fn readable_bytes(&mut self, spot: &Spot, machine: IntType) -> Result<Readable> {
        let Some(bits) = self.bits_of(spot) else {
            return Err(self.fail(ErrorKind::Internal, "a value in memory has no bits"));
        };
        if spot.ty == Type::Bool {
            self.note_truth_value();
        }
        Ok(Readable::Value(self.bits_read(bits, machine)))
    }

    /// Writes a scalar, and forgets what overlaps it.
    pub(super) fn write(&mut self, spot: &Spot, value: Term) -> Result<()> {
        match &spot.at {
            At::Split(storage, first) => {
                self.put(spot, value)?;
                if let Storage::Split(slots) = &**storage {
                    self.forget_overlapping(slots, *first, 1);
                }
            }
            At::Memory { field, .. } => {
                let key = self.plan.key(&self.program.types, *field, &spot.ty);
                let plan = self.plan;
                let stale = self.maps_that_forget(plan.overlapping(key));
                let spot = &match stale.is_empty() {
                    true => spot.clone(),
                    false => self.where_it_is_now(spot),
                };
                let extent = self.extent_of(spot);
                if !stale.is_empty() {
                    self.out.act(Action::Changes(extent));
                }
                self.put(spot, value)?;
                if plan.is_bytes() && self.machine(&spot.ty).is_none() {
                    self.open_rest(spot, &[]);
                }
                self.blur_beside(stale, extent);
            }
        }
        Ok(())
    }

    /// Writes a scalar; the caller sees to what overlaps it, unless that may be anything.
    pub(super) fn put(&mut self, spot: &Spot, value: Term) -> Result<()> {
        // A bit-field is narrower than its type.
        let value = match self.spot_machine(spot) {
            Some(machine) => self.arena.wrap(machine, value),
            None => value,
        };
        let (address, field, character) = match &spot.at {
            At::Split(storage, first) => {
                let Storage::Split(slots) = &**storage else {
                    let message = "a variable in memory is written as a split one";
                    return Err(self.fail(ErrorKind::Internal, message));
                };
                if let Some((var, _)) = slots.get(*first).and_then(|s| s.var) {
                    self.out.assign(var, value);
                }
                return Ok(());
            }
            At::Memory {
                address,
                field,
                character,
            } => (*address, *field, *character),
        };
        match self.map_of(field, &spot.ty, character)? {
            Some((MapKey::Bytes, ..)) => {
                if let Some(bits) = self.bits_of(spot) {
                    match self.format(&spot.ty) {
                        Some(format) => self.pattern_written(bits, format, value),
                        None => self.bits_written(bits, value),
                    }
                }
            }
            Some((_, var, element)) => {
                let value = self.arena.wrap(element, value);
                let map = self.arena.map_var(var, element);
                let updated = self.arena.mk(Op::Upd, &[map, address, value]);
                self.out.assign(var, updated);
            }
            // Bytes of anything.
            None if self.machine(&spot.ty).is_some() => {
                self.out.act(Action::WriteByte { address, value });
                self.forget_bytes(address, value);
            }
            None => {}
        }
        Ok(())
    }

    /// Parts of a split variable that share bits with the parts `first .. first + count`, and are
    /// none of them (members of unions).
    pub(super) fn forget_overlapping(&mut self, slots: &[Slot], first: usize, count: usize) {
        let written: Vec<Slot> = slots.iter().skip(first).take(count).copied().collect();
        let shares = |slot: &Slot| written.iter().any(|w| w.meets(slot));
        for (_, other) in slots
            .iter()
            .enumerate()
            .filter(|(i, slot)| (*i < first || *i >= first + count) && shares(slot))
        {
            self.share(&written, other);
        }
    }
}
