//! Taking a certificate's container apart and putting it together again, with right digests: what a
//! forger does first.

use proofmark_certs::container::{MAGIC, VERSION};
use proofmark_certs::{digest, sections};
use proofmark_logic::encode::put_varint;

/// The sections of a well-formed container: id and payload.
///
/// # Panics
/// If it is not well formed.
pub fn payloads(bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let mut end = bytes.len();
    let mut out = Vec::new();
    for size in sections(bytes).expect("a genuine container").iter().rev() {
        out.insert(
            0,
            (size.section.id(), bytes[end - size.bytes..end].to_vec()),
        );
        let mut length = Vec::new();
        put_varint(&mut length, size.bytes as u128);
        end -= size.bytes + 33 + length.len();
    }
    out
}

/// A container of these sections, in this order.
pub fn assemble(sections: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend(VERSION.to_le_bytes());
    out.push(u8::try_from(sections.len()).unwrap_or(u8::MAX));
    for (id, payload) in sections {
        out.push(*id);
        put_varint(&mut out, payload.len() as u128);
        out.extend(digest(payload));
        out.extend(payload);
    }
    out
}
