//! What all units declare at file scope: the names that observers can use.

use super::{Entity, Scope, Tag};
use std::collections::{HashMap, HashSet};

/// What the program's units declare at file scope. Names that mean different things in two units
/// mean nothing.
#[derive(Default)]
pub(super) struct Visible {
    pub(super) scope: Scope,
    /// The scopes of files whose types are not known yet as the program has them.
    pub(super) files: Vec<Scope>,
    /// Tags that are different types in two files.
    pub(super) unclear_tags: HashSet<String>,
    /// The others, and whether each of their meanings is an object: patterns match these by their
    /// names.
    ambiguous: HashMap<String, bool>,
    /// Enumerators that are declared inside of functions.
    pub(super) inner_constants: HashSet<String>,
    /// Whether a type of functions is declared `noreturn`, which gcc ignores: functions of this
    /// type may return or not.
    pub(super) endless_types: bool,
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
            let known = *self.scope.tags.entry(name.clone()).or_insert(tag);
            if let (Tag::Record(known), Tag::Record(other)) = (known, tag) {
                if known != other {
                    self.unclear_tags.insert(name);
                }
            }
        }
    }

    /// Whether a name, or a tag, is something else in another file.
    pub(super) fn is_unclear(&self, name: &str) -> bool {
        self.ambiguous.contains_key(name) || self.unclear_tags.contains(name)
    }

    /// The names that a pattern cannot use: what they stand for depends on the place in the
    /// program.
    pub(super) fn unclear(&self) -> HashSet<String> {
        self.ambiguous
            .iter()
            .filter(|(_, objects)| !**objects)
            .map(|(name, _)| name)
            .chain(&self.inner_constants)
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
