//! Names: of elements, attributes, entities, targets, tokens.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::document::Document;
use super::words;
use crate::dictionary::Section;

/// The local name of an element: one that was there already, one of the dictionary, or a new one.
#[generator]
pub(super) fn tag(s: &mut Source, d: &mut Document<'_>) -> String {
    let s = &mut *s.as_value();
    let name = match s.weighted_index(&[6, 5, 1]) {
        1 if !d.tags.is_empty() => return s.choose(&d.tags).clone(),
        2 => free_name(s),
        _ => d.word(s, Section::Tags, words::TAGS).to_owned(),
    };
    if d.tags.len() < 12 && !name.contains(':') {
        d.tags.push(name.clone());
    }
    name
}

/// The local name of an attribute, likewise; one that an element has already is left out.
#[generator]
pub(super) fn attribute_name(s: &mut Source, d: &mut Document<'_>) -> String {
    let name = match s.weighted_index(&[7, 4, 1]) {
        1 if !d.attributes.is_empty() => return s.choose(&d.attributes).clone(),
        2 => free_name(s),
        _ => d.deciding_word(s, Section::Attributes, words::ATTRIBUTES).to_owned(),
    };
    if d.attributes.len() < 12 && !name.contains(':') {
        d.attributes.push(name.clone());
    }
    name
}

/// The name of an entity, a notation or a processing instruction's target.
#[generator]
pub(super) fn plain_name(s: &mut Source) -> String {
    let s = &mut *s.as_value();
    pick!(s, {
        8 => (*s.choose(words::NAMES)).to_owned(),
        1 => free_name(s),
    })
}

/// A name without colons that is made up character by character.
#[generator]
pub(super) fn free_name(s: &mut Source) -> String {
    let s = &mut *s.as_value();
    let mut name = String::from(name_start(s));
    for _ in 0..s.length(0..=5) {
        name.push(name_character(s));
    }
    // Names that begin with `xml` in any case are reserved.
    if name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("xml")) {
        name.insert(0, '_');
    }
    name
}

/// A token of an attribute: one or more name characters, which may begin with any of them.
#[generator]
pub(super) fn token(s: &mut Source) -> String {
    let s = &mut *s.as_value();
    if !s.one_in(4) {
        return (*s.choose(words::TOKENS)).to_owned();
    }
    (0..s.length(1..=4)).map(|_| name_character(s)).collect()
}

/// The first character of a name: the letters of the specification's ranges.
fn name_start(s: &mut Source) -> char {
    pick!(s, {
        60 => s.char('a'..='z'),
        20 => s.char('A'..='Z'),
        8 => '_',
        12 => *s.choose(&['é', 'À', 'ß', 'ÿ', 'λ', 'Ж', 'א', 'ع', 'あ', '日', '한']),
        // The ends of the ranges, and what only the fifth edition allows.
        1 => *s.choose(&['\u{c0}', '\u{2ff}', '\u{370}', '\u{1fff}', '\u{200c}', '\u{d7ff}', '𐀀']),
    })
}

fn name_character(s: &mut Source) -> char {
    pick!(s, {
        40 => name_start(s),
        15 => s.char('0'..='9'),
        20 => *s.choose(&['-', '.', '_']),
        1 => *s.choose(&['\u{b7}', '\u{300}', '\u{36f}', '\u{203f}']),
    })
}

/// What is no name.
pub(super) fn no_name(s: &mut Source) -> &'static str {
    let name: &&str = s.as_value().choose(&[
        "1a", "-a", "", "a b", ":", "a:b:c", "xmlns:a", ".", "a\u{d7}", "a<", "&amp;", "a/b",
    ]);
    name
}
