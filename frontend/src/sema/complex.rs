//! Complex numbers (C11 6.2.5p11, 6.3.1.6–6.3.1.8, annex G; gcc manual, "Complex"): each is a
//! structure of two parts, and its operators are those of the parts.
//!
//! A product or a quotient of two complex numbers is a call of a function that has a model: gcc
//! computes it when it compiles, rounded once, or in steps that are each rounded, so only those are
//! known that come out the same.

use super::{Result, Unit};
use crate::ir::{complex_operator, Arith, Base, Expr, ExprKind, Place, Relation, Step};
use crate::types::{FloatKind, FunctionType, Qual, Type};
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::{Node, Span};

/// One of the two parts, by its index in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    Real = 0,
    Imaginary = 1,
}

impl Unit<'_> {
    /// The complex type with parts of a floating type.
    pub(super) fn complex_type(&mut self, part: FloatKind, span: Span) -> Result<Type> {
        match part {
            FloatKind::Float
            | FloatKind::Double
            | FloatKind::LongDouble
            | FloatKind::Float32
            | FloatKind::Float32x
            | FloatKind::Float64
            | FloatKind::Float64x
            | FloatKind::Quad => {
                let found = self.program.types.complex(part);
                found.map_err(|error| self.type_error(span, error.0))
            }
            FloatKind::Int128 | FloatKind::UInt128 => {
                Err(self.unsupported(span, "this complex type is not supported"))
            }
        }
    }

    /// The type of the parts of a complex type; `None` for other types.
    pub(super) fn part_of(&self, ty: &Type) -> Option<FloatKind> {
        self.program.types.complex_part(ty)
    }

    /// Whether one of the types is complex.
    pub(super) fn any_complex(&self, types: [&Type; 2]) -> bool {
        types.into_iter().any(|ty| self.part_of(ty).is_some())
    }

    /// A complex number of its parts, which have one type. All effects are those of the first part,
    /// so whoever drops the second one drops none.
    fn complex(&mut self, real: Expr, imaginary: Expr, span: Span) -> Result<Expr> {
        if imaginary.effects {
            let message = "an imaginary part with effects is not supported";
            return Err(self.unsupported(span, message));
        }
        let Type::Float(part) = real.ty else {
            return Err(self.type_error(span, "the parts of a complex number are real numbers"));
        };
        // Headers declare functions of the others.
        match part {
            FloatKind::Float | FloatKind::Double | FloatKind::LongDouble => {}
            FloatKind::Float32
            | FloatKind::Float32x
            | FloatKind::Float64
            | FloatKind::Float64x
            | FloatKind::Quad
            | FloatKind::Int128
            | FloatKind::UInt128 => {
                let message = "numbers of this complex type are not supported";
                return Err(self.unsupported(span, message));
            }
        }
        let ty = self.complex_type(part, span)?;
        let kind = ExprKind::Complex(Box::new(real), Box::new(imaginary));
        Ok(Expr::new(kind, ty, self.pos(span)))
    }

    /// An imaginary constant (gcc manual, "Complex").
    pub(super) fn imaginary(&mut self, value: Expr, span: Span) -> Result<Expr> {
        let zero = self.zero_like(&value.ty, span);
        self.complex(zero, value, span)
    }

    /// `__builtin_complex (real, imaginary)`: both have the same type.
    pub(super) fn complex_of(
        &mut self,
        [real, imaginary]: [&Node<Expression>; 2],
        span: Span,
    ) -> Result<Expr> {
        let (real, imaginary) = (self.expression(real)?, self.expression(imaginary)?);
        if real.ty != imaginary.ty {
            return Err(self.type_error(span, "the parts have different types"));
        }
        // Which part is evaluated first is open.
        if real.effects && !is_constant(&imaginary) {
            let message = "a real part with effects is not supported";
            return Err(self.unsupported(span, message));
        }
        self.complex(real, imaginary, span)
    }

    fn zero_like(&self, ty: &Type, span: Span) -> Expr {
        let zero = ExprKind::Float(0f64.to_bits());
        Expr::new(zero, ty.clone(), self.pos(span))
    }

    /// Conversion by a cast or an assignment, if one of the types is complex (C11 6.3.1.2,
    /// 6.3.1.6, 6.3.1.7).
    pub(super) fn complex_convert(&mut self, e: Expr, to: &Type, span: Span) -> Result<Expr> {
        match (self.part_of(&e.ty), self.part_of(to)) {
            (from, Some(part)) if from.is_some() || e.ty.is_arithmetic() => {
                self.as_complex(e, part, span)
            }
            (Some(_), None) if *to == Type::Bool => {
                let truth = self.condition(e, span)?;
                Ok(self.convert(truth, to))
            }
            (Some(_), None) if to.is_arithmetic() => {
                let (real, _) = self.halves(e, span)?;
                Ok(self.convert(real, to))
            }
            _ => {
                let (from, to) = (self.show(&e.ty), self.show(to));
                let message = format!("`{from}` cannot be converted to `{to}`");
                Err(self.type_error(span, message))
            }
        }
    }

    fn as_complex(&mut self, e: Expr, part: FloatKind, span: Span) -> Result<Expr> {
        let own = Type::Float(part);
        match self.part_of(&e.ty) {
            Some(same) if same == part => Ok(e),
            Some(_) => {
                let (real, imaginary) = self.halves(e, span)?;
                let real = self.convert(real, &own);
                let imaginary = self.convert(imaginary, &own);
                self.complex(real, imaginary, span)
            }
            None => {
                let zero = self.zero_like(&own, span);
                let real = self.convert(e, &own);
                self.complex(real, zero, span)
            }
        }
    }

    /// The parts of a complex value. Whoever evaluates the second one evaluates the first before:
    /// it has the value's effects.
    fn halves(&mut self, e: Expr, span: Span) -> Result<(Expr, Expr)> {
        if let ExprKind::Complex(real, imaginary) = e.kind {
            return Ok((*real, *imaginary));
        }
        let [first, second] = self.twice(e, span)?;
        let real = self.half(first, Half::Real, span)?;
        Ok((real, self.half(second, Half::Imaginary, span)?))
    }

    /// A part of a variable's value, which may stand behind a comma.
    fn half(&self, e: Expr, half: Half, span: Span) -> Result<Expr> {
        match e.kind {
            ExprKind::Comma(before, value) => {
                let value = self.half(*value, half, span)?;
                let (ty, pos) = (value.ty.clone(), value.pos);
                let kind = ExprKind::Comma(before, Box::new(value));
                Ok(Expr::new(kind, ty, pos))
            }
            ExprKind::Load(place) => {
                let place = self.half_place(*place, half, span)?;
                self.load(place, span)
            }
            _ => Err(self.unsupported(span, "this complex value is not supported here")),
        }
    }

    /// The object that is a part of a complex object.
    pub(super) fn half_place(&self, mut place: Place, half: Half, span: Span) -> Result<Place> {
        let (Some(part), Type::Record(id)) = (self.part_of(&place.ty.ty), &place.ty.ty) else {
            return Err(self.type_error(span, "a complex number is needed here"));
        };
        place.steps.push(Step::Field(*id, 0));
        let index = Expr::int(half as i128, Type::INT, self.pos(span));
        place.steps.push(Step::Index(index));
        place.ty = Qual {
            constant: place.ty.constant,
            volatile: place.ty.volatile,
            ..Type::Float(part).into()
        };
        Ok(place)
    }

    /// A value for two uses, of which the first comes first: a variable keeps what is more than the
    /// name of one or a constant.
    fn twice(&mut self, e: Expr, span: Span) -> Result<[Expr; 2]> {
        if is_plain(&e) {
            return Ok([e.clone(), e]);
        }
        if matches!(e.kind, ExprKind::Old) {
            let message = "this operator is not supported for complex numbers";
            return Err(self.unsupported(span, message));
        }
        let (ty, pos) = (e.ty.clone(), self.pos(span));
        let id = self.new_local(span, "complex", ty.clone().into())?;
        let place = || Place {
            base: Base::Local(id),
            base_ty: ty.clone(),
            steps: Vec::new(),
            ty: ty.clone().into(),
        };
        let stored = ExprKind::Assign(Box::new(place()), Box::new(e));
        let stored = Box::new(Expr::new(stored, ty.clone(), pos));
        let value = || Expr::new(ExprKind::Load(Box::new(place())), ty.clone(), pos);
        let first = ExprKind::Comma(stored, Box::new(value()));
        Ok([Expr::new(first, ty.clone(), pos), value()])
    }

    /// `+`, `-`, `*` and `/`. A real operand is no complex one without an imaginary part: it acts
    /// on the parts (C11 G.5.1, G.5.2; gcc's `build_binary_op`).
    pub(super) fn complex_arithmetic(
        &mut self,
        op: Arith,
        (a, b): (Expr, Expr),
        span: Span,
    ) -> Result<Expr> {
        let part = self.common_part([&a.ty, &b.ty], span)?;
        let complex = (self.part_of(&a.ty).is_some(), self.part_of(&b.ty).is_some());
        let own = Type::Float(part);
        let a = match complex.0 {
            true => self.as_complex(a, part, span)?,
            false => self.convert(a, &own),
        };
        let b = match complex.1 {
            true => self.as_complex(b, part, span)?,
            false => self.convert(b, &own),
        };
        match (op, complex) {
            (Arith::Add | Arith::Sub, (true, true)) => {
                let ((x, y), (u, v)) = (self.halves(a, span)?, self.halves(b, span)?);
                self.pairwise(op, [(x, u), (y, v)], span)
            }
            (Arith::Add | Arith::Sub, (true, false)) => {
                let (x, y) = self.halves(a, span)?;
                let real = self.arithmetic(op, x, b, span)?;
                self.complex(real, y, span)
            }
            (Arith::Add | Arith::Sub, (false, _)) => {
                let (u, v) = self.halves(b, span)?;
                let real = self.arithmetic(op, a, u, span)?;
                let v = match op {
                    Arith::Sub => negated(v),
                    _ => v,
                };
                self.complex(real, v, span)
            }
            (Arith::Mul | Arith::Div, (true, false)) => {
                let ((x, y), [r, s]) = (self.halves(a, span)?, self.twice(b, span)?);
                self.pairwise(op, [(x, r), (y, s)], span)
            }
            (Arith::Mul, (false, _)) => {
                let ([r, s], (u, v)) = (self.twice(a, span)?, self.halves(b, span)?);
                self.pairwise(op, [(r, u), (s, v)], span)
            }
            (Arith::Mul | Arith::Div, _) => {
                let a = self.as_complex(a, part, span)?;
                self.operator_called(op, part, (a, b), span)
            }
            (Arith::Rem | Arith::Shl | Arith::Shr | Arith::And | Arith::Or | Arith::Xor, _) => {
                Err(self.type_error(span, "the operator does not apply to complex numbers"))
            }
        }
    }

    /// The type of the parts that operands have in common (C11 6.3.1.8).
    fn common_part(&mut self, types: [&Type; 2], span: Span) -> Result<FloatKind> {
        let [a, b] = types.map(|ty| match self.part_of(ty) {
            Some(part) => Some(Type::Float(part)),
            None => ty.is_arithmetic().then(|| ty.clone()),
        });
        match (a, b) {
            (Some(a), Some(b)) => match self.common_type(&a, &b) {
                Type::Float(part) => Ok(part),
                _ => Err(self.type_error(span, "a complex number is needed here")),
            },
            _ => {
                let [a, b] = types.map(|ty| self.show(ty));
                let message = format!("the operator does not apply to `{a}` and `{b}`");
                Err(self.type_error(span, message))
            }
        }
    }

    fn pairwise(
        &mut self,
        op: Arith,
        [(x, u), (y, v)]: [(Expr, Expr); 2],
        span: Span,
    ) -> Result<Expr> {
        let real = self.arithmetic(op, x, u, span)?;
        let imaginary = self.arithmetic(op, y, v, span)?;
        self.complex(real, imaginary, span)
    }

    /// The call of the function that multiplies or divides two complex numbers.
    fn operator_called(
        &mut self,
        op: Arith,
        part: FloatKind,
        (a, b): (Expr, Expr),
        span: Span,
    ) -> Result<Expr> {
        let Some(name) = complex_operator(op == Arith::Div, part) else {
            return self.any_number(&Type::Float(part), (a, b), span);
        };
        // There are no calls outside of functions.
        if self.function.is_none() {
            return self.any_number(&Type::Float(part), (a, b), span);
        }
        let (ty, pos) = (a.ty.clone(), self.pos(span));
        let known = self.program.functions.iter().position(|f| f.name == name);
        let function = match known.and_then(|at| u32::try_from(at).ok()) {
            Some(id) => id,
            None => {
                let prototype = FunctionType {
                    result: ty.clone(),
                    params: Some(vec![ty.clone(), ty.clone()]),
                    variadic: false,
                    variants: Vec::new(),
                };
                self.new_function(name, prototype, pos)
            }
        };
        Ok(Expr::new(ExprKind::Call(function, vec![a, b]), ty, pos))
    }

    /// Any complex number, behind the effects of the operands.
    fn any_number(&mut self, own: &Type, (a, b): (Expr, Expr), span: Span) -> Result<Expr> {
        let pos = self.pos(span);
        let unknown = || Expr::new(ExprKind::Unknown, own.clone(), pos);
        let behind = |before: Expr, value: Expr| match before.effects {
            true => {
                let kind = ExprKind::Comma(Box::new(before), Box::new(value));
                Expr::new(kind, own.clone(), pos)
            }
            false => value,
        };
        let real = behind(a, behind(b, unknown()));
        self.complex(real, unknown(), span)
    }

    /// `==` and `!=` (C11 6.5.9p4).
    pub(super) fn complex_equality(
        &mut self,
        relation: Relation,
        (a, b): (Expr, Expr),
        span: Span,
    ) -> Result<Expr> {
        let part = self.common_part([&a.ty, &b.ty], span)?;
        let (a, b) = (
            self.as_complex(a, part, span)?,
            self.as_complex(b, part, span)?,
        );
        let ((x, y), (u, v)) = (self.halves(a, span)?, self.halves(b, span)?);
        let real = self.compare(relation, x, u, span)?;
        let imaginary = self.compare(relation, y, v, span)?;
        match relation {
            Relation::Eq => self.connective(true, real, imaginary, span),
            Relation::Ne => self.connective(false, real, imaginary, span),
            Relation::Lt | Relation::Le | Relation::Gt | Relation::Ge => {
                Err(self.type_error(span, "complex numbers have no order"))
            }
        }
    }

    /// Whether a complex value is not zero.
    pub(super) fn complex_truth(&mut self, e: Expr, span: Span) -> Result<Expr> {
        let (real, imaginary) = self.halves(e, span)?;
        self.connective(false, real, imaginary, span)
    }

    /// `-z`; `~z` is the conjugate number (gcc manual, "Complex").
    pub(super) fn complex_negation(&mut self, e: Expr, real: bool, span: Span) -> Result<Expr> {
        let (x, y) = self.halves(e, span)?;
        let x = if real { negated(x) } else { x };
        self.complex(x, negated(y), span)
    }

    /// The value of `__real__ e` and `__imag__ e`.
    pub(super) fn part_value(
        &mut self,
        half: Half,
        operand: &Node<Expression>,
        span: Span,
    ) -> Result<Expr> {
        let value = self.expression(operand)?;
        if self.part_of(&value.ty).is_none() && value.ty.is_arithmetic() {
            return Ok(match half {
                Half::Real => value,
                Half::Imaginary => {
                    let zero = Expr::int(0, Type::INT, self.pos(span));
                    let (zero, ty) = (self.convert(zero, &value.ty), value.ty.clone());
                    let kind = ExprKind::Comma(Box::new(value), Box::new(zero));
                    Expr::new(kind, ty, self.pos(span))
                }
            });
        }
        if self.part_of(&value.ty).is_none() {
            return Err(self.unsupported(span, "a complex number is needed here"));
        }
        let (real, imaginary) = self.halves(value, span)?;
        Ok(match half {
            Half::Real => real,
            Half::Imaginary if real.effects => {
                let (ty, pos) = (imaginary.ty.clone(), imaginary.pos);
                let kind = ExprKind::Comma(Box::new(real), Box::new(imaginary));
                Expr::new(kind, ty, pos)
            }
            Half::Imaginary => imaginary,
        })
    }

    /// `place op= value` for a complex object. The object is named twice, so only a variable can be
    /// it, or a part of one that is always the same.
    pub(super) fn complex_update(
        &mut self,
        op: &BinaryOperator,
        place: Place,
        value: Expr,
        span: Span,
    ) -> Result<Expr> {
        let (ty, pos) = (place.ty.ty.clone(), self.pos(span));
        let old = Expr::new(ExprKind::Load(Box::new(place.clone())), ty.clone(), pos);
        if !is_plain(&old) {
            let message = "this operator is supported only for complex variables";
            return Err(self.unsupported(span, message));
        }
        let new = self.binary(op, old, value, span)?;
        let new = self.assign_convert(new, &ty, span)?;
        let kind = ExprKind::Assign(Box::new(place), Box::new(new));
        Ok(Expr::new(kind, ty, pos))
    }
}

fn is_constant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Float(_) => true,
        ExprKind::Convert(a) | ExprKind::Negate(a) => is_constant(a),
        _ => false,
    }
}

/// Whether a value may be computed twice, at no cost and with the same result.
pub(super) fn is_plain(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Convert(a) => is_constant(e) || is_plain(a),
        ExprKind::Load(place) => {
            let variable = match place.base {
                Base::Global(_) | Base::Local(_) => true,
                Base::Deref(_) | Base::String(_) | Base::Value(_) => false,
            };
            variable && !place.ty.volatile && place.operands().all(|e| e.as_int().is_some())
        }
        _ => is_constant(e),
    }
}

fn negated(e: Expr) -> Expr {
    let (ty, pos) = (e.ty.clone(), e.pos);
    Expr::new(ExprKind::Negate(Box::new(e)), ty, pos)
}
