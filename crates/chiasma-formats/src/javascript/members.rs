//! Properties: of objects whose members are known, of anything, of `this`, `super` and private ones.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::context::{PrivateSort, This};
use super::kinds::{Kind, Member};
use super::levels::Level;
use super::program::Program;
use super::scopes::Variable;
use super::{calls, expressions, names};

/// A member that is known to be of this kind or to give it, of a variable or of `this`.
#[generator]
pub(super) fn known_member(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    let gives = |member: &Member| {
        let call = member.facts.call.as_ref();
        kind == Kind::Any || call.map_or(member.facts.kind, |call| call.returns) == kind
    };
    let in_variable = |variable: &Variable| variable.facts.members.iter().any(gives);
    let of_this = p.context.this != This::Unknown && p.context.this_members.iter().any(gives);
    if !p.context.privates.is_empty() && s.one_in(3) {
        return private_access(s, p, kind, level);
    }
    let use_this = of_this && s.bool();
    let (owner, members) = if use_this {
        ("this".into(), p.context.this_members.clone())
    } else {
        match p.pick(s, in_variable) {
            Some(variable) => (variable.name, variable.facts.members),
            None => return expressions::leaf(s, p, kind, level),
        }
    };
    let fitting: Vec<&Member> = members.iter().filter(|member| gives(member)).collect();
    let member = fitting[s.index(fitting.len())];
    p.at_level(Level::Call, level, |p| {
        p.put(&owner);
        let dot = *s.as_value().weighted(&[(12, "."), (1, "?.")]);
        p.put(dot);
        names::written(s, p, &member.name);
        if let Some(call) = &member.facts.call {
            p.put("(");
            calls::arguments(s, p, &call.parameters);
            p.put(")");
        }
    });
}

/// Kinds of the object that a chain of properties starts with, by weight.
const OWNERS: &[(u32, Kind)] = &[
    (6, Kind::Object),
    (4, Kind::Array),
    (2, Kind::Any),
    (2, Kind::String),
    (2, Kind::Function),
    (1, Kind::Map),
    (1, Kind::Error),
    (1, Kind::Class),
];

/// Properties of something, one after the other.
#[generator]
pub(super) fn chain(s: &mut Source, p: &mut Program<'_>, level: Level) {
    p.at_level(Level::Call, level, |p| {
        let kind = *s.weighted(OWNERS);
        expressions::of(s, p, kind, Level::Call);
        let count = s.length(1..=3);
        p.each(s, count, |s, p, index| {
            // Only what is known to be there can do without a question mark.
            let owner = if index > 0 || kind == Kind::Any { Owner::Unknown } else { Owner::Known };
            link(s, p, owner);
        });
    });
}

/// Whether the owner of a property is known to be there.
#[derive(Clone, Copy, PartialEq)]
enum Owner {
    Known,
    Unknown,
}

/// One property, element or call in a chain.
#[generator]
fn link(s: &mut Source, p: &mut Program<'_>, owner: Owner) {
    let dot = if owner == Owner::Unknown || s.as_value().one_in(5) { "?." } else { "." };
    pick!(s, {
        6 => {
            let name = names::property_name(s, p);
            p.put(dot);
            names::written(s, p, &name);
        },
        3 => {
            if dot == "?." {
                p.put("?.");
            }
            p.put("[");
            names::computed_key(s, p);
            p.put("]");
        },
        1 => {
            p.put("?.");
            names::put_property_name(s, p);
            p.put("?.(");
            calls::arguments(s, p, &[Kind::Any]);
            p.put(")");
        },
    });
}

/// `super.x`, `super[x]`, `super.m?.()`.
#[generator]
pub(super) fn super_property(s: &mut Source, p: &mut Program<'_>, level: Level) {
    p.at_level(Level::Call, level, |p| {
        pick!(s, {
            1 => {
                p.put("super.");
                names::put_property_name(s, p);
            },
            1 => {
                p.put("super[");
                names::computed_key(s, p);
                p.put("]");
            },
            1 => p.put_one(
                s,
                &[
                    "super.toString()",
                    "super.valueOf()",
                    "super.constructor",
                    "super.hasOwnProperty(0)",
                ],
            ),
            1 => {
                p.put("super.");
                names::put_property_name(s, p);
                p.put("?.()");
            },
        });
    });
}

/// `this.#x`, where the class has it.
#[generator]
pub(super) fn private_access(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    let here = p.context.this;
    let readable: Vec<_> = p
        .context
        .privates
        .iter()
        .filter(|private| private.sort != PrivateSort::Setter)
        .filter(|private| match here {
            This::Instance => !private.is_static,
            This::Static => private.is_static,
            This::Unknown | This::Object => false,
        })
        .cloned()
        .collect();
    if readable.is_empty() {
        return expressions::leaf(s, p, kind, level);
    }
    let private = readable[s.index(readable.len())].clone();
    p.at_level(Level::Call, level, |p| {
        let this = *s.as_value().weighted(&[(6, "this.#"), (1, "this?.#")]);
        p.put(this);
        p.put(&private.name);
        if private.sort == PrivateSort::Method {
            p.put("()");
        }
    });
}

/// `#x in object`, where a class has such a name.
#[generator]
pub(super) fn private_in(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if p.context.privates.is_empty() || p.context.no_in {
        return expressions::leaf(s, p, Kind::Boolean, level);
    }
    let index = s.index(p.context.privates.len());
    let name = p.context.privates[index].name.clone();
    p.at_level(Level::Relational, level, |p| {
        p.put(&format!("#{name} in "));
        match s.index(2) {
            0 if p.context.this != This::Unknown => p.put("this"),
            _ => expressions::of(s, p, Kind::Object, Level::Shift),
        }
    });
}

/// A property that can be assigned to.
#[generator]
pub(super) fn place(s: &mut Source, p: &mut Program<'_>) {
    if let Some(private) = writable_private(s, p) {
        return p.put(&format!("this.#{private}"));
    }
    if p.context.this != This::Unknown && s.one_in(3) {
        p.put("this.");
        return names::put_property_name(s, p);
    }
    if p.context.super_property && s.one_in(8) {
        p.put("super.");
        return names::put_property_name(s, p);
    }
    let object = p.pick(s, |variable| {
        matches!(
            variable.facts.kind,
            Kind::Object | Kind::Array | Kind::Function | Kind::Class | Kind::Map
        )
    });
    match object {
        Some(variable) if variable.facts.kind == Kind::Array => {
            names::written(s, p, &variable.name);
            p.put_one(
                s,
                &["[0]", "[1]", "[2]", "[\"0\"]", "[10]", ".length", "[-1]", ".x", "[\"a\"]"],
            );
        }
        Some(variable) => {
            names::written(s, p, &variable.name);
            pick!(s, {
                4 => {
                    p.put(".");
                    let name = names::property_name(s, p);
                    names::written(s, p, &name);
                },
                1 => {
                    p.put("[");
                    names::computed_key(s, p);
                    p.put("]");
                },
            });
        }
        None => {
            p.put_one(
                s,
                &["globalThis.x", "({}).x", "[].x", "globalThis[\"y\"]", "(() => {}).prop"],
            );
        }
    }
}

fn writable_private(s: &mut Source, p: &Program<'_>) -> Option<std::rc::Rc<str>> {
    let here = p.context.this;
    let fields: Vec<_> = p
        .context
        .privates
        .iter()
        .filter(|private| {
            matches!(private.sort, PrivateSort::Field | PrivateSort::Accessor)
                && matches!(
                    (here, private.is_static),
                    (This::Instance, false) | (This::Static, true)
                )
        })
        .collect();
    if fields.is_empty() || s.bool() {
        return None;
    }
    Some(fields[s.index(fields.len())].name.clone())
}

/// What `delete` is applied to.
#[generator]
pub(super) fn deletable(s: &mut Source, p: &mut Program<'_>) {
    match s.weighted_index(&[5, 2, 1, 1]) {
        0 => deletable_place(s, p),
        1 => {
            expressions::of(s, p, Kind::Object, Level::Call);
            p.put("?.");
            names::put_property_name(s, p);
        }
        // Sloppy mode may even delete a name.
        2 if !p.context.strict && names::reference(s, p, Kind::Any).is_some() => {}
        3 if p.slip(s) => p.put("this.#x"),
        _ => {
            expressions::of(s, p, Kind::Array, Level::Call);
            // What came out may be a bare name, which strict mode does not delete.
            p.put("[0]");
        }
    }
}

fn deletable_place(s: &mut Source, p: &mut Program<'_>) {
    expressions::of(s, p, Kind::Object, Level::Call);
    p.put("[");
    names::computed_key(s, p);
    p.put("]");
}
