//! Expressions, each of a kind.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Scss;
use super::calls::{builtin_call, function_call};
use super::literals::literal;
use super::state::Kind;

/// Maximum nesting depth of expressions.
const DEEPEST: u32 = 5;

/// An expression of a kind.
#[generator]
pub(super) fn expression(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    if d.slip(s) {
        d.put_one(s, MISTAKES);
        return;
    }
    if d.own.nesting >= DEEPEST || !d.has_room() {
        return simple(s, d, kind);
    }
    d.own.nesting += 1;
    let (operations, calls) = match kind {
        Kind::Number | Kind::Length | Kind::Bool => (5, 4),
        Kind::Color | Kind::List | Kind::Map | Kind::Any => (0, 5),
        Kind::Percentage | Kind::Angle | Kind::Text | Kind::Name => (3, 3),
        Kind::Time => (3, 0),
        _ => (0, 0),
    };
    let choices = if operations + calls == 0 { 0 } else { 1 };
    let own = if d.own.functions.iter().any(|function| function.gives == kind) { 6 } else { 0 };
    pick!(s, {
        8 => simple(s, d, kind),
        operations => operation(s, d, kind),
        calls => builtin_call(s, d, kind),
        own => function_call(s, d, kind),
        choices => {
            d.put("(");
            expression(s, d, kind);
            d.put(")");
        },
        choices => conditional(s, d, kind),
    });
    d.own.nesting -= 1;
}

/// A variable or a literal.
#[generator]
pub(super) fn simple(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    let names = d.own.visible(kind);
    if names.is_empty() || !s.ratio(3, 5) {
        return literal(s, d, kind);
    }
    let name = s.choose(&names).to_string();
    put_variable(s, d, &name);
}

/// A reference to a variable; hyphens and underscores in its name are the same.
pub(super) fn put_variable(s: &mut Source, d: &mut Scss<'_>, name: &str) {
    d.put("$");
    if d.slip(s) {
        d.put("undefined-");
    }
    if name.contains('-') && s.as_value().one_in(9) {
        d.put(&name.replace('-', "_"));
    } else {
        d.put(name);
    }
}

/// `if()`, which is a function.
#[generator]
fn conditional(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    d.put("if(");
    expression(s, d, Kind::Bool);
    d.put(", ");
    expression(s, d, kind);
    d.put(", ");
    expression(s, d, kind);
    d.put(")");
}

/// An operator and its operands.
#[generator]
fn operation(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    match kind {
        Kind::Number => arithmetic(s, d, kind),
        Kind::Bool => logic(s, d),
        Kind::Text | Kind::Name => concatenation(s, d, kind),
        _ => measured_arithmetic(s, d, kind),
    }
}

/// Numbers without units.
#[generator]
fn arithmetic(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    pick!(s, {
        8 => {
            operand(s, d, kind);
            d.put_one(s, &[" + ", " - ", " * ", " % ", "*"]);
            operand(s, d, kind);
        },
        1 => {
            d.put_one(s, &["-", "+"]);
            in_parentheses(s, d, kind);
        },
        // A slash divides where it stands in parentheses.
        1 => {
            d.put("(");
            operand(s, d, kind);
            d.put(" / ");
            operand(s, d, kind);
            d.put(")");
        },
    })
}

/// Numbers with units: two of a kind, or one and a number.
#[generator]
fn measured_arithmetic(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    pick!(s, {
        5 => {
            operand(s, d, kind);
            d.put_one(s, &[" + ", " - ", " % "]);
            operand(s, d, kind);
        },
        3 => {
            operand(s, d, kind);
            d.put_one(s, &[" * ", "*"]);
            operand(s, d, Kind::Number);
        },
        1 => {
            operand(s, d, Kind::Number);
            d.put(" * ");
            operand(s, d, kind);
        },
        1 => {
            d.put("-");
            in_parentheses(s, d, kind);
        },
        1 => {
            d.put("(");
            operand(s, d, kind);
            d.put(" / ");
            operand(s, d, Kind::Number);
            d.put(")");
        },
    })
}

/// An operand: in parentheses unless it is simple.
fn operand(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    pick!(s, {
        5 => simple(s, d, kind),
        2 => in_parentheses(s, d, kind),
    })
}

fn in_parentheses(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    d.put("(");
    expression(s, d, kind);
    d.put(")");
}

/// Comparisons, and what connects them.
#[generator]
fn logic(s: &mut Source, d: &mut Scss<'_>) {
    pick!(s, {
        4 => {
            let kind = *s.choose(&[Kind::Number, Kind::Length, Kind::Percentage, Kind::Time]);
            operand(s, d, kind);
            d.put_one(s, &[" > ", " < ", " >= ", " <= ", " == ", " != ", ">", "=="]);
            operand(s, d, kind);
        },
        3 => {
            operand(s, d, Kind::Any);
            d.put_one(s, &[" == ", " != "]);
            operand(s, d, Kind::Any);
        },
        3 => {
            operand(s, d, Kind::Bool);
            d.put_one(s, &[" and ", " or "]);
            operand(s, d, Kind::Bool);
        },
        2 => {
            d.put("not ");
            operand(s, d, Kind::Bool);
        },
    })
}

/// Strings one after another.
#[generator]
fn concatenation(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    operand(s, d, kind);
    d.put(" + ");
    // A number after a name makes a name, the other way round it does not.
    match kind {
        Kind::Text if s.one_in(4) => operand(s, d, Kind::Length),
        _ => operand(s, d, kind),
    }
}

/// `#{}` around an expression.
#[generator]
pub(super) fn interpolation(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    d.put("#{");
    d.put_weighted(s, &[(10, ""), (1, " ")]);
    let outer = std::mem::replace(&mut d.is_raw, false);
    expression(s, d, kind);
    d.is_raw = outer;
    d.unless_slip(s, "}", &["", ")", "#}", "}}"]);
}

/// What a declaration's value may be.
#[generator]
pub(super) fn printable(s: &mut Source, d: &mut Scss<'_>) {
    let kind = *s.choose(&[
        Kind::Length,
        Kind::Number,
        Kind::Color,
        Kind::Percentage,
        Kind::Text,
        Kind::List,
        Kind::Name,
        Kind::Bool,
        Kind::Time,
        Kind::Angle,
    ]);
    expression(s, d, kind);
}

const MISTAKES: &[&str] = &[
    "$undefined",
    "1px + 1s",
    "1px * 1px",
    "1 +",
    "(",
    "red + 1",
    "nope.f(1)",
    "nth((), 1)",
    "nth(a b, 3)",
    "rgb(1, 2)",
    "lighten(1, 10%)",
    "map-get(1, a)",
    "(a: 1, a: 2)",
    "math.div()",
    "#{",
    "1 2 3)",
    "\"",
    "f(,)",
    "$a..b",
    "not",
    "-",
    "@",
    "mix(red, blue, 200%)",
];
