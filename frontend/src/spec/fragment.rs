//! From an observer to a text that the C parser reads: each piece of C becomes one external
//! declaration behind a line marker, so that positions in it are positions in the specification.

use super::{Fragment, Observer};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What an external declaration of the text stands for; the numbers index the observer's lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A type name of the program, so that the parser takes it for one.
    Known,
    /// A type state's type that the program does not name.
    Missing(String),
    /// A declaration of observer variables.
    Global(usize),
    /// `typedef __typeof__(type) …`.
    ShadowType(usize),
    /// `struct … { fields }`.
    ShadowFields(usize),
    /// A function that returns the condition.
    Initial(usize),
    /// A function that returns the condition.
    Final(usize),
    /// A function that consists of the statement.
    Pattern(usize),
    /// A function that returns the condition.
    Assertion(usize),
    /// A function that consists of the statements.
    Action(usize),
}

/// The name of the type that a type state belongs to, inside the text.
pub(crate) const SHADOW_TYPE: &str = "__observed_type";
/// The tag of the type state, inside the text.
pub(crate) const SHADOW_TAG: &str = "__type_state";

/// The text, and what its declarations are. `is_type` knows the type names of the program.
pub fn unit_text(observer: &Observer, is_type: &dyn Fn(&str) -> bool) -> (String, Vec<Item>) {
    let mut out = Text {
        file: &observer.file,
        text: String::new(),
        items: Vec::new(),
    };
    let shadowed: BTreeSet<&str> = observer
        .shadows
        .iter()
        .map(|s| s.ty.text.as_str())
        .filter(|t| is_word(t))
        .collect();
    let words: BTreeSet<&str> = fragments(observer).flat_map(|f| words(&f.text)).collect();
    for name in words {
        if is_type(name) {
            out.item(Item::Known, &format!("typedef int {name};"));
        } else if shadowed.contains(name) && !BASIC_TYPES.contains(&name) {
            out.item(
                Item::Missing(name.to_owned()),
                &format!("typedef struct {name} {name};"),
            );
        }
    }
    for (index, f) in observer.globals.iter().enumerate() {
        out.wrap(Item::Global(index), "", f, ";");
    }
    for (index, s) in observer.shadows.iter().enumerate() {
        out.wrap(
            Item::ShadowType(index),
            "typedef __typeof__(",
            &s.ty,
            &format!(") {SHADOW_TYPE}{index};"),
        );
        out.wrap(
            Item::ShadowFields(index),
            &format!("struct {SHADOW_TAG}{index} {{"),
            &s.fields,
            "};",
        );
    }
    let condition = ("int __condition(void) { return (", "); }");
    let block = ("void __statements(void) {", "}");
    for (index, f) in observer.initial.iter().enumerate() {
        out.wrap(Item::Initial(index), condition.0, f, condition.1);
    }
    for (index, f) in observer.finals.iter().enumerate() {
        out.wrap(Item::Final(index), condition.0, f, condition.1);
    }
    for (index, event) in observer.events.iter().enumerate() {
        out.wrap(Item::Pattern(index), block.0, &event.pattern, "; }");
        if let Some(f) = &event.assertion {
            out.wrap(Item::Assertion(index), condition.0, f, condition.1);
        }
        if let Some(f) = &event.action {
            out.wrap(Item::Action(index), block.0, f, block.1);
        }
    }
    (out.text, out.items)
}

const BASIC_TYPES: [&str; 9] = [
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned",
];

/// Columns behind this one are reported as smaller ones: a hostile line is as long as a file.
const PADDING_MAX: usize = 1000;

struct Text<'a> {
    file: &'a str,
    text: String,
    items: Vec<Item>,
}

impl Text<'_> {
    fn item(&mut self, item: Item, text: &str) {
        self.items.push(item);
        self.text.push_str(text);
        self.text.push('\n');
    }
    fn wrap(&mut self, item: Item, before: &str, f: &Fragment, after: &str) {
        let padding = usize::try_from(f.column.saturating_sub(1))
            .unwrap_or(0)
            .min(PADDING_MAX);
        let mut text = format!("# {} \"{}\"\n{before}\n", f.line, self.file);
        let _ = write!(
            text,
            "# {} \"{}\"\n{:padding$}{}\n{after}",
            f.line, self.file, "", f.text
        );
        self.item(item, &text);
    }
}

fn fragments(o: &Observer) -> impl Iterator<Item = &Fragment> {
    let shadows = o.shadows.iter().flat_map(|s| [&s.ty, &s.fields]);
    let events = o.events.iter().flat_map(|e| {
        [Some(&e.pattern), e.assertion.as_ref(), e.action.as_ref()]
            .into_iter()
            .flatten()
    });
    o.globals
        .iter()
        .chain(shadows)
        .chain(&o.initial)
        .chain(&o.finals)
        .chain(events)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|w| is_word(w))
}

fn is_word(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && !text.is_empty()
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
