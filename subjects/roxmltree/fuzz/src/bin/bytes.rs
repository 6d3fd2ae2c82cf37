//! libFuzzer's bytes as documents.

#![no_main]

use libfuzzer_sys::fuzz_target;
use subject_roxmltree::run;

fuzz_target!(|data: &[u8]| subject_fuzzing::bytes(data, run));
