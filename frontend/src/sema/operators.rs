//! Conversions and operators on typed values, with constant folding (C11 6.3, 6.5.3–6.5.16, 6.6).

use super::{Result, Unit};
use crate::ir::{Arith, Expr, ExprKind, Place, Relation};
use crate::types::{FloatKind, IntKind, Qual, Type};
use lang_c::ast::BinaryOperator;
use lang_c::span::Span;

impl Unit<'_> {
    /// Conversion as by a cast (C11 6.3, 6.5.4).
    pub(super) fn convert(&self, e: Expr, to: &Type) -> Expr {
        // Types with computed lengths are equal, whatever these are.
        if e.ty == *to && !e.ty.is_variably_modified() && !to.is_variably_modified() {
            return e;
        }
        // A pointer in a wider integer is extended with its sign (gcc manual, "Arrays and
        // Pointers").
        let types = &self.program.types;
        let wider = match (&e.ty, to) {
            (Type::Pointer(_), Type::Int(kind)) => {
                types.int_type(*kind).bits() > types.address().bits()
            }
            _ => false,
        };
        // Of an integer that is wider than pointers the low bits count (there).
        let narrower = matches!(to, Type::Pointer(_))
            && matches!(e.ty, Type::Float(FloatKind::Int128 | FloatKind::UInt128));
        let e = if wider || narrower {
            self.convert(e, &self.program.types.difference_type())
        } else {
            e
        };
        let pos = e.pos;
        let known = e.as_int().or_else(|| self.wide_value(&e));
        if let (Some(value), Some(machine)) = (known, self.program.types.machine(to)) {
            let value = if *to == Type::Bool {
                i128::from(value != 0)
            } else {
                machine.wrap(value)
            };
            return Expr::int(value, to.clone(), pos);
        }
        let converted = Expr::new(ExprKind::Convert(Box::new(e)), to.clone(), pos);
        match self.offset_from_null(&converted) {
            Some(offset) => Expr::int(offset, to.clone(), pos),
            None => converted,
        }
    }

    /// Conversion as by assignment (C11 6.5.16.1); also arguments, initialisers and results.
    pub(super) fn assign_convert(&mut self, e: Expr, to: &Type, span: Span) -> Result<Expr> {
        if e.ty != *to && self.any_complex([&e.ty, to]) {
            return self.complex_convert(e, to, span);
        }
        let ok = match (to, &e.ty) {
            (Type::Bool, from) => from.is_arithmetic() || matches!(from, Type::Pointer(_)),
            (Type::Int(_) | Type::Float(_), from) if from.is_arithmetic() => true,
            (Type::Pointer(_), Type::Pointer(_)) => true,
            // Constraint violations that compilers accept with a warning.
            (
                Type::Pointer(_),
                Type::Int(_) | Type::Float(FloatKind::Int128 | FloatKind::UInt128),
            )
            | (Type::Int(_), Type::Pointer(_)) => {
                if e.as_int() != Some(0) {
                    self.warn(span, "an integer and a pointer are mixed without a cast");
                }
                true
            }
            (a, b) => a == b,
        };
        if !ok {
            let (from, to) = (self.show(&e.ty), self.show(to));
            return Err(self.type_error(span, format!("`{from}` cannot be converted to `{to}`")));
        }
        Ok(self.convert(e, to))
    }

    /// Conversion to what an object holds. Of a bit-field, the value's type has its width (C11
    /// 6.7.2.1p10): which number a floating value becomes that this type cannot hold is open,
    /// though the declared type could hold it (C11 6.3.1.4p1).
    pub(super) fn stored(&mut self, e: Expr, place: &Place, span: Span) -> Result<Expr> {
        let machine = self.program.types.machine(&place.ty.ty);
        if self.bit_width(place).is_some() && self.any_complex([&e.ty; 2]) {
            let message = "a complex number for a bit-field is not supported";
            return Err(self.unsupported(span, message));
        }
        let e = match (self.bit_width(place), machine, &e.ty) {
            (Some(width), Some(machine), Type::Float(_)) if place.ty.ty != Type::Bool => {
                self.convert(e, &Type::Int(IntKind::Bits(width, machine.signed())))
            }
            _ => e,
        };
        self.assign_convert(e, &place.ty.ty, span)
    }

    /// Integer promotion (C11 6.3.1.1p2). Bit-fields are promoted where they are read.
    pub(super) fn promote(&self, e: Expr) -> Expr {
        let ty = self.promoted(&e.ty);
        self.convert(e, &ty)
    }

    fn promoted(&self, ty: &Type) -> Type {
        match ty {
            Type::Bool => Type::INT,
            Type::Int(
                IntKind::Char | IntKind::SChar | IntKind::UChar | IntKind::Short | IntKind::UShort,
            ) => Type::INT,
            other => other.clone(),
        }
    }

    /// Default argument promotion (C11 6.5.2.2p6).
    pub(super) fn default_promote(&self, e: Expr) -> Expr {
        match e.ty {
            Type::Float(FloatKind::Float) => self.convert(e, &Type::Float(FloatKind::Double)),
            Type::Int(IntKind::Bits(_, signed)) => self.convert(
                e,
                &Type::Int(if signed {
                    IntKind::LongLong
                } else {
                    IntKind::ULongLong
                }),
            ),
            _ => self.promote(e),
        }
    }

    /// The value of an expression that reads a place or stores into it, with the type that a
    /// bit-field's value has. `int` holds every value of a narrower field (C11 6.3.1.1p2);
    /// otherwise the width makes the type (C11 6.7.2.1p10, footnote 125), whatever type was
    /// declared.
    pub(super) fn place_value(&self, value: Expr, width: Option<u8>) -> Expr {
        let int = self.program.types.int_type(IntKind::Int).bits();
        let ty = match (width, self.program.types.machine(&value.ty)) {
            (Some(w), _) if w < int => Type::INT,
            (Some(w), Some(declared)) if w == int => Type::Int(if declared.signed() {
                IntKind::Int
            } else {
                IntKind::UInt
            }),
            (Some(w), Some(declared)) if w < declared.bits() => {
                Type::Int(IntKind::Bits(w, declared.signed()))
            }
            _ => return value,
        };
        self.convert(value, &ty)
    }

    /// The common type of arithmetic operands (C11 6.3.1.8).
    pub(super) fn common_type(&self, a: &Type, b: &Type) -> Type {
        let float = |ty: &Type| match ty {
            Type::Float(kind) => float_rank(*kind),
            _ => 0,
        };
        if float(a).max(float(b)) > 0 {
            return if float(a) >= float(b) {
                a.clone()
            } else {
                b.clone()
            };
        }
        let (a, b) = (self.promoted(a), self.promoted(b));
        let (Type::Int(x), Type::Int(y)) = (&a, &b) else {
            return a;
        };
        let rank = |kind: IntKind| (self.program.types.int_type(kind).bits(), rank(kind));
        let (high, low) = if rank(*x) >= rank(*y) {
            (*x, *y)
        } else {
            (*y, *x)
        };
        let (high_machine, low_machine) = (
            self.program.types.int_type(high),
            self.program.types.int_type(low),
        );
        let kind = match (high_machine.signed(), low_machine.signed()) {
            (s, t) if s == t => high,
            (false, _) => high,
            // The signed type of higher rank wins if it holds every value of the other.
            (true, _) if rank(high) == rank(low) => low,
            (true, _) if high_machine.bits() > low_machine.bits() => high,
            (true, _) => unsigned(high),
        };
        Type::Int(kind)
    }

    /// Reads an object; arrays and functions become pointers (C11 6.3.2.1).
    pub(super) fn load(&self, place: Place, span: Span) -> Result<Expr> {
        let pos = self.pos(span);
        match &place.ty.ty {
            Type::Array(element, _) => {
                // A member of a qualified structure is qualified, and of an array its elements are.
                let element = Qual::clone(element).qualified(&place.ty);
                let ty = Type::Pointer(std::rc::Rc::new(element));
                Ok(self.address(place, ty, span))
            }
            Type::Function(_) => {
                let ty = Type::Pointer(std::rc::Rc::new(place.ty.clone()));
                Ok(self.address(place, ty, span))
            }
            Type::Void => Ok(Expr::new(
                ExprKind::Convert(Box::new(self.address(place, Type::Void.pointer_to(), span))),
                Type::Void,
                pos,
            )),
            ty => {
                let ty = ty.clone();
                let width = self.bit_width(&place);
                Ok(self.place_value(Expr::new(ExprKind::Load(Box::new(place)), ty, pos), width))
            }
        }
    }

    /// The address of a place, as a pointer of type `ty`.
    pub(super) fn address(&self, mut place: Place, ty: Type, span: Span) -> Expr {
        let pos = self.pos(span);
        if place.steps.is_empty() {
            place.base = match place.base {
                // `&*p` is `p` (C11 6.5.3.2p3).
                crate::ir::Base::Deref(pointer) => return self.convert(*pointer, &ty),
                other => other,
            };
        }
        Expr::new(ExprKind::Address(Box::new(place)), ty, pos)
    }

    /// The width if the place is a bit-field.
    pub(super) fn bit_width(&self, place: &Place) -> Option<u8> {
        match place.steps.last() {
            Some(crate::ir::Step::Field(record, index)) => self
                .program
                .types
                .fields(*record)
                .get(*index)
                .and_then(|f| f.bits)
                .map(|(_, width)| width),
            _ => None,
        }
    }

    /// A binary operator on values, without `&&`, `||`, assignment and indexing.
    pub(super) fn binary(
        &mut self,
        op: &BinaryOperator,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Result<Expr> {
        let relation = match op {
            BinaryOperator::Less => Some(Relation::Lt),
            BinaryOperator::Greater => Some(Relation::Gt),
            BinaryOperator::LessOrEqual => Some(Relation::Le),
            BinaryOperator::GreaterOrEqual => Some(Relation::Ge),
            BinaryOperator::Equals => Some(Relation::Eq),
            BinaryOperator::NotEquals => Some(Relation::Ne),
            _ => None,
        };
        if let Some(relation) = relation {
            return self.compare(relation, a, b, span);
        }
        let arith = match op {
            BinaryOperator::Multiply | BinaryOperator::AssignMultiply => Arith::Mul,
            BinaryOperator::Divide | BinaryOperator::AssignDivide => Arith::Div,
            BinaryOperator::Modulo | BinaryOperator::AssignModulo => Arith::Rem,
            BinaryOperator::Plus | BinaryOperator::AssignPlus => Arith::Add,
            BinaryOperator::Minus | BinaryOperator::AssignMinus => Arith::Sub,
            BinaryOperator::ShiftLeft | BinaryOperator::AssignShiftLeft => Arith::Shl,
            BinaryOperator::ShiftRight | BinaryOperator::AssignShiftRight => Arith::Shr,
            BinaryOperator::BitwiseAnd | BinaryOperator::AssignBitwiseAnd => Arith::And,
            BinaryOperator::BitwiseXor | BinaryOperator::AssignBitwiseXor => Arith::Xor,
            BinaryOperator::BitwiseOr | BinaryOperator::AssignBitwiseOr => Arith::Or,
            _ => return Err(self.unsupported(span, "this operator is not supported here")),
        };
        self.arithmetic(arith, a, b, span)
    }

    pub(super) fn arithmetic(&mut self, op: Arith, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        if self.any_complex([&a.ty, &b.ty]) {
            return self.complex_arithmetic(op, (a, b), span);
        }
        let pos = self.pos(span);
        match (&a.ty, &b.ty) {
            (Type::Pointer(_), t) if t.is_integer() && matches!(op, Arith::Add | Arith::Sub) => {
                return self.pointer_add(a, b, op == Arith::Sub, span)
            }
            (t, Type::Pointer(_)) if t.is_integer() && op == Arith::Add => {
                return self.pointer_add(b, a, false, span)
            }
            (Type::Pointer(p), Type::Pointer(_)) if op == Arith::Sub => {
                let ty = self.program.types.difference_type();
                if p.run_time_size().is_some() {
                    let size = self.run_time_size(p, span)?;
                    let size = self.convert(size, &ty);
                    let bytes = ExprKind::PointerDiff(Box::new(a), Box::new(b), 1);
                    let bytes = Expr::new(bytes, ty, pos);
                    return self.arithmetic(Arith::Div, bytes, size, span);
                }
                let size = self.size_of(&p.ty, span)?.max(1);
                return Ok(Expr::new(
                    ExprKind::PointerDiff(Box::new(a), Box::new(b), size),
                    ty,
                    pos,
                ));
            }
            _ => {}
        }
        let wide = |ty: &Type| matches!(ty, Type::Float(FloatKind::Int128 | FloatKind::UInt128));
        let shift = matches!(op, Arith::Shl | Arith::Shr);
        // The operators of integers apply to 128-bit ones too, but such a value cannot say how far
        // to shift: it is not modelled.
        let integers =
            (a.ty.is_integer() || wide(&a.ty)) && (b.ty.is_integer() || wide(&b.ty) && !shift);
        if !(integers
            || matches!(op, Arith::Add | Arith::Sub | Arith::Mul | Arith::Div)
                && a.ty.is_arithmetic()
                && b.ty.is_arithmetic())
        {
            let (a, b) = (self.show(&a.ty), self.show(&b.ty));
            return Err(self.type_error(
                span,
                format!("the operator does not apply to `{a}` and `{b}`"),
            ));
        }
        // Each operand of a shift is promoted alone (C11 6.5.7p3).
        let (a, b) = if matches!(op, Arith::Shl | Arith::Shr) {
            (self.promote(a), self.promote(b))
        } else {
            let ty = self.common_type(&a.ty, &b.ty);
            (self.convert(a, &ty), self.convert(b, &ty))
        };
        let ty = a.ty.clone();
        if let (Some(x), Some(y), Some(machine)) =
            (a.as_int(), b.as_int(), self.program.types.machine(&ty))
        {
            if let Some(value) = fold(op, x, y, machine.bits()) {
                return Ok(Expr::int(machine.wrap(value), ty, pos));
            }
        }
        Ok(Expr::new(
            ExprKind::Arith(op, Box::new(a), Box::new(b)),
            ty,
            pos,
        ))
    }

    /// `pointer ± index` (C11 6.5.6p8); `void *` counts bytes, as in gcc.
    pub(super) fn pointer_add(
        &mut self,
        pointer: Expr,
        index: Expr,
        minus: bool,
        span: Span,
    ) -> Result<Expr> {
        let Some(pointee) = pointer.ty.pointee().cloned() else {
            return Err(self.type_error(span, "a pointer is needed here"));
        };
        let size = self.run_time_size(&pointee, span)?;
        if index.as_int() == Some(0) {
            return Ok(pointer);
        }
        let Some(size) = size.as_int().and_then(|size| u64::try_from(size).ok()) else {
            return self.scaled_pointer(pointer, index, size, minus, span);
        };
        let (ty, pos) = (pointer.ty.clone(), self.pos(span));
        let index = Box::new(self.promote(index));
        Ok(Expr::new(
            ExprKind::PointerAdd {
                pointer: Box::new(pointer),
                index,
                size,
                minus,
            },
            ty,
            pos,
        ))
    }

    pub(super) fn compare(
        &mut self,
        relation: Relation,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Result<Expr> {
        if self.any_complex([&a.ty, &b.ty]) {
            return self.complex_equality(relation, (a, b), span);
        }
        let address = self.program.types.size_type();
        let (a, b) = match (&a.ty, &b.ty) {
            (Type::Pointer(_), Type::Pointer(_)) => (a, b),
            // A null pointer constant, or an integer that compilers accept with a warning: compared
            // as addresses.
            (Type::Pointer(_), t) if t.is_integer() => {
                let b = self.convert(b, &a.ty);
                (a, b)
            }
            (t, Type::Pointer(_)) if t.is_integer() => {
                let a = self.convert(a, &b.ty);
                (a, b)
            }
            (s, t) if s.is_arithmetic() && t.is_arithmetic() => {
                let ty = self.common_type(s, t);
                (self.convert(a, &ty), self.convert(b, &ty))
            }
            (s, t) => {
                let (s, t) = (self.show(s), self.show(t));
                return Err(self.type_error(span, format!("`{s}` and `{t}` cannot be compared")));
            }
        };
        let (a, b) = if matches!(a.ty, Type::Pointer(_)) {
            (self.convert(a, &address), self.convert(b, &address))
        } else {
            (a, b)
        };
        let pos = self.pos(span);
        let integers = a.as_int().zip(b.as_int());
        let known = integers.map(|(x, y)| holds(relation, &x, &y));
        let floating = self.floating_constants(&a, &b);
        let known = known.or(floating.map(|(x, y)| holds(relation, &x, &y)));
        if let Some(holds) = known {
            return Ok(Expr::int(i128::from(holds), Type::INT, pos));
        }
        Ok(Expr::new(
            ExprKind::Compare(relation, Box::new(a), Box::new(b)),
            Type::INT,
            pos,
        ))
    }

    /// Checks that a value can be a condition (C11 6.8.4.1p1).
    pub(super) fn condition(&mut self, e: Expr, span: Span) -> Result<Expr> {
        if self.any_complex([&e.ty; 2]) {
            return self.complex_truth(e, span);
        }
        if let Some(truth) = self.floating_truth(&e) {
            return Ok(Expr::int(i128::from(truth), Type::INT, self.pos(span)));
        }
        if e.ty.is_scalar() || e.ty.is_float() {
            return Ok(e);
        }
        let shown = self.show(&e.ty);
        Err(self.type_error(
            span,
            format!("a value of type `{shown}` cannot be a condition"),
        ))
    }

    /// Whether a floating constant is not zero. Where constants may be more exact than their type,
    /// one that is nearly zero may be either; one that is zero is written so.
    fn floating_truth(&self, e: &Expr) -> Option<bool> {
        const NEARLY_ZERO: f64 = 1e-30;
        let ExprKind::Float(bits) = e.kind else {
            return None;
        };
        let value = f64::from_bits(bits);
        let exact = self.program.types.format(&e.ty).is_some();
        (exact || value == 0.0 || value.abs() > NEARLY_ZERO).then_some(value != 0.0)
    }

    /// Two constants of one floating type that has its values in the model.
    fn floating_constants(&self, a: &Expr, b: &Expr) -> Option<(f64, f64)> {
        match (&a.kind, &b.kind) {
            (ExprKind::Float(x), ExprKind::Float(y)) if a.ty == b.ty => {
                self.program.types.format(&a.ty)?;
                Some((f64::from_bits(*x), f64::from_bits(*y)))
            }
            _ => None,
        }
    }

    pub(super) fn not(&mut self, e: Expr, span: Span) -> Result<Expr> {
        let (e, pos) = (self.condition(e, span)?, self.pos(span));
        Ok(match e.as_int() {
            Some(v) => Expr::int(i128::from(v == 0), Type::INT, pos),
            None => Expr::new(ExprKind::Not(Box::new(e)), Type::INT, pos),
        })
    }

    /// `a && b`, `a || b`. An operand that is never evaluated is dropped only if the other is a
    /// literal that decides.
    pub(super) fn connective(&mut self, and: bool, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        let (a, b, pos) = (
            self.condition(a, span)?,
            self.condition(b, span)?,
            self.pos(span),
        );
        Ok(
            match (a.as_int().map(|v| v != 0), b.as_int().map(|v| v != 0)) {
                (Some(x), _) if x != and => Expr::int(i128::from(x), Type::INT, pos),
                (Some(_), Some(y)) => Expr::int(i128::from(y), Type::INT, pos),
                _ if and => Expr::new(ExprKind::And(Box::new(a), Box::new(b)), Type::INT, pos),
                _ => Expr::new(ExprKind::Or(Box::new(a), Box::new(b)), Type::INT, pos),
            },
        )
    }
}

fn holds<T: PartialOrd>(relation: Relation, a: &T, b: &T) -> bool {
    match relation {
        Relation::Eq => a == b,
        Relation::Ne => a != b,
        Relation::Lt => a < b,
        Relation::Le => a <= b,
        Relation::Gt => a > b,
        Relation::Ge => a >= b,
    }
}

/// Exact arithmetic on literals; `None` where C leaves the result undefined, so that it is decided
/// when the program runs.
fn fold(op: Arith, a: i128, b: i128, bits: u8) -> Option<i128> {
    let shift = || u32::try_from(b).ok().filter(|k| *k < u32::from(bits));
    match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Div => a.checked_div(b),
        Arith::Rem => a.checked_rem(b),
        Arith::Shl => shift().and_then(|k| a.checked_mul(1i128 << k)),
        Arith::Shr => shift().map(|k| a >> k),
        Arith::And => Some(a & b),
        Arith::Or => Some(a | b),
        Arith::Xor => Some(a ^ b),
    }
}

/// The order of the usual arithmetic conversions. Of types with the same values, the one that the
/// standard calls an interchange format wins, then the extended one (ISO/IEC TS 18661-3, 7.5).
fn float_rank(kind: FloatKind) -> u8 {
    match kind {
        FloatKind::Int128 => 1,
        FloatKind::UInt128 => 2,
        FloatKind::Float => 3,
        FloatKind::Float32 => 4,
        FloatKind::Double => 5,
        FloatKind::Float32x => 6,
        FloatKind::Float64 => 7,
        FloatKind::LongDouble => 8,
        FloatKind::Float64x => 9,
        FloatKind::Quad => 10,
    }
}

fn rank(kind: IntKind) -> u8 {
    match kind {
        IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
        IntKind::Short | IntKind::UShort => 2,
        IntKind::Int | IntKind::UInt => 3,
        IntKind::Long | IntKind::ULong => 4,
        IntKind::LongLong | IntKind::ULongLong => 5,
        IntKind::Bits(..) => 3,
    }
}

fn unsigned(kind: IntKind) -> IntKind {
    match kind {
        IntKind::Char | IntKind::SChar => IntKind::UChar,
        IntKind::Short => IntKind::UShort,
        IntKind::Int => IntKind::UInt,
        IntKind::Long => IntKind::ULong,
        IntKind::LongLong => IntKind::ULongLong,
        IntKind::Bits(width, _) => IntKind::Bits(width, false),
        other => other,
    }
}
