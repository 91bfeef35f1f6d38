//! Declarations, type names and initialisers.

use super::expression::Level;
use super::statement::ASM;
use super::{Reader, Step};
use lang_c::ast::{
    AlignmentSpecifier, ArrayDeclarator, ArraySize, Declaration, DeclarationSpecifier, Declarator,
    DeclaratorKind, DerivedDeclarator, Designator, Ellipsis, EnumType, Extension,
    FunctionDeclarator, FunctionDefinition, FunctionSpecifier, InitDeclarator, Initializer,
    InitializerListItem, ParameterDeclaration, PointerQualifier, SpecifierQualifier, StaticAssert,
    StorageClassSpecifier, StructDeclaration, StructDeclarator, StructKind, StructType,
    TS18661FloatFormat, TS18661FloatType, TypeName, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;

/// Attributes and linker names that are still to come.
type Extensions<'a> = std::slice::Iter<'a, Node<Extension>>;

impl Reader<'_> {
    pub(super) fn declaration(&mut self, d: &Declaration) -> Step {
        self.specifiers(&d.specifiers)?;
        self.list(&d.declarators, |r, d| r.init_declarator(&d.node))?;
        self.take(";")
    }

    pub(super) fn function(&mut self, f: &FunctionDefinition) -> Step {
        self.specifiers(&f.specifiers)?;
        self.whole_declarator(&f.declarator.node)?;
        let mut parameters = f.declarations.iter();
        parameters.try_for_each(|d| self.declaration(&d.node))?;
        self.statement(&f.statement.node)
    }

    pub(super) fn static_assertion(&mut self, a: &StaticAssert) -> Step {
        self.take_all(&["_Static_assert", "("])?;
        self.expression(&a.expression, Level::Conditional)?;
        self.take(",")?;
        self.string(&a.message)?;
        self.take_all(&[")", ";"])
    }

    pub(super) fn type_name(&mut self, t: &TypeName) -> Step {
        self.specifier_qualifiers(&t.specifiers)?;
        let declarator = t.declarator.as_ref();
        declarator.map_or(Ok(()), |d| self.whole_declarator(&d.node))
    }

    pub(super) fn type_in_parentheses(&mut self, t: &Node<TypeName>) -> Step {
        self.take("(")?;
        self.type_name(&t.node)?;
        self.take(")")
    }

    // --- specifiers ---

    fn specifiers(&mut self, specifiers: &[Node<DeclarationSpecifier>]) -> Step {
        for specifier in specifiers {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(s) => self.take(match s.node {
                    StorageClassSpecifier::Typedef => "typedef",
                    StorageClassSpecifier::Extern => "extern",
                    StorageClassSpecifier::Static => "static",
                    StorageClassSpecifier::ThreadLocal => "_Thread_local",
                    StorageClassSpecifier::Auto => "auto",
                    StorageClassSpecifier::Register => "register",
                })?,
                DeclarationSpecifier::TypeSpecifier(t) => self.type_specifier(&t.node)?,
                DeclarationSpecifier::TypeQualifier(q) => self.qualifier(&q.node)?,
                DeclarationSpecifier::Function(f) => self.take_one_of(match f.node {
                    FunctionSpecifier::Inline => &["inline", "__inline", "__inline__"],
                    FunctionSpecifier::Noreturn => &["_Noreturn"],
                })?,
                DeclarationSpecifier::Alignment(a) => self.alignment(&a.node)?,
                DeclarationSpecifier::Extension(e) => self.one_attribute_list(e)?,
            }
        }
        Ok(())
    }

    fn specifier_qualifiers(&mut self, specifiers: &[Node<SpecifierQualifier>]) -> Step {
        for specifier in specifiers {
            match &specifier.node {
                SpecifierQualifier::TypeSpecifier(t) => self.type_specifier(&t.node)?,
                SpecifierQualifier::TypeQualifier(q) => self.qualifier(&q.node)?,
                SpecifierQualifier::Extension(e) => self.one_attribute_list(e)?,
            }
        }
        Ok(())
    }

    fn alignment(&mut self, a: &AlignmentSpecifier) -> Step {
        self.take_all(&["_Alignas", "("])?;
        match a {
            AlignmentSpecifier::Type(t) => self.type_name(&t.node)?,
            AlignmentSpecifier::Constant(e) => self.expression(e, Level::Conditional)?,
        }
        self.take(")")
    }

    pub(super) fn qualifier(&mut self, q: &TypeQualifier) -> Step {
        self.take_one_of(match q {
            TypeQualifier::Const => &["const", "__const"],
            TypeQualifier::Restrict => &["restrict", "__restrict", "__restrict__"],
            TypeQualifier::Volatile => &["volatile", "__volatile", "__volatile__"],
            TypeQualifier::Atomic => &["_Atomic"],
            // Words of another dialect.
            TypeQualifier::Nonnull | TypeQualifier::NullUnspecified | TypeQualifier::Nullable => {
                &[]
            }
        })
    }

    fn type_specifier(&mut self, t: &TypeSpecifier) -> Step {
        match t {
            TypeSpecifier::Void => self.take("void"),
            TypeSpecifier::Char => self.take("char"),
            TypeSpecifier::Short => self.take("short"),
            TypeSpecifier::Int => self.take("int"),
            TypeSpecifier::Long => self.take("long"),
            TypeSpecifier::Float => self.take("float"),
            TypeSpecifier::Double => self.take("double"),
            TypeSpecifier::Signed => self.take_one_of(&["signed", "__signed", "__signed__"]),
            TypeSpecifier::Unsigned => self.take("unsigned"),
            TypeSpecifier::Bool => self.take("_Bool"),
            TypeSpecifier::Complex => self.take_one_of(&["_Complex", "__complex", "__complex__"]),
            TypeSpecifier::Atomic(inner) => {
                self.take("_Atomic")?;
                self.type_in_parentheses(inner)
            }
            TypeSpecifier::Struct(s) => self.record(&s.node),
            TypeSpecifier::Enum(e) => self.enumeration(&e.node),
            TypeSpecifier::TypedefName(name) => self.name(name),
            TypeSpecifier::TypeOf(t) => {
                self.take_one_of(&["typeof", "__typeof", "__typeof__"])?;
                self.take("(")?;
                match &t.node {
                    TypeOf::Expression(e) => self.expression(e, Level::Comma)?,
                    TypeOf::Type(t) => self.type_name(&t.node)?,
                }
                self.take(")")
            }
            TypeSpecifier::TS18661Float(TS18661FloatType { format, width }) => {
                let word = match format {
                    TS18661FloatFormat::BinaryInterchange => format!("_Float{width}"),
                    TS18661FloatFormat::BinaryExtended => format!("_Float{width}x"),
                    TS18661FloatFormat::DecimalInterchange => format!("_Decimal{width}"),
                    TS18661FloatFormat::DecimalExtended => format!("_Decimal{width}x"),
                };
                self.take(&word)
            }
        }
    }

    fn record(&mut self, s: &StructType) -> Step {
        self.take(match s.kind.node {
            StructKind::Struct => "struct",
            StructKind::Union => "union",
        })?;
        s.identifier.iter().try_for_each(|name| self.name(name))?;
        let Some(members) = &s.declarations else {
            return Ok(());
        };
        self.take("{")?;
        for member in members {
            match &member.node {
                StructDeclaration::Field(f) => {
                    self.specifier_qualifiers(&f.node.specifiers)?;
                    self.list(&f.node.declarators, |r, d| r.member(&d.node))?;
                    self.take(";")?;
                }
                StructDeclaration::StaticAssert(a) => self.static_assertion(&a.node)?,
            }
            while self.skip(";") {}
        }
        self.take("}")
    }

    fn member(&mut self, d: &StructDeclarator) -> Step {
        let mut extensions = [].iter();
        if let Some(declarator) = &d.declarator {
            extensions = self.declarator(&declarator.node)?;
        }
        if let Some(width) = &d.bit_width {
            self.take(":")?;
            self.expression(width, Level::Conditional)?;
        }
        self.attributes(extensions)
    }

    fn enumeration(&mut self, e: &EnumType) -> Step {
        self.take("enum")?;
        e.identifier.iter().try_for_each(|name| self.name(name))?;
        if e.enumerators.is_empty() {
            return Ok(());
        }
        self.take("{")?;
        self.list(&e.enumerators, |r, e| {
            r.name(&e.node.identifier)?;
            r.attributes(e.node.extensions.iter())?;
            e.node.expression.iter().try_for_each(|value| {
                r.take("=")?;
                r.expression(value, Level::Conditional)
            })
        })?;
        self.skip(",");
        self.take("}")
    }

    // --- declarators ---

    fn init_declarator(&mut self, d: &InitDeclarator) -> Step {
        let extensions = self.declarator(&d.declarator.node)?;
        self.attributes(extensions)?;
        d.initializer.iter().try_for_each(|initializer| {
            self.take("=")?;
            self.initializer(&initializer.node)
        })
    }

    /// A declarator behind which no attributes stand.
    fn whole_declarator(&mut self, d: &Declarator) -> Step {
        let rest = self.declarator(d)?;
        self.need(rest.len() == 0)
    }

    /// A declarator. Returns the attributes that are not in front of it.
    fn declarator<'a>(&mut self, d: &'a Declarator) -> Result<Extensions<'a>, super::Mismatch> {
        let mut extensions = d.extensions.iter();
        while self.at_attribute() {
            self.attribute_list(&mut extensions)?;
        }
        let pointers = d.derived.iter().take_while(|d| is_pointer(&d.node)).count();
        let (pointers, suffixes) = d.derived.split_at(pointers);
        pointers.iter().try_for_each(|p| self.derived(&p.node))?;
        match &d.kind.node {
            DeclaratorKind::Abstract => {}
            DeclaratorKind::Identifier(name) => self.name(name)?,
            DeclaratorKind::Declarator(inner) => {
                self.take("(")?;
                self.whole_declarator(&inner.node)?;
                self.take(")")?;
            }
        }
        for suffix in suffixes {
            self.need(!is_pointer(&suffix.node))?;
            self.derived(&suffix.node)?;
        }
        Ok(extensions)
    }

    fn derived(&mut self, d: &DerivedDeclarator) -> Step {
        match d {
            DerivedDeclarator::Pointer(qualifiers) => {
                self.take("*")?;
                qualifiers.iter().try_for_each(|q| match &q.node {
                    PointerQualifier::TypeQualifier(q) => self.qualifier(&q.node),
                    PointerQualifier::Extension(e) => self.one_attribute_list(e),
                })
            }
            DerivedDeclarator::Array(a) => self.array(&a.node),
            DerivedDeclarator::Function(f) => self.parameters(&f.node),
            DerivedDeclarator::KRFunction(names) => {
                self.take("(")?;
                self.list(names, |r, name| r.name(name))?;
                self.take(")")
            }
            // Of another dialect.
            DerivedDeclarator::Block(_) => self.need(false),
        }
    }

    fn array(&mut self, a: &ArrayDeclarator) -> Step {
        self.take("[")?;
        // `static` stands in front of the qualifiers or behind them.
        let first = self.skip("static");
        a.qualifiers
            .iter()
            .try_for_each(|q| self.qualifier(&q.node))?;
        match &a.size {
            ArraySize::Unknown => self.need(!first)?,
            ArraySize::VariableUnknown => {
                self.need(!first)?;
                self.take("*")?;
            }
            ArraySize::VariableExpression(e) => {
                self.need(!first)?;
                self.expression(e, Level::Assignment)?;
            }
            ArraySize::StaticExpression(e) => {
                let second = !first && self.skip("static");
                self.need(first || second)?;
                self.expression(e, Level::Assignment)?;
            }
        }
        self.take("]")
    }

    fn parameters(&mut self, f: &FunctionDeclarator) -> Step {
        self.take("(")?;
        self.list(&f.parameters, |r, p| r.parameter(&p.node))?;
        if f.ellipsis == Ellipsis::Some {
            self.take_all(&[",", "..."])?;
        }
        self.take(")")
    }

    fn parameter(&mut self, p: &ParameterDeclaration) -> Step {
        self.specifiers(&p.specifiers)?;
        if let Some(declarator) = &p.declarator {
            self.whole_declarator(&declarator.node)?;
        }
        self.attributes(p.extensions.iter())
    }

    // --- attributes ---

    fn at_attribute(&self) -> bool {
        ["__attribute__", "__attribute"].contains(&self.peek())
    }

    /// Everything of `extensions`: a linker name, `__attribute__((…))`, none or several.
    fn attributes(&mut self, mut extensions: Extensions<'_>) -> Step {
        if let Some(Extension::AsmLabel(name)) = extensions.as_slice().first().map(|e| &e.node) {
            extensions.next();
            self.take_one_of(&ASM)?;
            self.take("(")?;
            self.string(name)?;
            self.take(")")?;
        }
        while self.at_attribute() {
            self.attribute_list(&mut extensions)?;
        }
        self.need(extensions.len() == 0)
    }

    /// `__attribute__((…))` with just these.
    fn one_attribute_list(&mut self, attributes: &[Node<Extension>]) -> Step {
        let mut extensions = attributes.iter();
        self.attribute_list(&mut extensions)?;
        self.need(extensions.len() == 0)
    }

    /// `__attribute__((…))` with the first of `extensions`.
    fn attribute_list(&mut self, extensions: &mut Extensions<'_>) -> Step {
        let start = self.at;
        self.take_one_of(&["__attribute__", "__attribute"])?;
        self.take_all(&["(", "("])?;
        while self.peek() != ")" {
            match extensions.next().map(|e| &e.node) {
                Some(Extension::Attribute(a)) => {
                    self.take(&a.name.node)?;
                    if !a.arguments.is_empty() || self.peek() == "(" {
                        self.arguments(&a.arguments)?;
                    }
                }
                Some(Extension::AsmLabel(_) | Extension::AvailabilityAttribute(_)) | None => {
                    self.at = start;
                    return self.need(false);
                }
            }
            if self.peek() != ")" {
                self.take(",")?;
            }
        }
        self.take_all(&[")", ")"])
    }

    // --- initialisers ---

    fn initializer(&mut self, i: &Initializer) -> Step {
        match i {
            Initializer::Expression(e) => self.expression(e, Level::Assignment),
            Initializer::List(items) => self.braces(items),
        }
    }

    pub(super) fn braces(&mut self, items: &[Node<InitializerListItem>]) -> Step {
        self.take("{")?;
        self.list(items, |r, item| {
            r.designation(&item.node.designation)?;
            r.initializer(&item.node.initializer.node)
        })?;
        self.skip(",");
        self.take("}")
    }

    fn designation(&mut self, designators: &[Node<Designator>]) -> Step {
        // The older forms of gcc: `m: e` and `[i] e` (gcc manual, "Designated Inits").
        let (old, may_lack) = match designators {
            [] => return Ok(()),
            [one] => match &one.node {
                Designator::Member(name) => ((self.peek() != ".").then_some(name), false),
                Designator::Index(_) | Designator::Range(_) => (None, true),
            },
            [..] => (None, false),
        };
        if let Some(name) = old {
            self.name(name)?;
            return self.take(":");
        }
        for designator in designators {
            match &designator.node {
                Designator::Member(name) => {
                    self.take(".")?;
                    self.name(name)?;
                }
                Designator::Index(e) => {
                    self.take("[")?;
                    self.expression(e, Level::Conditional)?;
                    self.take("]")?;
                }
                Designator::Range(r) => {
                    self.take("[")?;
                    self.expression(&r.node.from, Level::Conditional)?;
                    self.take("...")?;
                    self.expression(&r.node.to, Level::Conditional)?;
                    self.take("]")?;
                }
            }
        }
        let found = self.skip("=");
        self.need(found || may_lack)
    }
}

fn is_pointer(d: &DerivedDeclarator) -> bool {
    match d {
        DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => true,
        DerivedDeclarator::Array(_)
        | DerivedDeclarator::Function(_)
        | DerivedDeclarator::KRFunction(_) => false,
    }
}
