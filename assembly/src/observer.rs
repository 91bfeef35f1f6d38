//! From an automaton to a specification: the component's events, in their order, must be a
//! sequence that the automaton allows.
//!
//! Each function that has events gets one pattern for each number of arguments, so a call matches
//! at most one of them, and which of its events it is, if any, depends on values: arguments as the
//! function gets them, after their conversion to the parameter's type, and the result as it is
//! returned. Events that are about a result are decided behind the call, all others in front of it,
//! since a call need not return.

use crate::automaton::{Automaton, Step};
use crate::event::Event;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The observer's state. A program that has such a name is refused.
const STATE: &str = "proofmark_events_seen";

/// An event with its position in the alphabet, from 1, and its name.
type Numbered<'a> = (usize, &'a str, &'a Event);

/// How a component's events are written into its observer.
enum Watch<'a> {
    /// They must follow an automaton.
    Keep(&'a Automaton),
    /// Each leaves its number, from 1: for those who look at executions.
    Record,
}

/// The specification that says: the component's events follow the automaton. It has the events of
/// its alphabet; `events` says what they are.
///
/// # Errors
/// An event of the alphabet that is none.
pub fn keeping(automaton: &Automaton, events: &BTreeMap<String, Event>) -> Result<String, String> {
    let alphabet = automaton.alphabet().iter().cloned().collect();
    written(
        &Watch::Keep(automaton),
        automaton.initial(),
        &alphabet,
        events,
    )
}

/// The observer that rejects nothing: its variable holds the number of the last event, which is the
/// event's position in the alphabet, from 1.
///
/// # Errors
/// An event of the alphabet that is none.
pub fn recording(
    alphabet: &BTreeSet<String>,
    events: &BTreeMap<String, Event>,
) -> Result<String, String> {
    written(&Watch::Record, 0, alphabet, events)
}

/// The name of the observer's variable.
pub fn variable() -> &'static str {
    STATE
}

fn written(
    watch: &Watch<'_>,
    initial: usize,
    alphabet: &BTreeSet<String>,
    events: &BTreeMap<String, Event>,
) -> Result<String, String> {
    let mut groups: BTreeMap<(&str, usize), Vec<Numbered<'_>>> = BTreeMap::new();
    for (index, name) in alphabet.iter().enumerate() {
        let event = events
            .get(name)
            .ok_or_else(|| format!("there is no event `{name}`"))?;
        let group = groups
            .entry((&event.function, event.arguments.len()))
            .or_default();
        group.push((index + 1, name, event));
    }
    let mut out = format!("GLOBAL int {STATE} = {initial};\n");
    for ((function, arguments), group) in groups {
        let variables: Vec<String> = (1..=arguments).map(|n| format!("${n}")).collect();
        let call = format!("{function}({})", variables.join(", "));
        let results = group.iter().any(|(.., event)| event.result.is_some());
        let (when, pattern) = match results {
            true => ("AFTER", format!("{call} == ${}", arguments + 1)),
            false => ("BEFORE", format!("$? = {call}")),
        };
        let _ = write!(out, "EVENT {{\n  {when}\n  PATTERN {{ {pattern}; }}\n");
        if let Watch::Keep(automaton) = watch {
            let conditions = conditions(automaton, &group);
            if !conditions.is_empty() {
                let _ = writeln!(out, "  ASSERT {{ {} }}", conditions.join(" && "));
            }
        }
        out.push_str("  ACTION {\n");
        for (number, name, event) in &group {
            let happens = matched(event);
            match watch {
                Watch::Keep(automaton) => {
                    let steps = steps(automaton, name);
                    if !steps.is_empty() {
                        let _ = writeln!(out, "    if ({happens}) {{ {steps} }} else");
                    }
                }
                Watch::Record => {
                    let _ = writeln!(out, "    if ({happens}) {STATE} = {number}; else");
                }
            }
        }
        out.push_str("    ;\n  }\n}\n");
    }
    Ok(out)
}

/// When a call is this event.
fn matched(event: &Event) -> String {
    let values = event.arguments.iter().chain([&event.result]).zip(1..);
    let values = values.filter_map(|(value, n)| Some((value.as_ref()?, n)));
    let returned = event.arguments.len() + 1;
    let test = |(value, n): (&i64, usize)| {
        let own = converted(*value, n);
        match n == returned && !(0..=1).contains(value) {
            // A function returns no number that its type does not have; -1 is one of an
            // `unsigned`, as C compares.
            true => format!("${n} == {own} && {own} == ({})", literal(*value)),
            false => format!("${n} == {own}"),
        }
    };
    let tests: Vec<String> = values.map(test).collect();
    match tests.is_empty() {
        true => "1".to_owned(),
        false => tests.join(" && "),
    }
}

/// A literal as a value of the type that this variable has.
fn converted(value: i64, n: usize) -> String {
    format!("(__typeof__(${n}))({})", literal(value))
}

/// A literal in C.
fn literal(value: i64) -> String {
    let suffix = match i32::try_from(value) {
        Ok(i32::MIN) | Err(_) => "LL",
        Ok(_) => "",
    };
    format!("{value}{suffix}")
}

/// What must hold at a call: an event that it is has a transition, and it is no two events.
fn conditions(automaton: &Automaton, group: &[Numbered<'_>]) -> Vec<String> {
    let mut out = Vec::new();
    for (_, name, event) in group {
        let refusing = (0..automaton.len()).filter(|s| automaton.step(*s, name) == Step::Refused);
        let refusing: Vec<String> = refusing.map(|s| format!("{STATE} == {s}")).collect();
        match (refusing.is_empty(), matched(event).as_str()) {
            (true, _) => {}
            (false, "1") => out.push(format!("!({})", refusing.join(" || "))),
            (false, happens) => {
                out.push(format!("!({happens} && ({}))", refusing.join(" || ")));
            }
        }
    }
    for (index, (.., first)) in group.iter().enumerate() {
        for (.., second) in group.iter().skip(index + 1) {
            out.extend(apart(first, second));
        }
    }
    out
}

/// Two events of one function have different literals at some place. They are two events only if
/// these are different values of the type there: 255 and -1 are one `unsigned char`, 1 and 2 one
/// `_Bool`. The condition is about constants.
fn apart(first: &Event, second: &Event) -> Option<String> {
    let arguments = first.arguments.iter().zip(&second.arguments);
    let places = arguments.chain([(&first.result, &second.result)]).zip(1..);
    let both = places.filter_map(|((a, b), n)| Some((((*a)?, (*b)?), n)));
    let different: Vec<((i64, i64), usize)> = both.filter(|((a, b), _)| a != b).collect();
    // Every type has 0 and 1.
    let always = |(a, b): (i64, i64)| (0..=1).contains(&a) && (0..=1).contains(&b);
    if different.iter().any(|(literals, _)| always(*literals)) {
        return None;
    }
    let places = different
        .iter()
        .map(|((a, b), n)| format!("{} != {}", converted(*a, *n), converted(*b, *n)));
    let places: Vec<String> = places.collect();
    Some(format!("({})", places.join(" || ")))
}

/// What an event does to the state, in C.
fn steps(automaton: &Automaton, name: &str) -> String {
    let mut by_target: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (from, event, to) in automaton.transitions() {
        if event == name && from != to {
            by_target.entry(to).or_default().push(from);
        }
    }
    let cases = by_target.iter().map(|(to, from)| {
        let from: Vec<String> = from.iter().map(|s| format!("{STATE} == {s}")).collect();
        format!("if ({}) {STATE} = {to};", from.join(" || "))
    });
    let cases: Vec<String> = cases.collect();
    cases.join(" else ")
}
