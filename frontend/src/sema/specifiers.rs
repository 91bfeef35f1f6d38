//! Declaration specifiers: storage classes, attributes, and the types they name (C11 6.7.1–6.7.4).

use super::{Result, Tag, Unit};
use crate::accounting::{canonical, lookup, Kind, Position, NORETURN, RESTRICT};
use crate::types::{
    Alignment, Field, FloatKind, IntKind, LayoutAttributes, Member, Qual, Record, Type, Variant,
};
use lang_c::ast::{
    AlignmentSpecifier, Attribute, DeclarationSpecifier, Expression, Extension, FunctionSpecifier,
    SpecifierQualifier, StorageClassSpecifier, StructDeclaration, StructField, StructKind,
    StructType, TS18661FloatFormat, TS18661FloatType, TypeName, TypeOf, TypeQualifier,
    TypeSpecifier,
};
use lang_c::span::{Node, Span};

/// What attributes say that matters here.
#[derive(Clone, Default)]
pub(super) struct Attributes {
    pub(super) layout: LayoutAttributes,
    pub(super) noreturn: bool,
    /// `mode(…)`: the width of an integer in bits.
    pub(super) mode: Option<u8>,
    /// `weak`: the linker may choose another definition, or none.
    pub(super) weak: bool,
    /// The body was left out.
    pub(super) pruned: bool,
    /// `transparent_union`.
    pub(super) transparent: bool,
    /// `gnu_inline`.
    pub(super) gnu_inline: bool,
    /// `alias("f")`: the name stands for the function `f` of the same unit.
    pub(super) alias: Option<String>,
    /// `__asm__("f")` behind the declarator: the linker's name.
    pub(super) symbol: Option<String>,
    /// All of them, until it is clear what they belong to: [`Unit::admit`].
    given: Vec<Given>,
}

/// An attribute as it stands in the text.
#[derive(Clone)]
struct Given {
    /// `None`: the linker's name.
    name: Option<String>,
    span: Span,
}

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
            volatile: self.volatile || self.atomic,
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
        let mut parts = Parts::default();
        let mut storage = None;
        let (mut noreturn, mut inline) = (false, false);
        let mut aligned = None;
        for item in list {
            match &item.node {
                DeclarationSpecifier::StorageClass(s) => match s.node {
                    StorageClassSpecifier::ThreadLocal => {
                        return Err(
                            self.unsupported(s.span, "thread-local objects are not supported")
                        )
                    }
                    StorageClassSpecifier::Auto => {}
                    // A global in a machine register: inline assembly and calls may change it at
                    // any time (gcc manual, "Global Register Variables").
                    StorageClassSpecifier::Register => {
                        parts.volatile |= self.at_file_scope();
                        storage = Some(StorageClassSpecifier::Register);
                    }
                    ref other => storage = Some(other.clone()),
                },
                DeclarationSpecifier::TypeSpecifier(t) => parts.types.push(t),
                DeclarationSpecifier::TypeQualifier(q) => parts.qualifier(&q.node),
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
            match &item.node {
                SpecifierQualifier::TypeSpecifier(t) => parts.types.push(t),
                SpecifierQualifier::TypeQualifier(q) => parts.qualifier(&q.node),
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

    /// The type that a type name denotes (C11 6.7.7).
    pub(super) fn type_name(&mut self, name: &Node<TypeName>) -> Result<Qual> {
        let (base, attributes) = self.specifier_qualifiers(&name.node.specifiers, name.span)?;
        self.admit(&attributes, Position::TypeName)?;
        match &name.node.declarator {
            Some(d) => {
                self.admit_extensions(&d.node.extensions, Position::TypeName)?;
                Ok(self.declarator(base, d)?.1)
            }
            None => Ok(base),
        }
    }

    /// Looks attributes up in the position where they stand.
    ///
    /// # Errors
    /// For one that is not known there, or has no model.
    pub(super) fn admit(&mut self, attributes: &Attributes, position: Position) -> Result<()> {
        for given in &attributes.given {
            match (&given.name, position) {
                (Some(name), _) => match lookup(name, position) {
                    Ok((word, Kind::Promise(says))) => {
                        self.promised.insert((word, says));
                    }
                    Ok((_, Kind::Meaning | Kind::Harmless(_) | Kind::Refused)) => {}
                    Err(message) => return Err(self.unsupported(given.span, message)),
                },
                (None, Position::Object | Position::Function) => {}
                (None, _) => {
                    let message = format!(
                        "a name for the linker means nothing {}",
                        position.describe()
                    );
                    return Err(self.unsupported(given.span, message));
                }
            }
            self.accounted.insert(given.span.start);
        }
        Ok(())
    }

    /// Arguments for parameters of this type may have the types of its members (gcc manual, "Common
    /// Type Attributes").
    pub(super) fn mark_transparent(&mut self, ty: &Type, transparent: bool) {
        if let (Type::Record(id), true) = (ty, transparent) {
            self.transparent.insert(*id);
        }
    }

    /// Attributes of which only promises and hints are understood.
    pub(super) fn admit_extensions(
        &mut self,
        list: &[Node<Extension>],
        position: Position,
    ) -> Result<()> {
        let attributes = self.attributes(list.iter())?;
        self.admit(&attributes, position)
    }

    /// Reads attributes. Their owner says with [`Self::admit`] where they stand.
    pub(super) fn attributes<'t>(
        &mut self,
        list: impl Iterator<Item = &'t Node<Extension>>,
    ) -> Result<Attributes> {
        let mut out = Attributes::default();
        for item in list {
            let attribute = match &item.node {
                Extension::Attribute(attribute) => attribute,
                Extension::AsmLabel(label) => {
                    out.symbol = Some(self.linker_name(&label.node, item.span)?);
                    out.given.push(Given {
                        name: None,
                        span: item.span,
                    });
                    continue;
                }
                Extension::AvailabilityAttribute(_) => {
                    return Err(self.unsupported(item.span, "this attribute is not known"))
                }
            };
            out.given.push(Given {
                name: Some(attribute.name.node.clone()),
                span: attribute.name.span,
            });
            match canonical(&attribute.name.node) {
                _ if attribute.name.node == crate::normalise::PRUNED => out.pruned = true,
                "section" => self.section(attribute, item.span)?,
                "alias" => out.alias = Some(self.alias_target(attribute, item.span)?),
                "packed" => out.layout.packed = true,
                "noreturn" => out.noreturn = true,
                "gnu_inline" => out.gnu_inline = true,
                "transparent_union" => out.transparent = true,
                "weak" => out.weak = true,
                "mode" => out.mode = Some(self.mode(attribute, item.span)?),
                "aligned" => {
                    out.layout.last_aligned = Some(self.aligned(attribute, item.span)?);
                    out.layout.aligned = out.layout.aligned.max(out.layout.last_aligned);
                }
                _ => {}
            }
        }
        Ok(out)
    }

    fn aligned(&mut self, attribute: &Attribute, span: Span) -> Result<u64> {
        let value = match attribute.arguments.first() {
            Some(e) => self.constant(e)?.0,
            // The largest alignment of the target (gcc manual).
            None => 16,
        };
        u64::try_from(value)
            .ok()
            .filter(|v| v.is_power_of_two() && *v <= 1 << 20)
            .ok_or_else(|| self.type_error(span, "the alignment is not a power of two"))
    }

    fn section(&self, attribute: &Attribute, span: Span) -> Result<()> {
        let name = self.string_argument(attribute, span)?;
        let name = name.ok_or_else(|| self.type_error(span, "a section needs a name"))?;
        // The assembler reads more than the name in what stands behind other characters.
        if !name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._-+$*".contains(c))
        {
            return Err(self.unsupported(span, "this section's name is not supported"));
        }
        if runs_by_itself(&name) {
            return Err(self.unsupported(
                span,
                "a section of functions that run before or after `main` is not supported",
            ));
        }
        Ok(())
    }

    /// A name for the linker: one that the assembler reads as one name.
    fn linker_name(&self, literal: &[String], span: Span) -> Result<String> {
        let name = String::from_utf8(self.string_bytes(literal, span)?).unwrap_or_default();
        let plain = name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_.$".contains(c));
        if plain && !name.is_empty() {
            Ok(name)
        } else {
            Err(self.unsupported(span, "this name for the linker is not supported"))
        }
    }

    /// Gives a function what was promised since the last one; `noreturn` is one of the promises.
    pub(super) fn promise(&mut self, f: u32, noreturn: bool) {
        let mut promised = std::mem::take(&mut self.promised);
        promised.extend(noreturn.then_some(NORETURN));
        if let Some(function) = self.program.functions.get_mut(f as usize) {
            function.promises.extend(promised);
        }
    }

    fn alias_target(&self, attribute: &Attribute, span: Span) -> Result<String> {
        match attribute.arguments.first().map(|a| &a.node) {
            Some(Expression::StringLiteral(s)) => self.linker_name(&s.node, span),
            _ => Err(self.type_error(span, "an alias needs a name")),
        }
    }

    fn string_argument(&self, attribute: &Attribute, span: Span) -> Result<Option<String>> {
        match attribute.arguments.first().map(|a| &a.node) {
            Some(Expression::StringLiteral(s)) => {
                Ok(String::from_utf8(self.string_bytes(&s.node, span)?).ok())
            }
            _ => Ok(None),
        }
    }

    /// The width that a machine mode names (gcc internals, "Machine Modes").
    fn mode(&self, attribute: &Attribute, span: Span) -> Result<u8> {
        let name = match attribute.arguments.first().map(|a| &a.node) {
            Some(Expression::Identifier(id)) => id.node.name.trim_matches('_'),
            _ => "",
        };
        match name {
            "QI" | "byte" => Ok(8),
            "HI" => Ok(16),
            "SI" => Ok(32),
            "DI" => Ok(64),
            "word" | "pointer" => Ok(self.program.types.profile.pointer_bits()),
            _ => Err(self.unsupported(span, "this mode is not supported")),
        }
    }

    /// An integer type with the width that `mode` asks for.
    pub(super) fn with_mode(&self, ty: Qual, mode: Option<u8>, span: Span) -> Result<Qual> {
        let Some(bits) = mode else { return Ok(ty) };
        let signed = match ty.ty {
            Type::Int(kind) => self.program.types.int_type(kind).signed(),
            _ => return Err(self.unsupported(span, "`mode` is supported on integers only")),
        };
        let kind = match (bits, signed) {
            (8, true) => IntKind::SChar,
            (8, false) => IntKind::UChar,
            (16, true) => IntKind::Short,
            (16, false) => IntKind::UShort,
            (32, true) => IntKind::Int,
            (32, false) => IntKind::UInt,
            (_, signed) if self.program.types.int_type(IntKind::Long).bits() == bits => {
                if signed {
                    IntKind::Long
                } else {
                    IntKind::ULong
                }
            }
            (_, signed) => {
                if signed {
                    IntKind::LongLong
                } else {
                    IntKind::ULongLong
                }
            }
        };
        let variant = Variant {
            align: None,
            enumeration: None,
            ..ty.variant
        };
        Ok(Qual {
            ty: Type::Int(kind),
            variant,
            ..ty
        })
    }

    fn alignment(&mut self, a: &AlignmentSpecifier) -> Result<u64> {
        match a {
            AlignmentSpecifier::Type(t) => {
                let ty = self.type_name(t)?;
                Ok(self.program.types.least_alignment(&ty))
            }
            AlignmentSpecifier::Constant(e) => Ok(u64::try_from(self.constant(e)?.0).unwrap_or(1)),
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
                TypeSpecifier::TypeOf(t) => without_atomic(self.type_of(t)?),
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
        self.promised.extend(parts.restrict.then_some(RESTRICT));
        Ok(ty.qualified(&parts.qualifiers()))
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
                        return Ok(q.clone());
                    }
                }
                self.unevaluated(e)
            }
        }
    }

    fn basic_type(&mut self, words: &[&Node<TypeSpecifier>], span: Span) -> Result<Type> {
        if let Some(int128) = wide_integer(words) {
            return Ok(int128);
        }
        let (mut signed, mut unsigned, mut long, mut short, mut int) = (0, 0, 0, 0, 0);
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
                TypeSpecifier::Complex => {
                    return Err(self.unsupported(word.span, "complex numbers are not supported"))
                }
                TypeSpecifier::TS18661Float(f) if words.len() == 1 => {
                    return self.extended_float(f, word.span)
                }
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
        Ok(ty)
    }

    fn extended_float(&self, f: &TS18661FloatType, span: Span) -> Result<Type> {
        let kind = match (&f.format, f.width) {
            (TS18661FloatFormat::BinaryInterchange, 32) => FloatKind::Float,
            (TS18661FloatFormat::BinaryInterchange, 64)
            | (TS18661FloatFormat::BinaryExtended, 32) => FloatKind::Double,
            (TS18661FloatFormat::BinaryExtended, 64) => FloatKind::LongDouble,
            (TS18661FloatFormat::BinaryInterchange, 128) => FloatKind::Quad,
            _ => return Err(self.unsupported(span, "this floating type is not supported")),
        };
        Ok(Type::Float(kind))
    }

    // -- structures, unions, enumerations

    fn struct_type(
        &mut self,
        s: &Node<StructType>,
        layout: LayoutAttributes,
        alone: bool,
    ) -> Result<Type> {
        let union = s.node.kind.node == StructKind::Union;
        let tag = s.node.identifier.as_ref().map(|n| n.node.name.as_str());
        let known = match tag {
            // A definition, and `struct s;`, speak about the innermost scope only (C11 6.7.2.3).
            Some(tag) if s.node.declarations.is_some() || alone => self
                .scopes
                .last()
                .and_then(|scope| scope.tags.get(tag))
                .copied(),
            Some(tag) => self.lookup_tag(tag),
            None => None,
        };
        let id = match known {
            Some(Tag::Record(id))
                if self
                    .program
                    .types
                    .record(id)
                    .is_some_and(|r| r.union == union) =>
            {
                id
            }
            Some(_) => {
                return Err(self.type_error(
                    s.span,
                    format!("`{}` is another kind of tag", tag.unwrap_or("?")),
                ))
            }
            None => self.new_record(tag, union),
        };
        let Some(declarations) = &s.node.declarations else {
            let missing =
                || self.unsupported(s.span, "`struct` has neither a tag nor members here");
            let help = "an attribute between `struct` and its tag or members is not supported: move it behind the closing brace";
            return if tag.is_some() {
                Ok(Type::Record(id))
            } else {
                Err(missing().help(help))
            };
        };
        let members = self.members(declarations)?;
        let earlier = self.program.types.record(id).and_then(|r| r.fields.clone());
        let layout = LayoutAttributes {
            pack: self.sources.pack(self.unit, s.span.end),
            ..layout
        };
        self.program
            .types
            .complete(id, members, layout)
            .map_err(|e| self.type_error(s.span, e.0))?;
        match earlier {
            None => Ok(Type::Record(if tag.is_none() {
                self.share_anonymous(id)
            } else {
                id
            })),
            // Another unit defined the same tag: it must be the same type, because both share its
            // memory maps.
            Some(fields) if id < self.first_record && self.program.types.fields(id) == fields => {
                Ok(Type::Record(id))
            }
            Some(_) if id < self.first_record => Err(self.unsupported(
                s.span,
                format!("two files define `{}` differently", tag.unwrap_or("?")),
            )),
            Some(_) => {
                Err(self.type_error(s.span, format!("`{}` is defined twice", tag.unwrap_or("?"))))
            }
        }
    }

    fn new_record(&mut self, tag: Option<&str>, union: bool) -> u32 {
        let next = u32::try_from(self.program.types.records.len()).unwrap_or(u32::MAX);
        let shared = tag
            .filter(|_| self.at_file_scope())
            .and_then(|t| self.shared_tags.get(t))
            .copied();
        let id = shared
            .filter(|id| {
                self.program
                    .types
                    .record(*id)
                    .is_some_and(|r| r.union == union)
            })
            .unwrap_or(next);
        if id == next {
            let name = tag.map_or_else(|| format!("anonymous.{next}"), str::to_owned);
            self.program.types.records.push(Record {
                union,
                name,
                tagged: tag.is_some(),
                fields: None,
                size: 0,
                align: Alignment::ONE,
                block: true,
            });
        }
        if let Some(tag) = tag {
            self.bind_tag(tag, Tag::Record(id));
        }
        id
    }

    /// An untagged record is the same type as one with the same members in an earlier unit (C11
    /// 6.2.7p1).
    fn share_anonymous(&self, id: u32) -> u32 {
        let records = &self.program.types.records;
        let Some(new) = records.get(id as usize) else {
            return id;
        };
        let same = |r: &Record| {
            !r.tagged
                && r.union == new.union
                && r.fields == new.fields
                && (r.size, r.align) == (new.size, new.align)
        };
        let earlier = records
            .iter()
            .take(self.first_record as usize)
            .position(same);
        earlier.and_then(|i| u32::try_from(i).ok()).unwrap_or(id)
    }

    fn members(&mut self, declarations: &[Node<StructDeclaration>]) -> Result<Vec<Member>> {
        let mut members: Vec<Member> = Vec::new();
        for declaration in declarations {
            match &declaration.node {
                StructDeclaration::Field(field) => self.member(field, &mut members)?,
                StructDeclaration::StaticAssert(a) => self.static_assert(a)?,
            }
        }
        Ok(members)
    }

    fn member(&mut self, field: &Node<StructField>, members: &mut Vec<Member>) -> Result<()> {
        let (base, outer) = self.specifier_qualifiers(&field.node.specifiers, field.span)?;
        if field.node.declarators.is_empty() {
            // An anonymous structure or union; a tagged one without a name declares nothing (C11
            // 6.7.2.1p2, p13).
            self.admit(&outer, Position::Member)?;
            match base.ty {
                Type::Record(id) if self.program.types.record(id).is_some_and(|r| !r.tagged) => {
                    members.push(Member {
                        name: None,
                        ty: base,
                        width: None,
                        attributes: outer.layout,
                    });
                }
                _ => self.warn(field.span, "this declares no member"),
            }
            return Ok(());
        }
        self.admit(&outer, Position::Member)?;
        for declarator in &field.node.declarators {
            let width = match &declarator.node.bit_width {
                Some(e) => Some(self.constant(e)?.0),
                None => None,
            };
            let (name, ty, inner) = match &declarator.node.declarator {
                Some(d) => {
                    let (name, ty) = self.declarator(base.clone(), d)?;
                    let inner = self.attributes(d.node.extensions.iter())?;
                    self.admit(&inner, Position::Member)?;
                    (
                        name,
                        self.with_mode(ty, inner.mode.or(outer.mode), declarator.span)?,
                        inner,
                    )
                }
                None => (None, base.clone(), Attributes::default()),
            };
            let bits = self.program.types.machine(&ty.ty).map_or(0, |m| m.bits());
            let width = match width {
                None => None,
                Some(w)
                    if ty.ty.is_integer()
                        && (0..=i128::from(bits)).contains(&w)
                        && (w > 0 || name.is_none()) =>
                {
                    u8::try_from(w).ok()
                }
                Some(_) => {
                    return Err(self.type_error(declarator.span, "this is no valid bit-field"))
                }
            };
            if matches!(ty.ty, Type::Function(_)) {
                return Err(self.type_error(declarator.span, "a member cannot be a function"));
            }
            if let Some(name) = name
                .as_ref()
                .filter(|n| members.iter().any(|m| m.name.as_ref() == Some(n)))
            {
                return Err(self.type_error(
                    declarator.span,
                    format!("the member `{name}` is declared twice"),
                ));
            }
            let layout = LayoutAttributes {
                packed: outer.layout.packed || inner.layout.packed,
                aligned: outer.layout.aligned.max(inner.layout.aligned),
                ..LayoutAttributes::default()
            };
            members.push(Member {
                name,
                ty,
                width,
                attributes: layout,
            });
        }
        Ok(())
    }

    /// The member that a name finds, as steps with their fields.
    pub(super) fn member_path(
        &self,
        record: u32,
        name: &str,
        span: Span,
    ) -> Result<Vec<(u32, usize, Field)>> {
        let path = self.program.types.find_member(record, name);
        let shown = || self.show(&Type::Record(record));
        let path = path.ok_or_else(|| {
            self.type_error(span, format!("`{}` has no member `{name}`", shown()))
        })?;
        let field = |(r, i): (u32, usize)| {
            self.program
                .types
                .fields(r)
                .get(i)
                .map(|f| (r, i, f.clone()))
        };
        Ok(path.into_iter().filter_map(field).collect())
    }
}

/// `typeof` of an atomic type has none of its qualifiers (gcc's `<stdatomic.h>` relies on it).
fn without_atomic(ty: Qual) -> Qual {
    if !ty.variant.atomic {
        return ty;
    }
    Qual {
        constant: false,
        volatile: false,
        variant: Variant {
            atomic: false,
            restrict: false,
            ..ty.variant
        },
        ..ty
    }
}

/// `__int128`, as [`crate::normalise`] spells it, alone or with a sign.
fn wide_integer(words: &[&Node<TypeSpecifier>]) -> Option<Type> {
    let is_wide = |t: &TypeSpecifier| matches!(t, TypeSpecifier::TS18661Float(f) if f.format == TS18661FloatFormat::DecimalExtended && f.width == 128);
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

/// Whether the code or the function pointers in a section run without being called (System V ABI,
/// "Special Sections").
fn runs_by_itself(section: &str) -> bool {
    let arrays = [
        ".init_array",
        ".preinit_array",
        ".fini_array",
        ".ctors",
        ".dtors",
    ];
    arrays.iter().any(|name| section.starts_with(name)) || matches!(section, ".init" | ".fini")
}
