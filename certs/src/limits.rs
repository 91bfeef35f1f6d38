//! Every limit of the format, the same on every platform. Beyond one, a certificate is *declined*:
//! it may be right, but nobody decides that here.

/// Longest certificate, in bytes. Tokens are 32 bytes in memory, so this bounds the decoder's
/// memory to a few gigabytes.
pub const CERTIFICATE_BYTES_MAX: usize = 64 << 20;
/// Most locations of an automaton. A run of equal invariants is a few bytes long, so the bytes
/// themselves do not bound this number.
pub const LOCATIONS_MAX: u32 = 1 << 22;
/// Literals lie strictly between `-2^120` and `2^120`, which leaves the checker's 128-bit
/// arithmetic room.
pub const LITERAL_BITS: u32 = 120;
/// Longest record section (binding, ledger, provenance), in bytes.
pub const RECORD_BYTES_MAX: usize = 1 << 20;

/// Most collisions of hashes while a carried automaton is read: seconds of work. They can be
/// provoked, and only this reader's memory is concerned.
pub const COLLISIONS_MAX: u64 = 1 << 30;

/// Whether a literal may occur.
pub fn literal_ok(value: i128) -> bool {
    value.unsigned_abs() >> LITERAL_BITS == 0
}
