//! The lexical level: blanks, words, balanced pieces of C.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_until, take_while, take_while1};
use nom::character::complete::multispace1;
use nom::combinator::{recognize, value};
use nom::error::{ErrorKind, ParseError};
use nom::multi::many0_count;
use nom::{IResult, Parser};

/// Nesting of brackets in a specification.
const DEPTH_MAX: usize = 128;

/// Where reading stopped, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Trouble<'a> {
    pub(super) rest: &'a str,
    pub(super) message: String,
    pub(super) help: &'static str,
}

impl<'a> ParseError<&'a str> for Trouble<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Trouble {
            rest,
            message: String::new(),
            help: "",
        }
    }
    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

pub(super) type Read<'a, T> = IResult<&'a str, T, Trouble<'a>>;

/// Stops with a message.
pub(super) fn fail<'a, T>(
    rest: &'a str,
    message: impl Into<String>,
    help: &'static str,
) -> Read<'a, T> {
    Err(nom::Err::Failure(Trouble {
        rest,
        message: message.into(),
        help,
    }))
}

/// White space and comments, possibly none.
pub(super) fn blank(input: &str) -> Read<'_, ()> {
    let line = recognize((tag("//"), take_while(|c| c != '\n')));
    let block = recognize((tag("/*"), take_until("*/"), tag("*/")));
    let (rest, _) = value((), many0_count(alt((multispace1, line, block)))).parse(input)?;
    if rest.starts_with("/*") {
        return fail(rest, "this comment is not closed", "end it with `*/`");
    }
    Ok((rest, ()))
}

/// An identifier or keyword.
pub(super) fn word(input: &str) -> Read<'_, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_').parse(input)
}

/// The length of the literal or comment at the start of a text; 0 if there is none, `None` if it
/// does not end.
pub(super) fn opaque(text: &str) -> Option<usize> {
    let closed = |needle: &str, skip: usize| {
        text.get(skip..)?
            .find(needle)
            .map(|n| n + skip + needle.len())
    };
    match text.as_bytes() {
        [b'/', b'/', ..] => Some(text.find('\n').unwrap_or(text.len())),
        [b'/', b'*', ..] => closed("*/", 2),
        [quote @ (b'"' | b'\''), rest @ ..] => {
            let mut escaped = false;
            for (index, byte) in rest.iter().enumerate() {
                match byte {
                    b'\n' => return None,
                    _ if escaped => escaped = false,
                    b'\\' => escaped = true,
                    b if b == quote => return Some(index + 2),
                    _ => {}
                }
            }
            None
        }
        _ => Some(0),
    }
}

/// The text up to `stop` (a closing bracket, or a semicolon or opening brace of the grammar)
/// outside all brackets, and what follows with the stop in front. Brackets inside must be balanced.
pub(super) fn balanced(input: &str, stop: char) -> Read<'_, &str> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut at = 0;
    while let Some(rest) = input.get(at..) {
        let Some(c) = rest.chars().next() else { break };
        if open.is_empty() && c == stop {
            return Ok((rest, input.get(..at).unwrap_or_default()));
        }
        match opaque(rest) {
            None => return fail(rest, "this literal or comment is not closed", ""),
            Some(0) => {}
            Some(n) => {
                at += n;
                continue;
            }
        }
        match c {
            '(' => open.push((')', at)),
            '[' => open.push((']', at)),
            '{' => open.push(('}', at)),
            ')' | ']' | '}' if open.pop().map(|(close, _)| close) != Some(c) => {
                return fail(
                    rest,
                    format!("unexpected `{c}`"),
                    "a bracket is missing or of the wrong kind before this one",
                );
            }
            _ => {}
        }
        if open.len() > DEPTH_MAX {
            return fail(
                rest,
                format!("brackets are nested deeper than {DEPTH_MAX}"),
                "",
            );
        }
        at += c.len_utf8();
    }
    match open.first().and_then(|(_, start)| input.get(*start..)) {
        Some(start) => fail(start, "this bracket is not closed", ""),
        None => fail(input, format!("a `{stop}` is missing behind this"), ""),
    }
}
