//! Scripts: how many statements, which, and what is between them.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{Dialects, GENERIC, MYSQL, POSTGRES, SQLITE, STANDARD};
use super::script::Script;
use super::{access, alterations, changes, objects, queries, routines, session, tables, words};
use crate::draft::Writer as _;

/// A whole script.
#[generator]
pub(super) fn script(s: &mut Source, q: &mut Script<'_>) {
    // Small scripts as well as those that use the budget up.
    let (parts, count) = *s.weighted(&[
        (1, (4, 1)),
        (3, (2, 1)),
        (3, (1, 1)),
        (4, (1, 2)),
        (3, (1, 3)),
        (1, (1, 6)),
    ]);
    q.at_most(q.left() / parts, |q| {
        for place in 0..count {
            if place > 0 {
                q.raw(";\n");
            }
            between(s, q);
            q.share(count - place, |q| statement(s, q));
        }
    });
    q.raw_weighted(s, &[(6, ";"), (2, ""), (1, ";\n"), (1, " ; "), (1, "; -- end")]);
}

/// What is between statements; mostly nothing.
#[generator]
fn between(s: &mut Source, q: &mut Script<'_>) {
    pick!(s, {
        12 => {},
        1 => q.raw_one(s, words::COMMENTS),
        1 => q.raw_one(s, &["\n\n", "  ", "\t", "\n  "]),
    })
}

type Write = fn(&mut Source, &mut Script<'_>);

const ALL: Dialects = STANDARD.and(MYSQL).and(SQLITE);

const STATEMENTS: [(u32, Dialects, Write); 22] = [
    (1, ALL, session::bare_value),
    (30, ALL, query),
    (8, ALL, changes::insert),
    (6, ALL, changes::update),
    (5, ALL, changes::delete),
    (3, STANDARD, changes::merge),
    (10, ALL, tables::create_table),
    (4, ALL, objects::create_view),
    (3, ALL, objects::create_index),
    (4, ALL, objects::create_object),
    (2, STANDARD, routines::create_function),
    (1, STANDARD.and(SQLITE), routines::create_trigger),
    (4, ALL, alterations::alter_table),
    (2, STANDARD, alterations::alter_object),
    (4, ALL, alterations::drop),
    (2, STANDARD.and(MYSQL), access::grant),
    (1, STANDARD.and(MYSQL), access::revoke),
    (4, ALL, session::transaction),
    (4, ALL, session::setting),
    (3, ALL, session::explain),
    (2, STANDARD.and(MYSQL), session::truncate),
    (3, STANDARD, rare),
];

/// Any statement.
#[generator]
pub(super) fn statement(s: &mut Source, q: &mut Script<'_>) {
    if q.slip(s) {
        q.put_one(s, &["SELEC 1", "SELECT", "CREATE", "INSERT t", "DROP", "(", "UPDATE t", "WITH"]);
        return;
    }
    q.spend();
    let weights = STATEMENTS.map(|(weight, dialects, _)| q.when(dialects, weight));
    STATEMENTS[s.weighted_index(&weights)].2(s, q);
}

#[generator]
fn query(s: &mut Source, q: &mut Script<'_>) {
    queries::query(s, q, None);
}

/// Statements that are rarely written.
#[generator]
fn rare(s: &mut Source, q: &mut Script<'_>) {
    pick!(s, {
        3 => session::prepared(s, q),
        3 => session::cursor(s, q),
        q.when(POSTGRES.and(GENERIC), 2) => session::copy(s, q),
        1 => routines::call(s, q),
    })
}
