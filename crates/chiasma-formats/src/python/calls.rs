//! Calls, attributes and subscripts.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::expressions::{Precedence, expression, primary};
use super::layout::{Trailing, bracketed};
use super::program::Program;
use super::{comprehensions, displays, names, words};
use crate::dictionary::Section;
use crate::draft::distinct;

/// A call of a name that can mostly be called.
#[generator]
pub(super) fn call(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        5 => names::callable(s, p),
        1 => primary(s, p),
    });
    arguments(s, p);
}

/// A call of a method.
#[generator]
pub(super) fn method_call(s: &mut Source, p: &mut Program<'_>) {
    object(s, p);
    pick!(s, {
        5 => p.put_one(s, words::METHODS),
        1 => names::attribute_name(s, p),
    });
    arguments(s, p);
}

/// An attribute of something.
#[generator]
pub(super) fn attribute(s: &mut Source, p: &mut Program<'_>) {
    object(s, p);
    names::attribute_name(s, p);
}

/// What has attributes, and the dot.
fn object(s: &mut Source, p: &mut Program<'_>) {
    let start = p.len();
    primary(s, p);
    // A dot right behind a number would belong to it.
    let is_number = p.since(start).starts_with(|c: char| c.is_ascii_digit() || c == '.');
    p.put(if is_number { " ." } else { "." });
}

/// An item or a slice of something.
#[generator]
pub(super) fn subscript(s: &mut Source, p: &mut Program<'_>) {
    primary(s, p);
    indices(s, p);
}

/// What stands in a subscript's brackets, and they.
#[generator]
pub(super) fn indices(s: &mut Source, p: &mut Program<'_>) {
    if p.slip(s) {
        p.put("[]");
        return;
    }
    pick!(s, {
        6 => p.enclose("[", "]", |p| expression(s, p, Precedence::Named)),
        4 => p.enclose("[", "]", |p| slice(s, p)),
        1 => {
            let (count, trailing) = displays::tuple_size(s);
            bracketed(s, p, ("[", "]"), (count, trailing), |s, p, _| pick!(s, {
                displays::element(s, p, Precedence::Named),
                slice(s, p),
            }));
        },
    })
}

/// A slice, of which every part may be missing.
#[generator]
fn slice(s: &mut Source, p: &mut Program<'_>) {
    const PARTS: &[[u8; 3]] = &[
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
        [0, 0, 1],
        [1, 0, 1],
        [0, 1, 1],
        [1, 1, 1],
        [0, 0, 2],
        [1, 0, 2],
    ];
    let [start, stop, step] = *s.choose(PARTS);
    if start == 1 {
        expression(s, p, Precedence::Test);
    }
    p.put(":");
    if stop == 1 {
        expression(s, p, Precedence::Test);
    }
    if step > 0 {
        p.put(":");
    }
    if step == 1 {
        expression(s, p, Precedence::Test);
    }
}

/// The arguments of a call, in parentheses.
#[generator]
pub(super) fn arguments(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        3 => p.put("()"),
        10 => {
            let count = s.length(1..=2);
            bracketed(s, p, ("(", ")"), (count, Trailing::Allowed), |s, p, _| {
                expression(s, p, Precedence::Named);
            });
        },
        2 => mixed_arguments(s, p),
        1 => p.enclose("(", ")", |p| comprehensions::generator(s, p)),
    })
}

/// Arguments of all kinds: by place, by name, unpacked.
#[generator]
pub(super) fn mixed_arguments(s: &mut Source, p: &mut Program<'_>) {
    let mut named: Vec<String> = Vec::new();
    let mut stage = 0;
    let count = s.length(1..=4);
    bracketed(s, p, ("(", ")"), (count, Trailing::Allowed), |s, p, _| {
        // By place before by name; nothing by place or unpacked by `*` behind `**`.
        let weights: [u32; 4] = match stage {
            0 => [3, 2, 3, 1],
            1 => [0, 2, 3, 1],
            _ => [0, 0, 3, 1],
        };
        let kind = if p.slip(s) { 0 } else { s.weighted_index(&weights) };
        match kind {
            0 => expression(s, p, Precedence::Named),
            1 => {
                p.put("*");
                expression(s, p, Precedence::Test);
            }
            2 => {
                stage = stage.max(1);
                let own = p.word(s, Section::Names, words::KEYWORDS).to_owned();
                let name = distinct(&own, |name| named.iter().any(|taken| taken == name));
                p.put(&name);
                p.put_weighted(s, &[(8, "="), (1, " = ")]);
                named.push(name);
                expression(s, p, Precedence::Test);
            }
            _ => {
                stage = 2;
                p.put("**");
                expression(s, p, Precedence::Test);
            }
        }
    });
}
