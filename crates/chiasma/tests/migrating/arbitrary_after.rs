use crate::rle::{Run, decode, encode};
use chiasma::{adapters::arbitrary, property};

#[property]
fn decoding_undoes_encoding(#[from(arbitrary::<Vec<Run>>())] runs: Vec<Run>) {
    let text = decode(&runs);
    assert_eq!(decode(&encode(&text)), text);
}
