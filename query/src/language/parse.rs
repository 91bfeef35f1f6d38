//! The grammar: paper 002, figure 3, with the statements that it leaves to the reader.

use super::lexical::{tokens, Token};
use super::scope::{Names, Scope};
use super::{Given, Script};
use crate::relation::Column;
use crate::trouble::{Kind, Trouble};
use std::collections::BTreeMap;

/// The longest script, in bytes.
const BYTES_MAX: usize = 1 << 20;

/// How deep formulas and statements may be nested.
const DEPTH_MAX: usize = 128;

/// Bytes of a compiled regular expression.
pub(super) const PATTERN_BYTES_MAX: usize = 1 << 20;

/// The words of the language.
pub const KEYWORDS: [&str; 18] = [
    "PRINT", "TRUE", "FALSE", "EXISTS", "MATCH", "CLOSURE", "REACH", "A-REACH", "R-REACH", "SAFE",
    "SPLIT", "Empty", "FILE", "IF", "ELSE", "WHILE", "FOR", "IN",
];

/// By how many events a formula may be split.
pub(crate) const SPLITS_MAX: usize = 64;

/// The most observers of a script.
pub(super) const OBSERVERS_MAX: usize = 256;

pub(super) type Result<T> = std::result::Result<T, Trouble>;

/// Reads a script. `given` are the relations that it may use before it assigns any, with their
/// arities.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read(text: &str, given: &BTreeMap<String, usize>) -> Result<Script> {
    Ok(read_on(text, given, (&Names::default(), 0))?.0)
}

/// Reads what follows other scripts: `names` are what those have given values, and `observers` how
/// many observers stand in them. What has a value afterwards comes with it.
///
/// # Errors
/// As those of [`read`].
pub fn read_on(
    text: &str,
    given: &BTreeMap<String, usize>,
    (names, observers): (&Names, usize),
) -> Result<(Script, Names)> {
    if text.len() > BYTES_MAX {
        let message = format!("the script is longer than {BYTES_MAX} bytes");
        return Err(Trouble::new(Kind::Limit, 0, message));
    }
    let mut parser = Parser {
        tokens: tokens(text)?,
        next: 0,
        depth: 0,
        scope: Scope::new(given, names.clone()),
        literals: Vec::new(),
        sought: Vec::new(),
        before: observers,
        observers: Vec::new(),
    };
    let mut statements = Vec::new();
    while *parser.peek() != Token::End {
        statements.push(parser.statement()?);
    }
    let script = Script {
        statements,
        literals: parser.literals,
        sought: parser.sought,
        observers: parser.observers,
    };
    Ok((script, parser.scope.own))
}

/// Whether somebody who types a text has come to an end of it: behind a `;` or a `}` that closes
/// all, or where nothing that may follow makes it right.
pub fn is_whole(text: &str) -> bool {
    let tokens = match tokens(text) {
        Ok(tokens) => tokens,
        // What lacks its end may get it on the next line, but for strings.
        Err(trouble) => {
            let rest = text.get(trouble.at..).unwrap_or_default();
            return !rest.starts_with(['[', '/']);
        }
    };
    let mut open = 0usize;
    let mut last = None;
    for (token, _) in &tokens {
        let Token::Symbol(symbol) = token else {
            if *token != Token::End {
                last = None;
            }
            continue;
        };
        // No statement ends within parentheses, so one that is cut off there is wrong.
        match *symbol {
            "{" => open += 1,
            "}" if open == 0 => return true,
            "}" => open -= 1,
            _ => {}
        }
        last = Some(*symbol);
    }
    tokens.len() == 1 || (open == 0 && matches!(last, Some(";" | "}")))
}

pub(super) struct Parser<'f> {
    pub(super) tokens: Vec<(Token, usize)>,
    pub(super) next: usize,
    pub(super) depth: usize,
    pub(super) scope: Scope<'f>,
    pub(super) literals: Vec<(String, usize)>,
    pub(super) sought: Vec<(String, usize)>,
    /// How many observers stand in what was read before.
    pub(super) before: usize,
    pub(super) observers: Vec<Given>,
}

impl Parser<'_> {
    pub(super) fn look(&self, ahead: usize) -> &Token {
        let found = self.tokens.get(self.next + ahead);
        found.map_or(&Token::End, |(token, _)| token)
    }

    pub(super) fn peek(&self) -> &Token {
        self.look(0)
    }

    pub(super) fn at(&self) -> usize {
        let found = self.tokens.get(self.next).or(self.tokens.last());
        found.map_or(0, |(_, at)| *at)
    }

    pub(super) fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(s) if *s == symbol)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if w == word)
    }

    pub(super) fn skip(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        self.next += usize::from(found);
        found
    }

    pub(super) fn syntax(&self, message: impl Into<String>) -> Trouble {
        Trouble::new(Kind::Syntax, self.at(), message)
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Result<()> {
        if self.skip(symbol) {
            return Ok(());
        }
        let trouble = self.syntax(format!(
            "`{symbol}` is expected here, not {}",
            self.peek().shown()
        ));
        Err(match self.peek() {
            Token::Symbol("&&") => trouble.help("conjunction is `&`"),
            Token::Symbol("||") => trouble.help("disjunction is `|`"),
            Token::Symbol("==") => trouble.help("comparison is `=`"),
            Token::Symbol("=") if symbol == ":=" => trouble.help("assignment is `:=`"),
            _ => trouble,
        })
    }

    /// A name that the script chooses.
    pub(super) fn identifier(&mut self, what: &str) -> Result<(Column, usize)> {
        let at = self.at();
        let Token::Word(word) = self.peek() else {
            let message = format!("{what} is expected here, not {}", self.peek().shown());
            return Err(self.syntax(message));
        };
        let digit = word.starts_with(|c: char| c.is_ascii_digit());
        if KEYWORDS.contains(&word.as_str()) || word == "_" || digit {
            let message = format!("{what} is expected here, not {}", self.peek().shown());
            return Err(self.syntax(message));
        }
        let word: Column = word.as_str().into();
        self.next += 1;
        Ok((word, at))
    }

    pub(super) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            let message = format!("the script is nested deeper than {DEPTH_MAX} levels");
            return Err(Trouble::new(Kind::Limit, self.at(), message));
        }
        let result = inner(self);
        self.depth -= 1;
        result
    }
}
