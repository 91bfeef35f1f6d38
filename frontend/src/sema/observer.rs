//! Observers (paper 002, section 2): their C fragments in the scope of the program, and which
//! events may meet which statements.
//!
//! Each event becomes functions of its pattern's variables, one for each combination of types that
//! a match gives them. Lowering inlines them at the matched statements. Observer code is checked
//! here: it reads what it likes, and writes its own state only.

mod code;
mod compile;
mod matches;

use super::{Analyser, Entity, Result, Scope, Unit};
use crate::diagnostic::{Diagnostic, ErrorKind, LoadError};
use crate::ir::{Event, TypeState};
use crate::sources::{Sources, UnitId};
use crate::spec::pattern::Pattern;
use crate::spec::{unit_text, Item, Observer, Specification, Temporal};
use crate::types::{Qual, Type};
use lang_c::ast::{
    BlockItem, Declaration, DeclarationSpecifier, DeclaratorKind, Expression, ExternalDeclaration,
    FunctionDefinition, Statement,
};
use lang_c::span::{Node, Span};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Scalar parts of an observer variable; more would put it into memory, beside the program's
/// objects.
const STATE_PARTS_MAX: u64 = 64;

/// What the program's units declare at file scope. Names that mean different things in two units
/// mean nothing.
#[derive(Default)]
pub(super) struct Visible {
    scope: Scope,
    /// The others, and whether each of their meanings is an object: patterns match these by their
    /// names.
    ambiguous: HashMap<String, bool>,
    /// Enumerators that are declared inside of functions.
    pub(super) inner_constants: HashSet<String>,
}

impl Visible {
    /// Adds a unit's file scope.
    pub(super) fn add(&mut self, scope: Scope) {
        for (name, entity) in scope.names {
            match self.scope.names.get(&name) {
                Some(known) if !same(known, &entity) => {
                    let objects = [known, &entity]
                        .iter()
                        .all(|e| matches!(e, Entity::Global(_)));
                    self.scope.names.remove(&name);
                    self.ambiguous.insert(name, objects);
                }
                Some(_) => {}
                None => match self.ambiguous.get_mut(&name) {
                    Some(objects) => *objects &= matches!(entity, Entity::Global(_)),
                    None => {
                        self.scope.names.insert(name, entity);
                    }
                },
            }
        }
        for (name, tag) in scope.tags {
            self.scope.tags.entry(name).or_insert(tag);
        }
    }
}

impl Visible {
    /// The names that a pattern cannot use: what they stand for depends on the place in the
    /// program.
    fn unclear(&self) -> HashSet<String> {
        let inner = self
            .inner_constants
            .iter()
            .filter(|name| !self.scope.names.contains_key(*name));
        self.ambiguous
            .iter()
            .filter(|(_, objects)| !**objects)
            .map(|(name, _)| name)
            .chain(inner)
            .cloned()
            .collect()
    }
}

fn same(a: &Entity, b: &Entity) -> bool {
    match (a, b) {
        (Entity::Global(x), Entity::Global(y)) | (Entity::Function(x), Entity::Function(y)) => {
            x == y
        }
        (Entity::Typedef(x), Entity::Typedef(y)) => x == y,
        (Entity::Constant(x, _), Entity::Constant(y, _)) => x == y,
        _ => false,
    }
}

/// An observer whose declarations are analysed.
struct Ready {
    /// Which observer it is.
    index: usize,
    scope: Scope,
    unit: UnitId,
    states: Vec<(Type, u32)>,
    globals: BTreeSet<u32>,
    events: Vec<Trees>,
}

/// The code of an event.
#[derive(Default)]
struct Trees {
    assertion: Option<Node<Expression>>,
    action: Option<Node<FunctionDefinition>>,
    pattern: Option<Pattern>,
    span: Option<Span>,
}

impl Analyser {
    /// Gives a specification a meaning beside the program, which must be complete.
    ///
    /// # Errors
    /// The first thing in it that is wrong, or that does not fit the program.
    pub fn observe(&mut self, sources: &mut Sources, specification: &Specification) -> Result<()> {
        if specification.is_empty() {
            return Ok(());
        }
        let functions = self.program.functions.len();
        self.program.observed.active = true;
        let mut ready = Vec::with_capacity(specification.observers.len());
        for (index, observer) in specification.observers.iter().enumerate() {
            ready.push(self.observer(sources, index, observer)?);
        }
        // Which functions exist decides what can be called; the events' own come later.
        let (wanted, written) = matches::wanted(&self.program, functions, sources);
        self.program.observed.written = written;
        for (event, types, pos) in wanted {
            self.instance(sources, specification, &ready, event, types)
                .map_err(|error| {
                    let place = Diagnostic::at(sources, pos, "");
                    let help = format!(
                        "this is about the statement at {}:{}",
                        place.file, place.line
                    );
                    if error.diagnostic.help.is_empty() {
                        error.help(help)
                    } else {
                        error
                    }
                })?;
        }
        Ok(())
    }

    /// Reads the C fragments of a specification and compiles its patterns, without a program.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check_syntax(
        &mut self,
        sources: &mut Sources,
        specification: &Specification,
    ) -> Result<()> {
        for observer in &specification.observers {
            // Whether a name is a type is the program's affair; the convention has to do.
            let (text, items) = unit_text(observer, &|name| name.ends_with("_t"));
            sources.show(&observer.file, observer.text.clone());
            let id = sources.add(&observer.file, text)?;
            let rewritten = crate::normalise::fragments(sources, id)?;
            sources.set_rewritten(id, &rewritten);
            let tree = crate::normalise::parse(sources, id, rewritten.text)?;
            let mut unit = self.open(sources, id, Scope::default());
            if tree.0.len() != items.len() {
                return Err(LoadError::plain(
                    ErrorKind::Specification,
                    &format!("{}: a declaration holds more than one", observer.file),
                ));
            }
            let mut out = Ready {
                index: 0,
                scope: Scope::default(),
                unit: id,
                states: Vec::new(),
                globals: BTreeSet::new(),
                events: Vec::new(),
            };
            out.events
                .resize_with(observer.events.len(), Trees::default);
            for (item, declaration) in items
                .iter()
                .zip(&tree.0)
                .filter(|(item, _)| matches!(item, Item::Pattern(_)))
            {
                unit.item(
                    observer,
                    item,
                    &declaration.node,
                    declaration.span,
                    &mut out,
                )?;
            }
        }
        Ok(())
    }

    /// Analyses the declarations of one observer, and compiles its patterns.
    fn observer(
        &mut self,
        sources: &mut Sources,
        index: usize,
        observer: &Observer,
    ) -> Result<Ready> {
        let scope = self.visible.scope.clone();
        let is_type = |name: &str| matches!(scope.names.get(name), Some(Entity::Typedef(_)));
        let (text, items) = unit_text(observer, &is_type);
        sources.show(&observer.file, observer.text.clone());
        let id = sources.add(&observer.file, text)?;
        let rewritten = crate::normalise::fragments(sources, id)?;
        sources.set_rewritten(id, &rewritten);
        let tree = crate::normalise::parse(sources, id, rewritten.text)?;
        let missing: Vec<String> = items
            .iter()
            .filter_map(|i| {
                if let Item::Missing(n) = i {
                    Some(n.clone())
                } else {
                    None
                }
            })
            .collect();
        for name in missing
            .iter()
            .filter(|name| !scope.tags.contains_key(*name))
        {
            let message = format!("the program has no type `{name}`: its type state is never used");
            self.warnings.push(Diagnostic {
                message,
                file: observer.file.clone(),
                ..Diagnostic::default()
            });
        }
        let unclear = self.visible.unclear();
        let mut unit = self.open(sources, id, scope);
        unit.unclear = unclear;
        let mut out = Ready {
            index,
            scope: Scope::default(),
            unit: id,
            states: Vec::new(),
            globals: BTreeSet::new(),
            events: Vec::new(),
        };
        out.events
            .resize_with(observer.events.len(), Trees::default);
        if tree.0.len() != items.len() {
            return Err(LoadError::plain(
                ErrorKind::Specification,
                &format!("{}: a declaration holds more than one", observer.file),
            ));
        }
        for (item, declaration) in items.iter().zip(&tree.0) {
            unit.item(
                observer,
                item,
                &declaration.node,
                declaration.span,
                &mut out,
            )?;
        }
        for (event, trees) in observer.events.iter().zip(&out.events) {
            let Some(mut pattern) = trees.pattern.clone() else {
                continue;
            };
            pattern.at.clone_from(&event.at);
            let pos = trees.span.map(|s| unit.pos(s)).unwrap_or_default();
            let after = event.temporal == Temporal::After;
            let title = event.title();
            unit.program.observed.events.push(Event {
                observer: index,
                title,
                pattern,
                after,
                pos,
                instances: Vec::new(),
            });
        }
        out.scope = unit.scopes.drain(..).next().unwrap_or_default();
        Ok(out)
    }
}

impl Unit<'_> {
    fn wrong(&self, span: Span, message: impl Into<String>) -> LoadError {
        self.fail(ErrorKind::Specification, span, message)
    }

    fn item(
        &mut self,
        observer: &Observer,
        item: &Item,
        declaration: &ExternalDeclaration,
        span: Span,
        out: &mut Ready,
    ) -> Result<()> {
        match (item, declaration) {
            (Item::Known, _) => Ok(()),
            (Item::Missing(_), ExternalDeclaration::Declaration(d)) => self.declaration(d),
            (Item::Global(index), ExternalDeclaration::Declaration(d)) => {
                let fragment = observer.globals.get(*index).map_or("", |f| f.text.as_str());
                self.observer_variable(observer, d, fragment, &mut out.globals)
            }
            (Item::ShadowType(_), ExternalDeclaration::Declaration(d)) => self.declaration(d),
            (Item::ShadowFields(index), ExternalDeclaration::Declaration(d)) => {
                self.declaration(d)?;
                let state = self.shadow(observer, *index, d.span)?;
                self.states.push(state.clone());
                out.states.push(state);
                Ok(())
            }
            (Item::Initial(index), ExternalDeclaration::FunctionDefinition(f)) => {
                let condition = returned(&f.node)
                    .ok_or_else(|| self.wrong(span, "a condition is needed here"))?;
                let title = format!(
                    "INITIAL {{ {} }}",
                    observer
                        .initial
                        .get(*index)
                        .map_or_else(String::new, |f| f.shown())
                );
                let function =
                    self.condition_function(&title, condition, crate::ir::StmtKind::Halt)?;
                self.program.observed.initial.push(function);
                Ok(())
            }
            (Item::Final(index), ExternalDeclaration::FunctionDefinition(f)) => {
                let condition = returned(&f.node)
                    .ok_or_else(|| self.wrong(span, "a condition is needed here"))?;
                let fragment = observer.finals.get(*index);
                let title = format!(
                    "FINAL {{ {} }}",
                    fragment.map_or_else(String::new, |f| f.shown())
                );
                let about_program =
                    fragment.is_some_and(|f| self.names_program_variables(&f.text, &out.globals));
                let shown = format!("{title} at the end of the run");
                let function =
                    self.condition_function(&shown, condition, crate::ir::StmtKind::Reject)?;
                self.program.observed.finals.push(crate::ir::Final {
                    observer: out.index,
                    title,
                    function,
                    pos: self.pos(condition.span),
                    about_program,
                });
                Ok(())
            }
            (Item::Pattern(index), ExternalDeclaration::FunctionDefinition(f)) => {
                let statement = match items(&f.node) {
                    [Node {
                        node:
                            BlockItem::Statement(Node {
                                node: Statement::Expression(Some(e)),
                                ..
                            }),
                        ..
                    }] => e,
                    _ => return Err(self.wrong(span, "a pattern is one assignment or one call")),
                };
                let kind = self.compile_pattern(statement)?;
                if let Some(slot) = out.events.get_mut(*index) {
                    slot.pattern = Some(Pattern {
                        kind,
                        at: String::new(),
                    });
                    slot.span = Some(statement.span);
                }
                Ok(())
            }
            (Item::Assertion(index), ExternalDeclaration::FunctionDefinition(f)) => {
                let condition = returned(&f.node)
                    .ok_or_else(|| self.wrong(span, "a condition is needed here"))?;
                if let Some(slot) = out.events.get_mut(*index) {
                    slot.assertion = Some(condition.clone());
                }
                Ok(())
            }
            (Item::Action(index), ExternalDeclaration::FunctionDefinition(f)) => {
                if let Some(slot) = out.events.get_mut(*index) {
                    slot.action = Some(f.clone());
                }
                Ok(())
            }
            _ => Err(self.wrong(span, "this is not what belongs here")),
        }
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
        let before = self.linkage.clone();
        self.declaration(d)?;
        // Observer variables are nobody else's, whatever their names.
        *self.linkage = before;
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

    /// `SHADOW`: the type and the record of its type state.
    fn shadow(&mut self, observer: &Observer, index: usize, span: Span) -> Result<(Type, u32)> {
        let ty = match self.lookup(&format!("{}{index}", crate::spec::SHADOW_TYPE)) {
            Some(Entity::Typedef(q)) => q.ty.clone(),
            _ => return Err(self.wrong(span, "this is no type")),
        };
        let Some(super::Tag::Record(record)) =
            self.lookup_tag(&format!("{}{index}", crate::spec::SHADOW_TAG))
        else {
            return Err(self.wrong(span, "a type state needs members"));
        };
        if !(ty.is_scalar() || matches!(ty, Type::Record(_))) {
            let shown = self.show(&ty);
            return Err(self.wrong(
                span,
                format!("values of type `{shown}` cannot have a type state"),
            ));
        }
        let fields = self.program.types.fields(record).to_vec();
        if fields.is_empty() {
            return Err(self.wrong(span, "a type state needs members"));
        }
        for field in &fields {
            let Some(name) = &field.name else {
                return Err(self.wrong(span, "members of a type state need names"));
            };
            if !field.ty.ty.is_scalar() {
                return Err(self.wrong(
                    span,
                    format!(
                        "the member `{name}` of the type state must be an integer or a pointer"
                    ),
                ));
            }
            let taken = matches!(ty, Type::Record(own) if self.program.types.find_member(own, name).is_some());
            if taken || self.state_of(&ty, false, name).is_some() {
                return Err(self.wrong(span, format!("the type has a member `{name}` already")));
            }
        }
        let shadow = observer.shadows.get(index);
        if let (Some(entry), Some(shadow)) =
            (self.program.types.records.get_mut(record as usize), shadow)
        {
            entry.name = format!("state of {}", shadow.ty.shown());
        }
        let free = fields
            .iter()
            .filter_map(|f| f.name.as_deref())
            .any(|name| observer.initial.iter().any(|f| mentions(&f.text, name)));
        self.program.observed.states.push(TypeState {
            ty: ty.clone(),
            record,
            free,
        });
        Ok((ty, record))
    }

    // -- type states in expressions

    /// The type state with this member that `.name` (or `->name`) finds behind a value of type
    /// `ty`.
    pub(super) fn state_of(
        &self,
        ty: &Type,
        indirect: bool,
        name: &str,
    ) -> Option<(u32, usize, Qual)> {
        let handle = |t: &Type| match (t, ty) {
            (Type::Pointer(a), Type::Pointer(b)) => a.ty == b.ty,
            _ => t == ty,
        };
        self.states.iter().find_map(|(t, record)| {
            let found = match t {
                Type::Record(_) if indirect => ty.pointee().is_some_and(|q| q.ty == *t),
                Type::Record(_) => t == ty,
                _ => handle(t),
            };
            let fields = self.program.types.fields(*record);
            let index = fields
                .iter()
                .position(|f| f.name.as_deref() == Some(name))
                .filter(|_| found)?;
            fields.get(index).map(|f| (*record, index, f.ty.clone()))
        })
    }

    /// What a type state is found by: the object's address, or the handle's value.
    pub(super) fn state_key(&self, place: crate::ir::Place, span: Span) -> Result<crate::ir::Expr> {
        match &place.ty.ty {
            Type::Record(_) => {
                let ty = Type::Pointer(std::rc::Rc::new(place.ty.clone()));
                Ok(self.address(place, ty, span))
            }
            _ => self.load(place, span),
        }
    }

    /// A member of the type state with this key.
    pub(super) fn type_state(
        &self,
        (record, index, ty): (u32, usize, Qual),
        key: crate::ir::Expr,
    ) -> crate::ir::Place {
        let pointer = self.convert(key, &Type::Record(record).pointer_to());
        let base = crate::ir::Base::Deref(Box::new(pointer));
        crate::ir::Place {
            base,
            base_ty: Type::Record(record),
            steps: vec![crate::ir::Step::Field(record, index)],
            ty,
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
fn mentions(text: &str, name: &str) -> bool {
    words(text).any(|w| w == name)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
}

/// The statements of a function.
fn items(f: &FunctionDefinition) -> &[Node<BlockItem>] {
    match &f.statement.node {
        Statement::Compound(items) => items,
        _ => &[],
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
