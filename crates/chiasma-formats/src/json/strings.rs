//! Strings and keys: contents, and the ways to write each character.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Json;
use super::mistakes;
use super::words::{KEYS, TEXTS};
use crate::dictionary::Section;

/// A string.
#[generator]
pub(super) fn string(s: &mut Source, j: &mut Json<'_>) {
    let s = &mut *s.as_value();
    if j.draft.slip(s) {
        return mistakes::string(s, j);
    }
    pick!(s, {
        16 => {
            let word = j.draft.word(s, Section::Texts, TEXTS);
            quote(&mut j.draft.out, word);
        },
        8 => {
            let text = text(s);
            quote(&mut j.draft.out, &text);
        },
        10 => {
            j.draft.put("\"");
            for _ in 0..s.length(0..=8usize) {
                piece(s, j);
            }
            j.draft.put("\"");
        },
        1 => run(s, j),
    })
}

/// The name of a member.
#[generator]
pub(super) fn key(s: &mut Source, j: &mut Json<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        12 => {
            let word = j.draft.word(s, Section::Attributes, KEYS);
            quote(&mut j.draft.out, word);
        },
        1 => string(s, j),
        1 => {
            let word = j.draft.word(s, Section::Attributes, KEYS);
            j.draft.put("\"");
            escape(&mut j.draft.out, word);
            j.draft.put("\"");
        },
    })
}

/// A short text of letters and what else there is.
#[generator]
pub(crate) fn text(s: &mut Source) -> String {
    let s = &mut *s.as_value();
    let mut text = String::new();
    for _ in 0..s.length(0..=10usize) {
        text.push(pick!(s, {
            6 => s.char('a'..='z'),
            2 => s.char('0'..='9'),
            2 => s.char(' '..='~'),
            1 => s.char(..),
        }));
    }
    text
}

/// One character, or a few, in one of the ways to write them.
#[generator]
fn piece(s: &mut Source, j: &mut Json<'_>) {
    pick!(s, {
        4 => j.draft.out.push(s.char('a'..='z')),
        3 => quote_char(&mut j.draft.out, s.char(..)),
        4 => j.draft.put_one(s, &SHORT),
        3 => unicode_escape(s, j),
        2 => surrogate_pair(s, j),
        1 => {
            let word = j.draft.word(s, Section::Texts, TEXTS);
            escape(&mut j.draft.out, word);
        },
    })
}

/// The escapes of one letter.
const SHORT: [&str; 8] = ["\\n", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r", "\\t"];

/// A character of the Basic Multilingual Plane by its number, upper or lower case.
#[generator]
fn unicode_escape(s: &mut Source, j: &mut Json<'_>) {
    let code = pick!(s, {
        3 => s.int(0x20..=0x7e),
        2 => *s.choose(&[0, 1, 0x1f, 0x7f, 0x80, 0xff, 0x2028, 0xd7ff, 0xe000, 0xfeff, 0xffff]),
        2 => s.char('\u{80}'..='\u{ffff}') as u32,
    });
    j.draft.put(&if s.bool() { format!("\\u{code:04X}") } else { format!("\\u{code:04x}") });
}

/// A character beyond the Basic Multilingual Plane, as two numbers.
#[generator]
fn surrogate_pair(s: &mut Source, j: &mut Json<'_>) {
    let high = s.int(0xd800..=0xdbff);
    let low = s.int(0xdc00..=0xdfff);
    j.draft.put(&format!("\\u{high:04x}\\u{low:04x}"));
}

/// A string of one character many times, such as fills a buffer.
#[generator]
fn run(s: &mut Source, j: &mut Json<'_>) {
    let length = *s.choose(&[16usize, 31, 32, 63, 64, 127, 128, 255, 256]);
    let unit = s.choose(&["a", " ", "é", "\\n", "\\u0000", "😀", "\\\\"]);
    j.draft.put("\"");
    for _ in 0..length {
        j.draft.put(unit);
    }
    j.draft.put("\"");
}

/// Writes a text in quotes, with no escape that is not needed.
pub(crate) fn quote(out: &mut String, text: &str) {
    out.push('"');
    text.chars().for_each(|c| quote_char(out, c));
    out.push('"');
}

fn quote_char(out: &mut String, c: char) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\0'..' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
        _ => out.push(c),
    }
}

/// Writes every character of a text by its number.
fn escape(out: &mut String, text: &str) {
    let mut units = [0; 2];
    for c in text.chars() {
        for unit in c.encode_utf16(&mut units) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    }
}
