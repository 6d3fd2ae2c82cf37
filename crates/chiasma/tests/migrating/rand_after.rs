use crate::rle::{Run, decode, encode};
use chiasma::property;
use rand::{Rng, RngExt};

/// Written for `rand`, and unchanged.
fn runs(rng: &mut impl Rng) -> Vec<Run> {
    let mut run = || Run { character: rng.random(), count: rng.random_range(1..=255) };
    (0..4).map(|_| run()).collect()
}

#[property]
fn decoding_undoes_encoding(#[from(runs)] runs: Vec<Run>) {
    let text = decode(&runs);
    assert_eq!(decode(&encode(&text)), text);
}
