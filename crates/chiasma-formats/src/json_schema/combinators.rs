//! Keywords that combine schemas, and those that list values.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::arrays::counts;
use super::instance::{Instance, scalar};
use super::mistakes;
use super::numbers::bounds;
use super::objects::required;
use super::references::escape;
use super::schema::{Schema, schema, types};
use super::strings::lengths;
use super::version::Version;

/// One keyword that combines schemas and is true of an instance.
#[generator]
pub(super) fn combinators(s: &mut Source, x: &mut Schema<'_>, about: &Instance) {
    if x.draft.slip(s) {
        return mistakes::combinator(s, x);
    }
    pick!(s, {
        3 => all(s, x, about),
        3 => one(s, x, "anyOf", about),
        2 => one(s, x, "oneOf", about),
        2 => not(s, x, about),
        3 => {
            if x.version >= Version::Draft7 {
                condition(s, x, about);
            } else {
                all(s, x, about);
            }
        },
        1 => {
            one(s, x, "anyOf", about);
            all(s, x, about);
        },
    });
}

/// `allOf`.
#[generator]
fn all(s: &mut Source, x: &mut Schema<'_>, about: &Instance) {
    x.key("allOf");
    x.put("[");
    for branch in 0..s.length(1..=3usize) {
        x.element();
        x.at(&format!("/allOf/{branch}"), |x| constraint(s, x, about));
    }
    x.put("]");
}

/// `anyOf` or `oneOf`: one branch is true of the instance.
#[generator]
fn one(s: &mut Source, x: &mut Schema<'_>, keyword: &str, about: &Instance) {
    let branches = s.length(1..=3usize);
    let taken = s.index(branches);
    x.key(keyword);
    x.put("[");
    for branch in 0..branches {
        x.element();
        let place = format!("/{keyword}/{branch}");
        x.at(&place, |x| side(s, x, about, Truth::of(branch == taken)));
    }
    x.put("]");
}

/// `not`.
#[generator]
fn not(s: &mut Source, x: &mut Schema<'_>, about: &Instance) {
    x.key("not");
    x.at("/not", |x| other(s, x, about));
}

/// `if`, `then`, `else`.
#[generator]
fn condition(s: &mut Source, x: &mut Schema<'_>, about: &Instance) {
    let holds = Truth::of(s.bool());
    x.key("if");
    x.at("/if", |x| side(s, x, about, holds));
    if s.ratio(5, 6) {
        x.key("then");
        x.at("/then", |x| side(s, x, about, holds));
    }
    if s.bool() {
        x.key("else");
        x.at("/else", |x| side(s, x, about, holds.negated()));
    }
}

/// Whether a schema is meant to be true of an instance.
#[derive(Clone, Copy)]
enum Truth {
    True,
    MostlyFalse,
}

impl Truth {
    fn of(holds: bool) -> Self {
        if holds { Self::True } else { Self::MostlyFalse }
    }

    fn negated(self) -> Self {
        match self {
            Self::True => Self::MostlyFalse,
            Self::MostlyFalse => Self::True,
        }
    }
}

/// A schema that is true of an instance or mostly not.
fn side(s: &mut Source, x: &mut Schema<'_>, about: &Instance, truth: Truth) {
    match truth {
        Truth::True => constraint(s, x, about),
        Truth::MostlyFalse => other(s, x, about),
    }
}

/// A schema that is true of an instance which there is already.
#[generator]
pub(super) fn constraint(s: &mut Source, x: &mut Schema<'_>, about: &Instance) {
    if !x.draft.spend() {
        return x.put("{}");
    }
    x.put("{");
    x.depth += 1;
    if s.bool() {
        types(s, x, about);
    }
    match about {
        Instance::Integer(_) | Instance::Decimal(_) => bounds(s, x, about),
        Instance::Text(text) => lengths(s, x, text),
        Instance::Array(items) => {
            counts(s, x, items);
            match items.first() {
                Some(first) if s.one_in(4) => {
                    let keyword =
                        if x.version >= Version::Draft2020 { "prefixItems" } else { "items" };
                    x.key(keyword);
                    x.put("[");
                    x.at(&format!("/{keyword}/0"), |x| constraint(s, x, first));
                    x.put("]");
                }
                _ => {}
            }
        }
        Instance::Object(members) => {
            if s.bool() {
                required(s, x, members);
            }
            if !members.is_empty() && s.bool() {
                let member = &members[s.index(members.len())];
                x.key("properties");
                x.put("{");
                x.key(&member.name);
                let place = format!("/properties/{}", escape(&member.name));
                x.at(&place, |x| constraint(s, x, &member.value));
                x.put("}");
            }
        }
        Instance::Null | Instance::Boolean(_) => {}
    }
    if x.depth < 5 && s.one_in(6) {
        combinators(s, x, about);
    }
    x.depth -= 1;
    x.put("}");
}

/// A schema that is not true of an instance, or rarely.
#[generator]
fn other(s: &mut Source, x: &mut Schema<'_>, about: &Instance) {
    pick!(s, {
        4 => {
            let names = ["null", "boolean", "string", "integer", "array", "object"];
            let name = names[s.as_value().index(names.len())];
            let same = name == about.type_name();
            x.put("{");
            x.text_member("type", if same { "number" } else { name });
            x.put("}");
        },
        2 => {
            x.put("{\"enum\":[");
            x.put(&scalar(s).to_string());
            x.put("]}");
        },
        2 => drop(schema(s, x)),
    });
}

/// `enum` or `const`, and one of its values.
#[generator]
pub(super) fn enumeration(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    let value = pick!(s, {
        8 => scalar(s),
        1 => Instance::Array(s.vec(0..=2usize, scalar)),
        1 => Instance::Object(Vec::new()),
    });
    x.put("{");
    if x.version >= Version::Draft6 && s.bool() {
        x.member("const", &value.to_string());
    } else {
        let mut values = vec![value.clone()];
        for _ in 0..s.length(0..=3usize) {
            let another = scalar(s);
            if !values.contains(&another) {
                values.push(another);
            }
        }
        // A float may be equal to a whole number, and values must differ.
        values.retain(|v| *v == value || !matches!(v, Instance::Decimal(h) if h % 100 == 0));
        x.member("enum", &Instance::Array(values).to_string());
    }
    x.put("}");
    value
}
