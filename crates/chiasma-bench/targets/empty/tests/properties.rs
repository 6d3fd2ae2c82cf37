use chiasma::property;
use empty_target::{byte, nothing};

chiasma_loop_harness::report_at_exit!();

#[property]
fn doing_nothing(#[from(byte)] byte: u8) {
    nothing(byte);
}

#[test]
fn drive() {
    chiasma_loop_harness::drive(byte, nothing);
}
