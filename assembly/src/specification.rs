//! Properties that are observers in the specification language (`.spec`): which events they speak
//! of, and that they speak of nothing else.
//!
//! Such an observer sees the assembly's events as calls. It may look at an argument, or at the
//! result, only where every event of the function says what it is: then a sequence of events
//! decides whether it is allowed, whatever the components pass otherwise. All else is refused with
//! its position. Calls are renamed, so that nothing is known of them by their names.

use crate::event::Event;
use proofmark_frontend::diagnostic::Diagnostic;
use proofmark_frontend::spec::{self, Fragment, Observer, Specification, Temporal};
use proofmark_frontend::{ErrorKind, LoadError};
use proofmark_guard::text::Excerpt;
use std::collections::{BTreeMap, BTreeSet};

/// What calls of events are called where the observer sees them.
pub(crate) const CALL: &str = "proofmark_call_";
/// Names that start so belong to the program that does the events.
const RESERVED: &str = "proofmark_";

/// An observer over events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    /// The specification, with its calls renamed.
    pub specification: Specification,
    /// The events that it speaks of: all that some component has, of the functions that it names.
    pub events: BTreeSet<String>,
}

/// A pattern that is a call.
struct Call<'a> {
    function: &'a str,
    /// What stands in front of the function's name.
    before: &'a str,
    /// The arguments in front of the first `$?`.
    first: Vec<Argument>,
    /// The arguments behind it, if there is one.
    last: Option<Vec<Argument>>,
    /// The variable that stands for the result.
    returned: Option<u32>,
    /// What stands behind the function's name.
    after: &'a str,
}

/// An argument of a pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    /// `$1`.
    Variable(u32),
    /// A number.
    Literal,
}

impl Observed {
    /// Reads a specification over those events of an assembly that some component has.
    ///
    /// # Errors
    /// The first thing that is wrong with it, or that is about no event, with its position.
    pub fn read(
        name: &str,
        text: &str,
        events: &BTreeMap<String, Event>,
        had: &BTreeSet<String>,
    ) -> Result<Observed, LoadError> {
        let mut specification = spec::read_text(name, text)?;
        let possible = events.iter().filter(|(name, _)| had.contains(*name));
        let possible: BTreeMap<&String, &Event> = possible.collect();
        let mut named = BTreeSet::new();
        for observer in &mut specification.observers {
            only_events(observer)?;
            let place = observer.clone();
            for event in &mut observer.events {
                let function = seen(&place, event, &possible)?;
                named.insert(function);
            }
        }
        let named = |event: &Event| named.contains(&event.function);
        let events = possible.into_iter().filter(|(_, event)| named(event));
        let events = events.map(|(name, _)| name.clone()).collect();
        Ok(Observed {
            specification,
            events,
        })
    }
}

/// An observer has variables of its own and events, and no way to look at anything else.
fn only_events(observer: &Observer) -> Result<(), LoadError> {
    let states = observer.shadows.iter().map(|shadow| &shadow.ty);
    for (pieces, what) in [
        (states.collect::<Vec<_>>(), "a type state"),
        (observer.initial.iter().collect(), "INITIAL"),
        (observer.finals.iter().collect(), "FINAL"),
    ] {
        if let Some(piece) = pieces.first() {
            let message = format!("{what} is no affair of events: an assembly has none");
            return Err(wrong(observer, piece, &message));
        }
    }
    let events = observer.events.iter();
    let pieces = events.flat_map(|event| {
        let own = [event.assertion.as_ref(), event.action.as_ref()];
        own.into_iter().flatten().chain([&event.pattern])
    });
    for piece in observer.globals.iter().chain(pieces) {
        if piece.text.contains(RESERVED) || piece.text.contains('\\') {
            let message =
                format!("names with `{RESERVED}`, and backslashes, are not for properties");
            return Err(wrong(observer, piece, &message));
        }
    }
    Ok(())
}

/// The function whose calls an observer's event is about, which is renamed there.
fn seen(
    place: &Observer,
    event: &mut spec::Event,
    possible: &BTreeMap<&String, &Event>,
) -> Result<String, LoadError> {
    let pattern = event.pattern.clone();
    let bad = |message: &str| wrong(place, &pattern, message);
    if !event.at.is_empty() {
        return Err(bad(
            "events have no place: `AT` is not for properties of assemblies",
        ));
    }
    let Some(call) = Call::read(&pattern.text) else {
        return Err(bad(
            "a property of an assembly sees calls only: f(…), $? = f(…), or f(…) == $1, with \
             variables, `$?` and numbers as arguments",
        ));
    };
    let function = call.function;
    let own = possible.values().filter(|own| own.function == function);
    let own: Vec<&Event> = own.copied().collect();
    let Some(one) = own.first() else {
        return Err(bad(&format!("no component has an event of `{function}`")));
    };
    let count = one.arguments.len();
    if own.iter().any(|other| other.arguments.len() != count) {
        let message = format!("`{function}` has events with different numbers of arguments");
        return Err(bad(&message));
    }
    let Some(arguments) = call.placed(count) else {
        let message = format!("the events of `{function}` have {count} arguments");
        return Err(bad(&message));
    };
    let texts = [event.assertion.as_ref(), event.action.as_ref()];
    let used: BTreeSet<u32> = texts.into_iter().flatten().flat_map(variables).collect();
    for (place, argument) in arguments {
        let told = own
            .iter()
            .all(|own| own.arguments.get(place).is_some_and(Option::is_some));
        let looked = match argument {
            Argument::Variable(number) => used.contains(&number),
            Argument::Literal => true,
        };
        if looked && !told {
            let number = place + 1;
            return Err(bad(&format!(
                "not every event of `{function}` says what argument {number} is"
            )));
        }
    }
    if let Some(number) = call.returned {
        let told = own.iter().all(|own| own.result.is_some());
        if event.temporal == Temporal::Before || (used.contains(&number) && !told) {
            return Err(bad(&format!(
                "not every event of `{function}` says what the result is"
            )));
        }
    }
    event.pattern.text = format!("{}{CALL}{function}{}", call.before, call.after);
    Ok(function.to_owned())
}

impl<'a> Call<'a> {
    /// Reads the text of a pattern, in which `$1` is `_1` and `$?` is `__`.
    fn read(text: &'a str) -> Option<Call<'a>> {
        let trimmed = text.trim_start();
        let call = match trimmed.strip_prefix("__") {
            Some(rest) if !rest.starts_with(is_inner) => {
                rest.trim_start().strip_prefix('=')?.trim_start()
            }
            Some(_) | None => trimmed,
        };
        let before = text.strip_suffix(call)?;
        let end = call.find(|c| !is_inner(c))?;
        let (function, after) = call.split_at_checked(end)?;
        let starts = function.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let variable = function.strip_prefix('_').and_then(number).is_some();
        if !starts || variable || function == "__" {
            return None;
        }
        let (inside, rest) = after.trim_start().strip_prefix('(')?.split_once(')')?;
        let returned = match rest.trim() {
            "" => None,
            rest => Some(number(rest.strip_prefix("==")?.trim().strip_prefix('_')?)?),
        };
        let words: Vec<&str> = match inside.trim() {
            "" => Vec::new(),
            inside => inside.split(',').map(str::trim).collect(),
        };
        let arguments = |words: &[&str]| words.iter().map(argument).collect();
        let any = |word: &&str| *word == "__";
        let (first, last): (Option<_>, _) = match words.iter().position(any) {
            None => (arguments(&words), None),
            Some(at) => {
                let last = words.iter().rposition(any)?;
                // Between two `$?` nobody knows which argument it is.
                if words.get(at..=last)?.iter().any(|word| !any(word)) {
                    return None;
                }
                let behind: Option<Vec<_>> = arguments(words.get(last + 1..)?);
                (arguments(words.get(..at)?), Some(behind?))
            }
        };
        Some(Call {
            function,
            before,
            first: first?,
            last,
            returned,
            after,
        })
    }

    /// The arguments with their positions in a call with so many; `None` if it does not match.
    fn placed(&self, count: usize) -> Option<Vec<(usize, Argument)>> {
        let last = self.last.as_deref().unwrap_or_default();
        let spare = count
            .checked_sub(self.first.len())?
            .checked_sub(last.len())?;
        if self.last.is_none() && spare > 0 {
            return None;
        }
        let behind = (count - last.len()..).zip(last);
        let placed = (0..).zip(&self.first).chain(behind);
        Some(placed.map(|(place, argument)| (place, *argument)).collect())
    }
}

fn argument(word: &&str) -> Option<Argument> {
    if let Some(variable) = word.strip_prefix('_') {
        return number(variable).map(Argument::Variable);
    }
    let digits = word.strip_prefix('-').unwrap_or(word);
    let (digits, radix) = match digits.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    let literal = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    literal.then_some(Argument::Literal)
}

fn number(digits: &str) -> Option<u32> {
    let all = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    all.then(|| digits.parse().ok())?
}

fn is_inner(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The pattern's variables that a piece of C mentions.
fn variables(piece: &Fragment) -> BTreeSet<u32> {
    let words = piece.text.split(|c| !is_inner(c));
    let numbers = words.filter_map(|word| number(word.strip_prefix('_')?));
    numbers.collect()
}

/// An error about a piece of an observer.
pub(crate) fn wrong(observer: &Observer, piece: &Fragment, message: &str) -> LoadError {
    let row = usize::try_from(piece.line.saturating_sub(1)).ok();
    let row = row.and_then(|row| observer.text.lines().nth(row));
    LoadError {
        kind: ErrorKind::Specification,
        diagnostic: Box::new(Diagnostic {
            message: message.to_owned(),
            file: observer.file.clone(),
            line: piece.line,
            column: piece.column,
            help: String::new(),
            excerpt: row.map(|row| Excerpt::word(row, piece.column)),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::Observed;
    use crate::event::Event;

    fn read(text: &str) -> Result<Observed, String> {
        let events = [
            ("put1", "put(_, 1)"),
            ("put2", "put(_, 2)"),
            ("full", "full() == 1"),
            ("some", "get(_)"),
            ("other", "nobody(1)"),
        ];
        let events = events.map(|(name, text)| {
            let event = Event::parse(text).expect(text);
            (name.to_owned(), event)
        });
        let own = ["put1", "put2", "full", "some"].map(str::to_owned);
        let read = Observed::read("p.spec", text, &events.into(), &own.into());
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn observers_of_events_are_read() {
        let text = "GLOBAL int n;\nEVENT { PATTERN { $? = put($1, $2); } ASSERT { $2 == 1 } }\n\
                    EVENT { AFTER PATTERN { full() == $1; } ACTION { n = $1; } }\n";
        let observed = read(text).expect("read");
        let events: Vec<&str> = observed.events.iter().map(String::as_str).collect();
        assert_eq!(events, ["full", "put1", "put2"]);
        let observer = observed.specification.observers.first().expect("one");
        let texts = observer
            .events
            .iter()
            .map(|event| event.pattern.text.trim());
        let texts: Vec<&str> = texts.collect();
        assert_eq!(
            texts,
            [
                "__ = proofmark_call_put(_1, _2)",
                "proofmark_call_full() == _1"
            ]
        );
        for text in [
            "put($?)",
            "put($?, 2)",
            "put($1, 0x2)",
            "$?=put ( $?, $1 )",
            "get($1)",
        ] {
            let text = format!("EVENT {{ PATTERN {{ {text}; }} ASSERT {{ 0 }} }}");
            assert!(read(&text).is_ok(), "{text}: {:?}", read(&text));
        }
    }

    #[test]
    fn what_is_about_no_event_is_refused_with_its_place() {
        for (text, message) in [
            (
                "EVENT { PATTERN { nobody($1); } }",
                "no component has an event of `nobody`",
            ),
            ("EVENT { PATTERN { x = 1; } }", "sees calls only"),
            ("EVENT { PATTERN { x = put($?); } }", "sees calls only"),
            ("EVENT { PATTERN { put(x, 1); } }", "sees calls only"),
            ("EVENT { PATTERN { put($?, 1, $?); } }", "sees calls only"),
            ("EVENT { PATTERN { put($1); } }", "have 2 arguments"),
            (
                "EVENT { PATTERN { put(1, $1); } }",
                "says what argument 1 is",
            ),
            (
                "EVENT { PATTERN { put($1, $2); } ASSERT { $1 == 3 } }",
                "says what argument 1 is",
            ),
            (
                "EVENT { AFTER PATTERN { get($1) == $2; } ASSERT { $2 } }",
                "what the result is",
            ),
            (
                "EVENT { PATTERN { put($1, $2); AT 5 } }",
                "events have no place",
            ),
            ("FINAL { 1 }", "FINAL is no affair"),
            ("INITIAL { 1 }", "INITIAL is no affair"),
            ("SHADOW int { int a; }", "a type state is no affair"),
            ("GLOBAL int proofmark_state;", "not for properties"),
            (
                "EVENT { PATTERN { put($1, $2); } ASSERT { _\\\n1 == 3 } }",
                "specifications are not preprocessed",
            ),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
            assert!(error.starts_with("p.spec:"), "{text}: {error}");
        }
    }
}
