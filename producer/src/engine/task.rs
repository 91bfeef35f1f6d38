//! What a run is given, what it tells while it goes on, and what it answers.

use super::seed::{Reused, Seed};
use super::situation::Situation;
use super::Work;
use proofmark_frontend::{Approximations, Extents};
use proofmark_logic::arena::Expr;
use proofmark_logic::cfa::{Cfa, EdgeId};
use proofmark_replay::interpret::Inputs;
use std::time::Duration;

/// A program to verify.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The program.
    pub cfa: &'a Cfa,
    /// Which unknown values are addresses of allocated memory.
    pub approximations: &'a Approximations,
    /// What the automaton says of what its havocs of memories change.
    pub extents: Option<&'a Extents>,
    /// Predicates that the user proposes.
    pub hints: &'a [Expr],
    /// What is known from an earlier version.
    pub seed: Option<&'a Seed>,
    /// Whether it may be unfolded.
    pub unfolding: Unfolding,
}

impl<'a> Task<'a> {
    /// A program of which nothing else is known.
    #[must_use]
    pub fn new(cfa: &'a Cfa, approximations: &'a Approximations) -> Task<'a> {
        Task {
            cfa,
            approximations,
            extents: None,
            hints: &[],
            seed: None,
            unfolding: Unfolding::Allowed,
        }
    }
}

/// Whether a program may be unfolded.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Unfolding {
    /// If that is what decides it.
    #[default]
    Allowed,
    /// First of all, and also if it has no loops: the invariants that were found otherwise have no
    /// proof.
    First,
    /// The invariants of the unfolded program have no proof.
    Excluded,
}

/// Counts for reports.
#[derive(Clone, Copy, Default, Debug)]
pub struct Stats {
    /// Abstract counterexamples analysed.
    pub iterations: usize,
    /// Different predicates.
    pub predicates: usize,
    /// Most predicates at one location.
    pub predicates_max: usize,
    /// Different predicates that the invariants of a safe program speak of: those that its proof
    /// needs.
    pub needed: usize,
    /// Most predicates that one invariant speaks of.
    pub needed_max: usize,
    /// Nodes of the final reachability graph.
    pub nodes: usize,
    /// Calls of the theory solver by the abstract post.
    pub theory_calls: u64,
    /// Calls of Z3.
    pub solver_calls: u64,
    /// What the search took, in numbers that are the same on every machine.
    pub work: Work,
    /// Time spent in the analysis of counterexamples.
    pub analysis: Duration,
    /// What came from an earlier version.
    pub reused: Reused,
    /// The invariants are those of the unfolded program.
    pub unfolded: bool,
}

/// What a run found.
#[derive(Debug)]
pub enum Outcome {
    /// The error is unreachable; a formula per location says why.
    Safe {
        /// `I(q)`, by location.
        invariants: Vec<Expr>,
        /// The predicates that were tracked, by location.
        predicates: Vec<Vec<Expr>>,
    },
    /// The error is reached; the interpreter confirmed it.
    Unsafe {
        /// The edges from the entry to the error.
        path: Vec<EdgeId>,
        /// The inputs that lead along them.
        inputs: Inputs,
    },
    /// Neither was shown.
    Unknown {
        /// Why, in a sentence.
        reason: String,
    },
}

/// Told how a run advances.
pub trait Progress {
    /// Called often; must be cheap.
    fn update(&mut self, stats: &Stats);
    /// Told where a search stands that ends without an answer.
    fn situation(&mut self, _situation: Situation) {}
    /// Asked often: whether the user wants the run to end.
    fn cancelled(&self) -> bool {
        false
    }
}

/// Ignores all messages.
pub struct Silent;
impl Progress for Silent {
    fn update(&mut self, _: &Stats) {}
}
