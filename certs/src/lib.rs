//! placeholder
#![no_std]
extern crate alloc;
use alloc::{string::String, vec::Vec};
use proofmark_logic::cfa::LedgerEntry;
use proofmark_logic::proof::*;
pub struct Binding {
    pub profile: String,
    pub signature: [u8; 32],
    pub specification: [u8; 32],
    pub cfa: [u8; 32],
}
pub struct Annotations {
    pub table: Vec<TableNode>,
    pub invariants: Vec<u32>,
}
pub struct Certificate {
    pub binding: Binding,
    pub annotations: Annotations,
    pub proofs: Vec<ObligationProof>,
    pub ledger: Vec<LedgerEntry>,
}
pub fn digest(b: &[u8]) -> [u8; 32] {
    *blake3::hash(b).as_bytes()
}
