//! Literals of every kind: numbers, strings, colors, lists, maps.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Scss;
use super::expressions::{expression, interpolation};
use super::state::Kind;
use crate::css::numbers::number;
use crate::css::tokens::string;
use crate::css::values::hex_color;
use crate::css::words;
use crate::dictionary::Section;

/// A literal of a kind.
#[generator]
pub(super) fn literal(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    match kind {
        Kind::Number => number(s, d),
        Kind::Length => {
            number(s, d);
            // Those that convert into each other.
            d.put_weighted(
                s,
                &[(12, "px"), (1, "cm"), (1, "in"), (1, "pt"), (1, "mm"), (1, "pc"), (1, "q")],
            );
        }
        Kind::Percentage => {
            number(s, d);
            d.put("%");
        }
        Kind::Angle => {
            number(s, d);
            d.put_weighted(s, &[(6, "deg"), (1, "rad"), (1, "turn"), (1, "grad")]);
        }
        Kind::Time => {
            number(s, d);
            d.put_one(s, &["s", "ms"]);
        }
        Kind::Color => color(s, d),
        Kind::Name => name(s, d),
        Kind::Text => text(s, d),
        Kind::Bool => d.put_one(s, &["true", "false"]),
        Kind::List => list(s, d),
        Kind::Map => map(s, d),
        Kind::Any => anything(s, d),
        Kind::Share => d.put_one(s, &["10%", "0%", "100%", "50%", "33.3%", "1%"]),
        Kind::Fraction => d.put_one(s, &["0.5", "0", "1", ".1", ".25", "0.999"]),
        Kind::Channel => d.put_one(s, &["0", "255", "1", "128", "17", "127.5"]),
        Kind::Index => d.put_one(s, &["1", "-1"]),
        Kind::Count => d.put_one(s, &["1", "2", "3", "5", "100"]),
        Kind::Selector => {
            d.put_one(s, &["\".a\"", "\".b\"", "\"#c\"", "\".a.b\"", "'.foo'", "\".a:hover\""]);
        }
    }
}

#[generator]
fn color(s: &mut Source, d: &mut Scss<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => d.put_one(s, words::COLORS),
        4 => hex_color(s, d),
        1 => d.put_one(
            s,
            &[
                "transparent",
                "rgb(1, 2, 3)",
                "hsl(120, 50%, 50%)",
                "rgba(#fff, .5)",
                "rgb(0 128 255 / 50%)",
            ],
        ),
    })
}

/// A string that is an identifier, with or without quotes.
#[generator]
fn name(s: &mut Source, d: &mut Scss<'_>) {
    let s = &mut *s.as_value();
    let quote = s.weighted(&[(3, ""), (2, "\""), (1, "'")]).to_string();
    d.put(&quote);
    d.put_word(s, Section::Names, KEYS);
    d.put(&quote);
}

/// A string, perhaps with something interpolated.
#[generator]
fn text(s: &mut Source, d: &mut Scss<'_>) {
    pick!(s, {
        8 => string(s, d),
        6 => {
            d.put("\"");
            d.put_one(s, &["a", "", "x: ", "é", "\\\"", "\\#{", "#"]);
            interpolation(s, d, Kind::Length);
            d.put_one(s, &["", "b", "#", "}"]);
            d.put("\"");
        },
        2 => d.put_one(
            s,
            &["serif", "a-b", "url(a.png)", "U+26", "U+0-7F", "\"\"", "''", "-moz-x", "\\31", "é"],
        ),
        1 => special_function(s, d),
    })
}

/// A function that Sass documents as special: it is passed on as it is, but for what is interpolated.
#[generator]
fn special_function(s: &mut Source, d: &mut Scss<'_>) {
    d.put_one(
        s,
        &[
            "element(",
            "expression(",
            "progid:DXImageTransform.Microsoft.gradient(",
            "progid:Microsoft.Alpha(",
            "-moz-element(",
        ],
    );
    d.put_one(s, &["#a", "", "a + b", "opacity=50", "startColorstr='#80000000', end=\"b\"", "(1)"]);
    if s.one_in(4) {
        interpolation(s, d, Kind::Length);
    }
    d.unless_slip(s, ")", &["", "("]);
}

/// Lengths, with commas or spaces or in brackets.
#[generator]
fn list(s: &mut Source, d: &mut Scss<'_>) {
    let (open, separator, close) = *s.as_value().weighted(&[
        (4, ("(", ", ", ")")),
        (3, ("(", " ", ")")),
        (1, ("[", ", ", "]")),
        (1, ("[", " ", "]")),
        (1, ("(", ", ", ",)")),
    ]);
    d.put(open);
    for index in 0..s.length(2..=3) {
        if index > 0 {
            d.put(separator);
        }
        element(s, d);
    }
    d.put(close);
}

/// An item of a list or a map, which may not be taken for an operator's operand.
fn element(s: &mut Source, d: &mut Scss<'_>) {
    pick!(s, {
        4 => super::expressions::simple(s, d, Kind::Length),
        1 => {
            d.put("(");
            expression(s, d, Kind::Length);
            d.put(")");
        },
    })
}

/// Lengths by names, no name twice.
#[generator]
fn map(s: &mut Source, d: &mut Scss<'_>) {
    d.put("(");
    let first = s.as_value().index(KEYS.len());
    let quote = s.as_value().weighted(&[(3, ""), (1, "\"")]).to_string();
    for index in 0..s.length(1..=3) {
        if index > 0 {
            d.put(", ");
        }
        let key = KEYS[(first + index) % KEYS.len()];
        d.put(&format!("{quote}{key}{quote}: "));
        element(s, d);
    }
    d.put_weighted(s, &[(4, ")"), (1, ",)"), (1, "\n)")]);
}

/// A value of any kind, those among them that cannot be written out.
#[generator]
fn anything(s: &mut Source, d: &mut Scss<'_>) {
    pick!(s, {
        2 => d.put_one(
            s,
            &[
                "null",
                "()",
                "(a: (b: c))",
                "get-function(\"rgb\")",
                "&",
                "1em",
                "[]",
                "(1 (2 3))",
                "\"\"",
            ],
        ),
        6 => {
            let kind = *s.choose(&[
                Kind::Number,
                Kind::Length,
                Kind::Color,
                Kind::Text,
                Kind::Name,
                Kind::Bool,
                Kind::List,
                Kind::Map,
            ]);
            expression(s, d, kind);
        },
    })
}

/// Names that keys and selectors are made of.
pub(super) const KEYS: &[&str] =
    &["a", "b", "foo", "bar", "small", "large", "primary", "x-y", "md", "é"];
