//! What follows a path: queries, in pairs or not, and fragments.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::path::{beyond_ascii, escape, escaped, is_path_character, path_character, wrong};
use super::words::{FRAGMENTS, KEYS, VALUES};
use crate::dictionary::Section;
use crate::draft::Draft;

/// A query and a fragment, either or none.
#[generator]
pub(super) fn query_and_fragment(s: &mut Source, d: &mut Draft<'_>) {
    if s.ratio(2, 5) {
        d.put("?");
        query(s, d);
    }
    if s.one_in(4) {
        d.put("#");
        fragment(s, d);
    }
}

/// Pairs, or any text; it may be empty.
#[generator]
pub(super) fn query(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        1 => {},
        10 => pairs(s, d),
        2 => (0..s.length(1..=6)).for_each(|_| character(s, d)),
    });
    if d.slip(s) {
        wrong(s, d);
    }
}

/// Pairs with `&` between, as forms send them.
#[generator]
fn pairs(s: &mut Source, d: &mut Draft<'_>) {
    for place in 0..s.length(1..=5) {
        if !d.spend() {
            break;
        }
        if place > 0 {
            d.put_one(s, &["&", "&", "&", "&", ";", "&&", "&amp;"]);
        }
        pair(s, d);
    }
}

/// A key and a value, of which either may be missing.
#[generator]
fn pair(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        6 => {
            key(s, d);
            d.put("=");
            value(s, d);
        },
        1 => key(s, d),
        1 => {
            key(s, d);
            d.put("=");
        },
        1 => {
            d.put("=");
            value(s, d);
        },
        1 => {
            key(s, d);
            d.put_one(s, &["%5B%5D=", "%5Ba%5D=", "%5B0%5D%5Bb%5D=", "==", "%3D=", ".a="]);
            value(s, d);
        },
    })
}

#[generator]
fn key(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    let word = d.word(s, Section::Attributes, KEYS);
    escape(d, word, is_form_character);
}

#[generator]
fn value(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => {
            let word = d.word(s, Section::Texts, VALUES);
            escape(d, word, is_form_character);
        },
        2 => d.put(&s.int(..=1000i16).to_string()),
        2 => (0..s.length(0..=5)).for_each(|_| form_character(s, d)),
    })
}

/// A character of a value: `+` is a space, and `&` would end it.
#[generator]
fn form_character(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        5 => d.out.push(s.char('a'..='z')),
        1 => d.out.push(s.char('0'..='9')),
        1 => d.out.push('+'),
        2 => escaped(s, d),
        1 => d.out.push(
            *s.as_value()
                .choose(&['/', '?', ':', '@', '-', '.', '_', '~', '*', ',', '!', '\'', '(']),
        ),
    })
}

/// A character of a query: those of a path, slashes, question marks, and private ones.
#[generator]
fn character(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        6 => path_character(s, d),
        2 => d.put_one(s, &["/", "?", "??", "//", "/../"]),
        1 => beyond_ascii(s, d),
        1 => {
            // Private characters, which an IRI has in queries only.
            let (low, high) = *s.choose(&[('\u{e000}', '\u{f8ff}'), ('\u{f0000}', '\u{ffffd}')]);
            d.out.push(s.char(low..=high));
        },
    })
}

/// What is behind `#`: a name, a route, a pointer, any text, nothing.
#[generator]
pub(super) fn fragment(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        1 => {},
        6 => {
            let word = d.word(s, Section::Texts, FRAGMENTS);
            escape(d, word, is_fragment_character);
        },
        2 => {
            for _ in 0..s.length(1..=6) {
                pick!(s, {
                    5 => path_character(s, d),
                    1 => d.put("/"),
                    1 => d.put("?"),
                })
            }
        },
    });
    if d.slip(s) {
        wrong(s, d);
    }
}

fn is_form_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-._~*".contains(character)
}

fn is_fragment_character(character: char) -> bool {
    is_path_character(character) || "/?".contains(character)
}
