//! The proof checker.
//!
//! It decides one judgement: *this certificate proves that no run of this automaton reaches its
//! error location*. The automaton comes from the consumer; the verification condition, the ledger
//! and the digests are computed from it here, and the certificate's claims are compared with them.
//! There is no solver, no search, and no way to skip a step.
//!
//! Reading order: [`verdict`], [`check()`], [`kernel`], [`signature`], [`side`], [`limits`],
//! [`describe`].
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod check;
pub mod describe;
pub mod kernel;
pub mod limits;
pub mod side;
pub mod signature;
pub mod verdict;

pub use check::check;
