//! What an element has in it: text, references, sections, comments, instructions, elements.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::document::Document;
use super::elements::element;
use super::entities::Place;
use super::markup::{character_reference, characters, comment, processing_instruction};
use super::words;
use crate::dictionary::Section;

/// The content of an element, or of an entity.
#[generator]
pub(super) fn content(s: &mut Source, d: &mut Document<'_>) {
    let room = d.room();
    for _ in 0..s.length(0..=room) {
        if !d.spend() {
            return;
        }
        part(s, d);
    }
}

/// One part of a content.
fn part(s: &mut Source, d: &mut Document<'_>) {
    type Part = fn(&mut Source, &mut Document<'_>);
    // Deep elements have few elements in them, so that documents are neither tiny nor full.
    let elements = if d.depth < 3 { 16 } else { 7 };
    let references = if d.entities.usable(Place::Content).is_empty() { 3 } else { 8 };
    s.weighted(&[
        (7, text as Part),
        (elements, element),
        (references, reference),
        (2, white_space),
        (1, cdata_section),
        (1, comment),
        (1, processing_instruction),
    ])(s, d);
}

/// Text of several words, with what needs it escaped.
#[generator]
pub(super) fn text(s: &mut Source, d: &mut Document<'_>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["<", "&", "]]>", "a & b", "a < b", "&amp", "\u{0}", "\u{ffff}", "\u{b}"]);
    }
    for _ in 0..s.length(1..=2) {
        let words = pick!(s, {
            5 => d.word(s, Section::Texts, words::TEXTS).to_owned(),
            1 => characters(s),
        });
        put_escaped(d, &words);
    }
}

/// Appends characters as text, with markup in them escaped.
fn put_escaped(d: &mut Document<'_>, text: &str) {
    for c in text.chars() {
        match c {
            '<' => d.put("&lt;"),
            '&' => d.put("&amp;"),
            // Where `]]` comes before, also across two texts.
            '>' if d.out.ends_with("]]") => d.put("&gt;"),
            _ => d.out.push(c),
        }
    }
}

/// Nothing but space between two parts, as of documents that are laid out.
#[generator]
pub(super) fn white_space(s: &mut Source, d: &mut Document<'_>) {
    let s = &mut *s.as_value();
    d.put_one(s, &["\n", " ", "\n  ", "\t", "\r\n", "\r", "\n\n\n", "   "]);
}

/// A reference to a character, a predefined entity or one of the DTD.
#[generator]
pub(super) fn reference(s: &mut Source, d: &mut Document<'_>) {
    pick!(s, {
        2 => d.put_one(s, words::PREDEFINED),
        2 => character_reference(s, d),
        8 => entity_reference(s, d, Place::Content),
    })
}

/// A reference to an entity of the DTD, if one may be used in this place.
#[generator]
pub(super) fn entity_reference(s: &mut Source, d: &mut Document<'_>, place: Place) {
    if d.slip(s) {
        d.put_one(s, &["&undeclared;", "&;", "& amp;", "&amp", "&nbsp;", "&a b;", "&LT;", "%a;"]);
        return;
    }
    let usable = d.entities.usable(place);
    if usable.is_empty() {
        d.put_one(s, words::PREDEFINED);
        return;
    }
    let entity = usable[s.index(usable.len())];
    d.entities.refer(entity);
    let name = d.entities.name(entity).to_owned();
    d.put(&format!("&{name};"));
}

/// A section of characters that are no markup.
#[generator]
pub(super) fn cdata_section(s: &mut Source, d: &mut Document<'_>) {
    d.unless_slip(s, "<![CDATA[", &["<![cdata[", "<![ CDATA[", "<!CDATA[", "<![CDATA"]);
    let text = pick!(s, {
        4 => (*s.as_value().choose(words::SECTIONS)).to_owned(),
        2 => d.word(s, Section::Texts, words::TEXTS).to_owned(),
        1 => characters(s),
    });
    d.put(&text.replace("]]>", "]] >"));
    d.unless_slip(s, "]]>", &["", "]>", "]] >", "]]]>]]>"]);
}
