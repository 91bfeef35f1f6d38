//! The target `signature`: [`proofmark_tests::fuzzing::signature`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| proofmark_tests::fuzzing::signature(data));
