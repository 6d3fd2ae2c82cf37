//! Text as bytes, and what goes wrong between the two.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::{piece, pieces};
use crate::draft::Draft;

/// Pieces in UTF-8, with ill-formed ones between them where a mistake is made.
pub(super) fn bytes(s: &mut Source, mut d: Draft<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if s.one_in(21) {
        bytes.extend("\u{feff}".bytes());
    }
    for _ in 0..pieces(s, &d) {
        d.spend();
        if d.slip(s) {
            ill_formed(s, &mut bytes);
        }
        d.out.clear();
        piece(s, &mut d);
        bytes.extend(d.out.bytes());
    }
    bytes
}

/// Bytes that no decoder of UTF-8 may take.
#[generator]
fn ill_formed(s: &mut Source, bytes: &mut Vec<u8>) {
    pick!(s, {
        6 => bytes.extend(*s.as_value().choose(&ILL_FORMED)),
        1 => bytes.push(s.int(0x80..=0xff)),
        1 => {
            // A character cut short.
            bytes.extend(s.char('\u{800}'..).encode_utf8(&mut [0; 4]).bytes());
            bytes.pop();
        },
    })
}

const ILL_FORMED: [&[u8]; 20] = [
    &[0xff],
    &[0xfe],
    &[0x80],
    &[0xbf],
    &[0xc3],
    // Overlong forms of the null, of the slash, of longer ones.
    &[0xc0, 0x80],
    &[0xc0, 0xaf],
    &[0xe0, 0x80, 0xaf],
    &[0xf0, 0x80, 0x80, 0xaf],
    &[0xc1, 0xbf],
    &[0xe0, 0x9f, 0xbf],
    // Surrogates: one, a pair, the last.
    &[0xed, 0xa0, 0x80],
    &[0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
    &[0xed, 0xbf, 0xbf],
    // Beyond the last character, and of lengths that there are no more.
    &[0xf4, 0x90, 0x80, 0x80],
    &[0xf5, 0x80, 0x80, 0x80],
    &[0xf8, 0x88, 0x80, 0x80, 0x80],
    // Latin-1, and the marks of UTF-16.
    &[0xe9],
    &[0xfe, 0xff],
    &[0xff, 0xfe],
];

/// What is left of characters after a conversion that was wrong.
#[generator]
pub(super) fn badly_converted(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        2 => d.put_one(
            s,
            &[
                "\u{fffd}",
                "Ã©",
                "â\u{80}\u{99}",
                "ï»¿",
                "ÿþ",
                "\\u00e9",
                "\\ud83d\\ude00",
                "\\ud800",
                "&eacute;",
                "%C3%A9",
                "=C3=A9",
                "?",
                "\u{fffd}\u{fffd}\u{fffd}",
                "縺ゅ",
                "Ð¿",
                "\u{0}a\u{0}b",
                "\u{feff}\u{feff}",
            ],
        ),
        1 => {
            // UTF-8 read as Latin-1.
            let character = s.char('\u{80}'..);
            d.out.extend(character.encode_utf8(&mut [0; 4]).bytes().map(char::from));
        },
    })
}
