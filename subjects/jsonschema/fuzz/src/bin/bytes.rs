//! libFuzzer's bytes as schemas.

#![no_main]

use libfuzzer_sys::fuzz_target;
use subject_jsonschema::run;

fuzz_target!(|data: &[u8]| subject_fuzzing::bytes(data, run));
