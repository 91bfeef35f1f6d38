//! What a program means and what must be proved about it.
//!
//! This crate is trusted. It holds the expressions shared by programs, invariants and proofs
//! ([`arena`]), the control-flow automaton ([`cfa`]), the verification condition ([`vc`]) and the
//! text of the logic ([`SIGNATURE`]). It knows nothing of C, of certificates, of solvers or of how
//! invariants are found.
//!
//! Reading order: [`types`], [`arena`], [`interval`], [`ieee`], [`cfa`], [`substitution`], [`vc`],
//! [`linear`], [`encode`].
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod arena;
pub mod cfa;
pub mod display;
pub mod encode;
pub mod ieee;
pub mod interval;
pub mod linear;
pub mod procedure;
pub mod proof;
pub mod substitution;
pub mod types;
pub mod vc;

/// The signature: every sort, constant and proof rule of the logic, in Twelf's concrete syntax.
/// Its bytes are what the certificate's signature digest speaks about.
pub const SIGNATURE: &str = include_str!("../signature/proofmark.lf");
