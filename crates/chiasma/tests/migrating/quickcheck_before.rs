use crate::rle::{decode, encode};
use quickcheck::quickcheck;

quickcheck! {
    fn decoding_undoes_encoding(text: String) -> bool {
        decode(&encode(&text)) == text
    }
}
