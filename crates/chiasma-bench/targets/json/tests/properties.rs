use std::hint::black_box;

use chiasma::property;
use json_target::{document, round_trip};

chiasma_loop_harness::report_at_exit!();

#[property]
fn reading_then_writing(#[from(document)] text: String) {
    black_box(round_trip(&text));
}

#[test]
fn drive() {
    chiasma_loop_harness::drive(document, |text| _ = black_box(round_trip(&text)));
}
