//! Expressions that give a number, a text, a moment, a document or an array.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::conditions::{DEEPEST, condition};
use super::dialect::{GENERIC, MYSQL, POSTGRES, SQLITE, STANDARD};
use super::script::{Kind, Script};
use super::{Dialect, functions, literals, names, queries, types, windows};

/// How tightly an expression binds, from the loosest; a looser one is put in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    Or,
    And,
    Not,
    Is,
    Comparison,
    /// `BETWEEN`, `IN`, `LIKE`.
    Pattern,
    /// `||`, `->` and other operators without a rank of their own.
    Other,
    Sum,
    Product,
    Unary,
    /// `::`, `COLLATE`, `AT TIME ZONE`.
    Postfix,
    Atom,
}

/// Any expression of this kind that may stand where one that binds like `least` does.
#[generator]
pub(super) fn expression(s: &mut Source, q: &mut Script<'_>, kind: Kind, least: Precedence) {
    if kind == Kind::Flag {
        return condition(s, q, least);
    }
    if q.slip(s) {
        let other = if kind == Kind::Number { Kind::Text } else { Kind::Number };
        return leaf(s, q, other);
    }
    if q.depth >= DEEPEST || !q.spend() {
        return leaf(s, q, kind);
    }
    q.depth += 1;
    pick!(s, {
        6 + 4 * q.depth => leaf(s, q, kind),
        8 => of_kind(s, q, kind, least),
        4 => of_any_kind(s, q, kind, least),
    });
    q.depth -= 1;
}

/// An operand of an operator that is not a condition's.
pub(super) fn operand(s: &mut Source, q: &mut Script<'_>, kind: Kind) {
    expression(s, q, kind, Precedence::Other);
}

/// A column, or a literal if there is none.
#[generator]
pub(super) fn leaf(s: &mut Source, q: &mut Script<'_>, kind: Kind) {
    let wants_column = s.ratio(3, 5);
    if !(wants_column && names::column(s, q, kind)) {
        literals::literal(s, q, kind);
    }
}

fn of_kind(s: &mut Source, q: &mut Script<'_>, kind: Kind, least: Precedence) {
    match kind {
        Kind::Number => number(s, q, least),
        Kind::Text => text(s, q, least),
        Kind::Flag => condition(s, q, least),
        Kind::Moment => moment(s, q, least),
        Kind::Document => document(s, q, least),
        Kind::List => list(s, q, least),
    }
}

/// Writes an operation, in parentheses if it binds too loosely.
fn bound(
    s: &mut Source,
    q: &mut Script<'_>,
    (precedence, least): (Precedence, Precedence),
    write: impl FnOnce(&mut Source, &mut Script<'_>),
) {
    if precedence < least { q.enclose(s, write) } else { write(s, q) }
}

/// What every kind has: choices, casts, subqueries, functions that take any type.
#[generator]
fn of_any_kind(s: &mut Source, q: &mut Script<'_>, kind: Kind, least: Precedence) {
    let casts = q.when(STANDARD, 2);
    pick!(s, {
        4 => case(s, q, kind),
        3 => {
            queries::subquery(s, q, &[kind]);
        },
        3 => {
            q.put("CAST");
            q.enclose(s, |s, q| {
                let from = names::kind(s, q);
                expression(s, q, from, Precedence::Or);
                q.put(" AS ");
                types::cast_type(s, q, kind);
            });
        },
        2 => {
            q.put("COALESCE");
            let count = s.length(2..=3);
            q.enclose(s, |s, q| q.list(s, count, |s, q, _| expression(s, q, kind, Precedence::Or)));
        },
        1 => {
            q.put("NULLIF");
            q.enclose(s, |s, q| q.list(s, 2, |s, q, _| expression(s, q, kind, Precedence::Or)));
        },
        casts => bound(s, q, (Precedence::Postfix, least), |s, q| {
            expression(s, q, kind, Precedence::Postfix);
            q.raw("::");
            types::cast_type(s, q, kind);
        }),
        1 => q.enclose(s, |s, q| expression(s, q, kind, Precedence::Or)),
    })
}

/// `CASE`, of both forms.
#[generator]
fn case(s: &mut Source, q: &mut Script<'_>, kind: Kind) {
    q.put("CASE");
    let simple = s.one_in(3);
    if simple {
        q.raw(" ");
        expression(s, q, Kind::Text, Precedence::Or);
    }
    for _ in 0..s.length(1..=2) {
        q.put(" WHEN ");
        expression(s, q, if simple { Kind::Text } else { Kind::Flag }, Precedence::Or);
        q.put(" THEN ");
        expression(s, q, kind, Precedence::Or);
    }
    if s.bool() {
        q.put(" ELSE ");
        expression(s, q, kind, Precedence::Or);
    }
    if !q.slip(s) {
        q.put(" END");
    }
}

#[generator]
fn number(s: &mut Source, q: &mut Script<'_>, least: Precedence) {
    let may_aggregate = q.scope().is_some_and(|scope| scope.may_aggregate) && !q.in_aggregate;
    let may_window = q.scope().is_some_and(|scope| scope.may_window) && !q.in_aggregate;
    let aggregates = if may_aggregate { 30 } else { 0 };
    let windows = if may_window { 6 } else { 0 };
    let bits = if q.is(SQLITE) { 1 } else { 0 };
    pick!(s, {
        4 => bound(s, q, (Precedence::Sum, least), |s, q| {
            expression(s, q, Kind::Number, Precedence::Sum);
            q.raw_one(s, &[" + ", " - "]);
            expression(s, q, Kind::Number, Precedence::Product);
        }),
        3 => bound(s, q, (Precedence::Product, least), |s, q| {
            expression(s, q, Kind::Number, Precedence::Product);
            q.raw_one(s, &[" * ", " / ", " % "]);
            expression(s, q, Kind::Number, Precedence::Unary);
        }),
        1 => bound(s, q, (Precedence::Unary, least), |s, q| {
            // Two signs in a row would begin a comment.
            q.raw_one(s, &["- ", "+ "]);
            expression(s, q, Kind::Number, Precedence::Atom);
        }),
        8 => functions::numeric(s, q),
        aggregates => functions::aggregate(s, q),
        windows => windows::window_function(s, q),
        1 + bits => bound(s, q, (Precedence::Other, least), |s, q| {
            expression(s, q, Kind::Number, Precedence::Sum);
            let shifts = q.when(POSTGRES.and(MYSQL).and(SQLITE), 1);
            q.raw_weighted(s, &[(2, " & "), (2, " | "), (shifts, " << "), (shifts, " >> ")]);
            expression(s, q, Kind::Number, Precedence::Sum);
        }),
    })
}

#[generator]
fn text(s: &mut Source, q: &mut Script<'_>, least: Precedence) {
    let concatenation = q.when(STANDARD.and(SQLITE), 4);
    let documents = q.when(STANDARD, 2);
    pick!(s, {
        6 => functions::textual(s, q),
        concatenation => bound(s, q, (Precedence::Other, least), |s, q| {
            operand(s, q, Kind::Text);
            q.raw(" || ");
            expression(s, q, Kind::Text, Precedence::Sum);
        }),
        1 => bound(s, q, (Precedence::Postfix, least), |s, q| {
            expression(s, q, Kind::Text, Precedence::Atom);
            q.put(" COLLATE ");
            let collation: &[&str] = match q.dialect {
                Dialect::MySql => &["utf8mb4_bin", "utf8mb4_general_ci"],
                Dialect::Sqlite => &["NOCASE", "BINARY", "RTRIM"],
                _ => &["\"C\"", "\"de_DE\"", "\"en_US\""],
            };
            q.raw_one(s, collation);
        }),
        documents => bound(s, q, (Precedence::Other, least), |s, q| {
            expression(s, q, Kind::Document, Precedence::Sum);
            q.raw_one(s, &[" ->> 'a'", " ->> 0", " #>> '{a,b}'"]);
        }),
    })
}

#[generator]
fn moment(s: &mut Source, q: &mut Script<'_>, least: Precedence) {
    let standard = q.when(STANDARD, 2);
    let intervals = q.when(STANDARD.and(MYSQL), 4);
    pick!(s, {
        4 => functions::temporal(s, q),
        intervals => bound(s, q, (Precedence::Sum, least), |s, q| {
            expression(s, q, Kind::Moment, Precedence::Sum);
            q.raw_one(s, &[" + ", " - "]);
            literals::interval(s, q);
        }),
        standard => bound(s, q, (Precedence::Postfix, least), |s, q| {
            expression(s, q, Kind::Moment, Precedence::Atom);
            q.put(" AT TIME ZONE ");
            q.raw_one(s, &["'UTC'", "'Europe/Berlin'", "'+01:00'"]);
        }),
        2 => {
            let local = q.when(STANDARD.and(MYSQL), 1);
            q.put_weighted(
                s,
                &[
                    (3, "CURRENT_TIMESTAMP"),
                    (2, "CURRENT_DATE"),
                    (1, "CURRENT_TIME"),
                    (local, "LOCALTIMESTAMP"),
                    (local, "LOCALTIME"),
                    (q.when(POSTGRES.and(GENERIC), 1), "CURRENT_TIMESTAMP(3)"),
                ],
            );
        },
    })
}

#[generator]
fn document(s: &mut Source, q: &mut Script<'_>, least: Precedence) {
    pick!(s, {
        3 => functions::documentary(s, q),
        q.when(STANDARD, 4) => bound(s, q, (Precedence::Other, least), |s, q| {
            expression(s, q, Kind::Document, Precedence::Sum);
            q.raw_one(s, &[" -> 'a'", " -> 0", " #> '{a,b}'", " -> 'a' -> 1"]);
        }),
        q.when(POSTGRES, 1) => bound(s, q, (Precedence::Other, least), |s, q| {
            expression(s, q, Kind::Document, Precedence::Sum);
            q.raw_one(s, &[" - 'a'", " #- '{a}'", " || '{}'"]);
        }),
    })
}

#[generator]
fn list(s: &mut Source, q: &mut Script<'_>, least: Precedence) {
    pick!(s, {
        3 => literals::array(s, q),
        2 => bound(s, q, (Precedence::Other, least), |s, q| {
            expression(s, q, Kind::List, Precedence::Sum);
            q.raw(" || ");
            expression(s, q, Kind::List, Precedence::Sum);
        }),
        1 => {
            q.put("ARRAY");
            queries::subquery(s, q, &[Kind::Text]);
        },
        1 => {
            q.enclose(s, |s, q| expression(s, q, Kind::List, Precedence::Or));
            q.raw_one(s, &["[1:2]", "[:2]", "[2:]"]);
        },
    })
}
