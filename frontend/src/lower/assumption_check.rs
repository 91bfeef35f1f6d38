//! Where an execution leaves the profile's assumptions: automata for monitored runs go to the error
//! there, after they noted which assumption it was.
//!
//! Proofs take these assumptions for granted, and the ledger has an entry for each kind. Only what
//! a condition on values shows is noticed: not the type of what lies at an address, and not whether
//! it still lives. Automata for showing violations do not have such executions.

use super::{Lowerer, Origin, Purpose};
use proofmark_logic::arena::Expr as Term;
use proofmark_logic::cfa::{Pos, StmtKind, VarSort};
use proofmark_logic::types::IntType;

/// A place where an execution leaves an assumption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssumptionCheck {
    /// The ledger's kind of the assumption.
    pub kind: &'static str,
    /// What happens there.
    pub detail: &'static str,
    /// Where.
    pub pos: Pos,
}

/// The variable that says which check the run failed, counted from 1. No name in C has a `$`.
pub const LEFT: &str = "left$";

impl Lowerer<'_> {
    /// An execution in which the condition does not hold leaves an assumption here.
    pub(super) fn presume(&mut self, condition: Term, kind: &'static str, detail: &'static str) {
        if self.purposes.purpose == Purpose::Violations && !self.observing {
            self.out.push(StmtKind::Assume(condition));
        }
        if self.is_monitored() {
            let (holds, fails) = (
                self.out.new_loc(self.out.pos),
                self.out.new_loc(self.out.pos),
            );
            self.split(condition, true, holds, fails);
            self.out.at = fails;
            self.depart(kind, detail);
            self.out.at = holds;
        }
    }

    /// An execution that comes here leaves an assumption.
    pub(super) fn depart(&mut self, kind: &'static str, detail: &'static str) {
        if !self.is_monitored() {
            return;
        }
        let var = match self.purposes.left {
            Some(var) => var,
            None => self.shared(|this| {
                this.out.declare(
                    LEFT.to_owned(),
                    VarSort::Int(IntType::I32),
                    Origin::Rejection,
                )
            }),
        };
        self.purposes.left = Some(var);
        self.purposes.assumption_checks.push(AssumptionCheck {
            kind,
            detail,
            pos: self.out.pos,
        });
        let number = self
            .arena
            .lit(i128::try_from(self.purposes.assumption_checks.len()).unwrap_or(0));
        let number = self.arena.wrap(IntType::I32, number);
        self.out.assign(var, number);
        self.out.leave(self.out.cfa.error);
    }

    /// An index below 0 or above `last` leaves an assumption.
    pub(super) fn presume_index(&mut self, index: Term, last: u64) {
        let (zero, last) = (self.arena.lit(0), self.arena.lit(i128::from(last)));
        let (low, high) = (self.arena.le(zero, index), self.arena.le(index, last));
        for condition in [low, high] {
            self.presume(
                condition,
                "in-bounds",
                "an index is outside of its array (C11 6.5.6p8)",
            );
        }
    }

    /// Observers are no part of the program.
    fn is_monitored(&self) -> bool {
        self.purposes.purpose == Purpose::Monitoring && !self.observing
    }
}
