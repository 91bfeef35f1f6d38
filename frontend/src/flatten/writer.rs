//! Statements under construction, with the labels and temporaries that they use.

use super::{Base, Kind, Local, Place, Role, Stmt, Value, ValueKind};
use crate::ir::Label;
use crate::types::{Qual, Type};
use proofmark_logic::cfa::Pos;
use std::rc::Rc;

/// A body under construction.
pub struct Writer {
    /// Its locals so far.
    pub locals: Vec<Local>,
    /// How many labels it uses so far.
    pub labels: u32,
    /// Its statements so far.
    pub stmts: Vec<Stmt>,
    /// The labels in front of the statement of the program that is written.
    pub in_front: Rc<[String]>,
}

impl Writer {
    /// Adds a statement.
    pub fn emit(&mut self, pos: Pos, kind: Kind) {
        let labels = self.in_front.clone();
        self.stmts.push(Stmt {
            kind,
            pos,
            labels,
            open: None,
        });
    }

    /// A label that is not placed yet.
    pub fn new_label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    /// Places a label.
    pub fn place_label(&mut self, label: Label, pos: Pos) {
        self.emit(
            pos,
            Kind::Label {
                label,
                error: false,
            },
        );
    }

    /// A temporary.
    pub fn temporary(&mut self, ty: &Type, role: Role) -> Place {
        let index = u32::try_from(self.locals.len()).unwrap_or(u32::MAX);
        let ty: Qual = ty.clone().into();
        self.locals.push(Local {
            name: "$".to_owned(),
            ty: ty.clone(),
            role,
        });
        Place::local(index, ty)
    }

    fn role(&self, local: u32) -> Option<Role> {
        self.locals.get(local as usize).map(|l| l.role)
    }

    /// Keeps a value from later changes of what it was read from. Conversions stay outside of the
    /// temporary: they tell what a pointer points to.
    pub fn save(&mut self, value: Value) -> Value {
        match value.kind {
            ValueKind::Convert(inner) => {
                let inner = self.save(*inner);
                Value::new(ValueKind::Convert(Box::new(inner)), value.ty, value.pos)
            }
            _ if self.is_kept(&value) => value,
            _ => {
                let (pos, place) = (value.pos, self.temporary(&value.ty, Role::Saved));
                self.emit(pos, Kind::Assign(place.clone(), value));
                Value::load(place, pos)
            }
        }
    }

    /// Whether nothing can change a value.
    fn is_kept(&self, value: &Value) -> bool {
        match &value.kind {
            ValueKind::Int(_) | ValueKind::Function(_) | ValueKind::LabelAddress(..) => true,
            ValueKind::Load(place) => {
                matches!(place.base, Base::Local(l) if self.role(l) == Some(Role::Saved))
                    && place.steps.is_empty()
            }
            ValueKind::Address(place) => place.operands().next().is_none(),
            ValueKind::Float(_)
            | ValueKind::Unknown
            | ValueKind::VarArgs
            | ValueKind::Negate(_)
            | ValueKind::Complement(_)
            | ValueKind::Not(_)
            | ValueKind::Convert(_)
            | ValueKind::Arith(..)
            | ValueKind::PointerAdd { .. }
            | ValueKind::PointerDiff(..)
            | ValueKind::Compare(..) => false,
        }
    }

    /// Makes a place stay where it is, whatever is written to it.
    pub fn settle(&mut self, place: &mut Place) {
        let written = match place.base {
            Base::Local(local) => Some(local),
            Base::Global(_) | Base::Deref(_) | Base::String(_) | Base::Result => None,
        };
        let unchanged = |kind: &ValueKind| match kind {
            ValueKind::Load(read) => match read.base {
                Base::Local(l) => written != Some(l) && self.role(l) != Some(Role::Exposed),
                Base::Global(_) | Base::Deref(_) | Base::String(_) | Base::Result => false,
            },
            _ => true,
        };
        let settled = place.operands().map(|v| v.is_stable() && v.all(&unchanged));
        let settled: Vec<bool> = settled.collect();
        for (operand, settled) in place.operands_mut().zip(settled) {
            if !settled {
                *operand = self.save(operand.clone());
            }
        }
    }
}
