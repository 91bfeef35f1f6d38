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
            [b'"' | b'\'', ..] => escapes(word, Units::of(r, index)),
            [b'0'..=b'9', ..] => suffixed(word),
            _ => None,
        };
        if let Some(new) = new {
            r.replace(index, &new);
        }
    }
}

/// What the elements of a literal are, as far as the tokens around it tell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Units {
    /// Bytes.
    Bytes,
    /// What a prefix says, which may stand before any part of the literal (C11 6.4.5p5).
    Unknown,
}

impl Units {
    /// Those of the literal at a token.
    fn of(r: &Rewriter<'_>, index: usize) -> Units {
        let part = |word: &str| matches!(word, "L" | "u" | "U" | "u8") || word.starts_with('"');
        let before = index.checked_sub(1).is_some_and(|at| part(r.word(at)));
        if before || part(r.word(index + 1)) {
            Units::Unknown
        } else {
            Units::Bytes
        }
    }
}

/// A literal without `\e`, `\u` and `\U`. Three octal digits end an escape, whatever follows (C11
/// 6.4.4.4p7). A character by its number is the bytes of its UTF-8 (C11 6.4.3; gcc manual,
/// "Preprocessor Options": what `-fexec-charset` is by default); where a prefix may be it is the
/// character itself, which the text has in UTF-8 (there, `-finput-charset`).
fn escapes(literal: &str, units: Units) -> Option<String> {
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
                Some(size @ ('u' | 'U')) => {
                    // The backslash stands already.
                    out.pop();
                    let character = named(&mut chars, size)?;
                    match units {
                        Units::Bytes => {
                            for byte in character.to_string().bytes() {
                                out.push_str(&format!("\\{byte:03o}"));
                            }
                        }
                        // It stands for what was lost in reading.
                        Units::Unknown if character == char::REPLACEMENT_CHARACTER => return None,
                        Units::Unknown => out.push(character),
                    }
                    changed = true;
                }
                Some(other) => out.push(other),
                None => {}
            }
        }
    }
    changed.then_some(out)
}

/// The character whose number follows `\u` (four digits) or `\U` (eight). Those of the basic set
/// and control characters have none (C11 6.4.3p2), also for gcc.
fn named(chars: &mut std::str::Chars<'_>, size: char) -> Option<char> {
    let count = if size == 'u' { 4 } else { 8 };
    let digits: String = chars.by_ref().take(count).collect();
    let hexadecimal = digits.len() == count && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let number = u32::from_str_radix(&digits, 16).ok();
    let found = number.filter(|_| hexadecimal).and_then(char::from_u32)?;
    (found >= '\u{A0}' || matches!(found, '$' | '@' | '`')).then_some(found)
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
