//! The tokens of C (C11 6.4): the longest sequence of characters that is one.

use crate::normalise::tokens::{tokens, Token};

/// What is longer than one character and no word (C11 6.4.6), the longer ones first.
const PUNCTUATORS: [&str; 22] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=",
    "/=", "%=", "+=", "-=", "&=", "^=", "|=",
];

/// Each token of a text, from where to where.
///
/// # Errors
/// The offset of what is no token.
pub(super) fn lexemes(text: &str) -> Result<Vec<(usize, usize)>, usize> {
    let pieces = tokens(text).map_err(|e| e.offset)?;
    let mut out: Vec<(usize, usize)> = Vec::with_capacity(pieces.len());
    for Token { start, end } in pieces {
        match out.last_mut() {
            Some(last) if last.1 > start => {}
            Some(last) if last.1 == start && joins(text, *last, (start, end)) => last.1 = end,
            _ => out.push((start, start + length(text, start, end))),
        }
    }
    Ok(out)
}

/// How long the token is that begins with a piece.
fn length(text: &str, start: usize, end: usize) -> usize {
    let rest = text.get(start..).unwrap_or("");
    let punctuator = PUNCTUATORS.iter().find(|p| rest.starts_with(**p));
    punctuator.map_or(end - start, |p| p.len())
}

/// Whether a piece continues the token in front of it: a number (C11 6.4.8), or a literal with a
/// prefix.
fn joins(text: &str, last: (usize, usize), piece: (usize, usize)) -> bool {
    let word = |(start, end)| text.get(start..end).unwrap_or("");
    let (last, piece) = (word(last), word(piece));
    let mut characters = last.chars();
    let number = match characters.next() {
        Some('.') => match characters.next() {
            None => return piece.starts_with(|c: char| c.is_ascii_digit()),
            Some(second) => second.is_ascii_digit(),
        },
        first => first.is_some_and(|c| c.is_ascii_digit()),
    };
    if number {
        let sign = last.ends_with(['e', 'E', 'p', 'P']) && (piece == "+" || piece == "-");
        return sign || piece == "." || !piece.starts_with(|c: char| c.is_ascii_punctuation());
    }
    piece.starts_with(['"', '\'']) && ["L", "u", "U", "u8"].contains(&last)
}
