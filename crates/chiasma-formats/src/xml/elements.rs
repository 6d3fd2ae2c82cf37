//! Elements, their tags and their attributes.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::content::{content, entity_reference};
use super::document::Document;
use super::entities::Place;
use super::markup::{character_reference, characters, optional_space, space};
use super::names::{attribute_name, no_name, tag};
use super::words;
use crate::dictionary::Section;
use crate::draft::Writer as _;

/// An element: a start-tag, content and an end-tag, or a tag of an empty element.
#[generator]
pub(super) fn element(s: &mut Source, d: &mut Document<'_>) {
    let mark = d.namespaces.mark();
    let name = start_of_tag(s, d);
    if !s.ratio(3, 4) || !d.spend() {
        d.unless_slip(s, "/>", &[">", "/", "/ >", ""]);
    } else {
        d.put(">");
        d.depth += 1;
        content(s, d);
        d.depth -= 1;
        end_tag(s, d, &name);
    }
    d.namespaces.back_to(mark);
}

/// A tag up to its attributes and the space behind them; returns the element's name.
#[generator]
fn start_of_tag(s: &mut Source, d: &mut Document<'_>) -> String {
    let mut attributes = Attributes::default();
    // What a tag declares holds for its own name, so it comes first and is written later.
    let declarations = [12, 2, 1, 1];
    for _ in 0..s.weighted_index(if d.depth == 0 { &[3, 3, 2, 1] } else { &declarations }) {
        namespace_declaration(s, d, &mut attributes);
    }
    let name = qualified_tag(s, d, &mut attributes);
    for _ in 0..s.weighted_index(&[8, 6, 3, 1, 1]) {
        if d.spend() {
            attribute(s, d, &mut attributes);
        }
    }
    d.put("<");
    d.unless_slip(s, "", &[" ", "/", "<", "1", "!"]);
    d.put(&name);
    if s.as_value().one_in(4) {
        attributes.written.reverse();
    }
    for written in &attributes.written {
        if d.slip(s) {
            d.put_one(s, &["", ",", " / ", " a ", " = "]);
        } else {
            space(s, d);
        }
        d.put(written);
    }
    optional_space(s, d);
    name
}

/// The attributes of one tag.
#[derive(Default)]
struct Attributes {
    /// Each as it is going to be written.
    written: Vec<String>,
    /// The names that were taken, as they are written.
    names: Vec<String>,
    /// The namespaces and local names that were taken.
    expanded: Vec<(String, String)>,
}

impl Attributes {
    /// Takes a name, unless it is taken; the namespace has its final binding by now.
    fn take(&mut self, d: &Document<'_>, name: &str) -> bool {
        let expanded = match name.split_once(':') {
            Some((prefix, local)) => match d.namespaces.uri(prefix) {
                Some(uri) => (uri.to_owned(), local.to_owned()),
                None => return false,
            },
            None => (String::new(), name.to_owned()),
        };
        let is_free =
            !self.names.iter().any(|taken| taken == name) && !self.expanded.contains(&expanded);
        if is_free {
            self.names.push(name.to_owned());
            self.expanded.push(expanded);
        }
        is_free
    }

    /// Declares a prefix, empty for the default namespace, unless this tag did already.
    fn declare(&mut self, s: &mut Source, d: &mut Document<'_>, prefix: &str, uri: &str) {
        let name = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
        if self.names.contains(&name) {
            return;
        }
        d.namespaces.bind(prefix, uri);
        self.names.push(name.clone());
        let quote = quote(s);
        let uri = uri.replace('&', "&amp;");
        self.written.push(format!("{name}={quote}{uri}{quote}"));
    }
}

/// The declaration of a namespace, by a prefix or the default one.
#[generator]
fn namespace_declaration(s: &mut Source, d: &mut Document<'_>, attributes: &mut Attributes) {
    if d.slip(s) {
        attributes.written.push((*s.as_value().choose(words::BAD_NAMESPACES)).to_owned());
        return;
    }
    pick!(s, {
        4 => {
            let (prefix, uri) = (*s.choose(words::PREFIXES), *s.choose(words::NAMESPACES));
            attributes.declare(s, d, prefix, uri);
        },
        2 => {
            let uri = *s.as_value().choose(words::NAMESPACES);
            attributes.declare(s, d, "", uri);
        },
        // Only the default namespace can be taken back.
        1 => attributes.declare(s, d, "", ""),
        1 => attributes.declare(s, d, "xml", super::namespaces::XML),
    })
}

/// The name of an element, with a prefix that is in scope if it has one.
#[generator]
fn qualified_tag(s: &mut Source, d: &mut Document<'_>, attributes: &mut Attributes) -> String {
    if d.slip(s) {
        return pick!(s, {
            "unbound:a".to_owned(),
            no_name(s).to_owned(),
        });
    }
    let name = tag(s, d);
    qualified(s, d, attributes, name)
}

/// Gives a name a prefix in scope, or not; one that comes with a prefix has it declared.
fn qualified(
    s: &mut Source,
    d: &mut Document<'_>,
    attributes: &mut Attributes,
    name: String,
) -> String {
    if let Some((prefix, _)) = name.split_once(':') {
        if d.namespaces.uri(prefix).is_none() {
            attributes.declare(s, d, prefix, &format!("urn:{prefix}"));
        }
        return name;
    }
    let prefixes = d.namespaces.prefixes();
    if prefixes.is_empty() || !s.ratio(2, 5) {
        return name;
    }
    format!("{}:{name}", s.choose(&prefixes))
}

/// An attribute that the tag does not have yet.
#[generator]
fn attribute(s: &mut Source, d: &mut Document<'_>, attributes: &mut Attributes) {
    if d.slip(s) {
        let bad = s
            .as_value()
            .choose(&["a", "a=", "a=b", "=\"\"", "a=\"", "a='\"", "1=''", "u:b=''", "a=\"<\""]);
        attributes.written.push((*bad).to_owned());
        return;
    }
    let name = if s.one_in(8) {
        (*s.choose(words::XML_ATTRIBUTES)).to_owned()
    } else {
        let name = attribute_name(s, d);
        qualified(s, d, attributes, name)
    };
    if !attributes.take(d, &name) && !d.slip(s) {
        return;
    }
    let equals = *s.as_value().weighted(&[(16, "="), (1, " = "), (1, " ="), (1, "=\n")]);
    let value = d.capture(|d| attribute_value(s, d, &name));
    attributes.written.push(format!("{name}{equals}{value}"));
}

/// A value in quotes; some attributes have values of their own.
#[generator]
pub(super) fn attribute_value(s: &mut Source, d: &mut Document<'_>, name: &str) {
    let quote = quote(s);
    d.put(quote);
    match name {
        "xml:space" => d.put_one(s, &["preserve", "default"]),
        "xml:lang" => d.put_one(s, words::LANGUAGES),
        "xml:id" => d.put_one(s, words::NAMES),
        _ => {
            for _ in 0..s.weighted_index(&[1, 6, 2, 1]) {
                part_of_value(s, d, quote);
            }
        }
    }
    d.unless_slip(s, quote, &["", "<\"", "&'", "\"'"]);
}

/// One part of an attribute's value: characters or a reference.
#[generator]
fn part_of_value(s: &mut Source, d: &mut Document<'_>, quote: &str) {
    let references = if d.entities.usable(Place::Attribute).is_empty() { 0 } else { 6 };
    let text = pick!(s, {
        8 => (*s.as_value().choose(words::VALUES)).to_owned(),
        2 => d.word(s, Section::Texts, words::TEXTS).to_owned(),
        1 => characters(s),
        2 => return character_reference(s, d),
        references => return entity_reference(s, d, Place::Attribute),
    });
    for c in text.chars() {
        match c {
            '<' => d.put("&lt;"),
            '&' => d.put("&amp;"),
            '"' if quote == "\"" => d.put("&quot;"),
            '\'' if quote == "'" => d.put("&apos;"),
            _ => d.out.push(c),
        }
    }
}

pub(super) fn quote(s: &mut Source) -> &'static str {
    let s = &mut *s.as_value();
    let quote: &&str = s.weighted(&[(3, "\""), (1, "'")]);
    quote
}

/// The tag that ends an element.
#[generator]
fn end_tag(s: &mut Source, d: &mut Document<'_>, name: &str) {
    if d.slip(s) {
        d.put_one(s, &["", "</>", "</", "</other>", "</ a>", "<//a>"]);
        return;
    }
    d.put("</");
    d.put(name);
    optional_space(s, d);
    d.put(">");
}
