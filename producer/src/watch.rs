//! Who is told how a verification advances.

use crate::engine::{self, Progress};
use proofmark_logic::cfa::Pos;
use proofmark_replay::interpret::Imprecision;

/// Told how verification and then proving advance.
pub trait Watch: Progress {
    /// Called often with the number of obligations that are proved and the number of all.
    fn proving(&mut self, done: usize, total: usize);
    /// Told why there is no answer although the search has one.
    fn gave_up(&mut self, _cause: Cause) {}
}

/// Why what the search found is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// An execution rests on something that was given up on.
    Approximation(Imprecision),
    /// The invariants have no proof; the place of the statement behind that.
    NoProof(Pos),
}

impl Watch for engine::Silent {
    fn proving(&mut self, _done: usize, _total: usize) {}
}
