//! The target `decoder`: [`proofmark_tests::fuzzing::decoder`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| proofmark_tests::fuzzing::decoder(data));
