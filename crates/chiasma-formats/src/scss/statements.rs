//! What SCSS has among rules and declarations that CSS has not.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Scss;
use super::control::{accumulate, control_rule, debug_rule};
use super::definitions::{content_rule, function, has_mixin, include, may_define, mixin};
use super::expressions::{expression, interpolation, printable};
use super::library::MODULES;
use super::literals::KEYS;
use super::state::{Kind, Module};
use super::variables::variable;
use crate::css::rules::{block, colon, rules, style_items, stylesheet};
use crate::css::selectors::{Place, selector_list};
use crate::css::tokens::line_break;
use crate::css::values::value;

/// A whole sheet: modules first, then variables, then the rest.
#[generator]
pub(super) fn sheet(s: &mut Source, d: &mut Scss<'_>) {
    for _ in 0..s.weighted_index(&[6, 3, 2, 1]) {
        use_rule(s, d);
    }
    for _ in 0..s.weighted_index(&[3, 3, 2, 1]) {
        variable(s, d);
        line_break(s, d);
    }
    for _ in 0..s.weighted_index(&[4, 3, 2]) {
        pick!(s, {
            function(s, d),
            mixin(s, d),
        });
        line_break(s, d);
    }
    stylesheet(s, d);
}

/// A module of the library, used by a name.
#[generator]
fn use_rule(s: &mut Source, d: &mut Scss<'_>) {
    if d.slip(s) {
        d.put_one(
            s,
            &[
                "@use \"nope\";\n",
                "@use \"sass:nope\";\n",
                "@use math;\n",
                "@use \"sass:math\" as;\n",
            ],
        );
        return;
    }
    let (name, namespaces) = MODULES[s.weighted_index(&[5, 2, 2, 2, 2, 1, 1])];
    if !d.own.forwards && s.one_in(21) {
        d.own.forwards = true;
        d.put(&format!("@forward \"sass:{name}\";\n"));
        return;
    }
    let namespace = *s.choose(namespaces);
    let is_taken = |module: &Module| module.name == name || module.namespace == namespace;
    if d.own.modules.iter().any(is_taken) {
        return;
    }
    d.put(&format!("@use \"sass:{name}\""));
    if namespace.is_empty() {
        d.put(" as *");
    } else if namespace != name {
        d.put(&format!(" as {namespace}"));
    }
    d.put(";\n");
    d.own.modules.push(Module { name, namespace });
}

/// A statement of SCSS, or nothing.
pub(super) fn statement(s: &mut Source, d: &mut Scss<'_>) -> bool {
    let in_rule = u32::from(d.rules > 0);
    let includes = if has_mixin(d) { 9 } else { 0 };
    let suffixes = if d.own.suffix_in == d.rules { 9 } else { 4 };
    let defines = if may_define(d) { 3 } else { 0 };
    let content = if d.own.content.is_some() { 3 } else { 0 };
    let extends = u32::from(may_extend(d));
    let deep = u32::from(d.depth < 6);
    pick!(s, {
        24 => return false,
        6 => variable(s, d),
        includes => return include(s, d),
        4 * deep => control_rule(s, d),
        defines => mixin(s, d),
        defines => function(s, d),
        suffixes * deep => plain_rule(s, d),
        2 * extends => extend(s, d),
        content => content_rule(s, d),
        5 * in_rule => computed_declaration(s, d),
        2 * in_rule => interpolated_declaration(s, d),
        2 * in_rule => nested_properties(s, d),
        in_rule * deep => at_root(s, d),
        1 => debug_rule(s, d),
        1 => return accumulate(s, d),
        1 => comment(s, d),
    });
    true
}

/// A rule whose selectors are so plain that others can extend them, or add a suffix to them.
#[generator]
fn plain_rule(s: &mut Source, d: &mut Scss<'_>) {
    let suffix = if d.rules > 0 && d.own.suffix_in == d.rules { 6 } else { 0 };
    let is_placeholder = pick!(s, {
        4 => {
            let name = KEYS[s.as_value().index(KEYS.len())];
            d.put(&format!(".{name}"));
            target(d, format!(".{name}"));
            false
        },
        2 => {
            let name = KEYS[s.as_value().index(KEYS.len())];
            d.put(&format!("%{name}"));
            target(d, format!("%{name}"));
            true
        },
        suffix => {
            d.put_one(s, &["&-suffix", "&__element", "&--modifier", "&_x", "&1", "&-#{1 + 1}"]);
            false
        },
    });
    d.put_weighted(s, &[(4, " "), (1, "")]);
    d.rules += 1;
    let inner = if is_placeholder { 0 } else { d.rules };
    let outer = std::mem::replace(&mut d.own.suffix_in, inner);
    block(s, d, style_items);
    d.own.suffix_in = outer;
    d.rules -= 1;
}

/// Notes a selector that is written in any case.
fn target(d: &mut Scss<'_>, selector: String) {
    let is_sure = d.own.definitions == 0 && d.own.controls == 0 && d.conditions == 0;
    if is_sure && !d.own.targets.contains(&selector) {
        d.own.targets.push(selector);
    }
}

/// Whether a rule may extend another: not across conditions, and not where the selectors that it
/// makes would grow with every turn of a loop or with every rule around.
fn may_extend(d: &Scss<'_>) -> bool {
    let is_plain = d.rules == 1 || d.own.suffix_in == d.rules;
    is_plain
        && (1..3).contains(&d.rules)
        && d.conditions == 0
        && d.own.definitions == 0
        && d.own.loops == 0
        && d.own.extensions < 4
}

/// Selects whatever another selector selects, too.
#[generator]
fn extend(s: &mut Source, d: &mut Scss<'_>) {
    if d.slip(s) {
        d.put_one(
            s,
            &["@extend .missing;", "@extend;", "@extend .a .b;", "@extend .a.b;", "@extend &;"],
        );
        return;
    }
    d.own.extensions += 1;
    if d.own.targets.is_empty() || s.one_in(4) {
        d.put("@extend ");
        d.put_one(s, &[".a", "%b", "a", ":hover", "#c", "[href]", ".a, .b"]);
        d.put(" !optional;");
        return;
    }
    let selector = s.choose(&d.own.targets).clone();
    d.put(&format!("@extend {selector};"));
}

/// A declaration whose value is computed.
#[generator]
fn computed_declaration(s: &mut Source, d: &mut Scss<'_>) {
    d.put_one(s, &["width", "color", "margin", "a", "content", "top", "font-size", "-x-y", "prop"]);
    d.put(": ");
    pick!(s, {
        8 => printable(s, d),
        2 => {
            d.put("(");
            printable(s, d);
            d.put(") ");
            d.put("(");
            printable(s, d);
            d.put(")");
        },
        1 => {
            d.put("if(");
            expression(s, d, Kind::Bool);
            d.put(", ");
            printable(s, d);
            d.put(", null)");
        },
        1 => {
            d.put("a");
            interpolation(s, d, Kind::Length);
            d.put_one(s, &["", " b", "-b", "/2", " + 1", ", c"]);
        },
    });
    d.put_weighted(s, &[(12, ";"), (1, " !important;")]);
}

/// A declaration whose property is put together.
#[generator]
fn interpolated_declaration(s: &mut Source, d: &mut Scss<'_>) {
    let prefix = *s.choose(&["", "margin-", "border-", "-webkit-", "--x-"]);
    d.put(prefix);
    let is_custom = prefix == "--x-";
    interpolation(s, d, Kind::Name);
    d.put_one(s, &["", "-color", "-x"]);
    d.put(": ");
    if is_custom {
        interpolation(s, d, Kind::Length);
    } else {
        printable(s, d);
    }
    d.put(";");
}

/// Properties that begin alike.
#[generator]
fn nested_properties(s: &mut Source, d: &mut Scss<'_>) {
    let (prefix, rest) = *s.choose(&[
        ("font", &["family", "size", "weight", "style"]),
        ("margin", &["top", "left", "bottom", "right"]),
        ("border", &["color", "style", "width", "radius"]),
        ("background", &["color", "image", "size", "repeat"]),
        ("transition", &["delay", "duration", "property", "behavior"]),
    ]);
    d.put(prefix);
    d.put(":");
    if s.one_in(4) {
        d.put(" ");
        literal_value(s, d, prefix);
    }
    d.put(" {\n");
    for _ in 0..s.length(1..=3) {
        let name = *s.choose(rest);
        d.put(name);
        colon(s, d);
        literal_value(s, d, &format!("{prefix}-{name}"));
        d.put(";\n");
    }
    d.put("}");
}

fn literal_value(s: &mut Source, d: &mut Scss<'_>, property: &str) {
    d.deeper(|d| value(s, d, property));
}

/// Rules that leave the rules around them.
#[generator]
fn at_root(s: &mut Source, d: &mut Scss<'_>) {
    d.put("@at-root ");
    let suffix = std::mem::take(&mut d.own.suffix_in);
    if s.one_in(3) {
        d.put_one(
            s,
            &[
                "",
                "(without: media) ",
                "(with: rule) ",
                "(without: all) ",
                "(without: rule supports) ",
            ],
        );
        // What the block has in it may lie at the root.
        let (outer, content) = (std::mem::take(&mut d.rules), d.own.content.take());
        block(s, d, rules);
        d.rules = outer;
        d.own.content = content;
    } else {
        selector_list(s, d, Place::Inside);
        d.put(" ");
        block(s, d, style_items);
    }
    d.own.suffix_in = suffix;
}

/// A comment that is kept, with something computed in it.
#[generator]
fn comment(s: &mut Source, d: &mut Scss<'_>) {
    d.put("/* ");
    interpolation(s, d, Kind::Text);
    d.put(" */");
}
