//! How many statements each event of the specification matched, and what to say where none did.

use proofmark_frontend::relevance::{Occasion, Watched};
use proofmark_frontend::Program;
use proofmark_guard::text::line;
use proofmark_logic::cfa::Pos;
use serde_json::{json, Value};
use std::fmt::Write;

/// Most places that a message names.
const PLACES_MAX: usize = 5;

/// The verdict's name and the stable code of its reason.
pub const NOT_APPLICABLE: &str = "not-applicable";
/// Its exit status.
pub const NOT_APPLICABLE_STATUS: u8 = 4;

/// What the specification watches for, one object each.
pub fn json(program: &Program) -> Vec<Value> {
    let watched = program.relevance.watched.iter();
    watched.map(|event| object(program, event)).collect()
}

fn object(program: &Program, event: &Watched) -> Value {
    let places = |all: &[Pos]| -> Value {
        let place = |pos: &Pos| json!({ "file": file(program, *pos), "line": pos.line, "column": pos.column });
        all.iter().map(place).collect()
    };
    json!({
        "event": event.title,
        "kind": match event.occasion {
            Occasion::Event => "event",
            Occasion::Final { .. } => "final",
        },
        "file": file(program, event.specified),
        "line": event.specified.line,
        "matches": event.statements.len(),
        "statements": places(&event.statements),
        "unreachable": places(&event.unreachable),
        "missed": places(&event.missed),
        "similar": event.similar,
    })
}

fn file(program: &Program, pos: Pos) -> &str {
    program.sources.file_name(pos)
}

/// One line for each event, below a heading; nothing without a specification.
pub fn text(program: &Program) -> String {
    let mut out = String::new();
    if !program.relevance.watched.is_empty() {
        out.push_str("  statements that can be reached, by event:\n");
    }
    for event in &program.relevance.watched {
        let (name, row) = (file(program, event.specified), event.specified.line);
        let title = format!("{} ({name}:{row})", event.title);
        let _ = writeln!(out, "  {:>6}  {}", event.statements.len(), line(&title));
        if event.statements.is_empty() {
            for why in why_nothing(program, event) {
                let _ = writeln!(out, "          {why}");
            }
        }
    }
    out
}

/// What the reader should know although the verdict is a good one.
pub fn notes(program: &Program) -> Vec<String> {
    let relevance = &program.relevance;
    let mut out = Vec::new();
    if !relevance.error_has_paths {
        let what = match relevance.specified {
            true => "no matched statement can be rejected, whatever the values",
            false => "it calls no error function that can be reached, and has no assertion and no label ERROR",
        };
        out.push(format!(
            "no statement of the program can be the error: {what}"
        ));
    }
    out.extend(relevance.silent_observers().into_iter().map(|observer| {
        let files = &program.options().specification.observers;
        let name = files.get(observer).map_or("", |o| o.file.as_str());
        format!("the rule {} is about nothing in the program: none of its events matches a statement that can be reached", line(name))
    }));
    out
}

/// Why the specification says nothing about the program, and what its author may have meant.
pub fn not_applicable(program: &Program) -> String {
    let watched = &program.relevance.watched;
    let mut out = String::from(
        "no event of the specification matches a statement that can be reached: it says nothing about this program\n",
    );
    if watched.is_empty() {
        out.push_str("  it has no events and no final conditions\n");
    }
    for event in watched {
        let _ = writeln!(out, "  `{}`", line(&event.title));
        for why in why_nothing(program, event) {
            let _ = writeln!(out, "    {why}");
        }
    }
    out.push_str("  The program is matched after preprocessing: a macro is what it expands to, and a rule names the function behind it.");
    out
}

/// Why an event does not happen.
fn why_nothing(program: &Program, event: &Watched) -> Vec<String> {
    let mut out = Vec::new();
    if let Occasion::Final { .. } = event.occasion {
        out.push(match event.statements.is_empty() {
            true => "no run ends where it is checked".to_owned(),
            false => "nothing that it reads is changed by the program".to_owned(),
        });
        return out;
    }
    if !event.missed.is_empty() {
        let places = places(program, &event.missed);
        out.push(format!(
            "`{}` is called, but not like this: {places}; `$? = f($?)` matches every call of f",
            line(&event.subject)
        ));
    }
    if !event.unreachable.is_empty() {
        let places = places(program, &event.unreachable);
        out.push(format!(
            "it matches only statements that cannot be reached: {places}"
        ));
    }
    if !event.similar.is_empty() {
        let names: Vec<String> = event
            .similar
            .iter()
            .map(|name| format!("`{}`", line(name)))
            .collect();
        out.push(format!("the program has {}", names.join(", ")));
    }
    if out.is_empty() && !event.subject.is_empty() {
        out.push(format!(
            "nothing here is named `{}` or nearly so",
            line(&event.subject)
        ));
    }
    out
}

fn places(program: &Program, all: &[Pos]) -> String {
    let shown = all.iter().take(PLACES_MAX);
    let mut out: Vec<String> = shown
        .map(|pos| line(&format!("{}:{}", file(program, *pos), pos.line)).into_owned())
        .collect();
    if all.len() > PLACES_MAX {
        out.push(format!("and {} more", all.len() - PLACES_MAX));
    }
    out.join(", ")
}
