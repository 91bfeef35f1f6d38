//! The target `front_end`: [`proofmark_tests::fuzzing::front_end`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| proofmark_tests::fuzzing::front_end(data));
