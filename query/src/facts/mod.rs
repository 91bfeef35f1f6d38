//! What scripts know of a program before it is asked about its executions: strings, and relations
//! between them.

pub(crate) mod body;
pub(crate) mod names;
pub(crate) mod program;
mod text;

pub use program::{facts, SIGNATURE};

use crate::relation::{Domain, Rows, Table};
use std::collections::{BTreeMap, HashMap};

/// Strings, by number.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    all: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Strings {
    /// The number of a string, which gets one if it has none.
    pub fn add(&mut self, text: &str) -> u32 {
        if let Some(number) = self.number(text) {
            return number;
        }
        let number = self.len();
        self.all.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }

    /// The number of a string, if it has one.
    pub fn number(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    /// The string with a number.
    pub fn text(&self, number: u32) -> &str {
        self.all.get(number as usize).map_or("", String::as_str)
    }

    /// All of them, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(String::as_str)
    }

    /// How many there are. More than the numbers can tell fit into no memory.
    pub fn len(&self) -> u32 {
        u32::try_from(self.all.len()).unwrap_or(u32::MAX)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// Relations between strings, by name.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The strings.
    pub strings: Strings,
    /// The relations.
    pub relations: BTreeMap<String, Table>,
    /// The first location of each line, by the number of the line: its file and its string.
    places: HashMap<String, Vec<(String, u32)>>,
}

/// What a string of the form `file_line` means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// No location: it is a string like others.
    Nowhere,
    /// The first location of a line.
    At(u32),
    /// Lines of two files.
    Ambiguous,
}

impl Facts {
    /// The arities of the relations.
    pub fn arities(&self) -> BTreeMap<String, usize> {
        let tables = self.relations.iter();
        tables.map(|(name, t)| (name.clone(), t.width())).collect()
    }

    /// The rows of a relation, as strings.
    pub fn rows(&self, relation: &str) -> Vec<Vec<&str>> {
        let domain = Domain {
            size: self.strings.len(),
            most: usize::MAX,
        };
        let table = self.relations.get(relation);
        let rows = table.and_then(|table| table.listed(&domain).ok());
        let text = |value: &u32| self.strings.text(*value);
        let rows = rows.iter().flat_map(Rows::iter);
        rows.map(|row| row.iter().map(text).collect()).collect()
    }

    /// The location that a string means as paper 002, section 2.1, writes them: `file_19` is line
    /// 19 of `file`, whose name may be given without folders or suffix, as behind `AT` in
    /// specifications.
    pub fn place(&self, text: &str) -> Place {
        let Some((file, line)) = text.rsplit_once('_') else {
            return Place::Nowhere;
        };
        let stem = |name: &str| {
            let last = name.rsplit('/').next().unwrap_or(name);
            last.rsplit_once('.').map_or(last, |(s, _)| s).to_owned()
        };
        let found = self.places.get(line).into_iter().flatten();
        let mut found = found.filter(|(name, _)| {
            name == file || name.ends_with(&format!("/{file}")) || stem(name) == file
        });
        match (found.next(), found.next()) {
            (None, _) => Place::Nowhere,
            (Some((_, location)), None) => Place::At(*location),
            (Some(_), Some(_)) => Place::Ambiguous,
        }
    }
}

/// Facts under construction.
#[derive(Debug, Default)]
pub struct Builder {
    strings: Strings,
    relations: BTreeMap<String, (usize, Vec<u32>)>,
    places: HashMap<String, Vec<(String, u32)>>,
}

impl Builder {
    /// With these relations, by name and arity, which are empty.
    pub fn new(relations: &[(&str, usize)]) -> Builder {
        let relations = relations.iter();
        let relations = relations.map(|(name, arity)| ((*name).to_owned(), (*arity, Vec::new())));
        Builder {
            relations: relations.collect(),
            ..Builder::default()
        }
    }

    /// Adds a row to a relation. A row of another width is none of its rows.
    pub fn add(&mut self, relation: &str, row: &[&str]) {
        let numbers: Vec<u32> = row.iter().map(|text| self.strings.add(text)).collect();
        if let Some((arity, values)) = self.relations.get_mut(relation) {
            if *arity == numbers.len() {
                values.extend(numbers);
            }
        }
    }

    /// Says that a location is the first one of a line.
    pub fn first_of_line(&mut self, location: &str, file: &str, line: &str) {
        let location = self.strings.add(location);
        let places = self.places.entry(line.to_owned()).or_default();
        places.push((file.to_owned(), location));
    }

    /// The facts.
    pub fn finish(self) -> Facts {
        let relations = self.relations.into_iter();
        let relations = relations.map(|(name, (arity, values))| (name, Rows::of(arity, values)));
        Facts {
            strings: self.strings,
            relations: relations.map(|(name, rows)| (name, rows.into())).collect(),
            places: self.places,
        }
    }
}
