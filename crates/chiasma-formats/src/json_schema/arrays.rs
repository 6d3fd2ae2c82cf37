//! Keywords of arrays: `items` in all its forms, `contains`, counts, and what is left over.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::combinators::constraint;
use super::instance::Instance;
use super::mistakes;
use super::schema::{Schema, schema, unused};
use super::strings::count;
use super::version::Version;

/// An array, with keywords that are true of it.
#[generator]
pub(super) fn array(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    if x.draft.slip(s) {
        mistakes::array(s, x);
    }
    let items = pick!(s, {
        5 => list(s, x),
        4 => tuple(s, x),
        2 => Vec::new(),
        1 => {
            x.key("items");
            x.at("/items", |x| unused(s, x));
            Vec::new()
        },
    });
    let mut items = items;
    if x.version >= Version::Draft6 && s.one_in(5) {
        contains(s, x, &mut items);
    }
    counts(s, x, &items);
    if x.version >= Version::Draft2019 && s.one_in(8) {
        x.key("unevaluatedItems");
        let applies_to = if items.is_empty() { Rest::Nothing } else { Rest::Something };
        rest(s, x, "/unevaluatedItems", applies_to);
    }
    Instance::Array(items)
}

/// Elements that all follow one schema.
#[generator]
fn list(s: &mut Source, x: &mut Schema<'_>) -> Vec<Instance> {
    x.key("items");
    let item = x.at("/items", |x| schema(s, x));
    vec![item; s.length(0..=3usize)]
}

/// Elements that follow a schema each, by their place.
#[generator]
fn tuple(s: &mut Source, x: &mut Schema<'_>) -> Vec<Instance> {
    let young = x.version >= Version::Draft2020;
    let (keyword, others) =
        if young { ("prefixItems", "items") } else { ("items", "additionalItems") };
    x.key(keyword);
    x.put("[");
    let mut items = Vec::new();
    for place in 0..s.length(1..=3usize) {
        x.element();
        let item = x.at(&format!("/{keyword}/{place}"), |x| schema(s, x));
        items.push(item);
    }
    x.put("]");
    if s.bool() {
        x.key(others);
        rest(s, x, &format!("/{others}"), Rest::Nothing);
    }
    // An array may be shorter than the tuple says.
    if s.one_in(6) {
        items.pop();
    }
    items
}

/// Whether there are items or members that no other keyword applies to.
#[derive(Clone, Copy)]
pub(super) enum Rest {
    Nothing,
    Something,
}

/// A schema for items or members that no other keyword applies to; if there are none, it may be `false`.
pub(super) fn rest(s: &mut Source, x: &mut Schema<'_>, place: &str, applies_to: Rest) {
    match (s.weighted_index(&[3, 2, 2]), applies_to) {
        (0, Rest::Nothing) => x.put("false"),
        (1, Rest::Nothing) => x.at(place, |x| unused(s, x)),
        (0 | 1, Rest::Something) => x.put("{}"),
        // In draft 4 a schema is no boolean, but this keyword is.
        _ => x.put("true"),
    }
}

/// `contains`, `minContains`, `maxContains`.
#[generator]
fn contains(s: &mut Source, x: &mut Schema<'_>, items: &mut Vec<Instance>) {
    x.key("contains");
    match items.first() {
        Some(first) if s.bool() => {
            let first = first.clone();
            x.at("/contains", |x| constraint(s, x, &first));
        }
        _ => {
            let item = x.at("/contains", |x| schema(s, x));
            items.push(item);
        }
    }
    if x.version >= Version::Draft2019 {
        if s.one_in(3) {
            let bounds = ["1", "0", "2"];
            x.member("minContains", bounds[s.as_value().index(bounds.len())]);
        }
        if s.one_in(3) {
            let bounds = ["10", "3", "1"];
            x.member("maxContains", bounds[s.as_value().index(bounds.len())]);
        }
    }
}

/// `minItems`, `maxItems`, `uniqueItems`.
#[generator]
pub(super) fn counts(s: &mut Source, x: &mut Schema<'_>, items: &[Instance]) {
    count(s, x, "minItems", "maxItems", items.len());
    if s.one_in(5) {
        let unique = items.iter().enumerate().all(|(at, item)| !items[..at].contains(item));
        x.member("uniqueItems", if unique && s.as_value().bool() { "true" } else { "false" });
    }
}
