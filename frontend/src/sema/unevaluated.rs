//! Code that the compiler reads and leaves out.

use super::Unit;
use lang_c::ast::{
    AsmStatement, Attribute, Expression, Extension, GenericAssociation, GenericSelection, Statement,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::HashSet;

impl Unit<'_> {
    /// An operand of which no code is made and no type is taken: what it says to the compiler
    /// changes nothing.
    pub(super) fn left_out(&mut self, e: &Node<Expression>) {
        Marks(&mut self.account.accounted).visit_expression(&e.node, &e.span);
    }

    /// The body of a function that is read as a declaration.
    pub(super) fn body_left_out(&mut self, body: &Node<Statement>) {
        Marks(&mut self.account.accounted).visit_statement(&body.node, &body.span);
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
                    Marks(&mut self.account.accounted).visit_type_name(&ty.node, &ty.span);
                }
            }
        }
    }
}

/// Collects where attributes and assembly stand.
struct Marks<'a>(&'a mut HashSet<usize>);

impl<'ast> Visit<'ast> for Marks<'_> {
    fn visit_attribute(&mut self, attribute: &'ast Attribute, span: &'ast Span) {
        self.0.insert(attribute.name.span.start);
        visit::visit_attribute(self, attribute, span);
    }
    fn visit_extension(&mut self, extension: &'ast Extension, span: &'ast Span) {
        self.0.insert(span.start);
        visit::visit_extension(self, extension, span);
    }
    fn visit_asm_statement(&mut self, asm: &'ast AsmStatement, span: &'ast Span) {
        self.0.insert(span.start);
        visit::visit_asm_statement(self, asm, span);
    }
}
