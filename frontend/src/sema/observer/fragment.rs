//! The C fragments of an observer, each of which came through the parser as a declaration or a
//! function of its own.

use super::super::{Entity, Result, Unit};
use super::Ready;
use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::{Final, StmtKind};
use crate::spec::pattern::Pattern;
use crate::spec::{Item, Observer};
use crate::types::Type;
use lang_c::ast::{
    BlockItem, Declaration, DeclarationSpecifier, DeclaratorKind, Expression, ExternalDeclaration,
    FunctionDefinition, Statement,
};
use lang_c::span::{Node, Span};
use std::collections::BTreeSet;

/// Scalar parts of an observer variable; more would put it into memory, beside the program's
/// objects.
const STATE_PARTS_MAX: u64 = 64;

impl Unit<'_> {
    pub(super) fn wrong(&self, span: Span, message: impl Into<String>) -> LoadError {
        self.fail(ErrorKind::Specification, span, message)
    }

    pub(super) fn item(
        &mut self,
        observer: &Observer,
        item: &Item,
        declaration: &Node<ExternalDeclaration>,
        out: &mut Ready,
    ) -> Result<()> {
        let span = declaration.span;
        match (item, &declaration.node) {
            (Item::Known, _) => Ok(()),
            (Item::Missing(_) | Item::ShadowType(_), ExternalDeclaration::Declaration(d)) => {
                self.declaration(d)
            }
            (Item::Global(index), ExternalDeclaration::Declaration(d)) => {
                let fragment = observer.globals.get(*index).map_or("", |f| f.text.as_str());
                self.observer_variable(observer, d, fragment, &mut out.globals)
            }
            (Item::ShadowFields(index), ExternalDeclaration::Declaration(d)) => {
                self.declaration(d)?;
                let state = self.shadow(observer, *index, d.span)?;
                self.observing.states.push(state.clone());
                out.states.push(state);
                Ok(())
            }
            (item, ExternalDeclaration::FunctionDefinition(f)) => {
                self.code_item(observer, item, f, span, out)
            }
            (_, ExternalDeclaration::Declaration(_) | ExternalDeclaration::StaticAssert(_)) => {
                Err(self.wrong(span, "this is not what belongs here"))
            }
        }
    }

    /// A fragment that is the body of a function.
    fn code_item(
        &mut self,
        observer: &Observer,
        item: &Item,
        f: &Node<FunctionDefinition>,
        span: Span,
        out: &mut Ready,
    ) -> Result<()> {
        let condition =
            || returned(&f.node).ok_or_else(|| self.wrong(span, "a condition is needed here"));
        match item {
            Item::Initial(index) => {
                let fragment = observer.initial.get(*index);
                let shown = fragment.map_or_else(String::new, |f| f.shown());
                let title = format!("INITIAL {{ {shown} }}");
                let function = self.condition_function(&title, condition()?, StmtKind::Halt)?;
                self.program.observed.initial.push(function);
            }
            Item::Final(index) => {
                if self.shared.visible.endless_types {
                    let message =
                        "where runs end is open: the program declares a type of functions \
                                   `noreturn`, which gcc ignores";
                    let error = self.unsupported(span, message);
                    return Err(error.help("declare each of these functions with it"));
                }
                let end = self.end(observer, *index, condition()?, out)?;
                self.program.observed.finals.push(end);
            }
            Item::Pattern(index) => {
                let statement = statement(&f.node)
                    .ok_or_else(|| self.wrong(span, "a pattern is one assignment or one call"))?;
                let kind = self.compile_pattern(statement)?;
                if let Some(trees) = out.events.get_mut(*index) {
                    trees.pattern = Some(Pattern {
                        kind,
                        at: String::new(),
                    });
                    trees.span = Some(statement.span);
                }
            }
            Item::Assertion(index) => {
                let condition = condition()?;
                if let Some(trees) = out.events.get_mut(*index) {
                    trees.assertion = Some(condition.clone());
                }
            }
            Item::Action(index) => {
                if let Some(trees) = out.events.get_mut(*index) {
                    trees.action = Some(f.clone());
                }
            }
            Item::Known
            | Item::Missing(_)
            | Item::Global(_)
            | Item::ShadowType(_)
            | Item::ShadowFields(_) => {
                return Err(self.wrong(span, "this is not what belongs here"))
            }
        }
        Ok(())
    }

    /// A condition at the end of the run.
    fn end(
        &mut self,
        observer: &Observer,
        index: usize,
        condition: &Node<Expression>,
        out: &Ready,
    ) -> Result<Final> {
        let fragment = observer.finals.get(index);
        let shown = fragment.map_or_else(String::new, |f| f.shown());
        let title = format!("FINAL {{ {shown} }}");
        let about_program =
            fragment.is_some_and(|f| self.names_program_variables(&f.text, &out.globals));
        let shown = format!("{title} at the end of the run");
        let function = self.condition_function(&shown, condition, StmtKind::Reject)?;
        Ok(Final {
            observer: out.index,
            title,
            function,
            pos: self.pos(condition.span),
            about_program,
        })
    }

    /// Whether a piece of C names variables other than these of its observer.
    fn names_program_variables(&self, text: &str, own: &BTreeSet<u32>) -> bool {
        words(text)
            .any(|word| matches!(self.lookup(word), Some(Entity::Global(id)) if !own.contains(id)))
    }

    /// `GLOBAL`: variables of the observer.
    fn observer_variable(
        &mut self,
        observer: &Observer,
        d: &Node<Declaration>,
        text: &str,
        own: &mut BTreeSet<u32>,
    ) -> Result<()> {
        if d.node
            .specifiers
            .iter()
            .any(|s| matches!(s.node, DeclarationSpecifier::StorageClass(_)))
        {
            return Err(self.wrong(d.span, "an observer variable has no storage class"));
        }
        let mut names = Vec::new();
        for declarator in &d.node.declarators {
            let Some(name) = declared_name(&declarator.node.declarator.node.kind.node) else {
                return Err(self.wrong(declarator.span, "this declares no variable"));
            };
            if self.lookup(name).is_some() {
                return Err(self.wrong(
                    declarator.span,
                    format!("`{name}` is declared already, by the program or by this observer"),
                ));
            }
            names.push((
                name.to_owned(),
                declarator.node.initializer.is_some(),
                declarator.span,
            ));
        }
        if names.is_empty() && !text.contains('{') {
            return Err(self.wrong(d.span, "this declares no variable"));
        }
        let before = self.shared.linkage.clone();
        self.declaration(d)?;
        // Observer variables are nobody else's, whatever their names.
        self.shared.linkage = before;
        for (name, initialised, span) in names {
            let Some(Entity::Global(id)) = self.lookup(&name).cloned() else {
                return Err(self.wrong(span, format!("`{name}` is no variable")));
            };
            let ty = self
                .program
                .globals
                .get(id as usize)
                .map_or(Type::Void, |g| g.ty.ty.clone());
            self.size_of(&ty, span)?;
            if self.parts(&ty) > STATE_PARTS_MAX {
                return Err(self.wrong(
                    span,
                    format!("`{name}` has more than {STATE_PARTS_MAX} parts"),
                ));
            }
            let free = !initialised && observer.initial.iter().any(|f| mentions(&f.text, &name));
            self.program.observed.globals.insert(id, free);
            own.insert(id);
        }
        Ok(())
    }

    /// How many scalars a value consists of.
    fn parts(&self, ty: &Type) -> u64 {
        match ty {
            Type::Array(element, length) => {
                length.unwrap_or(0).saturating_mul(self.parts(&element.ty))
            }
            Type::Record(record) => self
                .program
                .types
                .fields(*record)
                .iter()
                .fold(0, |n, f| self.parts(&f.ty.ty).saturating_add(n)),
            _ => 1,
        }
    }
}

fn declared_name(kind: &DeclaratorKind) -> Option<&str> {
    match kind {
        DeclaratorKind::Identifier(id) => Some(&id.node.name),
        DeclaratorKind::Declarator(inner) => declared_name(&inner.node.kind.node),
        DeclaratorKind::Abstract => None,
    }
}

/// Whether a piece of C mentions a name.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    words(text).any(|w| w == name)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
}

/// The statements of a function.
pub(super) fn items(f: &FunctionDefinition) -> &[Node<BlockItem>] {
    match &f.statement.node {
        Statement::Compound(items) => items,
        _ => &[],
    }
}

/// The expression of which a function consists.
fn statement(f: &FunctionDefinition) -> Option<&Node<Expression>> {
    match items(f) {
        [Node {
            node:
                BlockItem::Statement(Node {
                    node: Statement::Expression(Some(e)),
                    ..
                }),
            ..
        }] => Some(e),
        _ => None,
    }
}

/// The condition that a function returns.
fn returned(f: &FunctionDefinition) -> Option<&Node<Expression>> {
    match items(f) {
        [Node {
            node:
                BlockItem::Statement(Node {
                    node: Statement::Return(Some(e)),
                    ..
                }),
            ..
        }] => Some(e),
        _ => None,
    }
}
