//! Paths: segments, dots, parameters, percent-encoding.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::words::SEGMENTS;
use crate::dictionary::Section;
use crate::draft::Draft;

/// Nothing, or segments each behind a slash: what may follow a host.
#[generator]
pub(super) fn absolute_or_empty(s: &mut Source, d: &mut Draft<'_>) {
    if s.ratio(9, 10) {
        segments(s, d);
    }
}

/// A slash, and segments of which the first is not empty: two slashes would begin a host.
#[generator]
pub(super) fn rooted(s: &mut Source, d: &mut Draft<'_>) {
    d.put("/");
    if s.ratio(6, 7) {
        filled_segment(s, d);
        segments(s, d);
    }
}

/// Segments of which the first is not empty.
#[generator]
pub(super) fn rootless(s: &mut Source, d: &mut Draft<'_>) {
    filled_segment(s, d);
    segments(s, d);
}

/// Segments of which the first has no colon, since what is before that would be a scheme.
#[generator]
pub(super) fn without_scheme(s: &mut Source, d: &mut Draft<'_>) {
    if s.ratio(2, 5) {
        let start = d.out.len();
        filled_segment(s, d);
        let segment = d.out.split_off(start).replace(':', "%3A");
        d.put(&segment);
    } else {
        d.put_one(
            s,
            &["a", ".", "..", "./a:b", "g;x=1", "...", "%3A", "g", "index.html", "@", "1"],
        );
    }
    segments(s, d);
}

/// Segments, each behind a slash.
#[generator]
fn segments(s: &mut Source, d: &mut Draft<'_>) {
    for _ in 0..s.length(0..=5) {
        if !d.spend() {
            break;
        }
        d.put("/");
        segment(s, d);
    }
}

/// A segment, empty at times.
#[generator]
fn segment(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        1 => {},
        7 => filled_segment(s, d),
    })
}

/// A segment that is not empty.
#[generator]
fn filled_segment(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        wrong(s, d);
    }
    pick!(s, {
        30 => {
            let word = d.word(s, Section::Texts, SEGMENTS);
            escape(d, word, is_path_character);
        },
        10 => dots(s, d),
        12 => (0..s.length(1..=6)).for_each(|_| path_character(s, d)),
        4 => {
            let word = d.word(s, Section::Texts, SEGMENTS);
            escape(d, word, is_path_character);
            parameters(s, d);
        },
        4 => d.put_one(
            s,
            &["a.tar.gz", ".htaccess", "x.", "~user", "C:", "@scope", "a=b", "*", "$", "0"],
        ),
        1 => d.put(&"long-".repeat(s.int(1..=60))),
    })
}

/// Segments of dots, which are resolved away, and such as only look like them.
#[generator]
fn dots(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, &["..", ".", "%2e", "%2E%2e", ".%2e", "%2E.", "...", ".%20.", "..%2f"]);
}

/// Parameters of a segment, such as `;v=1`.
#[generator]
fn parameters(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    for _ in 0..s.length(1..=2) {
        d.put_one(s, &[";", ","]);
        d.put_one(s, &["v", "jsessionid", "type", "lang", ""]);
        if s.bool() {
            d.put("=");
            (0..s.length(0..=3)).for_each(|_| path_character(s, d));
        }
    }
}

/// A character that stands for itself in a path, or an escaped one.
#[generator]
pub(super) fn path_character(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        6 => d.out.push(s.char('a'..='z')),
        2 => d.out.push(s.char('0'..='9')),
        1 => d.out.push(s.char('A'..='Z')),
        3 => d.out.push(*s.choose(&PUNCTUATION)),
        2 => escaped(s, d),
        1 => beyond_ascii(s, d),
    })
}

/// What is neither letter nor digit and stands for itself: unreserved, delimiters, colon, at sign.
const PUNCTUATION: [char; 17] =
    ['-', '.', '_', '~', '!', '$', '&', '\'', '(', ')', '*', '+', ',', ';', '=', ':', '@'];

/// Percent-encoding: of a delimiter, of what needs none, of UTF-8, of bytes that are no UTF-8.
#[generator]
pub(super) fn escaped(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        6 => d.put_one(
            s,
            &["%20", "%2F", "%25", "%3F", "%23", "%00", "%41", "%7E", "%0A", "%2B", "%5C", "%3a"],
        ),
        4 => d.put_one(
            s,
            &["%C3%A9", "%e2%82%ac", "%F0%9F%98%80", "%CC%81", "%EF%BB%BF", "%E2%80%AE"],
        ),
        2 => {
            d.put_one(s, &["%FF", "%C0%AF", "%ED%A0%80", "%E2%82", "%80", "%F4%90%80%80", "%2525"]);
        },
        1 => d.put(&format!("%{:02X}", s.byte())),
    })
}

/// A character that only an IRI (RFC 3987) has as itself.
#[generator]
pub(super) fn beyond_ascii(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    let character = pick!(s, {
        4 => *s.choose(&[
            'é', 'ß', 'я', '日', 'א', '\u{301}', '\u{a0}', '\u{3000}', 'İ', '\u{2028}', '😀',
        ]),
        1 => s.char('\u{a0}'..='\u{d7ff}'),
        1 => s.char('\u{f900}'..='\u{fdcf}'),
        1 => s.char('\u{10000}'..='\u{1fffd}'),
    });
    d.out.push(character);
}

/// What must not stand in a URL as itself.
#[generator]
pub(super) fn wrong(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(
        s,
        &[
            "%", "%1", "%GG", " ", "<", ">", "\"", "{", "}", "|", "\\", "^", "`", "[", "]", "\t",
            "\n", "\u{0}", "\u{7f}", "\u{fdd0}", "\u{e000}", "#", "%u00e9",
        ],
    );
}

/// Puts a text in which only the characters that `keep` names stand for themselves.
pub(super) fn escape(d: &mut Draft<'_>, text: &str, keep: fn(char) -> bool) {
    for character in text.chars() {
        if keep(character) {
            d.out.push(character);
            continue;
        }
        for byte in character.encode_utf8(&mut [0; 4]).bytes() {
            d.put(&format!("%{byte:02X}"));
        }
    }
}

pub(super) fn is_unreserved_or_delimiter(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-._~!$&'()*+,;=".contains(character)
}

pub(super) fn is_path_character(character: char) -> bool {
    is_unreserved_or_delimiter(character) || ":@".contains(character)
}
