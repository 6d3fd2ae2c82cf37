use crate::libfuzzer_sys::fuzz_target;
use crate::rle::{decode, encode};

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = str::from_utf8(data) {
        assert_eq!(decode(&encode(text)), text);
    }
});
