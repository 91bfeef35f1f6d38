//! Literals and alignments that the parser does not read.

use super::rewriter::Rewriter;
use super::words::attribute;

/// gcc's escape for the character 27, which has no name in C (gcc manual, "Character Escapes"), and
/// the letters behind its floating constants (gcc manual, "Additional Floating Types"): `q` says
/// `__float128`, `w` says `__float80`, which is `long double` on x86.
pub(super) fn literals(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        let word = r.word(index);
        let new = match word.as_bytes() {
            [b'"' | b'\'', ..] => escapes(word),
            [b'0'..=b'9', ..] => suffixed(word),
            _ => None,
        };
        if let Some(new) = new {
            r.replace(index, &new);
        }
    }
}

/// A literal without `\e`. Three octal digits end an escape, whatever follows (C11 6.4.4.4p7).
fn escapes(literal: &str) -> Option<String> {
    let mut out = String::with_capacity(literal.len() + 8);
    let mut chars = literal.chars();
    let mut changed = false;
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '\\' {
            match chars.next() {
                Some('e' | 'E') => {
                    out.push_str("033");
                    changed = true;
                }
                Some(other) => out.push(other),
                None => {}
            }
        }
    }
    changed.then_some(out)
}

/// The end of a floating constant with a suffix of the standard. An integer constant has no such
/// letter at its end.
fn suffixed(number: &str) -> Option<String> {
    let letters = [("q", "f128"), ("Q", "f128"), ("w", "L"), ("W", "L")];
    let ended = |(old, new): (&str, &'static str)| Some((number.strip_suffix(old)?, new));
    let (digits, new) = letters.into_iter().find_map(ended)?;
    Some(format!("{digits}{new}"))
}

/// `_Alignas` of a member is the attribute `aligned`, which the parser allows there: neither makes
/// an alignment smaller than the type's (C11 6.7.5p4; gcc manual, "Common Variable Attributes").
///
/// # Errors
/// The token of an alignment that may be a type or a number.
pub(super) fn member_alignments(r: &mut Rewriter<'_>) -> Result<(), usize> {
    for index in 0..r.len() {
        if !matches!(r.word(index), "struct" | "union") {
            continue;
        }
        let mut body = index + 1;
        while let Some(close) = attribute(r, body) {
            body = close + 1;
        }
        let body = if r.word(body) == "{" { body } else { body + 1 };
        let Some(close) = r.closing(body, "{") else {
            continue;
        };
        for member in r.level(body + 1, close) {
            if r.word(member) == "_Alignas" {
                member_alignment(r, member)?;
            }
        }
    }
    Ok(())
}

fn member_alignment(r: &mut Rewriter<'_>, index: usize) -> Result<(), usize> {
    let Some(close) = r.closing(index + 1, "(") else {
        return Ok(());
    };
    match r.word(index + 2) {
        // No effect (C11 6.7.5p6).
        "0" if close == index + 3 => r.delete(index, close + 1),
        first if is_type(first) => {
            r.replace(index, "__attribute__((__aligned__(_Alignof");
            r.put_after(close, "))) ");
        }
        first if is_number(first) => {
            r.replace(index, "__attribute__((__aligned__");
            r.put_after(close, ")) ");
        }
        _ => return Err(index),
    }
    Ok(())
}

/// Words that begin the name of a type and nothing else.
fn is_type(word: &str) -> bool {
    matches!(
        word,
        "char"
            | "short"
            | "int"
            | "long"
            | "signed"
            | "unsigned"
            | "float"
            | "double"
            | "void"
            | "_Bool"
            | "struct"
            | "union"
            | "enum"
            | "const"
            | "volatile"
            | "_Complex"
            | "__int128"
            | "_Float128"
            | "__float128"
    )
}

/// Words that begin a value and nothing else.
fn is_number(word: &str) -> bool {
    matches!(
        word,
        "sizeof" | "_Alignof" | "__alignof__" | "__alignof" | "(" | "+" | "-"
    ) || word.as_bytes().first().is_some_and(u8::is_ascii_digit)
}
