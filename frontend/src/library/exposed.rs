//! Objects to which pointers may lead that a library's C yields or stores, or writes through: those
//! that the C knows by their names, and members, whose addresses somebody may have given it.

use super::compile::{objects, Compiled};
use super::stub::Stub;
use super::text::{Function, Modified};
use crate::flatten::{Base, Kind, Place, Role, Step, Value, ValueKind};
use crate::ir::{Linkage, Program};
use crate::types::{Qual, Type, Types};
use std::rc::Rc;

/// What pointers of a function may point to of which nothing is known behind its call. A number may
/// be the address of anything.
fn pointees(types: &Types, (f, known): (&Function, &Compiled), result: Option<&Type>) -> Vec<Type> {
    let address = types.address().bits();
    let led = |ty: &Type| {
        let wide = ty.is_integer() && types.machine(ty).is_some_and(|m| m.bits() >= address);
        match ty.pointee() {
            Some(to) => Some(to.ty.clone()),
            None => wide.then_some(Type::Void),
        }
    };
    let mut out = Vec::new();
    for (modified, place) in f.modifies.iter().zip(&known.modifies) {
        if let Modified::All(..) = modified {
            out.push(place.base_ty.clone());
        }
        out.extend(led(place.ty.ty.innermost()));
    }
    for called in &known.callbacks {
        if let Some(Type::Function(ty)) = called.target.ty.ty.pointee().map(|to| &to.ty) {
            out.extend(ty.params.iter().flatten().filter_map(led));
        }
    }
    out.extend(result.and_then(led));
    let objects = objects(known).into_iter();
    out.extend(
        objects
            .filter(|o| is_anywhere(o))
            .map(|o| o.base_ty.clone()),
    );
    out
}

/// Whether an object is where a pointer leads that the C may have stored: in a variable, or behind
/// another pointer. What callers pass, they know.
fn is_anywhere(object: &Place) -> bool {
    let passed = |kind: &ValueKind| match kind {
        ValueKind::Load(place) => matches!(place.base, Base::Local(_)),
        _ => true,
    };
    matches!(&object.base, Base::Deref(pointer) if !pointer.all(&passed))
}

/// Whether a pointer to the first type may lead to an object of the second (C11 6.5p7); what a
/// pointer to no type in particular leads to, the program says later.
fn may_lead(types: &Types, pointee: &Type, object: &Type) -> bool {
    let number = |ty: &Type| ty.is_integer() || matches!(ty, Type::Bool);
    match (pointee.innermost(), object) {
        (Type::Void, _) => true,
        (to, _) if to.is_character() => true,
        (Type::Pointer(_), Type::Pointer(_)) => true,
        (a, b) if number(a) && number(b) => {
            types.machine(a).map(|m| m.bits()) == types.machine(b).map(|m| m.bits())
        }
        (a, b) => a == b,
    }
}

impl Stub<'_> {
    /// Takes the addresses of what such pointers may lead to.
    pub(super) fn expose(
        &mut self,
        program: &Program,
        function: (&Function, &Compiled),
        result: Option<&Type>,
    ) {
        let pointees = pointees(&program.types, function, result);
        if pointees.is_empty() {
            return;
        }
        for (index, global) in (0u32..).zip(&program.globals) {
            let own = program.observed.globals.contains_key(&index);
            if global.linkage == Linkage::External && !own {
                let base = (Base::Global(index), global.ty.ty.clone());
                self.taken(base, Vec::new(), &global.ty);
            }
        }
        for (id, record) in (0u32..).zip(&program.types.records) {
            for (index, field) in record.fields.iter().flatten().enumerate() {
                let inner = field.ty.ty.innermost();
                let mut all = pointees.iter();
                let led = all.any(|pointee| may_lead(&program.types, pointee, inner));
                // Nobody has the address of a bit-field.
                if !led || field.bits.is_some() {
                    continue;
                }
                let ty = Type::Record(id);
                let pointer = Type::Pointer(Rc::new(ty.clone().into()));
                let pointer = self.out.temporary(&pointer, Role::Chosen);
                let any = self.unknown(&pointer.ty.ty);
                self.emit(Kind::Assign(pointer.clone(), any));
                let base = Base::Deref(Box::new(Value::load(pointer, self.pos)));
                self.taken((base, ty), vec![Step::Field(id, index)], &field.ty);
            }
        }
    }

    /// Takes the address of an object, or of what an array consists of.
    fn taken(&mut self, (base, base_ty): (Base, Type), steps: Vec<Step>, ty: &Qual) {
        let pointer = Type::Pointer(Rc::new(ty.ty.innermost().clone().into()));
        let place = Place {
            base,
            base_ty,
            steps,
            ty: ty.clone(),
        };
        let kept = self.out.temporary(&pointer, Role::Chosen);
        let address = ValueKind::Address(Box::new(place));
        let address = Value::new(address, pointer, self.pos);
        self.emit(Kind::Assign(kept, address));
    }
}
