//! Conditions of rules: media queries, what is supported, the size of a container.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::rules::bare_declaration;
use super::selectors::complex_selector;
use super::sheet::{Dialect, Sheet};
use super::tokens::{dashed_identifier, optional_gap};
use super::values::{any_value, of_type};

type Write<X> = fn(&mut Source, &mut Sheet<'_, X>);

/// Media queries with commas between.
#[generator]
pub(crate) fn media_queries<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.constant(|d| {
        for index in 0..1 + s.weighted_index(&[8, 2, 1]) {
            if index > 0 {
                d.put_weighted(s, &[(3, ", "), (1, ","), (1, " , ")]);
            }
            media_query(s, d);
        }
    });
}

/// A media type with features, or a condition.
#[generator]
fn media_query<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    if d.slip(s) {
        d.put_one(
            s,
            &[
                "",
                "and (color)",
                "screen and",
                "(width >)",
                "not",
                "(a) and (b) or (c)",
                "(",
                "screen print",
            ],
        );
        return;
    }
    pick!(s, {
        3 => {
            d.put_weighted(s, &[(4, ""), (1, "only "), (1, "not ")]);
            d.put_one(s, &["screen", "print", "all", "speech", "tty", "SCREEN"]);
            for _ in 0..s.weighted_index(&[2, 3, 1]) {
                d.put(" and ");
                media_feature(s, d);
            }
        },
        5 => condition(s, d, media_feature),
    })
}

/// Conditions with `and`, `or` and `not`.
#[generator]
fn condition<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, single: Write<X>) {
    match s.weighted_index(&[6, 1, 2, 1]) {
        0 => single(s, d),
        1 => {
            d.put("not ");
            in_condition(s, d, single);
        }
        shape => {
            let between = if shape == 2 { " and " } else { " or " };
            in_condition(s, d, single);
            for _ in 0..s.length(1..=2) {
                d.put(between);
                in_condition(s, d, single);
            }
        }
    }
}

/// A part of a condition: a single one, or another condition in parentheses.
#[generator]
fn in_condition<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, single: Write<X>) {
    if d.depth > 5 || !d.has_room() || !s.one_in(7) {
        return single(s, d);
    }
    d.put("(");
    optional_gap(s, d);
    d.deeper(|d| condition(s, d, single));
    d.put(")");
}

/// A feature of the medium, in parentheses.
#[generator]
fn media_feature<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("(");
    pick!(s, {
        4 => {
            d.put_weighted(s, &[(2, "min-"), (2, "max-"), (1, "")]);
            let (name, kind) = *s.choose(RANGES);
            d.put(name);
            d.put(": ");
            of_type(s, d, kind);
        },
        3 => range(s, d, RANGES),
        3 => {
            let (name, values) = *s.choose(DISCRETE);
            d.put(name);
            d.put(": ");
            let values: Vec<&str> = values.split(' ').collect();
            d.put_one(s, &values);
        },
        1 => {
            d.put_one(
                s,
                &["color", "width", "hover", "monochrome", "grid", "--custom", "scripting"],
            );
        },
    });
    d.put(")");
}

/// A comparison with one or two bounds.
#[generator]
fn range<X: Dialect>(
    s: &mut Source,
    d: &mut Sheet<'_, X>,
    features: &[(&'static str, &'static str)],
) {
    let (name, kind) = *s.choose(features);
    pick!(s, {
        3 => {
            d.put(name);
            d.put_one(s, &[" > ", " >= ", " < ", " <= ", " = "]);
            of_type(s, d, kind);
        },
        1 => {
            of_type(s, d, kind);
            d.put_one(s, &[" < ", " <= ", " > ", " >= ", " = "]);
            d.put(name);
        },
        1 => {
            let signs: &[&str] =
                if s.as_value().bool() { &[" > ", " >= "] } else { &[" < ", " <= "] };
            of_type(s, d, kind);
            d.put_one(s, signs);
            d.put(name);
            d.put_one(s, signs);
            of_type(s, d, kind);
        },
    })
}

/// What `@supports` asks.
#[generator]
pub(crate) fn supports_condition<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    condition(s, d, supports_feature);
}

/// One question of `@supports`.
#[generator]
fn supports_feature<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    pick!(s, {
        8 => {
            d.put("(");
            bare_declaration(s, d);
            d.put(")");
        },
        1 => {
            d.put("selector(");
            d.raw(|d| complex_selector(s, d));
            d.put(")");
        },
        1 => d.put_one(
            s,
            &[
                "font-tech(color-COLRv1)",
                "font-format(woff2)",
                "(--css: variables)",
                "(--a: )",
                "unknown(a b)",
            ],
        ),
    })
}

/// What `@container` asks.
#[generator]
pub(crate) fn container_condition<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.raw(|d| d.constant(|d| condition(s, d, container_feature)));
}

/// One question of `@container`.
#[generator]
fn container_feature<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    pick!(s, {
        4 => {
            let (name, kind) = *s.choose(CONTAINER_RANGES);
            d.put("(");
            d.put_one(s, &["min-", "max-", ""]);
            d.put(name);
            d.put(": ");
            of_type(s, d, kind);
            d.put(")");
        },
        4 => {
            d.put("(");
            range(s, d, CONTAINER_RANGES);
            d.put(")");
        },
        2 => {
            d.put("style(");
            dashed_identifier(s, d);
            if s.bool() {
                d.put(": ");
                any_value(s, d);
            }
            d.put(")");
        },
        1 => d.put_one(
            s,
            &[
                "(orientation: portrait)",
                "(width)",
                "scroll-state(stuck: top)",
                "style(color: red)",
            ],
        ),
    })
}

/// Features that can be compared, and the type of their values.
#[rustfmt::skip]
const RANGES: &[(&str, &str)] = &[
    ("width", "a-length"), ("height", "a-length"), ("aspect-ratio", "ratio"), ("resolution", "a-resolution"),
    ("color", "an-integer"), ("color-index", "an-integer"), ("monochrome", "an-integer"), ("device-width", "a-length"),
    ("device-aspect-ratio", "ratio"),
];

/// Those of containers.
#[rustfmt::skip]
const CONTAINER_RANGES: &[(&str, &str)] = &[
    ("width", "a-length"), ("height", "a-length"), ("inline-size", "a-length"), ("block-size", "a-length"),
    ("aspect-ratio", "ratio"),
];

/// Features with a few values.
#[rustfmt::skip]
const DISCRETE: &[(&str, &str)] = &[
    ("orientation", "portrait landscape"), ("hover", "none hover"), ("any-hover", "hover none"),
    ("pointer", "coarse fine none"), ("any-pointer", "fine"), ("prefers-color-scheme", "dark light"),
    ("prefers-reduced-motion", "reduce no-preference"), ("prefers-contrast", "more less custom"),
    ("prefers-reduced-data", "reduce"), ("forced-colors", "active none"), ("inverted-colors", "inverted"),
    ("scripting", "none enabled initial-only"), ("update", "slow fast none"), ("scan", "interlace progressive"),
    ("grid", "0 1"), ("display-mode", "fullscreen standalone browser"), ("dynamic-range", "high standard"),
    ("color-gamut", "srgb p3 rec2020"), ("overflow-block", "scroll paged none"), ("overflow-inline", "scroll"),
    ("-webkit-min-device-pixel-ratio", "1.5 2"), ("-webkit-transform-3d", "1"),
];
