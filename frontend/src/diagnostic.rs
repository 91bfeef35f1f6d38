//! Messages that point into the user's own source.

use crate::sources::Sources;
use ariadne::{Config, IndexType, Label, Report, ReportKind, Source};
use proofmark_logic::cfa::Pos;

/// Longer files are not shown.
const SNIPPET_BYTES_MAX: u64 = 64 << 20;

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
            ErrorKind::Syntax => "syntax",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::Type => "type",
            ErrorKind::UnknownEntry => "unknown entry",
            ErrorKind::Limit => "limit",
            ErrorKind::Exhausted => "exhausted",
            ErrorKind::Specification => "specification",
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
    /// An error at a position.
    pub fn at(
        kind: ErrorKind,
        sources: &Sources,
        pos: Pos,
        message: impl Into<String>,
    ) -> LoadError {
        LoadError {
            kind,
            diagnostic: Box::new(Diagnostic::at(sources, pos, message)),
        }
    }
    /// Adds advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> LoadError {
        self.diagnostic.help = help.into();
        self
    }
    /// The message with the source line that it is about, as terminals show it. Reads the user's
    /// file; without it, one line of text.
    pub fn render(&self, color: bool) -> String {
        let d = &self.diagnostic;
        let text = user_text(&d.file);
        text.and_then(|text| snippet(self.kind, d, &text, color))
            .unwrap_or_else(|| self.to_string())
    }
}

impl Diagnostic {
    /// A message at a position.
    pub fn at(sources: &Sources, pos: Pos, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            file: sources.file_name(pos).to_owned(),
            line: pos.line,
            column: pos.column,
            help: String::new(),
        }
    }
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let d = &self.diagnostic;
        if !d.file.is_empty() {
            write!(f, "{}:", d.file)?;
            if d.line != 0 {
                write!(f, "{}:{}:", d.line, d.column)?;
            }
            write!(f, " ")?;
        }
        write!(f, "error: {}: {}", self.kind.name(), d.message)?;
        if d.help.is_empty() {
            return Ok(());
        }
        write!(f, "\n  help: {}", d.help)
    }
}

impl std::error::Error for LoadError {}

/// A file that a line marker names: hostile input may name a device.
fn user_text(file: &str) -> Option<String> {
    let known = std::fs::metadata(file).ok()?;
    if !known.is_file() || known.len() > SNIPPET_BYTES_MAX {
        return None;
    }
    std::fs::read_to_string(file).ok()
}

fn snippet(kind: ErrorKind, d: &Diagnostic, text: &str, color: bool) -> Option<String> {
    let line = text
        .split_inclusive('\n')
        .nth(usize::try_from(d.line.checked_sub(1)?).ok()?)?;
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let body = line.trim_end();
    // Columns behind a macro expansion may lie past the user's line: then the whole line is marked.
    let column = usize::try_from(d.column.saturating_sub(1)).ok()?;
    let word = body.get(column..).map_or(0, |rest| {
        rest.find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len())
            .max(1)
    });
    let (from, to) = if body.is_char_boundary(column + word) && column < body.len() {
        (column, column + word)
    } else {
        (0, body.len())
    };
    let span = start + from..start + to.max(from);
    let config = Config::default()
        .with_color(color)
        .with_index_type(IndexType::Byte);
    let mut report = Report::build(ReportKind::Error, (d.file.as_str(), span.clone()))
        .with_config(config)
        .with_message(format!("{}: {}", kind.name(), d.message))
        .with_label(Label::new((d.file.as_str(), span)).with_message("here"));
    if !d.help.is_empty() {
        report = report.with_help(&d.help);
    }
    let mut out = Vec::new();
    report
        .finish()
        .write((d.file.as_str(), Source::from(text)), &mut out)
        .ok()?;
    String::from_utf8(out).ok()
}
