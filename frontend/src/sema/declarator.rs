//! Declarators: the types that they build around specifiers, and parameters (C11 6.7.6).

use super::variable_array::Lengths;
use super::{Entity, Result, Scope, Tag, Unit};
use crate::accounting::{Position, RESTRICT, STATIC_LENGTH};
use crate::types::{FunctionType, Qual, Type, Variant};
use lang_c::ast::{
    ArrayDeclarator, ArraySize, Declaration, Declarator, DeclaratorKind, DerivedDeclarator,
    Ellipsis, ParameterDeclaration, PointerQualifier, TypeQualifier,
};
use lang_c::span::{Node, Span};
use std::rc::Rc;

/// A parameter of a function that is being defined.
pub(super) struct Parameter {
    pub(super) name: Option<String>,
    pub(super) ty: Qual,
    pub(super) span: Span,
}

impl Unit<'_> {
    /// The name and the type that a declarator gives to `base` (C11 6.7.6). Its attributes are the
    /// caller's business, except those inside of it.
    pub(super) fn declarator(
        &mut self,
        base: Qual,
        d: &Node<Declarator>,
    ) -> Result<(Option<String>, Qual)> {
        self.account.read(d);
        let pointers = d
            .node
            .derived
            .iter()
            .take_while(|x| {
                matches!(
                    x.node,
                    DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_)
                )
            })
            .count();
        let (pointers, suffixes) = d.node.derived.split_at(pointers);
        let mut ty = base;
        for pointer in pointers {
            ty = self.pointer(ty, pointer)?;
        }
        let before = self.function.as_ref().map_or(0, |f| f.stmts.len());
        let declared = self.types_declared();
        for suffix in suffixes.iter().rev() {
            ty = self.suffix(ty, suffix)?;
        }
        if self.types_declared() != declared {
            // Types are built from the inside, which is not the order of the text.
            let message = "a declaration in the length of an array is not supported";
            return Err(self.unsupported(d.span, message));
        }
        if suffixes.len() > 1 {
            self.lengths_without_effects(before, d.span)?;
        }
        match &d.node.kind.node {
            DeclaratorKind::Abstract => Ok((None, ty)),
            DeclaratorKind::Identifier(id) => Ok((Some(id.node.name.clone()), ty)),
            DeclaratorKind::Declarator(inner) => {
                self.admit_extensions(&inner.node.extensions, Position::Parentheses)?;
                self.declarator(ty, inner)
            }
        }
    }

    /// A pointer to `target`, with the qualifiers behind its `*` (C11 6.7.6.1).
    fn pointer(&mut self, target: Qual, pointer: &Node<DerivedDeclarator>) -> Result<Qual> {
        let DerivedDeclarator::Pointer(qualifiers) = &pointer.node else {
            return Err(self.unsupported(pointer.span, "blocks are not supported"));
        };
        self.account.read(pointer);
        for qualifier in qualifiers {
            match &qualifier.node {
                PointerQualifier::TypeQualifier(q) => {
                    self.account.read(q);
                    let restrict = q.node == TypeQualifier::Restrict;
                    self.account.promised.extend(restrict.then_some(RESTRICT));
                }
                PointerQualifier::Extension(list) => {
                    self.admit_extensions(list, Position::Pointer)?
                }
            }
        }
        let has = |wanted: &[TypeQualifier]| {
            qualifiers.iter().any(|q| match &q.node {
                PointerQualifier::TypeQualifier(t) => wanted.contains(&t.node),
                PointerQualifier::Extension(_) => false,
            })
        };
        let variant = Variant {
            atomic: has(&[TypeQualifier::Atomic]),
            restrict: has(&[TypeQualifier::Restrict]),
            ..Variant::default()
        };
        Ok(Qual {
            ty: Type::Pointer(Rc::new(target)),
            constant: has(&[TypeQualifier::Const]),
            volatile: has(&[TypeQualifier::Volatile]),
            variant,
        })
    }

    fn suffix(&mut self, ty: Qual, suffix: &Node<DerivedDeclarator>) -> Result<Qual> {
        self.account.read(suffix);
        match &suffix.node {
            DerivedDeclarator::Array(array) => self.array(ty, &array.node, suffix.span),
            DerivedDeclarator::Function(f) => {
                let params = self.prototype(&f.node.parameters)?;
                let variadic = f.node.ellipsis == Ellipsis::Some;
                // `f()` says nothing about parameters (C11 6.7.6.3p14).
                let prototype = !f.node.parameters.is_empty();
                let params = prototype.then(|| params.into_iter().map(|p| p.ty).collect());
                self.function_type(ty, params, variadic, suffix.span)
            }
            DerivedDeclarator::KRFunction(_) => self.function_type(ty, None, false, suffix.span),
            DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => {
                Err(self.type_error(suffix.span, "this declarator is malformed"))
            }
        }
    }

    fn array(&mut self, element: Qual, array: &ArrayDeclarator, span: Span) -> Result<Qual> {
        self.array_promises(array, span)?;
        if matches!(element.ty, Type::Function(_) | Type::Void) {
            return Err(self.type_error(span, "an array cannot have elements of this type"));
        }
        let length = match &array.size {
            ArraySize::Unknown => None,
            // `[*]` (C11 6.7.6.2p4).
            ArraySize::VariableUnknown if self.types.lengths == Lengths::Ignored => None,
            ArraySize::VariableUnknown => {
                return Err(self.unsupported(span, "`[*]` is supported in prototypes only"))
            }
            ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => {
                let n = self.with_lengths(Lengths::Constant, |unit| unit.expression(e))?;
                match n.as_int().map(u64::try_from) {
                    Some(Err(_)) => {
                        return Err(
                            self.type_error(e.span, "an array cannot have a negative length")
                        )
                    }
                    Some(Ok(length)) if element.run_time_size().is_none() => Some(length),
                    Some(Ok(_)) | None => return self.variable_array(element, n, e.span),
                }
            }
        };
        // Qualifiers of an array are those of its elements (C11 6.7.3p9).
        Ok(Qual {
            constant: element.constant,
            volatile: element.volatile,
            variant: Variant::default(),
            ty: Type::Array(Rc::new(element), length),
        })
    }

    /// Qualifiers and `static` in the brackets of a parameter are the pointer's (C11 6.7.6.3p7).
    fn array_promises(&mut self, array: &ArrayDeclarator, span: Span) -> Result<()> {
        for qualifier in &array.qualifiers {
            self.account.read(qualifier);
            match qualifier.node {
                TypeQualifier::Restrict => {
                    self.account.promised.insert(RESTRICT);
                }
                TypeQualifier::Volatile | TypeQualifier::Atomic => {
                    let message = "`volatile` and `_Atomic` inside of brackets are not supported";
                    return Err(self.unsupported(span, message));
                }
                TypeQualifier::Const
                | TypeQualifier::Nonnull
                | TypeQualifier::NullUnspecified
                | TypeQualifier::Nullable => {}
            }
        }
        match array.size {
            ArraySize::StaticExpression(_) => {
                self.account.promised.insert(STATIC_LENGTH);
            }
            ArraySize::Unknown | ArraySize::VariableUnknown | ArraySize::VariableExpression(_) => {}
        }
        Ok(())
    }

    fn function_type(
        &mut self,
        result: Qual,
        params: Option<Vec<Qual>>,
        variadic: bool,
        span: Span,
    ) -> Result<Qual> {
        if matches!(result.ty, Type::Function(_) | Type::Array(..)) {
            return Err(self.type_error(span, "a function cannot return this type"));
        }
        // gcc 12 keeps the qualifier of what a call yields, where C drops it (C11 6.5.2.2p5).
        if result.variant.atomic {
            return Err(self.unsupported(span, "an atomic result of a function is not supported"));
        }
        let all = std::iter::once(&result).chain(params.iter().flatten());
        Ok(Type::Function(Rc::new(FunctionType {
            variants: all.map(|q| q.variant).collect(),
            result: result.ty,
            params: params.map(|params| params.into_iter().map(|p| p.ty).collect()),
            variadic,
        }))
        .into())
    }

    /// Parameters with adjusted types (C11 6.7.6.3p7–8); `(void)` is none. Each is in scope behind
    /// its declarator (C11 6.2.1p4, p7).
    pub(super) fn prototype(
        &mut self,
        list: &[Node<ParameterDeclaration>],
    ) -> Result<Vec<Parameter>> {
        let mut out = Vec::with_capacity(list.len());
        let scope = self.scopes.len();
        self.scopes.push(Scope::default());
        let read = list.iter().try_for_each(|p| {
            let p = self.with_lengths(Lengths::Ignored, |unit| unit.declared_parameter(p))?;
            if let Some(name) = &p.name {
                self.bind(name, Entity::Parameter(p.ty.clone()));
            }
            out.push(p);
            Ok(())
        });
        // What it declares is not known behind it (C11 6.2.1p4).
        let inner = self.scopes.split_off(scope);
        read?;
        if let Some(first) = list.first() {
            self.defines_nothing(&inner, first.span)?;
        }
        match out.as_slice() {
            [only] if only.name.is_none() && only.ty.ty == Type::Void => Ok(Vec::new()),
            all => match all.iter().find(|p| p.ty.ty == Type::Void) {
                Some(p) => Err(self.type_error(p.span, "a parameter cannot be void")),
                None => Ok(out),
            },
        }
    }

    /// Whether parameters define no type: behind their list nothing could ask the compiler for it.
    fn defines_nothing(&self, scopes: &[Scope], span: Span) -> Result<()> {
        let defined = |tag: &Tag| match *tag {
            Tag::Record(id) => {
                let record = self.program.types.record(id);
                record.is_some_and(|record| record.fields.is_some())
            }
            // Its enumerators tell.
            Tag::Enum(..) => false,
        };
        let record = scopes.iter().any(|scope| scope.tags.values().any(defined));
        let constant = |entity: &Entity| matches!(entity, Entity::Constant(..));
        let enumerators = scopes
            .iter()
            .any(|scope| scope.names.values().any(constant));
        if !record && !enumerators {
            return Ok(());
        }
        let message = "a type that a list of parameters defines is not supported";
        let help = "define it in front of the function: behind the list it is unknown";
        Err(self.unsupported(span, message).help(help))
    }

    /// A parameter, with its adjusted type.
    pub(super) fn declared_parameter(
        &mut self,
        p: &Node<ParameterDeclaration>,
    ) -> Result<Parameter> {
        self.account.read(p);
        let specifiers = self.specifiers(&p.node.specifiers, false, p.span)?;
        self.admit(&specifiers.attributes, Position::Parameter)?;
        self.admit_extensions(&p.node.extensions, Position::Parameter)?;
        let (name, ty) = match &p.node.declarator {
            Some(d) => {
                self.admit_extensions(&d.node.extensions, Position::Parameter)?;
                self.names_no_type(d)?;
                self.declarator(specifiers.ty, d)?
            }
            None => (None, specifiers.ty),
        };
        Ok(Parameter {
            name,
            ty: adjusted(ty),
            span: p.span,
        })
    }

    /// What may be a typedef name behind a parenthesis is one, of a parameter of a parameter that
    /// has no name (C11 6.7.6.3p11). The parser takes it for a name.
    fn names_no_type(&self, d: &Node<Declarator>) -> Result<()> {
        let DeclaratorKind::Declarator(inner) = &d.node.kind.node else {
            return Ok(());
        };
        match leading_name(&inner.node) {
            Some(name) if matches!(self.lookup(name), Some(Entity::Typedef(_))) => {
                let message = format!("`{name}` is a type here, not the name of a parameter");
                let help = "leave the parentheses out, or write a pointer to a function";
                Err(self.unsupported(d.span, message).help(help))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// `int f(a, b) int a; char b; { … }` (C11 6.9.1p6): undeclared parameters are `int`.
    pub(super) fn old_style_parameters(
        &mut self,
        names: &[Node<lang_c::ast::Identifier>],
        declarations: &[Node<Declaration>],
    ) -> Result<Vec<Parameter>> {
        let mut out: Vec<Parameter> = names
            .iter()
            .map(|n| Parameter {
                name: Some(n.node.name.clone()),
                ty: Type::INT.into(),
                span: n.span,
            })
            .collect();
        for declaration in declarations {
            self.account.read(declaration);
            let specifiers =
                self.specifiers(&declaration.node.specifiers, false, declaration.span)?;
            self.admit(&specifiers.attributes, Position::Parameter)?;
            for d in &declaration.node.declarators {
                self.account.read(d);
                self.admit_extensions(&d.node.declarator.node.extensions, Position::Parameter)?;
                let (name, ty) = self.declarator(specifiers.ty.clone(), &d.node.declarator)?;
                match out.iter_mut().find(|p| p.name == name) {
                    Some(p) => p.ty = adjusted(ty),
                    None => {
                        return Err(self.type_error(d.span, "this is no parameter of the function"))
                    }
                }
            }
        }
        Ok(out)
    }
}

/// The name that a declarator begins with, maybe in parentheses.
fn leading_name(d: &Declarator) -> Option<&str> {
    let prefix = |derived: &Node<DerivedDeclarator>| match derived.node {
        DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => true,
        DerivedDeclarator::Array(_)
        | DerivedDeclarator::Function(_)
        | DerivedDeclarator::KRFunction(_) => false,
    };
    match &d.kind.node {
        _ if d.derived.iter().any(prefix) => None,
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(id) => Some(&id.node.name),
        DeclaratorKind::Declarator(inner) => leading_name(&inner.node),
    }
}

pub(super) fn declared_name(d: &Declarator) -> Option<&str> {
    match &d.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(id) => Some(&id.node.name),
        DeclaratorKind::Declarator(inner) => declared_name(&inner.node),
    }
}

/// The type of a parameter that is declared with this one (C11 6.7.6.3p7–8).
fn adjusted(ty: Qual) -> Qual {
    match &ty.ty {
        Type::Array(element, _) => Type::Pointer(element.clone()).into(),
        Type::Function(_) => Type::Pointer(Rc::new(ty)).into(),
        _ => ty,
    }
}

/// The part of a function definition's declarator that lists its parameters: the suffix nearest to
/// the name.
pub(super) fn defining_suffix(d: &Declarator) -> Option<&Node<DerivedDeclarator>> {
    let inner = match &d.kind.node {
        DeclaratorKind::Declarator(inner)
            if !inner.node.derived.is_empty()
                || matches!(inner.node.kind.node, DeclaratorKind::Declarator(_)) =>
        {
            return defining_suffix(&inner.node).or_else(|| own_suffix(d));
        }
        _ => own_suffix(d),
    };
    inner
}

fn own_suffix(d: &Declarator) -> Option<&Node<DerivedDeclarator>> {
    d.derived.iter().find(|x| {
        matches!(
            x.node,
            DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)
        )
    })
}
