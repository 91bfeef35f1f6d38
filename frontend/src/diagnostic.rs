//! Messages that point into the user's own source.

use proofmark_guard::text::{self, Excerpt};
use std::fmt::Write;

/// What kind of thing went wrong. Each kind is one answer to "what should I change?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A file cannot be read.
    Io,
    /// A file does not exist.
    NotFound,
    /// There is nothing to verify.
    Empty,
    /// The name says that it is no C.
    Suffix,
    /// A compiler argument is not known to be harmless.
    Arguments,
    /// The preprocessor failed.
    Preprocess,
    /// The compiler or the assembler failed, or there is none.
    Compile,
    /// The text is no C that the parser knows.
    Syntax,
    /// Valid C (or an extension) without a model.
    Unsupported,
    /// The program breaks a constraint of C.
    Type,
    /// The entry function is not defined.
    UnknownEntry,
    /// The input is larger or nested deeper than the front end accepts.
    Limit,
    /// Time, memory or room for the preprocessed text ran out.
    Exhausted,
    /// A specification is wrong, or does not fit the program.
    Specification,
    /// A predicate that the user proposes is no condition of the program.
    Hint,
    /// The compiler has something else for a fact than the analysis.
    Judge,
    /// A boolean library does not fit the program.
    Library,
    /// A bug of the front end.
    Internal,
}

impl ErrorKind {
    /// A short name for people and for JSON.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorKind::Io => "cannot read",
            ErrorKind::NotFound => "not found",
            ErrorKind::Empty => "empty",
            ErrorKind::Suffix => "suffix",
            ErrorKind::Arguments => "arguments",
            ErrorKind::Preprocess => "preprocessor",
            ErrorKind::Compile => "compiler",
            ErrorKind::Syntax => "syntax",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::Type => "type",
            ErrorKind::UnknownEntry => "unknown entry",
            ErrorKind::Limit => "limit",
            ErrorKind::Exhausted => "exhausted",
            ErrorKind::Specification => "specification",
            ErrorKind::Hint => "hint",
            ErrorKind::Judge => "judge",
            ErrorKind::Library => "library",
            ErrorKind::Internal => "internal",
        }
    }
}

/// A message with a position. Line and column count from 1; 0 means unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostic {
    /// One sentence.
    pub message: String,
    /// The file, as line markers name it; empty if the message is about no file.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Column, in bytes.
    pub column: u32,
    /// What to do about it; may be empty.
    pub help: String,
    /// The line that it is about, as the front end has read it.
    pub excerpt: Option<Excerpt>,
}

/// Why a program could not be loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    /// The kind.
    pub kind: ErrorKind,
    /// Where and why. Boxed, because results carry it everywhere.
    pub diagnostic: Box<Diagnostic>,
}

impl LoadError {
    /// An error about no particular place.
    pub fn plain(kind: ErrorKind, message: &str) -> LoadError {
        LoadError {
            kind,
            diagnostic: Box::new(Diagnostic {
                message: message.to_owned(),
                ..Diagnostic::default()
            }),
        }
    }
    /// Adds advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> LoadError {
        self.diagnostic.help = help.into();
        self
    }
    /// The message with the line that it is about. Nothing is read for it, and everything that
    /// comes from a file is escaped.
    pub fn render(&self) -> String {
        let d = &self.diagnostic;
        let Some(excerpt) = &d.excerpt else {
            return self.to_string();
        };
        let number = d.line.to_string();
        let margin = " ".repeat(number.len());
        let mut out = format!(
            "error: {}: {}\n",
            self.kind.name(),
            text::message(&d.message)
        );
        let place = format!("{}:{}:{}", text::line(&d.file), d.line, d.column);
        let _ = writeln!(out, "{margin}--> {place}\n{margin} |");
        let _ = writeln!(out, "{number} | {}", excerpt.text);
        let marks = "^".repeat(excerpt.marked);
        let _ = writeln!(out, "{margin} | {}{marks}", " ".repeat(excerpt.before));
        if !d.help.is_empty() {
            let _ = writeln!(out, "{margin} = help: {}", text::message(&d.help));
        }
        out
    }
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let d = &self.diagnostic;
        if !d.file.is_empty() {
            write!(f, "{}:", text::line(&d.file))?;
            if d.line != 0 {
                write!(f, "{}:{}:", d.line, d.column)?;
            }
            write!(f, " ")?;
        }
        write!(
            f,
            "error: {}: {}",
            self.kind.name(),
            text::message(&d.message)
        )?;
        if d.help.is_empty() {
            return Ok(());
        }
        write!(f, "\n  help: {}", text::message(&d.help))
    }
}

impl std::error::Error for LoadError {}
