//! Modified UTF-8 (section 4.4.7): its encoding, and ways to get it wrong.

use chiasma_core::Source;

/// The first of the 2,048 characters that stand for surrogates without a partner.
///
/// Java's strings may have those, and Rust's may not. These characters are for private use, so
/// that nothing of worth is lost.
const LONE_SURROGATES: u32 = 0x10_0000;

/// The character that stands for a surrogate without a partner.
pub(super) fn lone_surrogate(unit: u16) -> char {
    char::from_u32(LONE_SURROGATES + u32::from(unit & 0x7ff)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Text as class files have it.
pub(super) fn encode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match u32::from(character) {
            lone @ LONE_SURROGATES..=0x10_07ff => unit(&mut bytes, 0xd800 + (lone & 0x7ff)),
            high @ 0x1_0000.. => {
                let high = high - 0x1_0000;
                unit(&mut bytes, 0xd800 + (high >> 10));
                unit(&mut bytes, 0xdc00 + (high & 0x3ff));
            }
            code => unit(&mut bytes, code),
        }
    }
    bytes
}

/// One UTF-16 unit, the zero in two bytes.
fn unit(bytes: &mut Vec<u8>, unit: u32) {
    let last = 0x80 | (unit & 0x3f) as u8;
    match unit {
        1..=0x7f => bytes.push(unit as u8),
        0..=0x7ff => bytes.extend([0xc0 | (unit >> 6) as u8, last]),
        _ => bytes.extend([0xe0 | (unit >> 12) as u8, 0x80 | ((unit >> 6) & 0x3f) as u8, last]),
    }
}

/// Sequences that modified UTF-8 does not have: zero, bytes that begin nothing, sequences that stop
/// early, four bytes for one character, and more bytes than needed.
const ILLEGAL: &[&[u8]] = &[
    &[0],
    &[0x80],
    &[0xff],
    &[0xf0, 0x9f, 0x98, 0x80],
    &[0xc1, 0x81],
    &[0xe0, 0x80, 0x80],
    &[0xe0, 0x9f, 0xbf],
    &[0xc3],
    &[0xe2, 0x82],
    &[0xed, 0xa0],
    &[0xc3, 0x28],
    &[0xe2, 0x28, 0xa1],
    &[0xfe, 0xfe],
];

/// Puts an illegal sequence somewhere into a text.
pub(super) fn damage(s: &mut Source, bytes: &mut Vec<u8>) {
    let place = s.index(bytes.len().min(255) + 1);
    bytes.splice(place..place, s.as_value().choose(ILLEGAL).iter().copied());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_encoded_as_the_specification_says() {
        assert_eq!(encode("a\0"), [0x61, 0xc0, 0x80]);
        assert_eq!(encode("\u{7ff}\u{800}"), [0xdf, 0xbf, 0xe0, 0xa0, 0x80]);
        assert_eq!(encode("😀"), [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]);
        assert_eq!(encode(&lone_surrogate(0xd83d).to_string()), [0xed, 0xa0, 0xbd]);
        assert_eq!(encode(&lone_surrogate(0xdfff).to_string()), [0xed, 0xbf, 0xbf]);
    }
}
