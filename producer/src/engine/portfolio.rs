//! Z3 with either of its solvers for arithmetic: with remainders each may run without an end where
//! the other one answers at once.

use super::answer::{limited, milliseconds};
use std::time::{Duration, Instant};
use z3::ast::Bool;
use z3::{Model, SatResult, Solver};

/// The longest that the newer solver runs before the older one is asked. It counts no steps while
/// it runs without an end: for kbfiltr's addresses with their alignments it took over 100 s, where
/// the older one takes 20 ms.
const FIRST_TIME: Duration = Duration::from_secs(3);
/// The longest that a model is looked for that is nicer than the one at hand.
const WISHES_TIME: Duration = Duration::from_secs(5);
/// The longest that the newer one does.
const FIRST_WISHES_TIME: Duration = Duration::from_millis(300);
/// Most steps of the older one: they are smaller.
const OLDER_RESOURCES: u32 = 20_000_000;
/// Z3's name for its older solver for arithmetic.
const OLDER: u32 = 2;

/// One set of facts for both solvers.
pub(super) struct Portfolio {
    newer: Solver,
    /// Made when it is asked first.
    older: Option<Solver>,
    /// The last answer is the older one's.
    by_older: bool,
    /// The older one is asked first: the newer one ran without an end, or would.
    older_first: bool,
    /// When the time is over.
    end: Option<Instant>,
}

impl Portfolio {
    /// No facts yet, and what is left of the time.
    pub(super) fn new(time: Option<Duration>) -> Portfolio {
        Portfolio {
            newer: Solver::new(),
            older: None,
            by_older: false,
            older_first: false,
            end: time.and_then(|time| Instant::now().checked_add(time)),
        }
    }

    /// States a fact.
    pub(super) fn assert(&self, fact: &Bool) {
        self.newer.assert(fact);
        if let Some(older) = &self.older {
            older.assert(fact);
        }
    }

    /// The older solver is asked first.
    pub(super) fn prefer_older(&mut self) {
        self.older_first = true;
    }

    /// Whether the facts can hold with some assumptions.
    pub(super) fn check(&mut self, assumptions: &[Bool]) -> SatResult {
        if !self.older_first {
            let result = self.ask_newer(assumptions, FIRST_TIME);
            if result != SatResult::Unknown || self.is_over() {
                return result;
            }
            // What has run out of steps would do so again.
            if !self.older_first {
                return self.ask_older(assumptions, self.left());
            }
        }
        let half = self.left().map(|left| left / 2);
        let result = self.ask_older(assumptions, half);
        if result != SatResult::Unknown || self.is_over() {
            return result;
        }
        self.newer.set_params(&limited(self.left()));
        self.by_older = false;
        self.newer.check_assumptions(assumptions)
    }

    /// Asks the newer solver for no longer than `most`, and notes whether it ran without an end.
    fn ask_newer(&mut self, assumptions: &[Bool], most: Duration) -> SatResult {
        let (began, left) = (Instant::now(), self.left());
        let mut params = limited(left);
        params.set_u32(
            "timeout",
            milliseconds(left.map_or(most, |left| left.min(most))),
        );
        self.newer.set_params(&params);
        self.by_older = false;
        let result = self.newer.check_assumptions(assumptions);
        self.older_first |= result == SatResult::Unknown && began.elapsed() >= most;
        result
    }

    /// As [`Self::check`], but not for long, for what is no more than wished for.
    pub(super) fn check_wishes(&mut self, assumptions: &[Bool]) -> SatResult {
        let left = self
            .left()
            .map_or(WISHES_TIME, |left| left.min(WISHES_TIME));
        if left.is_zero() {
            return SatResult::Unknown;
        }
        if !self.older_first {
            let result = self.ask_newer(assumptions, left.min(FIRST_WISHES_TIME));
            if result != SatResult::Unknown || self.is_over() {
                return result;
            }
        }
        self.ask_older(assumptions, Some(left))
    }

    fn ask_older(&mut self, assumptions: &[Bool], time: Option<Duration>) -> SatResult {
        let newer = &self.newer;
        let older = self.older.get_or_insert_with(|| {
            let older = Solver::new();
            let facts = newer.get_assertions();
            facts.iter().for_each(|fact| older.assert(fact));
            older
        });
        let mut params = limited(time);
        params.set_u32("rlimit", OLDER_RESOURCES);
        params.set_u32("arith.solver", OLDER);
        older.set_params(&params);
        self.by_older = true;
        older.check_assumptions(assumptions)
    }

    /// The model that was found.
    pub(super) fn model(&self) -> Option<Model> {
        self.answering().get_model()
    }

    /// The assumptions that contradict each other.
    pub(super) fn core(&self) -> Vec<Bool> {
        self.answering().get_unsat_core()
    }

    fn answering(&self) -> &Solver {
        match &self.older {
            Some(older) if self.by_older => older,
            _ => &self.newer,
        }
    }

    fn left(&self) -> Option<Duration> {
        let end = self.end?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    fn is_over(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use z3::ast::Int;

    fn answers(mut portfolio: Portfolio) {
        let x = Int::new_const("x");
        let (small, large) = (Bool::new_const("small"), Bool::new_const("large"));
        let both = [small.clone(), large.clone()];
        let [small, large] = [small, large].map(|name| [name]);
        portfolio.assert(&small[0].implies(x.lt(Int::from_i64(10))));
        assert_eq!(portfolio.check(&small), SatResult::Sat);
        assert_eq!(portfolio.check_wishes(&small), SatResult::Sat);
        // What is stated after they were asked for the first time.
        portfolio.assert(&large[0].implies(x.gt(Int::from_i64(10))));
        assert_eq!(portfolio.check_wishes(&both), SatResult::Unsat);
        assert_eq!(portfolio.core().len(), 2);
        assert_eq!(portfolio.check(&both), SatResult::Unsat);
        assert_eq!(portfolio.check_wishes(&large), SatResult::Sat);
        let value = portfolio.model().and_then(|model| model.eval(&x, true));
        assert!(value.and_then(|value| value.as_i64()) > Some(10));
    }

    #[test]
    fn both_solvers_know_all_facts() {
        answers(Portfolio::new(None));
        let mut older = Portfolio::new(None);
        older.prefer_older();
        answers(older);
    }
}
