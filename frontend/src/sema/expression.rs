//! Expressions (C11 6.5): from syntax trees to typed values.

use super::{Entity, Result, Unit};
use crate::ir::{Arith, Expr, ExprKind, Place};
use crate::types::{FloatKind, Type};
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, BlockItem, CompoundLiteral, ConditionalExpression,
    Constant, Expression, Statement, UnaryOperator, UnaryOperatorExpression,
};
use lang_c::span::{Node, Span};
use proofmark_logic::cfa::Pos;
use std::rc::Rc;

impl Unit<'_> {
    /// The value of an expression, after the conversions of arrays and functions (C11 6.3.2.1).
    pub(super) fn expression(&mut self, e: &Node<Expression>) -> Result<Expr> {
        self.account.read(e);
        let value = self.analysed(e)?;
        self.expression_found(e, &value);
        Ok(value)
    }

    fn analysed(&mut self, e: &Node<Expression>) -> Result<Expr> {
        let span = e.span;
        match &e.node {
            Expression::Identifier(id) => self.identifier(e, &id.node.name),
            Expression::Constant(c) => match &c.node {
                Constant::Integer(i) => self.integer(i, span),
                Constant::Character(text) => self.character(text, span),
                Constant::Float(f) => self.floating(f, span),
            },
            Expression::StringLiteral(_) | Expression::Member(_) => self.load_place(e),
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                self.load_place(e)
            }
            Expression::UnaryOperator(u) => self.unary(u, span),
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.load_place(e)
            }
            Expression::BinaryOperator(b) => self.binary_expression(b, span),
            Expression::Call(call) => self.call(call, span),
            Expression::Conditional(c) => self.conditional(c, span),
            Expression::Comma(list) => self.comma(list),
            Expression::Cast(cast) => {
                let (stmts, to) = self.computed_type_name(&cast.node.type_name)?;
                let value = self.expression(&cast.node.expression)?;
                let value = self.cast(value, to.ty, span)?;
                Ok(self.behind(stmts, value))
            }
            Expression::SizeOfTy(t) => {
                let (stmts, ty) = self.computed_type_name(&t.node.0)?;
                let stmts = self.evaluated_lengths(stmts, &ty, span)?;
                let size = self.run_time_size(&ty, span)?;
                Ok(self.behind(stmts, size))
            }
            Expression::SizeOfVal(v) => self.size_of_operand(v),
            Expression::AlignOf(t) => {
                let ty = self.type_name(&t.node.0)?;
                Ok(self.align_value(&ty, self.alignof(span), span))
            }
            Expression::CompoundLiteral(literal) => self.literal_value(literal, span),
            Expression::Statement(s) => self.statement_expression(s, span),
            Expression::OffsetOf(o) => self.offset_of(o),
            Expression::GenericSelection(g) => self.generic(g),
            Expression::VaArg(v) => self.next_argument(v, span),
        }
    }

    fn literal_value(&mut self, literal: &Node<CompoundLiteral>, span: Span) -> Result<Expr> {
        let (stmts, place) = self.compound_literal(literal, span)?;
        let value = self.load(place, span)?;
        let ty = value.ty.clone();
        Ok(if stmts.is_empty() {
            value
        } else {
            let block = ExprKind::Block(stmts, Some(Box::new(value)));
            Expr::new(block, ty, self.pos(span))
        })
    }

    fn identifier(&mut self, e: &Node<Expression>, name: &str) -> Result<Expr> {
        let pos = self.pos(e.span);
        match self.lookup(name) {
            Some(Entity::Constant(value, ty)) => Ok(Expr::int(*value, ty.clone(), pos)),
            Some(Entity::Function(id)) => {
                let id = *id;
                self.function_address(id, e.span)
            }
            Some(Entity::Parameter(q)) => Ok(Expr::new(ExprKind::Unknown, q.ty.clone(), pos)),
            Some(
                Entity::Global(_) | Entity::Local(_) | Entity::Reference(_) | Entity::Typedef(_),
            ) => self.load_place(e),
            None if name.starts_with("__") && name.ends_with("__") => self.load_place(e),
            None => Err(self.type_error(e.span, format!("`{name}` is not declared"))),
        }
    }

    fn function_address(&self, id: u32, span: Span) -> Result<Expr> {
        let Some(ty) = self.function_type_here(id) else {
            return Err(self.type_error(span, "this function is not declared"));
        };
        let ty = Type::Function(Rc::new(ty)).pointer_to();
        Ok(Expr::new(ExprKind::Function(id), ty, self.pos(span)))
    }

    fn load_place(&mut self, e: &Node<Expression>) -> Result<Expr> {
        match self.place(e)? {
            Some(place) => self.load(place, e.span),
            None => Err(self.type_error(e.span, "this designates no object")),
        }
    }

    pub(super) fn cast(&mut self, value: Expr, to: Type, span: Span) -> Result<Expr> {
        let pos = self.pos(span);
        let stays = value.ty == to || to == Type::Void;
        if !stays && self.any_complex([&value.ty, &to]) {
            return self.complex_convert(value, &to, span);
        }
        if let (Type::Record(id), true) = (&to, value.ty != to) {
            if let Some(member) = self.member_of_type(*id, &value.ty, span)? {
                return self.cast_to_union(value, *id, member, span);
            }
        }
        let ok = match (&value.ty, &to) {
            (_, Type::Void) => {
                return Ok(Expr::new(
                    ExprKind::Convert(Box::new(value)),
                    Type::Void,
                    pos,
                ))
            }
            (from, to) if from.is_arithmetic() && to.is_arithmetic() => true,
            (Type::Pointer(_), to) => to.is_scalar(),
            (Type::Float(FloatKind::Int128 | FloatKind::UInt128), Type::Pointer(_)) => true,
            (from, Type::Pointer(_)) => from.is_integer(),
            (from, to) => from == to,
        };
        if ok {
            let value = self.convert(value, &to);
            return Ok(self.truncated(value));
        }
        let (from, to) = (self.show(&value.ty), self.show(&to));
        Err(self.type_error(span, format!("`{from}` cannot be cast to `{to}`")))
    }

    // -- operators

    fn unary(&mut self, u: &Node<UnaryOperatorExpression>, span: Span) -> Result<Expr> {
        let (pos, operand) = (self.pos(span), &u.node.operand);
        match u.node.operator.node {
            UnaryOperator::Address => self.address_of(operand, span),
            UnaryOperator::Indirection => self.load_place(operand),
            UnaryOperator::PostIncrement => self.increment(operand, Arith::Add, true, span),
            UnaryOperator::PostDecrement => self.increment(operand, Arith::Sub, true, span),
            UnaryOperator::PreIncrement => self.increment(operand, Arith::Add, false, span),
            UnaryOperator::PreDecrement => self.increment(operand, Arith::Sub, false, span),
            UnaryOperator::Negate => {
                let value = self.expression(operand)?;
                self.not(value, span)
            }
            UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement => {
                let value = self.expression(operand)?;
                let complement = u.node.operator.node == UnaryOperator::Complement;
                if self.any_complex([&value.ty; 2]) {
                    return match u.node.operator.node {
                        UnaryOperator::Plus => Ok(value),
                        _ => self.complex_negation(value, !complement, span),
                    };
                }
                if !(value.ty.is_integer() || value.ty.is_float() && !complement) {
                    return Err(self.type_error(span, "this operator needs a number"));
                }
                let value = self.promote(value);
                let ty = value.ty.clone();
                if u.node.operator.node == UnaryOperator::Plus {
                    return Ok(value);
                }
                if let (Some(v), Some(machine)) = (value.as_int(), self.program.types.machine(&ty))
                {
                    return Ok(Expr::int(
                        machine.wrap(if complement { !v } else { -v }),
                        ty,
                        pos,
                    ));
                }
                let kind = if complement {
                    ExprKind::Complement(Box::new(value))
                } else {
                    ExprKind::Negate(Box::new(value))
                };
                Ok(Expr::new(kind, ty, pos))
            }
        }
    }

    fn address_of(&mut self, operand: &Node<Expression>, span: Span) -> Result<Expr> {
        if let Expression::Identifier(id) = &operand.node {
            if let Some(Entity::Function(f)) = self.lookup(&id.node.name) {
                let f = *f;
                self.account.read(operand);
                return self.function_address(f, span);
            }
        }
        match self.place(operand)? {
            Some(place) if self.bit_width(&place).is_some() => {
                Err(self.type_error(span, "a bit-field has no address"))
            }
            Some(place) => {
                self.shows_own_length(&place, span)?;
                let ty = Type::Pointer(Rc::new(place.ty.clone()));
                Ok(self.address(place, ty, span))
            }
            None => Err(self.type_error(span, "only objects and functions have addresses")),
        }
    }

    /// The object that an assignment changes.
    fn target(&mut self, e: &Node<Expression>) -> Result<Place> {
        match self.place(e)? {
            // The initial value of a constant is taken to last.
            Some(place) if place.ty.constant => {
                Err(self.type_error(e.span, "this is `const` and cannot be assigned to"))
            }
            Some(place)
                if !matches!(
                    place.ty.ty,
                    Type::Array(..) | Type::Function(_) | Type::Void
                ) =>
            {
                Ok(place)
            }
            _ => {
                // What is not declared says so.
                self.expression(e)?;
                Err(self.type_error(e.span, "this cannot be assigned to"))
            }
        }
    }

    /// Reads the old value inside an update, with the promotion of bit-fields.
    pub(super) fn old(&self, place: &Place, pos: Pos) -> Expr {
        let old = Expr::new(ExprKind::Old, place.ty.ty.clone(), pos);
        self.place_value(old, self.bit_width(place))
    }

    fn increment(
        &mut self,
        operand: &Node<Expression>,
        op: Arith,
        post: bool,
        span: Span,
    ) -> Result<Expr> {
        let pos = self.pos(span);
        let place = self.target(operand)?;
        let one = Expr::int(1, Type::INT, pos);
        let new = self.arithmetic(op, self.old(&place, pos), one, span)?;
        self.update(place, new, post, span)
    }

    pub(super) fn update(
        &mut self,
        place: Place,
        new: Expr,
        post: bool,
        span: Span,
    ) -> Result<Expr> {
        let ty = place.ty.ty.clone();
        let new = Box::new(self.stored(new, &place, span)?);
        let (pos, width) = (self.pos(span), self.bit_width(&place));
        Ok(self.place_value(
            Expr::new(
                ExprKind::Update {
                    place: Box::new(place),
                    new,
                    post,
                },
                ty,
                pos,
            ),
            width,
        ))
    }

    fn binary_expression(
        &mut self,
        b: &Node<BinaryOperatorExpression>,
        span: Span,
    ) -> Result<Expr> {
        let (op, lhs, rhs) = (&b.node.operator.node, &b.node.lhs, &b.node.rhs);
        match op {
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                let (a, b) = (self.expression(lhs)?, self.expression(rhs)?);
                self.connective(*op == BinaryOperator::LogicalAnd, a, b, span)
            }
            BinaryOperator::Assign => {
                let place = self.target(lhs)?;
                let ty = place.ty.ty.clone();
                let value = self.expression(rhs)?;
                let value = self.stored(value, &place, span)?;
                let (pos, width) = (self.pos(span), self.bit_width(&place));
                Ok(self.place_value(
                    Expr::new(ExprKind::Assign(Box::new(place), Box::new(value)), ty, pos),
                    width,
                ))
            }
            BinaryOperator::AssignMultiply
            | BinaryOperator::AssignDivide
            | BinaryOperator::AssignModulo
            | BinaryOperator::AssignPlus
            | BinaryOperator::AssignMinus
            | BinaryOperator::AssignShiftLeft
            | BinaryOperator::AssignShiftRight
            | BinaryOperator::AssignBitwiseAnd
            | BinaryOperator::AssignBitwiseXor
            | BinaryOperator::AssignBitwiseOr => {
                let place = self.target(lhs)?;
                let value = self.expression(rhs)?;
                self.one_access(&place, &value, span)?;
                if self.any_complex([&place.ty.ty; 2]) {
                    return self.complex_update(op, place, value, span);
                }
                let atomic = place.ty.variant.atomic;
                let updated = |unit: &mut Self, value: Expr| {
                    let old = unit.old(&place, unit.pos(span));
                    let new = unit.binary(op, old, value, span)?;
                    unit.update(place, new, false, span)
                };
                match atomic {
                    true => self.once(value, span, updated),
                    false => updated(self, value),
                }
            }
            _ => {
                let (a, b) = (self.expression(lhs)?, self.expression(rhs)?);
                self.binary(op, a, b, span)
            }
        }
    }

    fn conditional(&mut self, c: &Node<ConditionalExpression>, span: Span) -> Result<Expr> {
        if let Some(value) = self.elvis(c, span)? {
            return Ok(value);
        }
        let pos = self.pos(span);
        let condition = self.expression(&c.node.condition)?;
        let condition = self.condition(condition, span)?;
        let (a, b) = (
            self.expression(&c.node.then_expression)?,
            self.expression(&c.node.else_expression)?,
        );
        let (then, other) = (&c.node.then_expression, &c.node.else_expression);
        let ty = self.conditional_type([(then, &a), (other, &b)], span)?;
        let (a, b) = if ty == Type::Void {
            (a, b)
        } else {
            (self.convert(a, &ty), self.convert(b, &ty))
        };
        if let Some(chosen) = condition.as_int() {
            // The type is that of both.
            let dropped = if chosen == 0 { &a } else { &b };
            self.promises_nothing(dropped.behind_conversions(), span)?;
        }
        // Of a value and none, no value is chosen.
        let chosen = |_: &i128| ty != Type::Void || a.ty == b.ty;
        let folded = condition.as_int().filter(chosen);
        Ok(match folded {
            Some(0) => b,
            Some(_) => a,
            None => Expr::new(
                ExprKind::Conditional(Box::new(condition), Some(Box::new(a)), Box::new(b)),
                ty,
                pos,
            ),
        })
    }

    fn comma(&mut self, list: &[Node<Expression>]) -> Result<Expr> {
        let mut out: Option<Expr> = None;
        for e in list {
            let value = self.expression(e)?;
            out = Some(match out {
                None => value,
                Some(before) => {
                    let (ty, pos) = (value.ty.clone(), before.pos);
                    Expr::new(ExprKind::Comma(Box::new(before), Box::new(value)), ty, pos)
                }
            });
        }
        out.ok_or_else(|| {
            crate::LoadError::plain(crate::ErrorKind::Internal, "an empty comma expression")
        })
    }

    // -- other forms

    /// `({ … })`: the last statement's value, if it is an expression (gcc manual, "Statement
    /// Expressions").
    fn statement_expression(&mut self, s: &Node<Statement>, span: Span) -> Result<Expr> {
        self.account.read(s);
        let pos = self.pos(span);
        let Statement::Compound(items) = &s.node else {
            return Err(self.type_error(span, "a block is needed here"));
        };
        let outer = std::mem::take(&mut self.function(span)?.stmts);
        let open = self.open_cleanups();
        let value = self.scoped(|unit| {
            let value = unit.block_with_value(items)?;
            unit.value_of_block(value, open, span)
        });
        let stmts = std::mem::replace(&mut self.function(span)?.stmts, outer);
        let value = value?;
        let ty = value.as_ref().map_or(Type::Void, |v| v.ty.clone());
        Ok(Expr::new(
            ExprKind::Block(stmts, value.map(Box::new)),
            ty,
            pos,
        ))
    }

    fn block_with_value(&mut self, items: &[Node<BlockItem>]) -> Result<Option<Expr>> {
        let Some((last, init)) = items.split_last() else {
            return Ok(None);
        };
        self.block_items(init)?;
        let BlockItem::Statement(statement) = &last.node else {
            self.block_items(std::slice::from_ref(last))?;
            return Ok(None);
        };
        self.facts_at(last.span.start, |unit| unit.last_statement(statement))
    }

    fn last_statement(&mut self, mut statement: &Node<Statement>) -> Result<Option<Expr>> {
        loop {
            self.account.read(statement);
            match &statement.node {
                // A value may carry labels: `out: result;`.
                Statement::Labeled(labeled) => {
                    self.label(&labeled.node.label, statement.span)?;
                    statement = &labeled.node.statement;
                }
                Statement::Expression(Some(e)) => {
                    let value = self.expression(e)?;
                    return Ok(Some(value).filter(|v| v.ty != Type::Void || v.effects));
                }
                _ => {
                    self.statement(statement)?;
                    return Ok(None);
                }
            }
        }
    }
}
