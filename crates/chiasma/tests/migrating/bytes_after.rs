use crate::rle::{decode, encode};
use chiasma::{generators::verbatim, property};

#[property]
fn decoding_undoes_encoding(#[from(verbatim())] text: String) {
    assert_eq!(decode(&encode(&text)), text);
}
