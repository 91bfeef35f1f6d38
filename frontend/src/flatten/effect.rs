//! Expressions for their effects: assignments, calls and conditions.

use super::build::{Flattener, Result};
use super::footprint::{Access, Footprint};
use super::value::is_condition;
use super::{Call, Callee, Destination, Kind, Place, Value};
use crate::ir::{self, Expr, ExprKind, Label, Relation};
use crate::types::Type;
use proofmark_logic::cfa::Pos;

impl Flattener<'_> {
    /// Evaluates an expression for its effects.
    pub(super) fn effect(&mut self, e: &Expr) -> Result<()> {
        match &e.kind {
            _ if !e.effects => Ok(()),
            ExprKind::Convert(a) => self.effect(a),
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.effect(b)
            }
            ExprKind::And(..) | ExprKind::Or(..) => {
                let join = self.out.new_label();
                self.branch(e, join, join)?;
                self.out.place_label(join, e.pos);
                Ok(())
            }
            ExprKind::Conditional(c, a, b) => {
                let (yes, no, join) = (
                    self.out.new_label(),
                    self.out.new_label(),
                    self.out.new_label(),
                );
                self.branch(c, yes, no)?;
                self.out.place_label(yes, e.pos);
                a.iter().try_for_each(|a| self.effect(a))?;
                self.out.emit(e.pos, Kind::Goto(join));
                self.out.place_label(no, e.pos);
                self.effect(b)?;
                self.out.place_label(join, e.pos);
                Ok(())
            }
            ExprKind::Assign(place, value) => self.assign(place, value, e.pos).map(|_| ()),
            ExprKind::Update { place, new, .. } => {
                let (place, old) = self.updated_place(place, new)?;
                let value = self.updating(old, new)?;
                self.out.emit(e.pos, Kind::Assign(place, value));
                Ok(())
            }
            ExprKind::Call(..) | ExprKind::CallPointer(..) => self.call(e, None),
            ExprKind::Block(stmts, value) => {
                self.stmts(stmts)?;
                value.as_ref().map_or(Ok(()), |v| self.effect(v))
            }
            ExprKind::Negate(_)
            | ExprKind::Complement(_)
            | ExprKind::Not(_)
            | ExprKind::Arith(..)
            | ExprKind::Compare(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDiff(..)
            | ExprKind::Load(_)
            | ExprKind::Address(_)
            | ExprKind::Overflows { .. }
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Unknown
            | ExprKind::LabelAddress(..)
            | ExprKind::VarArgs
            | ExprKind::Old
            | ExprKind::Complex(..)
            | ExprKind::Function(_) => self.value(e).map(|_| ()),
        }
    }

    // -- assignment

    /// Stores a value in a temporary, or as a result, without conversions of a call's result on the
    /// way.
    pub(super) fn put(&mut self, place: Place, value: &Expr) -> Result<()> {
        match value.kind {
            ExprKind::Call(..) | ExprKind::CallPointer(..) => {
                self.call(value, Self::destination(place, Vec::new()))
            }
            _ => {
                let stored = self.value(value)?;
                self.out.emit(value.pos, Kind::Assign(place, stored));
                Ok(())
            }
        }
    }

    /// Stores a value that the program assigns.
    pub(super) fn store(&mut self, place: Place, value: &Expr, pos: Pos) -> Result<()> {
        let inner = value.behind_conversions();
        match inner.kind {
            ExprKind::Call(..) | ExprKind::CallPointer(..) => {
                let mut through = Vec::new();
                let mut outer = value;
                while let ExprKind::Convert(next) = &outer.kind {
                    through.push(outer.ty.clone());
                    outer = next;
                }
                through.reverse();
                self.call(inner, Some(Destination { place, through }))
            }
            _ => {
                let value = self.value(value)?;
                self.out.emit(pos, Kind::Assign(place, value));
                Ok(())
            }
        }
    }

    /// `place = value`.
    fn assign(&mut self, place: &ir::Place, value: &Expr, pos: Pos) -> Result<()> {
        let place = self.assigned_place(place, value, pos)?;
        self.store(place, value, pos)
    }

    fn assigned_place(&mut self, place: &ir::Place, value: &Expr, pos: Pos) -> Result<Place> {
        if !value.effects && !place.effects() {
            return self.place(place, &[]);
        }
        let (mut path, later) = (Footprint::default(), self.look.of(value));
        self.look.look_path(place, &mut path);
        let both = [path, later];
        self.note_order(&both, pos);
        let [_, later] = both;
        self.place(place, &[later])
    }

    /// `place = value`, for the value: what the object holds then (C11 6.5.16p3).
    pub(super) fn assigned(&mut self, place: &ir::Place, value: &Expr, pos: Pos) -> Result<Value> {
        let mut to = self.assigned_place(place, value, pos)?;
        let from_call = matches!(
            value.behind_conversions().kind,
            ExprKind::Call(..) | ExprKind::CallPointer(..)
        );
        if from_call || self.is_read_back(&to) {
            self.out.settle(&mut to);
            self.store(to.clone(), value, pos)?;
            return Ok(Value::load(to, pos));
        }
        let value = self.value(value)?;
        let value = self.out.save(value);
        self.out.emit(pos, Kind::Assign(to, value.clone()));
        Ok(value)
    }

    /// Whether the value of an assignment is what the object holds: a variable; an object that
    /// others may change; one that keeps only a part of the value.
    fn is_read_back(&self, place: &Place) -> bool {
        let narrow = place.steps.iter().any(|step| match step {
            super::Step::Field(record, index) => {
                let field = self.look.program.types.field(*record, *index);
                field.is_some_and(|f| f.bits.is_some())
            }
            super::Step::Index(_) => false,
        });
        let variable = match place.base {
            super::Base::Global(_) | super::Base::Local(_) => {
                place.operands().all(|operand| operand.as_int().is_some())
            }
            super::Base::Deref(_) | super::Base::String(_) | super::Base::Result => false,
        };
        narrow || variable || place.ty.volatile || matches!(place.ty.ty, Type::Record(_))
    }

    /// The place of `place op= value`, and its old value, which is read before the effects of the
    /// operand (C11 6.5.16p3 leaves it open).
    fn updated_place(&mut self, place: &ir::Place, new: &Expr) -> Result<(Place, Value)> {
        let mut changed = false;
        let mut to = match new.effects || place.effects() {
            false => self.place(place, &[])?,
            true => {
                let (mut path, later) = (Footprint::default(), self.look.of(new));
                self.look.look_path(place, &mut path);
                self.look.touch(place, &mut path, Access::Read);
                let both = [path, later];
                self.note_order(&both, new.pos);
                let [path, later] = both;
                changed = later.changes(&path);
                self.place(place, &[later])?
            }
        };
        self.out.settle(&mut to);
        let old = Value::load(to.clone(), new.pos);
        let old = if changed { self.out.save(old) } else { old };
        Ok((to, old))
    }

    /// The new value of an update.
    fn updating(&mut self, old: Value, new: &Expr) -> Result<Value> {
        self.old.push(old);
        let value = self.value(new);
        self.old.pop();
        value
    }

    /// `place op= value` for its value, or `place++` for the old one.
    pub(super) fn updated(
        &mut self,
        place: &ir::Place,
        new: &Expr,
        post: bool,
        pos: Pos,
    ) -> Result<Value> {
        let (to, old) = self.updated_place(place, new)?;
        if post {
            let kept = self.out.save(old.clone());
            let old = if old.is_stable() { old } else { kept.clone() };
            let value = self.updating(old, new)?;
            self.out.emit(pos, Kind::Assign(to, value));
            return Ok(kept);
        }
        let value = self.updating(old, new)?;
        if self.is_read_back(&to) {
            self.out.emit(pos, Kind::Assign(to.clone(), value));
            return Ok(Value::load(to, pos));
        }
        let value = self.out.save(value);
        self.out.emit(pos, Kind::Assign(to, value.clone()));
        Ok(value)
    }

    // -- calls

    /// A call.
    pub(super) fn call(&mut self, e: &Expr, result: Option<Destination>) -> Result<()> {
        let (pointer, args) = match &e.kind {
            ExprKind::Call(f, args) => {
                if e.ty == Type::Void && self.verifier_call(*f, args, e.pos)? {
                    return Ok(());
                }
                (None, args)
            }
            ExprKind::CallPointer(pointer, _, args) => (Some(pointer.as_ref()), args),
            _ => return Err(self.internal(e.pos, "no call")),
        };
        let operands: Vec<&Expr> = pointer.into_iter().chain(args).collect();
        let mut values = self.operands(&operands, &[])?;
        let callee = match &e.kind {
            ExprKind::CallPointer(_, ty, _) => Callee::Pointer {
                pointer: values.remove(0),
                ty: (**ty).clone(),
                except: Vec::new(),
            },
            ExprKind::Call(f, _) => Callee::Function(*f),
            _ => return Err(self.internal(e.pos, "no call")),
        };
        let call = Call {
            callee,
            args: values,
            ty: e.ty.clone(),
            result: result.filter(|_| e.ty != Type::Void),
        };
        self.out.emit(e.pos, Kind::Call(call));
        Ok(())
    }

    /// `__VERIFIER_assume`, `__VERIFIER_assert` and an `assert` that is declared by hand, unless
    /// the program defines them or an observer watches them: their arguments are conditions.
    fn verifier_call(&mut self, f: u32, args: &[Expr], pos: Pos) -> Result<bool> {
        let program = self.look.program;
        let function = program.called(f).filter(|f| f.body.is_none());
        let name = function.map_or("", |f| f.name.as_str());
        let otherwise = match name {
            "__VERIFIER_assume" => Kind::Halt,
            "__VERIFIER_assert" | "assert" if !program.observed.active => Kind::Reject,
            _ => return Ok(false),
        };
        let [condition] = args else { return Ok(false) };
        // What is no scalar is no condition: the call is refused where it is translated.
        if self.look.is_watched(f) || !condition.ty.is_scalar() {
            return Ok(false);
        }
        let (holds, fails) = (self.out.new_label(), self.out.new_label());
        self.branch(condition, holds, fails)?;
        self.out.place_label(fails, pos);
        self.out.emit(pos, otherwise);
        self.out.place_label(holds, pos);
        Ok(true)
    }

    // -- conditions

    /// Goes to `yes` if the expression is not 0, else to `no`.
    pub(super) fn branch(&mut self, e: &Expr, yes: Label, no: Label) -> Result<()> {
        match &e.kind {
            ExprKind::Int(v) => {
                self.out
                    .emit(e.pos, Kind::Goto(if *v != 0 { yes } else { no }));
                Ok(())
            }
            ExprKind::Not(a) => self.branch(a, no, yes),
            ExprKind::And(a, b) => {
                let both = self.out.new_label();
                self.branch(a, both, no)?;
                self.out.place_label(both, b.pos);
                self.branch(b, yes, no)
            }
            ExprKind::Or(a, b) => {
                let second = self.out.new_label();
                self.branch(a, yes, second)?;
                self.out.place_label(second, b.pos);
                self.branch(b, yes, no)
            }
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.branch(b, yes, no)
            }
            ExprKind::Conditional(c, Some(a), b) => {
                let (then, other) = (self.out.new_label(), self.out.new_label());
                self.branch(c, then, other)?;
                self.out.place_label(then, a.pos);
                self.branch(a, yes, no)?;
                self.out.place_label(other, b.pos);
                self.branch(b, yes, no)
            }
            ExprKind::Convert(a) if self.keeps_truth(&a.ty, &e.ty) => self.branch(a, yes, no),
            ExprKind::Compare(Relation::Ne, a, b) if is_condition(a) && b.as_int() == Some(0) => {
                self.branch(a, yes, no)
            }
            ExprKind::Compare(Relation::Eq, a, b) if is_condition(a) && b.as_int() == Some(0) => {
                self.branch(a, no, yes)
            }
            _ => {
                let value = self.value(e)?;
                self.out.emit(e.pos, Kind::Branch(value, yes, no));
                Ok(())
            }
        }
    }

    /// Whether a conversion yields 0 only for 0.
    fn keeps_truth(&self, from: &Type, to: &Type) -> bool {
        let types = &self.look.program.types;
        match (types.machine(from), types.machine(to)) {
            (Some(_), Some(_)) if *to == Type::Bool => true,
            // What is less than 1 becomes 0.
            _ if from.is_float() => false,
            (Some(from), Some(to)) => to.bits() >= from.bits(),
            _ => false,
        }
    }
}
