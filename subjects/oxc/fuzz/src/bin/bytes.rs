//! libFuzzer's bytes as programs.

#![no_main]

use libfuzzer_sys::fuzz_target;
use subject_oxc::run;

fuzz_target!(|data: &[u8]| subject_fuzzing::bytes(data, run));
