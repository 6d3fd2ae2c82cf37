use crate::rle::{Run, decode, encode};
use chiasma::generators::{any, vec};
use chiasma::{Source, pick, property};

fn run(s: &mut Source) -> Run {
    let character = pick!(s, { 3 => 'a', 1 => s.draw(any()) });
    Run { character, count: s.int(1..=255) }
}

#[property]
fn decoding_undoes_encoding(#[from(vec(0..20, run))] runs: Vec<Run>) {
    let text = decode(&runs);
    assert_eq!(decode(&encode(&text)), text);
}
