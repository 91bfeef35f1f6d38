//! The type of a conditional expression (C11 6.5.15), and null pointer constants (C11 6.3.2.3p3).

use super::{Entity, Result, Unit};
use crate::accounting::is_library;
use crate::ir::Expr;
use crate::types::{Compatibility, Qual, Type};
use lang_c::ast::{BinaryOperator, CastExpression, Constant, Expression, UnaryOperator};
use lang_c::span::{Node, Span};
use std::rc::Rc;

/// Whether an expression is a constant in the sense of C, which is more than that its value is
/// known here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Constancy {
    No,
    /// gcc has rules of its own.
    Unknown,
    Yes,
}

/// Sums and products of smaller numbers do not overflow.
const SMALL: i128 = 1 << 15;

impl Unit<'_> {
    /// The type of `c ? a : b` (C11 6.5.15p5–6).
    pub(super) fn conditional_type(
        &mut self,
        operands: [(&Node<Expression>, &Expr); 2],
        span: Span,
    ) -> Result<Type> {
        let [(_, a), (_, b)] = operands;
        Ok(match (&a.ty, &b.ty) {
            (s, t) if s.is_arithmetic() && t.is_arithmetic() => self.common_type(s, t),
            (Type::Pointer(p), Type::Pointer(q)) => self.joined_pointers(operands, [p, q], span)?,
            (s, t) if s == t => s.clone(),
            (Type::Void, _) | (_, Type::Void) => Type::Void,
            (Type::Pointer(_), t) if t.is_integer() => a.ty.clone(),
            (s, Type::Pointer(_)) if s.is_integer() => b.ty.clone(),
            (s, t) => {
                let (s, t) = (self.show(s), self.show(t));
                return Err(self.type_error(span, format!("`?:` cannot combine `{s}` and `{t}`")));
            }
        })
    }

    /// C11 6.5.15p6, in gcc's order. It makes `void *` of pointers to types that are not
    /// compatible.
    fn joined_pointers(
        &mut self,
        [a, b]: [(&Node<Expression>, &Expr); 2],
        [p, q]: [&Qual; 2],
        span: Span,
    ) -> Result<Type> {
        let types = &self.program.types;
        let atomic = (p.variant.atomic, q.variant.atomic);
        let void = |q: &Qual| q.ty == Type::Void && !q.variant.atomic;
        let alike = match atomic {
            // Whether atomic objects are volatile is not kept.
            (true, false) if void(q) => Compatibility::Unknown,
            (false, true) if void(p) => Compatibility::Unknown,
            (one, other) if one != other => Compatibility::No,
            _ => types.interchangeable(p, q),
        };
        let (joined, other) = match alike {
            Compatibility::Yes => (types.composite(p, q), q),
            _ if self.is_null_constant(a)? => return Ok(b.1.ty.clone()),
            _ if self.is_null_constant(b)? => return Ok(a.1.ty.clone()),
            Compatibility::Unknown => {
                let message = "whether these pointers are to compatible types is not known";
                return Err(self.unsupported(span, message));
            }
            Compatibility::No if void(p) => (p.clone(), q),
            Compatibility::No if void(q) => (q.clone(), p),
            Compatibility::No => return Ok(Type::Void.pointer_to()),
        };
        // The qualifiers of an array are its elements'.
        let counts = !matches!(other.ty, Type::Array(..)) || alike == Compatibility::Yes;
        Ok(Type::Pointer(Rc::new(Qual {
            constant: joined.constant || counts && other.constant,
            volatile: joined.volatile || counts && other.volatile,
            ..joined
        })))
    }

    /// Whether a pointer is a null pointer constant: an integer constant expression with the value
    /// 0 that is cast to `void *`.
    fn is_null_constant(&mut self, (e, value): (&Node<Expression>, &Expr)) -> Result<bool> {
        if value.ty != Type::Void.pointer_to() {
            return Ok(false);
        }
        let zero = value.as_int() == Some(0);
        let constancy = match &e.node {
            Expression::Cast(cast) => self.constancy(&cast.node.expression)?,
            // What they choose may be one.
            Expression::GenericSelection(_) | Expression::Call(_) if zero => Constancy::Unknown,
            _ => Constancy::No,
        };
        match constancy {
            Constancy::No => Ok(false),
            Constancy::Yes => Ok(zero),
            Constancy::Unknown if value.as_int().is_some_and(|v| v != 0) => Ok(false),
            Constancy::Unknown => {
                let message = "whether this is a null pointer constant is not known";
                Err(self.unsupported(e.span, message))
            }
        }
    }

    /// Whether an operand of a cast is an integer constant expression (C11 6.6p6).
    fn constancy(&mut self, e: &Node<Expression>) -> Result<Constancy> {
        Ok(match &e.node {
            Expression::Constant(c) => match &c.node {
                Constant::Integer(_) | Constant::Character(_) => Constancy::Yes,
                // Only where it is cast to an integer.
                Constant::Float(_) => Constancy::Unknown,
            },
            Expression::Identifier(id) => match self.lookup(&id.node.name) {
                Some(Entity::Constant(..)) => Constancy::Yes,
                _ => Constancy::No,
            },
            Expression::SizeOfTy(_) | Expression::SizeOfVal(_) | Expression::AlignOf(_) => {
                Constancy::Yes
            }
            Expression::Cast(cast) => self.constancy_of_cast(&cast.node)?,
            Expression::UnaryOperator(unary) => match unary.node.operator.node {
                UnaryOperator::Plus
                | UnaryOperator::Minus
                | UnaryOperator::Complement
                | UnaryOperator::Negate => self.constancy(&unary.node.operand)?,
                // Parts of an object at address 0 are gcc's old way to write `offsetof`.
                UnaryOperator::Address => Constancy::Unknown,
                UnaryOperator::PostIncrement
                | UnaryOperator::PostDecrement
                | UnaryOperator::PreIncrement
                | UnaryOperator::PreDecrement
                | UnaryOperator::Indirection => Constancy::No,
            },
            Expression::BinaryOperator(binary) => self.constancy_of_both(
                &binary.node.operator.node,
                &binary.node.lhs,
                &binary.node.rhs,
            )?,
            Expression::Conditional(c) => {
                let parts = [
                    &c.node.condition,
                    &c.node.then_expression,
                    &c.node.else_expression,
                ];
                let mut all = Constancy::Yes;
                for part in parts {
                    all = all.min(self.constancy(part)?);
                }
                all
            }
            Expression::Call(call) => match &call.node.callee.node {
                // gcc evaluates many of them at once.
                Expression::Identifier(id)
                    if id.node.name.starts_with("__") || is_library(&id.node.name) =>
                {
                    Constancy::Unknown
                }
                _ => Constancy::No,
            },
            Expression::OffsetOf(_) | Expression::GenericSelection(_) => Constancy::Unknown,
            Expression::StringLiteral(_)
            | Expression::Member(_)
            | Expression::CompoundLiteral(_)
            | Expression::Comma(_)
            | Expression::VaArg(_)
            | Expression::Statement(_) => Constancy::No,
        })
    }

    fn constancy_of_cast(&mut self, cast: &CastExpression) -> Result<Constancy> {
        let to = self.type_name(&cast.type_name)?.ty;
        let inner = self.constancy(&cast.expression)?;
        Ok(if to.is_integer() {
            inner
        } else if to.is_float() {
            inner.min(Constancy::Unknown)
        } else {
            Constancy::No
        })
    }

    /// Of a binary operator. A number that overflowed is no constant for gcc.
    fn constancy_of_both(
        &mut self,
        op: &BinaryOperator,
        a: &Node<Expression>,
        b: &Node<Expression>,
    ) -> Result<Constancy> {
        let both = self.constancy(a)?.min(self.constancy(b)?);
        let may_overflow = match op {
            BinaryOperator::Plus
            | BinaryOperator::Minus
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Modulo
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight => true,
            BinaryOperator::Less
            | BinaryOperator::Greater
            | BinaryOperator::LessOrEqual
            | BinaryOperator::GreaterOrEqual
            | BinaryOperator::Equals
            | BinaryOperator::NotEquals
            | BinaryOperator::BitwiseAnd
            | BinaryOperator::BitwiseXor
            | BinaryOperator::BitwiseOr
            | BinaryOperator::LogicalAnd
            | BinaryOperator::LogicalOr => false,
            BinaryOperator::Index
            | BinaryOperator::Assign
            | BinaryOperator::AssignMultiply
            | BinaryOperator::AssignDivide
            | BinaryOperator::AssignModulo
            | BinaryOperator::AssignPlus
            | BinaryOperator::AssignMinus
            | BinaryOperator::AssignShiftLeft
            | BinaryOperator::AssignShiftRight
            | BinaryOperator::AssignBitwiseAnd
            | BinaryOperator::AssignBitwiseXor
            | BinaryOperator::AssignBitwiseOr => return Ok(Constancy::No),
        };
        if both != Constancy::Yes || !may_overflow {
            return Ok(both);
        }
        let (a, b) = (self.expression(a)?.as_int(), self.expression(b)?.as_int());
        let fits = |value: Option<i128>| value.is_some_and(|v| v.abs() < SMALL);
        // A factor of 0 makes 0 of every number.
        let zero = a == Some(0) || b == Some(0);
        let safe = fits(a) && fits(b) || *op == BinaryOperator::Multiply && zero;
        Ok(if safe {
            Constancy::Yes
        } else {
            Constancy::Unknown
        })
    }
}
