//! The grammar of paper 002, figure 1. As in the paper's figure 5, conditions may also stand in
//! parentheses, and semicolons may follow.

use super::lexical::{balanced, blank, fail, opaque, word, Read, Trouble};
use super::{Event, Fragment, Observer, Shadow, Temporal};
use crate::diagnostic::{Diagnostic, ErrorKind, LoadError};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::opt;
use nom::sequence::preceded;
use nom::Parser;
use proofmark_guard::text::Excerpt;
use std::collections::BTreeSet;

/// Most declarations of one observer.
const DECLARATIONS_MAX: usize = 1024;
const KEYWORDS: &str = "a declaration starts with GLOBAL, SHADOW, INITIAL, FINAL or EVENT";

/// Reads one observer.
pub(super) fn observer(file: &str, text: &str) -> Result<Observer, LoadError> {
    let reader = Reader { file, text };
    let empty = Observer {
        file: file.to_owned(),
        text: text.to_owned(),
        ..Observer::default()
    };
    let mut out = empty.clone();
    let mut rest = text;
    for _ in 0..=DECLARATIONS_MAX {
        rest = reader.run(blank(rest))?.0;
        if rest.is_empty() {
            return if out == empty {
                Err(reader.error(rest, "the specification is empty", KEYWORDS))
            } else {
                Ok(out)
            };
        }
        rest = reader.declaration(rest, &mut out)?;
    }
    Err(reader.error(rest, "the specification has too many declarations", ""))
}

/// Reads one text; knows where pieces of it stand.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
}

/// Which pattern variables a piece of C may mention.
enum Allowed<'s> {
    None,
    Pattern,
    These(&'s BTreeSet<u32>),
}

impl<'a> Reader<'a> {
    // -- positions and messages

    /// Line and column where a part of the text begins. What ends at a brace is a part, too, so
    /// its length says nothing of its place.
    fn position(&self, part: &str) -> (u32, u32) {
        let (start, own) = (self.text.as_ptr().addr(), part.as_ptr().addr());
        let before = own.checked_sub(start).and_then(|at| self.text.get(..at));
        let before = before.unwrap_or_default();
        let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |n| n + 1) + 1;
        (
            u32::try_from(line).unwrap_or(u32::MAX),
            u32::try_from(column).unwrap_or(u32::MAX),
        )
    }
    fn error(&self, rest: &str, message: impl Into<String>, help: &str) -> LoadError {
        self.wrong(self.position(rest), message.into(), help)
    }
    fn wrong(&self, (line, column): (u32, u32), message: String, help: &str) -> LoadError {
        let row = usize::try_from(line.saturating_sub(1))
            .ok()
            .and_then(|n| self.text.lines().nth(n));
        let diagnostic = Diagnostic {
            message,
            file: self.file.to_owned(),
            line,
            column,
            help: help.to_owned(),
            excerpt: row.map(|row| Excerpt::word(row, column)),
        };
        LoadError {
            kind: ErrorKind::Specification,
            diagnostic: Box::new(diagnostic),
        }
    }
    fn run<T>(&self, result: Read<'a, T>) -> Result<(&'a str, T), LoadError> {
        result.map_err(|e| match e {
            nom::Err::Error(Trouble {
                rest,
                message,
                help,
            })
            | nom::Err::Failure(Trouble {
                rest,
                message,
                help,
            }) => {
                let message = if message.is_empty() {
                    "this is not expected here".to_owned()
                } else {
                    message
                };
                self.error(rest, message, help)
            }
            nom::Err::Incomplete(_) => self.error("", "the text ends too early", ""),
        })
    }

    // -- declarations

    fn declaration(&self, input: &'a str, out: &mut Observer) -> Result<&'a str, LoadError> {
        let Ok((rest, keyword)) = word(input) else {
            return Err(self.error(input, "a declaration is expected here", KEYWORDS));
        };
        let (rest, ()) = self.run(blank(rest))?;
        let rest = match keyword {
            "GLOBAL" => {
                let (rest, body) = self.run(balanced(rest, ';'))?;
                out.globals
                    .push(self.fragment(body, &Allowed::None, "a C declaration")?);
                rest
            }
            "SHADOW" => {
                let (rest, ty) = self.run(balanced(rest, '{'))?;
                let (rest, fields) = self.braces(rest, "SHADOW type { fields }")?;
                let ty = self.fragment(ty, &Allowed::None, "the name of a type")?;
                out.shadows.push(Shadow {
                    ty,
                    fields: self.fragment(
                        fields,
                        &Allowed::None,
                        "the members of the type state",
                    )?,
                });
                rest
            }
            "INITIAL" | "FINAL" => {
                let (rest, body) = self.condition(rest, keyword)?;
                let body = self.fragment(body, &Allowed::None, "a condition")?;
                if keyword == "FINAL" {
                    &mut out.finals
                } else {
                    &mut out.initial
                }
                .push(body);
                rest
            }
            "EVENT" => {
                let (rest, body) = self.braces(rest, "EVENT { … }")?;
                out.events.push(self.event(body)?);
                rest
            }
            _ => {
                return Err(self.error(
                    input,
                    format!("unexpected `{keyword}`"),
                    &suggestion(keyword),
                ))
            }
        };
        let (rest, ()) = self.run(blank(rest))?;
        let semicolon: Read<'a, Option<&str>> = opt(tag(";")).parse(rest);
        Ok(self.run(semicolon)?.0)
    }

    fn braces(&self, input: &'a str, form: &'static str) -> Result<(&'a str, &'a str), LoadError> {
        self.bracketed(input, '{', '}', form)
    }

    fn bracketed(
        &self,
        input: &'a str,
        open: char,
        close: char,
        form: &'static str,
    ) -> Result<(&'a str, &'a str), LoadError> {
        let Some(inside) = input.strip_prefix(open) else {
            return Err(self.error(input, format!("a `{open}` is expected here"), form));
        };
        let (rest, body) = match balanced(inside, close) {
            // The text that ends too early is the bracket's fault.
            Err(nom::Err::Failure(t)) if t.message.starts_with("a `") => {
                self.run(fail(input, "this bracket is not closed", form))?
            }
            other => self.run(other)?,
        };
        Ok((rest.strip_prefix(close).unwrap_or(rest), body))
    }

    /// `{ condition }` or `( condition )`.
    fn condition(&self, input: &'a str, keyword: &str) -> Result<(&'a str, &'a str), LoadError> {
        match (input.starts_with('('), keyword) {
            (true, _) => self.bracketed(input, '(', ')', "( condition )"),
            (false, "INITIAL") => self.braces(input, "INITIAL { condition }"),
            (false, "FINAL") => self.braces(input, "FINAL { condition }"),
            _ => self.braces(input, "ASSERT { condition }"),
        }
    }

    // -- events

    fn event(&self, body: &'a str) -> Result<Event, LoadError> {
        let form = "EVENT { [BEFORE | AFTER] PATTERN { … } [ASSERT { … }] [ACTION { … }] }";
        let temporal: Read<'a, Option<&str>> =
            preceded(blank, opt(alt((tag("BEFORE"), tag("AFTER"))))).parse(body);
        let (rest, temporal) = self.run(temporal)?;
        let temporal = if temporal == Some("AFTER") {
            Temporal::After
        } else {
            Temporal::Before
        };
        let (rest, ()) = self.run(blank(rest))?;
        let Some(rest) = rest.strip_prefix("PATTERN") else {
            return Err(self.error(rest, "PATTERN is expected here", form));
        };
        let (rest, ()) = self.run(blank(rest))?;
        let (mut rest, pattern) = self.braces(rest, "PATTERN { statement }")?;
        let (pattern, at) = self.pattern(pattern)?;
        let variables = self.variables(&pattern)?;
        let mut event = Event {
            temporal,
            pattern,
            at,
            assertion: None,
            action: None,
        };
        loop {
            rest = self.run(blank(rest))?.0;
            if rest.is_empty() {
                return Ok(event);
            }
            if let (Some(after), true) = (
                rest.strip_prefix(';'),
                event.assertion.is_some() || event.action.is_some(),
            ) {
                rest = after;
                continue;
            }
            let Ok((after, keyword)) = word(rest) else {
                return Err(self.error(rest, "ASSERT or ACTION is expected here", form));
            };
            let (after, ()) = self.run(blank(after))?;
            let allowed = Allowed::These(&variables);
            rest = match keyword {
                "ASSERT" if event.assertion.is_none() && event.action.is_none() => {
                    let (after, body) = self.condition(after, keyword)?;
                    event.assertion = Some(self.fragment(body, &allowed, "a condition")?);
                    after
                }
                "ACTION" if event.action.is_none() => {
                    let (after, body) = self.braces(after, "ACTION { statements }")?;
                    event.action = Some(self.piece(body, &allowed)?);
                    after
                }
                _ => return Err(self.error(rest, format!("unexpected `{keyword}`"), form)),
            };
        }
    }

    /// `statement ;` and perhaps `AT place`.
    fn pattern(&self, body: &'a str) -> Result<(Fragment, String), LoadError> {
        let (statement, at) = match split_at(body) {
            None => (body, String::new()),
            Some((statement, place)) => {
                let name = place.trim().trim_end_matches(';').trim().trim_matches('"');
                let fine = |c: char| c.is_ascii_alphanumeric() || "_-./+".contains(c);
                if name.is_empty() || !name.chars().all(fine) {
                    return Err(self.error(place, "behind AT stands a label, or a file and a line: AT retry, AT \"driver.c_19\"", ""));
                }
                (statement, name.to_owned())
            }
        };
        let mut pattern = self.fragment(statement, &Allowed::Pattern, "an assignment or a call")?;
        if let Some(text) = pattern.text.strip_suffix(';') {
            pattern.text = text.trim_end().to_owned();
        }
        Ok((pattern, at))
    }

    /// The numbered variables of a pattern, each at most once.
    fn variables(&self, pattern: &Fragment) -> Result<BTreeSet<u32>, LoadError> {
        let mut out = BTreeSet::new();
        for (number, _) in variables(&pattern.text) {
            if !out.insert(number) {
                return Err(self.wrong(
                    (pattern.line, pattern.column),
                    format!("`${number}` stands twice in this pattern"),
                    "use two variables, and compare them in ASSERT or ACTION",
                ));
            }
        }
        Ok(out)
    }

    // -- pieces of C

    fn fragment(
        &self,
        raw: &'a str,
        allowed: &Allowed<'_>,
        what: &str,
    ) -> Result<Fragment, LoadError> {
        let piece = self.piece(raw, allowed)?;
        if piece.text.trim().is_empty() {
            return Err(self.error(self.rest_from(raw), format!("{what} is missing here"), ""));
        }
        Ok(piece)
    }

    /// The text from the start of `part` to its end.
    fn rest_from(&self, part: &'a str) -> &'a str {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        self.text.get(offset..).unwrap_or_default()
    }

    /// Blanks comments and renames pattern variables.
    fn piece(&self, raw: &'a str, allowed: &Allowed<'_>) -> Result<Fragment, LoadError> {
        let lead = raw.len() - raw.trim_start().len();
        let raw = raw.get(lead..).unwrap_or_default();
        let (line, column) = self.position(self.rest_from(raw));
        let mut text = String::with_capacity(raw.len());
        let mut at = 0;
        while let Some(rest) = raw.get(at..).filter(|r| !r.is_empty()) {
            let here = || self.rest_from(rest);
            let (piece, length) = match opaque(rest) {
                Some(n @ 1..) if rest.starts_with('/') => {
                    let comment = rest.get(..n).unwrap_or_default();
                    (
                        comment
                            .chars()
                            .map(|c| if c == '\n' { '\n' } else { ' ' })
                            .collect(),
                        n,
                    )
                }
                Some(n @ 1..) => (rest.get(..n).unwrap_or_default().to_owned(), n),
                _ => {
                    let wordy = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
                    match rest.find(|c: char| !wordy(c)).unwrap_or(rest.len()) {
                        1 if rest.starts_with("$?") => match allowed {
                            Allowed::Pattern => ("__".to_owned(), 2),
                            _ => {
                                return Err(self.error(
                                    here(),
                                    "`$?` may stand in patterns only",
                                    "number the variable to use it: `$1`",
                                ))
                            }
                        },
                        0 => {
                            let c = rest.chars().next().unwrap_or(' ');
                            if c == '#' || c == '\\' || !c.is_ascii() {
                                return Err(self.error(
                                    here(),
                                    format!("unexpected `{}`", c.escape_default()),
                                    "specifications are not preprocessed",
                                ));
                            }
                            (c.to_string(), 1)
                        }
                        n => (
                            self.word(rest.get(..n).unwrap_or_default(), here(), allowed)?,
                            n,
                        ),
                    }
                }
            };
            text.push_str(&piece);
            at += length;
        }
        Ok(Fragment {
            text: text.trim_end().to_owned(),
            line,
            column,
        })
    }

    fn word(&self, word: &str, here: &'a str, allowed: &Allowed<'_>) -> Result<String, LoadError> {
        let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        if let Some(number) = word.strip_prefix('$') {
            let number = match number.parse::<u32>() {
                Ok(n @ 1..=99) if !number.starts_with('0') => n,
                _ => {
                    return Err(self.error(
                        here,
                        format!("`{word}` is no pattern variable"),
                        "pattern variables are `$1` to `$99`, and `$?`",
                    ))
                }
            };
            let known = match allowed {
                Allowed::None => false,
                Allowed::Pattern => true,
                Allowed::These(set) => set.contains(&number),
            };
            return match (known, allowed) {
                (true, _) => Ok(word.replacen('$', "_", 1)),
                (false, Allowed::These(_)) => Err(self.error(
                    here,
                    format!("`{word}` does not stand in this event's pattern"),
                    "",
                )),
                (false, _) => Err(self.error(
                    here,
                    format!("`{word}` has no meaning here"),
                    "pattern variables belong to events",
                )),
            };
        }
        if word == "__reject"
            || word == "__"
            || word.strip_prefix('_').is_some_and(digits)
            || word.contains('$')
        {
            return Err(self.error(
                here,
                format!("the name `{word}` is reserved"),
                "choose another name",
            ));
        }
        Ok(word.to_owned())
    }
}

/// The pattern variables of a fragment, with their offsets.
fn variables(text: &str) -> Vec<(u32, usize)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|r| !r.is_empty()) {
        let literal = opaque(rest).unwrap_or(0);
        let word = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        if let (0, Some(number)) = (
            literal,
            rest.get(..word)
                .and_then(|w| w.strip_prefix('_'))
                .and_then(|n| n.parse().ok()),
        ) {
            out.push((number, at));
        }
        at += if literal > 0 {
            literal
        } else {
            word.max(rest.chars().next().map_or(1, char::len_utf8))
                .max(1)
        };
    }
    out
}

/// Splits a pattern at the word `AT` outside literals and comments.
fn split_at(body: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    while let Some(rest) = body.get(at..).filter(|r| !r.is_empty()) {
        let literal = opaque(rest).unwrap_or(0);
        let word = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        if literal == 0 && rest.get(..word) == Some("AT") {
            return Some((body.get(..at)?, rest.get(word..)?));
        }
        at += if literal > 0 {
            literal
        } else {
            word.max(rest.chars().next().map_or(1, char::len_utf8))
        };
    }
    None
}

fn suggestion(keyword: &str) -> String {
    let upper = keyword.to_ascii_uppercase();
    let known = ["GLOBAL", "SHADOW", "INITIAL", "FINAL", "EVENT"];
    match known.iter().find(|k| upper.starts_with(&k[..3])) {
        Some(k) => format!("did you mean {k}?"),
        None => KEYWORDS.to_owned(),
    }
}
