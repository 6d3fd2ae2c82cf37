#![no_main]

use empty_target::{byte, nothing};
use libfuzzer_sys::fuzz_target;
use libfuzzer_targets::feed;

chiasma_loop_harness::report_at_exit!();

fuzz_target!(|bytes: &[u8]| {
    feed(bytes, |source| nothing(byte(source)));
});
