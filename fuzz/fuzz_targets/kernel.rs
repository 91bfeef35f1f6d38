//! The target `kernel`: [`proofmark_tests::fuzzing::kernel`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| proofmark_tests::fuzzing::kernel(data));
