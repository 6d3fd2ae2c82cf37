//! libFuzzer's bytes as syntax trees, printed as programs.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use subject_oxc::run;
use subject_oxc_fuzz::Program;

fuzz_target!(|data: &[u8]| -> Corpus { subject_fuzzing::tree::<Program, _, _>(data, run) });
