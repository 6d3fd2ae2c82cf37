use crate::rle::{decode, encode};
use chiasma::property;

#[property]
fn decoding_undoes_encoding(text: String) -> bool {
    decode(&encode(&text)) == text
}
