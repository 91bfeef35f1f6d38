//! What a specification has to do with a program: where its events happen, and where they nearly
//! do.
//!
//! A rule that is about nothing in the program holds, and says nothing. So a specification is
//! *applicable* only if one of its events matches a statement that can be reached: there is a path
//! from the entry in the automaton as it was lowered, without edges whose assumption is `false`.
//! Values of variables are not looked at.

use crate::diagnostic::Diagnostic;
use crate::inline::Heard;
use crate::ir::{self, Program};
use crate::similar;
use crate::simplify::reached;
use crate::sources::Sources;
use crate::spec::pattern::{Kind, Lhs, Pat};
use crate::translate::Hearing;
use proofmark_logic::cfa::{Cfa, LocId, Pos};
use std::collections::BTreeSet;

/// What observers watch for, in the order of the specification: its events, then its final
/// conditions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Relevance {
    /// Events and final conditions.
    pub watched: Vec<Watched>,
    /// Whether there is a specification; without one the built-in errors count.
    pub specified: bool,
    /// Whether some path of the automaton ends in the error.
    pub error_has_paths: bool,
}

/// An event or a final condition, and where it happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watched {
    /// What it is called: the pattern or the condition.
    pub title: String,
    /// Whether it is an event or a final condition.
    pub occasion: Occasion,
    /// Which observer it belongs to: the number of its file.
    pub observer: usize,
    /// Where it is specified.
    pub specified: Pos,
    /// The statements that can be reached, in order.
    pub statements: Vec<Pos>,
    /// The statements that match, and cannot be reached.
    pub unreachable: Vec<Pos>,
    /// Calls of the function that the pattern names, which can be reached and do not match.
    pub missed: Vec<Pos>,
    /// Names of the program that are like the one in the pattern, if nothing matches.
    pub similar: Vec<String>,
    /// The function or the variable that the pattern names; empty if it names none.
    pub subject: String,
}

/// Ends the warning about a pattern that matches nothing, wherever runs begin.
pub const NOWHERE: &str = "matches no statement of the program";

/// What observers watch for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// A statement.
    Event,
    /// The end of the run. Says whether the condition reads variables of the program.
    Final {
        /// It does.
        about_program: bool,
    },
}

impl Relevance {
    pub(crate) fn of(
        program: &Program,
        (cfa, heard): (&Cfa, &[Heard]),
        reached: &[bool],
    ) -> Relevance {
        let is_reached = |q: &LocId| reached.get(q.0 as usize) == Some(&true);
        let survey = Survey::new(program, heard, &is_reached);
        let events = program.observed.events.iter().enumerate();
        let finals = program.observed.finals.iter().enumerate();
        Relevance {
            watched: events
                .map(|(index, event)| survey.event(index, event))
                .chain(finals.map(|(index, condition)| survey.condition(index, condition)))
                .collect(),
            specified: program.observed.active,
            error_has_paths: is_reached(&cfa.error),
        }
    }

    /// Whether the specification says anything about the program. The built-in errors always do.
    ///
    /// A final condition counts if it reads variables of the program, or belongs to an observer
    /// that has no events, or one of whose events happens: else it is about a state that nothing
    /// changes.
    pub fn is_applicable(&self) -> bool {
        !self.specified || self.watched.iter().any(|watched| self.counts(watched))
    }

    /// The observers that say nothing about the program, where others do.
    pub fn silent_observers(&self) -> BTreeSet<usize> {
        let all = self.watched.iter().map(|w| w.observer);
        let mut silent: BTreeSet<usize> = all.collect();
        for watched in self.watched.iter().filter(|w| self.counts(w)) {
            silent.remove(&watched.observer);
        }
        silent
    }

    fn counts(&self, watched: &Watched) -> bool {
        let events = || {
            let own = |w: &&Watched| w.observer == watched.observer;
            self.watched
                .iter()
                .filter(own)
                .filter(|w| w.occasion == Occasion::Event)
        };
        let happens = !watched.statements.is_empty();
        match watched.occasion {
            Occasion::Event => happens,
            Occasion::Final { about_program } => {
                happens
                    && (about_program
                        || events().next().is_none()
                        || events().any(|event| !event.statements.is_empty()))
            }
        }
    }

    /// Warnings about patterns that match nothing, and about calls that a pattern seems to mean but
    /// does not match.
    pub(crate) fn warnings(&self, sources: &Sources) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for watched in self.watched.iter().filter(|w| w.statements.is_empty()) {
            let message = match (watched.occasion, watched.unreachable.is_empty()) {
                (Occasion::Final { .. }, _) => {
                    format!("`{}`: no run ends where it is checked", watched.title)
                }
                (Occasion::Event, true) => {
                    format!("the pattern `{}` {NOWHERE}", watched.title)
                }
                (Occasion::Event, false) => format!(
                    "the pattern `{}` matches only statements that cannot be reached",
                    watched.title
                ),
            };
            let mut warning = Diagnostic::at(sources, watched.specified, message);
            if !watched.similar.is_empty() {
                warning.help = format!("the program has: {}", watched.similar.join(", "));
            }
            out.push(warning);
        }
        let missed: BTreeSet<(Pos, &str)> = self
            .watched
            .iter()
            .flat_map(|w| w.missed.iter().map(|pos| (*pos, w.subject.as_str())))
            .collect();
        for (pos, name) in missed {
            let message = format!("patterns name `{name}`, but none matches this call");
            let mut warning = Diagnostic::at(sources, pos, message);
            "a pattern without a place for the result matches calls whose result is not used; `$? = f(…)` matches both".clone_into(&mut warning.help);
            out.push(warning);
        }
        out
    }
}

/// Whether some path of an automaton ends in the error.
pub fn error_has_paths(cfa: &Cfa) -> bool {
    reached(cfa).get(cfa.error.0 as usize) == Some(&true)
}

/// What is known of all events at once.
struct Survey<'p> {
    program: &'p Program,
    /// Where which events happen.
    matches: BTreeSet<(usize, Pos)>,
    /// Where which final conditions are checked.
    ends: BTreeSet<(usize, Pos)>,
    /// Statements that were looked at and can be reached.
    visited: BTreeSet<Pos>,
    /// Calls that can be reached and no pattern matches, although one names the function.
    missed: BTreeSet<(u32, Pos)>,
    /// Functions that are called where that can be reached.
    called: BTreeSet<&'p str>,
}

impl<'p> Survey<'p> {
    fn new(program: &'p Program, heard: &[Heard], is_reached: &dyn Fn(&LocId) -> bool) -> Self {
        let mut survey = Survey {
            program,
            matches: BTreeSet::new(),
            ends: BTreeSet::new(),
            visited: BTreeSet::new(),
            missed: BTreeSet::new(),
            called: BTreeSet::new(),
        };
        for Heard { what, pos, .. } in heard.iter().filter(|heard| is_reached(&heard.at)) {
            match *what {
                Hearing::Match(event) => {
                    survey.matches.insert((event, *pos));
                    survey.visited.insert(*pos);
                }
                Hearing::Missed(f) => {
                    survey.missed.insert((f, *pos));
                    survey.visited.insert(*pos);
                }
                Hearing::End(condition) => {
                    survey.ends.insert((condition, *pos));
                }
                Hearing::Call(f) => {
                    survey.called.insert(name_of(program, f));
                }
                Hearing::Entered(_) => {}
            }
        }
        survey
    }

    fn event(&self, index: usize, event: &ir::Event) -> Watched {
        let of = |set: &BTreeSet<(usize, Pos)>| -> Vec<Pos> {
            let own = set.iter().filter(|(e, _)| *e == index);
            own.map(|(_, pos)| *pos).collect()
        };
        let statements = of(&self.matches);
        let mut unreachable = of(&self.program.observed.written);
        unreachable.retain(|pos| !self.visited.contains(pos));
        let subject = subject(&event.pattern.kind).unwrap_or_default();
        let called = |(f, _): &&(u32, Pos)| {
            event.pattern.watches(name_of(self.program, *f)) && event.pattern.at.is_empty()
        };
        let missed = self.missed.iter().filter(called).map(|(_, pos)| *pos);
        let similar = match statements.is_empty() {
            true => self.similar(&event.pattern.kind, &subject),
            false => Vec::new(),
        };
        Watched {
            title: event.title.clone(),
            occasion: Occasion::Event,
            observer: event.observer,
            specified: event.pos,
            statements,
            unreachable,
            missed: missed.collect(),
            similar,
            subject,
        }
    }

    fn condition(&self, index: usize, condition: &ir::Final) -> Watched {
        let own = self.ends.iter().filter(|(f, _)| *f == index);
        let about_program = condition.about_program;
        Watched {
            title: condition.title.clone(),
            occasion: Occasion::Final { about_program },
            observer: condition.observer,
            specified: condition.pos,
            statements: own.map(|(_, pos)| *pos).collect(),
            unreachable: Vec::new(),
            missed: Vec::new(),
            similar: Vec::new(),
            subject: String::new(),
        }
    }

    /// Names that the author of a pattern may have meant: of functions that are called, or of
    /// variables.
    fn similar(&self, kind: &Kind, subject: &str) -> Vec<String> {
        match kind {
            Kind::Call(..) => similar::names(subject, self.called.iter().copied()),
            Kind::Assign(..) => {
                let name = |full: &'p str| full.rsplit("::").next().unwrap_or(full);
                let globals = self.program.globals.iter().enumerate();
                let globals = globals.filter(|(id, _)| {
                    let id = u32::try_from(*id).unwrap_or(u32::MAX);
                    !self.program.observed.globals.contains_key(&id)
                });
                similar::names(subject, globals.map(|(_, g)| name(&g.name)))
            }
        }
    }
}

fn name_of(program: &Program, function: u32) -> &str {
    let function = program.function(function);
    function.map_or("", |f| f.name.as_str())
}

/// The function or the variable that a pattern names.
fn subject(kind: &Kind) -> Option<String> {
    match kind {
        Kind::Call(name, _, Lhs::Nothing | Lhs::Any | Lhs::Place(_) | Lhs::Returned(_)) => {
            Some(name.clone())
        }
        Kind::Assign(place, _) => root(place),
    }
}

fn root(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Name(name) => Some(name.clone()),
        Pat::Deref(inner)
        | Pat::Address(inner)
        | Pat::Field(inner, _)
        | Pat::Arrow(inner, _)
        | Pat::Index(inner, _) => root(inner),
        Pat::Any
        | Pat::Var(_)
        | Pat::Int(_)
        | Pat::Function(_)
        | Pat::Unary(..)
        | Pat::Arith(..)
        | Pat::Compare(..) => None,
    }
}
