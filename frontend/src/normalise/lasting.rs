//! What bodies that are left out say of functions and objects with linkage: it lasts beyond them
//! (C11 6.2.2p4), so such bodies are not left out.
//!
//! A declaration in a block says more than a type if it has an attribute, a name for the linker, or
//! a specifier of functions, or if its type is a name: of a type that may have attributes itself.
//! It matters if it names what the file declares outside of functions, and uses. All of that is
//! told by words, and errs towards more: then a body is read that could have been left out.

use super::items::{is_name, Item};
use super::tokens::is_identifier;
use super::words::attribute;
use super::Rewriter;
use std::collections::HashSet;

/// What makes a declaration say more than a type.
const MARKS: [&str; 6] = [
    "extern",
    "inline",
    "__inline",
    "__inline__",
    "_Noreturn",
    "_Pragma",
];

/// What a type begins with that may be that of a function, as a name.
const TYPES: [&str; 3] = ["typeof", "__typeof", "__typeof__"];

/// Attributes by which something is there although nothing mentions it.
pub(super) const KEEPS: [&str; 11] = [
    "used",
    "__used__",
    "retain",
    "__retain__",
    "no_reorder",
    "__no_reorder__",
    "constructor",
    "__constructor__",
    "destructor",
    "__destructor__",
    "alias",
];

/// What may stand in a declarator beside its name.
const QUALIFIERS: [&str; 8] = [
    "const",
    "__const",
    "volatile",
    "__volatile__",
    "restrict",
    "__restrict",
    "__restrict__",
    "_Atomic",
];

/// Words that no declaration begins with.
const STATEMENTS: [&str; 12] = [
    "return", "if", "else", "while", "do", "for", "switch", "case", "goto", "asm", "__asm",
    "__asm__",
];

/// The names that a file declares outside of functions.
pub(super) struct Names<'t> {
    /// Of functions and objects, and some others.
    declared: HashSet<&'t str>,
    /// Of types.
    types: HashSet<&'t str>,
}

impl<'t> Names<'t> {
    /// Those of a stream's items.
    pub(super) fn of(r: &Rewriter<'t>, items: &[Item<'t>]) -> Names<'t> {
        let (mut declared, mut types) = (HashSet::new(), HashSet::new());
        for item in items {
            let end = item.function.map_or(item.to, |(_, open, _)| open);
            let is_type = (item.from..end).any(|index| r.word(index) == "typedef");
            let names = match is_type {
                true => &mut types,
                false => &mut declared,
            };
            declarators(r, (item.from, end), &mut |name| _ = names.insert(name));
        }
        declared.retain(|name| !types.contains(name));
        Names { declared, types }
    }

    /// The names of which a body may say something that lasts; none if it is about no name.
    pub(super) fn lasting(
        &self,
        r: &Rewriter<'t>,
        (open, close): (usize, usize),
    ) -> Option<HashSet<&'t str>> {
        let mut words = (open..close).map(|index| r.word(index));
        if words.any(|word| KEEPS.contains(&word)) {
            return None;
        }
        let starts = (open..close).filter(|i| matches!(r.word(*i), ";" | "{" | "}" | ":"));
        let statements = starts.map(|start| statement(r, (start + 1, close)));
        let statements: Vec<(usize, usize)> = statements.collect();
        let own = statements.iter().filter(|(a, _)| r.word(*a) == "typedef");
        let own: HashSet<&str> = own.flat_map(|(a, b)| (*a..*b).map(|i| r.word(i))).collect();
        let mut found = HashSet::new();
        for range in statements {
            if self.says(r, range, &own) {
                self.mentioned(r, range, &mut found);
            }
        }
        Some(found)
    }

    /// Whether a statement may declare something, and say more than a type.
    fn says(&self, r: &Rewriter<'t>, (from, to): (usize, usize), own: &HashSet<&str>) -> bool {
        let marked = |index: usize| {
            let word = r.word(index);
            let brackets = word == "[" && r.word(index + 1) == "[";
            MARKS.contains(&word) || is_attribute(word) || brackets
        };
        let named = |index: &usize| {
            let word = r.word(*index);
            let own = own.contains(word) && is_name(word);
            own || self.types.contains(word) || TYPES.contains(&word)
        };
        let declares = || (from..to).any(marked) || r.level(from, to).iter().any(named);
        !STATEMENTS.contains(&r.word(from)) && declares()
    }

    /// What a declaration names of what the file declares, beside attributes and what objects begin
    /// with.
    fn mentioned(
        &self,
        r: &Rewriter<'t>,
        (from, to): (usize, usize),
        found: &mut HashSet<&'t str>,
    ) {
        let mut index = from;
        while index < to {
            let word = r.word(index);
            index = match word {
                "=" => initialised(r, index, to),
                // What a type is that of is used, and not declared.
                _ if is_attribute(word) || TYPES.contains(&word) => behind_attribute(r, index),
                _ => {
                    if self.declared.contains(word) && !is_tag(r, index) {
                        found.insert(word);
                    }
                    index + 1
                }
            };
        }
    }
}

/// A statement from where it begins to its end, or to where a block in it begins or ends.
fn statement(r: &Rewriter<'_>, (start, close): (usize, usize)) -> (usize, usize) {
    let mut index = start;
    while index < close && !matches!(r.word(index), ";" | "{" | "}") {
        index = match r.word(index) {
            "(" | "[" => r.partner(index).unwrap_or(index) + 1,
            _ => index + 1,
        };
    }
    (start, index.min(close))
}

/// The end of what an object begins with: the next comma, or the statement's end.
fn initialised(r: &Rewriter<'_>, start: usize, to: usize) -> usize {
    let mut index = start + 1;
    while index < to && r.word(index) != "," {
        index = match r.word(index) {
            "(" | "[" | "{" => r.partner(index).unwrap_or(index) + 1,
            _ => index + 1,
        };
    }
    index.min(to)
}

/// Names outside of braces, attributes, initialisers, and lists of parameters.
fn declarators<'t>(r: &Rewriter<'t>, (from, to): (usize, usize), found: &mut dyn FnMut(&'t str)) {
    let mut index = from;
    while index < to {
        let word = r.word(index);
        index = match word {
            "=" => initialised(r, index, to),
            "(" => {
                let close = r.partner(index).unwrap_or(index);
                if !has_types(r, (index + 1, close)) {
                    declarators(r, (index + 1, close), found);
                }
                close + 1
            }
            "{" | "[" => r.partner(index).unwrap_or(index) + 1,
            _ if is_attribute(word) => behind_attribute(r, index),
            _ => {
                if is_name(word) && !is_tag(r, index) {
                    found(word);
                }
                index + 1
            }
        };
    }
}

/// Whether parentheses hold a list of parameters for certain: two, or a type that is a keyword, or
/// in front of a name.
fn has_types(r: &Rewriter<'_>, (from, to): (usize, usize)) -> bool {
    let (mut index, mut before) = (from, false);
    while index < to {
        let word = r.word(index);
        let identifier = is_identifier(word) && !is_attribute(word) && !QUALIFIERS.contains(&word);
        if word == "," || word == "." || identifier && (before || !is_name(word)) {
            return true;
        }
        before = identifier || before && word == "*";
        index = match word {
            "(" | "[" => r.partner(index).unwrap_or(index) + 1,
            _ if is_attribute(word) => behind_attribute(r, index),
            _ => index + 1,
        };
    }
    false
}

/// Whether a word is a tag: it stands behind the keyword.
fn is_tag(r: &Rewriter<'_>, index: usize) -> bool {
    matches!(r.before(index), "struct" | "union" | "enum")
}

fn behind_attribute(r: &Rewriter<'_>, index: usize) -> usize {
    let open = (index + 1..r.len()).find(|i| r.word(*i) == "(");
    let end = attribute(r, index).or_else(|| open.and_then(|open| r.partner(open)));
    end.unwrap_or(index) + 1
}

fn is_attribute(word: &str) -> bool {
    ["__attribute__", "__attribute", "asm", "__asm", "__asm__"].contains(&word)
}
