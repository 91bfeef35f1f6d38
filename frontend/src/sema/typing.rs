//! Expressions that ask for a type: `sizeof`, `_Alignof`, `typeof`, `_Generic`, `offsetof` (C11
//! 6.5.1.1, 6.5.3.4, 7.19).

use super::{Entity, Result, Unit};
use crate::accounting::is_library;
use crate::ir::{Arith, Base, Expr, ExprKind, Place, Step};
use crate::types::{Compatibility, Qual, Type, Variant};
use lang_c::ast::{
    Expression, GenericAssociation, GenericSelection, OffsetMember, OffsetOfExpression, SizeOfVal,
    UnaryOperator,
};
use lang_c::span::{Node, Span};
use std::rc::Rc;

/// Which operator asks for the alignment of a type.
#[derive(Clone, Copy)]
pub(super) enum Alignof {
    /// `__alignof__`: what the type prefers, where a member gets less (8-byte numbers on i386).
    Preferred,
    /// `_Alignof`.
    Least,
}

impl Unit<'_> {
    /// The type of an operand that is not evaluated (`sizeof`, `typeof`): no conversion of arrays
    /// and functions.
    pub(super) fn unevaluated(&mut self, e: &Node<Expression>) -> Result<Qual> {
        Ok(self.unevaluated_operand(e)?.1)
    }

    /// The same for who takes the type over: of functions, it may promise something.
    pub(super) fn type_to_use(&mut self, e: &Node<Expression>) -> Result<Qual> {
        let (value, ty) = self.unevaluated_operand(e)?;
        if let Some(value) = value {
            self.promises_nothing(&value, e.span)?;
        }
        Ok(ty)
    }

    /// In gcc, the type of a function says some of what is promised of it, and who takes it over
    /// from an expression promises it, too, of whatever is called then (gcc manual, "Common
    /// Function Attributes": `const`, `noreturn`, `nonnull`). Of library functions gcc knows that
    /// itself.
    pub(super) fn promises_nothing(&self, value: &Expr, span: Span) -> Result<()> {
        let f = match &value.kind {
            ExprKind::Function(f) => *f,
            ExprKind::Conditional(c, a, b) => {
                // Both have been converted to one type.
                let yes = a.as_ref().unwrap_or(c).behind_conversions();
                self.promises_nothing(yes, span)?;
                return self.promises_nothing(b.behind_conversions(), span);
            }
            ExprKind::Convert(of) if value.ty == of.ty => return self.promises_nothing(of, span),
            ExprKind::Comma(_, of) | ExprKind::Block(_, Some(of)) => {
                return self.promises_nothing(of, span)
            }
            _ => return Ok(()),
        };
        let Some(function) = self.program.function(f) else {
            return Ok(());
        };
        let own = function.body.is_some() && !function.modelled;
        let known = !own && is_library(&function.name);
        if known || function.noreturn || !function.promises.is_empty() {
            let message = format!(
                "the type of `{}` may promise what its text does not say",
                function.name
            );
            let help = "write the type of the pointer out";
            return Err(self.unsupported(span, &message).help(help));
        }
        Ok(())
    }

    /// An operand's type, and its value if it is no object.
    fn unevaluated_operand(&mut self, e: &Node<Expression>) -> Result<(Option<Expr>, Qual)> {
        self.account.read(e);
        if let Expression::Identifier(id) = &e.node {
            if let Some(Entity::Function(f)) = self.lookup(&id.node.name) {
                let f = *f;
                if let Some(ty) = self.function_type_here(f) {
                    let ty = Type::Function(Rc::new(ty));
                    let pos = self.pos(e.span);
                    let function = Expr::new(ExprKind::Function(f), ty.clone(), pos);
                    return Ok((Some(function), ty.into()));
                }
            }
        }
        match self.place(e)? {
            Some(place) => match self.bit_width(&place) {
                Some(_) => Err(self.type_error(e.span, "this does not apply to a bit-field")),
                None => {
                    self.shows_own_length(&place, e.span)?;
                    self.without_evaluation(&place.ty, place.effects(), e.span)?;
                    // `*f` is a function, of which the pointer tells.
                    let pointer = match place.base {
                        Base::Deref(pointer) if matches!(place.ty.ty, Type::Function(_)) => {
                            Some(*pointer)
                        }
                        _ => None,
                    };
                    Ok((pointer, place.ty))
                }
            },
            None => {
                let (value, ty) = self.typed(e)?;
                self.without_evaluation(&ty, value.effects, e.span)?;
                Ok((Some(value), ty))
            }
        }
    }

    /// A value and its type, where that matters by itself.
    pub(super) fn typed(&mut self, e: &Node<Expression>) -> Result<(Expr, Qual)> {
        if let Expression::Cast(cast) = &e.node {
            self.account.read(e);
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

    /// `sizeof e`.
    pub(super) fn size_of_operand(&mut self, s: &Node<SizeOfVal>) -> Result<Expr> {
        let ty = match &s.node.0.node {
            // The parser reads `sizeof(T)` as an expression where a parameter hides T, and the
            // other way round.
            Expression::Identifier(id)
                if matches!(self.lookup(&id.node.name), Some(Entity::Typedef(_))) =>
            {
                return Err(self.misread(s.span, &id.node.name, "an object"));
            }
            _ => self.unevaluated(&s.node.0)?,
        };
        self.run_time_size(&ty, s.span)
    }

    pub(super) fn size_value(&self, ty: &Type, span: Span) -> Result<Expr> {
        let size = self.size_of(ty, span)?;
        Ok(Expr::int(
            i128::from(size),
            self.program.types.size_type(),
            self.pos(span),
        ))
    }

    /// `_Alignof` of a type (C11 6.5.3.4p3), or gcc's `__alignof__`.
    pub(super) fn align_value(&self, ty: &Qual, asked: Alignof, span: Span) -> Expr {
        let types = &self.program.types;
        let align = match asked {
            Alignof::Preferred => types.alignment(ty).bytes,
            Alignof::Least => types.least_alignment(ty),
        };
        Expr::int(i128::from(align), types.size_type(), self.pos(span))
    }

    /// Which operator stands at an expression that the parser reads as one on a type; it does not
    /// tell them apart. Parentheses may stand in front of the keyword.
    pub(super) fn alignof(&self, span: Span) -> Alignof {
        let text = self.sources.rest(self.unit, span.start);
        let before = text.split_once("lignof").map_or("", |(before, _)| before);
        match before.ends_with("__a") {
            true => Alignof::Preferred,
            false => Alignof::Least,
        }
    }

    /// `offsetof` (C11 7.19p3).
    pub(super) fn offset_of(&mut self, o: &Node<OffsetOfExpression>) -> Result<Expr> {
        let ty = self.type_name(&o.node.type_name)?;
        let mut place = Place {
            base: Base::Global(0),
            base_ty: ty.ty.clone(),
            steps: Vec::new(),
            ty,
        };
        let designator = &o.node.designator.node;
        let (mut offset, mut varying) = (0u64, Vec::new());
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
                    let index = self.offset_index(&mut place, e)?;
                    match index.as_int().and_then(|bytes| u64::try_from(bytes).ok()) {
                        Some(bytes) => offset = offset.saturating_add(bytes),
                        // gcc lets the index vary.
                        None => varying.push(index),
                    }
                }
            }
        }
        let types = &self.program.types;
        for step in &place.steps {
            if let Step::Field(record, index) = step {
                let field = types.fields(*record).get(*index);
                offset = offset.saturating_add(field.map_or(0, |f| f.offset));
            }
        }
        let fixed = Expr::int(i128::from(offset), types.size_type(), self.pos(o.span));
        varying.into_iter().try_fold(fixed, |sum, term| {
            self.arithmetic(Arith::Add, sum, term, o.span)
        })
    }

    /// The value of `(integer)&((T *)0)->member`, as `offsetof` was written: gcc knows it. The
    /// compiler confirms it where it matters, as all constants.
    pub(super) fn offset_from_null(&self, value: &Expr) -> Option<i128> {
        let types = &self.program.types;
        let ExprKind::Convert(inner) = &value.kind else {
            return None;
        };
        let machine = types.machine(&value.ty).filter(|_| value.ty.is_integer())?;
        let converted = |offset: i128| match value.ty {
            Type::Bool => i128::from(offset != 0),
            _ => machine.wrap(offset),
        };
        if inner.ty.is_integer() {
            return self.offset_from_null(inner).map(converted);
        }
        let ExprKind::Address(place) = &inner.kind else {
            return None;
        };
        let Base::Deref(pointer) = &place.base else {
            return None;
        };
        let mut offset = constant_address(pointer)?;
        let mut ty = place.base_ty.clone();
        for step in &place.steps {
            match step {
                Step::Field(record, index) => {
                    let field = types.field(*record, *index)?;
                    offset += i128::from(field.offset);
                    ty = field.ty.ty.clone();
                }
                Step::Index(index) => {
                    let Type::Array(element, _) = &ty else {
                        return None;
                    };
                    let size = types.size_of(&element.ty).ok()?;
                    offset += index.as_int()?.checked_mul(i128::from(size))?;
                    ty = element.ty.clone();
                }
            }
        }
        let small = (0..1 << 31).contains(&offset);
        small.then(|| converted(offset))
    }

    /// Enters an element of an array; returns how many bytes are before it.
    fn offset_index(&mut self, place: &mut Place, e: &Node<Expression>) -> Result<Expr> {
        let Type::Array(element, _) = place.ty.ty.clone() else {
            return Err(self.type_error(e.span, "this is no array"));
        };
        let size = self.size_of(&element.ty, e.span)?;
        place.ty = Qual::clone(&element);
        let index = self.expression(e)?;
        let (ty, pos) = (self.program.types.size_type(), index.pos);
        match index.as_int().map(u64::try_from) {
            Some(Ok(index)) => {
                let bytes = index.saturating_mul(size);
                Ok(Expr::int(i128::from(bytes), ty, pos))
            }
            Some(Err(_)) => Err(self.type_error(e.span, "a negative index")),
            None => {
                let size = Expr::int(i128::from(size), ty, pos);
                self.arithmetic(Arith::Mul, index, size, e.span)
            }
        }
    }

    /// `_Generic` (C11 6.5.1.1).
    pub(super) fn generic(&mut self, g: &Node<GenericSelection>) -> Result<Expr> {
        let ty = self.typed(&g.node.expression)?.1;
        let mut default = None;
        for (number, association) in g.node.associations.iter().enumerate() {
            let t = match &association.node {
                GenericAssociation::Type(t) => t,
                GenericAssociation::Default(e) => {
                    default = Some((number, e));
                    continue;
                }
            };
            let candidate = self.type_name(&t.node.type_name)?;
            let more = candidate.variant;
            if candidate.constant || candidate.volatile || more.restrict || more.atomic {
                continue;
            }
            match self.program.types.interchangeable(&candidate, &ty) {
                Compatibility::Yes => {
                    self.association_chosen(g, number);
                    self.account.associations_left_out(g, &t.node.expression);
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
            Some((number, e)) => {
                self.association_chosen(g, number);
                self.account.associations_left_out(g, e);
                self.expression(e)
            }
            None => Err(self.type_error(
                g.span,
                "no association has the type of the controlling expression",
            )),
        }
    }
}

/// The address that a pointer is, if it is a small constant.
fn constant_address(pointer: &Expr) -> Option<i128> {
    match &pointer.kind {
        ExprKind::Int(address) => Some(*address).filter(|a| (0..1 << 31).contains(a)),
        ExprKind::Convert(inner) if !pointer.ty.is_integer() => constant_address(inner),
        _ => None,
    }
}
