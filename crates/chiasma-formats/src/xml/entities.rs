//! Entities: which there are, and how their replacement text is written.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::content::{content, entity_reference, text};
use super::declarations::{external_identifier, markup_declaration};
use super::document::Document;
use super::elements::quote;
use super::markup::{character_reference, space};
use super::names::plain_name;
use super::words;
use crate::draft::Writer as _;

/// The entities that a document declares.
#[derive(Debug, Default)]
pub(super) struct Entities {
    general: Vec<Entity>,
    /// Names of the parameter entities that were declared, with what they declare in turn.
    parameter: Vec<(String, Vec<Entity>)>,
    /// Whether the document says that it needs nothing but itself: what parameter entities declare
    /// may then not be referred to.
    pub(super) standalone: bool,
    /// How long the text of all references so far is when they are replaced.
    expanded: usize,
    /// How long the replacement text that is being written is, and how deep its references go.
    inner: (usize, usize),
}

/// A general entity.
#[derive(Debug, Clone)]
struct Entity {
    name: String,
    kind: Kind,
    /// How long its text is when all references in it are replaced.
    length: usize,
    /// Nesting depth of entities.
    depth: usize,
}

/// Where an entity may be referred to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It has markup: in content only.
    Markup,
    /// It has none: in content and in attributes.
    Text,
    /// It is in another file: in content only.
    External,
    /// It is no text at all: only an attribute of type ENTITY names it.
    Unparsed,
}

/// Where a reference stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the content of an element or of an entity.
    Content,
    /// In the value of an attribute, or in an entity that may be used there.
    Attribute,
}

/// How long all replacements of a document may be together: entities that refer to entities grow
/// fast, and parsers have limits.
const LONGEST: usize = 8_000;

/// Maximum nesting depth of entities.
const DEEPEST: usize = 6;

impl Entities {
    /// The entities that may be referred to, by their place.
    pub(super) fn usable(&self, place: Place) -> Vec<usize> {
        let fits = |entity: &Entity| {
            let kind = match entity.kind {
                Kind::Text => true,
                Kind::Markup => place == Place::Content,
                Kind::External | Kind::Unparsed => false,
            };
            kind && self.expanded + entity.length < LONGEST && entity.depth < DEEPEST
        };
        (0..self.general.len()).filter(|index| fits(&self.general[*index])).collect()
    }

    /// Notes a reference.
    pub(super) fn refer(&mut self, index: usize) {
        let entity = &self.general[index];
        self.expanded += entity.length;
        self.inner.0 += entity.length;
        self.inner.1 = self.inner.1.max(entity.depth);
    }

    pub(super) fn name(&self, index: usize) -> &str {
        &self.general[index].name
    }

    /// Names of the entities that are no text.
    pub(super) fn unparsed(&self) -> Vec<&str> {
        let unparsed = self.general.iter().filter(|entity| entity.kind == Kind::Unparsed);
        unparsed.map(|entity| entity.name.as_str()).collect()
    }

    /// Adds an entity, unless the name is taken: the first declaration of a name is the one that
    /// counts.
    fn add(&mut self, entity: Entity) {
        if !self.general.iter().any(|other| other.name == entity.name) {
            self.general.push(entity);
        }
    }

    /// Whether `text` begins with a reference to an entity that may stand in another's text.
    fn begins_reference(&self, text: &str) -> bool {
        words::PREDEFINED.iter().any(|reference| text.starts_with(reference))
            || self.general.iter().any(|entity| {
                let rest = text.strip_prefix('&').and_then(|rest| rest.strip_prefix(&entity.name));
                rest.is_some_and(|rest| rest.starts_with(';'))
            })
    }
}

/// The declaration of an entity of any kind.
#[generator]
pub(super) fn entity_declaration(s: &mut Source, d: &mut Document<'_>) {
    d.put("<!ENTITY");
    space(s, d);
    type Declaration = fn(&mut Source, &mut Document<'_>);
    s.weighted(&[
        (5, text_entity as Declaration),
        (5, markup_entity),
        (1, predefined_entity),
        (1, external_entity),
        (1, unparsed_entity),
        (2, parameter_entity),
    ])(s, d);
    d.unless_slip(s, ">", &["", "/>", ">>", " x>"]);
}

/// An entity without markup.
#[generator]
fn text_entity(s: &mut Source, d: &mut Document<'_>) {
    general_entity(s, d, Kind::Text, |s, d| {
        pick!(s, {
            4 => text(s, d),
            3 => {
                text(s, d);
                entity_reference(s, d, Place::Attribute);
                entity_reference(s, d, Place::Attribute);
            },
            1 => character_reference(s, d),
            1 => {},
        })
    });
}

/// An entity with elements, sections, comments or references to such entities.
#[generator]
fn markup_entity(s: &mut Source, d: &mut Document<'_>) {
    general_entity(s, d, Kind::Markup, |s, d| {
        // An entity is used within an element, so its own elements lie deeper.
        let (depth, outer) = (d.depth, d.namespaces.hide());
        d.depth = depth + 3;
        content(s, d);
        d.depth = depth;
        d.namespaces = outer;
    });
}

/// The name and the value of a general entity whose replacement text `write` writes.
fn general_entity(
    s: &mut Source,
    d: &mut Document<'_>,
    kind: Kind,
    write: impl FnOnce(&mut Source, &mut Document<'_>),
) {
    let name = plain_name(s);
    d.put(&name);
    space(s, d);
    d.entities.inner = (0, 0);
    let before = d.entities.expanded;
    let replacement = d.capture(|d| write(s, d));
    d.entities.expanded = before;
    let (length, depth) = d.entities.inner;
    if d.slip(s) {
        let values =
            ["'&self;'", "\"&", "'%p;'", "'<b>'", "'</b>'", "'&undeclared;'", "x", "'&#x3C;'"];
        d.put(&s.as_value().choose(&values).replace("self", &name));
    } else {
        entity_value(s, d, &replacement);
    }
    let length = length + replacement.len();
    d.entities.add(Entity { name, kind, length, depth: depth + 1 });
}

/// Replacement text as the value of an entity: references to characters are replaced when the
/// declaration is read, those to entities are not.
#[generator]
fn entity_value(s: &mut Source, d: &mut Document<'_>, replacement: &str) {
    let quote = quote(s);
    let hides_markup = s.one_in(8);
    d.put(quote);
    for (at, c) in replacement.char_indices() {
        match c {
            '%' => d.put("&#37;"),
            '&' if !d.entities.begins_reference(&replacement[at..]) => d.put("&#38;"),
            '<' if hides_markup => d.put("&#x3C;"),
            '"' if quote == "\"" => d.put("&#34;"),
            '\'' if quote == "'" => d.put("&#39;"),
            _ => d.out.push(c),
        }
    }
    d.put(quote);
}

/// The entities that every document has, declared as the specification says one may.
#[generator]
fn predefined_entity(s: &mut Source, d: &mut Document<'_>) {
    d.put_one(
        s,
        &[
            "gt \">\"",
            "gt \"&#62;\"",
            "lt \"&#38;#60;\"",
            "amp '&#38;#38;'",
            "amp \"&#38;#x26;\"",
            "apos \"'\"",
            "apos \"&#39;\"",
            "quot '\"'",
            "quot '&#34;'",
        ],
    );
}

/// An entity in another file: declared, and not referred to, since parsers need not read it.
#[generator]
fn external_entity(s: &mut Source, d: &mut Document<'_>) {
    let name = plain_name(s);
    d.put(&name);
    space(s, d);
    external_identifier(s, d);
    d.entities.add(Entity { name, kind: Kind::External, length: 0, depth: 0 });
}

/// An entity that is no text: a picture, say.
#[generator]
fn unparsed_entity(s: &mut Source, d: &mut Document<'_>) {
    let name = plain_name(s);
    d.put(&name);
    space(s, d);
    external_identifier(s, d);
    d.put(" NDATA ");
    let notation = match s.weighted_index(&[3, 1]) {
        0 if !d.notations.is_empty() => s.choose(&d.notations).clone(),
        _ => plain_name(s),
    };
    d.put(&notation);
    d.entities.add(Entity { name, kind: Kind::Unparsed, length: 0, depth: 0 });
}

/// An entity whose text is declarations, or which is in another file.
#[generator]
fn parameter_entity(s: &mut Source, d: &mut Document<'_>) {
    d.unless_slip(s, "% ", &["%"]);
    let name = plain_name(s);
    d.put(&name);
    space(s, d);
    if s.one_in(5) {
        return external_identifier(s, d);
    }
    // What it declares holds from the first reference on.
    let known = d.entities.general.len();
    let parameters = d.entities.parameter.len();
    let declarations = d.capture(|d| {
        pick!(s, {
            1 => {},
            4 => markup_declaration(s, d),
            1 => {
                markup_declaration(s, d);
                space(s, d);
                markup_declaration(s, d);
            },
            1 => parameter_reference(s, d),
        })
    });
    let declared = d.entities.general.split_off(known);
    d.entities.parameter.truncate(parameters);
    entity_value(s, d, &declarations);
    if !d.entities.parameter.iter().any(|(other, _)| *other == name) {
        d.entities.parameter.push((name, declared));
    }
}

/// A reference to a parameter entity, which stands between two declarations.
#[generator]
pub(super) fn parameter_reference(s: &mut Source, d: &mut Document<'_>) {
    if d.slip(s) {
        d.put_one(s, &["%undeclared;", "%;", "% p;", "%p", "&p;"]);
        return;
    }
    if d.entities.parameter.is_empty() {
        return;
    }
    let (name, declared) = s.choose(&d.entities.parameter).clone();
    d.put(&format!("%{name};"));
    for mut entity in declared {
        if d.entities.standalone {
            entity.kind = Kind::External;
        }
        d.entities.add(entity);
    }
}
