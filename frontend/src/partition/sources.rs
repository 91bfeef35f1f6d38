//! What holds the values of expressions that may be pointers.

use super::access::last_field;
use super::flow::{Flow, AT_NUMBERS};
use super::graph::Holder;
use super::FIRST_PAGE_BYTES;
use crate::flatten::{Base, Place, Value, ValueKind};
use crate::types::Type;

impl Flow<'_> {
    /// Whether values of this type can be pointers without saying to what.
    pub(super) fn is_untyped(&self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(to) => {
                let object = to.ty.innermost();
                matches!(object, Type::Void | Type::Function(_)) || object.is_character()
            }
            ty if ty.is_arithmetic() => {
                let types = &self.program.types;
                types.size_of(ty).is_ok_and(|n| n >= types.pointer_bytes())
            }
            _ => false,
        }
    }

    /// All pointers to objects of this type, if that says what they point to.
    pub(super) fn pointers_to(&self, object: &Type) -> Option<Holder> {
        let object = object.innermost();
        let untyped = matches!(object, Type::Void | Type::Function(_)) || object.is_character();
        (!untyped).then(|| Holder::Pointers(object.clone()))
    }

    /// All pointers of this type, if the type says what they point to.
    pub(super) fn pointers(&self, ty: &Type) -> Option<Holder> {
        match ty {
            Type::Pointer(to) if !self.is_untyped(ty) => {
                Some(Holder::Pointers(to.ty.innermost().clone()))
            }
            _ => None,
        }
    }

    /// What holds a value of this type if it is in `holder`; `None` if it can be no pointer.
    pub(super) fn typed_or(&self, ty: &Type, holder: Holder) -> Option<Holder> {
        self.pointers(ty)
            .or_else(|| self.is_untyped(ty).then_some(holder))
    }

    pub(super) fn kept(&self, place: &Place) -> Option<Holder> {
        let holder = match (last_field(place), &place.base) {
            (Some(member), _) => Holder::Field(member),
            (None, Base::Global(g)) => Holder::Global(*g),
            (None, Base::Local(l)) => Holder::Local(self.owner, *l),
            (None, Base::Result) => Holder::Result(self.owner),
            (None, Base::Deref(_) | Base::String(_)) => Holder::Anywhere,
        };
        self.typed_or(&place.ty.ty, holder)
    }

    /// Where the pointers come from that a value is.
    pub(super) fn sources(&self, e: &Value, out: &mut Vec<Holder>) {
        if self.is_address(e) {
            out.push(AT_NUMBERS);
        }
        if let Some(pointers) = self.pointers(&e.ty) {
            out.push(pointers);
            return;
        }
        match &e.kind {
            // A function of a library yields it.
            ValueKind::Unknown if self.program.described => out.push(Holder::Anywhere),
            ValueKind::Int(_)
            | ValueKind::Float(_)
            | ValueKind::Unknown
            | ValueKind::Function(_)
            | ValueKind::LabelAddress(..)
            | ValueKind::VarArgs
            | ValueKind::Not(_)
            | ValueKind::Compare(..) => {}
            ValueKind::Load(place) => out.extend(self.kept(place)),
            // Characters: their class, or the objects that they are the bytes of.
            ValueKind::Address(place) => {
                out.push(Holder::Pointers(place.ty.ty.innermost().clone()));
                out.extend(self.inside(place));
                if let (Base::Deref(pointer), None) = (&place.base, last_field(place)) {
                    self.sources(pointer, out);
                }
            }
            ValueKind::Convert(a) => {
                out.extend(self.made(e, &[a]).filter(|_| a.ty.is_float()));
                self.sources(a, out);
            }
            ValueKind::Negate(a) | ValueKind::Complement(a) => {
                out.extend(self.made(e, &[a]));
                self.sources(a, out);
            }
            // `p - (char *)0` is an address, and added to the one that was subtracted it is again.
            ValueKind::Arith(_, a, b)
            | ValueKind::PointerDiff(a, b, _)
            | ValueKind::PointerAdd {
                pointer: a,
                index: b,
                ..
            } => {
                out.extend(self.made(e, &[a, b]));
                let [of_a, of_b] = [a, b].map(|e| is_of_pointer(e));
                self.sources_beside(a, of_b, out);
                self.sources_beside(b, of_a, out);
            }
        }
    }

    /// The address of a member, as an expression has it. The elements of an array lie in the array.
    pub(super) fn inside(&self, place: &Place) -> Option<Holder> {
        let (record, index) = last_field(place)?;
        let member = self.program.types.field(record, index)?;
        let whole = place.base_ty.innermost().clone();
        Some(Holder::Inside(whole, member.ty.ty.clone()))
    }

    /// Where the pointers come from that an operand is: beside a pointer, numbers are distances.
    fn sources_beside(&self, e: &Value, pointer: bool, out: &mut Vec<Holder>) {
        let mut found = Vec::new();
        self.sources(e, &mut found);
        found.retain(|holder| !pointer || *holder != AT_NUMBERS);
        out.append(&mut found);
    }

    /// Where the pointers come from that a number is which is computed from numbers: it may be any
    /// address.
    fn made(&self, e: &Value, from: &[&Value]) -> Option<Holder> {
        let number = e.ty.is_arithmetic() && self.is_untyped(&e.ty);
        (number && !from.iter().any(|e| is_of_pointer(e))).then_some(AT_NUMBERS)
    }

    /// Whether a value is a number that may be the address of an object: neither null or a mark
    /// beside it, nor the number of an error.
    fn is_address(&self, e: &Value) -> bool {
        let ValueKind::Int(value) = e.kind else {
            return false;
        };
        let (address, page) = (self.program.types.address(), FIRST_PAGE_BYTES);
        (page..=address.max() - page).contains(&address.wrap(value))
    }
}

/// Whether a value is computed from a pointer that is no number.
fn is_of_pointer(e: &Value) -> bool {
    let number = matches!(e.kind, ValueKind::Int(_));
    match &e.kind {
        _ if matches!(e.ty, Type::Pointer(_)) => !number,
        ValueKind::Convert(a) | ValueKind::Negate(a) | ValueKind::Complement(a) => is_of_pointer(a),
        ValueKind::Arith(_, a, b) => is_of_pointer(a) || is_of_pointer(b),
        ValueKind::Int(_)
        | ValueKind::Float(_)
        | ValueKind::Unknown
        | ValueKind::Function(_)
        | ValueKind::LabelAddress(..)
        | ValueKind::VarArgs
        | ValueKind::Not(_)
        | ValueKind::Compare(..)
        | ValueKind::Load(_)
        | ValueKind::Address(_)
        | ValueKind::PointerDiff(..)
        | ValueKind::PointerAdd { .. } => false,
    }
}
