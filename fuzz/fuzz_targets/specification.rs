//! The target `specification`: [`proofmark_tests::fuzzing::specification`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| proofmark_tests::fuzzing::specification(data));
