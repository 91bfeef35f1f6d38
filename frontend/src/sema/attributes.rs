//! Attributes and alignment specifiers: what they say here, and in which position they may stand.

use super::{Result, Unit};
use crate::accounting::{canonical, lookup, refused_section, Kind, Position, NORETURN, PRUNED};
use crate::types::{IntKind, LayoutAttributes, Qual, Type, Variant};
use lang_c::ast::{AlignmentSpecifier, Attribute, Expression, Extension};
use lang_c::span::{Node, Span};

/// What attributes say that matters here.
#[derive(Clone, Default)]
pub(super) struct Attributes {
    pub(super) layout: LayoutAttributes,
    /// The least alignment of several.
    pub(super) least_aligned: Option<u64>,
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
    /// `cleanup(f)`: the functions that get a variable's address at the end of its scope.
    pub(super) cleanups: Vec<String>,
    /// `constructor(n)`: when the function runs, before `main`.
    pub(super) constructors: Vec<u16>,
    /// All of them, until it is clear what they belong to: [`Unit::admit`].
    pub(super) given: Vec<Given>,
}

/// An attribute as it stands in the text.
#[derive(Clone)]
pub(super) struct Given {
    /// `None`: the linker's name.
    name: Option<String>,
    span: Span,
}

impl Attributes {
    /// Whether one of these attributes has this name.
    pub(super) fn names(given: &[Given], name: &str) -> bool {
        let mut names = given.iter().filter_map(|given| given.name.as_deref());
        names.any(|given| canonical(given) == name)
    }

    /// What the attributes among the specifiers say together with those of a declarator.
    pub(super) fn with(self, declarator: Attributes) -> Attributes {
        let (outer, inner) = (self.layout, declarator.layout);
        Attributes {
            layout: LayoutAttributes {
                packed: outer.packed || inner.packed,
                aligned: outer.aligned.max(inner.aligned),
                last_aligned: outer.last_aligned.or(inner.last_aligned),
                ..LayoutAttributes::default()
            },
            least_aligned: self
                .least_aligned
                .into_iter()
                .chain(declarator.least_aligned)
                .min(),
            noreturn: self.noreturn || declarator.noreturn,
            mode: declarator.mode.or(self.mode),
            weak: self.weak || declarator.weak,
            pruned: declarator.pruned,
            transparent: self.transparent || declarator.transparent,
            gnu_inline: self.gnu_inline || declarator.gnu_inline,
            alias: declarator.alias.or(self.alias),
            symbol: declarator.symbol,
            cleanups: [self.cleanups, declarator.cleanups].concat(),
            constructors: [self.constructors, declarator.constructors].concat(),
            given: [self.given, declarator.given].concat(),
        }
    }
}

impl Unit<'_> {
    /// Looks attributes up in the position where they stand.
    ///
    /// # Errors
    /// For one that is not known there, or has no model.
    pub(super) fn admit(&mut self, attributes: &Attributes, position: Position) -> Result<()> {
        for given in &attributes.given {
            match (&given.name, position) {
                (Some(name), _) => match lookup(name, position) {
                    Ok((word, Kind::Promise(says))) => {
                        self.account.promised.insert((word, says));
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
            self.account.accounted.insert(given.span.start);
        }
        Ok(())
    }

    /// Arguments for parameters of this type may have the types of its members (gcc manual, "Common
    /// Type Attributes").
    pub(super) fn mark_transparent(&mut self, ty: &Type, transparent: bool) {
        if let (Type::Record(id), true) = (ty, transparent) {
            self.types.transparent.insert(*id);
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
                _ if attribute.name.node == PRUNED => out.pruned = true,
                "section" => self.section(attribute, item.span)?,
                "alias" => out.alias = Some(self.alias_target(attribute, item.span)?),
                "packed" => out.layout.packed = true,
                "cleanup" => out
                    .cleanups
                    .push(self.function_argument(attribute, item.span)?),
                "constructor" => out.constructors.push(self.priority(attribute, item.span)?),
                "copy" => self.copy_promises(attribute, item.span)?,
                "noreturn" => out.noreturn = true,
                "gnu_inline" => out.gnu_inline = true,
                "transparent_union" => out.transparent = true,
                "weak" => out.weak = true,
                "mode" => out.mode = Some(self.mode(attribute, item.span)?),
                "aligned" => {
                    let aligned = self.aligned(attribute, item.span)?;
                    let least = out
                        .least_aligned
                        .map_or(aligned, |least| least.min(aligned));
                    out.least_aligned = Some(least);
                    out.layout.last_aligned = Some(aligned);
                    out.layout.aligned = out.layout.aligned.max(out.layout.last_aligned);
                }
                _ => {}
            }
        }
        Ok(out)
    }

    /// A function gets the attributes of another one (gcc manual, `copy`): its promises. What else
    /// others mean is refused.
    fn copy_promises(&mut self, attribute: &Attribute, span: Span) -> Result<()> {
        let name = self.function_argument(attribute, span)?;
        let function = match self.lookup(&name) {
            // Those that run before `main` pass that on.
            Some(super::Entity::Function(f)) if !self.is_constructor(*f) => {
                self.program.functions.get(*f as usize)
            }
            _ => None,
        };
        match function {
            Some(f) if !f.weak && !f.noreturn && f.alias.is_none() => {
                self.account.promised.extend(f.promises.iter().copied());
                Ok(())
            }
            Some(_) | None => {
                Err(self.unsupported(span, format!("the attributes of `{name}` cannot be copied")))
            }
        }
    }

    /// When a function runs that has the attribute `constructor`.
    fn priority(&mut self, attribute: &Attribute, span: Span) -> Result<u16> {
        let Some(number) = attribute.arguments.first() else {
            // As without a number (gcc, `DEFAULT_INIT_PRIORITY`).
            return Ok(u16::MAX);
        };
        let value = self.constant(number)?.0;
        let message = "a priority is a number from 0 to 65535";
        u16::try_from(value).map_err(|_| self.type_error(span, message))
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
        match refused_section(&name) {
            Some(why) => Err(self.unsupported(span, why)),
            None => Ok(()),
        }
    }

    /// A name for the linker: one that the assembler reads as one name. Before the name of a
    /// register, gcc skips a `%`.
    fn linker_name(&self, literal: &[String], span: Span) -> Result<String> {
        let name = String::from_utf8(self.string_bytes(literal, span)?).unwrap_or_default();
        let plain = name
            .strip_prefix('%')
            .unwrap_or(&name)
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
        let mut promised = std::mem::take(&mut self.account.promised);
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

    fn function_argument(&mut self, attribute: &Attribute, span: Span) -> Result<String> {
        match attribute.arguments.as_slice() {
            [Node {
                node: Expression::Identifier(id),
                ..
            }] => Ok(id.node.name.clone()),
            _ => Err(self.type_error(span, "the name of a function is needed here")),
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

    pub(super) fn alignment(&mut self, a: &AlignmentSpecifier) -> Result<u64> {
        match a {
            AlignmentSpecifier::Type(t) => {
                let ty = self.type_name(t)?;
                Ok(self.program.types.least_alignment(&ty))
            }
            AlignmentSpecifier::Constant(e) => Ok(u64::try_from(self.constant(e)?.0).unwrap_or(1)),
        }
    }
}
