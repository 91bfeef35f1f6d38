//! What names stand for. There are no declarations: the first assignment decides.

use super::{Term, Text};
use crate::relation::Column;
use crate::trouble::{Kind, Trouble};
use std::collections::{BTreeMap, BTreeSet};

/// What a name in the scope of a quantifier or a loop stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// A variable over strings.
    Variable,
    /// A string.
    Text,
}

/// What the names stand for that scripts have given a value.
#[derive(Clone, Debug, Default)]
pub struct Names {
    relations: BTreeMap<String, usize>,
    texts: BTreeSet<String>,
    properties: BTreeSet<String>,
}

impl Names {
    /// The relations, with their arities.
    pub fn relations(&self) -> impl Iterator<Item = (&str, usize)> {
        self.relations.iter().map(|(name, n)| (name.as_str(), *n))
    }
}

/// The names that are known at a place of a script.
pub(super) struct Scope<'f> {
    /// The program's relations, with their arities.
    given: &'f BTreeMap<String, usize>,
    pub(super) own: Names,
    /// Innermost last.
    bound: Vec<(Column, Bound)>,
}

type Result<T> = std::result::Result<T, Trouble>;

fn trouble(at: usize, message: String) -> Trouble {
    Trouble::new(Kind::Name, at, message)
}

impl<'f> Scope<'f> {
    pub(super) fn new(given: &'f BTreeMap<String, usize>, own: Names) -> Scope<'f> {
        Scope {
            given,
            own,
            bound: Vec::new(),
        }
    }

    fn arity(&self, name: &str) -> Option<usize> {
        let own = self.own.relations.get(name);
        own.or_else(|| self.given.get(name)).copied()
    }

    /// Whether a name is a relation's.
    pub(super) fn is_relation(&self, name: &str) -> bool {
        self.arity(name).is_some()
    }

    /// A use of a relation.
    pub(super) fn used(&self, name: &str, terms: usize, at: usize) -> Result<()> {
        let Some(arity) = self.arity(name) else {
            let unknown = trouble(at, format!("there is no relation `{name}` here"));
            return Err(match self.alike(name) {
                Some(other) => unknown.help(format!("did you mean `{other}`?")),
                None => unknown.help("a relation gets its value before it is used"),
            });
        };
        match arity == terms {
            true => Ok(()),
            false => Err(trouble(
                at,
                format!("`{name}` has {}, and {terms} stand here", places(arity)),
            )),
        }
    }

    /// Whether a relation is the program's, and no other one of the script.
    pub(super) fn is_given(&self, name: &str) -> bool {
        self.given.contains_key(name) && !self.own.relations.contains_key(name)
    }

    /// A relation whose name differs in few letters, or in case only.
    fn alike(&self, name: &str) -> Option<&str> {
        let known = self.own.relations.keys().chain(self.given.keys());
        let plain = |name: &str| name.to_ascii_uppercase().replace(['_', '-'], "");
        let mut known = known.filter(|other| {
            let (a, b) = (plain(name), plain(other));
            let shared = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
            a == b || (shared >= 3 && shared + 2 >= a.len().max(b.len()))
        });
        known.next().map(String::as_str)
    }

    /// An assignment to a relation.
    pub(super) fn define(&mut self, name: &str, terms: usize, at: usize) -> Result<()> {
        if self.given.contains_key(name) {
            let message =
                format!("`{name}` is a relation of the program, which scripts do not change");
            return Err(trouble(at, message).help("choose another name"));
        }
        if self.own.texts.contains(name) || self.is_bound(name) {
            return Err(trouble(
                at,
                format!("`{name}` is a string here, and no relation"),
            ));
        }
        self.is_no_property(name, "relation", at)?;
        match self.own.relations.get(name) {
            Some(arity) if *arity != terms => {
                let message = format!("`{name}` has {}, and {terms} stand here", places(*arity));
                Err(trouble(at, message).help("the first assignment decides"))
            }
            Some(_) => Ok(()),
            None => {
                self.own.relations.insert(name.to_owned(), terms);
                Ok(())
            }
        }
    }

    /// An assignment to a string variable.
    pub(super) fn name(&mut self, name: &str, at: usize) -> Result<()> {
        if self.is_relation(name) {
            let message = format!("`{name}` is a relation, and no string");
            return Err(trouble(at, message).help("a relation is assigned with its variables"));
        }
        if self.is_bound(name) {
            return Err(trouble(
                at,
                format!("`{name}` is the variable of this loop"),
            ));
        }
        self.is_no_property(name, "string", at)?;
        self.own.texts.insert(name.to_owned());
        Ok(())
    }

    /// An assignment to a property variable.
    pub(super) fn observe(&mut self, name: &str, at: usize) -> Result<()> {
        let other = match () {
            () if self.is_relation(name) => "a relation",
            () if self.own.texts.contains(name) || self.is_bound(name) => "a string",
            () => {
                self.own.properties.insert(name.to_owned());
                return Ok(());
            }
        };
        let message = format!("`{name}` is {other} here, and no property");
        Err(trouble(at, message).help("the first assignment decides"))
    }

    /// Whether a name is a property variable's.
    pub(super) fn is_property(&self, name: &str) -> bool {
        self.own.properties.contains(name) && !self.is_bound(name)
    }

    /// A use of a property variable.
    pub(super) fn property(&self, name: &str, at: usize) -> Result<()> {
        if self.is_property(name) {
            return Ok(());
        }
        let message = match () {
            () if self.is_relation(name) => format!("`{name}` is a relation, and no property"),
            () if self.own.texts.contains(name) => format!("`{name}` is a string, and no property"),
            () => format!("there is no property `{name}` here"),
        };
        Err(trouble(at, message).help("a property is an observer: A := [ EVENT { … } ];"))
    }

    fn is_no_property(&self, name: &str, what: &str, at: usize) -> Result<()> {
        match self.is_property(name) {
            false => Ok(()),
            true => {
                let message = format!("`{name}` is a property here, and no {what}");
                Err(trouble(at, message).help("the first assignment decides"))
            }
        }
    }

    fn is_bound(&self, name: &str) -> bool {
        self.bound.iter().any(|(bound, _)| &**bound == name)
    }

    /// What a name stands for where a string is expected.
    pub(super) fn term(&self, name: &str, at: usize) -> Result<Term> {
        let mut bound = self.bound.iter().rev();
        let column: Column = name.into();
        match bound.find(|(bound, _)| &**bound == name) {
            Some((_, Bound::Variable)) => Ok(Term::Variable(column)),
            Some((_, Bound::Text)) => Ok(Term::Text(Text::Variable(column))),
            None if self.own.texts.contains(name) => Ok(Term::Text(Text::Variable(column))),
            None if self.is_relation(name) => Err(trouble(
                at,
                format!("`{name}` is a relation; a string or a variable is expected here"),
            )),
            None => {
                self.is_no_property(name, "string", at)?;
                Ok(Term::Variable(column))
            }
        }
    }

    /// A variable begins to range over strings.
    pub(super) fn quantify(&mut self, name: &Column, at: usize) -> Result<()> {
        if self.is_relation(name) {
            return Err(trouble(
                at,
                format!("`{name}` is a relation, and no variable"),
            ));
        }
        self.is_no_property(name, "variable", at)?;
        self.bound.push((name.clone(), Bound::Variable));
        Ok(())
    }

    /// A variable begins to stand for one string after the other.
    pub(super) fn iterate(&mut self, name: &Column) {
        self.bound.push((name.clone(), Bound::Text));
    }

    /// The scope of the innermost of these ends.
    pub(super) fn leave(&mut self) {
        self.bound.pop();
    }
}

fn places(arity: usize) -> String {
    match arity {
        1 => "1 place".to_owned(),
        n => format!("{n} places"),
    }
}
