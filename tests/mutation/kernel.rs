//! The tests of the trusted crates in one binary: what each mutant of them must fail.

extern crate self as proofmark_tests;

#[path = "../src/container.rs"]
pub mod container;
#[path = "../src/recipe/mod.rs"]
pub mod recipe;

/// What fails for most mutants, first: the tests run in the order of their names.
#[path = "."]
mod quick {
    #[path = "../../logic/tests/arena.rs"]
    mod arena;
    #[path = "../tests/carried.rs"]
    mod carried;
    #[path = "../../logic/tests/leaves.rs"]
    mod leaves;
    #[path = "../../certs/tests/rejections.rs"]
    mod rejections;
    #[path = "../../certs/tests/roundtrip.rs"]
    mod roundtrip;
    #[path = "../../checker/tests/rules.rs"]
    mod rules;
    #[path = "../../checker/tests/signatures.rs"]
    mod signatures;
    #[path = "../tests/unsound.rs"]
    mod unsound;
}

#[path = "."]
mod thorough {
    #[path = "../../logic/tests/intervals.rs"]
    mod intervals;
    #[path = "../../logic/tests/meaning.rs"]
    mod meaning;
    #[path = "../../logic/tests/published_intervals.rs"]
    mod published_intervals;
}

use std::path::Path;

/// The repository's top directory.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}
