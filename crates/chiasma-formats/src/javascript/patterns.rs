//! Destructuring, where names are declared and where something is assigned.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::kinds::{Facts, Kind};
use super::levels::Level;
use super::program::Program;
use super::scopes::{Binding, Place, Variable};
use super::{expressions, members, names};

/// A pattern that declares names, and the value that it takes apart, after `let`, `const` or `var`.
#[generator]
pub(super) fn pattern_declarator(s: &mut Source, p: &mut Program<'_>, binding: Binding) {
    let mut places = Vec::new();
    if s.bool() {
        array_pattern(s, p, binding, 0, &mut places);
        p.put(" = ");
        expressions::iterable(s, p, Level::Assignment);
    } else {
        object_pattern(s, p, binding, 0, &mut places);
        p.put(" = ");
        let kind = *s.weighted(&[
            (6, Kind::Object),
            (2, Kind::Array),
            (1, Kind::String),
            (1, Kind::Function),
        ]);
        expressions::of(s, p, kind, Level::Assignment);
    }
    open_all(p, &places);
}

/// A pattern that declares names, in front of `of`; every element is taken apart by it.
pub(super) fn loop_pattern(
    s: &mut Source,
    p: &mut Program<'_>,
    binding: Binding,
    kind: Kind,
) -> Vec<Place> {
    let mut places = Vec::new();
    if kind == Kind::Array {
        array_pattern(s, p, binding, 1, &mut places);
    } else {
        object_pattern(s, p, binding, 1, &mut places);
    }
    places
}

/// A pattern as a parameter, or behind `catch`; it has a default unless the kind makes that needless.
#[generator]
pub(super) fn parameter_pattern(s: &mut Source, p: &mut Program<'_>, kind: Kind) {
    let mut places = Vec::new();
    let is_array = matches!(kind, Kind::Array | Kind::Set | Kind::Iterator);
    if is_array {
        array_pattern(s, p, Binding::Parameter, 1, &mut places);
    } else {
        object_pattern(s, p, Binding::Parameter, 1, &mut places);
    }
    if !s.one_in(4) {
        p.put(if is_array { " = []" } else { " = {}" });
    }
    open_all(p, &places);
}

/// Lets the names of a pattern be used.
pub(super) fn open_all(p: &mut Program<'_>, places: &[Place]) {
    for place in places {
        p.scopes.open(*place);
    }
}

/// `[a, , b = 1, ...c]`.
#[generator]
fn array_pattern(
    s: &mut Source,
    p: &mut Program<'_>,
    binding: Binding,
    depth: u32,
    places: &mut Vec<Place>,
) {
    p.put("[");
    let count = s.length(0..=3);
    p.list(s, count, ", ", |s, p, index| match s.weighted_index(&[14, 1, 2]) {
        1 => p.put(if index + 1 == count { "," } else { "" }),
        2 if index + 1 == count => {
            p.put("...");
            if depth < 2 && s.one_in(7) {
                return array_pattern(s, p, binding, depth + 1, places);
            }
            let place = names::variable_name(s, p, binding);
            p.scopes.learn(place, Facts::of(Kind::Array));
            places.push(place);
            // Nothing may follow a rest.
            if p.slip(s) {
                p.put(",");
            }
        }
        _ => element(s, p, binding, depth, places),
    });
    p.put("]");
}

/// `{a, b: c, [d]: e = 1, ...f}`.
#[generator]
fn object_pattern(
    s: &mut Source,
    p: &mut Program<'_>,
    binding: Binding,
    depth: u32,
    places: &mut Vec<Place>,
) {
    p.put("{");
    let count = s.length(0..=3);
    p.list(s, count, ", ", |s, p, index| match s.weighted_index(&[6, 4, 1]) {
        0 => {
            let place = names::variable_name(s, p, binding);
            places.push(place);
            default(s, p);
        }
        2 if index + 1 == count => {
            p.put("...");
            let place = names::variable_name(s, p, binding);
            p.scopes.learn(place, Facts::of(Kind::Object));
            places.push(place);
        }
        _ => {
            let _ = names::property_key(s, p);
            p.put(": ");
            element(s, p, binding, depth, places);
        }
    });
    p.put("}");
}

/// A name or another pattern, with a default or without; a pattern always has one.
#[generator]
fn element(
    s: &mut Source,
    p: &mut Program<'_>,
    binding: Binding,
    depth: u32,
    places: &mut Vec<Place>,
) {
    match s.weighted_index(&[8, 1, 1]) {
        1 if depth < 2 => {
            array_pattern(s, p, binding, depth + 1, places);
            p.put(" = []");
        }
        2 if depth < 2 => {
            object_pattern(s, p, binding, depth + 1, places);
            p.put(" = {}");
        }
        _ => {
            let place = names::variable_name(s, p, binding);
            places.push(place);
            default(s, p);
        }
    }
}

/// A default sometimes.
fn default(s: &mut Source, p: &mut Program<'_>) {
    if s.one_in(4) {
        p.put(" = ");
        expressions::any(s, p);
    }
}

/// `[a, b.c] = iterable`.
#[generator]
pub(super) fn array_assignment(s: &mut Source, p: &mut Program<'_>, level: Level) {
    p.at_level(Level::Assignment, level, |p| {
        assigned_array(s, p, 0);
        p.put(" = ");
        expressions::iterable(s, p, Level::Assignment);
    });
}

/// `({a, b: c.d} = object)`; the parentheses are needed where a statement begins.
#[generator]
pub(super) fn object_assignment(s: &mut Source, p: &mut Program<'_>, level: Level) {
    p.at_level(Level::Assignment, level, |p| {
        assigned_object(s, p, 0);
        p.put(" = ");
        expressions::of(s, p, Kind::Object, Level::Assignment);
    });
}

fn assigned_array(s: &mut Source, p: &mut Program<'_>, depth: u32) {
    p.put("[");
    let count = s.length(0..=3);
    p.list(s, count, ", ", |s, p, index| match s.weighted_index(&[10, 1, 1]) {
        1 => p.put(if index + 1 == count { "," } else { "" }),
        2 if index + 1 == count => {
            p.put("...");
            target(s, p);
        }
        _ => assigned_element(s, p, depth),
    });
    p.put("]");
}

fn assigned_object(s: &mut Source, p: &mut Program<'_>, depth: u32) {
    p.put("{");
    let count = s.length(0..=3);
    p.list(s, count, ", ", |s, p, index| match s.weighted_index(&[6, 2, 1]) {
        1 if shorthand(s, p) => default(s, p),
        2 if index + 1 == count => {
            p.put("...");
            target(s, p);
        }
        _ => {
            let _ = names::property_key(s, p);
            p.put(": ");
            assigned_element(s, p, depth);
        }
    });
    p.put("}");
}

fn assigned_element(s: &mut Source, p: &mut Program<'_>, depth: u32) {
    match s.weighted_index(&[8, 1, 1]) {
        1 if depth < 1 => {
            assigned_array(s, p, depth + 1);
            p.put(" = []");
        }
        2 if depth < 1 => {
            assigned_object(s, p, depth + 1);
            p.put(" = {}");
        }
        _ => {
            target(s, p);
            default(s, p);
        }
    }
}

/// A variable by its name alone; false if there is none.
fn shorthand(s: &mut Source, p: &mut Program<'_>) -> bool {
    let Some(variable) = p.pick(s, can_be_anything) else { return false };
    p.scopes.forget(&variable.name);
    p.put(&variable.name);
    true
}

/// What can be assigned to: a variable or a property.
#[generator]
pub(super) fn target(s: &mut Source, p: &mut Program<'_>) {
    if !s.one_in(4) && shorthand(s, p) {
        return;
    }
    members::place(s, p);
    // A length takes only what is one.
    if p.since(0).ends_with(".length") {
        p.put("_");
    }
}

/// Whether a variable may get a value of any kind.
fn can_be_anything(variable: &Variable) -> bool {
    variable.binding.is_assignable()
        && variable.facts.call.is_none()
        && variable.facts.members.is_empty()
        && matches!(variable.facts.kind, Kind::Any | Kind::Number | Kind::String | Kind::Nothing)
}
