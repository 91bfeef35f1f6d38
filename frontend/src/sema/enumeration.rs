//! Enumerations (C11 6.7.2.2).

use super::{Entity, Result, Tag, Unit};
use crate::accounting::Position;
use crate::types::{IntKind, Qual, Type, Variant};
use lang_c::ast::{
    Declaration, DeclarationSpecifier, EnumType, Expression, ExternalDeclaration, TranslationUnit,
    TypeSpecifier, UnaryOperator,
};
use lang_c::span::Node;
use std::collections::HashSet;

/// Tags of file-scope enumerations with an enumerator that begins with a minus sign.
pub(super) fn negative_tags(tree: &TranslationUnit) -> HashSet<String> {
    let declarations = tree.0.iter().filter_map(|item| match &item.node {
        ExternalDeclaration::Declaration(d) => Some(&d.node),
        _ => None,
    });
    let enums = declarations.flat_map(enumerations).filter(|e| {
        e.enumerators
            .iter()
            .any(|e| e.node.expression.as_deref().is_some_and(is_negative))
    });
    enums
        .filter_map(|e| e.identifier.as_ref().map(|tag| tag.node.name.clone()))
        .collect()
}

fn enumerations(declaration: &Declaration) -> impl Iterator<Item = &EnumType> {
    declaration
        .specifiers
        .iter()
        .filter_map(|specifier| match &specifier.node {
            DeclarationSpecifier::TypeSpecifier(ty) => match &ty.node {
                TypeSpecifier::Enum(e) => Some(&e.node),
                _ => None,
            },
            _ => None,
        })
}

fn is_negative(e: &Node<Expression>) -> bool {
    match &e.node {
        Expression::UnaryOperator(unary) => unary.node.operator.node == UnaryOperator::Minus,
        _ => false,
    }
}

/// The values of an enumeration.
#[derive(Default)]
struct Values<'e> {
    /// The least one, and zero.
    low: i128,
    /// The greatest one, and zero.
    high: i128,
    /// Those that do not fit `int`, by name.
    large: Vec<(&'e str, i128)>,
    /// All of them, by name.
    named: Vec<(String, i128)>,
}

impl Unit<'_> {
    /// Declares the enumerators; the type is `unsigned int`, or `int` if a value is negative, as
    /// gcc chooses (C11 6.7.2.2p4); if it is packed, the smallest that holds all values.
    pub(super) fn enum_type(&mut self, e: &Node<EnumType>, packed: bool) -> Result<Qual> {
        let tag = e.node.identifier.as_ref().map(|n| n.node.name.as_str());
        if e.node.enumerators.is_empty() {
            return match tag.and_then(|t| self.lookup_tag(t)) {
                Some(Tag::Enum(kind, id)) => Ok(enumerated(kind, id)),
                Some(_) => Err(self.type_error(e.span, "this tag is no enumeration")),
                None => Ok(self.undefined_enumeration(tag)),
            };
        }
        let values = self.enumerators(e)?;
        let Some(kind) = self.narrowest(&values, packed) else {
            return Err(self.unsupported(e.span, "no type holds all values of this enumeration"));
        };
        // gcc gives values that do not fit `int` the type of the enumeration (gcc manual,
        // "Structures, unions, enumerations, and bit-fields").
        for (name, value) in values.large {
            self.bind(name, Entity::Constant(value, Type::Int(kind)));
        }
        let assumed = tag
            .and_then(|tag| self.scopes.last()?.tags.get(tag))
            .copied();
        let id = match assumed {
            None => self.new_enumeration(),
            Some(Tag::Enum(known, id)) if known == kind => id,
            Some(Tag::Enum(..) | Tag::Record(_)) => {
                let message = format!(
                    "`enum {}` is used before its values are known",
                    tag.unwrap_or("?")
                );
                return Err(self.unsupported(e.span, message));
            }
        };
        if let Some(tag) = tag {
            self.bind_tag(tag, Tag::Enum(kind, id));
        }
        self.program.types.enumerators.insert(id, values.named);
        Ok(enumerated(kind, id))
    }

    /// gcc lets a tag stand before its enumerators; the definition checks what is assumed here.
    fn undefined_enumeration(&mut self, tag: Option<&str>) -> Qual {
        let negative = tag.is_some_and(|tag| self.types.negative.contains(tag));
        let kind = if negative {
            IntKind::Int
        } else {
            IntKind::UInt
        };
        let id = self.new_enumeration();
        if let Some(tag) = tag {
            self.bind_tag(tag, Tag::Enum(kind, id));
        }
        enumerated(kind, id)
    }

    /// Declares the enumerators as what they are before the type is known.
    fn enumerators<'e>(&mut self, e: &'e Node<EnumType>) -> Result<Values<'e>> {
        let mut values = Values::default();
        // One without a value has the type of the one before (gcc's `build_enumerator`).
        let (mut next, mut ty) = (0i128, Type::INT);
        for enumerator in &e.node.enumerators {
            self.account.read(enumerator);
            let name = &enumerator.node.identifier.node.name;
            self.admit_extensions(&enumerator.node.extensions, Position::Enumerator)?;
            if let Some(value) = &enumerator.node.expression {
                (next, ty) = self.constant(value)?;
            }
            if self.fits(IntKind::Int, next) {
                ty = Type::INT;
            } else if !self
                .program
                .types
                .machine(&ty)
                .is_some_and(|machine| machine.contains(next))
            {
                return Err(self.unsupported(
                    enumerator.span,
                    format!("the value of `{name}` does not fit `int`"),
                ));
            } else {
                values.large.push((name, next));
            }
            (values.low, values.high) = (values.low.min(next), values.high.max(next));
            if !self.at_file_scope() {
                self.shared.visible.inner_constants.insert(name.clone());
            }
            self.enumerator_declared();
            self.bind(name, Entity::Constant(next, ty.clone()));
            values.named.push((name.clone(), next));
            next += 1;
        }
        Ok(values)
    }

    /// The first type that holds all values.
    fn narrowest(&self, values: &Values, packed: bool) -> Option<IntKind> {
        use IntKind::{Int, Long, LongLong, SChar, Short, UChar, UInt, ULong, ULongLong, UShort};
        let kinds = if values.low < 0 {
            [SChar, Short, Int, Long, LongLong]
        } else {
            [UChar, UShort, UInt, ULong, ULongLong]
        };
        kinds
            .into_iter()
            .skip(if packed { 0 } else { 2 })
            .find(|k| self.fits(*k, values.low) && self.fits(*k, values.high))
    }

    fn fits(&self, kind: IntKind, value: i128) -> bool {
        self.program.types.int_type(kind).contains(value)
    }

    fn new_enumeration(&mut self) -> u32 {
        self.program.types.enumerations += 1;
        self.program.types.enumerations
    }
}

fn enumerated(kind: IntKind, id: u32) -> Qual {
    Qual {
        variant: Variant {
            enumeration: Some(id),
            ..Variant::default()
        },
        ..Type::Int(kind).into()
    }
}
