//! `CREATE` of what is not a table: views, indexes, schemas, sequences, types.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{GENERIC, MYSQL, POSTGRES, SQLITE, STANDARD};
use super::queries;
use super::scalars::{Precedence, expression};
use super::script::{Scope, Script, Table};
use super::{conditions, names, types};
use crate::draft::Writer as _;

#[generator]
pub(super) fn create_view(s: &mut Source, q: &mut Script<'_>) {
    let or_replace = if q.is(SQLITE) { 0 } else { 1 };
    let materialized = q.when(STANDARD, 1);
    let temporary = q.when(STANDARD.and(SQLITE), 1);
    let head = *s.weighted(&[
        (6, "CREATE VIEW "),
        (or_replace, "CREATE OR REPLACE VIEW "),
        (temporary, "CREATE TEMPORARY VIEW "),
        (materialized, "CREATE MATERIALIZED VIEW "),
    ]);
    q.put(head);
    let exists = q.when(SQLITE.and(GENERIC), 1);
    q.put_weighted(s, &[(6, ""), (exists, "IF NOT EXISTS ")]);
    let name = names::table_name(s, q);
    names::qualified(s, q, &name);
    let kinds = queries::some_kinds(s, q);
    let renamed = queries::renamed_columns(s, q, &kinds);
    q.put(" AS ");
    let own = queries::query(s, q, Some(&kinds));
    q.tables.push(Table { name, columns: renamed.unwrap_or(own) });
    if head == "CREATE VIEW " && q.is(POSTGRES.and(MYSQL)) {
        q.put_weighted(
            s,
            &[
                (60, ""),
                (1, " WITH CHECK OPTION"),
                (1, " WITH CASCADED CHECK OPTION"),
                (1, " WITH LOCAL CHECK OPTION"),
            ],
        );
    }
    if head == "CREATE MATERIALIZED VIEW " {
        q.put_weighted(
            s,
            &[(6, ""), (q.when(POSTGRES, 1), " WITH NO DATA"), (q.when(POSTGRES, 1), " WITH DATA")],
        );
    }
}

#[generator]
pub(super) fn create_index(s: &mut Source, q: &mut Script<'_>) {
    q.put_one(s, &["CREATE INDEX ", "CREATE UNIQUE INDEX "]);
    let standard = q.when(STANDARD, 1);
    q.put_weighted(s, &[(6, ""), (q.when(POSTGRES, 1), "CONCURRENTLY ")]);
    q.put_weighted(s, &[(6, ""), (q.when(STANDARD.and(SQLITE), 1), "IF NOT EXISTS ")]);
    names::object(s, q);
    q.put(" ON ");
    let table = names::known_table(s, q);
    names::identifier(s, q, &table.name);
    if q.is(STANDARD) && s.one_in(4) {
        q.put(" USING ");
        q.put_one(s, &["BTREE", "HASH", "GIN", "GIST", "BRIN", "SPGIST"]);
    }
    q.within(Scope::of(&table), |q| {
        q.raw(" (");
        let columns = names::some_columns(s, &table);
        q.list(s, columns.len(), |s, q, place| {
            names::identifier(s, q, &columns[place].name);
            q.put_weighted(s, &[(4, ""), (1, " ASC"), (1, " DESC")]);
            q.put_weighted(s, &[(6, ""), (standard, " NULLS FIRST"), (standard, " NULLS LAST")]);
        });
        if q.is(STANDARD.and(SQLITE)) && s.one_in(5) {
            q.raw(", ");
            q.enclose(s, |s, q| {
                let kind = table.columns[0].kind;
                q.at_most(3, |q| expression(s, q, kind, Precedence::Or));
            });
        }
        q.raw(")");
        if q.is(POSTGRES) && s.one_in(6) {
            q.put(" INCLUDE ");
            names::columns(s, q, &table.columns[..1]);
        }
        q.put_weighted(
            s,
            &[
                (8, ""),
                (q.when(POSTGRES, 1), " NULLS NOT DISTINCT"),
                (q.when(POSTGRES, 1), " WITH (fillfactor = 90)"),
            ],
        );
        if q.is(STANDARD.and(SQLITE)) && s.one_in(4) {
            q.put(" WHERE ");
            q.at_most(3, |q| conditions::condition(s, q, Precedence::Or));
        }
    });
}

/// `CREATE` of what has a name and little more.
#[generator]
pub(super) fn create_object(s: &mut Source, q: &mut Script<'_>) {
    let standard = q.when(STANDARD, 2);
    let some = q.when(STANDARD.and(MYSQL), 2);
    let postgres = q.when(POSTGRES, 1);
    pick!(s, {
        some => {
            q.put_one(s, &["CREATE SCHEMA ", "CREATE SCHEMA IF NOT EXISTS "]);
            names::object(s, q);
            q.put_weighted(s, &[(6, ""), (standard, " AUTHORIZATION alice")]);
        },
        some => {
            q.put("CREATE DATABASE ");
            q.put_weighted(s, &[(2, ""), (q.when(GENERIC.and(MYSQL), 1), "IF NOT EXISTS ")]);
            names::object(s, q);
        },
        2 * standard => sequence(s, q),
        standard => {
            q.put("CREATE TYPE ");
            names::object(s, q);
            pick!(s, {
                1 => q.put(" AS ENUM ('sad', 'ok', 'it''s')"),
                1 => {
                    q.put(" AS (");
                    q.raw("a ");
                    let kind = names::kind(s, q);
                    types::column_type(s, q, kind);
                    q.put(", b TEXT)");
                },
            });
        },
        standard => {
            q.put("CREATE ROLE ");
            q.put_weighted(s, &[(2, ""), (q.when(GENERIC, 1), "IF NOT EXISTS ")]);
            names::object(s, q);
            if q.is(POSTGRES) {
                q.put_one(
                    s,
                    &[
                        "",
                        " LOGIN PASSWORD 'x'",
                        " WITH NOSUPERUSER CREATEDB NOINHERIT",
                        " CONNECTION LIMIT 5",
                        " VALID UNTIL '2030-01-01'",
                        " IN ROLE readers",
                    ],
                );
            }
        },
        postgres => q.put_one(
            s,
            &[
                "CREATE EXTENSION IF NOT EXISTS pgcrypto",
                "CREATE EXTENSION hstore WITH SCHEMA public CASCADE",
                "CREATE EXTENSION citext VERSION '1.6'",
            ],
        ),
        standard => {
            q.put("CREATE DOMAIN ");
            names::object(s, q);
            q.put(" AS INTEGER");
            q.put_one(
                s,
                &["", " DEFAULT 0", " CHECK (VALUE > 0)", " CONSTRAINT pos CHECK (VALUE > 0)"],
            );
        },
        q.when(SQLITE, 1) => q.put_one(
            s,
            &[
                "CREATE VIRTUAL TABLE docs USING fts5(title, body)",
                "CREATE VIRTUAL TABLE IF NOT EXISTS r USING rtree(id, x0, x1)",
            ],
        ),
    });
}

/// `CREATE SEQUENCE`, with what may be said about one.
#[generator]
fn sequence(s: &mut Source, q: &mut Script<'_>) {
    q.put_one(
        s,
        &["CREATE SEQUENCE ", "CREATE SEQUENCE IF NOT EXISTS ", "CREATE TEMPORARY SEQUENCE "],
    );
    names::object(s, q);
    let mut clauses: [&[&str]; 7] = [
        &[" AS BIGINT", " AS SMALLINT"],
        &[" INCREMENT BY 2", " INCREMENT -1"],
        &[" MINVALUE 1", " NO MINVALUE", " MINVALUE -10"],
        &[" MAXVALUE 1000", " NO MAXVALUE"],
        &[" START WITH 100", " START 5"],
        &[" CACHE 20"],
        &[" CYCLE", " NO CYCLE"],
    ];
    if q.is(GENERIC) {
        clauses[0] = &[];
    }
    for clause in clauses {
        if !clause.is_empty() && s.one_in(3) {
            q.put_one(s, clause);
        }
    }
    q.put_weighted(s, &[(6, ""), (1, " OWNED BY users.id"), (1, " OWNED BY NONE")]);
}
