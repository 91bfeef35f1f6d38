//! An execution of an assembly: each component's own execution, which the interpreter has
//! confirmed, cut at its events and put beside the others'. Components share nothing else, so any
//! order of what lies between two events is one (DESIGN 17; paper 003, definition 5).

use super::super::failure::BadInput;
use super::super::trace::{Report, Row};
use proofmark_assembly::Assembly;
use proofmark_producer::substitutability::automata::{projected, Word};
use proofmark_producer::substitutability::compatibility::Parts;
use proofmark_producer::substitutability::component::{Part, Session};
use proofmark_replay::story::Extent;
use serde_json::{json, Value};
use std::collections::VecDeque;
use std::fmt::Write;

/// What leads to an event.
struct Stage {
    event: String,
    /// The components that do it together.
    together: Vec<String>,
    /// Who does what before.
    steps: Vec<(String, Row, Value)>,
}

/// What one component does.
struct Own {
    name: String,
    asked: Vec<(Row, Value)>,
    /// What it does before each of its events.
    parts: VecDeque<Vec<(Row, Value)>>,
}

/// An execution of an assembly.
pub(super) struct Execution {
    inputs: Vec<(String, Row, Value)>,
    stages: Vec<Stage>,
}

impl Execution {
    /// The execution with these events; `None` if a component has no execution that was found and
    /// confirmed as one piece.
    ///
    /// # Errors
    /// What is wrong with a component.
    pub(super) fn find(
        (assembly, parts): (&Assembly, &mut Parts),
        word: &Word,
        extent: Extent,
        session: &mut Session<'_>,
    ) -> Result<Option<Execution>, BadInput> {
        let mut all = Vec::new();
        for (name, part) in parts {
            let events = projected(word, &part.component.events);
            if events.is_empty() {
                continue;
            }
            match own(assembly, (name, part), &events, extent, session)? {
                Some(own) => all.push(own),
                None => return Ok(None),
            }
        }
        let asked = all.iter().flat_map(|own| {
            let asked = own.asked.iter();
            asked.map(|(row, json)| (own.name.clone(), row.clone(), json.clone()))
        });
        let inputs = asked.collect();
        let stages = word.iter().map(|event| stage(event, &mut all, assembly));
        Ok(Some(Execution {
            stages: stages.collect(),
            inputs,
        }))
    }

    /// For people.
    pub(super) fn text(&self) -> String {
        let steps = self.stages.iter().flat_map(|stage| &stage.steps);
        let rows = || self.inputs.iter().chain(steps.clone());
        let names = rows().map(|(name, ..)| name.chars().count()).max();
        let places = rows().map(|(_, row, _)| row.place.chars().count()).max();
        let (name_width, place_width) = (names.unwrap_or(0), places.unwrap_or(0));
        let mut out = String::new();
        let print = |out: &mut String, (name, row, _): &(String, Row, Value)| {
            let (place, text) = (&row.place, &row.text);
            let _ = writeln!(out, "    {name:name_width$}  {place:place_width$}  {text}");
        };
        if !self.inputs.is_empty() {
            out.push_str("  inputs:\n");
            self.inputs.iter().for_each(|row| print(&mut out, row));
        }
        out.push_str("  what happens:\n");
        for stage in &self.stages {
            stage.steps.iter().for_each(|row| print(&mut out, row));
            let together = stage.together.join(", ");
            let _ = writeln!(out, "   => {} ({together})", stage.event);
        }
        out.push_str("  which the property does not allow\n");
        out
    }

    /// For programs.
    pub(super) fn json(&self) -> Value {
        let of = |(name, _, json): &(String, Row, Value)| {
            let mut json = json.clone();
            json["component"] = name.as_str().into();
            json
        };
        let stage = |stage: &Stage| {
            json!({
                "event": stage.event,
                "components": stage.together,
                "steps": stage.steps.iter().map(of).collect::<Value>(),
            })
        };
        json!({
            "inputs": self.inputs.iter().map(of).collect::<Value>(),
            "events": self.stages.iter().map(stage).collect::<Value>(),
        })
    }
}

/// What a component does for its part of the events.
fn own(
    assembly: &Assembly,
    (name, part): (&str, &mut Part),
    events: &Word,
    extent: Extent,
    session: &mut Session<'_>,
) -> Result<Option<Own>, BadInput> {
    let Some(run) = part.run(assembly, events, session)? else {
        return Ok(None);
    };
    let report = Report::new(&run.program, &run.trace, extent);
    Ok(Some(Own {
        name: name.to_owned(),
        asked: report.asked(),
        parts: report.parts(&run.ends(events.len())).into(),
    }))
}

/// Those that have an event go on to it, one behind the other.
fn stage(event: &str, all: &mut [Own], assembly: &Assembly) -> Stage {
    let (mut together, mut steps) = (Vec::new(), Vec::new());
    for own in all {
        let component = assembly.components.get(&own.name);
        if !component.is_some_and(|component| component.events.contains(event)) {
            continue;
        }
        together.push(own.name.clone());
        let part = own.parts.pop_front().unwrap_or_default();
        steps.extend(
            part.into_iter()
                .map(|(row, json)| (own.name.clone(), row, json)),
        );
    }
    Stage {
        event: event.to_owned(),
        together,
        steps,
    }
}
