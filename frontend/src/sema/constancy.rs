//! Whether expressions are integer constant expressions (C11 6.6p6) for gcc, which decides whether
//! a pointer is a null pointer constant (C11 6.3.2.3p3).

use super::call::called;
use super::{Entity, Result, Unit};
use crate::normalise::{ALIGNOF, LEAST_ALIGNOF};
use crate::types::{Qual, Type};
use lang_c::ast::{
    BinaryOperator, CallExpression, CastExpression, ConditionalExpression, Constant, Expression,
    UnaryOperator,
};
use lang_c::span::Node;

const CONSTANT_P: &str = "__builtin_constant_p";

/// Whether an expression is a constant in the sense of C, which is more than that its value is
/// known here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Constancy {
    No,
    /// gcc has rules of its own.
    Unknown,
    Yes,
}

/// Sums and products of smaller numbers do not overflow.
const SMALL: i128 = 1 << 15;

impl Unit<'_> {
    /// Whether an operand of a cast is an integer constant expression (C11 6.6p6).
    pub(super) fn constancy(&mut self, e: &Node<Expression>) -> Result<Constancy> {
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
                UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement => {
                    self.constancy(&unary.node.operand)?
                }
                UnaryOperator::Negate => self.constancy_of_negation(&unary.node.operand)?,
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
            Expression::Conditional(c) => self.constancy_of_choice(&c.node)?,
            Expression::Call(call) => self.constancy_of_call(&call.node),
            Expression::OffsetOf(_) | Expression::GenericSelection(_) => Constancy::Unknown,
            Expression::StringLiteral(_)
            | Expression::Member(_)
            | Expression::CompoundLiteral(_)
            | Expression::Comma(_)
            | Expression::VaArg(_)
            | Expression::Statement(_) => Constancy::No,
        })
    }

    /// Of `!e`: gcc evaluates that of a number that is cast to a pointer.
    fn constancy_of_negation(&mut self, e: &Node<Expression>) -> Result<Constancy> {
        Ok(match (&e.node, self.constancy(e)?) {
            (Expression::Cast(cast), Constancy::No) => self
                .constancy(&cast.node.expression)?
                .min(Constancy::Unknown),
            (_, constancy) => constancy,
        })
    }

    /// Of `c ? a : b`. All three have to be constants, but where the condition is a call of
    /// `__builtin_constant_p` that gcc evaluates, what it chooses alone.
    fn constancy_of_choice(&mut self, e: &ConditionalExpression) -> Result<Constancy> {
        let condition = self.constancy(&e.condition)?;
        let first = self.constancy(&e.then_expression)?;
        let second = self.constancy(&e.else_expression)?;
        let asked = match &e.condition.node {
            Expression::Call(call) if called(&call.node) == Some(CONSTANT_P) => {
                call.node.arguments.first()
            }
            _ => None,
        };
        let Some(asked) = asked else {
            return Ok(condition.min(first).min(second));
        };
        Ok(match self.constancy(asked)? {
            Constancy::Yes => first,
            Constancy::Unknown | Constancy::No => first.max(second).min(Constancy::Unknown),
        })
    }

    /// Of a call: gcc evaluates those whose names start with `__builtin_` at once, if it can.
    fn constancy_of_call(&self, call: &CallExpression) -> Constancy {
        match (called(call), call.arguments.as_slice()) {
            (Some("__builtin_strlen"), [string]) if self.is_unknown_pointer(string) => {
                Constancy::No
            }
            (Some(name), _) if name.starts_with("__builtin_") => Constancy::Unknown,
            // They are constants, but not all have a value here.
            (Some(ALIGNOF | LEAST_ALIGNOF), _) => Constancy::Unknown,
            _ => Constancy::No,
        }
    }

    /// Whether gcc knows nothing of what this points to while it reads the call: a parameter, or a
    /// pointer that may change.
    fn is_unknown_pointer(&self, e: &Node<Expression>) -> bool {
        let Expression::Identifier(id) = &e.node else {
            return false;
        };
        let (ty, parameter) = match self.lookup(&id.node.name) {
            Some(Entity::Local(id)) => (self.local_type(*id), self.is_parameter(*id)),
            Some(Entity::Global(id)) => {
                let global = self.program.globals.get(*id as usize);
                (global.map(|g| &g.ty), false)
            }
            _ => (None, false),
        };
        ty.is_some_and(|q| matches!(q.ty, Type::Pointer(_)) && (parameter || !q.constant))
    }

    fn local_type(&self, id: u32) -> Option<&Qual> {
        let function = self.function.as_ref()?;
        function.locals.get(id as usize).map(|local| &local.ty)
    }

    fn is_parameter(&self, id: u32) -> bool {
        let function = self.function.as_ref();
        let function = function.and_then(|f| self.program.functions.get(f.id as usize));
        let parameters = function.and_then(|f| f.ty.params.as_ref());
        parameters.is_some_and(|types| (id as usize) < types.len())
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
