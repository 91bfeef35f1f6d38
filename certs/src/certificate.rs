//! What a certificate says, as structures.

use crate::tokens::Proofs;
use alloc::string::String;
use alloc::vec::Vec;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_logic::proof::{ObligationProof, TableNode};

/// A certificate as a checker reads it: each proof becomes tokens when its turn comes.
pub type Claimed = Certificate<Proofs>;

/// A certificate, with its proofs as structures unless `P` says otherwise. Nothing in it is
/// believed: the checker recomputes [`Binding`] and the ledger, and checks the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate<P = Vec<ObligationProof>> {
    /// What the certificate is about.
    pub binding: Binding,
    /// The invariants.
    pub annotations: Annotations,
    /// Proofs, in the order of the obligations that need one.
    pub proofs: P,
    /// The assumptions that the producer saw. Sorted, without duplicates.
    pub ledger: Vec<LedgerEntry>,
    /// Who made it, and of what. Optional, and no part of any argument:
    /// [`crate::Provenance::decode`] reads it for messages.
    pub provenance: Option<Vec<u8>>,
    /// The automaton's canonical encoding, in self-contained certificates. A checker that has the
    /// program compares; [`crate::automaton::decode`] reads it.
    pub automaton: Option<Vec<u8>>,
    /// The specification's text, whose digest is [`Binding::specification`]. Optional: the consumer
    /// has his own, and that one counts.
    pub specification: Option<String>,
    /// For producers: the reachability graph that the proof was made from. No checker reads it.
    pub resume: Option<Vec<u8>>,
}

/// What a certificate is about: names and digests of everything that the proved statement depends
/// on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    /// The semantics profile's published name ([`proofmark_logic::types::Profile::name`]).
    pub profile: String,
    /// Digest of the signature's text.
    pub signature: [u8; 32],
    /// Digest of the specification's text; of the empty text where the error is the built-in one.
    pub specification: [u8; 32],
    /// Digest of the automaton's canonical encoding ([`proofmark_logic::encode::cfa_bytes`]).
    pub cfa: [u8; 32],
}

/// The invariants as one shared DAG.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// Expressions, without duplicates; arguments stand at smaller positions.
    pub table: Vec<TableNode>,
    /// For each location, the position of its invariant in the table.
    pub invariants: Vec<u32>,
}
