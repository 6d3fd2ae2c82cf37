//! libFuzzer's bytes as syntax trees, printed as schemas.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use subject_jsonschema::run;
use subject_jsonschema_fuzz::Document;

fuzz_target!(|data: &[u8]| -> Corpus { subject_fuzzing::tree::<Document, _, _>(data, run) });
