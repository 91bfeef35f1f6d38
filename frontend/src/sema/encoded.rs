//! What the rewrites of [`crate::normalise`] stand for, and gcc's operators on types.

use super::complex::{is_plain, Half};
use super::typing::Alignof;
use super::{Entity, Result, Unit};
use crate::ir::{Arith, Base, Expr, ExprKind, Init, Place, StmtKind};
use crate::normalise::{
    ALIGNOF, ASM_GOTO, ELVIS, EMPTY, IMAGINARY, JUMP, LABEL_ADDRESS, LEAST_ALIGNOF, REAL,
};
use crate::types::{Compatibility, Qual, Type};
use lang_c::ast::{
    ConditionalExpression, Expression, InitDeclarator, Initializer, InitializerListItem,
    SpecifierQualifier, TypeName, TypeSpecifier,
};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    /// `a ?: b` (gcc manual, "Conditionals with Omitted Operands"); `None` for a conditional with
    /// all operands.
    pub(super) fn elvis(
        &mut self,
        c: &Node<ConditionalExpression>,
        span: Span,
    ) -> Result<Option<Expr>> {
        if !names(&c.node.then_expression, ELVIS) {
            return Ok(None);
        }
        self.account.read(&c.node.then_expression);
        let a = self.expression(&c.node.condition)?;
        if self.any_complex([&a.ty; 2]) {
            let message = "`?:` without an operand is not supported for complex numbers";
            return Err(self.unsupported(span, message));
        }
        let a = self.condition(a, span)?;
        let b = self.expression(&c.node.else_expression)?;
        let (then, other) = (&c.node.condition, &c.node.else_expression);
        let ty = self.conditional_type([(then, &a), (other, &b)], span)?;
        let floating = ty.is_float() || a.ty.is_float();
        if floating && ty.is_arithmetic() && is_plain(&a) && a.as_int().is_none() {
            // The value is that of a variable, which is read again: no rounding is in between.
            let (then, other) = (self.convert(a.clone(), &ty), self.convert(b, &ty));
            let kind = ExprKind::Conditional(Box::new(a), Some(Box::new(then)), Box::new(other));
            return Ok(Some(Expr::new(kind, ty, self.pos(span))));
        }
        if !ty.is_scalar() || !a.ty.is_scalar() {
            let shown = self.show(&ty);
            return Err(self.unsupported(
                span,
                format!("`?:` without an operand is not supported for the type `{shown}`"),
            ));
        }
        let b = self.convert(b, &ty);
        Ok(Some(match a.as_int() {
            Some(0) => b,
            Some(_) => self.convert(a, &ty),
            None => Expr::new(
                ExprKind::Conditional(Box::new(a), None, Box::new(b)),
                ty,
                self.pos(span),
            ),
        }))
    }

    /// Reserved names that are called; `None` for other names.
    pub(super) fn encoded_call(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Option<Expr>> {
        let pos = self.pos(span);
        Ok(match (name, args) {
            // Both ways are possible, and the assembly before says what it changes.
            (ASM_GOTO, []) => {
                self.no_open_cleanups(span)?;
                Some(self.convert(Expr::new(ExprKind::Unknown, Type::Bool, pos), &Type::INT))
            }
            (LABEL_ADDRESS, [label]) => Some(self.label_address(label)?),
            (REAL, [operand]) => Some(self.part_value(Half::Real, operand, span)?),
            (IMAGINARY, [operand]) => Some(self.part_value(Half::Imaginary, operand, span)?),
            ("__builtin_complex", [a, b]) => Some(self.complex_of([a, b], span)?),
            (ALIGNOF, [operand]) => Some(self.alignment_of(operand, Alignof::Preferred, span)?),
            (LEAST_ALIGNOF, [operand]) => Some(self.alignment_of(operand, Alignof::Least, span)?),
            ("__builtin_types_compatible_p", [a, b]) => Some(self.compatible_types(a, b, span)?),
            ("__builtin_choose_expr", [condition, a, b]) => {
                let (chosen, other) = match self.folded(condition)? {
                    0 => (b, a),
                    _ => (a, b),
                };
                self.account.left_out(other);
                Some(self.expression(chosen)?)
            }
            ("__builtin_constant_p", [value]) if self.folding => {
                let value = self.expression(value)?;
                if value.as_int().is_none() && !varies(&value) {
                    return Err(self.unsupported(
                        span,
                        "whether gcc takes this operand for a constant here is not known",
                    ));
                }
                let known = value.as_int().is_some();
                Some(Expr::int(i128::from(known), Type::INT, pos))
            }
            _ => self.bit_builtin(name, args, span)?,
        })
    }

    /// The object that `__real__ e` and `__imag__ e` designate, if they designate one; `None` also
    /// for other expressions.
    pub(super) fn part_place(&mut self, e: &Node<Expression>) -> Result<Option<Place>> {
        let Some((half, [word, operand])) = part(e) else {
            return Ok(None);
        };
        self.account.read(word);
        match self.place(operand)? {
            Some(place) if self.part_of(&place.ty.ty).is_some() => {
                self.half_place(place, half, e.span).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// `&&l`.
    fn label_address(&mut self, operand: &Node<Expression>) -> Result<Expr> {
        let Expression::Identifier(id) = &operand.node else {
            return Err(self.type_error(operand.span, "a label is needed here"));
        };
        self.account.read(operand);
        let label = self.named_label(&id.node.name, false, operand.span)?;
        let function = self.function(operand.span)?;
        function.addressed.insert(label);
        let kind = ExprKind::LabelAddress(function.id, label);
        Ok(Expr::new(
            kind,
            Type::Void.pointer_to(),
            self.pos(operand.span),
        ))
    }

    /// The address to which `goto *e;` jumps; `None` for other expressions.
    pub(super) fn computed_goto(&mut self, e: &Node<Expression>) -> Result<Option<Expr>> {
        let Expression::Call(call) = &e.node else {
            return Ok(None);
        };
        let [address] = call.node.arguments.as_slice() else {
            return Ok(None);
        };
        if !names(&call.node.callee, JUMP) {
            return Ok(None);
        }
        self.account.read(e);
        self.account.read(&call.node.callee);
        let address = self.expression(address)?;
        if !matches!(address.ty, Type::Pointer(_)) {
            return Err(self.type_error(e.span, "a computed `goto` needs a pointer"));
        }
        Ok(Some(address))
    }

    /// A constant for which gcc cannot wait: there, what is no literal is not
    /// `__builtin_constant_p`.
    fn folded(&mut self, e: &Node<Expression>) -> Result<i128> {
        let outer = std::mem::replace(&mut self.folding, true);
        let value = self.constant(e);
        self.folding = outer;
        Ok(value?.0)
    }

    /// `__alignof__` of an expression or of a lone word. Objects and members may be aligned more
    /// strictly than their types; that is not kept, so theirs is any value.
    fn alignment_of(
        &mut self,
        operand: &Node<Expression>,
        asked: Alignof,
        span: Span,
    ) -> Result<Expr> {
        let size_type = self.program.types.size_type();
        self.account.read(operand);
        if let Expression::AlignOf(t) = &operand.node {
            if let Some(word) = lone_word(&t.node.0.node) {
                if let Some(Entity::Typedef(q)) = self.lookup(word) {
                    let align = self.align_value(q, asked, operand.span);
                    self.account.left_out(operand);
                    return Ok(align);
                }
            }
            self.type_name(&t.node.0)?;
        } else {
            self.unevaluated(operand)?;
        }
        Ok(Expr::new(ExprKind::Unknown, size_type, self.pos(span)))
    }

    /// `__builtin_types_compatible_p`: the types' own qualifiers are ignored (gcc manual, "Other
    /// Builtins").
    fn compatible_types(
        &mut self,
        a: &Node<Expression>,
        b: &Node<Expression>,
        span: Span,
    ) -> Result<Expr> {
        self.account.read(a);
        self.account.read(b);
        let (Expression::AlignOf(a), Expression::AlignOf(b)) = (&a.node, &b.node) else {
            return Err(self.type_error(span, "two types are needed here"));
        };
        let (x, y) = (self.type_name(&a.node.0)?, self.type_name(&b.node.0)?);
        let pos = self.pos(span);
        Ok(match self.program.types.interchangeable(&x, &y) {
            Compatibility::Yes => Expr::int(1, Type::INT, pos),
            Compatibility::No => Expr::int(0, Type::INT, pos),
            Compatibility::Unknown => {
                self.convert(Expr::new(ExprKind::Unknown, Type::Bool, pos), &Type::INT)
            }
        })
    }

    /// `__auto_type x = e;` (gcc manual, "Typeof"): the type of the value. The scope starts behind
    /// the initialiser.
    pub(super) fn auto_type(
        &mut self,
        qualifiers: &Qual,
        name: &str,
        d: &Node<InitDeclarator>,
    ) -> Result<()> {
        let Some(initializer) = &d.node.initializer else {
            return Err(self.type_error(d.span, "`__auto_type` needs a value"));
        };
        self.account.read(initializer);
        let Initializer::Expression(e) = &initializer.node else {
            return Err(self.type_error(d.span, "`__auto_type` needs a value"));
        };
        if self.function.is_none() || !d.node.declarator.node.derived.is_empty() {
            return Err(self.unsupported(
                d.span,
                "`__auto_type` is supported for simple local variables only",
            ));
        }
        let (value, ty) = self.typed(e)?;
        self.promises_nothing(&value, e.span)?;
        let ty = ty.qualified(qualifiers);
        self.size_of(&ty.ty, d.span)?;
        let id = self.new_local(d.span, name, ty.clone())?;
        self.bind(name, Entity::Local(id));
        self.name_declared(name, d.span);
        self.emit(d.span, StmtKind::Enter(id))?;
        let place = Place {
            base: Base::Local(id),
            base_ty: ty.ty.clone(),
            steps: Vec::new(),
            ty,
        };
        self.emit(
            d.span,
            StmtKind::Init(
                id,
                Init {
                    items: vec![(place, value)],
                },
            ),
        )
    }
}

/// Whether gcc takes a value for no constant, however much it folds: what is read from an object
/// that may change, perhaps converted, or with a constant added.
fn varies(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Load(place) => {
            !place.ty.constant && !matches!(place.base, Base::String(_) | Base::Value(_))
        }
        ExprKind::Convert(inner) => {
            let integers = value.ty.is_integer() && value.ty != Type::Bool;
            (integers || inner.ty == value.ty) && inner.ty.is_integer() && varies(inner)
        }
        ExprKind::Arith(Arith::Add | Arith::Sub, a, b) => {
            varies(a) && b.as_int().is_some() || a.as_int().is_some() && varies(b)
        }
        _ => false,
    }
}

/// The elements of a brace list, without the mark of an empty one.
pub(super) fn elements(items: &[Node<InitializerListItem>]) -> &[Node<InitializerListItem>] {
    match items {
        [one]
            if one.node.designation.is_empty()
                && matches!(&one.node.initializer.node, Initializer::Expression(e) if names(e, EMPTY)) =>
        {
            &[]
        }
        _ => items,
    }
}

/// What stands for `__real__` and `__imag__`, their operand, and which part they mean; `None` for
/// other expressions.
fn part(e: &Node<Expression>) -> Option<(Half, [&Node<Expression>; 2])> {
    let Expression::Call(call) = &e.node else {
        return None;
    };
    let [operand] = call.node.arguments.as_slice() else {
        return None;
    };
    let named = |name| names(&call.node.callee, name);
    let half = if named(REAL) {
        Half::Real
    } else if named(IMAGINARY) {
        Half::Imaginary
    } else {
        return None;
    };
    Some((half, [&call.node.callee, operand]))
}

fn names(e: &Node<Expression>, name: &str) -> bool {
    matches!(&e.node, Expression::Identifier(id) if id.node.name == name)
}

/// The word in `__typeof(word)`.
fn lone_word(name: &TypeName) -> Option<&str> {
    let [specifier] = name.specifiers.as_slice() else {
        return None;
    };
    let SpecifierQualifier::TypeSpecifier(t) = &specifier.node else {
        return None;
    };
    let TypeSpecifier::TypeOf(t) = &t.node else {
        return None;
    };
    match &t.node {
        lang_c::ast::TypeOf::Expression(e) => match &e.node {
            Expression::Identifier(id) => Some(&id.node.name),
            _ => None,
        },
        lang_c::ast::TypeOf::Type(_) => None,
    }
}
