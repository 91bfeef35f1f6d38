//! What a property allows. Of an observer that is an automaton which L* learns: whether a sequence
//! of events is allowed is asked of the program that does it under the observer, and so is whether
//! all words of a candidate are. The last answer is a certificate; that the observer allows no
//! others matters only where a word of the assembly is none of the automaton, and is asked then.

use super::assume;
use super::automata::{projected, Word};
use super::component::{accepted, spelled, told, Parts, Possible, Session};
use super::learner::{Candidate, Learner};
use crate::certify::{certify, Certification};
use proofmark_assembly::automaton::Automaton;
use proofmark_assembly::driver::{self, Types};
use proofmark_assembly::{Assembly, Demand, Observed, Property};
use proofmark_frontend::{LoadError, Program};
use proofmark_logic::cfa::StmtKind;
use proofmark_logic::encode::cfa_bytes;
use proofmark_replay::interpret::{Trace, Written};

/// Rounds of L*.
const CANDIDATES: usize = 64;
/// Longer words are not asked for.
const ASKED_LENGTH: usize = 200;

/// A property, and what is known of it.
pub struct Goal {
    /// What it is called.
    pub name: String,
    /// What it allows; of an observer perhaps less.
    pub allows: Automaton,
    observing: Option<Observing>,
}

/// What is known of an observer.
struct Observing {
    observed: Observed,
    types: Types,
    /// The program that does all events under it, as a digest.
    key: String,
    learner: Learner,
    candidate: Option<Candidate>,
    /// That it allows the automaton's words.
    certificate: Option<Vec<u8>>,
}

impl Goal {
    /// A property of an assembly with these components.
    ///
    /// # Errors
    /// What is wrong with an observer.
    pub fn new(assembly: &Assembly, property: &Property, parts: &Parts) -> Result<Goal, LoadError> {
        let name = property.name.clone();
        let observed = match &property.demand {
            Demand::Automaton(automaton) => {
                return Ok(Goal {
                    name,
                    allows: automaton.clone(),
                    observing: None,
                })
            }
            Demand::Observer(observed) => observed.clone(),
        };
        let programs = parts
            .iter()
            .map(|(name, part)| (name.as_str(), &part.program));
        let types = driver::types(assembly, &observed, programs)?;
        driver::applies(assembly, (&observed, &types))?;
        let allows = Automaton::everything(observed.events.clone());
        let program = driver::program(assembly, (&observed, &types), &allows)?;
        let learner = Learner::new(observed.events.len());
        Ok(Goal {
            name,
            allows,
            observing: Some(Observing {
                key: key(&program),
                observed,
                types,
                learner,
                candidate: None,
                certificate: None,
            }),
        })
    }

    /// Whether it is this observer, and has a certificate.
    pub fn observes(&self, observed: &Observed) -> bool {
        let own = self.observing.as_ref();
        own.is_some_and(|own| own.observed == *observed && own.certificate.is_some())
    }

    /// What an observer is known by.
    pub fn key(&self) -> Option<&str> {
        self.observing.as_ref().map(|own| own.key.as_str())
    }

    /// Of an observer: that it allows the automaton's words.
    pub fn certificate(&self) -> Option<&[u8]> {
        self.observing.as_ref()?.certificate.as_deref()
    }

    /// Takes what an earlier run found, if the checker accepts it.
    ///
    /// # Errors
    /// What is wrong with the observer.
    pub fn recall(
        &mut self,
        assembly: &Assembly,
        automaton: Automaton,
        certificate: Vec<u8>,
    ) -> Result<(), LoadError> {
        let Some(own) = &mut self.observing else {
            return Ok(());
        };
        if !own.observed.events.iter().eq(automaton.alphabet()) {
            return Ok(());
        }
        let mut program = driver::program(assembly, (&own.observed, &own.types), &automaton)?;
        if accepted(&mut program, &certificate) {
            self.allows = automaton;
            own.certificate = Some(certificate);
        }
        Ok(())
    }

    /// Finds an automaton that an observer keeps, with a certificate, if there is none yet. Why it
    /// does not.
    ///
    /// # Errors
    /// What is wrong with the observer.
    pub fn establish(
        &mut self,
        assembly: &Assembly,
        session: &mut Session<'_>,
    ) -> Result<Option<String>, LoadError> {
        let Some(own) = self
            .observing
            .as_mut()
            .filter(|own| own.certificate.is_none())
        else {
            return Ok(None);
        };
        let before = own.learner.queries;
        let allows = own.learned(assembly, session);
        session.counts.membership += own.learner.queries - before;
        Ok(match allows? {
            Some(allows) => {
                self.allows = allows;
                None
            }
            None => Some("no automaton was found that keeps the observer".to_owned()),
        })
    }

    /// Whether the property allows a sequence of events that its automaton does not have. If an
    /// observer does, there is no certificate any more: the next one will be about more.
    ///
    /// # Errors
    /// What is wrong with the observer.
    pub fn possible(
        &mut self,
        assembly: &Assembly,
        word: &Word,
        session: &mut Session<'_>,
    ) -> Result<Possible, LoadError> {
        let Some(own) = &mut self.observing else {
            return Ok(Possible::No);
        };
        let word = projected(word, &own.observed.events);
        let answer = own.allows(assembly, &word, session)?;
        if answer != Possible::Yes {
            return Ok(answer);
        }
        own.certificate = None;
        match own.widen(assembly, &word, session)? {
            true => Ok(Possible::Yes),
            false => Ok(Possible::Unknown),
        }
    }
}

/// What the engine says of an automaton.
enum Kept {
    Yes(Vec<u8>),
    /// Not this word of it.
    No(Word),
    Unknown,
}

impl Observing {
    fn events(&self) -> Vec<String> {
        self.observed.events.iter().cloned().collect()
    }

    fn ask(
        &self,
        assembly: &Assembly,
        automaton: &Automaton,
        session: &mut Session<'_>,
    ) -> Result<Kept, LoadError> {
        let mut program = driver::program(assembly, (&self.observed, &self.types), automaton)?;
        session.counts.questions += 1;
        let limits = session.limits();
        let (answer, stats) = certify(&mut program, &limits, session.watch);
        session.counts.solver_calls += stats.theory_calls + stats.solver_calls;
        Ok(match answer {
            Certification::Certified(certified) => {
                session.counts.solver_calls += certified.proving.calls;
                Kept::Yes(certified.bytes)
            }
            Certification::Violated(trace) => Kept::No(self.word((&program, &trace), automaton)),
            Certification::Unknown { .. } => Kept::Unknown,
        })
    }

    /// The events that an execution chooses, as far as the automaton has them.
    fn word(&self, (program, trace): (&Program, &Trace), automaton: &Automaton) -> Word {
        let events = self.events();
        let mut word = Word::new();
        for step in &trace.steps {
            let edge = program.cfa.edges.get(step.edge.0 as usize);
            let stmt = edge.and_then(|edge| edge.stmts.get(step.stmt));
            let chosen = match (stmt.map(|stmt| stmt.kind), &step.written) {
                (Some(StmtKind::Havoc { .. }), Some((_, Written::Int(value)))) => *value,
                _ => continue,
            };
            let mut numbered = events.iter().enumerate();
            let event = numbered.find(|(n, _)| driver::choice(*n) == Some(chosen));
            word.extend(event.map(|(_, event)| event.clone()));
            if !automaton.allows(&word) {
                word.pop();
            }
        }
        word
    }

    /// Whether the observer allows a sequence of events.
    fn allows(
        &self,
        assembly: &Assembly,
        word: &Word,
        session: &mut Session<'_>,
    ) -> Result<Possible, LoadError> {
        if word.len() > ASKED_LENGTH {
            return Ok(Possible::Unknown);
        }
        let names = (0..=word.len()).map(|n| n.to_string()).collect();
        let steps = (0..).zip(word).map(|(n, event)| (n, event.clone(), n + 1));
        let line = Automaton::new(self.observed.events.clone(), names, 0, steps);
        let Ok(line) = line else {
            return Ok(Possible::Unknown);
        };
        Ok(match self.ask(assembly, &line, session)? {
            Kept::Yes(_) => Possible::Yes,
            Kept::No(_) => Possible::No,
            Kept::Unknown => Possible::Unknown,
        })
    }

    /// L*, until there is a certificate.
    fn learned(
        &mut self,
        assembly: &Assembly,
        session: &mut Session<'_>,
    ) -> Result<Option<Automaton>, LoadError> {
        for _ in 0..CANDIDATES {
            let Some(automaton) = self.candidate(assembly, session)? else {
                return Ok(None);
            };
            let word = match self.ask(assembly, &automaton, session)? {
                Kept::Yes(certificate) => {
                    self.certificate = Some(certificate);
                    return Ok(Some(automaton));
                }
                Kept::No(word) => word,
                Kept::Unknown => return Ok(None),
            };
            if !session.goes_on() || !self.widen(assembly, &word, session)? {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// What the table says.
    fn candidate(
        &mut self,
        assembly: &Assembly,
        session: &mut Session<'_>,
    ) -> Result<Option<Automaton>, LoadError> {
        let (events, mut failed) = (self.events(), None);
        let mut learner = self.learner.clone();
        let mut teacher = |letters: &[usize]| {
            let answer = self.allows(assembly, &spelled(letters, &events), session);
            told(answer, &mut failed)
        };
        self.candidate = learner.candidate(&mut teacher);
        self.learner = learner;
        if let Some(error) = failed {
            return Err(error);
        }
        let candidate = self.candidate.as_ref();
        Ok(candidate.map(|candidate| assume::automaton(candidate, &events)))
    }

    /// The table learns from a word about which its candidate is wrong. Whether it did.
    fn widen(
        &mut self,
        assembly: &Assembly,
        word: &Word,
        session: &mut Session<'_>,
    ) -> Result<bool, LoadError> {
        if self.candidate.is_none() && self.candidate(assembly, session)?.is_none() {
            return Ok(false);
        }
        let (events, mut failed) = (self.events(), None);
        let letters = word.iter().filter_map(|e| events.binary_search(e).ok());
        let letters: Vec<usize> = letters.collect();
        let mut learner = self.learner.clone();
        let mut teacher = |letters: &[usize]| {
            let answer = self.allows(assembly, &spelled(letters, &events), session);
            told(answer, &mut failed)
        };
        let candidate = self.candidate.as_ref();
        let refined = candidate.map(|own| match learner.refine(own, &letters, &mut teacher) {
            Some(()) => true,
            // The table may be that of an earlier run's automaton, and know better.
            None => teacher(&letters) == Some(own.has(&letters)),
        });
        self.learner = learner;
        match failed {
            Some(error) => Err(error),
            None => Ok(refined == Some(true)),
        }
    }
}

/// All that decides what an observer allows: what all events do under it.
fn key(program: &Program) -> String {
    let mut bytes = program.specification.clone().into_bytes();
    bytes.push(0);
    bytes.extend(cfa_bytes(&program.arena, &program.cfa));
    let digest = proofmark_certs::digest(&bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
