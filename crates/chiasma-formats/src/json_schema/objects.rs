//! Keywords of objects: properties by name and by pattern, which are required, which depend on which.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::arrays::{Rest, rest};
use super::combinators::constraint;
use super::instance::{Instance, Member};
use super::mistakes;
use super::references::escape;
use super::schema::{Schema, schema, unused};
use super::strings::{count, pattern};
use super::version::Version;
use super::words::PROPERTIES;
use crate::dictionary::Section;
use crate::json::quote;

/// An object, with keywords that are true of it.
#[generator]
pub(super) fn object(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    if x.draft.slip(s) {
        mistakes::object(s, x);
    }
    let mut members = Vec::new();
    if s.ratio(9, 10) {
        properties(s, x, &mut members);
    }
    let patterned = s.one_in(6);
    if patterned {
        pattern_properties(s, x, &mut members);
    }
    if s.one_in(4) {
        additional(s, x, &mut members);
    } else if x.version >= Version::Draft2019 && s.one_in(6) {
        x.key("unevaluatedProperties");
        rest(s, x, "/unevaluatedProperties", Rest::Nothing);
    }
    if s.ratio(2, 3) {
        required(s, x, &members);
    }
    if s.one_in(7) {
        dependencies(s, x, &members);
    }
    if x.version >= Version::Draft6 && s.one_in(9) {
        property_names(s, x, &members);
    }
    count(s, x, "minProperties", "maxProperties", members.len());
    Instance::Object(members)
}

/// `properties`: schemas by name; some the instance does not have.
#[generator]
fn properties(s: &mut Source, x: &mut Schema<'_>, members: &mut Vec<Member>) {
    let most = match x.depth {
        0..2 => 5,
        2 => 3,
        _ => 2,
    };
    let mut names: Vec<&str> = Vec::new();
    x.key("properties");
    x.put("{");
    for _ in 0..s.length(0..=most) {
        let name = x.draft.deciding_word(s, Section::Attributes, PROPERTIES);
        if names.contains(&name) {
            continue;
        }
        names.push(name);
        let name = name.to_owned();
        x.key(&name);
        property(s, x, name, members);
    }
    x.put("}");
}

/// The schema of one property.
#[generator]
fn property(s: &mut Source, x: &mut Schema<'_>, name: String, members: &mut Vec<Member>) {
    let place = format!("/properties/{}", escape(&name));
    match s.weighted_index(&[12, 4, 1]) {
        1 => x.at(&place, |x| unused(s, x)),
        2 if x.version > Version::Draft4 => x.put("false"),
        _ => {
            let value = x.at(&place, |x| schema(s, x));
            x.remember(&place, &value);
            members.push(Member { name, value });
        }
    }
}

/// `patternProperties`.
#[generator]
fn pattern_properties(s: &mut Source, x: &mut Schema<'_>, members: &mut Vec<Member>) {
    x.key("patternProperties");
    x.put("{");
    let found = pattern(s, x);
    x.key(&found.pattern);
    let place = format!("/patternProperties/{}", escape(&found.pattern));
    // The pattern may well match a name that there is: then this would have to be true of it.
    if members.is_empty() {
        let value = x.at(&place, |x| schema(s, x));
        members.push(Member { name: found.haystack, value });
    } else {
        x.put("{}");
    }
    x.put("}");
}

/// `additionalProperties`.
#[generator]
fn additional(s: &mut Source, x: &mut Schema<'_>, members: &mut Vec<Member>) {
    x.key("additionalProperties");
    if !s.one_in(3) {
        return rest(s, x, "/additionalProperties", Rest::Nothing);
    }
    let name = "additional".to_owned();
    let value = x.at("/additionalProperties", |x| schema(s, x));
    members.push(Member { name, value });
}

/// `required`: names that the instance has.
#[generator]
pub(super) fn required(s: &mut Source, x: &mut Schema<'_>, members: &[Member]) {
    if members.is_empty() && x.version == Version::Draft4 {
        return;
    }
    x.key("required");
    names(s, x, members);
}

/// An array of names that the instance has; not empty if it has any.
fn names(s: &mut Source, x: &mut Schema<'_>, members: &[Member]) {
    x.put("[");
    let first = if members.is_empty() { 0 } else { s.index(members.len()) };
    for member in &members[first..] {
        x.element();
        quote(&mut x.draft.out, &member.name);
    }
    x.put("]");
}

/// `dependencies`, and what came in its place.
#[generator]
fn dependencies(s: &mut Source, x: &mut Schema<'_>, members: &[Member]) {
    let instance = Instance::Object(members.to_vec());
    let names_first = !members.is_empty() && s.bool();
    let keyword = match x.version {
        Version::Draft4 | Version::Draft6 | Version::Draft7 => "dependencies",
        _ if names_first => "dependentRequired",
        _ => "dependentSchemas",
    };
    let name = match members.first() {
        Some(member) if s.bool() => member.name.clone(),
        _ => x.draft.word(s, Section::Attributes, PROPERTIES).to_owned(),
    };
    x.key(keyword);
    x.put("{");
    x.key(&name);
    if names_first {
        names(s, x, members);
    } else {
        let place = format!("/{keyword}/{}", escape(&name));
        x.at(&place, |x| constraint(s, x, &instance));
    }
    x.put("}");
}

/// `propertyNames`.
#[generator]
fn property_names(s: &mut Source, x: &mut Schema<'_>, members: &[Member]) {
    x.key("propertyNames");
    match members.first() {
        Some(member) if members.len() == 1 => {
            let name = Instance::Text(member.name.clone());
            x.at("/propertyNames", |x| constraint(s, x, &name));
        }
        _ => x.put("{\"maxLength\":100}"),
    }
}
