//! Rules that begin with `@`, where rules may stand.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::conditions::{container_condition, media_queries, supports_condition};
use super::grammar::GRAMMAR;
use super::leading::layer_statement;
use super::numbers::number;
use super::rules::{block, colon, declarations, rules, style_items};
use super::selectors::{Place, selector_list};
use super::sheet::{Dialect, Sheet};
use super::tokens::{dashed_identifier, identifier, line_break, url};
use super::values::{any_value, node_value};
use crate::dictionary::Section;

/// The name of a layer.
pub(super) fn layer_name<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put_one(s, &["a", "b", "base", "reset", "theme.dark", "a.b.c"]);
}

/// A rule that begins with `@`, where rules may stand.
#[generator]
pub(crate) fn at_rule<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    if d.slip(s) {
        d.put_one(
            s,
            &[
                "@media",
                "@foo",
                "@ media {}",
                "@font-face;",
                "@keyframes {}",
                "@import;",
                "@supports {}",
                "@layer a, {}",
            ],
        );
        return;
    }
    type Rule<X> = fn(&mut Source, &mut Sheet<'_, X>);
    let rules: [(u32, Rule<X>); 18] = [
        (3, font_face),
        (12, conditional_rule),
        (5, keyframes),
        (3, page),
        (2, layer_statement),
        (2, counter_style),
        (2, property),
        (1, font_feature_values),
        (1, font_palette_values),
        (1, color_profile),
        (1, view_transition),
        (1, position_try),
        (1, viewport),
        (1, custom_media),
        (1, document),
        (1, unknown_rule),
        (1, starting_style),
        (1, scope),
    ];
    s.weighted(&rules)(s, d);
}

/// A rule with rules in it that hold under a condition; within a style rule it has declarations too.
#[generator]
pub(crate) fn conditional_rule<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    pick!(s, {
        6 => {
            d.put_weighted(s, &[(12, "@media "), (1, "@MEDIA ")]);
            media_queries(s, d);
        },
        4 => {
            d.put("@supports ");
            supports_condition(s, d);
        },
        3 => {
            d.put("@container ");
            d.put_weighted(s, &[(3, ""), (1, "a "), (1, "sidebar ")]);
            container_condition(s, d);
        },
        3 => {
            d.put("@layer ");
            if !s.one_in(4) {
                layer_name(s, d);
            }
        },
    });
    nested_block(s, d);
}

/// A block of rules, or of what a style rule may contain where it is within one.
fn nested_block<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put(" ");
    d.conditions += 1;
    block(s, d, if d.rules > 0 { style_items } else { rules });
    d.conditions -= 1;
}

/// Rules for a part of the document.
#[generator]
fn scope<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@scope");
    if s.bool() {
        d.put(" (");
        d.raw(|d| selector_list(s, d, Place::Inside));
        d.put(")");
        if s.bool() {
            d.put(" to (");
            d.raw(|d| selector_list(s, d, Place::Inside));
            d.put(")");
        }
    }
    nested_block(s, d);
}

/// What elements look like before they are first shown.
#[generator]
fn starting_style<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@starting-style");
    nested_block(s, d);
}

/// The steps of an animation.
#[generator]
fn keyframes<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put_weighted(s, &[(8, "@keyframes "), (1, "@-webkit-keyframes "), (1, "@-moz-keyframes ")]);
    pick!(s, {
        8 => identifier(s, d),
        1 => d.put_one(s, &["\"a\"", "'b c'"]),
    });
    d.put(" ");
    block(s, d, |s, d| {
        for _ in 0..s.length(0..=3) {
            keyframe(s, d);
            line_break(s, d);
        }
    });
}

/// One step.
#[generator]
fn keyframe<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    for index in 0..1 + s.weighted_index(&[5, 1]) {
        if index > 0 {
            d.put(", ");
        }
        pick!(s, {
            3 => d.put_one(s, &["from", "to", "50%", "0%", "100%", "TO"]),
            2 => d.put_one(s, &["12.5%", "33.3333%", ".5%", "1e1%", "+5%", "99%", "0.00%"]),
        });
    }
    d.put(" ");
    d.keyframes += 1;
    block(s, d, plain_declarations);
    d.keyframes -= 1;
}

/// Declarations that cannot be important.
#[generator]
fn plain_declarations<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    for _ in 0..s.length(0..=2) {
        if d.spend() {
            super::rules::bare_declaration(s, d);
            d.put(";");
            line_break(s, d);
        }
    }
}

/// How a page is printed.
#[generator]
fn page<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@page ");
    d.put_weighted(
        s,
        &[
            (3, ""),
            (1, ":first "),
            (1, ":left "),
            (1, ":blank "),
            (1, "a "),
            (1, "b:right "),
            (1, ":left, :right "),
        ],
    );
    block(s, d, |s, d| {
        descriptors(s, d, "page");
        for _ in 0..s.weighted_index(&[3, 1, 1]) {
            d.put_one(s, MARGIN_BOXES);
            d.put(" ");
            block(s, d, declarations);
            line_break(s, d);
        }
    });
}

/// A font to load.
#[generator]
fn font_face<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put_weighted(s, &[(12, "@font-face "), (1, "@FONT-FACE "), (1, "@font-face")]);
    block(s, d, |s, d| descriptors(s, d, "font-face"));
}

/// How counters are written.
#[generator]
fn counter_style<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@counter-style ");
    d.put_one(s, &["a", "thumbs", "x-y", "\\31"]);
    d.put(" ");
    block(s, d, |s, d| descriptors(s, d, "counter-style"));
}

/// The type of a custom property.
#[generator]
fn property<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@property ");
    dashed_identifier(s, d);
    let (syntax, initial) = *s.as_value().choose(&[
        ("*", "a"),
        ("<length>", "0px"),
        ("<color>", "red"),
        ("<number>+", "1 2"),
        ("<length-percentage> | auto", "auto"),
        ("<custom-ident>#", "a, b"),
        ("<angle>", "1turn"),
        ("<integer>", "-3"),
        ("<transform-list>", "rotate(1deg)"),
        ("<time>", "1s"),
    ]);
    let inherits = *s.as_value().choose(&["true", "false"]);
    d.put(&format!(" {{ syntax: '{syntax}'; inherits: {inherits}; initial-value: {initial}; }}"));
}

/// Names for the features of a font.
#[generator]
fn font_feature_values<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@font-feature-values ");
    d.put_one(s, &["Font One", "a", "\"Font Two\""]);
    d.put(" { ");
    for _ in 0..s.length(0..=2) {
        d.put_one(
            s,
            &[
                "@swash",
                "@styleset",
                "@annotation",
                "@ornaments",
                "@stylistic",
                "@character-variant",
            ],
        );
        d.put(" { ");
        d.put_one(s, &["a: 1;", "a: 1 2;", "", "flowing: 1; b: 12"]);
        d.put(" } ");
    }
    d.put("}");
}

/// The colors of a font.
#[generator]
fn font_palette_values<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@font-palette-values ");
    dashed_identifier(s, d);
    d.put(" ");
    block(s, d, |s, d| descriptors(s, d, "font-palette-values"));
}

/// A space of colors.
#[generator]
fn color_profile<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@color-profile ");
    dashed_identifier(s, d);
    d.put(" { src: ");
    url(s, d);
    d.put("; rendering-intent: perceptual; }");
}

/// How one page becomes the next.
#[generator]
fn view_transition<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@view-transition { navigation: ");
    d.put_one(s, &["auto", "none"]);
    d.put_one(s, &["; }", "; types: a b; }", "}"]);
}

/// Another place for something anchored.
#[generator]
fn position_try<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@position-try ");
    dashed_identifier(s, d);
    d.put(" ");
    block(s, d, plain_declarations);
}

/// The size of the window, as once defined.
#[generator]
fn viewport<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put_one(s, &["@-ms-viewport", "@viewport", "@-o-viewport"]);
    d.put(" { width: device-width; zoom: ");
    number(s, d);
    d.put("; }");
}

/// A name for a media query.
#[generator]
fn custom_media<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@custom-media ");
    dashed_identifier(s, d);
    d.put(" ");
    d.raw(|d| media_queries(s, d));
    d.put(";");
}

/// Rules for some documents, as once defined.
#[generator]
fn document<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@-moz-document ");
    d.put_one(s, &["url-prefix()", "url-prefix(\"\")"]);
    nested_block(s, d);
}

/// A rule that CSS does not know: what is to be kept as it is.
#[generator]
fn unknown_rule<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@");
    d.put_word(s, Section::Tags, &["unknown", "x-y", "tailwind", "-foo-bar"]);
    d.raw(|d| {
        if s.bool() {
            d.put(" ");
            any_value(s, d);
        }
        pick!(s, {
            d.put(";"),
            d.put(" {}"),
            d.put(" { a: b; c { d: e } }"),
        });
    });
}

/// The descriptors of a rule, each as the grammar says.
#[generator]
fn descriptors<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, rule: &'static str) {
    let known = GRAMMAR.descriptors(rule);
    for _ in 0..s.length(0..=4) {
        if d.spend() {
            let (name, node) = &known[s.index(known.len())];
            d.put(name);
            colon(s, d);
            node_value(s, d, node);
            d.put(";");
            line_break(s, d);
        }
    }
}

/// Boxes in the margin of a page.
#[rustfmt::skip]
const MARGIN_BOXES: &[&str] = &[
    "@top-left", "@top-left-corner", "@top-center", "@top-right", "@bottom-center", "@left-middle", "@right-bottom",
    "@bottom-right-corner",
];
