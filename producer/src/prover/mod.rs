//! The obligation prover: LF proofs of the verification condition (paper 004, section 4).

pub(crate) mod refutation;
pub(crate) mod term;
