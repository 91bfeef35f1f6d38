//! Lazy abstraction, refinement, proofs: everything that is clever and nothing that is trusted.

pub mod export;
