//! What both commands say about programs and certificates, in words and as JSON. Nothing is decided
//! here: a wrong word misleads a reader, and no verdict.
//!
//! Everything that comes from a certificate or a program goes through [`text`] before it is
//! printed.

#![forbid(unsafe_code)]

pub mod difference;
pub mod events;
pub mod info;

use proofmark_guard::text;
use proofmark_logic::cfa::LedgerEntry;
use serde_json::{json, Value};

/// An entry of the ledger on one line.
pub fn assumption(entry: &LedgerEntry) -> String {
    text::line(&format!(
        "{}: {}: {}",
        entry.kind, entry.subject, entry.detail
    ))
    .into_owned()
}

/// The ledger as JSON.
pub fn ledger(ledger: &[LedgerEntry]) -> Value {
    let entry =
        |e: &LedgerEntry| json!({ "kind": e.kind, "subject": e.subject, "detail": e.detail });
    ledger.iter().map(entry).collect()
}

/// A digest in hexadecimal digits.
pub fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
