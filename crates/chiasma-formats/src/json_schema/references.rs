//! References and what they refer to: definitions, anchors, addresses, pointers.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::combinators::constraint;
use super::instance::Instance;
use super::mistakes;
use super::schema::{Schema, body, simple};
use super::version::Version;
use super::words::DEFINITIONS;
use crate::dictionary::Section;

/// A schema that is written, and can be referred to.
pub(super) struct Target {
    /// What to say for it, relative to the document's address.
    reference: String,
    /// What it is true of.
    instance: Instance,
}

/// The document's address.
const ADDRESS: &str = "http://example.org/root.json";

/// `$schema` and the keywords that say what the document is called.
#[generator]
pub(super) fn head(s: &mut Source, x: &mut Schema<'_>) {
    if x.draft.slip(s) {
        mistakes::head(s, x);
    } else if !s.one_in(13) {
        let metaschema = x.version.metaschema();
        x.text_member("$schema", metaschema);
    }
    if s.one_in(4) {
        x.text_member(x.version.id(), ADDRESS);
        x.address = Some(ADDRESS);
    }
    if x.version >= Version::Draft2019 && s.one_in(3) {
        match x.version {
            Version::Draft2019 => x.member("$recursiveAnchor", "true"),
            _ => x.text_member("$dynamicAnchor", "node"),
        }
        x.dynamic = true;
    }
}

/// `definitions` or `$defs`; mostly a few.
#[generator]
pub(super) fn definitions(s: &mut Source, x: &mut Schema<'_>) {
    let count = s.weighted_index(&[3, 3, 2, 1]);
    if count == 0 {
        return;
    }
    let young = x.version >= Version::Draft2019 && !s.one_in(8);
    let keyword = if young { "$defs" } else { "definitions" };
    let mut names: Vec<&str> = Vec::new();
    for _ in 0..count {
        let name = x.draft.deciding_word(s, Section::Names, DEFINITIONS);
        if !names.contains(&name) {
            names.push(name);
            x.definitions.push(format!("#/{keyword}/{}", escape(name)));
        }
    }
    x.key(keyword);
    x.put("{");
    for name in names {
        x.key(name);
        let place = format!("/{keyword}/{}", escape(name));
        x.at(&place, |x| definition(s, x, name));
    }
    x.put("}");
}

/// One definition, which may have an anchor or an address of its own.
#[generator]
fn definition(s: &mut Source, x: &mut Schema<'_>, name: &str) {
    x.put("{");
    x.depth += 2;
    let mut reference = format!("#{}", x.path);
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    match s.weighted_index(&[6, 1, 1]) {
        1 if plain => {
            match x.version {
                Version::Draft4 | Version::Draft6 | Version::Draft7 => {
                    x.text_member(x.version.id(), &format!("#{name}"));
                }
                _ => x.text_member("$anchor", name),
            }
            reference = format!("#{name}");
        }
        2 if plain && x.address.is_some() => {
            reference = format!("{name}.json");
            x.text_member(x.version.id(), &reference);
            x.embedded = true;
        }
        _ => {}
    }
    let instance = body(s, x);
    x.embedded = false;
    x.depth -= 2;
    x.put("}");
    x.targets.push(Target { reference, instance });
}

impl Schema<'_> {
    /// Remembers the schema at the current place, and what it is true of, to refer to it later.
    pub(super) fn remember(&mut self, place: &str, instance: &Instance) {
        if !self.embedded && self.targets.len() < 12 {
            let reference = format!("#{}{place}", self.path);
            self.targets.push(Target { reference, instance: instance.clone() });
        }
    }

    /// What to write for a reference, given what `#` means here.
    fn resolved(&self, reference: &str) -> String {
        match self.address {
            Some(address) if self.embedded && reference.starts_with('#') => {
                format!("{address}{reference}")
            }
            _ => reference.to_owned(),
        }
    }
}

/// A reference to a schema that is written.
#[generator]
pub(super) fn reference(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    if x.draft.slip(s) {
        mistakes::reference(s, x);
        return Instance::Null;
    }
    let count = x.targets.len();
    // The last alternative is the metaschema, which is there always.
    let at = s.index(count * 8 + 1);
    if count == 0 && !s.one_in(4) {
        return simple(s, x);
    }
    let (target, instance) = match x.targets.get(at % count.max(1)) {
        Some(target) if at < count * 8 => (x.resolved(&target.reference), target.instance.clone()),
        _ => (x.version.metaschema().to_owned(), Instance::Object(Vec::new())),
    };
    x.put("{");
    x.text_member("$ref", &target);
    if x.version >= Version::Draft2019 && s.one_in(6) {
        x.key("allOf");
        x.put("[");
        x.at("/allOf/0", |x| constraint(s, x, &instance));
        x.put("]");
    } else if s.one_in(12) {
        // Until 2019 this meant nothing beside a reference; later it means nothing anyway.
        x.text_member("description", "beside a reference");
    }
    x.put("}");
    instance
}

/// A reference that may lead back to where it is.
#[generator]
pub(super) fn recursion(s: &mut Source, x: &mut Schema<'_>) {
    x.put("{");
    match s.weighted_index(&[3, 4, 4]) {
        1 if !x.definitions.is_empty() => {
            let name = x.definitions[s.as_value().index(x.definitions.len())].clone();
            let target = x.resolved(&name);
            x.text_member("$ref", &target);
        }
        2 if x.dynamic && x.version == Version::Draft2019 => {
            x.text_member("$recursiveRef", "#");
        }
        2 if x.dynamic => {
            let target = x.resolved("#node");
            x.text_member("$dynamicRef", &target);
        }
        _ => {
            let target = x.resolved("#");
            x.text_member("$ref", &target);
        }
    }
    x.put("}");
}

/// A name as part of a JSON pointer that is the fragment of an address.
pub(super) fn escape(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            '~' => out.push_str("~0"),
            '/' => out.push_str("~1"),
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' | '.' | '$' | '@' => out.push(c),
            _ => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    out.push_str(&format!("%{byte:02X}"));
                }
            }
        }
    }
    out
}
