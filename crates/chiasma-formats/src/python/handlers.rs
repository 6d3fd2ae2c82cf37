//! `try`, and what handles exceptions.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::compound::{block, clause};
use super::expressions::{Precedence, expression};
use super::layout::{Trailing, bracketed};
use super::names;
use super::program::{NameKind, Program};

/// A `try` with all that may follow.
#[generator]
pub(super) fn try_statement(s: &mut Source, p: &mut Program<'_>) {
    p.put("try");
    block(s, p);
    pick!(s, {
        5 => {
            handlers(s, p);
            else_and_finally(s, p);
        },
        2 => {
            for _ in 0..s.length(1..=2) {
                star_handler(s, p);
            }
            else_and_finally(s, p);
        },
        2 => finally(s, p),
    })
}

/// One to three handlers, of which the last may take everything.
#[generator]
fn handlers(s: &mut Source, p: &mut Program<'_>) {
    for _ in 0..*s.weighted(&[(5, 1), (2, 2), (1, 0)]) {
        clause(p, "except ");
        caught(s, p);
        block(s, p);
    }
    // There must be one, and it must be the last.
    clause(p, "except");
    if !s.one_in(3) {
        p.put(" ");
        caught(s, p);
    }
    block(s, p);
}

/// A handler of those of a group's exceptions that it names; it is left at its end only.
#[generator]
fn star_handler(s: &mut Source, p: &mut Program<'_>) {
    let keyword = *s.as_value().choose(&["except* ", "except *", "except*"]);
    clause(p, keyword);
    if p.since(p.len() - 1) != " " {
        p.put(" ");
    }
    caught(s, p);
    let scope = p.scope();
    let (loops, was_in) = (scope.loops, scope.in_star_handler);
    (scope.loops, scope.in_star_handler) = (0, true);
    block(s, p);
    let scope = p.scope();
    (scope.loops, scope.in_star_handler) = (loops, was_in);
}

/// What a handler takes, and the name it has there.
#[generator]
fn caught(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        5 => names::exception(s, p),
        2 => {
            let count = s.length(2..=3);
            bracketed(s, p, ("(", ")"), (count, Trailing::Allowed), |s, p, _| {
                names::exception(s, p);
            });
        },
        1 => expression(s, p, Precedence::Test),
    });
    if s.bool() {
        let name = *s.as_value().choose(&["e", "error", "x", "_", "exc"]);
        p.put(" as ");
        p.put(name);
        p.bind(name, NameKind::Value);
    }
}

fn else_and_finally(s: &mut Source, p: &mut Program<'_>) {
    let which = s.weighted_index(&[6, 2, 2, 1]);
    if which & 1 != 0 {
        clause(p, "else");
        block(s, p);
    }
    if which & 2 != 0 {
        finally(s, p);
    }
}

fn finally(s: &mut Source, p: &mut Program<'_>) {
    clause(p, "finally");
    block(s, p);
}
