//! The normal form: what a specification says, without comments, layout and omitted defaults. Its
//! digest is what certificates are bound to.

use super::{lexical, Event, Fragment, Specification, Temporal};
use std::fmt::Write;

/// C's punctuators of several characters (C11 6.4.6), longest first.
const PUNCTUATORS: [&str; 22] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=",
    "/=", "%=", "+=", "-=", "&=", "^=", "|=",
];

/// The normal form of a specification; empty for the empty one. It does not mention file names.
pub fn normal_form(specification: &Specification) -> String {
    let mut out = String::new();
    for observer in &specification.observers {
        out.push_str("OBSERVER\n");
        for f in &observer.globals {
            let _ = writeln!(out, "GLOBAL {} ;", tokens(f));
        }
        for s in &observer.shadows {
            let _ = writeln!(out, "SHADOW {} {{ {} }}", tokens(&s.ty), tokens(&s.fields));
        }
        for f in &observer.initial {
            let _ = writeln!(out, "INITIAL {{ {} }}", tokens(f));
        }
        for f in &observer.finals {
            let _ = writeln!(out, "FINAL {{ {} }}", tokens(f));
        }
        observer.events.iter().for_each(|e| event(&mut out, e));
    }
    out
}

fn event(out: &mut String, e: &Event) {
    let when = if e.temporal == Temporal::After {
        "AFTER"
    } else {
        "BEFORE"
    };
    let _ = write!(out, "EVENT {{ {when} PATTERN {{ {} ;", tokens(&e.pattern));
    if !e.at.is_empty() {
        let _ = write!(out, " AT \"{}\"", e.at);
    }
    out.push_str(" }");
    if let Some(f) = &e.assertion {
        let _ = write!(out, " ASSERT {{ {} }}", tokens(f));
    }
    if let Some(f) = &e.action {
        let _ = write!(out, " ACTION {{ {} }}", tokens(f));
    }
    out.push_str(" }\n");
}

fn tokens(fragment: &Fragment) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut rest = fragment.text.trim_start();
    while !rest.is_empty() {
        let length = token_length(rest);
        out.push(rest.get(..length).unwrap_or(rest));
        rest = rest.get(length..).unwrap_or_default().trim_start();
    }
    out.join(" ")
}

fn token_length(rest: &str) -> usize {
    if let Some(n @ 1..) = lexical::opaque(rest) {
        return n;
    }
    let wordy = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // A number goes on through a point (C11 6.4.8).
    let number = rest.starts_with(|c: char| c.is_ascii_digit());
    match rest
        .find(|c: char| !(wordy(c) || number && c == '.'))
        .unwrap_or(rest.len())
    {
        0 => PUNCTUATORS
            .iter()
            .find(|p| rest.starts_with(**p))
            .map_or_else(
                || rest.chars().next().map_or(1, char::len_utf8),
                |p| p.len(),
            ),
        n => n,
    }
}

/// A fragment on one line, with the pattern variables as the author wrote them.
pub(super) fn shown(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        let word = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        let (piece, length) = match rest.get(..word) {
            Some("__") => ("$?".to_owned(), word),
            Some(w)
                if word > 1
                    && w.starts_with('_')
                    && w.bytes().skip(1).all(|b| b.is_ascii_digit()) =>
            {
                (w.replacen('_', "$", 1), word)
            }
            Some(w) if word > 0 => (w.to_owned(), word),
            _ if c.is_whitespace() && before.is_whitespace() => (String::new(), c.len_utf8()),
            _ if c.is_whitespace() => (" ".to_owned(), c.len_utf8()),
            _ => (c.to_string(), c.len_utf8()),
        };
        before = piece.chars().last().unwrap_or(before);
        out.push_str(&piece);
        rest = rest.get(length..).unwrap_or_default();
    }
    out.trim().to_owned()
}
