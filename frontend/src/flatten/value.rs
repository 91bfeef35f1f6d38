//! Expressions to values: what they do on the way becomes statements in front.

use super::build::{Flattener, Result};
use super::constants::is_constant;
use super::footprint::Footprint;
use super::{Base, Kind, Overflow, Place, Role, Step, Value, ValueKind};
use crate::ir::{self, Arith, Expr, ExprKind, Relation};
use crate::types::Type;

impl Flattener<'_> {
    fn variable_arguments(&mut self) -> ValueKind {
        self.varies = true;
        ValueKind::VarArgs
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, e: &Expr) -> Result<Value> {
        if e.ty == Type::Void {
            self.effect(e)?;
            return Ok(Value::new(ValueKind::Unknown, Type::Void, e.pos));
        }
        let kind = match &e.kind {
            ExprKind::Int(v) => ValueKind::Int(*v),
            ExprKind::Unknown => ValueKind::Unknown,
            ExprKind::Float(bits) => ValueKind::Float(*bits),
            ExprKind::VarArgs => self.variable_arguments(),
            ExprKind::Function(f) => ValueKind::Function(*f),
            ExprKind::LabelAddress(f, label) => ValueKind::LabelAddress(*f, *label),
            ExprKind::Load(p) => ValueKind::Load(Box::new(self.place(p, &[])?)),
            ExprKind::Address(p) => ValueKind::Address(Box::new(self.place(p, &[])?)),
            ExprKind::Old => return self.old_value(e),
            ExprKind::And(..) | ExprKind::Or(..) => return self.truth(e, e),
            ExprKind::Not(_) | ExprKind::Compare(..) if decides(e) => return self.truth(e, e),
            ExprKind::Convert(a) if e.ty == Type::Bool && decides(a) => return self.truth(e, a),
            ExprKind::Convert(a) if a.ty == e.ty && matches!(e.ty, Type::Record(_)) => {
                return self.value(a)
            }
            ExprKind::Negate(a) => ValueKind::Negate(Box::new(self.value(a)?)),
            ExprKind::Complement(a) => ValueKind::Complement(Box::new(self.value(a)?)),
            ExprKind::Compare(Relation::Eq, a, b) if is_condition(a) && b.as_int() == Some(0) => {
                ValueKind::Not(Box::new(self.value(a)?))
            }
            ExprKind::Compare(Relation::Ne, a, b) if is_condition(a) && b.as_int() == Some(0) => {
                return Ok(converted(self.value(a)?, &e.ty))
            }
            ExprKind::Not(a) => ValueKind::Not(Box::new(self.value(a)?)),
            ExprKind::Convert(a) => ValueKind::Convert(Box::new(self.value(a)?)),
            ExprKind::Arith(op, a, b) => self.arithmetic(*op, a, b)?,
            ExprKind::Compare(relation, a, b) => {
                let (a, b) = self.pair(a, b)?;
                ValueKind::Compare(*relation, a, b)
            }
            ExprKind::PointerDiff(a, b, size) => {
                let (a, b) = self.pair(a, b)?;
                ValueKind::PointerDiff(a, b, *size)
            }
            ExprKind::PointerAdd {
                pointer,
                index,
                size,
                minus,
            } => self.moved(pointer, index, *size, *minus)?,
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                return self.value(b);
            }
            ExprKind::Complex(real, imaginary) => return self.complex(e, [real, imaginary]),
            ExprKind::Conditional(c, a, b) => return self.conditional(e, c, a.as_deref(), b),
            ExprKind::Assign(place, value) => return self.assigned(place, value, e.pos),
            ExprKind::Update { place, new, post } => return self.updated(place, new, *post, e.pos),
            ExprKind::Overflows { .. } => return self.overflow(e),
            ExprKind::Call(..) | ExprKind::CallPointer(..) => {
                let result = self.out.temporary(&e.ty, Role::Saved);
                self.call(e, Self::destination(result.clone(), Vec::new()))?;
                return Ok(Value::load(result, e.pos));
            }
            ExprKind::Block(stmts, value) => {
                self.stmts(stmts)?;
                match value {
                    Some(value) => return self.value(value),
                    None => ValueKind::Unknown,
                }
            }
        };
        Ok(Value::new(kind, e.ty.clone(), e.pos))
    }

    /// What a temporary is for that gets the value of an expression on several ways.
    fn chosen(&self, e: &Expr) -> Role {
        match is_constant(self.look.program, e) {
            true => Role::Folded,
            false => Role::Chosen,
        }
    }

    /// A temporary with these parts, which are evaluated in their order.
    fn complex(&mut self, e: &Expr, parts: [&Expr; 2]) -> Result<Value> {
        let Type::Record(id) = e.ty else {
            return Err(self.internal(e.pos, "a complex number of another type"));
        };
        let whole = self.out.temporary(&e.ty, Role::Chosen);
        for (index, part) in (0..).zip(parts) {
            let value = self.value(part)?;
            let mut place = whole.clone();
            place.steps.push(Step::Field(id, 0));
            let index = Value::int(index, Type::INT, e.pos);
            place.steps.push(Step::Index(index));
            place.ty = part.ty.clone().into();
            self.out.emit(e.pos, Kind::Assign(place, value));
        }
        Ok(Value::load(whole, e.pos))
    }

    fn arithmetic(&mut self, op: Arith, a: &Expr, b: &Expr) -> Result<ValueKind> {
        let (a, b) = self.pair(a, b)?;
        Ok(ValueKind::Arith(op, a, b))
    }

    fn moved(&mut self, pointer: &Expr, index: &Expr, size: u64, minus: bool) -> Result<ValueKind> {
        let (pointer, index) = self.pair(pointer, index)?;
        Ok(ValueKind::PointerAdd {
            pointer,
            index,
            size,
            minus,
        })
    }

    fn old_value(&self, e: &Expr) -> Result<Value> {
        let old = self.old.last().cloned();
        old.ok_or_else(|| self.internal(e.pos, "an update without an object"))
    }

    fn pair(&mut self, a: &Expr, b: &Expr) -> Result<(Box<Value>, Box<Value>)> {
        let mut values = self.operands(&[a, b], &[])?.into_iter().map(Box::new);
        match (values.next(), values.next()) {
            (Some(a), Some(b)) => Ok((a, b)),
            _ => Err(self.internal(a.pos, "an operand is missing")),
        }
    }

    /// The values of operands, in order. What the later ones, or what comes after them, may change
    /// is kept.
    pub(super) fn operands(
        &mut self,
        operands: &[&Expr],
        later: &[Footprint],
    ) -> Result<Vec<Value>> {
        if later.is_empty() && !operands.iter().any(|e| e.effects) {
            return operands.iter().map(|e| self.value(e)).collect();
        }
        let seen: Vec<Footprint> = operands.iter().map(|e| self.look.of(e)).collect();
        if let Some(first) = operands.first() {
            self.note_order(&seen, first.pos);
        }
        let mut values = Vec::with_capacity(operands.len());
        for (index, (e, own)) in operands.iter().zip(&seen).enumerate() {
            let value = self.value(e)?;
            let mut rest = seen.iter().skip(index + 1).chain(later);
            // Who is passed a list moves the object itself.
            let changes = e.ty != Type::VaList && rest.any(|other| other.changes(own));
            values.push(match changes {
                true => self.out.save(value),
                false => value,
            });
        }
        Ok(values)
    }

    /// Where an object is. What comes later may change what its operands are read from.
    pub(super) fn place(&mut self, place: &ir::Place, later: &[Footprint]) -> Result<Place> {
        let parts: Vec<&Expr> = place.operands().collect();
        let mut values = self.operands(&parts, later)?.into_iter();
        let mut next = |this: &Self| {
            let value = values.next();
            value.ok_or_else(|| this.internal(this.position(&parts), "an operand is missing"))
        };
        let mut out = match &place.base {
            ir::Base::Global(g) => whole(Base::Global(*g), place),
            ir::Base::Local(l) => whole(Base::Local(*l), place),
            ir::Base::String(s) => whole(Base::String(*s), place),
            ir::Base::Deref(_) => whole(Base::Deref(Box::new(next(self)?)), place),
            ir::Base::Value(_) => {
                let record = next(self)?;
                match record.kind {
                    ValueKind::Load(found) => *found,
                    _ => self.object(record),
                }
            }
        };
        for step in &place.steps {
            out.steps.push(match step {
                ir::Step::Field(record, index) => Step::Field(*record, *index),
                ir::Step::Index(_) => Step::Index(next(self)?),
            });
        }
        out.ty = place.ty.clone();
        Ok(out)
    }

    /// A temporary with this value.
    fn object(&mut self, value: Value) -> Place {
        let (place, pos) = (self.out.temporary(&value.ty, Role::Saved), value.pos);
        self.out.emit(pos, Kind::Assign(place.clone(), value));
        place
    }

    fn position(&self, parts: &[&Expr]) -> proofmark_logic::cfa::Pos {
        parts.first().map_or_else(Default::default, |e| e.pos)
    }

    /// 1 if the condition holds, else 0, with the type of `e`.
    fn truth(&mut self, e: &Expr, condition: &Expr) -> Result<Value> {
        let result = self.out.temporary(&e.ty, self.chosen(e));
        let (yes, no, join) = (
            self.out.new_label(),
            self.out.new_label(),
            self.out.new_label(),
        );
        self.branch(condition, yes, no)?;
        let store = |this: &mut Self, value| {
            let value = Value::int(value, e.ty.clone(), e.pos);
            this.out.emit(e.pos, Kind::Assign(result.clone(), value));
        };
        self.out.place_label(yes, e.pos);
        store(self, 1);
        self.out.emit(e.pos, Kind::Goto(join));
        self.out.place_label(no, e.pos);
        store(self, 0);
        self.out.place_label(join, e.pos);
        Ok(Value::load(result, e.pos))
    }

    fn conditional(&mut self, e: &Expr, c: &Expr, a: Option<&Expr>, b: &Expr) -> Result<Value> {
        let result = self.out.temporary(&e.ty, self.chosen(e));
        let (yes, no, join) = (
            self.out.new_label(),
            self.out.new_label(),
            self.out.new_label(),
        );
        match a {
            Some(a) => {
                self.branch(c, yes, no)?;
                self.out.place_label(yes, c.pos);
                self.put(result.clone(), a)?;
            }
            // `c ?: b` evaluates c once.
            None => {
                let value = self.value(c)?;
                let value = self.out.save(value);
                self.out.emit(c.pos, Kind::Branch(value.clone(), yes, no));
                self.out.place_label(yes, c.pos);
                let value = converted(value, &e.ty);
                self.out.emit(c.pos, Kind::Assign(result.clone(), value));
            }
        }
        self.out.emit(e.pos, Kind::Goto(join));
        self.out.place_label(no, c.pos);
        self.put(result.clone(), b)?;
        self.out.place_label(join, c.pos);
        Ok(Value::load(result, e.pos))
    }

    fn overflow(&mut self, e: &Expr) -> Result<Value> {
        let ExprKind::Overflows {
            op,
            a,
            b,
            ty,
            place,
        } = &e.kind
        else {
            return Err(self.internal(e.pos, "no operation with an overflow"));
        };
        let mut later = Footprint::default();
        if let Some(place) = place {
            self.look.look_path(place, &mut later);
        }
        let mut values = self.operands(&[a, b], &[later])?.into_iter();
        let (Some(a), Some(b)) = (values.next(), values.next()) else {
            return Err(self.internal(e.pos, "an operand is missing"));
        };
        let stored = place.as_ref().map(|p| self.place(p, &[])).transpose()?;
        let flag = self.out.temporary(&e.ty, self.chosen(e));
        self.out.emit(
            e.pos,
            Kind::Overflow(Overflow {
                flag: flag.clone(),
                op: *op,
                a,
                b,
                ty: ty.clone(),
                stored,
            }),
        );
        Ok(Value::load(flag, e.pos))
    }
}

fn whole(base: Base, place: &ir::Place) -> Place {
    Place {
        base,
        base_ty: place.base_ty.clone(),
        steps: Vec::new(),
        ty: place.ty.clone(),
    }
}

/// A value as one of another type.
pub(super) fn converted(value: Value, ty: &Type) -> Value {
    match value.ty == *ty {
        true => value,
        false => {
            let pos = value.pos;
            Value::new(ValueKind::Convert(Box::new(value)), ty.clone(), pos)
        }
    }
}

/// Whether an expression yields 0 or 1 by control flow.
pub(super) fn decides(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Not(a) | ExprKind::Convert(a) => decides(a),
        ExprKind::Compare(ir::Relation::Eq | ir::Relation::Ne, a, b) => {
            b.as_int() == Some(0) && is_condition(a) && decides(a)
        }
        _ => false,
    }
}

/// Whether an expression only yields 0 or 1 because it decides something.
pub(super) fn is_condition(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Convert(a) => a.ty.is_integer() && e.ty.is_integer() && is_condition(a),
        _ => false,
    }
}
