//! Walks over flat C: what a statement is made of.

use super::{Callee, Kind, Place, Stmt, Value, ValueKind};
use crate::types::Type;

/// A part of a statement, wherever in it that stands.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    /// An object that is read or written.
    Object(&'a Place),
    /// An object whose address is taken.
    Address(&'a Place),
    /// A function whose address is taken, as a pointer of this type.
    Function(u32, &'a Type),
    /// A value that is converted to a type.
    Conversion(&'a Value, &'a Type),
    /// The same, where the result is an argument.
    Argument(&'a Value, &'a Type),
}

impl Stmt {
    /// The objects that a statement writes itself.
    pub fn written(&self) -> Vec<&Place> {
        match &self.kind {
            Kind::Assign(place, _) | Kind::Clear(place, _) => vec![place],
            Kind::Call(call) => call.result.iter().map(|to| &to.place).collect(),
            Kind::Overflow(operation) => {
                let stored = operation.stored.iter();
                stored.chain([&operation.flag]).collect()
            }
            Kind::Asm(asm) => asm.outputs.iter().collect(),
            Kind::Enter(..)
            | Kind::Label { .. }
            | Kind::Goto(_)
            | Kind::Jump(_)
            | Kind::Branch(..)
            | Kind::Switch(..)
            | Kind::Return
            | Kind::Reject
            | Kind::Halt
            | Kind::Observe(..)
            | Kind::Heard(_) => Vec::new(),
        }
    }

    /// The objects that a statement reads, those among them whose values lead to others.
    pub fn read(&self) -> Vec<&Place> {
        let (written, mut found) = (self.written(), Vec::new());
        self.parts(&mut |part| match part {
            Part::Object(place) if !written.iter().any(|own| std::ptr::eq(*own, place)) => {
                found.push(place);
            }
            Part::Object(_)
            | Part::Address(_)
            | Part::Function(..)
            | Part::Conversion(..)
            | Part::Argument(..) => {}
        });
        found
    }

    /// Calls `visit` with each part, those of parts too. A comparison takes pointers as addresses:
    /// that makes no pointer of another type, so it is no conversion.
    pub fn parts<'a>(&'a self, visit: &mut dyn FnMut(Part<'a>)) {
        match &self.kind {
            Kind::Assign(place, value) => {
                place.parts(visit);
                value.parts(visit);
            }
            Kind::Call(call) => {
                match &call.callee {
                    Callee::Pointer { pointer, .. } => pointer.parts(visit),
                    Callee::Function(_) | Callee::Pointed(..) => {}
                }
                call.args.iter().for_each(|arg| arg.passed_parts(visit));
                call.result.iter().for_each(|to| to.place.parts(visit));
            }
            Kind::Overflow(operation) => {
                operation.a.parts(visit);
                operation.b.parts(visit);
                operation.flag.parts(visit);
                operation.stored.iter().for_each(|p| p.parts(visit));
            }
            Kind::Clear(place, _) => place.parts(visit),
            Kind::Jump(value) | Kind::Branch(value, ..) | Kind::Switch(value, ..) => {
                value.parts(visit);
            }
            Kind::Asm(asm) => {
                asm.outputs.iter().for_each(|p| p.parts(visit));
                asm.inputs.iter().for_each(|a| a.parts(visit));
            }
            Kind::Observe(_, values) => values.iter().for_each(|v| v.parts(visit)),
            Kind::Enter(..)
            | Kind::Label { .. }
            | Kind::Goto(_)
            | Kind::Return
            | Kind::Reject
            | Kind::Halt
            | Kind::Heard(_) => {}
        }
    }
}

impl Place {
    fn parts<'a>(&'a self, visit: &mut dyn FnMut(Part<'a>)) {
        visit(Part::Object(self));
        self.operands().for_each(|operand| operand.parts(visit));
    }
}

impl Value {
    fn parts<'a>(&'a self, visit: &mut dyn FnMut(Part<'a>)) {
        match &self.kind {
            // Where it stands, a number became a pointer.
            ValueKind::Int(_) if matches!(self.ty, Type::Pointer(_)) => {
                visit(Part::Conversion(self, &self.ty));
            }
            ValueKind::Int(_)
            | ValueKind::Float(_)
            | ValueKind::Unknown
            | ValueKind::VarArgs
            | ValueKind::LabelAddress(..) => {}
            ValueKind::Function(f) => visit(Part::Function(*f, &self.ty)),
            ValueKind::Load(place) => place.parts(visit),
            ValueKind::Address(place) => {
                visit(Part::Address(place));
                place.operands().for_each(|operand| operand.parts(visit));
            }
            ValueKind::Convert(a) => {
                visit(Part::Conversion(a, &self.ty));
                a.parts(visit);
            }
            ValueKind::Negate(a) | ValueKind::Complement(a) | ValueKind::Not(a) => a.parts(visit),
            ValueKind::Arith(_, a, b) | ValueKind::PointerDiff(a, b, _) => {
                a.parts(visit);
                b.parts(visit);
            }
            ValueKind::Compare(_, a, b) => {
                a.compared().parts(visit);
                b.compared().parts(visit);
            }
            ValueKind::PointerAdd { pointer, index, .. } => {
                pointer.parts(visit);
                index.parts(visit);
            }
        }
    }

    /// The parts of an argument.
    fn passed_parts<'a>(&'a self, visit: &mut dyn FnMut(Part<'a>)) {
        match &self.kind {
            ValueKind::Convert(a) => {
                visit(Part::Argument(a, &self.ty));
                a.parts(visit);
            }
            _ => self.parts(visit),
        }
    }

    /// An operand of a comparison, as the address that it is.
    pub fn compared(&self) -> &Value {
        match &self.kind {
            ValueKind::Convert(inner) if matches!(inner.ty, Type::Pointer(_)) => inner,
            _ => self,
        }
    }
}
