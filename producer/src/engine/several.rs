//! One search for several errors (paper 002, section 3.2: one abstraction answers all targets).
//!
//! Each way to the error belongs to a target. What is found of one does not end the search: its
//! ways are closed, and the search goes on with the same graph, the same predicates, and what the
//! theory has answered. Where no way is left that is open, no run gets to any of their targets.
//!
//! Closed ways are missing in the automaton that a proof is about, so the proof is searched for in
//! that automaton: with the predicates that are tracked by then, nearly all that the theory is
//! asked is known ([`verify_again`]).

use super::{Answers, Budget, Outcome, Progress, Run, Stats, Step, Task};
use proofmark_logic::arena::{Arena, Expr};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, Stmt, StmtKind};
use proofmark_replay::interpret::Inputs;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The edges that only ways to one target take, with that target.
pub type Ways = BTreeMap<EdgeId, u32>;

/// So many calls of decision procedures count as one counterexample.
const CALLS_PER_PATH: u64 = 32;

/// Z3 may take so long for one path: there are others.
const PATH_TIME: Duration = Duration::from_secs(4);

/// What a search for several errors finds next.
#[derive(Debug)]
pub enum Next {
    /// No run gets to a target whose ways are open.
    Closed,
    /// A run to a target.
    Found {
        /// The target.
        target: u32,
        /// The edges from the entry to the error.
        path: Vec<EdgeId>,
        /// The inputs that lead along them.
        inputs: Inputs,
    },
    /// Of this target nothing is found out.
    Unknown {
        /// The target.
        target: u32,
        /// Why, in a sentence.
        reason: String,
    },
    /// This target has had its share of the work.
    Aside(u32),
    /// The search is over.
    Over(String),
}

/// A search for several errors.
pub struct Several<'a> {
    run: Run<'a>,
    ways: &'a Ways,
    /// Work for each target.
    spent: BTreeMap<u32, u64>,
    /// When a target has had its share.
    patience: u64,
}

/// What a search leaves for the proof, and for others.
#[derive(Default)]
pub struct Kept {
    /// All predicates.
    pub predicates: Vec<Expr>,
    /// Those that are tracked, by location.
    pub tracked: Vec<Vec<Expr>>,
    /// How far images reach, by edge; empty if the edges are others.
    pub reach: Vec<u8>,
    /// What the theory has answered.
    pub answers: Answers,
}

impl<'a> Several<'a> {
    /// All ways are open. `task` must not begin with an earlier version.
    pub fn new(
        arena: &'a mut Arena,
        (task, ways): (Task<'a>, &'a Ways),
        budget: &Budget,
        progress: &'a mut dyn Progress,
    ) -> Several<'a> {
        let budget = budget.for_paths(PATH_TIME);
        let mut run = Run::new(arena, task, &budget, progress);
        run.graph.look_far(task.cfa.error);
        Several {
            run,
            ways,
            spent: BTreeMap::new(),
            patience: u64::MAX,
        }
    }

    /// Begins with what another search has left.
    pub fn begin(&mut self, kept: Kept) {
        plant(&mut self.run, kept);
    }

    /// From now on, a target has had its share after so many counterexamples.
    pub fn allow(&mut self, patience: u64) {
        self.patience = patience;
    }

    /// Goes on.
    pub fn next(&mut self) -> Next {
        loop {
            let before = (self.run.stats.iterations, self.calls());
            match self.run.step() {
                Step::Closed => return Next::Closed,
                Step::Over(reason) => return Next::Over(reason),
                Step::Decided(Outcome::Safe { .. }) => return Next::Closed,
                Step::Decided(Outcome::Unsafe { path, inputs }) => {
                    return match self.target(&path) {
                        Some(target) => Next::Found {
                            target,
                            path,
                            inputs,
                        },
                        None => self.unknown("an execution ends where nobody asked for one"),
                    }
                }
                Step::Decided(Outcome::Unknown { reason }) => return self.unknown(&reason),
                Step::GoOn if self.run.stats.iterations == before.0 => {}
                Step::GoOn => {
                    let Some(target) = self.target(&self.run.last.path) else {
                        continue;
                    };
                    let work = 1 + (self.calls() - before.1) / CALLS_PER_PATH;
                    let spent = self.spent.entry(target).or_default();
                    *spent += work;
                    if *spent >= self.patience {
                        return Next::Aside(target);
                    }
                }
            }
        }
    }

    /// Closes the ways to a target.
    pub fn close(&mut self, target: u32) {
        let run = &mut self.run;
        let mut changed = BTreeSet::new();
        for (edge, _) in self.ways.iter().filter(|(_, own)| **own == target) {
            changed.extend(run.graph.close(run.cfa, *edge));
        }
        if !changed.is_empty() {
            run.graph.restart(run.arena, &mut run.abstraction, &changed);
        }
        run.tried.places = 0;
    }

    /// Opens the ways to a target again.
    pub fn open(&mut self, target: u32) {
        let run = &mut self.run;
        for (edge, _) in self.ways.iter().filter(|(_, own)| **own == target) {
            run.graph.open(run.arena, &mut run.abstraction, *edge);
        }
    }

    /// What it took, and what it leaves.
    pub fn end(mut self) -> (Stats, Kept) {
        self.run.count();
        let abstraction = &mut self.run.abstraction;
        let precision = &abstraction.precision;
        let tracked = precision.at.iter();
        let tracked = tracked.map(|at| at.iter().map(|p| precision.atom(*p)).collect());
        let kept = Kept {
            predicates: precision.all().collect(),
            tracked: tracked.collect(),
            reach: abstraction.reach.clone(),
            answers: std::mem::take(&mut abstraction.questions.answers),
        };
        (self.run.stats, kept)
    }

    fn calls(&self) -> u64 {
        self.run.abstraction.questions.stats.calls + self.run.stats.solver_calls
    }

    /// The target that a path leads to.
    fn target(&self, path: &[EdgeId]) -> Option<u32> {
        let last = path
            .iter()
            .rev()
            .find_map(|edge| self.ways.get_key_value(edge));
        last.filter(|(edge, _)| !self.run.graph.is_closed_way(**edge))
            .map(|(_, target)| *target)
    }

    /// Nothing is found out of the target that was looked at last.
    fn unknown(&mut self, reason: &str) -> Next {
        // The way to others that are as far may be as hard.
        self.run.graph.look_near();
        let reason = reason.to_owned();
        match self.target(&self.run.last.path) {
            Some(target) => Next::Unknown { target, reason },
            None => Next::Over(reason),
        }
    }
}

/// Takes ways out of an automaton; what else there is keeps its number.
pub fn without(cfa: &Cfa, closed: &BTreeSet<EdgeId>) -> Cfa {
    let mut cfa = cfa.clone();
    for id in closed {
        let Some(edge) = cfa.edges.get_mut(id.0 as usize) else {
            continue;
        };
        let pos = edge.stmts.first().map(|stmt| stmt.pos).unwrap_or_default();
        let frame = edge
            .stmts
            .first()
            .map(|stmt| stmt.frame)
            .unwrap_or_default();
        let kind = StmtKind::Assume(Arena::FALSE);
        edge.stmts = vec![Stmt { kind, pos, frame }];
    }
    cfa
}

/// As [`super::verify`], where most is known from a search for several errors in an automaton with
/// the same locations and edges.
pub fn verify_again(
    arena: &mut Arena,
    (task, kept): (Task<'_>, Kept),
    budget: &Budget,
    progress: &mut dyn Progress,
) -> (Outcome, Stats) {
    let mut run = Run::new(arena, task, budget, progress);
    plant(&mut run, kept);
    let outcome = run.refinement_loop();
    run.count();
    (outcome, run.stats)
}

fn plant(run: &mut Run<'_>, kept: Kept) {
    run.abstraction.questions.answers.extend(kept.answers);
    if run.abstraction.reach.len() == kept.reach.len() {
        run.abstraction.reach = kept.reach;
    }
    let precision = &mut run.abstraction.precision;
    for atom in kept.predicates {
        precision.predicate(run.arena, atom);
    }
    for (location, atoms) in (0..).map(LocId).zip(kept.tracked) {
        for atom in atoms {
            let predicate = precision.predicate(run.arena, atom);
            precision.track(&mut run.abstraction.bdds, location, predicate);
        }
    }
}
