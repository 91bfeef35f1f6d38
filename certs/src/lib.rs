//! The certificate container: hostile bytes in, structures out, and back.
//!
//! This crate is trusted. [`open`] accepts exactly the bytes that `encode` writes: for every
//! accepted `b`, `encode(decode(b)) == b`, where `decode` is `open` and all proofs read. It knows
//! the shape of terms and proofs and no more: whether a proof proves anything is the checker's
//! business. `docs/certificate-format.md` describes every byte.
//!
//! Reading order: [`certificate`], [`error`], [`limits`], [`container`], `annotations`, `tokens`,
//! `records`, [`automaton`], `reader`; [`inspect`] is for people, `write` for producers (feature
//! `write`).
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::as_conversions,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unwrap_used
    )
)]

extern crate alloc;

mod annotations;
pub mod automaton;
pub mod certificate;
pub mod container;
mod describe;
pub mod error;
pub mod inspect;
pub mod limits;
mod literals;
mod reader;
mod records;
mod tokens;
#[cfg(feature = "write")]
mod write;

pub use certificate::{Annotations, Binding, Certificate, Claimed};
pub use container::{open, Section};
pub use error::{DecodeError, DecodeErrorKind};
pub use inspect::{sections, Provenance, SectionSize};
pub use tokens::Proofs;
#[cfg(feature = "write")]
pub use write::{decode, encode};

/// BLAKE3 digest of some bytes: of a section, of the signature's text, of a specification, of an
/// automaton's canonical encoding.
pub fn digest(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes).as_bytes()
}
