//! libFuzzer's bytes as syntax trees, printed as documents.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use subject_roxmltree::run;
use subject_roxmltree_fuzz::Document;

fuzz_target!(|data: &[u8]| -> Corpus { subject_fuzzing::tree::<Document, _, _>(data, run) });
