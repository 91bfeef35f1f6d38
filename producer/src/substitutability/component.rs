//! What one C component does, as sequences of its events.
//!
//! Two automata enclose the behaviours (paper 003, section 3.2). The one has only sequences of
//! executions that the interpreter followed on chosen inputs: an under-approximation, because where
//! executions meet in one state of the program, either may go on like the other. The other one has
//! at least all sequences, and a certificate that says so. They meet where the certificate is about
//! the first one; otherwise counterexamples widen the one and narrow the other, and L* guesses what
//! repeats without end.

use super::automata::{all_but, both, minimal, missing, Loose, Word};
use super::learner::Learner;
use crate::certify::{certify_with, Certification, Request, Watch};
use crate::engine::Limits;
use crate::reuse;
use proofmark_assembly::automaton::Automaton;
use proofmark_assembly::{component, observer, Assembly, Component};
use proofmark_checker::check::Policy;
use proofmark_checker::verdict::Verdict;
use proofmark_frontend::{spec, ErrorKind, LoadError, Options, Program, Unit};
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::StmtKind;
use proofmark_logic::encode::cfa_bytes;
use proofmark_replay::interpret::{
    graph, literals, written_along, Graph, Layout, Reach, Trace, Value, Written, ELSEWHERE, GAP,
};
use proofmark_replay::{observer_variable, recorded, recorded_whole};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Components by name.
pub type Parts = BTreeMap<String, Part>;

/// How far executions are followed.
const REACH: Reach = Reach {
    nodes: 60_000,
    ways: 1_000,
    samples: 256,
};
/// Most inputs that executions are tried on.
const INPUTS_MAX: usize = 48;
/// Edges of an execution that is followed once more.
const FUEL: usize = 1_000_000;
/// Rounds in which what executions do is extended, before L* guesses.
const ROUNDS: usize = 8;
/// What executions do that needs more states probably goes on without end.
const STATES_MAX: usize = 100;
/// Rounds of L*.
const CANDIDATES: usize = 64;
/// Words of a candidate that no execution is known to do are asked for if they are not longer than
/// it has states and this.
const IDLE_LENGTH: usize = 6;
/// So many at once.
const IDLE_WORDS: usize = 4;
/// So many times.
const IDLE_ROUNDS: usize = 16;
/// Whether a longer sequence is possible, the engine is not asked.
const ASKED_LENGTH: usize = 200;

/// What is asked, and of whom: limits, and what it took.
pub struct Session<'a> {
    /// When the work has to end.
    pub end: Instant,
    /// Resident memory in bytes.
    pub memory: Option<u64>,
    /// Threads.
    pub jobs: Option<NonZeroUsize>,
    /// Told how it advances.
    pub watch: &'a mut dyn Watch,
    /// What it took.
    pub counts: Counts,
}

/// What a run took.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Membership queries of learners.
    pub membership: u64,
    /// Questions to the engine: is this automaton kept, is this sequence possible?
    pub questions: u64,
    /// Calls of decision procedures.
    pub solver_calls: u64,
}

impl Counts {
    /// All that was asked.
    pub fn queries(&self) -> u64 {
        self.membership + self.questions
    }
}

impl Session<'_> {
    /// What is left of time, and the other limits.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            time: Some(self.end.saturating_duration_since(Instant::now())),
            memory: self.memory,
            jobs: self.jobs,
            spent: Duration::ZERO,
        }
    }

    /// Whether there is time.
    pub fn goes_on(&self) -> bool {
        !self.watch.cancelled() && Instant::now() < self.end
    }
}

/// An answer about a component.
pub enum Asked {
    /// Its events follow the automaton: the certificate.
    Kept(Vec<u8>),
    /// They do not: the events of an execution up to where it leaves the automaton.
    Left(Word, Box<Run>),
    /// Nobody knows; why.
    Unknown(String),
}

/// An execution that the interpreter confirmed.
pub struct Run {
    /// The program that it is of.
    pub program: Program,
    /// What happens.
    pub trace: Trace,
}

impl Run {
    /// For an execution that does a sequence of events and then ends: for each event but the last,
    /// the step with which it has happened.
    #[must_use]
    pub fn ends(&self, events: usize) -> Vec<usize> {
        let Some(watched) = observer_variable(&self.program.cfa, observer::variable()) else {
            return Vec::new();
        };
        // The automaton without the sequence counts how much of it has happened.
        let counted = (1..events).map_while(|count| {
            let count = i128::try_from(count).ok()?;
            let mut steps = self.trace.steps.iter();
            steps.position(|step| step.written == Some((watched, Written::Int(count))))
        });
        counted.collect()
    }
}

/// Whether a sequence of events is a behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Possible {
    /// An execution has it.
    Yes,
    /// A certificate excludes it.
    No,
    /// Nobody knows.
    Unknown,
}

/// A component, and what is known of it.
pub struct Part {
    /// What the assembly says of it.
    pub component: Component,
    /// Its automaton and its events, as a digest.
    pub key: String,
    /// Its preprocessed files, as a digest.
    text: String,
    /// It leaves the numbers of its events in a variable.
    pub program: Program,
    /// The same with its long string literals, if it has any.
    whole: Option<Program>,
    /// A certificate of an earlier version, to start from.
    pub earlier: Option<Vec<u8>>,
    inputs: Vec<i128>,
    words: Vec<Word>,
    /// States of the program that executions on chosen inputs reach.
    pub states: usize,
    /// Behaviours.
    pub does: Automaton,
    /// All behaviours and perhaps more; `certificate` says so.
    pub keeps: Automaton,
    /// See there.
    pub certificate: Option<Vec<u8>>,
    /// All behaviours and perhaps more, by several certificates.
    pub claims: Automaton,
    possible: HashMap<Word, Possible>,
}

impl Part {
    /// Whether another version does just the same: its automaton is the same, and so is what its
    /// automaton leaves open, of which the text decides.
    #[must_use]
    pub fn is_same(&self, other: &Part) -> bool {
        let exact = self.program.approximations.is_empty() && self.whole.is_none();
        self.key == other.key && (exact || self.text == other.text)
    }

    /// Reads a component.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(assembly: &Assembly, own: &Component) -> Result<Part, LoadError> {
        let units = component::read(assembly, own)?;
        let wrong = |message: String| LoadError::plain(ErrorKind::Specification, &message);
        let observer = observer::recording(&own.events, &assembly.events).map_err(wrong)?;
        let options = Options {
            specification: spec::read_text(&own.name, &observer)?,
            ..component::options(assembly, own)
        };
        let program = proofmark_frontend::load_read(&units, &options)?;
        component::conditions(assembly, own, &program)?;
        let program = recorded(&program)?;
        let whole = recorded_whole(&program)?;
        let everything = Automaton::everything(own.events.clone());
        let mut inputs = literals(&program.arena, &program.cfa);
        inputs.truncate(INPUTS_MAX);
        let mut part = Part {
            component: own.clone(),
            key: key(&program, &own.events),
            text: text(&units),
            whole,
            program,
            earlier: None,
            inputs,
            words: Vec::new(),
            states: 0,
            does: everything.clone(),
            keeps: everything.clone(),
            certificate: None,
            claims: everything,
            possible: HashMap::new(),
        };
        part.follow();
        Ok(part)
    }

    /// Follows executions: what they do wherever the component's objects are.
    fn follow(&mut self) {
        let usual = self.followed(Layout::Ascending(GAP));
        self.states = usual.as_ref().map_or(0, |graph| graph.arrows.len());
        let does = |graph: Option<Graph>| {
            let mut loose = graph.map_or_else(Loose::default, |graph| Loose::of_graph(&graph));
            // The empty sequence is a behaviour.
            loose.add(&[], &[]);
            loose
        };
        let mut loose = does(usual);
        let placed = self.executed().map(|(own, _)| !own.cfa.objects.is_empty());
        let elsewhere = match placed {
            Some(true) => &ELSEWHERE[..],
            Some(false) | None => &[],
        };
        let events = &self.component.events;
        for layout in elsewhere {
            let there = does(self.followed(*layout)).determined(events);
            loose = Loose::of(&both(&loose.determined(events), &there));
        }
        let alphabet: Vec<String> = self.component.events.iter().cloned().collect();
        for word in &self.words {
            loose.add(&alphabet, word);
        }
        self.does = loose.determined(&self.component.events);
    }

    /// The executions with the component's objects in these places.
    fn followed(&self, layout: Layout) -> Option<Graph> {
        let (program, watched) = self.executed()?;
        graph(program, watched, &self.inputs, (REACH, layout)).ok()
    }

    /// What is executed, and the variable with the number of the last event.
    fn executed(&self) -> Option<(&Program, VarId)> {
        let program = self.whole.as_ref().unwrap_or(&self.program);
        let watched = observer_variable(&program.cfa, observer::variable())?;
        Some((program, watched))
    }

    /// An execution does this.
    fn learn_of(&mut self, word: Word, run: Option<&Run>) {
        self.possible.insert(word.clone(), Possible::Yes);
        let before = self.inputs.len();
        for value in run.into_iter().flat_map(inputs_of) {
            if !self.inputs.contains(&value) && self.inputs.len() < INPUTS_MAX {
                self.inputs.push(value);
            }
        }
        let known = self.does.allows(&word);
        if !known {
            self.words.push(word);
        }
        if !known || self.inputs.len() > before {
            self.follow();
        }
    }

    /// Asks whether the component's events follow an automaton.
    ///
    /// # Errors
    /// What is wrong with the component.
    pub fn ask(
        &mut self,
        assembly: &Assembly,
        automaton: &Automaton,
        session: &mut Session<'_>,
    ) -> Result<Asked, LoadError> {
        let specification = component::specification(assembly, &self.component, automaton)?;
        let mut program = self
            .program
            .instrumented(specification, Arc::new(|_, _| ()))?;
        let start = self
            .earlier
            .as_deref()
            .map(|old| reuse::start(&mut program, old));
        let request = Request {
            start: start.as_ref(),
            resumable: true,
            ..Request::default()
        };
        session.counts.questions += 1;
        let limits = session.limits();
        let (answer, stats) = certify_with(&mut program, &request, &limits, session.watch);
        session.counts.solver_calls += stats.theory_calls + stats.solver_calls;
        Ok(match answer {
            Certification::Certified(certified) => {
                session.counts.solver_calls += certified.proving.calls;
                Asked::Kept(certified.bytes)
            }
            Certification::Unknown { reason } => Asked::Unknown(reason),
            Certification::Violated(trace) => {
                let run = Run { program, trace };
                match self.word(&run, automaton) {
                    Some(word) => Asked::Left(word, Box::new(run)),
                    None => Asked::Unknown("an execution was found, but not its events".to_owned()),
                }
            }
        })
    }

    /// The events of an execution that leaves an automaton, up to there.
    fn word(&self, run: &Run, automaton: &Automaton) -> Option<Word> {
        let (program, watched) = self.executed()?;
        let along = (&run.program, &run.trace);
        let written = written_along(program, watched, along, FUEL).ok()?;
        let events: Vec<&String> = self.component.events.iter().collect();
        let numbers = written.iter().filter_map(|n| usize::try_from(n - 1).ok());
        let word: Word = numbers
            .filter_map(|n| events.get(n).map(|e| (*e).clone()))
            .collect();
        let prefixes = (1..=word.len()).filter_map(|length| word.get(..length));
        let mut left = prefixes.filter(|prefix| !automaton.allows(prefix));
        left.next().map(<[String]>::to_vec)
    }

    /// Looks for a certificate that the component does no more than executions are known to do,
    /// which counterexamples extend.
    ///
    /// # Errors
    /// What is wrong with the component.
    pub fn extend(
        &mut self,
        assembly: &Assembly,
        session: &mut Session<'_>,
    ) -> Result<(), LoadError> {
        for _ in 0..ROUNDS {
            let candidate = self.does.clone();
            if candidate.len() > STATES_MAX {
                break;
            }
            match self.ask(assembly, &candidate, session)? {
                Asked::Kept(certificate) => {
                    self.settle(candidate, certificate);
                    break;
                }
                Asked::Left(word, run) => self.learn_of(word, Some(&run)),
                Asked::Unknown(_) => break,
            }
            if !session.goes_on() {
                break;
            }
        }
        Ok(())
    }

    /// A certificate says what the component keeps.
    pub fn settle(&mut self, automaton: Automaton, certificate: Vec<u8>) {
        self.claims = both(&self.claims, &automaton);
        self.keeps = automaton;
        self.certificate = Some(certificate);
    }

    /// L*: whether a sequence is possible is asked of executions and of the engine, and whether a
    /// candidate has all of them, of the engine. That it has no others is asked for short words
    /// only: it may end up with more than the component does.
    ///
    /// # Errors
    /// What is wrong with the component.
    pub fn guess(
        &mut self,
        assembly: &Assembly,
        session: &mut Session<'_>,
    ) -> Result<(), LoadError> {
        let events: Vec<String> = self.component.events.iter().cloned().collect();
        let mut learner = Learner::new(events.len());
        let mut failed = None;
        for _ in 0..CANDIDATES {
            let mut teacher = |letters: &[usize]| {
                let answer = self.possible(assembly, &spelled(letters, &events), session);
                told(answer, &mut failed)
            };
            let Some(candidate) = learner.candidate(&mut teacher) else {
                break;
            };
            let automaton = super::assume::automaton(&candidate, &events);
            let word = match self.ask(assembly, &automaton, session)? {
                Asked::Kept(certificate) => {
                    self.settle(automaton.clone(), certificate);
                    self.idle(assembly, &automaton, session)?
                }
                Asked::Left(word, run) => {
                    self.learn_of(word.clone(), Some(&run));
                    Some(word)
                }
                Asked::Unknown(_) => None,
            };
            let Some(word) = word.filter(|_| session.goes_on()) else {
                break;
            };
            let letters = word.iter().filter_map(|e| events.binary_search(e).ok());
            let letters: Vec<usize> = letters.collect();
            let mut teacher = |letters: &[usize]| {
                let answer = self.possible(assembly, &spelled(letters, &events), session);
                told(answer, &mut failed)
            };
            if learner.refine(&candidate, &letters, &mut teacher).is_none() {
                break;
            }
        }
        session.counts.membership += learner.queries;
        failed.map_or(Ok(()), Err)
    }

    /// A short word that an automaton has and the component never does, if one is found.
    fn idle(
        &mut self,
        assembly: &Assembly,
        automaton: &Automaton,
        session: &mut Session<'_>,
    ) -> Result<Option<Word>, LoadError> {
        let longest = automaton.len() + IDLE_LENGTH;
        for _ in 0..IDLE_ROUNDS {
            let words = missing(automaton, &self.does, IDLE_WORDS);
            let mut learned = false;
            for word in words.into_iter().filter(|word| word.len() <= longest) {
                match self.possible(assembly, &word, session)? {
                    Possible::No => return Ok(Some(word)),
                    Possible::Yes => learned = true,
                    Possible::Unknown => {}
                }
            }
            if !learned || !session.goes_on() {
                break;
            }
        }
        Ok(None)
    }

    /// Whether a sequence of events is a behaviour.
    ///
    /// # Errors
    /// What is wrong with the component.
    pub fn possible(
        &mut self,
        assembly: &Assembly,
        word: &Word,
        session: &mut Session<'_>,
    ) -> Result<Possible, LoadError> {
        if word
            .iter()
            .any(|event| !self.component.events.contains(event))
        {
            return Ok(Possible::No);
        }
        if self.does.allows(word) {
            return Ok(Possible::Yes);
        }
        if !self.claims.allows(word) {
            return Ok(Possible::No);
        }
        if let Some(known) = self.possible.get(word) {
            return Ok(*known);
        }
        if word.len() > ASKED_LENGTH {
            return Ok(Possible::Unknown);
        }
        let others = all_but(&self.component.events, word);
        let answer = match self.ask(assembly, &others, session)? {
            Asked::Kept(_) => {
                self.claims = minimal(&both(&self.claims, &others));
                Possible::No
            }
            Asked::Left(word, run) => {
                self.learn_of(word, Some(&run));
                Possible::Yes
            }
            Asked::Unknown(_) => Possible::Unknown,
        };
        self.possible.insert(word.clone(), answer);
        Ok(answer)
    }

    /// An execution with these events, for people; `None` if the engine finds none.
    ///
    /// # Errors
    /// What is wrong with the component.
    pub fn run(
        &mut self,
        assembly: &Assembly,
        word: &Word,
        session: &mut Session<'_>,
    ) -> Result<Option<Run>, LoadError> {
        if word.is_empty() {
            return Ok(None);
        }
        let others = all_but(&self.component.events, word);
        Ok(match self.ask(assembly, &others, session)? {
            Asked::Left(found, run) => (found == *word).then_some(*run),
            Asked::Kept(_) | Asked::Unknown(_) => None,
        })
    }

    /// Excludes sequences that certificates exclude from what the component's own certificate says.
    ///
    /// # Errors
    /// What is wrong with the component.
    pub fn tighten(
        &mut self,
        assembly: &Assembly,
        session: &mut Session<'_>,
    ) -> Result<bool, LoadError> {
        let claims = self.claims.clone();
        Ok(match self.ask(assembly, &claims, session)? {
            Asked::Kept(certificate) => {
                self.settle(claims, certificate);
                true
            }
            Asked::Left(..) | Asked::Unknown(_) => false,
        })
    }

    /// Whether the two automata have the same words: nothing is left to be asked.
    pub fn is_exact(&self) -> bool {
        minimal(&self.does) == minimal(&self.claims)
    }
}

/// Events by their positions in the alphabet.
pub(super) fn spelled(letters: &[usize], events: &[String]) -> Word {
    let events = letters.iter().filter_map(|n| events.get(*n).cloned());
    events.collect()
}

/// What a learner is told; an error is kept.
pub(super) fn told(
    answer: Result<Possible, LoadError>,
    failed: &mut Option<LoadError>,
) -> Option<bool> {
    match answer {
        Ok(Possible::Yes) => Some(true),
        Ok(Possible::No) => Some(false),
        Ok(Possible::Unknown) => None,
        Err(error) => {
            *failed = Some(error);
            None
        }
    }
}

/// The integers that an execution was given.
fn inputs_of(run: &Run) -> Vec<i128> {
    let stmt = |step: &proofmark_replay::interpret::Step| {
        let edge = run.program.cfa.edges.get(step.edge.0 as usize);
        edge.and_then(|edge| edge.stmts.get(step.stmt))
            .map(|stmt| stmt.kind)
    };
    let steps = run.trace.steps.iter();
    let given = steps.filter_map(|step| match (stmt(step), &step.written) {
        (Some(StmtKind::Havoc { .. }), Some((_, Written::Int(value)))) => Some(*value),
        _ => None,
    });
    let initial = run
        .trace
        .initial
        .iter()
        .filter_map(|(_, value)| match value {
            Value::Int(value) => Some(*value),
            Value::Memory(_) => None,
        });
    let values: BTreeSet<i128> = given.chain(initial).collect();
    values.into_iter().collect()
}

/// What the compiler gets: without line markers and empty lines.
fn text(units: &[Unit]) -> String {
    let lines = units.iter().flat_map(|unit| {
        let lines = unit.preprocessed.text.lines().map(str::trim_end);
        lines
            .filter(|line| !line.is_empty() && !line.starts_with("# "))
            .chain(["\0"])
    });
    hexadecimal(lines.collect::<Vec<_>>().join("\n").as_bytes())
}

/// What decides what a component may do: its automaton, which says what its events are. What
/// the text says otherwise, and the compiler drops, does not matter.
fn key(program: &Program, events: &BTreeSet<String>) -> String {
    let names: Vec<&str> = events.iter().map(String::as_str).collect();
    let mut bytes = names.join(" ").into_bytes();
    bytes.push(0);
    bytes.extend(cfa_bytes(&program.arena, &program.cfa));
    hexadecimal(&bytes)
}

/// The digest of bytes.
fn hexadecimal(bytes: &[u8]) -> String {
    let digest = proofmark_certs::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether the checker accepts a certificate for a program.
pub(super) fn accepted(program: &mut Program, certificate: &[u8]) -> bool {
    let Ok(claimed) = proofmark_certs::open(certificate) else {
        return false;
    };
    let policy = Policy {
        specification: proofmark_certs::digest(program.specification.as_bytes()),
        deny: Vec::new(),
        limits: proofmark_checker::limits::Limits::DEFAULT,
    };
    let verdict = proofmark_checker::check(&mut program.arena, &program.cfa, &claimed, &policy);
    matches!(verdict, Verdict::Accepted(_))
}
