use crate::rle::{Run, decode, encode};
use chiasma::{adapters, property};
use quickcheck::{Arbitrary, Gen};

impl Arbitrary for Run {
    fn arbitrary(g: &mut Gen) -> Self {
        let count = u8::arbitrary(g).max(1);
        Run { character: *g.choose(&['a', 'b']).unwrap(), count }
    }
}

#[property]
fn decoding_undoes_encoding(#[from(adapters::quickcheck::<Vec<Run>>())] runs: Vec<Run>) {
    let text = decode(&runs);
    assert_eq!(decode(&encode(&text)), text);
}
