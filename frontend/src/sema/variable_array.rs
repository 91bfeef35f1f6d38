//! Arrays whose length is computed when the program runs (C11 6.7.6.2p4–5): where their declaration
//! is reached, a local gets their size in bytes, and a local pointer a new block of memory.

use super::{Entity, Result, Unit};
use crate::ir::{Arith, Base, Expr, ExprKind, Place, Stmt, StmtKind, BLOCK};
use crate::types::{Qual, Type, Variant};
use lang_c::ast::TypeName;
use lang_c::span::{Node, Span};
use std::rc::Rc;

/// What becomes of lengths that are no constants.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Lengths {
    /// They are refused.
    #[default]
    Constant,
    /// They are not evaluated: a prototype that is no definition (C11 6.7.6.2p5).
    Ignored,
    /// They are evaluated where they stand.
    Computed,
    /// So are those of the parameters of a definition, where the function is entered.
    Entered,
}

impl Unit<'_> {
    /// Analyses a part of a declaration with another treatment of lengths.
    pub(super) fn with_lengths<T>(
        &mut self,
        lengths: Lengths,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let outer = std::mem::replace(&mut self.types.lengths, lengths);
        let out = work(self);
        self.types.lengths = outer;
        out
    }

    /// The type of an array whose length or whose elements' size is no constant.
    pub(super) fn variable_array(
        &mut self,
        element: Qual,
        length: Expr,
        span: Span,
    ) -> Result<Qual> {
        if !length.ty.is_integer() {
            return Err(self.type_error(span, "the length of an array must be an integer"));
        }
        let size = match self.types.lengths {
            Lengths::Constant => {
                return Err(
                    self.unsupported(span, "an array of variable length is not supported here")
                )
            }
            Lengths::Ignored => None,
            Lengths::Entered if length.effects => {
                return Err(self.unsupported(
                    span,
                    "an effect in the length of a parameter is not supported",
                ))
            }
            Lengths::Computed | Lengths::Entered => {
                Some(self.computed_size(&element, length, span)?)
            }
        };
        Ok(Qual {
            constant: element.constant,
            volatile: element.volatile,
            variant: Variant {
                size,
                ..Variant::default()
            },
            ty: Type::Array(Rc::new(element), None),
        })
    }

    /// A local that holds the size in bytes of an array from here on.
    fn computed_size(&mut self, element: &Qual, length: Expr, span: Span) -> Result<u32> {
        let (ty, pos) = (self.program.types.size_type(), self.pos(span));
        let each = self.run_time_size(element, span)?;
        let length = self.convert(length, &ty);
        let bytes = self.arithmetic(Arith::Mul, length, each, span)?;
        let id = self.new_local(span, "$size", ty.clone().into())?;
        self.emit(span, StmtKind::Enter(id))?;
        let assign = ExprKind::Assign(Box::new(whole_local(id, &ty)), Box::new(bytes));
        self.emit(span, StmtKind::Expr(Expr::new(assign, ty, pos)))?;
        Ok(id)
    }

    /// Of several lengths, C leaves the order open: none that was computed since so many statements
    /// may have an effect.
    pub(super) fn lengths_without_effects(&self, before: usize, span: Span) -> Result<()> {
        let stmts = self.function.iter().flat_map(|f| f.stmts.iter());
        let effect = stmts.skip(before).any(|stmt| match &stmt.kind {
            StmtKind::Expr(e) => e.kind.operand_effects(),
            _ => false,
        });
        match effect {
            true => {
                Err(self.unsupported(span, "an effect in one of several lengths is not supported"))
            }
            false => Ok(()),
        }
    }

    /// The size of a type: a literal, or what the local holds that got it.
    pub(super) fn run_time_size(&self, ty: &Qual, span: Span) -> Result<Expr> {
        let (size, pos) = (self.program.types.size_type(), self.pos(span));
        match ty.run_time_size() {
            Some(id) => {
                let load = ExprKind::Load(Box::new(whole_local(id, &size)));
                Ok(Expr::new(load, size, pos))
            }
            None => self.size_value(&ty.ty, span),
        }
    }

    /// A type name whose lengths are computed where it stands, and the statements that do so.
    pub(super) fn computed_type_name(
        &mut self,
        name: &Node<TypeName>,
    ) -> Result<(Vec<Stmt>, Qual)> {
        let Some(function) = self.function.as_mut() else {
            return Ok((Vec::new(), self.type_name(name)?));
        };
        let outer = std::mem::take(&mut function.stmts);
        let ty = self.type_name_with(name, Lengths::Computed);
        let stmts = std::mem::replace(&mut self.function(name.span)?.stmts, outer);
        Ok((stmts, ty?))
    }

    /// The lengths in the operand of `sizeof` that are evaluated. C leaves open whether those are
    /// that do not matter for the size (C11 6.7.6.2p5), as of what a pointer points to; gcc does
    /// not evaluate them.
    pub(super) fn evaluated_lengths(
        &self,
        lengths: Vec<Stmt>,
        ty: &Qual,
        span: Span,
    ) -> Result<Vec<Stmt>> {
        if ty.run_time_size().is_some() {
            return Ok(lengths);
        }
        let effect = lengths.iter().any(|stmt| match &stmt.kind {
            StmtKind::Expr(e) => e.kind.operand_effects(),
            _ => false,
        });
        match effect {
            true => Err(self.unsupported(
                span,
                "an effect in a length that does not matter for the size is not supported",
            )),
            false => Ok(Vec::new()),
        }
    }

    /// A value behind statements.
    pub(super) fn behind(&self, stmts: Vec<Stmt>, value: Expr) -> Expr {
        if stmts.is_empty() {
            return value;
        }
        let (ty, pos) = (value.ty.clone(), value.pos);
        Expr::new(ExprKind::Block(stmts, Some(Box::new(value))), ty, pos)
    }

    /// An operand is not evaluated, where C evaluates it if its type has a computed length (C11
    /// 6.5.3.4p2): it must have no effects.
    pub(super) fn without_evaluation(&self, ty: &Qual, effects: bool, span: Span) -> Result<()> {
        match effects && ty.is_variably_modified() {
            true => Err(self.unsupported(
                span,
                "an effect in an operand whose type has a computed length is not supported",
            )),
            false => Ok(()),
        }
    }

    /// `pointer ± index`, where what it points to has a computed size.
    pub(super) fn scaled_pointer(
        &mut self,
        pointer: Expr,
        index: Expr,
        size: Expr,
        minus: bool,
        span: Span,
    ) -> Result<Expr> {
        let (ty, pos) = (pointer.ty.clone(), self.pos(span));
        let difference = self.program.types.difference_type();
        let (index, size) = (
            self.convert(index, &difference),
            self.convert(size, &difference),
        );
        let index = Box::new(self.arithmetic(Arith::Mul, index, size, span)?);
        let add = ExprKind::PointerAdd {
            pointer: Box::new(pointer),
            index,
            size: 1,
            minus,
        };
        Ok(Expr::new(add, ty, pos))
    }

    /// A variable of such a type: each time that its declaration is reached, it is a new object
    /// (C11 6.2.4p7).
    pub(super) fn variable_object(&mut self, name: &str, ty: Qual, span: Span) -> Result<()> {
        let pos = self.pos(span);
        let bytes = self.run_time_size(&ty, span)?;
        let pointer = Type::Pointer(Rc::new(ty));
        let id = self.new_local(span, name, pointer.clone().into())?;
        self.bind(name, Entity::Reference(id));
        self.emit(span, StmtKind::Enter(id))?;
        let void = Type::Void.pointer_to();
        let size = self.program.types.size_type();
        let block = self.own_function(BLOCK, (Type::Void.pointer_to(), vec![size]), span);
        let call = ExprKind::Call(block, vec![bytes]);
        let block = Expr::new(
            ExprKind::Convert(Box::new(Expr::new(call, void, pos))),
            pointer.clone(),
            pos,
        );
        let assign = ExprKind::Assign(Box::new(whole_local(id, &pointer)), Box::new(block));
        self.emit(span, StmtKind::Expr(Expr::new(assign, pointer, pos)))
    }
}

fn whole_local(id: u32, ty: &Type) -> Place {
    Place {
        base: Base::Local(id),
        base_ty: ty.clone(),
        steps: Vec::new(),
        ty: ty.clone().into(),
    }
}
