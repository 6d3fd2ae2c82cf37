//! The document type: what its internal subset declares.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::document::Document;
use super::elements::{attribute_value, quote};
use super::entities::{entity_declaration, parameter_reference};
use super::markup::{comment, optional_space, processing_instruction, space};
use super::names::{attribute_name, plain_name, tag, token};
use super::words;

type Write = fn(&mut Source, &mut Document<'_>);

/// A document type declaration.
#[generator]
pub(super) fn document_type(s: &mut Source, d: &mut Document<'_>) {
    d.unless_slip(s, "<!DOCTYPE", &["<!doctype", "<! DOCTYPE", "<!DOCTYPE <"]);
    space(s, d);
    let name = tag(s, d);
    d.put(&name);
    if s.one_in(5) {
        space(s, d);
        external_identifier(s, d);
    }
    if s.ratio(6, 7) {
        d.put_weighted(s, &[(40, " "), (6, "\n"), (1, "")]);
        internal_subset(s, d);
    }
    optional_space(s, d);
    d.unless_slip(s, ">", &["", "]>", "]]>"]);
}

/// Where something lies that is in another file.
#[generator]
pub(super) fn external_identifier(s: &mut Source, d: &mut Document<'_>) {
    if s.one_in(3) {
        d.put("PUBLIC ");
        public_identifier(s, d);
    } else {
        d.put("SYSTEM");
    }
    if d.slip(s) {
        d.put_one(s, &["", " x", "'a'", " \"a"]);
        return;
    }
    space(s, d);
    let quote = quote(s);
    let address = s.as_value().choose(words::ADDRESSES);
    d.put(&format!("{quote}{address}{quote}"));
}

fn public_identifier(s: &mut Source, d: &mut Document<'_>) {
    let identifier = s.as_value().choose(words::PUBLIC_IDENTIFIERS);
    let quote = if identifier.contains('\'') { "\"" } else { quote(s) };
    d.put(&format!("{quote}{identifier}{quote}"));
}

/// The declarations within a document.
#[generator]
fn internal_subset(s: &mut Source, d: &mut Document<'_>) {
    d.put("[");
    for _ in 0..s.length(0..=6) {
        if !d.spend() {
            break;
        }
        optional_space(s, d);
        s.weighted(&[(12, markup_declaration as Write), (2, parameter_reference), (1, space)])(
            s, d,
        );
    }
    if d.slip(s) {
        d.put_one(s, &["<!FOO a>", "text", "<a/>", "<![INCLUDE[ ]]>", "]", "<!ENTITY a>"]);
    }
    d.put("]");
}

/// One declaration.
#[generator]
pub(super) fn markup_declaration(s: &mut Source, d: &mut Document<'_>) {
    s.weighted(&[
        (2, element_declaration as Write),
        (9, entity_declaration),
        (4, attribute_list_declaration),
        (1, notation_declaration),
        (1, comment),
        (1, processing_instruction),
    ])(s, d);
}

/// What an element may contain.
#[generator]
fn element_declaration(s: &mut Source, d: &mut Document<'_>) {
    d.put("<!ELEMENT ");
    let name = tag(s, d);
    d.put(&name);
    space(s, d);
    if d.slip(s) {
        d.put_one(s, &["", "empty", "()", "(a,b|c)", "(#PCDATA|a)", "(a", "(a,)", "(a**)"]);
    } else {
        let empty: Write = |_, d| d.put("EMPTY");
        let any: Write = |_, d| d.put("ANY");
        s.weighted(&[(2, empty), (2, any), (4, mixed_model), (5, element_model)])(s, d);
    }
    optional_space(s, d);
    d.put(">");
}

/// Text, with elements among it.
#[generator]
fn mixed_model(s: &mut Source, d: &mut Document<'_>) {
    d.put("(");
    optional_space(s, d);
    d.put("#PCDATA");
    let names = s.weighted_index(&[2, 2, 1]);
    for _ in 0..names {
        optional_space(s, d);
        d.put("|");
        optional_space(s, d);
        let name = tag(s, d);
        d.put(&name);
    }
    optional_space(s, d);
    d.put(")");
    if names > 0 || s.bool() {
        d.put("*");
    }
}

/// Elements in an order.
#[generator]
fn element_model(s: &mut Source, d: &mut Document<'_>) {
    group(s, d, 0);
    occurrence(s, d);
}

/// Particles, one after the other or one of them.
#[generator]
fn group(s: &mut Source, d: &mut Document<'_>, level: usize) {
    d.put("(");
    let separator = s.as_value().choose(&[",", "|"]);
    for index in 0..s.length(1..=3) {
        if index > 0 {
            d.put(separator);
        }
        optional_space(s, d);
        particle(s, d, level);
    }
    d.put(")");
}

/// An element's name or a group, and how often.
#[generator]
fn particle(s: &mut Source, d: &mut Document<'_>, level: usize) {
    if level >= 3 || !s.one_in(4) {
        let name = tag(s, d);
        d.put(&name);
    } else {
        group(s, d, level + 1);
    }
    occurrence(s, d);
}

fn occurrence(s: &mut Source, d: &mut Document<'_>) {
    d.put_one(s, &["", "?", "*", "+"]);
}

/// The attributes of an element.
#[generator]
fn attribute_list_declaration(s: &mut Source, d: &mut Document<'_>) {
    d.put("<!ATTLIST ");
    let name = tag(s, d);
    d.put(&name);
    for _ in 0..s.weighted_index(&[1, 6, 2]) {
        space(s, d);
        attribute_definition(s, d);
    }
    optional_space(s, d);
    d.put(">");
}

/// The name, type and default of an attribute.
#[generator]
fn attribute_definition(s: &mut Source, d: &mut Document<'_>) {
    let name = pick!(s, {
        6 => attribute_name(s, d),
        1 => (*s.choose(words::XML_ATTRIBUTES)).to_owned(),
        1 => {
            // Unlike all other namespaces, so that no two prefixes come to mean the same.
            d.put_one(s, &["xmlns CDATA #FIXED 'urn:d'", "xmlns:x-d CDATA 'urn:x-d'"]);
            return;
        },
    });
    // A prefix of the dictionary is bound in tags only.
    d.put(if name.starts_with("xml:") { &name } else { name.rsplit(':').next().unwrap_or("a") });
    space(s, d);
    if d.slip(s) {
        d.put_one(s, &["", "cdata", "()", "NOTATION", "(a,b)", "CDATA #FOO"]);
    } else {
        attribute_type(s, d);
    }
    space(s, d);
    default(s, d, &name);
}

/// The type of an attribute.
#[generator]
fn attribute_type(s: &mut Source, d: &mut Document<'_>) {
    pick!(s, {
        5 => d.put("CDATA"),
        5 => d.put_one(s, &["ID", "IDREF", "IDREFS", "ENTITY", "ENTITIES", "NMTOKEN", "NMTOKENS"]),
        2 => enumeration(s, d),
        1 => {
            d.put("NOTATION (");
            let name =
                if d.notations.is_empty() { plain_name(s) } else { s.choose(&d.notations).clone() };
            d.put(&name);
            d.put(")");
        },
    })
}

/// The values to choose from.
#[generator]
fn enumeration(s: &mut Source, d: &mut Document<'_>) {
    d.put("(");
    for index in 0..s.length(1..=3) {
        if index > 0 {
            d.put("|");
        }
        optional_space(s, d);
        let token = token(s);
        d.put(&token);
    }
    d.put(")");
}

/// What an attribute is when a tag does not say.
#[generator]
fn default(s: &mut Source, d: &mut Document<'_>, name: &str) {
    pick!(s, {
        3 => d.put("#IMPLIED"),
        2 => d.put("#REQUIRED"),
        4 => match d.entities.unparsed().first() {
            Some(entity) if s.bool() => {
                let value = format!("'{entity}'");
                d.put(&value);
            }
            _ => attribute_value(s, d, name),
        },
        1 => {
            d.put("#FIXED ");
            attribute_value(s, d, name);
        },
    })
}

/// The declaration of a notation.
#[generator]
fn notation_declaration(s: &mut Source, d: &mut Document<'_>) {
    d.put("<!NOTATION ");
    let name = plain_name(s);
    d.put(&name);
    space(s, d);
    if s.one_in(4) {
        d.put("PUBLIC ");
        public_identifier(s, d);
    } else {
        external_identifier(s, d);
    }
    optional_space(s, d);
    d.put(">");
    d.notations.push(name);
}
