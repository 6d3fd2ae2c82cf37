use crate::libfuzzer_sys::fuzz_target;
use crate::rle::{Run, decode, encode};

fuzz_target!(|runs: Vec<Run>| {
    let text = decode(&runs);
    assert_eq!(decode(&encode(&text)), text);
});
