//! The type of a conditional expression (C11 6.5.15), and null pointer constants (C11 6.3.2.3p3).

use super::constancy::Constancy;
use super::{Result, Unit};
use crate::ir::Expr;
use crate::types::{Compatibility, Qual, Type};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};
use std::rc::Rc;

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
            (one, other) if one != other => Compatibility::No,
            _ => types.interchangeable(p, q),
        };
        // They must have the same lengths, or nothing is said of what happens (C11 6.7.6.2p6).
        let computed = p.is_variably_modified() || q.is_variably_modified();
        if alike == Compatibility::Yes && computed && !p.has_lengths_of(q) {
            let message =
                "whether these arrays of variable length have the same length is not known";
            return Err(self.unsupported(span, message));
        }
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
        let number = value.as_int();
        let constancy = match &e.node {
            Expression::Cast(cast) => self.constancy(&cast.node.expression)?,
            // What they choose may be one.
            Expression::GenericSelection(_) | Expression::Call(_) if number == Some(0) => {
                Constancy::Unknown
            }
            _ => Constancy::No,
        };
        match (constancy, number) {
            (Constancy::No, _) => Ok(false),
            (Constancy::Yes, Some(number)) => Ok(number == 0),
            (Constancy::Unknown, Some(number)) if number != 0 => Ok(false),
            (Constancy::Yes | Constancy::Unknown, _) => {
                let message = "whether this is a null pointer constant is not known";
                Err(self.unsupported(e.span, message))
            }
        }
    }
}
