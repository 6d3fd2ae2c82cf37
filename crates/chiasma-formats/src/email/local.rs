//! What is before the at sign: atoms with dots between, or a quoted string.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::dictionary::Section;
use crate::draft::Draft;

/// A local part of up to 64 bytes.
#[generator]
pub(super) fn local_part(s: &mut Source, d: &mut Draft<'_>) {
    let start = d.out.len();
    pick!(s, {
        8 => d.put(d.word(s, Section::Names, LOCAL_PARTS)),
        6 => dot_string(s, d),
        4 => quoted_string(s, d),
        1 => d.put(&"x".repeat(s.int(62..=64))),
    });
    if d.out.len() - start > 64 && !d.slip(s) {
        d.out.truncate(start);
        d.put("long");
    }
}

/// Atoms with dots between.
#[generator]
pub(super) fn dot_string(s: &mut Source, d: &mut Draft<'_>) {
    for place in 0..*s.weighted(&[(3, 1), (3, 2), (1, 3)]) {
        if place > 0 {
            d.put(if d.slip(s) { ".." } else { "." });
        }
        atom(s, d);
    }
}

/// Letters, digits, and what punctuation needs no quotes.
#[generator]
pub(super) fn atom(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => d.put_one(
            s,
            &["a", "first", "last", "user+tag", "x-y", "_", "0", "!#$%&'*+-/=?^_`{|}~", "A1"],
        ),
        6 => {
            for _ in 0..s.length(1..=6) {
                pick!(s, {
                    8 => d.out.push(s.char('a'..='z')),
                    2 => d.out.push(s.char('A'..='Z')),
                    2 => d.out.push(s.char('0'..='9')),
                    2 => d.out.push(*s.choose(&PUNCTUATION)),
                    1 => beyond_ascii(s, d),
                })
            }
        },
    });
    if d.slip(s) {
        d.put_one(s, &[" ", "(", ")", "<", "\"", ",", ":", ";", "[", "\\", "\u{7f}", "\t"]);
    }
}

/// The punctuation of an atom (RFC 5322, section 3.2.3).
const PUNCTUATION: [char; 19] = [
    '+', '-', '_', '!', '#', '$', '%', '&', '\'', '*', '/', '=', '?', '^', '`', '{', '|', '}', '~',
];

/// Characters in quotes, some of them behind a backslash.
#[generator]
pub(super) fn quoted_string(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put("\"");
    for _ in 0..s.length(0..=6) {
        pick!(s, {
            5 => d.out.push(s.char('a'..='z')),
            3 => d.put_one(s, &[" ", "@", ".", "..", ",", "<", ">", "(", ")", ":", ";", "[", "]"]),
            2 => d.put_one(s, &["\\\"", "\\\\", "\\ ", "\\a", "\\@"]),
            2 => d.out.push(*s.choose(&PUNCTUATION)),
            1 => beyond_ascii(s, d),
        })
    }
    if !d.slip(s) {
        d.put("\"");
    }
}

/// A character of UTF-8 (RFC 6531): letters for the most part.
#[generator]
pub(super) fn beyond_ascii(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    let character = pick!(s, {
        3 => *s.choose(&['é', 'ü', 'ß', 'я', '日', 'א', 'ع', 'İ', '\u{301}', '한', '😀', 'ﬁ']),
        1 => s.char('\u{c0}'..='\u{24f}'),
    });
    d.out.push(character);
}

const LOCAL_PARTS: &[&str] = &[
    "a",
    "user",
    "john.doe",
    "user+tag",
    "postmaster",
    "abuse",
    "POSTMASTER",
    "no-reply",
    "first.middle.last",
    "o'brien",
    "1234567890",
    "_",
    "-",
    "user%example.org",
    "bounce+a=b.example",
    "!#$%&'*+-/=?^_`{|}~",
    "customer/department=shipping",
    "$A12345",
    "#!$",
    "用户",
    "δοκιμή",
    "чебурашка",
    "Dörte",
    "\" \"",
    "\"\"",
    "\"john..doe\"",
    "\"a@b\"",
    "\"very.(),:;<>[]\\\".VERY.\\\"very@\\\\ \\\"very\\\".unusual\"",
    "\"much.more unusual\"",
];
