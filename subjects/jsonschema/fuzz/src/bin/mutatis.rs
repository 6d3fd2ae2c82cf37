//! libFuzzer's bytes as stored syntax trees, printed as schemas and mutated by the crate `mutatis`.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target};
use subject_jsonschema::run;
use subject_jsonschema_fuzz::Document;

fuzz_target!(|data: &[u8]| -> Corpus { subject_fuzzing::stored_tree::<Document, _, _>(data, run) });

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    subject_fuzzing::mutate_stored::<Document>(data, size, max_size, seed)
});
