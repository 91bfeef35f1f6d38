//! Verdicts: accepted, rejected with a typed reason, declined.

use crate::kernel::ProofError;
use crate::limits::{HighWater, Limit};
use alloc::string::String;
use proofmark_logic::cfa::CfaError;
use proofmark_logic::vc::ObligationKind;

/// What the checker says about a certificate and a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// The certificate proves that the program's error location is unreachable.
    Accepted(Report),
    /// It does not.
    Rejected(Rejection),
    /// The checker cannot tell: unsupported, or beyond a limit.
    Declined(Decline),
}

/// What an accepted check did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Conjuncts of the verification condition.
    pub obligations: usize,
    /// How many held by the rule for trivial obligations.
    pub trivial: usize,
    /// How many different ones were proved.
    pub proved: usize,
    /// Lemmas checked.
    pub lemmas: usize,
    /// Tokens in all proofs and statements.
    pub tokens: usize,
    /// High-water marks.
    pub used: HighWater,
}

/// Where a proof is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the proof of the obligation.
    Proof,
    /// In the statement of the lemma with this number.
    LemmaStatement(usize),
    /// In the proof of the lemma with this number.
    LemmaProof(usize),
}

/// Why a certificate is no proof about this program.
#[derive(Clone, PartialEq, Debug)]
pub enum Rejection {
    /// It is bound to another profile (ABI).
    Profile {
        /// The program's.
        expected: &'static str,
        /// The certificate's.
        found: String,
    },
    /// It is bound to another signature: another version of the logic.
    SignatureDigest,
    /// It is bound to another specification.
    SpecificationDigest,
    /// It is bound to another program.
    CfaDigest,
    /// Its list of assumptions is not the program's.
    Ledger,
    /// An assumption of this kind is refused by the policy.
    Denied {
        /// The kind.
        kind: String,
        /// What the assumption is about.
        subject: String,
    },
    /// The number of invariants is not the number of locations.
    InvariantCount {
        /// Locations of the program.
        expected: usize,
        /// Invariants of the certificate.
        found: usize,
    },
    /// A node of the expression table refers forwards, or to no variable or object of the program,
    /// or has arguments of wrong sorts.
    TableNode(usize),
    /// The invariant of this location is not a formula of the table.
    Invariant(usize),
    /// The invariant of this location is part of a procedure's contract and names a local variable
    /// that is not its ghost.
    ContractScope(usize),
    /// An obligation has no proof.
    MissingProof(ObligationKind),
    /// More proofs than obligations.
    ExtraProof {
        /// How many were needed.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// More proofs than obligations, and the first extra one repeats the one before it.
    DuplicateProof {
        /// Its position.
        position: usize,
    },
    /// A proof is wrong.
    Proof {
        /// The obligation.
        obligation: ObligationKind,
        /// Which of its parts.
        place: Place,
        /// What is wrong.
        error: ProofError,
        /// The position of the token after the offending one.
        token: usize,
    },
}

/// Why there is no verdict about the proof.
#[derive(Clone, PartialEq, Debug)]
pub enum Decline {
    /// A limit was exceeded.
    Limit(Limit),
    /// The program's automaton is not well formed: a bug of the front end.
    Program(CfaError),
    /// The embedded signature does not load: a bug of this build.
    Signature(String),
}
