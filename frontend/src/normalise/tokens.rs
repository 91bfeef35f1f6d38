//! The tokens of preprocessed C (C11 6.4), as far as the rewrites need them.

/// A token: bytes `start..end` of the text. Words and numbers, literals, single bytes of
/// punctuation, and brackets that are spelled with two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token {
    /// The token in its usual spelling (C11 6.4.6p3); empty outside of the text.
    pub(super) fn of<'t>(&self, text: &'t str) -> &'t str {
        let own = text.get(self.start..self.end).unwrap_or("");
        bracket(own).unwrap_or(own)
    }
}

/// The bracket that two bytes spell.
fn bracket(spelling: &str) -> Option<&'static str> {
    Some(match spelling {
        "<:" => "[",
        ":>" => "]",
        "<%" => "{",
        "%>" => "}",
        _ => return None,
    })
}

/// The offset of a pragma's line, and what stands behind `#pragma`.
pub(super) type Pragma<'t> = (usize, &'t str);

/// A text that is no sequence of tokens.
pub(super) struct LexError {
    pub(super) offset: usize,
    pub(super) message: &'static str,
}

/// The tokens of a text. Comments (in `.i` files written by hand) and directives are skipped.
///
/// # Errors
/// For a directive that a compiler would not ignore, a stray `#`, and literals and comments without
/// an end.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, LexError> {
    Ok(lex(text)?.0)
}

/// The tokens of a text, and its pragmas.
///
/// # Errors
/// As [`tokens`].
pub(super) fn lex(text: &str) -> Result<(Vec<Token>, Vec<Pragma<'_>>), LexError> {
    if let Some(offset) = stray_return(text) {
        return Err(LexError {
            offset,
            message: "a carriage return ends a line for the compiler, and is no line's end here",
        });
    }
    let mut out = Vec::with_capacity(text.len() / 4);
    let mut pragmas = Vec::new();
    let mut at = 0;
    while let Some(token) = next_token(text, at, &mut pragmas)? {
        at = token.end;
        out.push(token);
    }
    Ok((out, pragmas))
}

/// A carriage return that no line feed follows: compilers end lines there. No preprocessor leaves
/// one.
fn stray_return(text: &str) -> Option<usize> {
    let returns = text.match_indices('\r');
    let mut stray = returns.filter(|(at, _)| text.as_bytes().get(at + 1) != Some(&b'\n'));
    stray.next().map(|(at, _)| at)
}

fn next_token<'t>(
    text: &'t str,
    from: usize,
    pragmas: &mut Vec<Pragma<'t>>,
) -> Result<Option<Token>, LexError> {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let start = skip_blanks(text, from, pragmas)?;
    let Some(first) = bytes.get(start).copied() else {
        return Ok(None);
    };
    let mut end = start + 1;
    if first == b'"' || first == b'\'' {
        while at(end) != first {
            if end >= bytes.len() || at(end) == b'\n' {
                return Err(LexError {
                    offset: start,
                    message: "a literal has no end",
                });
            }
            end += if at(end) == b'\\' { 2 } else { 1 };
        }
        end += 1;
    } else if is_word(first) {
        while is_word(at(end)) {
            end += 1;
        }
    } else if text.get(start..end + 1).and_then(bracket).is_some() {
        end += 1;
    } else {
        while end < bytes.len() && !text.is_char_boundary(end) {
            end += 1;
        }
    }
    Ok(Some(Token { start, end }))
}

/// The start of the next token, or the text's length.
fn skip_blanks<'t>(
    text: &'t str,
    from: usize,
    pragmas: &mut Vec<Pragma<'t>>,
) -> Result<usize, LexError> {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let mut start = from;
    loop {
        while at(start).is_ascii_whitespace() || at(start) == 0x0B {
            start += 1;
        }
        let line_end = || {
            text.get(start..)
                .and_then(|r| r.find('\n'))
                .map_or(bytes.len(), |n| start + n)
        };
        match (at(start), at(start + 1)) {
            (b'#', _) => {
                let body = directive(text, start, line_end())?;
                pragmas.extend(body.strip_prefix("pragma").map(|rest| (start, rest.trim())));
                start = line_end();
            }
            (b'/', b'/') => start = line_end(),
            (b'/', b'*') => match text.get(start + 2..).and_then(|r| r.find("*/")) {
                Some(n) => start += n + 4,
                None => {
                    return Err(LexError {
                        offset: start,
                        message: "a comment has no end",
                    })
                }
            },
            _ => return Ok(start.min(bytes.len())),
        }
    }
}

/// What is left of directives after preprocessing: line markers, pragmas, `#ident`. The parser
/// skips every other one silently, so it is refused. Returns what stands behind `#`.
fn directive(text: &str, start: usize, end: usize) -> Result<&str, LexError> {
    let line_start = text
        .get(..start)
        .and_then(|t| t.rfind('\n'))
        .map_or(0, |n| n + 1);
    let alone = text
        .get(line_start..start)
        .is_some_and(|t| t.trim().is_empty());
    let body = text.get(start + 1..end).unwrap_or("").trim();
    let known = body.is_empty()
        || body.starts_with(|c: char| c.is_ascii_digit())
        || ["line", "pragma", "ident"]
            .iter()
            .any(|d| body.starts_with(d));
    // For compilers such a comment may go on behind the line.
    if body.contains("/*") {
        return Err(LexError {
            offset: start,
            message: "this is no preprocessed text: a comment is left in a directive",
        });
    }
    if alone && known {
        return Ok(body);
    }
    Err(LexError {
        offset: start,
        message: "this is no preprocessed text: a directive or `#` is left",
    })
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// Whether a token is an identifier or a keyword.
pub(super) fn is_identifier(word: &str) -> bool {
    word.as_bytes()
        .first()
        .is_some_and(|b| is_word(*b) && !b.is_ascii_digit())
}

/// For each bracket the index of its partner; `None` for other tokens and brackets without one.
pub(super) fn partners<'t>(words: impl Iterator<Item = &'t str>, count: usize) -> Vec<Option<u32>> {
    let mut out = vec![None; count];
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (index, word) in words.enumerate() {
        let opener = match word {
            "(" | "[" | "{" => {
                open.push((index, word));
                continue;
            }
            ")" => "(",
            "]" => "[",
            "}" => "{",
            _ => continue,
        };
        // A bracket that does not fit is left to the parser's error message.
        if open.last().is_some_and(|(_, o)| *o == opener) {
            let Some((partner, _)) = open.pop() else {
                continue;
            };
            for (from, to) in [(index, partner), (partner, index)] {
                if let Some(slot) = out.get_mut(from) {
                    *slot = u32::try_from(to).ok();
                }
            }
        }
    }
    out
}
