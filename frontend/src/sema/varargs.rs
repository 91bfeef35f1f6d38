//! Variable arguments (C11 7.16). A list is the address of the next argument: a call keeps them one
//! after the other in an object of its own.

use super::{Result, Unit};
use crate::ir::{Base, Expr, ExprKind, Place};
use crate::types::{Qual, Type};
use lang_c::ast::{Expression, VaArgExpression};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    /// `va_start`, `va_copy` and `va_end`; the value is `void`.
    pub(super) fn list_macro(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let pos = self.pos(span);
        let (list, value) = match (name, args) {
            ("va_start", [list, rest @ ..]) => {
                // The parameter's name is not evaluated.
                rest.iter().for_each(|arg| self.account.left_out(arg));
                let start = Expr::new(ExprKind::VarArgs, Type::VaList, pos);
                (self.list(list)?, start)
            }
            ("va_copy", [list, from]) => {
                let (list, from) = (self.list(list)?, self.list(from)?);
                (list, self.load(from, span)?)
            }
            _ => {
                let nothing = self.cast(Expr::int(0, Type::INT, pos), Type::Void, span)?;
                return self.before(nothing, args);
            }
        };
        let start = Expr::new(
            ExprKind::Assign(Box::new(list), Box::new(value)),
            Type::VaList,
            pos,
        );
        self.cast(start, Type::Void, span)
    }

    /// `va_arg(list, T)`: the object of type `T` at the list, which then moves on.
    pub(super) fn next_argument(&mut self, v: &Node<VaArgExpression>, span: Span) -> Result<Expr> {
        let (ty, pos) = (self.type_name(&v.node.type_name)?, self.pos(span));
        let list = self.list(&v.node.va_list)?;
        let bytes = self
            .program
            .types
            .argument_bytes(&ty.ty)
            .map_err(|e| self.type_error(span, e.0))?;
        let old = Box::new(Expr::new(ExprKind::Old, Type::VaList, pos));
        let step = Box::new(Expr::int(
            i128::from(bytes),
            self.program.types.difference_type(),
            pos,
        ));
        let new = Expr::new(
            ExprKind::PointerAdd {
                pointer: old,
                index: step,
                size: 1,
                minus: false,
            },
            Type::VaList,
            pos,
        );
        // The list's old value is the argument's address.
        let pointer = ExprKind::Update {
            place: Box::new(list),
            new: Box::new(new),
            post: true,
        };
        let pointer = Expr::new(pointer, ty.ty.clone().pointer_to(), pos);
        let (base_ty, ty) = (ty.ty.clone(), Qual::from(ty.ty));
        self.load(
            Place {
                base: Base::Deref(Box::new(pointer)),
                base_ty,
                steps: Vec::new(),
                ty,
            },
            span,
        )
    }

    fn list(&mut self, e: &Node<Expression>) -> Result<Place> {
        match self.place(e)? {
            Some(place) if place.ty.ty == Type::VaList => Ok(place),
            _ => Err(self.type_error(e.span, "this is no list of variable arguments")),
        }
    }
}
