//! Comprehensions and generator expressions, asynchronous ones among them.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::displays::pair;
use super::expressions::{Precedence, expression};
use super::program::{Program, Scope, ScopeKind};
use super::targets;
use crate::draft::Writer as _;

#[generator]
pub(super) fn list_comprehension(s: &mut Source, p: &mut Program<'_>) {
    p.enclose("[", "]", |p| generator(s, p));
}

#[generator]
pub(super) fn set_comprehension(s: &mut Source, p: &mut Program<'_>) {
    p.enclose("{", "}", |p| generator(s, p));
}

#[generator]
pub(super) fn dictionary_comprehension(s: &mut Source, p: &mut Program<'_>) {
    p.enclose("{", "}", |p| comprehension(s, p, pair));
}

#[generator]
pub(super) fn generator_expression(s: &mut Source, p: &mut Program<'_>) {
    p.enclose("(", ")", |p| generator(s, p));
}

/// An element and the clauses it is computed for, without brackets.
#[generator]
pub(super) fn generator(s: &mut Source, p: &mut Program<'_>) {
    comprehension(s, p, |s, p| expression(s, p, Precedence::Named));
}

/// The clauses are drawn before the element that stands in front of them: it knows their names.
fn comprehension(
    s: &mut Source,
    p: &mut Program<'_>,
    element: impl FnOnce(&mut Source, &mut Program<'_>),
) {
    let count = *s.weighted(&[(6, 1), (2, 2), (1, 3)]);
    let mut scope = Scope::new(ScopeKind::Comprehension);
    let before = p.pending.len();
    // A target belongs to the comprehension, where nothing may be yielded.
    p.quiet += 1;
    let targets: Vec<String> =
        (0..count).map(|_| p.capture(|p| targets::loop_target(s, p))).collect();
    p.quiet -= 1;
    // The first iterable belongs to the scope around.
    p.iterables += 1;
    let first = p.capture(|p| expression(s, p, Precedence::Or));
    p.iterables -= 1;
    scope.names = p.pending.split_off(before);
    p.within(scope, |p| {
        let clauses = p.capture(|p| {
            for (place, target) in targets.iter().enumerate() {
                clause(s, p, target, (place == 0).then_some(first.as_str()));
            }
        });
        element(s, p);
        p.put(&clauses);
    });
}

/// A `for` of a comprehension, and its conditions.
#[generator]
fn clause(s: &mut Source, p: &mut Program<'_>, target: &str, iterable: Option<&str>) {
    let asynchronous = if p.may_await() { s.one_in(3) } else { false };
    p.put(if asynchronous { " async for " } else { " for " });
    p.put(target);
    p.put(" in ");
    match iterable {
        Some(text) => p.put(text),
        None => {
            p.iterables += 1;
            expression(s, p, Precedence::Or);
            p.iterables -= 1;
        }
    }
    for _ in 0..*s.weighted(&[(6, 0), (3, 1), (1, 2)]) {
        p.put(" if ");
        expression(s, p, Precedence::Or);
    }
}
