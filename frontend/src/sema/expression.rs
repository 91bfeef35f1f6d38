//! Expressions (C11 6.5): from syntax trees to typed values.

use super::{Entity, Result, Unit};
use crate::accounting::prototype;
use crate::ir::{Arith, Base, Expr, ExprKind, Place, Step};
use crate::types::{Compatibility, FloatKind, FunctionType, Qual, Type, Variant};
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, BlockItem, CallExpression, ConditionalExpression,
    Constant, Expression, FloatFormat, GenericAssociation, GenericSelection, OffsetMember,
    OffsetOfExpression, Statement, UnaryOperator, UnaryOperatorExpression,
};
use lang_c::span::{Node, Span};
use proofmark_logic::cfa::Pos;
use std::rc::Rc;

impl Unit<'_> {
    /// The value of an expression, after the conversions of arrays and functions (C11 6.3.2.1).
    pub(super) fn expression(&mut self, e: &Node<Expression>) -> Result<Expr> {
        let (span, pos) = (e.span, self.pos(e.span));
        match &e.node {
            Expression::Identifier(id) => self.identifier(e, &id.node.name),
            Expression::Constant(c) => match &c.node {
                Constant::Integer(i) => self.integer(i, span),
                Constant::Character(text) => self.character(text, span),
                Constant::Float(f) => {
                    let kind = match f.suffix.format {
                        FloatFormat::Float => FloatKind::Float,
                        FloatFormat::LongDouble => FloatKind::LongDouble,
                        _ => FloatKind::Double,
                    };
                    let literal = self
                        .float_value(f)
                        .map_or(ExprKind::Unknown, |value| ExprKind::Float(value.to_bits()));
                    Ok(Expr::new(literal, Type::Float(kind), pos))
                }
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
                let to = self.type_name(&cast.node.type_name)?.ty;
                let value = self.expression(&cast.node.expression)?;
                self.cast(value, to, span)
            }
            Expression::SizeOfTy(t) => {
                let ty = self.type_name(&t.node.0)?.ty;
                self.size_value(&ty, span)
            }
            Expression::SizeOfVal(v) => {
                let ty = match &v.node.0.node {
                    // The parser reads `sizeof(T)` as an expression where a parameter hides T, and
                    // the other way round.
                    Expression::Identifier(id)
                        if matches!(self.lookup(&id.node.name), Some(Entity::Typedef(_))) =>
                    {
                        return Err(self.misread(span, &id.node.name, "an object"));
                    }
                    _ => self.unevaluated(&v.node.0)?.ty,
                };
                self.size_value(&ty, span)
            }
            Expression::AlignOf(t) => {
                let ty = self.type_name(&t.node.0)?;
                Ok(self.align_value(&ty, span))
            }
            Expression::CompoundLiteral(literal) => {
                let (stmts, place) = self.compound_literal(literal, span)?;
                let value = self.load(place, span)?;
                let ty = value.ty.clone();
                Ok(if stmts.is_empty() {
                    value
                } else {
                    Expr::new(ExprKind::Block(stmts, Some(Box::new(value))), ty, pos)
                })
            }
            Expression::Statement(s) => self.statement_expression(s, span),
            Expression::OffsetOf(o) => self.offset_of(o),
            Expression::GenericSelection(g) => self.generic(g),
            Expression::VaArg(v) => self.next_argument(v, span),
        }
    }

    /// The type of an operand that is not evaluated (`sizeof`, `typeof`): no conversion of arrays
    /// and functions.
    pub(super) fn unevaluated(&mut self, e: &Node<Expression>) -> Result<Qual> {
        if let Expression::Identifier(id) = &e.node {
            if let Some(Entity::Function(f)) = self.lookup(&id.node.name) {
                if let Some(ty) = self.function_type_here(*f) {
                    return Ok(Type::Function(Rc::new(ty)).into());
                }
            }
        }
        match self.place(e)? {
            Some(place) => match self.bit_width(&place) {
                Some(_) => Err(self.type_error(e.span, "this does not apply to a bit-field")),
                None => Ok(place.ty),
            },
            None => Ok(self.typed(e)?.1),
        }
    }

    /// A value and its type, where that matters by itself.
    pub(super) fn typed(&mut self, e: &Node<Expression>) -> Result<(Expr, Qual)> {
        if let Expression::Cast(cast) = &e.node {
            let to = self.type_name(&cast.node.type_name)?;
            let value = self.expression(&cast.node.expression)?;
            let variant = Variant {
                enumeration: to.variant.enumeration,
                ..Variant::default()
            };
            let ty = to.ty.clone().into();
            return Ok((self.cast(value, to.ty, e.span)?, Qual { variant, ..ty }));
        }
        let value = self.typed_value(e)?;
        let computes = match &e.node {
            Expression::UnaryOperator(u) => matches!(
                u.node.operator.node,
                UnaryOperator::Plus
                    | UnaryOperator::Minus
                    | UnaryOperator::Complement
                    | UnaryOperator::Negate
            ),
            _ => false,
        };
        let variant = if computes {
            Variant::default()
        } else {
            self.value_variant(&value)
        };
        let ty = value.ty.clone().into();
        Ok((value, Qual { variant, ..ty }))
    }

    /// What is known of the type of an object's value or of a result, besides its `ty`. Values have
    /// no qualifiers.
    fn value_variant(&self, value: &Expr) -> Variant {
        let found = match &value.kind {
            ExprKind::Load(place) | ExprKind::Assign(place, _) | ExprKind::Update { place, .. } => {
                place.ty.variant
            }
            ExprKind::Call(f, _) => self
                .function_type_here(*f)
                .map_or(Variant::default(), |ty| ty.result_type().variant),
            ExprKind::CallPointer(_, ty, _) => ty.result_type().variant,
            _ => Variant::default(),
        };
        Variant {
            atomic: false,
            restrict: false,
            ..found
        }
    }

    /// A value whose type matters by itself (`sizeof`, `typeof`, `_Generic`). Before it is
    /// promoted, that of a bit-field has a type of its width in gcc, which is not modelled.
    pub(super) fn typed_value(&mut self, e: &Node<Expression>) -> Result<Expr> {
        let value = self.expression(e)?;
        let promoted = match &e.node {
            Expression::Cast(_) => return Ok(value),
            Expression::UnaryOperator(unary) => unary.node.operator.node == UnaryOperator::Plus,
            _ => false,
        };
        // Promotion leaves a field wider than `int` the type that it has.
        let own_type = |width| !promoted || width > 32;
        let mut inner = &value;
        loop {
            inner = match &inner.kind {
                ExprKind::Convert(a) | ExprKind::Comma(_, a) | ExprKind::Block(_, Some(a)) => a,
                ExprKind::Load(place)
                | ExprKind::Assign(place, _)
                | ExprKind::Update { place, .. }
                    if self.bit_width(place).is_some_and(own_type) =>
                {
                    return Err(self.unsupported(
                        e.span,
                        "the type of a bit-field's value is not supported here",
                    ));
                }
                _ => return Ok(value),
            };
        }
    }

    fn identifier(&mut self, e: &Node<Expression>, name: &str) -> Result<Expr> {
        let pos = self.pos(e.span);
        match self.lookup(name) {
            Some(Entity::Constant(value, ty)) => Ok(Expr::int(*value, ty.clone(), pos)),
            Some(Entity::Function(id)) => {
                let id = *id;
                self.function_address(id, e.span)
            }
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

    fn size_value(&self, ty: &Type, span: Span) -> Result<Expr> {
        let size = self.size_of(ty, span)?;
        Ok(Expr::int(
            i128::from(size),
            self.program.types.size_type(),
            self.pos(span),
        ))
    }

    /// `_Alignof` (C11 6.5.3.4p3), or gcc's `__alignof__`, which is what the type prefers where a
    /// member gets less (8-byte numbers on i386). The parser does not tell them apart. Parentheses
    /// may stand in front of the keyword.
    pub(super) fn align_value(&self, ty: &Qual, span: Span) -> Expr {
        let types = &self.program.types;
        let text = self.sources.rest(self.unit, span.start);
        let preferred = text
            .split_once("lignof")
            .is_some_and(|(before, _)| before.ends_with("__a"));
        let align = if preferred {
            types.alignment(ty).bytes
        } else {
            types.least_alignment(ty)
        };
        Expr::int(i128::from(align), types.size_type(), self.pos(span))
    }

    pub(super) fn cast(&mut self, value: Expr, to: Type, span: Span) -> Result<Expr> {
        let pos = self.pos(span);
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
            (from, Type::Pointer(_)) => from.is_integer(),
            (from, to) => from == to,
        };
        if ok {
            return Ok(self.convert(value, &to));
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
                return self.function_address(f, span);
            }
        }
        match self.place(operand)? {
            Some(place) if self.bit_width(&place).is_some() => {
                Err(self.type_error(span, "a bit-field has no address"))
            }
            Some(place) => {
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
            _ => Err(self.type_error(e.span, "this cannot be assigned to")),
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
        let new = Box::new(self.assign_convert(new, &ty, span)?);
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
                let value = self.assign_convert(value, &ty, span)?;
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
                let old = self.old(&place, self.pos(span));
                let value = self.expression(rhs)?;
                let new = self.binary(op, old, value, span)?;
                self.update(place, new, false, span)
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
        let ty = self.conditional_type(&a, &b, span)?;
        let (a, b) = if ty == Type::Void {
            (a, b)
        } else {
            (self.convert(a, &ty), self.convert(b, &ty))
        };
        Ok(match condition.as_int() {
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

    // -- calls

    fn call(&mut self, call: &Node<CallExpression>, span: Span) -> Result<Expr> {
        let args = &call.node.arguments;
        if let Expression::Identifier(id) = &call.node.callee.node {
            let name = id.node.name.as_str();
            match self.lookup(name) {
                Some(Entity::Function(f)) => {
                    let f = *f;
                    return self.named_call(f, name, args, span);
                }
                Some(_) => {}
                None => return self.undeclared_call(name, args, span),
            }
        }
        let callee = self.expression(&call.node.callee)?;
        let Some(Type::Function(ty)) = callee.ty.pointee().map(|q| q.ty.clone()) else {
            return Err(self.type_error(span, "only functions can be called"));
        };
        // `(*f)(x)` and `(&f)(x)` are direct calls.
        if let ExprKind::Function(f) = callee.kind {
            return self.direct_call(f, args, span);
        }
        let args = self.arguments(&ty, args, span)?;
        let (result, pos) = (ty.result.clone(), self.pos(span));
        Ok(Expr::new(
            ExprKind::CallPointer(Box::new(callee), Box::new(FunctionType::clone(&ty)), args),
            result,
            pos,
        ))
    }

    /// A call of a name without a declaration: a built-in function, a function of the C library
    /// that the compiler knows, or one of this file (C90 6.3.2.2).
    fn undeclared_call(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        if let Some(value) = self.encoded_call(name, args, span)? {
            return Ok(value);
        }
        if let Some(value) = self.builtin(name, args, span)? {
            return Ok(value);
        }
        if let Some(value) = self.atomic(name, args, span)? {
            return Ok(value);
        }
        let implicit = || FunctionType {
            result: Type::INT,
            params: None,
            variadic: false,
            variants: Vec::new(),
        };
        let own = self.defined.contains(name) || is_verifiers(name);
        let ty = prototype(&self.program.types, name).or(own.then(implicit));
        let Some(ty) = ty else {
            return Err(self
                .unsupported(span, format!("`{name}` is called without a declaration"))
                .help("declare it, or include the header that does"));
        };
        let shown = self.show(&ty.result);
        self.warn(
            span,
            format!("`{name}` is called without a declaration; it is taken to return `{shown}`"),
        );
        self.builtin_call(name, ty, args, span)
    }

    pub(super) fn direct_call(
        &mut self,
        f: u32,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let Some(ty) = self.function_type_here(f) else {
            return Err(self.type_error(span, "this function is not declared"));
        };
        let args = self.arguments(&ty, args, span)?;
        Ok(Expr::new(
            ExprKind::Call(f, args),
            ty.result,
            self.pos(span),
        ))
    }

    /// Arguments with the conversions of C11 6.5.2.2p6–7.
    fn arguments(
        &mut self,
        ty: &FunctionType,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Vec<Expr>> {
        if let Some(params) = &ty.params {
            if args.len() < params.len() || args.len() > params.len() && !ty.variadic {
                return Err(self.type_error(
                    span,
                    format!(
                        "{} arguments are given, {} are needed",
                        args.len(),
                        params.len()
                    ),
                ));
            }
        }
        let mut out = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            let value = self.expression(arg)?;
            out.push(match ty.params.as_ref().and_then(|p| p.get(index)) {
                // The argument passes as it is, which the callee must not define.
                Some(Type::Record(id))
                    if self.transparent.contains(id) && value.ty != Type::Record(*id) =>
                {
                    self.default_promote(value)
                }
                Some(param) => self.assign_convert(value, param, arg.span)?,
                None => self.default_promote(value),
            });
        }
        Ok(out)
    }

    // -- other forms

    /// `({ … })`: the last statement's value, if it is an expression (gcc manual, "Statement
    /// Expressions").
    fn statement_expression(&mut self, s: &Node<Statement>, span: Span) -> Result<Expr> {
        let pos = self.pos(span);
        let Statement::Compound(items) = &s.node else {
            return Err(self.type_error(span, "a block is needed here"));
        };
        let outer = std::mem::take(&mut self.function(span)?.stmts);
        let value = self.scoped(|unit| unit.block_with_value(items));
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
        self.block_items_in_scope(init)?;
        let BlockItem::Statement(mut statement) = last.node.clone() else {
            self.block_items_in_scope(std::slice::from_ref(last))?;
            return Ok(None);
        };
        loop {
            match statement.node {
                // A value may carry labels: `out: result;`.
                Statement::Labeled(labeled) => {
                    self.label(&labeled.node.label, statement.span)?;
                    statement = *labeled.node.statement;
                }
                Statement::Expression(Some(e)) => {
                    return Ok(
                        Some(self.expression(&e)?).filter(|v| v.ty != Type::Void || v.effects)
                    )
                }
                _ => {
                    self.statement(&statement)?;
                    return Ok(None);
                }
            }
        }
    }

    /// `offsetof` (C11 7.19p3).
    fn offset_of(&mut self, o: &Node<OffsetOfExpression>) -> Result<Expr> {
        let ty = self.type_name(&o.node.type_name)?;
        let mut place = Place {
            base: Base::Global(0),
            base_ty: ty.ty.clone(),
            steps: Vec::new(),
            ty,
        };
        let designator = &o.node.designator.node;
        let mut offset = 0u64;
        let mut varying = Vec::new();
        self.step_into(&mut place, &designator.base.node.name, o.span)?;
        for member in &designator.members {
            match &member.node {
                OffsetMember::Member(name) => {
                    self.step_into(&mut place, &name.node.name, member.span)?
                }
                OffsetMember::IndirectMember(_) => {
                    return Err(self.unsupported(member.span, "`->` in `offsetof` is not supported"))
                }
                OffsetMember::Index(e) => {
                    let Type::Array(element, _) = place.ty.ty.clone() else {
                        return Err(self.type_error(e.span, "this is no array"));
                    };
                    let size = self.size_of(&element.ty, e.span)?;
                    let index = self.expression(e)?;
                    match index.as_int() {
                        Some(index) => {
                            let index = u64::try_from(index)
                                .map_err(|_| self.type_error(e.span, "a negative index"))?;
                            offset = offset.saturating_add(index.saturating_mul(size));
                        }
                        // gcc lets the index vary.
                        None => {
                            let size = Expr::int(
                                i128::from(size),
                                self.program.types.size_type(),
                                index.pos,
                            );
                            varying.push(self.arithmetic(Arith::Mul, index, size, e.span)?);
                        }
                    }
                    place.ty = Qual::clone(&element);
                }
            }
        }
        for step in &place.steps {
            if let Step::Field(record, index) = step {
                offset = offset.saturating_add(
                    self.program
                        .types
                        .fields(*record)
                        .get(*index)
                        .map_or(0, |f| f.offset),
                );
            }
        }
        let fixed = Expr::int(
            i128::from(offset),
            self.program.types.size_type(),
            self.pos(o.span),
        );
        varying.into_iter().try_fold(fixed, |sum, term| {
            self.arithmetic(Arith::Add, sum, term, o.span)
        })
    }

    /// `_Generic` (C11 6.5.1.1).
    fn generic(&mut self, g: &Node<GenericSelection>) -> Result<Expr> {
        let ty = self.typed(&g.node.expression)?.1;
        let mut default = None;
        for association in &g.node.associations {
            let t = match &association.node {
                GenericAssociation::Type(t) => t,
                GenericAssociation::Default(e) => {
                    default = Some(e);
                    continue;
                }
            };
            let candidate = self.type_name(&t.node.type_name)?;
            if candidate.constant || candidate.volatile || candidate.variant.restrict {
                continue;
            }
            match self.program.types.interchangeable(&candidate, &ty) {
                Compatibility::Yes => {
                    self.associations_left_out(g, &t.node.expression);
                    return self.expression(&t.node.expression);
                }
                Compatibility::No => {}
                Compatibility::Unknown => {
                    return Err(self.unsupported(
                        t.span,
                        "whether this type is compatible with the controlling expression's is not known",
                    ))
                }
            }
        }
        match default {
            Some(e) => {
                self.associations_left_out(g, e);
                self.expression(e)
            }
            None => Err(self.type_error(
                g.span,
                "no association has the type of the controlling expression",
            )),
        }
    }
}

/// Whether a function belongs to the verifier, whose inputs need no declaration.
fn is_verifiers(name: &str) -> bool {
    name.starts_with("__VERIFIER_") || name == "reach_error"
}
