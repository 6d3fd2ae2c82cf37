//! Documents of a simple generator that are parsed and walked through.

#[path = "../../simple/validity.rs"]
mod validity;

use chiasma::generators::{btree_map, chars_of};
use chiasma::{Source, generator, pick, property};
use subject_roxmltree::run;

use validity::assert_valid;

/// Maximum nesting depth of elements.
const DEPTH: u32 = 8;

/// Names of elements, and of attributes as well.
#[rustfmt::skip]
const WORDS: [&str; 16] = [
    "project", "name", "version", "parent", "module", "build", "plugin", "goal", "phase", "id",
    "value", "key", "property", "default", "x:item", "y:item",
];
/// Names of attributes that mean something.
const ATTRIBUTES: [&str; 6] = ["xmlns", "xmlns:x", "xmlns:y", "xml:lang", "xml:space", "x:id"];
/// Names of entities; the last two need no declaration.
const ENTITIES: [&str; 5] = ["first", "second", "third", "amp", "lt"];

fn document(s: &mut Source) -> String {
    let prolog =
        *s.choose(&["", "<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='UTF-8'?>\n"]);
    let doctype = if s.bool() { s.draw(doctype) } else { String::new() };
    format!("{prolog}{doctype}{}", element(s, DEPTH))
}

/// A document type that declares entities.
fn doctype(s: &mut Source) -> String {
    format!("<!DOCTYPE {} [{}]>\n", s.draw(word), s.vec(0..5, declaration).concat())
}

fn declaration(s: &mut Source) -> String {
    let name = s.draw(entity);
    pick!(s, {
        format!("<!ENTITY {name} \"{}\">", s.draw(text)),
        format!("<!ENTITY {name} '{}'>", element(s, 1)),
        format!("<!ENTITY {name} \"{}&{};\">", s.draw(text), s.draw(entity)),
        format!("<!ELEMENT {} (#PCDATA)>", s.draw(word)),
    })
}

#[generator]
fn element(s: &mut Source, depth: u32) -> String {
    let name = s.draw(word);
    let attributes: String = s
        .draw(btree_map(0..4, attribute, attribute_value))
        .iter()
        .map(|(name, value)| format!(" {name}=\"{value}\""))
        .collect();
    let count = if depth > 0 && s.bool() { s.length(0..=6) } else { 0 };
    if count == 0 && s.bool() {
        return format!("<{name}{attributes}/>");
    }
    let children: String = (0..count).map(|_| content(s, depth - 1)).collect();
    format!("<{name}{attributes}>{children}</{name}>")
}

#[generator]
fn content(s: &mut Source, depth: u32) -> String {
    pick!(s, {
        2 => s.draw(text),
        4 => element(s, depth),
        1 => format!("<![CDATA[{}]]>", s.string(0..8, chars_of("a-z<&> "))),
        1 => format!("<!--{}-->", s.draw(text)),
        1 => format!("<?{} {}?>", s.draw(word), s.draw(text)),
        1 => format!("&{};", s.draw(entity)),
    })
}

fn attribute_value(s: &mut Source) -> String {
    pick!(s, {
        3 => s.draw(text),
        3 => s.draw(word).to_owned(),
        1 => format!("&{};", s.draw(entity)),
    })
}

fn text(s: &mut Source) -> String {
    pick!(s, {
        6 => s.string(0..8, chars_of("a-zA-Z0-9 é\n")),
        1 => format!("&#{};", s.int(32..300)),
    })
}

fn word(s: &mut Source) -> &'static str {
    *s.choose(&WORDS)
}

fn attribute(s: &mut Source) -> &'static str {
    if s.bool() { *s.choose(&ATTRIBUTES) } else { s.draw(word) }
}

fn entity(s: &mut Source) -> &'static str {
    *s.choose(&ENTITIES)
}

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_simple_document_is_walked_through_or_has_an_error(
    #[from(document)] document: &str,
) -> Result<(), String> {
    run(document).map(drop)
}

#[test]
fn many_simple_documents_are_valid() {
    assert_valid(30.0, document, |document| run(document).map(drop));
}
