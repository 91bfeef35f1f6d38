//! What stands in the way of an answer, and what the user can do about it.

use super::spelling::Spelling;
use proofmark_frontend::{Approximation, Program};
use proofmark_guard::text;
use proofmark_logic::cfa::{FrameId, LocId, Pos};
use proofmark_producer::certify::Cause;
use proofmark_producer::counterexample::in_library;
use proofmark_producer::engine::{Situation, Stats};
use serde_json::{json, Value};
use std::fmt::Write;

/// Why there is no answer.
pub(crate) struct Report {
    reason: String,
    place: Option<Place>,
    grew: Vec<String>,
    tried: Vec<String>,
    advice: Vec<String>,
}

struct Place {
    file: String,
    line: u32,
    function: String,
    source: String,
}

impl Report {
    /// Works out what can be said.
    pub(crate) fn new(
        program: &Program,
        reason: &str,
        stats: &Stats,
        (situation, cause): (Option<&Situation>, Option<Cause>),
    ) -> Report {
        let place = match (cause, situation) {
            (Some(Cause::Approximation(doubt)), _) => at(program, doubt.at, None),
            (Some(Cause::NoProof(pos)), _) => at(program, pos, None),
            (None, Some(Situation { place, .. })) => place.and_then(|q| location(program, q)),
            (None, None) => None,
        };
        let situation = situation.filter(|_| cause.is_none());
        let grew = situation.map_or(Vec::new(), |situation| grew(program, situation));
        let advice = match cause {
            Some(Cause::Approximation(doubt)) => vec![instead(doubt.what).to_owned()],
            Some(Cause::NoProof(_)) => vec![hint(place.as_ref()), REPORT.to_owned()],
            None => searched(reason, place.as_ref(), situation),
        };
        Report {
            reason: reason.to_owned(),
            grew,
            tried: tried(stats, situation),
            advice,
            place,
        }
    }

    /// The text, line by line.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("unknown: {}\n", text::line(&self.reason));
        if let Some(place) = &self.place {
            let line = format!("{}:{} in {}", place.file, place.line, place.function);
            let _ = writeln!(out, "  where: {}", text::line(&line));
            if !place.source.is_empty() {
                let _ = writeln!(out, "           {}", text::line(&place.source));
            }
        }
        let parts = [
            ("what grew", &self.grew),
            ("tried", &self.tried),
            ("you can", &self.advice),
        ];
        for (title, rows) in parts.into_iter().filter(|(_, rows)| !rows.is_empty()) {
            let _ = writeln!(out, "  {title}:");
            for row in rows {
                let _ = writeln!(out, "    {}", text::line(row));
            }
        }
        out
    }

    /// The members of the JSON object.
    pub(crate) fn json(&self) -> Value {
        let place = self.place.as_ref().map(|place| {
            json!({
                "file": place.file,
                "line": place.line,
                "function": place.function,
                "source": place.source,
            })
        });
        json!({
            "where": place,
            "grew": self.grew,
            "tried": self.tried,
            "advice": self.advice,
        })
    }
}

const REPORT: &str = "report the program: the proof should have been found";

fn location(program: &Program, q: LocId) -> Option<Place> {
    let location = program.cfa.locations.get(usize::try_from(q.0).ok()?)?;
    at(program, location.pos, Some(location.frame))
}

/// A place of the program; the function is that of a statement there, if nothing else is known.
fn at(program: &Program, pos: Pos, frame: Option<FrameId>) -> Option<Place> {
    if pos.line == 0 {
        return None;
    }
    let frame_is_known = frame.is_some();
    let there = program.cfa.edges.iter().flat_map(|edge| &edge.stmts);
    let mut there = there.filter(|stmt| stmt.pos == pos);
    let known = frame.or_else(|| Some(there.next()?.frame));
    let frame = known.and_then(|id| program.cfa.frames.get(usize::try_from(id.0).ok()?));
    if in_library(program, pos) {
        // A library has no text that people know: its function is called somewhere.
        let called = frame?;
        let one = frame_is_known || there.all(|stmt| Some(stmt.frame) == known);
        return called
            .caller
            .filter(|_| one)
            .and_then(|caller| at(program, called.call_site, Some(caller)));
    }
    let row = program.sources.written_row(pos).unwrap_or("");
    Some(Place {
        file: program.sources.file_name(pos).to_owned(),
        line: pos.line,
        function: frame.map_or_else(String::new, |frame| frame.function.clone()),
        source: row.split_whitespace().collect::<Vec<&str>>().join(" "),
    })
}

fn grew(program: &Program, situation: &Situation) -> Vec<String> {
    let mut out = Vec::new();
    if situation.rounds > 0 {
        out.push(format!(
            "the last counterexample goes through it {} times",
            situation.rounds
        ));
    }
    if situation.predicates > 0 {
        out.push(match situation.predicates {
            1 => "1 predicate is tracked there".to_owned(),
            many => format!("{many} predicates are tracked there"),
        });
    }
    if situation.families.is_empty() {
        return out;
    }
    let names = proofmark_replay::names(program);
    let spelling = Spelling::new(program, &names);
    for family in &situation.families {
        let examples = family
            .examples
            .iter()
            .map(|e| format!("`{}`", spelling.formula(*e)));
        let examples: Vec<String> = examples.collect();
        let count = family.count;
        out.push(format!(
            "{count} predicates differ in a number only: {}, …",
            examples.join(", ")
        ));
    }
    out
}

fn tried(stats: &Stats, situation: Option<&Situation>) -> Vec<String> {
    if stats.iterations == 0 {
        return Vec::new();
    }
    let mut out = vec![format!(
        "{} counterexamples, {} predicates, {} calls of the theory, {} of the solver",
        stats.iterations, stats.predicates, stats.theory_calls, stats.solver_calls
    )];
    if situation.is_some_and(|situation| situation.rounds > 0) {
        out.push("ranges and equations of what the loop counts".to_owned());
    }
    out
}

fn hint(place: Option<&Place>) -> String {
    let place = match place {
        Some(place) => format!("{}:{}", place.file, place.line),
        None => "FILE:LINE".to_owned(),
    };
    format!("give a predicate that the proof needs: --hint '{place}: EXPRESSION'")
}

/// What helps a search that did not end.
fn searched(reason: &str, place: Option<&Place>, situation: Option<&Situation>) -> Vec<String> {
    let mut out = Vec::new();
    if situation.is_some() {
        out.push(hint(place));
    }
    if situation.is_some_and(|situation| situation.rounds > 0 || !situation.families.is_empty()) {
        out.push("bound what the loop counts, with an assumption or a smaller constant".to_owned());
    }
    if reason.contains("time limit") {
        out.push("--time-limit allows more, --entry FUNCTION certifies a part".to_owned());
    }
    if reason.contains("memory limit") {
        out.push("--memory-limit allows more, --entry FUNCTION certifies a part".to_owned());
    }
    out
}

/// What a program can do in place of what is not modelled.
fn instead(what: Approximation) -> &'static str {
    match what {
        Approximation::FloatingPoint => {
            "decide this by integers: only what is computed from constants, as `float` or `double`, is known"
        }
        Approximation::Volatile => {
            "read the volatile object once, into a variable; each read may yield anything"
        }
        Approximation::Assembly => {
            "give the assembly a model: a C function with the same effects, for verification"
        }
        Approximation::Union
        | Approximation::Characters
        | Approximation::Overlaid
        | Approximation::Block
        | Approximation::LargeObject => {
            "read what was written in the way it was written: the same member, not its bytes"
        }
        Approximation::External | Approximation::Library | Approximation::Cleared => {
            "give the function that is called a model: a body in C, in a file of its own"
        }
        Approximation::Builtin => "write the computation in C in place of the built-in function",
        Approximation::Allocation => "do not compare the addresses of blocks",
        Approximation::Place => {
            "do not compare addresses of different objects, or with numbers; say of a pointer from \
             outside to which objects it does not point: __VERIFIER_assume(p != &x)"
        }
        Approximation::Order => {
            "state what you need where no order matters, or sort with a function of your own"
        }
        Approximation::Access => "test the pointer before it is used",
        Approximation::Outside => "test the index before it is used",
        Approximation::Division => "test the divisor before it is used",
        Approximation::Count => "test the count before it is used",
        Approximation::Literal => "write to an array that the string literal initialises",
        Approximation::CallType => "call the function as the type that it has",
        Approximation::Model => {
            "the library is too coarse, or the error is real: with the function's C instead of the \
             library both can be told apart, and `proofmark train --from LIB` with this program \
             makes a library finer"
        }
    }
}
