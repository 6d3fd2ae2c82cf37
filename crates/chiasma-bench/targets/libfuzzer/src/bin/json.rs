#![no_main]

use std::hint::black_box;

use json_target::{document, round_trip};
use libfuzzer_sys::fuzz_target;
use libfuzzer_targets::feed;

chiasma_loop_harness::report_at_exit!();

fuzz_target!(|bytes: &[u8]| {
    feed(bytes, |source| _ = black_box(round_trip(&document(source))));
});
