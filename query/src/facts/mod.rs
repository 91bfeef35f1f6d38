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
    /// The files of the program, and whether they have locations.
    files: BTreeMap<String, bool>,
}

/// What a string of the form `file_line` or `file:line` means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// No line of the program: it is a string like others.
    Nowhere,
    /// A location, as a string of the program.
    At(u32),
    /// What is no location though its file is one of the program, as a location would be written.
    Line(String),
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
        let text = |value: u32| self.strings.text(value);
        let rows = rows.iter().flat_map(Rows::iter);
        rows.map(|row| row.into_iter().map(text).collect())
            .collect()
    }

    /// The location that a string means: `file:19`, or as paper 002, section 2.1, writes them:
    /// `file_19` is the first one of line 19 of `file`. Folders or suffix may be left out, as
    /// behind `AT` in specifications. What file is meant does not depend on the line: one that has
    /// locations, if there is one.
    pub fn place(&self, text: &str) -> Place {
        let Some((file, line)) = line_of(text) else {
            return Place::Nowhere;
        };
        if self.files.contains_key(file) {
            return self.at(file, &line);
        }
        // Folders that are no step are none, and of the rest the first ones may be left out.
        let wanted = steps(file);
        let fits = |name: &str| {
            let own = steps(name);
            let stem = own.rsplit_once('.').map_or(&*own, |(stem, _)| stem);
            let ends = |text: &str| {
                let before = text.strip_suffix(&*wanted);
                before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
            };
            ends(&own) || ends(stem)
        };
        for here in [true, false] {
            let files = self.files.iter();
            let mut found = files.filter(|(name, located)| **located == here && fits(name));
            match (found.next(), found.next()) {
                (None, _) => {}
                (Some((name, _)), None) => return self.at(name, &line),
                (Some(_), Some(_)) => return Place::Ambiguous,
            }
        }
        Place::Nowhere
    }

    fn at(&self, file: &str, line: &str) -> Place {
        let name = format!("{file}:{line}");
        match self.strings.number(&name) {
            Some(number) => Place::At(number),
            None => Place::Line(name),
        }
    }
}

/// A path without `.` and without slashes that follow another one.
fn steps(path: &str) -> String {
    let root = if path.starts_with('/') { "/" } else { "" };
    let named = path.split('/').filter(|step| !matches!(*step, "" | "."));
    root.to_owned() + &named.collect::<Vec<_>>().join("/")
}

/// Whether a string is written as locations are: a file, a line of it, and perhaps a number.
pub fn is_line(text: &str) -> bool {
    text.contains(':') && line_of(text).is_some()
}

/// The file and the line that a string names; a line may have the number of a location behind it.
pub(crate) fn line_of(text: &str) -> Option<(&str, String)> {
    let number = |text: &str| {
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| digits)
    };
    let (file, line) = text.rsplit_once(':').or_else(|| text.rsplit_once('_'))?;
    let (line, count) = line.split_once('#').unwrap_or((line, "1"));
    let (line, count) = (number(line)?, number(count)?);
    let line = match count {
        1 => line.to_string(),
        _ => format!("{line}#{count}"),
    };
    Some((file, line))
}

/// Facts under construction.
#[derive(Debug, Default)]
pub struct Builder {
    strings: Strings,
    relations: BTreeMap<String, (usize, Vec<u32>)>,
    files: BTreeMap<String, bool>,
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

    /// Says that a file is one of the program, and whether it has a location.
    pub fn file(&mut self, file: &str, located: bool) {
        *self.files.entry(file.to_owned()).or_default() |= located;
    }

    /// The facts.
    pub fn finish(self) -> Facts {
        let relations = self.relations.into_iter();
        let relations = relations.map(|(name, (arity, values))| (name, Rows::of(arity, values)));
        Facts {
            strings: self.strings,
            relations: relations.map(|(name, rows)| (name, rows.into())).collect(),
            files: self.files,
        }
    }
}
