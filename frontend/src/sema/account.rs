//! The account of a unit: what its text says, and what of that was read. A part of the syntax tree
//! that no analysis asked for is an error: nothing is dropped in silence.

use crate::ir::Promises;
use lang_c::ast::{
    AsmStatement, Attribute, BlockItem, Declaration, DeclarationSpecifier, Declarator,
    DeclaratorKind, DerivedDeclarator, Designator, Enumerator, Expression, Extension,
    GenericAssociation, GenericSelection, GnuAsmOperand, InitDeclarator, Initializer, Label,
    ParameterDeclaration, SpecifierQualifier, Statement, StaticAssert, StorageClassSpecifier,
    StructDeclaration, StructDeclarator, StructField, StructType, TranslationUnit, TypeName,
    TypeQualifier, TypeSpecifier,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::HashSet;

/// What was read of a unit.
#[derive(Default)]
pub(super) struct Account {
    /// What was promised since a function was declared.
    pub(super) promised: Promises,
    /// The function that is read follows a pointer, or indexes an array.
    pub(super) accesses: bool,
    /// Where the attributes and the assembly stand that were looked at.
    pub(super) accounted: HashSet<usize>,
    /// The parts of the tree that were read, some of them more than once.
    read: Vec<Entry>,
}

/// A part of a tree: where it begins, where it ends, and what it is.
type Entry = (usize, usize, Part);

/// A node of the syntax tree that somebody has to read.
pub(super) trait Counted {
    /// What kind of node it is.
    const PART: Part;
}

/// The kinds of nodes that are counted, and how a walk meets them.
macro_rules! parts {
    ($($node:ident $visit:ident $name:literal)*) => {
        /// What is counted.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(super) enum Part {
            $($node,)*
            /// The definition of a structure or union with a tag.
            StructType,
        }

        impl Part {
            /// What C calls it.
            pub(super) fn name(self) -> &'static str {
                match self {
                    $(Part::$node => $name,)*
                    Part::StructType => "this type",
                }
            }
        }

        $(impl Counted for $node {
            const PART: Part = Part::$node;
        })*

        impl<'ast, F: FnMut(Met)> Visit<'ast> for Walk<F> {
            $(fn $visit(&mut self, node: &'ast $node, span: &'ast Span) {
                (self.0)(Met::Part((span.start, span.end, Part::$node)));
                visit::$visit(self, node, span);
            })*
            fn visit_attribute(&mut self, attribute: &'ast Attribute, span: &'ast Span) {
                (self.0)(Met::Occurrence(attribute.name.span.start));
                // What is in it is the table's business, but for what it declares.
                let mut declared = |met: Met| match met {
                    Met::Part(entry) if DECLARING.contains(&entry.2) => (self.0)(Met::Part(entry)),
                    Met::Part(_) | Met::Occurrence(_) | Met::Unnamed(..) | Met::Lasting(_) => {}
                };
                let mut inner: Walk<&mut dyn FnMut(Met)> = Walk(&mut declared);
                visit::visit_attribute(&mut inner, attribute, span);
            }
            fn visit_block_item(&mut self, item: &'ast BlockItem, span: &'ast Span) {
                if let BlockItem::Declaration(declaration) = item {
                    if is_linked(&declaration.node) {
                        let Span { start, end } = declaration.span;
                        (self.0)(Met::Lasting((start, end, Part::Declaration)));
                    }
                }
                visit::visit_block_item(self, item, span);
            }
            fn visit_struct_type(&mut self, ty: &'ast StructType, span: &'ast Span) {
                if ty.identifier.is_some() && ty.declarations.is_some() {
                    (self.0)(Met::Part((span.start, span.end, Part::StructType)));
                } else if ty.identifier.is_none() {
                    let fields = ty.declarations.iter().flatten();
                    let fields = fields.filter_map(|field| match &field.node {
                        StructDeclaration::Field(field) => Some(field.span),
                        StructDeclaration::StaticAssert(_) => None,
                    });
                    fields.for_each(|field| (self.0)(Met::Unnamed(field.start, field.end)));
                }
                visit::visit_struct_type(self, ty, span);
            }
            fn visit_extension(&mut self, extension: &'ast Extension, span: &'ast Span) {
                (self.0)(Met::Occurrence(span.start));
                visit::visit_extension(self, extension, span);
            }
            fn visit_asm_statement(&mut self, asm: &'ast AsmStatement, span: &'ast Span) {
                (self.0)(Met::Occurrence(span.start));
                visit::visit_asm_statement(self, asm, span);
            }
        }
    };
}

parts! {
    Declaration visit_declaration "this declaration"
    DeclarationSpecifier visit_declaration_specifier "this specifier"
    Declarator visit_declarator "this declarator"
    DerivedDeclarator visit_derived_declarator "this part of a declarator"
    Designator visit_designator "this designator"
    Enumerator visit_enumerator "this enumerator"
    Expression visit_expression "this expression"
    GnuAsmOperand visit_gnu_asm_operand "this operand"
    InitDeclarator visit_init_declarator "this declarator"
    Initializer visit_initializer "this initialiser"
    Label visit_label "this label"
    ParameterDeclaration visit_parameter_declaration "this parameter"
    SpecifierQualifier visit_specifier_qualifier "this specifier"
    Statement visit_statement "this statement"
    StaticAssert visit_static_assert "this assertion"
    StructDeclarator visit_struct_declarator "this member"
    StructField visit_struct_field "this member"
    TypeName visit_type_name "this type"
    TypeQualifier visit_type_qualifier "this qualifier"
}

impl Counted for StructType {
    const PART: Part = Part::StructType;
}

/// Parts by which types are defined, wherever they stand: in an operand that is left out, too, they
/// declare something for what follows (C11 6.2.1p7).
const DECLARING: [Part; 3] = [Part::Enumerator, Part::StructField, Part::StructType];

/// Whether a declaration in a block may be of a function or an object with linkage: what its
/// attributes and those of its type say lasts beyond the block (C11 6.2.2p4, p5). A type that is a
/// name may be that of a function.
fn is_linked(declaration: &Declaration) -> bool {
    let (mut external, mut unclear) = (false, false);
    for specifier in &declaration.specifiers {
        match &specifier.node {
            DeclarationSpecifier::StorageClass(storage) => {
                external |= storage.node == StorageClassSpecifier::Extern;
            }
            DeclarationSpecifier::TypeSpecifier(ty) => {
                unclear |= matches!(
                    ty.node,
                    TypeSpecifier::TypedefName(_) | TypeSpecifier::TypeOf(_)
                );
            }
            DeclarationSpecifier::TypeQualifier(_)
            | DeclarationSpecifier::Function(_)
            | DeclarationSpecifier::Alignment(_)
            | DeclarationSpecifier::Extension(_) => {}
        }
    }
    let mut declarators = declaration.declarators.iter();
    external
        || declarators.any(|d| {
            let InitDeclarator {
                declarator,
                initializer,
            } = &d.node;
            let plain = initializer.is_none() && declarator.node.derived.is_empty();
            is_function(&declarator.node) || unclear && plain
        })
}

/// Whether a declarator is that of a function, whatever its specifiers say.
fn is_function(declarator: &Declarator) -> bool {
    let mut derived = declarator.derived.iter();
    let function = derived.any(|d| {
        let d = &d.node;
        matches!(
            d,
            DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)
        )
    });
    match &declarator.kind.node {
        DeclaratorKind::Declarator(inner) => {
            is_function(&inner.node) || inner.node.derived.is_empty() && function
        }
        DeclaratorKind::Abstract | DeclaratorKind::Identifier(_) => function,
    }
}

/// What a walk meets.
enum Met {
    Part(Entry),
    /// An attribute, or assembly.
    Occurrence(usize),
    /// A member of a structure or union without a tag, from where to where: nothing that follows
    /// can name the type.
    Unnamed(usize, usize),
    /// A declaration that lasts beyond its block.
    Lasting(Entry),
}

/// Walks over a part of a tree, with everything in it.
struct Walk<F>(F);

impl Account {
    /// A part is read; what is in it has to be read by itself.
    pub(super) fn read<T: Counted>(&mut self, node: &Node<T>) {
        self.read.push((node.span.start, node.span.end, T::PART));
    }

    /// The first part of a unit that nobody has read, and where it begins.
    pub(super) fn unread(&mut self, tree: &TranslationUnit) -> Option<(Part, usize)> {
        let mut parts = Vec::with_capacity(self.read.len());
        let mut walk = Walk(|met| match met {
            Met::Part(entry) => parts.push(entry),
            Met::Occurrence(_) | Met::Unnamed(..) | Met::Lasting(_) => {}
        });
        walk.visit_translation_unit(tree);
        // Both are nearly in order.
        parts.sort();
        self.read.sort();
        let mut read = self.read.iter().peekable();
        let mut unread = parts.iter().filter(|part| {
            while read.next_if(|other| other < part).is_some() {}
            read.peek() != Some(part)
        });
        unread.next().map(|(start, _, part)| (*part, *start))
    }

    /// Takes parts for read, but for the kinds `declaring` outside of statements, which are scopes
    /// of their own, and declarations that last longer: what they declare would be missing.
    fn leave_out(
        &mut self,
        declaring: &[Part],
        visit: impl FnOnce(&mut dyn for<'ast> Visit<'ast>),
    ) {
        let (read, accounted) = (&mut self.read, &mut self.accounted);
        let (mut scope, mut unnamed, mut lasting) = (0, HashSet::new(), HashSet::new());
        visit(&mut Walk(|met| match met {
            Met::Part(entry) => {
                if entry.2 == Part::Statement {
                    scope = entry.1.max(scope);
                }
                let nothing = entry.2 == Part::StructField && unnamed.contains(&(entry.0, entry.1));
                let over = entry.0 < scope || nothing || !declaring.contains(&entry.2);
                if over && !lasting.contains(&entry) {
                    read.push(entry);
                }
            }
            Met::Lasting(entry) => {
                lasting.insert(entry);
            }
            Met::Unnamed(start, end) => {
                unnamed.insert((start, end));
            }
            Met::Occurrence(at) => {
                accounted.insert(at);
            }
        }));
    }

    /// An operand of which no code is made and no type is taken: what it says to the compiler
    /// changes nothing.
    pub(super) fn left_out(&mut self, e: &Node<Expression>) {
        self.leave_out(&DECLARING, |walk| walk.visit_expression(&e.node, &e.span));
    }

    /// The mark that stands for nothing in empty braces.
    pub(super) fn mark_left_out(&mut self, mark: &Node<Initializer>) {
        self.leave_out(&DECLARING, |walk| {
            walk.visit_initializer(&mark.node, &mark.span);
        });
    }

    /// The body of a function that is read as a declaration.
    pub(super) fn body_left_out(&mut self, body: &Node<Statement>) {
        // It is a scope of its own.
        self.leave_out(&[], |walk| walk.visit_statement(&body.node, &body.span));
    }

    /// The associations of a `_Generic` that are not `chosen`, with their types.
    pub(super) fn associations_left_out(
        &mut self,
        g: &Node<GenericSelection>,
        chosen: &Node<Expression>,
    ) {
        for association in &g.node.associations {
            let (ty, e) = match &association.node {
                GenericAssociation::Type(t) => (Some(&t.node.type_name), &t.node.expression),
                GenericAssociation::Default(e) => (None, e),
            };
            if e.span != chosen.span {
                self.left_out(e);
                if let Some(ty) = ty {
                    self.leave_out(&DECLARING, |walk| walk.visit_type_name(&ty.node, &ty.span));
                }
            }
        }
    }
}
