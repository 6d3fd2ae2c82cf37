//! Queries: what they share by name, set operations, order and limits.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{GENERIC, MYSQL, POSTGRES, SQLITE, STANDARD};
use super::functions::ordered_kind;
use super::scalars::{Precedence, expression};
use super::script::{Column, Kind, Scope, Script, Table};
use super::{changes, conditions, literals, names, selects};
use crate::draft::{Writer as _, distinct};

/// Maximum nesting depth of queries.
const DEEPEST: usize = 4;

/// A query with columns of these kinds, or of any; and its columns.
#[generator]
pub(super) fn query(s: &mut Source, q: &mut Script<'_>, wanted: Option<&[Kind]>) -> Vec<Column> {
    let shared = q.shared.len();
    if q.left() > 10 && q.scopes.len() < 2 && s.one_in(6) {
        with(s, q);
    }
    let columns = body(s, q, wanted);
    q.shared.truncate(shared);
    columns
}

/// A query in parentheses.
#[generator]
pub(super) fn subquery(s: &mut Source, q: &mut Script<'_>, kinds: &[Kind]) -> Vec<Column> {
    let mut columns = Vec::new();
    q.enclose(s, |s, q| {
        if q.scopes.len() < DEEPEST && q.left() > 2 && q.spend() {
            columns = query(s, q, Some(kinds));
        } else {
            columns = least(s, q, kinds);
        }
    });
    columns
}

/// The smallest query there is.
fn least(s: &mut Source, q: &mut Script<'_>, kinds: &[Kind]) -> Vec<Column> {
    q.put("SELECT ");
    q.list(s, kinds.len(), |s, q, place| {
        literals::literal(s, q, kinds[place]);
        q.put(" AS ");
        q.raw(format!("c{place}"));
    });
    let numbered = kinds.iter().enumerate();
    numbered.map(|(place, kind)| Column::new(format!("c{place}"), *kind)).collect()
}

/// `WITH`, and the queries that it names.
#[generator]
pub(super) fn with(s: &mut Source, q: &mut Script<'_>) {
    q.put("WITH ");
    let recursive = s.one_in(4);
    if recursive {
        q.put("RECURSIVE ");
        recursion(s, q);
    }
    let count = if recursive { s.length(0..=1) } else { s.length(1..=2) };
    for place in 0..count {
        if place > 0 || recursive {
            q.raw(", ");
        }
        q.share(count + 1 - place, |q| common_table(s, q));
    }
    q.raw(" ");
}

/// A query with a name.
#[generator]
fn common_table(s: &mut Source, q: &mut Script<'_>) {
    let name = shared_name(s, q);
    names::identifier(s, q, &name);
    let kinds = some_kinds(s, q);
    let renamed = renamed_columns(s, q, &kinds);
    q.put(" AS ");
    let hints = q.when(POSTGRES.and(SQLITE), 1);
    q.put_weighted(s, &[(6, ""), (hints, "MATERIALIZED "), (hints, "NOT MATERIALIZED ")]);
    let mut columns: Vec<Column> = Vec::new();
    if q.is(POSTGRES) && q.scopes.is_empty() && s.one_in(7) {
        q.enclose(s, |s, q| columns = changes::returning_change(s, q));
    } else {
        let own = subquery(s, q, &kinds);
        columns = renamed.unwrap_or(own);
    }
    q.shared.push(Table { name, columns });
}

/// Now and then, new names for the columns of a query.
pub(super) fn renamed_columns(
    s: &mut Source,
    q: &mut Script<'_>,
    kinds: &[Kind],
) -> Option<Vec<Column>> {
    if !s.one_in(4) {
        return None;
    }
    let mut columns: Vec<Column> = Vec::new();
    for kind in kinds {
        let name = names::column_name(s, q, &columns);
        columns.push(Column::new(name, *kind));
    }
    q.raw(" ");
    names::columns(s, q, &columns);
    Some(columns)
}

fn shared_name(s: &mut Source, q: &Script<'_>) -> String {
    let name = *s.choose(&["cte", "x", "ranked", "q1", "q2", "totals", "with", "Tree"]);
    distinct(name, |name| q.shared.iter().any(|table| table.name == name))
}

/// A query that names itself: it begins with a row, and goes on until a condition fails.
#[generator]
fn recursion(s: &mut Source, q: &mut Script<'_>) {
    let name = shared_name(s, q);
    let column = Column::new(*s.choose(&["n", "lvl", "id"]), Kind::Number);
    let table = Table { name: name.clone(), columns: vec![column.clone()] };
    names::identifier(s, q, &name);
    q.raw(" ");
    names::columns(s, q, &[column]);
    q.put(" AS (SELECT ");
    literals::number(s, q);
    q.put_weighted(s, &[(3, " UNION ALL "), (1, " UNION ")]);
    q.put("SELECT ");
    q.within(Scope::of(&table), |q| {
        expression(s, q, Kind::Number, Precedence::Or);
        q.put(" FROM ");
        names::identifier(s, q, &name);
        q.put(" WHERE ");
        conditions::condition(s, q, Precedence::Or);
    });
    q.raw(")");
    q.shared.push(table);
}

/// The kinds of one to three columns.
pub(super) fn some_kinds(s: &mut Source, q: &Script<'_>) -> Vec<Kind> {
    let count = s.length(1..=3);
    (0..count).map(|_| names::kind(s, q)).collect()
}

/// A query's rows, their order and their number.
#[generator]
fn body(s: &mut Source, q: &mut Script<'_>, wanted: Option<&[Kind]>) -> Vec<Column> {
    let combined = if q.left() > 8 { 2 } else { 0 };
    // In an expression a second parenthesis begins another expression, and mostly so does `VALUES`.
    let outside = if q.depth == 0 { 1 } else { 0 };
    let nested = if q.is(SQLITE) || !q.shared.is_empty() { 0 } else { 3 * outside };
    let table = if wanted.is_none() { q.when(POSTGRES.and(MYSQL), 1) } else { 0 };
    pick!(s, {
        80 => selects::ordered_select(s, q, wanted),
        4 * combined => {
            let columns = set_operation(s, q, wanted);
            order_and_limit(s, q, &columns);
            columns
        },
        4 * outside => {
            let kinds = wanted.map_or_else(|| some_kinds(s, q), <[Kind]>::to_vec);
            let columns = values(s, q, &kinds);
            if !q.is(SQLITE) {
                order_and_limit(s, q, &columns);
            }
            columns
        },
        table => {
            let table = names::known_table(s, q);
            q.put("TABLE ");
            names::identifier(s, q, &table.name);
            table.columns
        },
        nested => {
            let kinds = wanted.map_or_else(|| some_kinds(s, q), <[Kind]>::to_vec);
            // It may have an order and a limit of its own, and there is one of each only.
            subquery(s, q, &kinds)
        },
    })
}

/// `UNION`, `EXCEPT` or `INTERSECT` of queries with columns of the same kinds.
#[generator]
fn set_operation(s: &mut Source, q: &mut Script<'_>, wanted: Option<&[Kind]>) -> Vec<Column> {
    let kinds = wanted.map_or_else(|| some_kinds(s, q), <[Kind]>::to_vec);
    let columns = set_operand(s, q, &kinds);
    for _ in 0..*s.weighted(&[(4, 1), (1, 2)]) {
        let all = q.when(STANDARD.and(MYSQL), 1);
        q.put_weighted(
            s,
            &[
                (3, " UNION "),
                (3, " UNION ALL "),
                (2, " EXCEPT "),
                (2, " INTERSECT "),
                (all, " EXCEPT ALL "),
                (all, " INTERSECT ALL "),
                (all, " UNION DISTINCT "),
            ],
        );
        if q.slip(s) {
            continue;
        }
        set_operand(s, q, &kinds);
    }
    columns
}

#[generator]
fn set_operand(s: &mut Source, q: &mut Script<'_>, kinds: &[Kind]) -> Vec<Column> {
    let outside = if q.depth == 0 { 1 } else { 0 };
    let nested = if q.is(SQLITE) { 0 } else { outside };
    let mut columns = Vec::new();
    q.share(2, |q| {
        columns = pick!(s, {
            6 => selects::select(s, q, Some(kinds)).0,
            nested => subquery(s, q, kinds),
            nested => values(s, q, kinds),
        });
    });
    columns
}

/// Rows that are given.
#[generator]
pub(super) fn values(s: &mut Source, q: &mut Script<'_>, kinds: &[Kind]) -> Vec<Column> {
    q.put("VALUES ");
    let count = s.length(1..=2);
    q.list(s, count, |s, q, _| {
        q.put(if q.is(MYSQL) { "ROW" } else { "" });
        row(s, q, kinds);
    });
    let numbered = (1..).zip(kinds);
    numbered.map(|(place, kind)| Column::new(format!("column{place}"), *kind)).collect()
}

/// Values of these kinds in parentheses.
#[generator]
pub(super) fn row(s: &mut Source, q: &mut Script<'_>, kinds: &[Kind]) {
    q.enclose(s, |s, q| {
        q.list(s, kinds.len(), |s, q, place| expression(s, q, kinds[place], Precedence::Or));
    });
}

/// The order of the rows and how many of them, by the columns of the result.
#[generator]
pub(super) fn order_and_limit(s: &mut Source, q: &mut Script<'_>, columns: &[Column]) {
    let ordered = s.one_in(3);
    if ordered {
        order_by(s, q, columns);
    }
    limit(s, q, ordered);
}

/// `ORDER BY`, of columns of the result or, if none is given, of what is in scope.
#[generator]
pub(super) fn order_by(s: &mut Source, q: &mut Script<'_>, columns: &[Column]) {
    q.put(" ORDER BY ");
    let count = s.length(1..=2);
    q.list(s, count, |s, q, _| order_item(s, q, columns));
}

/// One key of an ordering, with its direction.
#[generator]
pub(super) fn order_item(s: &mut Source, q: &mut Script<'_>, columns: &[Column]) {
    if columns.is_empty() {
        let kind = ordered_kind(s, q);
        expression(s, q, kind, Precedence::Or);
    } else {
        let place = s.index(columns.len());
        if s.bool() {
            names::identifier(s, q, &columns[place].name);
        } else {
            q.raw((place + 1).to_string());
        }
    }
    q.put_weighted(s, &[(4, ""), (2, " ASC"), (3, " DESC")]);
    let nulls = q.when(STANDARD.and(SQLITE), 1);
    q.put_weighted(s, &[(6, ""), (nulls, " NULLS FIRST"), (nulls, " NULLS LAST")]);
}

/// How many rows, and which are left out; mostly all.
#[generator]
pub(super) fn limit(s: &mut Source, q: &mut Script<'_>, ordered: bool) {
    let fetch = q.when(STANDARD, 2);
    let pair = q.when(MYSQL.and(SQLITE), 1);
    pick!(s, {
        12 => {},
        3 => {
            q.put(" LIMIT ");
            amount(s, q);
        },
        2 => {
            q.put(" LIMIT ");
            amount(s, q);
            q.put(" OFFSET ");
            amount(s, q);
        },
        fetch => {
            q.put(" OFFSET ");
            amount(s, q);
            q.put_one(s, &[" ROWS", " ROW"]);
            q.put_one(s, &[" FETCH FIRST ", " FETCH NEXT "]);
            // Ties need an order, and rule out locks.
            let ties = u32::from(ordered && !q.scopes.is_empty());
            q.put_weighted(
                s,
                &[
                    (2, "5 ROWS ONLY"),
                    (1, "ROW ONLY"),
                    (1, "1 ROW ONLY"),
                    (ties, "10 ROWS WITH TIES"),
                ],
            );
        },
        pair => {
            q.put(" LIMIT ");
            amount(s, q);
            q.raw(", ");
            amount(s, q);
        },
        q.when(STANDARD, 1) => q.put_one(s, &[" LIMIT ALL", " OFFSET 3", " OFFSET 1 LIMIT 2"]),
        fetch => q.put_weighted(
            s,
            &[
                (1, " FETCH FIRST 3 ROWS ONLY"),
                (q.when(GENERIC, 1), " FETCH FIRST 10 PERCENT ROWS ONLY"),
            ],
        ),
    });
}

fn amount(s: &mut Source, q: &mut Script<'_>) {
    q.raw(s.int(0..=100u8).to_string());
}

/// A locking clause; mostly none.
#[generator]
pub(super) fn locking(s: &mut Source, q: &mut Script<'_>) {
    let locks = q.when(STANDARD.and(MYSQL), 1);
    if s.weighted_index(&[12, locks]) == 0 {
        return;
    }
    q.put_one(s, &[" FOR UPDATE", " FOR SHARE"]);
    q.put_weighted(s, &[(3, ""), (1, " NOWAIT"), (1, " SKIP LOCKED")]);
}
