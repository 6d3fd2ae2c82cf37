use crate::rle::{Run, decode, encode};
use proptest::collection::vec;
use proptest::prelude::*;

fn run() -> impl Strategy<Value = Run> {
    let character = prop_oneof![3 => Just('a'), 1 => any::<char>()];
    (character, 1..=255u8).prop_map(|(character, count)| Run { character, count })
}

proptest! {
    #[test]
    fn decoding_undoes_encoding(runs in vec(run(), 0..20)) {
        let text = decode(&runs);
        prop_assert_eq!(decode(&encode(&text)), text);
    }
}
