//! Object literals.

use std::rc::Rc;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::context::This;
use super::functions::{self, Sort};
use super::kinds::{Facts, Kind, Member};
use super::levels::Level;
use super::names;
use super::program::Program;
use super::{expressions, methods, protocols};

/// An object literal; gives what is known of it.
#[generator]
pub(super) fn object_literal(s: &mut Source, p: &mut Program<'_>) -> Facts {
    let mut members: Vec<Member> = Vec::new();
    let mut has_prototype = false;
    p.put("{");
    let count = s.length(0..=4);
    p.list(s, count, ", ", |s, p, _| {
        let member = property(s, p, &members, &mut has_prototype);
        if let Some(member) = member {
            members.retain(|other| other.name != member.name);
            members.push(member);
        }
    });
    if count > 0 && s.as_value().one_in(10) {
        p.put(",");
    }
    if !p.slip(s) {
        p.put("}");
    }
    Facts::object(members)
}

/// A property definition; returns it if it can be relied on.
#[generator]
fn property(
    s: &mut Source,
    p: &mut Program<'_>,
    members: &[Member],
    has_prototype: &mut bool,
) -> Option<Member> {
    match s.weighted_index(&[12, 3, 3, 2, 2, 2, 1, 2, 1]) {
        0 => return value_property(s, p, has_prototype),
        1 => {
            // Shorthand; what is no name after all gets a value.
            if let Some(variable) = names::reference(s, p, Kind::Any) {
                return Some(Member { name: variable.name, facts: variable.facts });
            }
            p.put("a: 0");
        }
        2 => return Some(method(s, p, members)),
        3 => {
            p.put("...");
            let kind = *s.choose(&[Kind::Object, Kind::Array, Kind::Nothing, Kind::String]);
            expressions::of(s, p, kind, Level::Assignment);
        }
        4 => {
            p.put("get ");
            let name = names::property_key(s, p);
            methods::getter(s, p, this_of(members));
            return name.map(|name| Member { name, facts: Facts::of(Kind::Any) });
        }
        5 => {
            p.put("set ");
            let _ = names::property_key(s, p);
            methods::setter(s, p, this_of(members));
        }
        6 if !*has_prototype => {
            *has_prototype = !p.slip(s);
            p.put_one(s, &["__proto__: ", "\"__proto__\": "]);
            pick!(s, {
                p.put("null"),
                p.put("Array.prototype"),
                expressions::of(s, p, Kind::Object, Level::Assignment),
            });
        }
        7 => protocols::protocol_member(s, p, this_of(members)),
        8 => p.put_one(
            s,
            &[
                "__proto__() {}",
                "[\"__proto__\"]: 1",
                "get [Symbol.toStringTag]() { return \"T\"; }",
            ],
        ),
        _ => p.put("b: null"),
    }
    None
}

/// What `this` is in the functions of an object.
fn this_of(members: &[Member]) -> functions::Receiver {
    functions::Receiver { this: This::Object, members: members.into() }
}

/// `key: value`.
fn value_property(s: &mut Source, p: &mut Program<'_>, has_prototype: &mut bool) -> Option<Member> {
    let start = p.len();
    let name = names::property_key(s, p);
    // As a text it sets the prototype, too, and no object may do so twice; computed it does not.
    if p.since(start) == "\"__proto__\"" && std::mem::replace(has_prototype, true) {
        p.insert(start, "[");
        p.put("]");
    }
    p.put(": ");
    if name.as_deref() == Some("length") {
        p.put_one(s, &["0", "1", "2", "3", "-1", "\"2\"", "1.5", "NaN"]);
        return None;
    }
    let facts = functions::known_value(s, p);
    name.map(|name| Member { name, facts })
}

/// A method.
#[generator]
fn method(s: &mut Source, p: &mut Program<'_>, members: &[Member]) -> Member {
    let sort = Sort::any(s);
    p.put(sort.method_prefix());
    let name = names::property_key(s, p);
    let call = methods::method(s, p, sort, this_of(members));
    let name = name.unwrap_or_else(|| Rc::from("toString"));
    // A computed name is not recorded; every object has the other.
    let facts =
        if &*name == "toString" { Facts::of(Kind::Function) } else { Facts::function(call) };
    Member { name, facts }
}
