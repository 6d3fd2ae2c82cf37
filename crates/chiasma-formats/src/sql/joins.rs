//! `FROM`: relations of every kind, and how they are joined.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::conditions::condition;
use super::dialect::{Dialect, GENERIC, MYSQL, POSTGRES, SQLITE, STANDARD};
use super::scalars::Precedence;
use super::script::{Column, Script, Table};
use super::{functions, names, queries, words};
use crate::dictionary::Section;
use crate::draft::{Writer as _, distinct};

/// `FROM` and its relations, which the scope has then.
#[generator]
pub(super) fn from(s: &mut Source, q: &mut Script<'_>) {
    q.put(" FROM ");
    relation(s, q);
    for _ in 0..*s.weighted(&[(6, 0), (4, 1), (1, 2)]) {
        if s.one_in(6) {
            q.raw(", ");
            relation(s, q);
        } else {
            join(s, q);
        }
    }
}

/// One relation.
#[generator]
pub(super) fn relation(s: &mut Source, q: &mut Script<'_>) {
    let derived = if q.left() > 5 { 2 } else { 0 };
    let functions = q.when(STANDARD, 1);
    // MySQL and standard SQL have a relation of the query around in one that says so only.
    let lateral = if q.left() > 5 { q.when(STANDARD.and(MYSQL), 1) } else { 0 };
    pick!(s, {
        14 => table(s, q),
        derived => apart(q, |q| derived_table(s, q)),
        functions => function(s, q),
        lateral => {
            q.put("LATERAL ");
            derived_table(s, q);
        },
        if derived > 0 { 1 } else { 0 } => q.enclose(s, |s, q| {
            table(s, q);
            join(s, q);
        }),
    })
}

/// Writes what does not see the relations so far.
fn apart(q: &mut Script<'_>, write: impl FnOnce(&mut Script<'_>)) {
    let before = q.scope().map(|scope| std::mem::take(&mut scope.relations)).unwrap_or_default();
    write(q);
    if let Some(scope) = q.scope() {
        let own = std::mem::replace(&mut scope.relations, before);
        scope.relations.extend(own);
    }
}

/// A table, by its name.
#[generator]
fn table(s: &mut Source, q: &mut Script<'_>) {
    let mut table = match q.shared.is_empty() {
        false if s.bool() => s.choose(&q.shared).clone(),
        _ => names::known_table(s, q),
    };
    let is_known = q
        .scope()
        .is_some_and(|scope| scope.relations.iter().any(|relation| relation.name == table.name));
    let only = q.is(POSTGRES) && !is_known && s.one_in(21);
    q.put(if only { "ONLY " } else { "" });
    names::identifier(s, q, &table.name);
    if q.is(MYSQL) && s.one_in(21) {
        q.put_one(s, &[" PARTITION (p0)"]);
    }
    if is_known || !only && s.ratio(2, 5) {
        table.name = alias(s, q);
    }
    if !only && s.one_in(21) {
        extra(s, q);
    }
    if let Some(scope) = q.scope() {
        scope.relations.push(table);
    }
}

/// Hints and samples.
#[generator]
fn extra(s: &mut Source, q: &mut Script<'_>) {
    match q.dialect {
        Dialect::MySql => {
            q.put_one(s, &[" USE INDEX (", " FORCE INDEX (", " IGNORE INDEX ("]);
        }
        Dialect::Sqlite => {
            return q.put_one(s, &[" NOT INDEXED", " INDEXED BY idx_a"]);
        }
        Dialect::Postgres | Dialect::Generic => {
            return q.put_one(
                s,
                &[" TABLESAMPLE BERNOULLI (10)", " TABLESAMPLE SYSTEM (1.5) REPEATABLE (42)"],
            );
        }
    }
    names::object(s, q);
    q.raw(")");
}

/// Writes a new alias, and returns it.
fn alias(s: &mut Source, q: &mut Script<'_>) -> String {
    let own = q.word(s, Section::Names, words::ALIASES);
    let taken: Vec<String> = q.scope().map_or_else(Vec::new, |scope| {
        scope.relations.iter().map(|relation| relation.name.clone()).collect()
    });
    let name = distinct(own, |name| taken.iter().any(|other| other == name));
    q.put_weighted(s, &[(3, " AS "), (2, " ")]);
    names::identifier(s, q, &name);
    name
}

/// A query as a relation.
#[generator]
fn derived_table(s: &mut Source, q: &mut Script<'_>) {
    let kinds = queries::some_kinds(s, q);
    let mut columns = queries::subquery(s, q, &kinds);
    let name = alias(s, q);
    if !q.is(SQLITE) && s.one_in(5) {
        let mut renamed: Vec<Column> = Vec::new();
        for column in &columns {
            let name = names::column_name(s, q, &renamed);
            renamed.push(Column::new(name, column.kind));
        }
        names::columns(s, q, &renamed);
        columns = renamed;
    }
    if let Some(scope) = q.scope() {
        scope.relations.push(Table { name, columns });
    }
}

/// A function as a relation.
#[generator]
fn function(s: &mut Source, q: &mut Script<'_>) {
    q.put_weighted(s, &[(4, ""), (q.when(POSTGRES, 1), "LATERAL ")]);
    let kind = functions::table_function(s, q);
    if q.is(POSTGRES.and(GENERIC)) && s.one_in(5) {
        q.put(" WITH ORDINALITY");
    }
    let name = alias(s, q);
    if let Some(scope) = q.scope() {
        let columns = vec![Column::new(name.clone(), kind)];
        scope.relations.push(Table { name, columns });
    }
}

/// A join with the relations so far.
#[generator]
fn join(s: &mut Source, q: &mut Script<'_>) {
    if q.slip(s) {
        q.put_one(s, &[" JOIN", " LEFT ", " JOIN ON", " CROSS ", " INNER OUTER JOIN t"]);
        return;
    }
    let full = q.when(STANDARD.and(SQLITE), 1);
    let straight = q.when(MYSQL, 1);
    let kind = *s.weighted(&[
        (4, "JOIN"),
        (3, "INNER JOIN"),
        (4, "LEFT JOIN"),
        (2, "LEFT OUTER JOIN"),
        (2, "RIGHT JOIN"),
        (1, "RIGHT OUTER JOIN"),
        (full, "FULL JOIN"),
        (full, "FULL OUTER JOIN"),
        (straight, "STRAIGHT_JOIN"),
    ]);
    pick!(s, {
        8 => {
            q.raw(" ");
            q.put(kind);
            q.raw(" ");
            relation(s, q);
            q.put(" ON ");
            q.share(2, |q| condition(s, q, Precedence::Or));
        },
        2 => {
            q.put(" CROSS JOIN ");
            relation(s, q);
        },
        1 => {
            q.put_one(s, &[" NATURAL JOIN ", " NATURAL LEFT JOIN ", " NATURAL INNER JOIN "]);
            relation(s, q);
        },
        2 => {
            q.put(" LEFT JOIN ");
            table(s, q);
            q.put(" USING ");
            let last = q.scope().and_then(|scope| scope.relations.last().cloned());
            let columns = last.map_or_else(Vec::new, |table| names::some_columns(s, &table));
            names::columns(s, q, &columns);
        },
    })
}
