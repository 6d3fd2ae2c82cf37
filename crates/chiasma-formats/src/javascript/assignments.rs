//! Assignments to variables, properties and patterns.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::kinds::{Facts, Kind};
use super::levels::Level;
use super::program::Program;
use super::scopes::Variable;
use super::{expressions, members, names, patterns};

/// Whether a value of the variable's kind may be assigned without losing what is known of it.
fn is_plain(facts: &Facts) -> bool {
    facts.call.is_none() && facts.members.is_empty()
}

/// An assignment to whatever can be assigned to.
#[generator]
pub(super) fn assignment(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if p.slip(s) {
        p.put_one(s, &["1", "f()", "a + b", "new.target", "this", "(a, b)", "x?.y"]);
        return p.put(" = 1");
    }
    pick!(s, {
        4 => {
            let assignable =
                |variable: &Variable| variable.binding.is_assignable() && is_plain(&variable.facts);
            match p.pick(s, assignable) {
                Some(variable) => to(s, p, &variable, level),
                None => to_property(s, p, level),
            }
        },
        4 => to_property(s, p, level),
        1 => patterns::array_assignment(s, p, level),
        1 => patterns::object_assignment(s, p, level),
    })
}

/// An assignment to a variable of this kind, if there is one.
#[generator]
pub(super) fn to_variable(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    let fits = |variable: &Variable| {
        variable.binding.is_assignable()
            && (kind == Kind::Any || variable.facts.kind == kind)
            && is_plain(&variable.facts)
    };
    match p.pick(s, fits) {
        Some(variable) => to(s, p, &variable, level),
        None => expressions::leaf(s, p, kind, level),
    }
}

/// `variable = value`, or with another operator that fits its kind.
fn to(s: &mut Source, p: &mut Program<'_>, variable: &Variable, level: Level) {
    let kind = variable.facts.kind;
    p.at_level(Level::Assignment, level, |p| {
        names::written(s, p, &variable.name);
        let operators: &[(u32, &str)] = match kind {
            Kind::Number => NUMERIC,
            Kind::String => &[(4, "="), (4, "+="), (1, "||="), (1, "??=")],
            Kind::BigInt => &[(4, "="), (2, "+="), (1, "-="), (1, "%="), (1, "&=")],
            _ => &[(8, "="), (1, "||="), (1, "&&="), (1, "??=")],
        };
        p.put(&format!(" {} ", s.as_value().weighted(operators)));
        // A function that calls the variable it is assigned to would not end.
        let hides = matches!(kind, Kind::Function | Kind::Object | Kind::Class | Kind::Any);
        if hides {
            p.scopes.hide(&variable.name);
        }
        expressions::of(s, p, kind, Level::Assignment);
        if hides {
            p.scopes.show(&variable.name);
        }
    });
}

const NUMERIC: &[(u32, &str)] = &[
    (8, "="),
    (6, "+="),
    (3, "-="),
    (2, "*="),
    (1, "/="),
    (1, "%="),
    (1, "**="),
    (1, "<<="),
    (1, ">>="),
    (1, ">>>="),
    (1, "&="),
    (1, "|="),
    (1, "^="),
    (1, "||="),
    (1, "&&="),
    (1, "??="),
];

/// An assignment to a property.
#[generator]
pub(super) fn to_property(s: &mut Source, p: &mut Program<'_>, level: Level) {
    p.at_level(Level::Assignment, level, |p| {
        members::place(s, p);
        if p.since(0).ends_with(".length") {
            p.put(" = ");
            return p.put_one(s, &["0", "1", "2", "10"]);
        }
        let operator =
            *s.weighted(&[(10, "="), (2, "+="), (1, "??="), (1, "||="), (1, "&&="), (1, "-=")]);
        p.put(&format!(" {operator} "));
        match operator {
            "-=" => expressions::of(s, p, Kind::Number, Level::Assignment),
            _ => expressions::any(s, p),
        }
    });
}
