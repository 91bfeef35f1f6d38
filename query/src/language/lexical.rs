//! The lexical level: words, strings, symbols.

use crate::trouble::{Kind, Trouble};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_until, take_while, take_while1};
use nom::character::complete::multispace1;
use nom::combinator::{recognize, value};
use nom::multi::many0_count;
use nom::{IResult, Parser};

/// A word, a string or a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// An identifier or a keyword; those of reachability have a hyphen.
    Word(String),
    /// A string, without its quotes.
    Literal(String),
    /// An observer, without its brackets.
    Observer(String),
    /// A symbol.
    Symbol(&'static str),
    /// The end of the text.
    End,
}

impl Token {
    /// As messages show it.
    pub(super) fn shown(&self) -> String {
        match self {
            Token::Word(word) => format!("`{word}`"),
            Token::Literal(_) => "a string".to_owned(),
            Token::Observer(_) => "an observer".to_owned(),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "the end of the script".to_owned(),
        }
    }
}

/// Longer symbols before those that they begin with.
const SYMBOLS: [&str; 16] = [
    ":=", "!=", "<=", "&&", "||", "==", "(", ")", "{", "}", "]", ",", ";", "&", "|", "!",
];
const EQUALS: &str = "=";

/// Words with a hyphen.
const HYPHENS: [&str; 2] = ["A-REACH", "R-REACH"];

type Read<'a, T> = IResult<&'a str, T>;

/// Cuts a text into tokens, each with its offset.
///
/// # Errors
/// The first thing that is none.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, Trouble> {
    let mut out = Vec::new();
    let mut rest = text;
    let offset = |rest: &str| text.len() - rest.len();
    loop {
        let blanks: Read<'_, ()> = blank(rest);
        rest = blanks.map_or(rest, |(rest, ())| rest);
        if rest.is_empty() {
            out.push((Token::End, text.len()));
            return Ok(out);
        }
        let at = offset(rest);
        if rest.starts_with("/*") {
            let trouble = Trouble::new(Kind::Syntax, at, "this comment is not closed");
            return Err(trouble.help("end it with `*/`"));
        }
        let moved = |trouble: Trouble| Trouble {
            at: at + trouble.at,
            ..trouble
        };
        let (next, token) = if rest.starts_with('"') {
            literal(rest).map_err(moved)?
        } else if rest.starts_with('[') {
            observer(rest).map_err(moved)?
        } else {
            let token: Read<'_, Token> = alt((word, symbol)).parse(rest);
            token.map_err(|_| {
                let c = rest.chars().next().unwrap_or(' ').escape_default();
                Trouble::new(Kind::Syntax, at, format!("unexpected `{c}`"))
            })?
        };
        out.push((token, at));
        rest = next;
    }
}

/// White space and comments, possibly none.
fn blank(input: &str) -> Read<'_, ()> {
    let line = recognize((tag("//"), take_while(|c| c != '\n')));
    let block = recognize((tag("/*"), take_until("*/"), tag("*/")));
    value((), many0_count(alt((multispace1, line, block)))).parse(input)
}

fn word(input: &str) -> Read<'_, Token> {
    let wordy = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for word in HYPHENS {
        if let Some(rest) = input.strip_prefix(word) {
            if !rest.starts_with(wordy) {
                return Ok((rest, Token::Word(word.to_owned())));
            }
        }
    }
    let (rest, word) = take_while1(wordy).parse(input)?;
    Ok((rest, Token::Word(word.to_owned())))
}

fn symbol(input: &str) -> Read<'_, Token> {
    let all = SYMBOLS.iter().chain([&EQUALS]);
    for symbol in all {
        let found: Read<'_, &str> = tag(*symbol).parse(input);
        if let Ok((rest, _)) = found {
            return Ok((rest, Token::Symbol(symbol)));
        }
    }
    Err(nom::Err::Error(nom::error::Error::new(
        input,
        nom::error::ErrorKind::Tag,
    )))
}

/// A string in quotes. `\"`, `\\`, `\n` and `\t` stand for one character; other backslashes stand
/// for themselves, as regular expressions have them.
fn literal(input: &str) -> Result<(&str, Token), Trouble> {
    let mut out = String::new();
    let mut chars = input.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((&input[at + 1..], Token::Literal(out))),
            '\n' => break,
            '\\' => match chars.peek().map(|(_, c)| *c) {
                Some(escaped @ ('"' | '\\' | 'n' | 't')) => {
                    chars.next();
                    out.push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        other => other,
                    });
                }
                _ => out.push('\\'),
            },
            c => out.push(c),
        }
    }
    let trouble = Trouble::new(Kind::Syntax, 0, "this string is not closed");
    Err(trouble.help("a string ends with `\"` on the line where it begins"))
}

/// An observer in brackets. Brackets in it are those of C, but for those in its strings, character
/// constants and comments.
fn observer(input: &str) -> Result<(&str, Token), Trouble> {
    let (mut depth, mut at) = (0usize, 0);
    while let Some(c) = input.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = input.get(at..).unwrap_or_default();
        at += match c {
            '"' | '\'' => quoted(rest, c),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ => c.len_utf8(),
        };
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let inside = input.get(1..at - 1).unwrap_or_default();
            return Ok((&input[at..], Token::Observer(inside.to_owned())));
        }
    }
    let trouble = Trouble::new(Kind::Syntax, 0, "this observer is not closed");
    Err(trouble.help("an observer stands in brackets: [ EVENT { … } ]"))
}

/// How long a string or character constant of C is that a text begins with.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = true;
    for (at, c) in text.char_indices() {
        match (escaped, c) {
            (false, '\\') => escaped = true,
            (false, c) if c == quote || c == '\n' => return at + c.len_utf8(),
            _ => escaped = false,
        }
    }
    text.len()
}
