//! `ALTER` and `DROP` of tables and other objects.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{GENERIC, MYSQL, POSTGRES, SQLITE, STANDARD};
use super::literals;
use super::names;
use super::script::{Script, Table};
use super::tables::{column_definition, table_constraint};
use super::types;

#[generator]
pub(super) fn alter_table(s: &mut Source, q: &mut Script<'_>) {
    q.put("ALTER TABLE ");
    q.put_weighted(
        s,
        &[(6, ""), (q.when(STANDARD, 1), "IF EXISTS "), (q.when(POSTGRES, 1), "ONLY ")],
    );
    let table = names::known_table(s, q);
    names::identifier(s, q, &table.name);
    q.raw(" ");
    // A renaming stands alone.
    let several = if q.is(SQLITE) { 0 } else { 1 };
    pick!(s, {
        8 => alteration(s, q, &table),
        3 => renaming(s, q, &table),
        several => q.list(s, 2, |s, q, _| alteration(s, q, &table)),
    })
}

#[generator]
fn alteration(s: &mut Source, q: &mut Script<'_>, table: &Table) {
    let column = s.choose(&table.columns).clone();
    let some = q.when(STANDARD.and(MYSQL), 2);
    let standard = q.when(STANDARD, 2);
    pick!(s, {
        4 => {
            q.put("ADD COLUMN ");
            q.put_weighted(s, &[(4, ""), (standard, "IF NOT EXISTS ")]);
            let kind = names::kind(s, q);
            let name = names::column_name(s, q, &table.columns);
            column_definition(s, q, &name, kind);
        },
        2 => {
            q.put("DROP COLUMN ");
            q.put_weighted(s, &[(4, ""), (standard, "IF EXISTS ")]);
            names::identifier(s, q, &column.name);
            q.put_weighted(s, &[(4, ""), (standard, " CASCADE"), (standard, " RESTRICT")]);
        },
        some => {
            q.put("ADD ");
            table_constraint(s, q, table);
        },
        some => {
            q.put("DROP CONSTRAINT ");
            q.put_weighted(s, &[(4, ""), (standard, "IF EXISTS ")]);
            names::object(s, q);
            q.put_weighted(s, &[(4, ""), (standard, " CASCADE")]);
        },
        standard => {
            alter_column(s, q, &column.name);
            q.put_one(s, &["SET NOT NULL", "DROP NOT NULL", "DROP DEFAULT"]);
        },
        standard => {
            alter_column(s, q, &column.name);
            q.put("SET DEFAULT ");
            literals::value(s, q, column.kind);
        },
        standard => {
            alter_column(s, q, &column.name);
            q.put_one(s, &["TYPE ", "SET DATA TYPE "]);
            types::column_type(s, q, column.kind);
            if q.is(POSTGRES) && s.bool() {
                q.put(" USING ");
                names::identifier(s, q, &column.name);
                q.raw("::");
                types::cast_type(s, q, column.kind);
            }
        },
        q.when(MYSQL, 3) => {
            let renames = s.bool();
            q.put(if renames { "CHANGE COLUMN " } else { "MODIFY COLUMN " });
            names::identifier(s, q, &column.name);
            q.raw(if renames { " x " } else { " " });
            types::column_type(s, q, column.kind);
            q.put_one(s, &["", " FIRST", " AFTER id"]);
        },
        standard => q.put_one(
            s,
            &[
                "OWNER TO alice",
                "DISABLE TRIGGER ALL",
                "ENABLE ROW LEVEL SECURITY",
                "DISABLE ROW LEVEL SECURITY",
                "VALIDATE CONSTRAINT fk_t_u",
            ],
        ),
    })
}

#[generator]
fn renaming(s: &mut Source, q: &mut Script<'_>, table: &Table) {
    pick!(s, {
        1 => {
            q.put("RENAME COLUMN ");
            let column = s.choose(&table.columns).name.clone();
            names::identifier(s, q, &column);
            q.put(" TO ");
            let name = names::column_name(s, q, &table.columns);
            names::identifier(s, q, &name);
        },
        1 => {
            q.put("RENAME TO ");
            let name = names::table_name(s, q);
            names::identifier(s, q, &name);
        },
    })
}

fn alter_column(s: &mut Source, q: &mut Script<'_>, name: &str) {
    q.put("ALTER COLUMN ");
    names::identifier(s, q, name);
    q.raw(" ");
}

/// `ALTER` of what is not a table.
#[generator]
pub(super) fn alter_object(s: &mut Source, q: &mut Script<'_>) {
    match s.index(5) {
        0 => {
            q.put("ALTER INDEX ");
            names::object(s, q);
            q.put(" RENAME TO ");
            names::object(s, q);
        }
        1 if q.is(GENERIC) => {
            q.put("ALTER VIEW ");
            names::object(s, q);
            q.put(" AS SELECT 1");
        }
        2 if q.is(POSTGRES) => {
            q.put("ALTER TYPE ");
            names::object(s, q);
            q.put_one(
                s,
                &[
                    " ADD VALUE 'x'",
                    " RENAME TO t9",
                    " ADD VALUE IF NOT EXISTS 'y' BEFORE 'x'",
                    " RENAME VALUE 'a' TO 'b'",
                ],
            );
        }
        3 if q.is(POSTGRES) => {
            q.put("ALTER ROLE ");
            names::object(s, q);
            q.put_one(s, &[" WITH SUPERUSER", " RENAME TO carol", " WITH PASSWORD 'x'"]);
        }
        4 if q.is(GENERIC.and(POSTGRES)) => {
            q.put("ALTER SCHEMA ");
            names::object(s, q);
            q.put_one(s, &[" RENAME TO s2", " OWNER TO alice"]);
        }
        _ => alter_table(s, q),
    }
}

/// `DROP`, of whatever there is.
#[generator]
pub(super) fn drop(s: &mut Source, q: &mut Script<'_>) {
    let some = q.when(STANDARD.and(MYSQL), 1);
    let standard = q.when(STANDARD, 1);
    let what = *s.weighted(&[
        (5, "TABLE"),
        (2, "VIEW"),
        (2, "INDEX"),
        (some, "SCHEMA"),
        (some, "DATABASE"),
        (standard, "SEQUENCE"),
        (standard, "ROLE"),
        (standard, "TYPE"),
        (standard, "FUNCTION"),
        (standard, "MATERIALIZED VIEW"),
        (1, "TRIGGER"),
        (q.when(POSTGRES, 1), "EXTENSION"),
        (standard, "PROCEDURE"),
    ]);
    q.put("DROP ");
    q.put(what);
    q.raw(" ");
    q.put_one(s, &["", "IF EXISTS "]);
    if what == "TABLE" || what == "VIEW" {
        let table = names::known_table(s, q);
        names::qualified(s, q, &table.name);
    } else {
        names::object(s, q);
    }
    match what {
        "FUNCTION" | "PROCEDURE" => q.put("(INTEGER)"),
        "TRIGGER" if q.is(STANDARD) => q.put(" ON t"),
        "INDEX" if q.is(MYSQL) => q.put(" ON t"),
        _ => {}
    }
    let cascades = what != "ROLE" && what != "DATABASE" && q.is(STANDARD);
    if cascades {
        q.put_weighted(s, &[(4, ""), (1, " CASCADE"), (1, " RESTRICT")]);
    }
}
