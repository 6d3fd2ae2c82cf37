use crate::rle::{Run, decode, encode};
use chiasma::{adapters, property};
use proptest::collection::vec;
use proptest::prelude::*;

fn run() -> impl Strategy<Value = Run> {
    let character = prop_oneof![3 => Just('a'), 1 => any::<char>()];
    (character, 1..=255u8).prop_map(|(character, count)| Run { character, count })
}

#[property]
fn decoding_undoes_encoding(#[from(adapters::proptest(vec(run(), 0..20)))] runs: Vec<Run>) {
    let text = decode(&runs);
    assert_eq!(decode(&encode(&text)), text);
}
