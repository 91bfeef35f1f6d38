//! placeholder
pub mod prover;
pub mod theory;
