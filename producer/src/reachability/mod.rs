//! Which locations the executions of a program get to (paper 002, sections 2.2 and 3.2).
//!
//! The question becomes a program that may reject in front of locations
//! ([`proofmark_query::probe`]), and goes through [`crate::certify`]. One search answers many
//! targets: as long as there is an execution that is rejected, all locations that it passes are
//! reached; if there is none, one certificate says so of all that are left. Before there is any
//! search, the interpreter runs the program with some inputs (`trial`).

mod search;
mod trial;

use crate::certify::{Certified, Watch};
use proofmark_frontend::Program;
use proofmark_query::executions::{Executions, Known, Question};
use proofmark_replay::interpret::Trace;
use search::Search;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use std::time::{Duration, Instant};

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
}

/// What was done for an answer.
#[derive(Clone, Default, Debug)]
pub struct Cost {
    /// Where the question stands in the script, as an offset.
    pub at: usize,
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
    /// Searches.
    pub searches: usize,
    /// Calls of the theory solver, and of Z3.
    pub solver_calls: u64,
    /// How long it took.
    pub time: Duration,
}

/// Gets to see why answers are right.
pub trait Witness {
    /// This execution ends in front of the location.
    fn reached(&mut self, location: &str, program: &Program, trace: &Trace);
    /// No execution gets to any of these. The certificate is bound to this specification.
    fn unreachable(&mut self, locations: &[String], certified: (&Certified, &str));
    /// The automaton has no path to any of these.
    fn without_path(&mut self, locations: &[String]);
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
}

/// Answers questions about a program.
pub struct Explorer<'a> {
    subject: Subject<'a>,
    limits: Limits,
    watch: &'a mut dyn Watch,
    witness: &'a mut dyn Witness,
    /// What is known of executions from the start.
    known: BTreeMap<String, Known>,
    /// What answers cost, in the order of the questions.
    pub costs: Vec<Cost>,
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
            costs: Vec::new(),
        }
    }

    fn known(&self, from: &str, to: &str) -> Known {
        let locations = &self.subject.locations;
        if !locations.contains(from) || !locations.contains(to) {
            return Known::No;
        }
        match self.subject.start.as_deref() == Some(from) {
            true => self.known.get(to).copied().unwrap_or(Known::Unknown),
            false => Known::Unknown,
        }
    }
}

impl Executions for Explorer<'_> {
    fn ask(&mut self, question: &Question) -> Result<Vec<Vec<Known>>, String> {
        let Question { from, to, at } = question;
        let started = self
            .subject
            .start
            .as_ref()
            .is_some_and(|s| from.contains(s));
        let open = to.iter().filter(|to| {
            started && self.subject.locations.contains(*to) && !self.known.contains_key(*to)
        });
        let open: Vec<String> = open.cloned().collect();
        if !open.is_empty() {
            Search::new(self, open, *at).run()?;
        }
        let row = |from: &String| to.iter().map(|to| self.known(from, to)).collect();
        Ok(from.iter().map(row).collect())
    }
}
