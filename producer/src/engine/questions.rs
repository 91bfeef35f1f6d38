//! What the abstraction asks the theory, and its answers, within a budget.

use super::Budget;
use crate::theory;
use proofmark_logic::arena::{Arena, Expr};
use std::collections::HashMap;
use std::rc::Rc;

/// How often the memory is looked at.
const CALLS_BETWEEN_CHECKS: u64 = 512;

/// Counts of theory work.
#[derive(Clone, Copy, Default, Debug)]
pub struct TheoryStats {
    /// Questions to the theory that the cache did not answer.
    pub calls: u64,
    /// Those of them that needed no decision procedure.
    pub evaluated: u64,
    /// Calls that the cache answered.
    pub cached: u64,
}

/// What the theory answers to conjunctions of literals: the indices of those that cannot hold
/// together, or nothing.
#[derive(Default)]
pub struct Answers(HashMap<Vec<Expr>, Option<Rc<Vec<usize>>>>);

impl Answers {
    /// What is known, in other terms: `copy` says which.
    pub(crate) fn copied(&self, copy: &mut dyn FnMut(Expr) -> Option<Expr>) -> Answers {
        let copied = self.0.iter().filter_map(|(literals, answer)| {
            let literals: Option<Vec<Expr>> = literals.iter().map(|e| copy(*e)).collect();
            Some((literals?, answer.clone()))
        });
        Answers(copied.collect())
    }

    /// Adds what else is known.
    pub(crate) fn extend(&mut self, more: Answers) {
        self.0.extend(more.0);
    }
}

/// Questions to the theory.
pub struct Questions {
    /// Work done.
    pub stats: TheoryStats,
    /// The budget is used up: images are coarse from now on, and the run is about to end.
    pub stopped: bool,
    /// What is known; of an earlier search of the same program too.
    pub answers: Answers,
    /// After so many calls a search pauses.
    pub pause: u64,
    /// So many calls may be made.
    pub calls_max: u64,
    budget: Budget,
}

impl Questions {
    /// None yet.
    pub fn new(budget: Budget) -> Questions {
        Questions {
            stats: TheoryStats::default(),
            stopped: false,
            answers: Answers::default(),
            pause: u64::MAX,
            calls_max: u64::MAX,
            budget,
        }
    }

    /// Whether the theory refutes the conjunction; if so, the indices of literals that suffice.
    pub fn refute(&mut self, arena: &mut Arena, literals: &[Expr]) -> Option<Rc<Vec<usize>>> {
        let questions = self.stats.calls + self.stats.cached;
        self.stopped |= questions % CALLS_BETWEEN_CHECKS == CALLS_BETWEEN_CHECKS - 1
            && self.budget.exceeded().is_some();
        if let Some(known) = self.answers.0.get(literals) {
            self.stats.cached += 1;
            return known.clone();
        }
        // One question may take long.
        self.stopped |= self.budget.out_of_time() || self.stats.calls >= self.calls_max;
        self.stats.calls += 1;
        let answer = match theory::satisfiable(arena, literals) {
            true => {
                self.stats.evaluated += 1;
                None
            }
            false => theory::refute(arena, literals).map(|r| Rc::new(r.core)),
        };
        self.answers.0.insert(literals.to_vec(), answer.clone());
        answer
    }
}
