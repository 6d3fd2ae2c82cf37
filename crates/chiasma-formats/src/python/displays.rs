//! Displays of lists, tuples, sets and dictionaries.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::expressions::{Precedence, expression};
use super::layout::{Trailing, bracketed};
use super::program::Program;

/// An element: an expression, or an iterable whose items are elements.
#[generator]
pub(super) fn element(s: &mut Source, p: &mut Program<'_>, least: Precedence) {
    pick!(s, {
        7 => expression(s, p, least),
        1 => {
            p.put("*");
            expression(s, p, Precedence::BitOr);
        },
    })
}

#[generator]
pub(super) fn list(s: &mut Source, p: &mut Program<'_>) {
    let count = s.length(0..=3);
    bracketed(s, p, ("[", "]"), (count, Trailing::Allowed), |s, p, _| {
        element(s, p, Precedence::Named);
    });
}

#[generator]
pub(super) fn tuple(s: &mut Source, p: &mut Program<'_>) {
    let (count, trailing) = pick!(s, {
        1 => (0, Trailing::Refused),
        6 => tuple_size(s),
    });
    bracketed(s, p, ("(", ")"), (count, trailing), |s, p, _| element(s, p, Precedence::Named));
}

/// How many elements a tuple has that is not empty; one alone needs a comma.
pub(super) fn tuple_size(s: &mut Source) -> (usize, Trailing) {
    match *s.weighted(&[(1, 1), (3, 2), (1, 3)]) {
        1 => (1, Trailing::Needed),
        count => (count, Trailing::Allowed),
    }
}

#[generator]
pub(super) fn set(s: &mut Source, p: &mut Program<'_>) {
    let count = s.length(1..=3);
    bracketed(s, p, ("{", "}"), (count, Trailing::Allowed), |s, p, _| {
        element(s, p, Precedence::Named);
    });
}

#[generator]
pub(super) fn dictionary(s: &mut Source, p: &mut Program<'_>) {
    let count = s.length(0..=3);
    bracketed(s, p, ("{", "}"), (count, Trailing::Allowed), |s, p, _| {
        pick!(s, {
            6 => pair(s, p),
            1 => {
                p.put("**");
                expression(s, p, Precedence::BitOr);
            },
        })
    });
}

/// A key and its value.
#[generator]
pub(super) fn pair(s: &mut Source, p: &mut Program<'_>) {
    expression(s, p, Precedence::Test);
    if !p.slip(s) {
        p.put(": ");
    }
    expression(s, p, Precedence::Test);
}
