//! Selectors, of level 4.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::numbers::an_plus_b;
use super::sheet::{Dialect, Sheet};
use super::tokens::{identifier, optional_gap, string};
use super::words;
use crate::dictionary::Section;

/// Where a selector stands: some pseudo-classes do not nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Before a block.
    Rule,
    /// In a pseudo-class.
    Inside,
    /// In `:has()`, or in a pseudo-class in it.
    Has,
}

/// Selectors with commas between.
#[generator]
pub(crate) fn selector_list<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, place: Place) {
    for index in 0..1 + s.weighted_index(&[8, 3, 1]) {
        if index > 0 {
            optional_gap(s, d);
            d.put_weighted(s, &[(4, ", "), (2, ",\n"), (1, ",")]);
        }
        selector(s, d, place);
    }
    if d.slip(s) {
        d.put_one(s, &[",", " >", " > > a", "..a", "::", "[a", ":not(", "#", "()", "!", "{"]);
    }
}

/// One selector that stands for itself.
pub(crate) fn complex_selector<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    selector(s, d, Place::Inside);
}

/// Compounds with combinators between.
#[generator]
fn selector<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, place: Place) {
    let may_be_relative = place == Place::Has || (place == Place::Rule && d.rules > 0);
    if may_be_relative && s.one_in(7) {
        d.put_one(s, &["> ", "+ ", "~ ", ">"]);
    }
    let combinators = s.weighted_index(&[8, 4, 1, 1]);
    for _ in 0..combinators {
        compound(s, d, place);
        combinator(s, d);
    }
    compound(s, d, place);
    if place == Place::Rule && s.one_in(11) {
        pseudo_element(s, d);
    }
}

/// What is between two compounds.
#[generator]
fn combinator<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put_weighted(
        s,
        &[(6, " "), (3, " > "), (1, ">"), (2, " + "), (1, " ~ "), (1, "~"), (1, "\n"), (1, " >\n")],
    );
}

/// Simple selectors for one element.
#[generator]
pub(crate) fn compound<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, place: Place) {
    // The parent may stand anywhere in CSS, and only in front in its dialects.
    let parent = if d.rules > 0 { 3 } else { 0 };
    let simple = pick!(s, {
        5 => {
            simple_selector(s, d, place);
            s.weighted_index(&[6, 2, 1])
        },
        5 => {
            type_selector(s, d);
            s.weighted_index(&[6, 3, 1])
        },
        parent => {
            d.put("&");
            s.weighted_index(&[2, 3, 1])
        },
    });
    for _ in 0..simple {
        simple_selector(s, d, place);
    }
    if !X::IS_EXTENDED && parent > 0 && s.one_in(21) {
        d.put("&");
    }
}

/// An element by its name, perhaps in a namespace.
#[generator]
pub(crate) fn type_selector<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    namespace_prefix(s, d);
    pick!(s, {
        8 => d.put_word(s, Section::Tags, words::TAGS),
        1 => d.put("*"),
    })
}

fn namespace_prefix<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    match s.weighted_index(&[80, 2, 1, 5]) {
        1 => d.put("*|"),
        2 => d.put("|"),
        3 if !d.prefixes.is_empty() => {
            let prefix = *s.choose(&d.prefixes);
            d.put(prefix);
            d.put("|");
        }
        _ => {}
    }
}

/// One condition on an element.
#[generator]
pub(crate) fn simple_selector<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, place: Place) {
    if X::simple_selector(s, d) {
        return;
    }
    pick!(s, {
        9 => {
            d.put(".");
            identifier(s, d);
        },
        3 => {
            d.put("#");
            identifier(s, d);
        },
        3 => attribute_selector(s, d),
        3 => pseudo_class(s, d),
        3 => functional_pseudo_class(s, d, place),
    })
}

/// A condition on an attribute.
#[generator]
pub(crate) fn attribute_selector<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put_weighted(s, &[(30, "["), (2, "[ "), (1, "[\n")]);
    if s.one_in(21) {
        namespace_prefix(s, d);
    }
    d.put_word(s, Section::Attributes, words::ATTRIBUTES);
    if s.ratio(3, 4) {
        d.put_weighted(
            s,
            &[(4, "="), (1, "~="), (1, "|="), (1, "^="), (1, "$="), (1, "*="), (1, " = ")],
        );
        pick!(s, {
            2 => d.put_one(s, &["a", "b", "text", "-x", "\\31 ", "é", "submit"]),
            3 => string(s, d),
        });
        d.put_weighted(s, &[(8, ""), (1, " i"), (1, " s"), (1, " I")]);
    }
    d.unless_slip(s, "]", &["", "=]", " x]", "=\"]"]);
}

/// A state or a position.
#[generator]
pub(crate) fn pseudo_class<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put(":");
    let usual = s.as_value().ratio(2, 3);
    d.put_one(s, if usual { &PSEUDO_CLASSES[..12] } else { PSEUDO_CLASSES });
}

/// A pseudo-class with arguments.
#[generator]
pub(crate) fn functional_pseudo_class<X: Dialect>(
    s: &mut Source,
    d: &mut Sheet<'_, X>,
    place: Place,
) {
    if d.depth > 6 || !d.has_room() {
        d.put(":not(a)");
        return;
    }
    // `:has()` does not nest.
    let has = if place == Place::Has { 0 } else { 2 };
    let inside = if place == Place::Has { Place::Has } else { Place::Inside };
    d.deeper(|d| pick!(s, {
        4 => {
            // A child may be told by a selector as well.
            let which = *s.choose(&[
                ":nth-child(",
                ":nth-last-child(",
                ":nth-of-type(",
                ":nth-last-of-type(",
            ]);
            d.put(which);
            optional_gap(s, d);
            an_plus_b(s, d);
            if d.out.rfind('(').is_some_and(|at| d.out[..at].ends_with("child")) && s.one_in(6) {
                d.put(" of ");
                selector_list(s, d, inside);
            }
        },
        4 => {
            d.put(":not(");
            selector_list(s, d, inside);
        },
        3 => {
            d.put_one(s, &[":is(", ":where(", ":-webkit-any(", ":-moz-any("]);
            selector_list(s, d, inside);
        },
        1 => d.put_one(s, ARGUMENTS),
        has => {
            d.put(":has(");
            selector_list(s, d, Place::Has);
        },
        1 => {
            d.put_one(s, &[":host(", ":host-context("]);
            compound_of_classes(s, d);
        },
    }));
    d.unless_slip(s, ")", &["", ",)", "))"]);
}

/// A compound of classes only, where nothing else is sure to be allowed.
#[generator]
fn compound_of_classes<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    for _ in 0..s.length(1..=2) {
        d.put(".");
        identifier(s, d);
    }
}

/// A part of an element that is no element.
#[generator]
pub(crate) fn pseudo_element<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let usual = !s.bool();
    d.put_one(s, if usual { &PSEUDO_ELEMENTS[..6] } else { PSEUDO_ELEMENTS });
    if usual && s.one_in(13) {
        d.put_one(s, &[":hover", ":active", ":focus"]);
    }
}

/// Pseudo-classes, the everyday ones first.
#[rustfmt::skip]
const PSEUDO_CLASSES: &[&str] = &[
    "hover", "focus", "active", "first-child", "last-child", "root", "checked", "disabled", "visited", "link", "empty",
    "enabled", "target", "only-child", "first-of-type",
    "last-of-type", "only-of-type", "any-link", "local-link", "target-within", "scope", "focus-visible",
    "focus-within", "current", "past", "future", "playing", "paused", "seeking", "buffering", "stalled", "muted",
    "volume-locked", "open", "popover-open", "modal", "fullscreen", "picture-in-picture", "read-write", "read-only",
    "placeholder-shown", "autofill", "default", "indeterminate", "blank", "valid", "invalid", "in-range",
    "out-of-range", "required", "optional", "user-valid", "user-invalid", "defined", "host", "-webkit-autofill",
    "-moz-focusring", "-ms-input-placeholder", "HOVER",
];

/// Pseudo-classes whose arguments are no selectors, without the last parenthesis.
#[rustfmt::skip]
const ARGUMENTS: &[&str] = &[
    ":lang(en", ":lang(\"de\", fr-CH", ":dir(ltr", ":dir(rtl", ":state(checked", ":lang('*-Latn'",
    ":active-view-transition-type(a",
];

/// Pseudo-elements, the everyday ones first.
#[rustfmt::skip]
const PSEUDO_ELEMENTS: &[&str] = &[
    "::before", "::after", ":before", ":after", "::selection", "::placeholder", "::first-line", ":first-letter", "::marker", "::backdrop",
    "::cue", "::file-selector-button", "::part(foo)", "::part(a b)", "::slotted(.a)", "::slotted(span)",
    "::highlight(x)", "::target-text", "::spelling-error", "::view-transition", "::view-transition-group(*)",
    "::view-transition-old(root)", "::cue(b)", "::details-content", "::-webkit-scrollbar", "::-webkit-slider-thumb",
    "::-moz-range-track", "::BEFORE",
];
