//! The small records: binding and ledger. Only this module and `provenance` know serde, and only
//! this one bincode.
//!
//! The encoding is bincode 2's standard configuration (little-endian, its own variable-length
//! integers), pinned here. bincode accepts more than one encoding of a value, so what was read is
//! encoded again and compared.

use crate::certificate::Binding;
use crate::limits::RECORD_BYTES_MAX;
use alloc::string::String;
use alloc::vec::Vec;
use bincode::config::{Configuration, Limit, LittleEndian, Varint};
use proofmark_logic::cfa::LedgerEntry;
use serde::{de::DeserializeOwned, Deserialize, Serialize};

/// bincode counts memory, not bytes: an entry of three bytes takes this much. The container has
/// looked at the number of bytes before.
const MEMORY_MAX: usize = RECORD_BYTES_MAX / 3 * size_of::<LedgerRecord>() + RECORD_BYTES_MAX;

const CONFIGURATION: Configuration<LittleEndian, Varint, Limit<MEMORY_MAX>> =
    bincode::config::standard()
        .with_little_endian()
        .with_variable_int_encoding()
        .with_limit::<MEMORY_MAX>();

#[derive(Serialize, Deserialize)]
pub(crate) struct BindingRecord {
    pub(crate) profile: String,
    pub(crate) signature: [u8; 32],
    pub(crate) specification: [u8; 32],
    pub(crate) cfa: [u8; 32],
}

#[derive(Serialize, Deserialize)]
pub(crate) struct LedgerRecord {
    pub(crate) kind: String,
    pub(crate) subject: String,
    pub(crate) detail: String,
}

pub(crate) fn decode_binding(bytes: &[u8]) -> Option<Binding> {
    let BindingRecord {
        profile,
        signature,
        specification,
        cfa,
    } = decode(bytes)?;
    Some(Binding {
        profile,
        signature,
        specification,
        cfa,
    })
}

pub(crate) fn decode_ledger(bytes: &[u8]) -> Option<Vec<LedgerEntry>> {
    let records: Vec<LedgerRecord> = decode(bytes)?;
    Some(
        records
            .into_iter()
            .map(
                |LedgerRecord {
                     kind,
                     subject,
                     detail,
                 }| LedgerEntry {
                    kind,
                    subject,
                    detail,
                },
            )
            .collect(),
    )
}

/// A record over the limit makes a section that no reader accepts.
pub(crate) fn encode<T: Serialize>(record: &T) -> Vec<u8> {
    bincode::serde::encode_to_vec(record, CONFIGURATION).unwrap_or_default()
}

pub(crate) fn decode<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (record, read) = bincode::serde::decode_from_slice::<T, _>(bytes, CONFIGURATION).ok()?;
    (read == bytes.len() && encode(&record) == bytes).then_some(record)
}
