//! Writes the values that the grammar defines.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::grammar::{GRAMMAR, Node, Times};
use super::numbers::{self, Measure};
use super::sheet::{Dialect, Sheet};
use super::tokens::{self, gap, optional_gap};
use super::types::TYPES;
use super::words;
use crate::dictionary::Section;
use crate::draft::Writer as _;

/// A type of values that a function writes, and not the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// A number with this unit, or a function that computes one.
    Measure(Measure),
    Integer,
    String,
    Url,
    /// A name that the author of the sheet makes up.
    CustomIdent,
    /// One that begins with two hyphens.
    DashedIdent,
    HexColor,
    NamedColor,
    SystemColor,
    UnicodeRange,
    AnPlusB,
    /// The name of a property.
    Property,
    /// Whatever tokens there are.
    AnyValue,
    /// A whole declaration, with its colon.
    Declaration,
    Selector,
}

impl Leaf {
    /// The leaf that the grammar calls `<name>`.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn named(name: &str) -> Self {
        match name {
            "number" => Self::Measure(Measure::Number),
            "percentage" => Self::Measure(Measure::Percentage),
            "length" => Self::Measure(Measure::Length),
            "length-percentage" => Self::Measure(Measure::LengthPercentage),
            "angle" => Self::Measure(Measure::Angle),
            "time" => Self::Measure(Measure::Time),
            "frequency" => Self::Measure(Measure::Frequency),
            "resolution" => Self::Measure(Measure::Resolution),
            "flex" => Self::Measure(Measure::Flex),
            "integer" => Self::Integer,
            "string" => Self::String,
            "url" => Self::Url,
            "custom-ident" => Self::CustomIdent,
            "dashed-ident" => Self::DashedIdent,
            "hex-color" => Self::HexColor,
            "named-color" => Self::NamedColor,
            "system-color" => Self::SystemColor,
            "urange" => Self::UnicodeRange,
            "an-plus-b" => Self::AnPlusB,
            "property" => Self::Property,
            "any-value" => Self::AnyValue,
            "declaration" => Self::Declaration,
            "selector" => Self::Selector,
            _ => panic!("no type is called <{name}>"),
        }
    }
}

/// The value of a property: what the grammar says, or a keyword that every property has.
#[generator]
pub(crate) fn value<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, property: &str) {
    if d.slip(s) {
        d.put_one(
            s,
            &[
                "", "10 px", "#12", "rgb(", "1px 2", "foo()", "url(a b)", "\"", "!", "1.", "}",
                "a b c d",
            ],
        );
        return;
    }
    pick!(s, {
        18 => match GRAMMAR.property(property) {
            Some(node) => node_value(s, d, node),
            None => any_value(s, d),
        },
        1 => d.put_one(s, words::WIDE_KEYWORDS),
        1 => substitution(s, d),
    })
}

/// A value of the type that the grammar calls `<name>`.
pub(crate) fn of_type<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, name: &str) {
    node_value(s, d, &GRAMMAR.named(name));
}

/// What a tree of the grammar stands for.
pub(crate) fn node_value<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, node: &Node) {
    match node {
        Node::Word(word) if d.shouts => d.put(&word.to_ascii_uppercase()),
        Node::Word(word) => d.put(word),
        Node::Type(place) => typed(s, d, *place),
        Node::Leaf(kind) => leaf(s, d, *kind),
        Node::Call(name, arguments) => call(s, d, name, arguments),
        Node::OneOf(nodes) => {
            let chosen = if d.has_room() {
                let weights: Vec<u32> = nodes.iter().map(|(weight, _)| *weight).collect();
                s.weighted_index(&weights)
            } else {
                0
            };
            node_value(s, d, &nodes[chosen].1);
        }
        Node::SomeOf(nodes) => some_of(s, d, nodes),
        Node::AllOf(nodes) => {
            let turn = s.index(nodes.len());
            for (index, node) in nodes[turn..].iter().chain(&nodes[..turn]).enumerate() {
                next_to(s, d, index > 0, |s, d| node_value(s, d, node));
            }
        }
        Node::Sequence(nodes) => {
            let slashes = u32::from(nodes.iter().any(Node::has_slash));
            d.slashes += slashes;
            for (index, node) in nodes.iter().enumerate() {
                next_to(s, d, index > 0, |s, d| node_value(s, d, node));
            }
            d.slashes -= slashes;
        }
        Node::Repeat(node, times) => repeated(s, d, node, *times),
    }
}

/// A value of a type of the table, in a span of its own, so that values of one type can change
/// places.
#[track_caller]
fn typed<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, place: usize) {
    let (name, _) = TYPES[place];
    if X::typed(s, d, name) {
        return;
    }
    s.span(name, |s| d.deeper(|d| node_value(s, d, &GRAMMAR.types[place])));
}

/// A value that a function writes.
fn leaf<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, leaf: Leaf) {
    if X::leaf(s, d, leaf) {
        return;
    }
    match leaf {
        Leaf::Measure(measure) => numbers::measured(s, d, measure),
        Leaf::Integer => numbers::integer(s, d),
        Leaf::String => tokens::string(s, d),
        Leaf::Url => tokens::url(s, d),
        Leaf::CustomIdent => tokens::identifier(s, d),
        Leaf::DashedIdent => tokens::dashed_identifier(s, d),
        Leaf::HexColor => hex_color(s, d),
        Leaf::NamedColor => d.put_one(s, words::COLORS),
        Leaf::SystemColor => d.put_one(s, words::SYSTEM_COLORS),
        Leaf::UnicodeRange => d.put_one(s, words::UNICODE_RANGES),
        Leaf::AnPlusB => numbers::an_plus_b(s, d),
        Leaf::Property => d.put_one(s, &GRAMMAR.names),
        Leaf::AnyValue => any_value(s, d),
        Leaf::Declaration => super::rules::bare_declaration(s, d),
        Leaf::Selector => super::selectors::complex_selector(s, d),
    }
}

/// A function and its arguments.
fn call<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, name: &str, arguments: &Node) {
    d.put(name);
    d.put("(");
    optional_gap(s, d);
    d.calls += 1;
    d.deeper(|d| node_value(s, d, arguments));
    d.calls -= 1;
    optional_gap(s, d);
    d.unless_slip(s, ")", &[""]);
}

/// At least one of them, in the order of the grammar or in another.
fn some_of<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, nodes: &[Node]) {
    // Few of many, by two draws that may meet: an independent one for each would make long values.
    let first = s.index(nodes.len());
    let mut chosen = vec![first];
    for _ in 0..s.weighted_index(&[4, 4, 2, 1]) {
        let more = s.index(nodes.len());
        if !chosen.contains(&more) {
            chosen.push(more);
        }
    }
    for (index, node) in chosen.iter().map(|place| &nodes[*place]).enumerate() {
        next_to(s, d, index > 0, |s, d| node_value(s, d, node));
    }
}

fn repeated<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, node: &Node, times: Times) {
    let extra = if times.most > times.least && d.left() > 0 {
        s.weighted_index(&[12, 6, 2, 1][..=(times.most - times.least).min(3)])
    } else {
        0
    };
    for index in 0..times.least + extra {
        if index > 0 && times.commas {
            optional_gap(s, d);
            d.put(",");
        }
        next_to(s, d, index > 0, |s, d| node_value(s, d, node));
    }
}

/// Writes a part with a gap before it, if it turns out to be something that needs one.
fn next_to<X: Dialect>(
    s: &mut Source,
    d: &mut Sheet<'_, X>,
    has_something_before: bool,
    write: impl FnOnce(&mut Source, &mut Sheet<'_, X>),
) {
    let written = d.capture(|d| write(s, d));
    let needs_gap = has_something_before
        && !written.is_empty()
        && !d.out.is_empty()
        && !written.starts_with(',')
        && !d.out.ends_with(['(', ' ', '{', ':']);
    if needs_gap {
        gap(s, d);
    }
    d.put(&written);
}

/// `var()`, `env()` and `attr()`, which may stand for any value.
#[generator]
pub(crate) fn substitution<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    pick!(s, {
        6 => {
            d.put("var(");
            tokens::dashed_identifier(s, d);
        },
        2 => {
            d.put("env(");
            d.put_one(s, words::ENVIRONMENT);
        },
        1 => {
            d.put("attr(");
            d.put_one(
                s,
                &[
                    "data-x",
                    "title",
                    "href",
                    "data-n px",
                    "data-c type(<color>)",
                    "data-w raw-string",
                ],
            );
        },
    });
    pick!(s, {
        4 => {},
        // An empty fallback is one.
        2 => d.put(","),
        1 => {
            d.put(", ");
            d.deeper(|d| any_value(s, d));
        },
    });
    d.put(")");
}

/// Tokens of any kind, with balanced brackets.
#[generator]
pub(crate) fn any_value<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let most = if d.depth > 6 { 1 } else { 4 };
    for index in 0..s.length(1..=most) {
        if index > 0 {
            gap(s, d);
        }
        component(s, d);
    }
}

/// One token, or something in brackets.
#[generator]
fn component<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let nested = u32::from(d.has_room());
    let odd = u32::from(!X::IS_EXTENDED || d.is_raw);
    pick!(s, {
        4 => d.put_word(s, Section::Keywords, words::KEYWORDS),
        3 => numbers::measured(s, d, Measure::Length),
        2 => of_type(s, d, "color"),
        1 => tokens::string(s, d),
        1 => tokens::url(s, d),
        odd => d.put_one(
            s,
            &["+", "/", ",", "*", "=", "#a", "@a", "U+4??", "<", "&", "|", ".a", "~", "%"],
        ),
        1 => numbers::number(s, d),
        nested => substitution(s, d),
        nested => bracketed(s, d, "(", ")"),
        nested => bracketed(s, d, "[", "]"),
        nested => bracketed(s, d, "f(", ")"),
    })
}

fn bracketed<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, open: &str, close: &str) {
    d.put(open);
    d.deeper(|d| any_value(s, d));
    d.put(close);
}

/// A color in hexadecimal: three, four, six or eight digits.
#[generator]
pub(crate) fn hex_color<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    d.put("#");
    pick!(s, {
        2 => d.put_one(
            s,
            &["000", "fff", "f00", "0f0f", "ff0000", "00000000", "FFFFFFFF", "123456", "abcdef80"],
        ),
        3 => {
            for _ in 0..*s.choose(&[3, 6, 4, 8]) {
                d.out.push(*s.choose(b"0123456789abcdefABCDEF") as char);
            }
        },
    })
}
