//! Lazy abstraction, refinement, proofs: everything that is clever and nothing that is trusted.

mod allocation;
pub mod certify;
mod concolic;
pub mod counterexample;
pub mod engine;
pub mod export;
mod masks;
mod places;
pub mod prover;
pub mod reachability;
pub mod reuse;
pub mod substitutability;
pub mod theory;
pub mod training;
mod tried;
mod watch;
