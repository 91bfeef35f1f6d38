//! The specification language: observer automata (paper 002, section 2).
//!
//! A specification file describes one observer. This module reads it; [`crate::sema`] gives its C
//! fragments a meaning in the scope of the program, and [`crate::weave`] runs the observer beside
//! the program.

mod fragment;
mod lexical;
mod normal;
mod parse;
pub mod pattern;

pub use fragment::{unit_text, Item};
pub(crate) use fragment::{SHADOW_TAG, SHADOW_TYPE};
pub use normal::normal_form;

use crate::diagnostic::{ErrorKind, LoadError};
use crate::files::{self, Unreadable};
use std::path::PathBuf;

/// The longest specification file, in bytes.
const SPEC_BYTES_MAX: usize = 1 << 20;

/// The observers that a consumer chose, in the order of their files. Observers are independent:
/// none sees another's state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Specification {
    /// One observer for each file.
    pub observers: Vec<Observer>,
}

/// An observer automaton.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Observer {
    /// The file, as messages name it.
    pub file: String,
    /// The specification as it is written, for messages.
    pub text: String,
    /// `GLOBAL`: declarations, without the semicolon.
    pub globals: Vec<Fragment>,
    /// `SHADOW`: type states.
    pub shadows: Vec<Shadow>,
    /// `INITIAL`: what is assumed where runs start.
    pub initial: Vec<Fragment>,
    /// `FINAL`: what must hold where runs end.
    pub finals: Vec<Fragment>,
    /// `EVENT`.
    pub events: Vec<Event>,
}

/// A piece of C in a specification. Comments are blanks; `$n` reads `_n` and `$?` reads `__`, so
/// that columns stay what they were.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fragment {
    /// The text.
    pub text: String,
    /// The line where it starts, from 1.
    pub line: u32,
    /// The column where it starts, in bytes, from 1.
    pub column: u32,
}

/// `SHADOW type { fields }`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shadow {
    /// The type whose objects get a type state.
    pub ty: Fragment,
    /// The members of the type state.
    pub fields: Fragment,
}

/// When an observer looks: before the matched statement or after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Temporal {
    /// Before; also where nothing is said.
    #[default]
    Before,
    /// After.
    After,
}

/// `EVENT { … }`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When.
    pub temporal: Temporal,
    /// The statement pattern.
    pub pattern: Fragment,
    /// `AT`: where it applies; everywhere if empty.
    pub at: String,
    /// What must hold; always true if missing.
    pub assertion: Option<Fragment>,
    /// What the observer does then.
    pub action: Option<Fragment>,
}

impl Fragment {
    /// The text as the author wrote it, on one line.
    pub fn shown(&self) -> String {
        normal::shown(&self.text)
    }
}

impl Event {
    /// The pattern, its place, and when: for messages.
    pub fn title(&self) -> String {
        let after = if self.temporal == Temporal::After {
            "AFTER "
        } else {
            ""
        };
        let at = if self.at.is_empty() {
            String::new()
        } else {
            format!(" AT {}", self.at)
        };
        format!("{after}{}{at}", self.pattern.shown())
    }
}

impl Specification {
    /// Whether nothing is specified: then the built-in errors count.
    pub fn is_empty(&self) -> bool {
        self.observers.is_empty()
    }
}

/// Reads specification files.
///
/// # Errors
/// The first file that cannot be read, and the first thing that is wrong with its text.
pub fn read(files: &[PathBuf]) -> Result<Specification, LoadError> {
    let mut observers = Vec::with_capacity(files.len());
    for file in files {
        let shown = proofmark_guard::text::path(file);
        let bytes = files::read(file, SPEC_BYTES_MAX).map_err(|error| {
            let kind = match error {
                Unreadable::Missing => ErrorKind::NotFound,
                Unreadable::System(_) | Unreadable::Special(_) => ErrorKind::Io,
                Unreadable::TooLong(_) => ErrorKind::Limit,
            };
            LoadError::plain(kind, &format!("{shown}: {error}"))
        })?;
        let Ok(text) = String::from_utf8(bytes) else {
            return Err(LoadError::plain(
                ErrorKind::Specification,
                &format!("{shown}: the text is not UTF-8"),
            ));
        };
        observers.push(parse::observer(&shown, &text)?);
    }
    Ok(Specification { observers })
}

/// Reads one specification text; `name` stands for its file.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read_text(name: &str, text: &str) -> Result<Specification, LoadError> {
    if text.len() > SPEC_BYTES_MAX {
        return Err(LoadError::plain(
            ErrorKind::Limit,
            &format!("{name}: longer than {SPEC_BYTES_MAX} bytes"),
        ));
    }
    Ok(Specification {
        observers: vec![parse::observer(name, text)?],
    })
}
