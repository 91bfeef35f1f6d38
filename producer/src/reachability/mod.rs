//! Which locations the executions of a program get to (paper 002, sections 2.2 and 3.2).
//!
//! The question becomes a program that may reject in front of locations
//! ([`proofmark_query::probe`]), and goes through [`crate::certify`]. One search answers many
//! targets: as long as there is an execution that is rejected, all locations that it passes are
//! reached; if there is none, one certificate says so of all that are left. Before there is any
//! search, the interpreter runs the program with some inputs (`trial`).

mod carried;
mod initial;
mod passing;
mod search;
mod together;
mod trial;

use crate::certify::{Certified, Watch};
use crate::engine::Stats;
use carried::Carried;
pub use passing::{passing, Passing};
use proofmark_frontend::spec::{Observer, Specification};
use proofmark_frontend::Program;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_query::executions::{Executions, Known, Monitor, Occurs, Question, Refused, Verdict};
use proofmark_query::facts::is_line;
use proofmark_query::probe::Lines;
use proofmark_query::start::Start;
use proofmark_replay::interpret::Trace;
use search::Search;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use std::time::{Duration, Instant};

/// The kind of assumption about orders that C leaves open. Compilers take another one, and their
/// programs get where this one does not lead.
const ANY_ORDER: &str = "evaluation-order";

/// What answers may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When everything ends.
    pub end: Instant,
    /// How long one search may take.
    pub search: Duration,
    /// Resident memory in bytes.
    pub memory: u64,
    /// Threads; as many as there are processors, if that is not said.
    pub jobs: Option<NonZeroUsize>,
    /// Whether inputs are tried before anything is searched for.
    pub trials: bool,
}

/// What was done for an answer.
#[derive(Clone, Default, Debug)]
pub struct Cost {
    /// Where the question stands in the script, as an offset.
    pub at: usize,
    /// What was asked.
    pub about: String,
    /// How many locations it was about that were not known already.
    pub targets: usize,
    /// Of these: reached when the interpreter tried some inputs.
    pub tried: usize,
    /// Reached by executions that a search found.
    pub found: usize,
    /// Without a path in the automaton.
    pub without_path: usize,
    /// Unreachable by a certificate.
    pub certified: usize,
    /// Unknown.
    pub unknown: usize,
    /// Why, and which locations; `SAFE` has no location.
    pub reasons: BTreeMap<String, Vec<String>>,
    /// Searches.
    pub searches: usize,
    /// Calls of the theory solver, and of Z3.
    pub solver_calls: u64,
    /// Different predicates of the search that has most.
    pub predicates: usize,
    /// Bytes of certificates.
    pub certificates: usize,
    /// How long it took.
    pub time: Duration,
}

impl Cost {
    /// Nobody knows whether executions get to these locations, and this is why.
    fn doubt(&mut self, locations: &[String], reason: &str) {
        let known = self.reasons.entry(reason.to_owned()).or_default();
        known.extend_from_slice(locations);
        self.unknown += locations.len().max(1);
    }

    /// One more search.
    fn searched(&mut self, stats: &Stats) {
        self.searches += 1;
        self.solver_calls += stats.theory_calls + stats.solver_calls;
        self.predicates = self.predicates.max(stats.predicates);
    }
}

/// Gets to see why answers are right.
pub trait Witness {
    /// From now on, answers are about this question.
    fn about(&mut self, question: &str);
    /// Each of these executions of a program ends in front of the location.
    fn reached(&mut self, program: &Program, executions: &[(&str, &Trace)]);
    /// No execution gets to any of these. The certificate is bound to these specifications.
    fn unreachable(&mut self, locations: &[String], certified: (&Certified, &[String]));
    /// This execution is rejected.
    fn violated(&mut self, program: &Program, trace: &Trace);
    /// The automaton has no path to any of these. Where certificates are wanted there is one.
    fn without_path(&mut self, locations: &[String], certified: Option<(&Certified, &[String])>);
    /// Whether what has no path needs a certificate, too.
    fn wants_certificates(&self) -> bool;
    /// Nobody knows whether an execution gets to one of these, and this is why.
    fn unknown(&mut self, locations: &[String], reason: &str);
}

/// What is asked about: a program and its locations.
pub struct Subject<'a> {
    /// The program.
    pub program: &'a Program,
    /// All its locations.
    pub locations: BTreeSet<String>,
    /// Where its executions start, if the entry has a location.
    pub start: Option<String>,
    /// The locations of its lines.
    pub lines: Lines,
    /// The observers of the script.
    pub observers: Vec<Watcher>,
    /// Kinds of assumptions on which no answer may rest.
    pub deny: Vec<String>,
}

/// An observer of a script.
pub struct Watcher {
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: String,
    /// What it does.
    pub observer: Observer,
}

/// A question with one start.
struct Asked {
    /// Where executions start.
    from: String,
    /// The same, if the program does not start there.
    start: Option<Start>,
    /// What runs beside the program.
    monitor: Monitor,
    /// What it is called.
    about: String,
}

/// Whether an answer depends on the order in which expressions are evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// It is right for the order that the front end chooses.
    Chosen,
    /// It is right for any order.
    Any,
}

/// Answers questions about a program.
pub struct Explorer<'a> {
    subject: Subject<'a>,
    limits: Limits,
    watch: &'a mut dyn Watch,
    witness: &'a mut dyn Witness,
    /// What is known of executions: by question, where they start, and where they get to; of
    /// violations, the latter is empty.
    known: BTreeMap<Monitor, BTreeMap<String, BTreeMap<String, Known>>>,
    /// What is unknown only because everything ended.
    cut: Vec<(Monitor, String, String)>,
    /// Whether what becomes known now is so only because there was no more time in all.
    cut_short: bool,
    /// What the last search has left for the next.
    carried: Option<Carried>,
    /// What answers cost, in the order of the questions.
    pub costs: Vec<Cost>,
    /// What answers rest on that something does not happen.
    pub assumed: BTreeSet<LedgerEntry>,
}

impl<'a> Explorer<'a> {
    /// Knows nothing yet.
    pub fn new(
        subject: Subject<'a>,
        limits: Limits,
        watch: &'a mut dyn Watch,
        witness: &'a mut dyn Witness,
    ) -> Explorer<'a> {
        Explorer {
            subject,
            limits,
            watch,
            witness,
            known: BTreeMap::new(),
            cut: Vec::new(),
            cut_short: false,
            carried: None,
            costs: Vec::new(),
            assumed: BTreeSet::new(),
        }
    }

    /// How many observers questions may be about.
    pub fn observers(&self) -> usize {
        self.subject.observers.len()
    }

    /// From now on, questions may be about these observers too.
    pub fn observe(&mut self, more: Vec<Watcher>) {
        self.subject.observers.extend(more);
    }

    /// From now on, this is when everything ends. What was not answered because it had ended may be
    /// asked again.
    pub fn allow(&mut self, end: Instant) {
        self.limits.end = end;
        for (monitor, from, to) in std::mem::take(&mut self.cut) {
            let known = self.known.get_mut(&monitor);
            if let Some(known) = known.and_then(|known| known.get_mut(&from)) {
                known.remove(&to);
            }
        }
    }

    /// Whether somebody or the limit on time has ended everything.
    fn ended(&self) -> bool {
        self.watch.cancelled() || Instant::now() >= self.limits.end
    }

    /// Lets an answer rest on what a program assumes.
    ///
    /// # Errors
    /// If that is denied.
    fn assume(&mut self, program: &Program, order: Order) -> Result<(), String> {
        let ledger = &program.cfa.ledger;
        let deny = &self.subject.deny;
        let chosen = order == Order::Chosen;
        let denied = |kind: &String| match kind == ANY_ORDER {
            true => chosen,
            false => deny.contains(kind),
        };
        if let Some(entry) = ledger.iter().find(|entry| denied(&entry.kind)) {
            let (kind, subject) = (&entry.kind, &entry.subject);
            return Err(format!(
                "it needs an assumption that is denied: {kind}: {subject}"
            ));
        }
        self.assumed.extend(ledger.iter().cloned());
        Ok(())
    }

    fn is_start(&self, location: &str) -> bool {
        self.subject.start.as_deref() == Some(location)
    }

    fn known(&self, (monitor, from): (&Monitor, &str), to: &str) -> Known {
        let locations = &self.subject.locations;
        let stands = |name: &str| match locations.contains(name) {
            true => None,
            // The compiler may have something to execute in a line that has no location here, and
            // files may have other names than they were given.
            false if is_line(name) => Some(Known::Unknown),
            false => Some(Known::No),
        };
        let ends = (monitor.verdict != Verdict::Violated).then_some(to);
        if let Some(known) = stands(from).or_else(|| ends.and_then(stands)) {
            return known;
        }
        let known = self.known.get(monitor).and_then(|known| known.get(from));
        let known = known.and_then(|known| known.get(to));
        known.copied().unwrap_or(Known::Unknown)
    }

    fn settle(&mut self, asked: &Asked, names: impl Iterator<Item = String>, known: Known) {
        let cut = known == Known::Unknown && (self.cut_short || self.ended());
        let Asked { monitor, from, .. } = asked;
        let all = self.known.entry(monitor.clone()).or_default();
        let all = all.entry(from.clone()).or_default();
        for name in names {
            if cut {
                let asked = (monitor.clone(), from.clone(), name.clone());
                self.cut.push(asked);
            }
            all.insert(name, known);
        }
    }

    fn watcher(&self, number: usize) -> Option<&Watcher> {
        self.subject.observers.get(number)
    }

    /// What a question is called.
    fn describe(&self, monitor: &Monitor) -> String {
        let name = |number: usize| self.watcher(number).map_or("?", |w| w.name.as_str());
        let mut out = match (monitor.verdict, monitor.property) {
            (Verdict::Accepted, None) => "REACH".to_owned(),
            (Verdict::Accepted, Some(a)) => format!("A-REACH, observer at {}", name(a)),
            (Verdict::Rejected, a) => format!("R-REACH, observer at {}", a.map_or("?", name)),
            (Verdict::Violated, None) => "SAFE".to_owned(),
            (Verdict::Violated, Some(a)) => format!("SAFE, observer at {}", name(a)),
        };
        if !monitor.events.is_empty() {
            let mut events = monitor.events.iter();
            match events.find(|(_, occurs)| *occurs == Occurs::First) {
                Some((event, _)) => {
                    out.push_str(", first the event at ");
                    out.push_str(name(*event));
                }
                None => out.push_str(", without events of SPLIT"),
            }
        }
        out
    }

    /// The observers that run beside the program, and their texts.
    fn specification(&self, monitor: &Monitor) -> (Specification, Vec<String>) {
        let events = monitor.events.iter().map(|(event, _)| *event);
        let all = monitor.property.into_iter().chain(events);
        let watchers: Vec<&Watcher> = all.filter_map(|number| self.watcher(number)).collect();
        let observers = watchers.iter().map(|w| w.observer.clone()).collect();
        let texts = watchers.iter().map(|w| w.text.clone()).collect();
        (Specification { observers }, texts)
    }

    /// Whether the events of a question extend every observer (paper 002, section 4): no assertion
    /// of theirs fails, and as observers of their own they write what no other one reads.
    fn check_events(&self, monitor: &Monitor) -> Result<(), Refused> {
        for (number, _) in &monitor.events {
            let Some(watcher) = self.watcher(*number) else {
                continue;
            };
            let Observer {
                initial,
                finals,
                events,
                ..
            } = &watcher.observer;
            let wrong = match events.as_slice() {
                [event] if event.assertion.is_some() => "its event has an ASSERT",
                [_] if !initial.is_empty() => "it has an INITIAL",
                [_] if !finals.is_empty() => "it has a FINAL",
                [_] => continue,
                _ => "it is not one event",
            };
            let name = &watcher.name;
            let message =
                format!("SPLIT by {name} of the script, which extends no observer: {wrong}");
            return Err(Refused::Senseless(*number, message));
        }
        Ok(())
    }
}

impl Executions for Explorer<'_> {
    fn is_location(&self, name: &str) -> bool {
        self.subject.locations.contains(name)
    }

    fn ask(&mut self, question: &Question) -> Result<Vec<Vec<Known>>, Refused> {
        let Question {
            from,
            to,
            monitor,
            at,
        } = question;
        self.check_events(monitor)?;
        if monitor.verdict == Verdict::Rejected && monitor.property.is_none() {
            return Ok(vec![vec![Known::No; to.len()]; from.len()]);
        }
        let nothing = vec![String::new()];
        let to = match monitor.verdict {
            Verdict::Violated => &nothing,
            Verdict::Accepted | Verdict::Rejected => to,
        };
        for from in from {
            if !self.subject.locations.contains(from) {
                continue;
            }
            let settled = self.known.get(monitor).and_then(|known| known.get(from));
            let open = to.iter().filter(|to| {
                let known = settled.is_some_and(|known| known.contains_key(*to));
                !known && (to.is_empty() || self.subject.locations.contains(*to))
            });
            let open: Vec<String> = open.cloned().collect();
            if open.is_empty() {
                continue;
            }
            let mut about = self.describe(monitor);
            let start = (!self.is_start(from)).then(|| Start {
                location: from.clone(),
                entry: self.subject.program.options().entry.clone(),
            });
            if start.is_some() {
                about.push_str(", from ");
                about.push_str(from);
            }
            self.witness.about(&about);
            let asked = Asked {
                from: from.clone(),
                start,
                monitor: monitor.clone(),
                about,
            };
            match monitor.verdict {
                Verdict::Violated => Search::new(self, asked, Vec::new(), *at).violation()?,
                Verdict::Accepted | Verdict::Rejected => {
                    Search::new(self, asked, open, *at).run()?
                }
            }
        }
        let row = |from: &String| {
            let known = to.iter().map(|to| self.known((monitor, from), to));
            known.collect()
        };
        Ok(from.iter().map(row).collect())
    }
}
