//! Formatted string literals: fields, conversions, format specifiers, fields in those.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::expressions::{Precedence, expression, expression_list};
use super::names;
use super::program::Program;
use super::strings::{Manner, piece, quote};

/// Maximum nesting depth of f-strings.
const DEEPEST: usize = 3;

#[generator]
pub(super) fn fstring(s: &mut Source, p: &mut Program<'_>) {
    let prefix =
        *s.as_value().weighted(&[(16, "f"), (1, "F"), (1, "rf"), (1, "fR"), (1, "Fr"), (1, "RF")]);
    let quote = quote(s, p);
    let manner = Manner { quote, raw: prefix.len() == 2, bytes: false, formatted: true };
    p.put(prefix);
    p.put(quote);
    let fields = if p.quotes.len() < DEEPEST { 5 } else { 0 };
    p.quotes.push(quote);
    for _ in 0..s.length(0..=3) {
        pick!(s, {
            4 => piece(s, p, manner),
            fields => field(s, p),
        })
    }
    p.quotes.pop();
    if !p.slip(s) {
        p.put(quote);
    }
}

/// A replacement field.
#[generator]
fn field(s: &mut Source, p: &mut Program<'_>) {
    if p.slip(s) {
        p.put_one(s, &["{}", "{x", "}", "{x!z}", "{!r}", "{x!}", "{ }", "{x:{y}"]);
        return;
    }
    p.enclose("{", "}", |p| {
        let start = p.len();
        field_value(s, p);
        // Two braces in a row would be one that is meant literally.
        if p.since(start).starts_with('{') {
            p.insert(start, " ");
        }
        if p.since(start).ends_with('}') {
            p.put(" ");
        }
        p.put_weighted(s, &[(8, ""), (1, "="), (1, " = ")]);
        p.put_weighted(s, &[(6, ""), (1, "!r"), (1, "!s"), (1, "!a")]);
        if s.one_in(4) {
            p.put(":");
            specifier(s, p, 0);
        }
    });
}

fn field_value(s: &mut Source, p: &mut Program<'_>) {
    let yields = u32::from(p.may_yield());
    pick!(s, {
        8 => names::name(s, p),
        // A colon that is not in brackets would begin the specifier.
        8 => expression(s, p, Precedence::Or),
        1 => p.enclose("(", ")", |p| expression_list(s, p)),
        yields => {
            p.put("yield ");
            expression(s, p, Precedence::Or);
        },
    })
}

/// What follows the colon of a field: how to write the value.
#[generator]
fn specifier(s: &mut Source, p: &mut Program<'_>, level: u32) {
    const SPECIFIERS: &[&str] = &[
        "", ">10", "<8", "^20", "=+5", "*^30", "08b", "#x", "#o", ",", "_", ".2f", "+.3e", "g",
        "%", "n", "c", "d", "%Y-%m-%d", "0>2", "z.1f",
    ];
    if level > 0 || !s.one_in(5) {
        p.put_one(s, SPECIFIERS);
        return;
    }
    p.put_one(s, &["", ">", "0", "."]);
    p.enclose("{", "}", |p| {
        names::name(s, p);
        p.put_weighted(s, &[(6, ""), (1, "!r")]);
        if s.one_in(5) {
            p.put(":");
            specifier(s, p, level + 1);
        }
    });
    p.put_one(s, &["", "f", "x", "s"]);
}
