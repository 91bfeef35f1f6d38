//! Observers (paper 002, section 2): their C fragments in the scope of the program, and which
//! events may meet which statements.
//!
//! Each event becomes functions of its pattern's variables, one for each combination of types that
//! a match gives them. Lowering inlines them at the matched statements. Observer code is checked
//! here: it reads what it likes, and writes its own state only.

mod code;
mod compile;
mod fragment;
mod names;
mod states;

use super::{Analyser, Entity, Result, Scope};
use crate::diagnostic::{Diagnostic, ErrorKind, LoadError};
use crate::ir::Event;
use crate::sources::{Sources, UnitId};
use crate::spec::pattern::Pattern;
use crate::spec::{unit_text, Item, Observer, Specification, Temporal};
use crate::types::Type;
use lang_c::ast::{Expression, ExternalDeclaration, FunctionDefinition};
use lang_c::span::{Node, Span};
use proofmark_logic::cfa::Pos;
use std::collections::BTreeSet;

/// Observers whose declarations are analysed.
pub struct Observers<'s> {
    specification: &'s Specification,
    ready: Vec<Ready>,
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

impl Ready {
    fn new(index: usize, unit: UnitId, observer: &Observer) -> Ready {
        let mut events = Vec::new();
        events.resize_with(observer.events.len(), Trees::default);
        Ready {
            index,
            scope: Scope::default(),
            unit,
            states: Vec::new(),
            globals: BTreeSet::new(),
            events,
        }
    }
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
    /// Declares what a specification has beside the program, which must be complete, and compiles
    /// its patterns.
    ///
    /// # Errors
    /// The first thing in it that is wrong, or that does not fit the program.
    pub fn observe<'s>(
        &mut self,
        sources: &mut Sources,
        specification: &'s Specification,
    ) -> Result<Observers<'s>> {
        self.program.observed.active = !specification.is_empty();
        let observers = specification.observers.iter().enumerate();
        let ready = observers.map(|(index, o)| self.observer(sources, index, o));
        let ready = ready.collect::<Result<Vec<Ready>>>()?;
        self.program.observed.names = names::other_names(&self.program);
        self.refuse_computed(sources)?;
        self.refuse_external(sources)?;
        Ok(Observers {
            specification,
            ready,
        })
    }

    /// Gives events their code, for the types that the variables of their patterns stand for.
    ///
    /// # Errors
    /// The first code that does not fit the types, or does what it must not.
    pub fn events(
        &mut self,
        sources: &Sources,
        observers: &Observers<'_>,
        wanted: Vec<(usize, Vec<Type>, Pos)>,
    ) -> Result<()> {
        for (event, types, pos) in wanted {
            self.instance(sources, observers, event, types)
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
            let (id, fragments) = fragments(sources, observer, &|name| name.ends_with("_t"))?;
            let mut unit = self.open(sources, id, Scope::default());
            let mut out = Ready::new(0, id, observer);
            for (item, declaration) in &fragments {
                if matches!(item, Item::Pattern(_)) {
                    unit.item(observer, item, declaration, &mut out)?;
                }
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
        let scope = self.shared.visible.scope.clone();
        let is_type = |name: &str| matches!(scope.names.get(name), Some(Entity::Typedef(_)));
        let (id, fragments) = fragments(sources, observer, &is_type)?;
        for (item, _) in &fragments {
            if let Item::Missing(name) = item {
                if self.shared.visible.is_unclear(name) {
                    let message = format!(
                        "{}: `{name}` stands for several types in the program",
                        observer.file
                    );
                    return Err(LoadError::plain(ErrorKind::Specification, &message));
                }
                if !scope.tags.contains_key(name) {
                    self.never_used(observer, name);
                }
            }
        }
        let unclear = self.shared.visible.unclear();
        let mut unit = self.open(sources, id, scope);
        unit.observing.unclear = unclear;
        let mut out = Ready::new(index, id, observer);
        for (item, declaration) in &fragments {
            unit.item(observer, item, declaration, &mut out)?;
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

    fn never_used(&mut self, observer: &Observer, name: &str) {
        let message = format!("the program has no type `{name}`: its type state is never used");
        self.warnings.push(Diagnostic {
            message,
            file: observer.file.clone(),
            ..Diagnostic::default()
        });
    }
}

/// What C fragments stand for, and how they are read.
type Fragments = Vec<(Item, Node<ExternalDeclaration>)>;

/// Parses the C fragments of an observer.
fn fragments(
    sources: &mut Sources,
    observer: &Observer,
    is_type: &dyn Fn(&str) -> bool,
) -> Result<(UnitId, Fragments)> {
    let (text, items) = unit_text(observer, is_type);
    sources.show(&observer.file, observer.text.clone());
    let id = sources.add(&observer.file, text)?;
    let rewritten = crate::normalise::fragments(sources, id)?;
    sources.set_rewritten(id, &rewritten);
    let tree = crate::normalise::parse(sources, id, rewritten.text)?;
    if tree.0.len() != items.len() {
        return Err(LoadError::plain(
            ErrorKind::Specification,
            &format!("{}: a declaration holds more than one", observer.file),
        ));
    }
    Ok((id, items.into_iter().zip(tree.0).collect()))
}
