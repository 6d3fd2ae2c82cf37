//! What the tests of simple generators share: they see that enough of the inputs are valid.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chiasma::{Generator, Seed, Source};

/// How many inputs are tried.
const INPUTS: u64 = 2_000;

/// Runs inputs with fixed seeds, prints the results, and panics if less than `least` percent are valid.
pub(crate) fn assert_valid<T: AsRef<[u8]>>(
    least: f64,
    generator: impl Generator<Value = T>,
    run: impl Fn(&T) -> Result<(), String>,
) {
    let (mut valid, mut failed, mut bytes) = (0, 0, 0);
    for seed in 0..INPUTS {
        let input = Source::random(Seed(seed)).draw(generator.by_ref());
        bytes += input.as_ref().len() as u64;
        // The subject has defects: a panic is neither valid nor invalid.
        match catch_unwind(AssertUnwindSafe(|| run(&input))) {
            Ok(Ok(())) => valid += 1,
            Ok(Err(_)) => {}
            Err(_) => failed += 1,
        }
    }
    let percent = |count: u32| 100.0 * f64::from(count) / INPUTS as f64;
    let (valid, failed) = (percent(valid), percent(failed));
    println!("{valid} % valid, {failed} % failed, {} bytes on average", bytes / INPUTS);
    assert!(valid >= least, "only {valid} % are valid");
}
