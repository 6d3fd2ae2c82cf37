//! Array literals, and elements taken out of them.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::expressions;
use super::kinds::Kind;
use super::levels::Level;
use super::names;
use super::program::Program;

/// An array literal: elements of one kind mostly, with holes and spreads sometimes.
#[generator]
pub(super) fn array_literal(s: &mut Source, p: &mut Program<'_>) {
    let kind = *s.weighted(&[
        (6, Kind::Number),
        (4, Kind::String),
        (3, Kind::Any),
        (1, Kind::Array),
        (1, Kind::Object),
        (1, Kind::Boolean),
    ]);
    p.put("[");
    let count = s.length(0..=4);
    p.list(s, count, ", ", |s, p, index| {
        pick!(s, {
            16 => expressions::of(s, p, kind, Level::Assignment),
            1 => {
                p.put("...");
                expressions::iterable(s, p, Level::Assignment);
            },
            // A hole; the last one needs a comma of its own.
            1 => p.put(if index + 1 == count { "," } else { "" }),
        })
    });
    if p.slip(s) {
        return;
    }
    p.put("]");
}

/// Pairs of key and value.
#[generator]
pub(super) fn pairs(s: &mut Source, p: &mut Program<'_>) {
    p.put("[");
    let count = s.length(0..=3);
    p.list(s, count, ", ", |s, p, _| {
        p.put("[");
        names::computed_key(s, p);
        p.put(", ");
        expressions::any(s, p);
        p.put("]");
    });
    p.put("]");
}

/// A value of this kind, put into something and taken out again.
#[generator]
pub(super) fn element(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    p.at_level(Level::Call, level, |p| {
        let way = s.index(5);
        p.put(["[", "({a: ", "[", "(([x]) => x)([", "new Map([[0, "][way]);
        expressions::of(s, p, kind, Level::Assignment);
        p.put(["][0]", "}).a", "].at(-1)", "])", "]]).get(0)"][way]);
    });
}
