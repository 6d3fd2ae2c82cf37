//! Style sheets, rules and their blocks, declarations.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::at_rules::{at_rule, conditional_rule};
use super::grammar::GRAMMAR;
use super::leading::leading_rules;
use super::selectors::{Place, selector_list};
use super::sheet::{Dialect, Sheet};
use super::tokens::{dashed_identifier, line_break};
use super::values::{any_value, value};
use crate::dictionary::Section;

/// A whole sheet.
#[generator]
pub(crate) fn stylesheet<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    leading_rules(s, d);
    rules(s, d);
    if d.slip(s) {
        d.put_one(s, &["}", "{", "a {", "@", ";", "a: b;", "/*", "@media {", "\\"]);
    }
}

/// Rules one after the other.
#[generator]
pub(crate) fn rules<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    // A sheet without rules is worth a try, and not one in eight.
    let count = match d.depth {
        0 => s.weighted_index(&[1, 4, 4, 4, 3, 3, 2, 2]),
        _ => s.length(0..=room(d)),
    };
    for _ in 0..count {
        if !d.spend() {
            return;
        }
        rule(s, d);
        line_break(s, d);
    }
}

/// How many items a block may have here.
fn room<X>(d: &Sheet<'_, X>) -> usize {
    let widest = match d.depth {
        0 => 7,
        1 => 5,
        2 | 3 => 3,
        4..=8 => 2,
        _ => return 0,
    };
    widest.min(d.left() as usize)
}

/// A rule.
#[generator]
pub(crate) fn rule<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    if X::item(s, d) {
        return;
    }
    pick!(s, {
        12 => style_rule(s, d),
        7 => at_rule(s, d),
    });
}

/// Selectors, and what holds for the elements that they select.
#[generator]
pub(crate) fn style_rule<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    selector_list(s, d, Place::Rule);
    d.put_weighted(s, &[(4, " "), (1, ""), (1, "\n")]);
    d.rules += 1;
    block(s, d, style_items);
    d.rules -= 1;
}

/// Something in braces.
pub(crate) fn block<X: Dialect>(
    s: &mut Source,
    d: &mut Sheet<'_, X>,
    write: fn(&mut Source, &mut Sheet<'_, X>),
) {
    d.unless_slip(s, "{", &["", "{{", "(", ":"]);
    line_break(s, d);
    d.deeper(|d| X::scoped(d, |d| write(s, d)));
    d.unless_slip(s, "}", &["", "}}", ")", ";"]);
}

/// Declarations, and rules nested among them.
#[generator]
pub(crate) fn style_items<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    for _ in 0..s.length(0..=room(d)) {
        if !d.spend() {
            return;
        }
        style_item(s, d);
        line_break(s, d);
    }
}

/// A declaration or a rule within a rule.
#[generator]
pub(crate) fn style_item<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    if X::item(s, d) {
        return;
    }
    let nested = if d.depth < 6 { 2 } else { 0 };
    pick!(s, {
        16 => declaration(s, d),
        1 => custom_property(s, d),
        2 * nested => style_rule(s, d),
        nested => conditional_rule(s, d),
    });
}

/// Declarations only.
#[generator]
pub(crate) fn declarations<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    for _ in 0..s.length(0..=3) {
        if d.spend() {
            declaration(s, d);
            line_break(s, d);
        }
    }
}

/// A property and its value.
#[generator]
pub(crate) fn declaration<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    bare_declaration(s, d);
    d.put_weighted(s, &[(24, ""), (2, " !important"), (1, "!important"), (1, " ! IMPORTANT")]);
    d.unless_slip(s, ";", &["", "!;", " !importan;", ";;", "}"]);
}

/// A declaration without what ends it.
pub(crate) fn bare_declaration<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let names = &GRAMMAR.names;
    let own = if s.ratio(2, 5) { &names[..] } else { &names[..48] };
    let name = d.draft.deciding_word(s, Section::Attributes, own);
    d.shouts = s.as_value().one_in(41);
    if d.shouts {
        d.put(&name.to_ascii_uppercase());
    } else {
        d.put(name);
    }
    colon(s, d);
    value(s, d, name);
    d.shouts = false;
}

/// A colon, with space that may be around it.
pub(crate) fn colon<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    if d.slip(s) {
        d.put_one(s, &["", "=", "::", ";", " "]);
    } else {
        d.put_weighted(s, &[(24, ": "), (X::only_plain(4), ":"), (1, " : "), (1, ":\n")]);
    }
}

/// A property of the author's, whose value may be anything.
#[generator]
pub(crate) fn custom_property<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    dashed_identifier(s, d);
    d.put(":");
    d.raw(|d| {
        pick!(s, {
            8 => {
                d.put(" ");
                any_value(s, d);
            },
            1 => d.put_one(s, &[" {a: b}", " ", " {}", " {a;b}", " [a, (b)]", " a !important"]),
            1 => d.put_one(s, &[" 1", " #fff", " \"x\"", " @a", " U+26", " <!--", " 'a' b"]),
        });
    });
    d.put(";");
}
