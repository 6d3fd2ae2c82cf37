//! Statements that change rows: `INSERT`, `UPDATE`, `DELETE`, `MERGE`.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::conditions::condition;
use super::dialect::{GENERIC, MYSQL, POSTGRES, SQLITE, STANDARD};
use super::scalars::{Precedence, expression};
use super::script::{Column, Kind, Scope, Script, Table};
use super::selects::where_clause;
use super::{joins, names, queries};
use crate::draft::Writer as _;

/// `INSERT`, in all its forms.
#[generator]
pub(super) fn insert(s: &mut Source, q: &mut Script<'_>) {
    with(s, q);
    let or = q.when(SQLITE, 1);
    let mysql = q.when(MYSQL, 1);
    let verb = *s.weighted(&[
        (12, "INSERT INTO "),
        (or, "INSERT OR REPLACE INTO "),
        (or, "INSERT OR IGNORE INTO "),
        (or, "INSERT OR ABORT INTO "),
        (or + mysql, "REPLACE INTO "),
        (mysql, "INSERT IGNORE INTO "),
        (mysql, "INSERT LOW_PRIORITY INTO "),
        (mysql, "INSERT HIGH_PRIORITY INTO "),
        (mysql, "INSERT DELAYED INTO "),
        (q.when(GENERIC, 1), "INSERT OVERWRITE TABLE "),
    ]);
    q.put(verb);
    let table = names::known_table(s, q);
    names::identifier(s, q, &table.name);
    let rows = s.weighted_index(&[12, 4, 1]);
    match rows {
        2 if q.is(MYSQL) => q.put(" VALUES ()"),
        2 => q.put(" DEFAULT VALUES"),
        _ => {
            let columns = inserted_columns(s, q, &table);
            let kinds: Vec<Kind> = columns.iter().map(|column| column.kind).collect();
            let overriding = q.when(POSTGRES, 1);
            q.put_weighted(s, &[(80, ""), (overriding, " OVERRIDING SYSTEM VALUE")]);
            if rows == 0 {
                inserted_rows(s, q, &kinds);
            } else {
                q.raw(" ");
                queries::query(s, q, Some(&kinds));
            }
        }
    }
    // SQLite would read the `ON` as that of a join, and has no conflict clause for default values.
    let may_conflict = verb == "INSERT INTO " && (rows == 0 || !q.is(SQLITE));
    q.within(Scope::of(&table), |q| {
        if may_conflict {
            conflict(s, q, &table);
        }
        returning(s, q, &table);
    });
}

fn with(s: &mut Source, q: &mut Script<'_>) {
    if q.is(POSTGRES.and(SQLITE)) && q.left() > 12 && s.one_in(11) {
        queries::with(s, q);
    }
}

/// The columns that get values: all, or some by name.
#[generator]
fn inserted_columns(s: &mut Source, q: &mut Script<'_>, table: &Table) -> Vec<Column> {
    if !s.ratio(3, 4) {
        return table.columns.clone();
    }
    let columns = names::some_columns(s, table);
    q.raw(" ");
    names::columns(s, q, &columns);
    columns
}

/// Rows that are given, in which a value may be the column's default.
#[generator]
fn inserted_rows(s: &mut Source, q: &mut Script<'_>, kinds: &[Kind]) {
    q.put(" VALUES ");
    let rows = s.length(1..=2);
    q.list(s, rows, |s, q, _| {
        q.enclose(s, |s, q| {
            q.list(s, kinds.len(), |s, q, place| inserted_value(s, q, kinds[place]));
        });
    });
}

#[generator]
fn inserted_value(s: &mut Source, q: &mut Script<'_>, kind: Kind) {
    let default = if q.is(SQLITE) { 0 } else { 1 };
    pick!(s, {
        12 => expression(s, q, kind, Precedence::Or),
        default => q.put("DEFAULT"),
    });
}

/// What happens to a row that is there already.
#[generator]
fn conflict(s: &mut Source, q: &mut Script<'_>, table: &Table) {
    let standard = q.when(STANDARD.and(SQLITE), 1);
    pick!(s, {
        5 => return,
        standard => return q.put(" ON CONFLICT DO NOTHING"),
        standard => {
            q.put(" ON CONFLICT ");
            let columns = names::some_columns(s, table);
            names::columns(s, q, &columns);
        },
        q.when(POSTGRES, 1) => {
            q.put(" ON CONFLICT ON CONSTRAINT ");
            names::object(s, q);
        },
        q.when(MYSQL, 2) => {
            q.put(" ON DUPLICATE KEY UPDATE ");
            return assignments(s, q, table);
        },
    });
    if s.bool() {
        q.put(" DO NOTHING");
        return;
    }
    q.put(" DO UPDATE SET ");
    if s.bool() {
        let column = s.choose(&table.columns).name.clone();
        names::identifier(s, q, &column);
        q.put(" = EXCLUDED.");
        names::identifier(s, q, &column);
    } else {
        assignments(s, q, table);
    }
    if s.one_in(4) {
        q.put(" WHERE ");
        condition(s, q, Precedence::Or);
    }
}

/// `column = value, ...`
#[generator]
fn assignments(s: &mut Source, q: &mut Script<'_>, table: &Table) {
    let columns = names::some_columns(s, table);
    let tuple = q.when(STANDARD.and(SQLITE), 1);
    if s.weighted_index(&[10, tuple]) == 1 {
        names::columns(s, q, &columns);
        q.raw(" = ");
        let kinds: Vec<Kind> = columns.iter().map(|column| column.kind).collect();
        return queries::row(s, q, &kinds);
    }
    q.list(s, columns.len(), |s, q, place| {
        names::identifier(s, q, &columns[place].name);
        if !q.slip(s) {
            q.raw(" = ");
        }
        inserted_value(s, q, columns[place].kind);
    });
}

/// The `RETURNING` clause; mostly none.
#[generator]
fn returning(s: &mut Source, q: &mut Script<'_>, table: &Table) {
    let returns = q.when(STANDARD.and(SQLITE), 2);
    if s.weighted_index(&[6, returns]) == 1 {
        returned(s, q, table);
    }
}

fn returned(s: &mut Source, q: &mut Script<'_>, table: &Table) -> Vec<Column> {
    q.put(" RETURNING ");
    if s.bool() {
        q.raw("*");
        return table.columns.clone();
    }
    let column = s.choose(&table.columns).clone();
    names::identifier(s, q, &column.name);
    if s.bool() {
        q.raw(", ");
        expression(s, q, Kind::Number, Precedence::Or);
        q.put(" AS ");
        q.raw("r1");
    }
    vec![column]
}

/// A change whose result a query uses.
#[generator]
pub(super) fn returning_change(s: &mut Source, q: &mut Script<'_>) -> Vec<Column> {
    let table = names::known_table(s, q);
    q.put("DELETE FROM ");
    names::identifier(s, q, &table.name);
    q.within(Scope::of(&table), |q| {
        where_clause(s, q);
        returned(s, q, &table)
    })
}

#[generator]
pub(super) fn update(s: &mut Source, q: &mut Script<'_>) {
    with(s, q);
    let or = q.when(SQLITE, 1);
    q.put_weighted(s, &[(8, "UPDATE "), (or, "UPDATE OR IGNORE "), (or, "UPDATE OR ROLLBACK ")]);
    let mut table = names::known_table(s, q);
    names::identifier(s, q, &table.name);
    if s.one_in(5) {
        q.put(" AS ");
        q.raw("tgt");
        "tgt".clone_into(&mut table.name);
    }
    q.within(Scope::of(&table), |q| {
        q.put(" SET ");
        assignments(s, q, &table);
        if q.is(STANDARD.and(SQLITE)) && s.one_in(4) {
            joins::from(s, q);
        }
        changed_rows(s, q, &table);
    });
}

/// Which rows are changed, and what is returned of them.
fn changed_rows(s: &mut Source, q: &mut Script<'_>, table: &Table) {
    where_clause(s, q);
    if q.is(MYSQL) && s.one_in(5) {
        queries::order_by(s, q, &[]);
        q.put(" LIMIT ");
        q.raw("5");
    } else {
        returning(s, q, table);
    }
}

#[generator]
pub(super) fn delete(s: &mut Source, q: &mut Script<'_>) {
    with(s, q);
    let table = names::known_table(s, q);
    q.put("DELETE FROM ");
    names::identifier(s, q, &table.name);
    q.within(Scope::of(&table), |q| {
        if q.is(STANDARD) && s.one_in(4) {
            q.put(" USING ");
            joins::relation(s, q);
        }
        changed_rows(s, q, &table);
    });
}

/// `MERGE`, with one to three branches.
#[generator]
pub(super) fn merge(s: &mut Source, q: &mut Script<'_>) {
    let mut table = names::known_table(s, q);
    q.put("MERGE INTO ");
    names::identifier(s, q, &table.name);
    q.put(" AS ");
    q.raw("tgt");
    "tgt".clone_into(&mut table.name);
    q.within(Scope::of(&table), |q| {
        q.put(" USING ");
        joins::relation(s, q);
        q.put(" ON ");
        q.share(3, |q| condition(s, q, Precedence::Or));
        for _ in 0..s.length(1..=3) {
            branch(s, q, &table);
        }
    });
}

/// The action for rows that match, or do not.
#[generator]
fn branch(s: &mut Source, q: &mut Script<'_>, table: &Table) {
    let matched = s.weighted_index(&[2, 1, 2]);
    q.put([" WHEN MATCHED", " WHEN NOT MATCHED BY SOURCE", " WHEN NOT MATCHED"][matched]);
    if s.one_in(3) {
        q.put(" AND ");
        condition(s, q, Precedence::Not);
    }
    q.put(" THEN ");
    if matched < 2 {
        pick!(s, {
            3 => {
                q.put("UPDATE SET ");
                let column = s.choose(&table.columns).clone();
                names::identifier(s, q, &column.name);
                q.raw(" = ");
                expression(s, q, column.kind, Precedence::Or);
            },
            2 => q.put("DELETE"),
        });
    } else {
        q.put("INSERT ");
        let columns = names::some_columns(s, table);
        names::columns(s, q, &columns);
        q.put(" VALUES ");
        let kinds: Vec<Kind> = columns.iter().map(|column| column.kind).collect();
        queries::row(s, q, &kinds);
    }
}
