//! Where an execution leaves the profile's assumptions.
//!
//! Proofs take these assumptions for granted, and the ledger has an entry for each kind. Only what
//! a condition on values shows is noticed: not the type of what lies at an address, and not whether
//! it still lives. Observers are no part of the program.

use super::{Action, Assumption, Side, Translator, What};
use proofmark_logic::arena::Expr as Term;

impl Translator<'_> {
    /// An execution in which the condition does not hold leaves an assumption here.
    pub(super) fn presume(&mut self, condition: Term, kind: &'static str, detail: &'static str) {
        if self.side == Side::Program {
            let assumption = Assumption { kind, detail };
            self.out.act(Action::Check(condition, assumption));
        }
    }

    /// An object is written through a pointer. Accesses are in bounds, and at 0 is no object.
    pub(super) fn followed(&mut self, pointer: Term) {
        if self.side == Side::Program && self.arena.interval(pointer).lo < 1 {
            self.out.act(Action::Follow(pointer));
        }
    }

    /// An execution that comes here leaves an assumption.
    pub(super) fn depart(&mut self, kind: &'static str, detail: &'static str) {
        if self.side == Side::Program {
            self.out.emit(What::Depart(Assumption { kind, detail }));
        }
    }

    /// An index below 0 or above `last` leaves an assumption.
    pub(super) fn presume_index(&mut self, index: Term, last: u64) {
        let known = self.arena.interval(index);
        if known.lo >= 0 && known.hi <= i128::from(last) {
            return;
        }
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
}
