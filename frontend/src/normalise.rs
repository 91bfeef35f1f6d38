//! From preprocessed text to a syntax tree: limits, small rewrites, parsing.
//!
//! The C parser takes time and stack exponential or linear in the nesting of its input, and a stack overflow cannot be caught. So the token
//! stream is measured first. Rewrites replace a token by blanks of the same length, so that every offset stays valid.

use crate::diagnostic::{ErrorKind, LoadError};
use crate::sources::{Sources, UnitId};
use lang_c::ast::TranslationUnit;
use lang_c::driver::{parse_preprocessed, Config, Flavor};

/// Nesting of brackets of all kinds. Real drivers stay below 50.
const BRACKET_DEPTH_MAX: usize = 256;
/// Nesting of `sizeof`, `typeof`, `_Alignof` and `__attribute__`: the parser's time doubles with each. Real drivers stay below 6.
const TYPE_OPERATOR_DEPTH_MAX: usize = 8;
/// Nesting of `struct` and `union` inside parentheses or square brackets: the same.
const NESTED_RECORD_DEPTH_MAX: usize = 6;
/// Operators in a row without a semicolon or brace: the parser builds a tree as deep as the row is long.
const RUN_LENGTH_MAX: usize = 50_000;

/// Checks limits, rewrites and parses one unit.
///
/// # Errors
/// A limit, or the first syntax error.
pub fn parse(sources: &Sources, unit: UnitId) -> Result<TranslationUnit, LoadError> {
    let text = rewrite(sources, unit)?;
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    match parse_preprocessed(&config, text) {
        Ok(parsed) => Ok(parsed.unit),
        Err(e) => {
            let mut expected: Vec<&str> = e.expected.iter().copied().collect();
            expected.sort_unstable();
            expected.truncate(12);
            let found = sources.text(unit).get(e.offset..).map_or("", |rest| rest.lines().next().unwrap_or(""));
            let found: String = found.chars().take(24).collect();
            let message =
                if found.trim().is_empty() { "unexpected end of input or line".to_owned() } else { format!("unexpected `{}`", found.trim()) };
            let error = LoadError::at(ErrorKind::Syntax, sources, sources.pos(unit, e.offset), message);
            Err(error.help(format!("the parser expected one of: {}", expected.join(" "))))
        }
    }
}

/// The name that stands for an observer's rejecting state must not occur in programs (paper 002, section 2.2).
///
/// # Errors
/// If it does.
pub fn refuse_reserved(sources: &Sources) -> Result<(), LoadError> {
    for unit in sources.units() {
        let (text, mut at) = (sources.text(unit), 0);
        while let Some(token) = next_token(text, at) {
            if token.text == "__reject" {
                let message = "the name `__reject` is reserved for specifications";
                return Err(LoadError::at(ErrorKind::Specification, sources, sources.pos(unit, token.start), message));
            }
            at = token.start + token.text.len();
        }
    }
    Ok(())
}

/// A token: where it is and what it starts with.
struct Token<'a> {
    start: usize,
    text: &'a str,
}

/// Enough of C's tokens (C11 6.4) to find words and brackets: words, numbers, literals, single punctuation bytes. Line markers are skipped.
fn next_token(text: &str, from: usize) -> Option<Token<'_>> {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let mut start = from;
    loop {
        while at(start).is_ascii_whitespace() || at(start) == 0x0B {
            start += 1;
        }
        // No comment survives preprocessing, but `.i` files may be written by hand.
        let skip_to = |needle: &str, from: usize| text.get(from..).and_then(|r| r.find(needle)).map_or(bytes.len(), |n| from + n + needle.len());
        match (at(start), at(start + 1)) {
            (b'#', _) | (b'/', b'/') => start = skip_to("\n", start),
            (b'/', b'*') => start = skip_to("*/", start + 2),
            _ => break,
        }
    }
    let first = *bytes.get(start)?;
    let mut end = start + 1;
    if first == b'"' || first == b'\'' {
        while end < bytes.len() && at(end) != first && at(end) != b'\n' {
            end += if at(end) == b'\\' { 2 } else { 1 };
        }
        end = (end + 1).min(bytes.len());
    } else if first.is_ascii_alphanumeric() || first == b'_' || first == b'$' {
        while at(end).is_ascii_alphanumeric() || at(end) == b'_' || at(end) == b'$' {
            end += 1;
        }
    } else {
        while end < bytes.len() && !text.is_char_boundary(end) {
            end += 1;
        }
    }
    Some(Token { start, text: text.get(start..end)? })
}

/// What an open bracket belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Plain(u8),
    TypeOperator,
    Record,
}

fn rewrite(sources: &Sources, unit: UnitId) -> Result<String, LoadError> {
    let text = sources.text(unit);
    let mut out = text.as_bytes().to_vec();
    let mut open: Vec<Bracket> = Vec::new();
    let (mut operators, mut records, mut run) = (0usize, 0usize, 0usize);
    let mut operator_pending = false;
    let mut record_pending = false;
    let mut at = 0;
    let mut tokens = 0usize;
    while let Some(token) = next_token(text, at) {
        at = token.start + token.text.len();
        tokens += 1;
        run += 1;
        let limit = |what: &str| LoadError::at(ErrorKind::Limit, sources, sources.pos(unit, token.start), what.to_owned());
        match token.text {
            "(" | "[" | "{" => {
                let parenthesised = open.iter().any(|b| matches!(b, Bracket::Plain(b'(' | b'[') | Bracket::TypeOperator));
                let kind = if operator_pending {
                    operators += 1;
                    Bracket::TypeOperator
                } else if record_pending && token.text == "{" && parenthesised {
                    records += 1;
                    Bracket::Record
                } else {
                    Bracket::Plain(token.text.as_bytes().first().copied().unwrap_or(0))
                };
                open.push(kind);
                if open.len() > BRACKET_DEPTH_MAX {
                    return Err(limit("brackets are nested too deeply (limit 256)"));
                }
                if operators > TYPE_OPERATOR_DEPTH_MAX || records > NESTED_RECORD_DEPTH_MAX {
                    return Err(limit("type expressions are nested too deeply"));
                }
            }
            ")" | "]" | "}" => match open.pop() {
                Some(Bracket::TypeOperator) => operators -= 1,
                Some(Bracket::Record) => records -= 1,
                _ => {}
            },
            ";" | "," => run = 0,
            // A hint to gcc's pedantic warnings; it has no meaning (gcc manual, "Alternate Keywords").
            // The parser knows the standard's name of the same type (ISO/IEC TS 18661-3).
            "__float128" => out.get_mut(token.start..at).into_iter().flatten().zip(b"_Float128 ").for_each(|(b, new)| *b = *new),
            "__extension__" => out.get_mut(token.start..at).into_iter().flatten().for_each(|b| *b = b' '),
            _ => {}
        }
        if matches!(token.text, "{" | "}") {
            run = 0;
        }
        if run > RUN_LENGTH_MAX {
            return Err(limit("an expression is too long"));
        }
        let word = token.text.as_bytes().first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
        operator_pending = matches!(
            token.text,
            "sizeof" | "typeof" | "__typeof" | "__typeof__" | "_Alignof" | "__alignof" | "__alignof__" | "__attribute__" | "__attribute" | "_Alignas"
        );
        record_pending = matches!(token.text, "struct" | "union") || (record_pending && word);
    }
    if tokens == 0 {
        return Err(LoadError::at(ErrorKind::Empty, sources, sources.pos(unit, 0), "there is no C in this file"));
    }
    String::from_utf8(out).map_err(|_| LoadError::plain(ErrorKind::Internal, "a rewrite broke the text's encoding"))
}
