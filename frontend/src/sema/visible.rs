//! What all units declare at file scope: the names that observers can use.

use super::{Entity, Scope};
use std::collections::{HashMap, HashSet};

/// What the program's units declare at file scope. Names that mean different things in two units
/// mean nothing.
#[derive(Default)]
pub(super) struct Visible {
    pub(super) scope: Scope,
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

    /// The names that a pattern cannot use: what they stand for depends on the place in the
    /// program.
    pub(super) fn unclear(&self) -> HashSet<String> {
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
