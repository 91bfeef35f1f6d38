//! Declaration specifiers: storage classes, attributes, and the types they name (C11 6.7.1–6.7.4).

use super::attributes::Attributes;
use super::variable_array::Lengths;
use super::{Result, Unit};
use crate::accounting::{Position, RESTRICT};
use crate::types::{FloatKind, IntKind, LayoutAttributes, Qual, Type, Variant};
use lang_c::ast::{
    DeclarationSpecifier, Expression, Extension, FunctionSpecifier, SpecifierQualifier,
    StorageClassSpecifier, TS18661FloatFormat, TS18661FloatType, TypeName, TypeOf, TypeQualifier,
    TypeSpecifier,
};
use lang_c::span::{Node, Span};

/// Declaration specifiers, digested.
pub(super) struct Specifiers {
    pub(super) ty: Qual,
    pub(super) storage: Option<StorageClassSpecifier>,
    pub(super) attributes: Attributes,
    /// `__auto_type`: `ty` says the qualifiers only.
    pub(super) auto_type: bool,
    /// `inline`.
    pub(super) inline: bool,
}

/// Specifiers by class, before the type is known.
#[derive(Default)]
struct Parts<'t> {
    types: Vec<&'t Node<TypeSpecifier>>,
    constant: bool,
    volatile: bool,
    atomic: bool,
    restrict: bool,
    /// Attributes of what is declared.
    before: Vec<&'t Node<Extension>>,
    /// Attributes of the type that is defined.
    after: Vec<&'t Node<Extension>>,
    /// Whether the type and attributes came last: behind a qualifier or a storage class, attributes
    /// are of what is declared again.
    directly_behind_type: bool,
}

impl<'t> Parts<'t> {
    fn qualifier(&mut self, q: &TypeQualifier) {
        match q {
            TypeQualifier::Const => self.constant = true,
            TypeQualifier::Volatile => self.volatile = true,
            TypeQualifier::Atomic => self.atomic = true,
            TypeQualifier::Restrict => self.restrict = true,
            TypeQualifier::Nonnull | TypeQualifier::NullUnspecified | TypeQualifier::Nullable => {}
        }
    }
    /// The qualifiers, of no type in particular.
    fn qualifiers(&self) -> Qual {
        let variant = Variant {
            atomic: self.atomic,
            restrict: self.restrict,
            ..Variant::default()
        };
        Qual {
            ty: Type::Void,
            constant: self.constant,
            volatile: self.volatile,
            variant,
        }
    }
    fn extensions(&mut self, list: &'t [Node<Extension>]) {
        // Directly behind members or enumerators, they are the new type's (gcc manual, "Attribute
        // Syntax").
        let defines = self.directly_behind_type
            && self.types.iter().any(|t| match &t.node {
                TypeSpecifier::Struct(s) => s.node.declarations.is_some(),
                TypeSpecifier::Enum(e) => !e.node.enumerators.is_empty(),
                _ => false,
            });
        if defines {
            &mut self.after
        } else {
            &mut self.before
        }
        .extend(list);
    }
    /// What kind of type is defined, for its attributes.
    fn defined(&self) -> Position {
        let enumeration = |t: &&Node<TypeSpecifier>| matches!(t.node, TypeSpecifier::Enum(_));
        if self.types.iter().any(enumeration) {
            Position::Enumeration
        } else {
            Position::Record
        }
    }
}

impl Unit<'_> {
    /// Digests declaration specifiers. `alone`: no declarator follows, so `struct s;` declares a
    /// tag of this scope (C11 6.7.2.3p7).
    pub(super) fn specifiers(
        &mut self,
        list: &[Node<DeclarationSpecifier>],
        alone: bool,
        span: Span,
    ) -> Result<Specifiers> {
        self.with_lengths(Lengths::Constant, |unit| {
            unit.read_specifiers(list, alone, span)
        })
    }

    fn read_specifiers(
        &mut self,
        list: &[Node<DeclarationSpecifier>],
        alone: bool,
        span: Span,
    ) -> Result<Specifiers> {
        let mut parts = Parts::default();
        let mut storage = None;
        let (mut noreturn, mut inline) = (false, false);
        let mut aligned = None;
        for item in list {
            self.account.read(item);
            match &item.node {
                DeclarationSpecifier::StorageClass(s) => match s.node {
                    // A run has one thread, in which they are objects like others.
                    StorageClassSpecifier::ThreadLocal | StorageClassSpecifier::Auto => {}
                    // A global in a machine register: inline assembly and calls may change it at
                    // any time (gcc manual, "Global Register Variables").
                    StorageClassSpecifier::Register => {
                        parts.volatile |= self.at_file_scope();
                        storage = Some(StorageClassSpecifier::Register);
                    }
                    ref other => storage = Some(other.clone()),
                },
                DeclarationSpecifier::TypeSpecifier(t) => parts.types.push(t),
                DeclarationSpecifier::TypeQualifier(q) => self.qualifier(&mut parts, q),
                DeclarationSpecifier::Function(f) => match f.node {
                    FunctionSpecifier::Noreturn => noreturn = true,
                    FunctionSpecifier::Inline => inline = true,
                },
                DeclarationSpecifier::Alignment(a) => aligned = Some(self.alignment(&a.node)?),
                DeclarationSpecifier::Extension(list) => parts.extensions(list),
            }
            parts.directly_behind_type = match item.node {
                DeclarationSpecifier::TypeSpecifier(_) => true,
                DeclarationSpecifier::Extension(_) => parts.directly_behind_type,
                _ => false,
            };
        }
        let mut attributes = self.attributes(parts.before.iter().copied())?;
        let after = self.attributes(parts.after.iter().copied())?;
        self.admit(&after, parts.defined())?;
        attributes.noreturn |= noreturn;
        attributes.layout.aligned = attributes.layout.aligned.max(aligned);
        let ty = self.type_of_parts(&parts, after.layout, alone, span)?;
        self.mark_transparent(&ty.ty, after.transparent);
        let auto_type = parts.types.iter().any(
            |t| matches!(&t.node, TypeSpecifier::TypedefName(n) if n.node.name == "__auto_type"),
        );
        Ok(Specifiers {
            ty,
            storage,
            attributes,
            auto_type,
            inline,
        })
    }

    /// The type of a specifier-qualifier list: members and type names.
    pub(super) fn specifier_qualifiers(
        &mut self,
        list: &[Node<SpecifierQualifier>],
        span: Span,
    ) -> Result<(Qual, Attributes)> {
        let mut parts = Parts::default();
        for item in list {
            self.account.read(item);
            match &item.node {
                SpecifierQualifier::TypeSpecifier(t) => parts.types.push(t),
                SpecifierQualifier::TypeQualifier(q) => self.qualifier(&mut parts, q),
                SpecifierQualifier::Extension(list) => parts.extensions(list),
            }
            parts.directly_behind_type = match item.node {
                SpecifierQualifier::TypeSpecifier(_) => true,
                SpecifierQualifier::Extension(_) => parts.directly_behind_type,
                SpecifierQualifier::TypeQualifier(_) => false,
            };
        }
        let attributes = self.attributes(parts.before.iter().copied())?;
        let after = self.attributes(parts.after.iter().copied())?;
        self.admit(&after, parts.defined())?;
        Ok((
            self.type_of_parts(&parts, after.layout, false, span)?,
            attributes,
        ))
    }

    fn qualifier(&mut self, parts: &mut Parts<'_>, q: &Node<TypeQualifier>) {
        self.account.read(q);
        parts.qualifier(&q.node);
    }

    /// The type that a type name denotes (C11 6.7.7).
    pub(super) fn type_name(&mut self, name: &Node<TypeName>) -> Result<Qual> {
        self.type_name_with(name, Lengths::Constant)
    }

    /// The same, for other lengths of arrays.
    pub(super) fn type_name_with(
        &mut self,
        name: &Node<TypeName>,
        lengths: Lengths,
    ) -> Result<Qual> {
        self.account.read(name);
        let (base, attributes) = self.within_expression(|unit| {
            unit.with_lengths(Lengths::Constant, |unit| {
                unit.specifier_qualifiers(&name.node.specifiers, name.span)
            })
        })?;
        self.admit(&attributes, Position::TypeName)?;
        match &name.node.declarator {
            Some(d) => {
                self.admit_extensions(&d.node.extensions, Position::TypeName)?;
                let named = self.with_lengths(lengths, |unit| unit.declarator(base, d))?;
                Ok(named.1)
            }
            None => Ok(base),
        }
    }

    fn type_of_parts(
        &mut self,
        parts: &Parts<'_>,
        layout: LayoutAttributes,
        alone: bool,
        span: Span,
    ) -> Result<Qual> {
        let ty: Qual = match parts.types.as_slice() {
            [one] => match &one.node {
                TypeSpecifier::Struct(s) => self.struct_type(s, layout, alone)?.into(),
                TypeSpecifier::Enum(e) => self.enum_type(e, layout.packed)?,
                TypeSpecifier::TypedefName(name) => match self.lookup(&name.node.name) {
                    Some(super::Entity::Typedef(q)) => q.clone(),
                    _ => return Err(self.misread(name.span, &name.node.name, "a type")),
                },
                TypeSpecifier::TypeOf(t) => self.type_of(t)?,
                TypeSpecifier::Atomic(t) => {
                    let atomic = Parts {
                        atomic: true,
                        ..Parts::default()
                    };
                    self.type_name(t)?.qualified(&atomic.qualifiers())
                }
                _ => self.basic_type(&parts.types, span)?.into(),
            },
            _ => self.basic_type(&parts.types, span)?.into(),
        };
        self.account
            .promised
            .extend(parts.restrict.then_some(RESTRICT));
        let ty = ty.qualified(&parts.qualifiers());
        // gcc takes a constant function for one that depends on its arguments only, a volatile one
        // for one that does not return.
        if matches!(ty.ty, Type::Function(_)) && (ty.constant || ty.volatile) {
            return Err(self.unsupported(span, "a qualified type of functions is not supported"));
        }
        Ok(ty)
    }

    /// The parser took a name for something else than its declaration says.
    pub(super) fn misread(&self, span: Span, name: &str, taken: &str) -> crate::LoadError {
        self.unsupported(
            span,
            format!(
                "`{name}` is read as {taken} here, but the declaration in scope says otherwise"
            ),
        )
        .help("rename the inner declaration so that it does not hide a type name")
    }

    fn type_of(&mut self, t: &Node<TypeOf>) -> Result<Qual> {
        match &t.node {
            TypeOf::Type(t) => self.type_name(t),
            TypeOf::Expression(e) => {
                // The parser reads `typeof(T)` as an expression even where T is a type.
                if let Expression::Identifier(id) = &e.node {
                    if let Some(super::Entity::Typedef(q)) = self.lookup(&id.node.name) {
                        let named = q.clone();
                        self.account.read(e);
                        return Ok(named);
                    }
                }
                self.type_to_use(e)
            }
        }
    }

    fn basic_type(&mut self, words: &[&Node<TypeSpecifier>], span: Span) -> Result<Type> {
        if let Some(int128) = wide_integer(words) {
            return Ok(int128);
        }
        if let Some((part, complex)) = self.extended(words)? {
            return match complex {
                true => self.complex_type(part, span),
                false => Ok(Type::Float(part)),
            };
        }
        let (mut signed, mut unsigned, mut long, mut short, mut int) = (0, 0, 0, 0, 0);
        let mut complex = false;
        let mut base = None;
        for word in words {
            match &word.node {
                TypeSpecifier::Signed => signed += 1,
                TypeSpecifier::Unsigned => unsigned += 1,
                TypeSpecifier::Long => long += 1,
                TypeSpecifier::Short => short += 1,
                TypeSpecifier::Int => int += 1,
                TypeSpecifier::Void
                | TypeSpecifier::Char
                | TypeSpecifier::Float
                | TypeSpecifier::Double
                | TypeSpecifier::Bool
                    if base.is_none() =>
                {
                    base = Some(&word.node);
                }
                TypeSpecifier::Complex if !complex => complex = true,
                _ => {
                    return Err(
                        self.type_error(span, "this combination of type specifiers means nothing")
                    )
                }
            }
        }
        use IntKind::{
            Char, Int, Long, LongLong, SChar, Short, UChar, UInt, ULong, ULongLong, UShort,
        };
        let ty = match (base, signed, unsigned, short, long, int) {
            (Some(TypeSpecifier::Void), 0, 0, 0, 0, 0) => Type::Void,
            (Some(TypeSpecifier::Bool), 0, 0, 0, 0, 0) => Type::Bool,
            (Some(TypeSpecifier::Float), 0, 0, 0, 0, 0) => Type::Float(FloatKind::Float),
            (Some(TypeSpecifier::Double), 0, 0, 0, 0, 0) => Type::Float(FloatKind::Double),
            (Some(TypeSpecifier::Double), 0, 0, 0, 1, 0) => Type::Float(FloatKind::LongDouble),
            (Some(TypeSpecifier::Char), 0, 0, 0, 0, 0) => Type::Int(Char),
            (Some(TypeSpecifier::Char), 1, 0, 0, 0, 0) => Type::Int(SChar),
            (Some(TypeSpecifier::Char), 0, 1, 0, 0, 0) => Type::Int(UChar),
            (None, 0..=1, 0, 1, 0, 0..=1) => Type::Int(Short),
            (None, 0, 1, 1, 0, 0..=1) => Type::Int(UShort),
            (None, 0..=1, 0, 0, 1, 0..=1) => Type::Int(Long),
            (None, 0, 1, 0, 1, 0..=1) => Type::Int(ULong),
            (None, 0..=1, 0, 0, 2, 0..=1) => Type::Int(LongLong),
            (None, 0, 1, 0, 2, 0..=1) => Type::Int(ULongLong),
            (None, 0, 1, 0, 0, 0..=1) => Type::Int(UInt),
            (None, 0..=1, 0, 0, 0, 0..=1) if signed + int > 0 => Type::Int(Int),
            (None, 0, 0, 0, 0, 0) => return Err(self.type_error(span, "a type is missing here")),
            _ => {
                return Err(
                    self.type_error(span, "this combination of type specifiers means nothing")
                )
            }
        };
        match (complex, &ty) {
            (false, _) => Ok(ty),
            (true, Type::Float(part)) => self.complex_type(*part, span),
            (true, _) => Err(self.unsupported(span, "complex integers are not supported")),
        }
    }

    /// A type of ISO/IEC TS 18661-3, alone or with `_Complex`: whether it is complex.
    fn extended(&self, words: &[&Node<TypeSpecifier>]) -> Result<Option<(FloatKind, bool)>> {
        let of = |word: &Node<TypeSpecifier>| match &word.node {
            TypeSpecifier::TS18661Float(f) => self.extended_float(f, word.span).map(Some),
            _ => Ok(None),
        };
        let is_complex = |word: &Node<TypeSpecifier>| word.node == TypeSpecifier::Complex;
        Ok(match words {
            [one] => of(one)?.map(|part| (part, false)),
            [complex, other] | [other, complex] if is_complex(complex) => {
                of(other)?.map(|part| (part, true))
            }
            _ => None,
        })
    }

    pub(super) fn extended_float(&self, f: &TS18661FloatType, span: Span) -> Result<FloatKind> {
        Ok(match (&f.format, f.width) {
            (TS18661FloatFormat::BinaryInterchange, 32) => FloatKind::Float32,
            (TS18661FloatFormat::BinaryInterchange, 64) => FloatKind::Float64,
            (TS18661FloatFormat::BinaryExtended, 32) => FloatKind::Float32x,
            (TS18661FloatFormat::BinaryExtended, 64) => FloatKind::Float64x,
            (TS18661FloatFormat::BinaryInterchange, 128) => FloatKind::Quad,
            _ => return Err(self.unsupported(span, "this floating type is not supported")),
        })
    }

    // -- structures, unions, enumerations
}

/// `__int128`, as [`crate::normalise`] spells it, alone or with a sign.
fn wide_integer(words: &[&Node<TypeSpecifier>]) -> Option<Type> {
    let is_wide = |t: &TypeSpecifier| match t {
        TypeSpecifier::TS18661Float(f) => {
            f.format == TS18661FloatFormat::DecimalExtended && f.width == 128
        }
        _ => false,
    };
    let kind = match words {
        [wide] if is_wide(&wide.node) => FloatKind::Int128,
        [a, b] if is_wide(&a.node) || is_wide(&b.node) => {
            match if is_wide(&a.node) { &b.node } else { &a.node } {
                TypeSpecifier::Signed => FloatKind::Int128,
                TypeSpecifier::Unsigned => FloatKind::UInt128,
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(Type::Float(kind))
}
