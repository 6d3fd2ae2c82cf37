//! What steers a session: transactions, settings, plans, cursors, copies.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{Dialect, MYSQL, POSTGRES, STANDARD};
use super::scalars::{Precedence, expression};
use super::script::Script;
use super::{changes, names, queries};

/// A statement about the transaction.
#[generator]
pub(super) fn transaction(s: &mut Source, q: &mut Script<'_>) {
    const MODES: &[&str] = &[
        "",
        " READ ONLY",
        " READ WRITE",
        " ISOLATION LEVEL SERIALIZABLE",
        " ISOLATION LEVEL READ COMMITTED",
        " ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        " ISOLATION LEVEL READ UNCOMMITTED",
    ];
    match s.weighted_index(&[3, 2, 2, 2, 2, 1, 1]) {
        0 => match q.dialect {
            Dialect::Sqlite => q.put_one(
                s,
                &["BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE", "BEGIN DEFERRED TRANSACTION"],
            ),
            Dialect::MySql => {
                q.put_one(s, &["BEGIN", "START TRANSACTION", "START TRANSACTION READ ONLY"]);
            }
            _ => {
                q.put_one(s, &["BEGIN", "BEGIN TRANSACTION", "START TRANSACTION"]);
                q.put_one(s, MODES);
            }
        },
        1 => q.put_weighted(
            s,
            &[
                (3, "COMMIT"),
                (q.when(STANDARD, 1), "COMMIT AND CHAIN"),
                (1, "COMMIT TRANSACTION"),
                (q.when(STANDARD, 1), "END"),
            ],
        ),
        2 => q.put_weighted(
            s,
            &[
                (3, "ROLLBACK"),
                (q.when(STANDARD, 1), "ROLLBACK AND NO CHAIN"),
                (1, "ROLLBACK TRANSACTION"),
            ],
        ),
        3 => {
            q.put("SAVEPOINT ");
            names::object(s, q);
        }
        4 => {
            q.put_one(s, &["RELEASE SAVEPOINT ", "ROLLBACK TO SAVEPOINT "]);
            names::object(s, q);
        }
        5 if q.is(STANDARD.and(MYSQL)) => {
            q.put("SET TRANSACTION");
            q.put_one(s, &MODES[1..]);
        }
        _ => q.put("COMMIT"),
    }
}

/// `SET`, `SHOW` and their kin.
#[generator]
pub(super) fn setting(s: &mut Source, q: &mut Script<'_>) {
    let choice: &[&str] = match q.dialect {
        Dialect::Sqlite => &[
            "PRAGMA foreign_keys = ON",
            "PRAGMA table_info(t)",
            "PRAGMA journal_mode",
            "PRAGMA user_version = 3",
            "ATTACH DATABASE ':memory:' AS aux1",
            "ANALYZE",
            "VACUUM",
            "REINDEX",
            "DETACH DATABASE aux1",
        ],
        Dialect::MySql => &[
            "SET @x = 1",
            "SET @y := 2",
            "SET NAMES utf8mb4",
            "SET autocommit = 0",
            "SHOW TABLES",
            "SHOW COLUMNS FROM t",
            "SHOW VARIABLES LIKE 'a%'",
            "USE db1",
            "SHOW CREATE TABLE t",
            "LOCK TABLES t READ",
            "UNLOCK TABLES",
            "FLUSH LOGS",
            "SHOW DATABASES",
            "DESCRIBE t",
            "SET GLOBAL max_connections = 10",
            "KILL 7",
            "SET @a = 1, @b = 'x'",
        ],
        Dialect::Postgres => &[
            "SET search_path TO my_schema, public",
            "SET TIME ZONE 'UTC'",
            "SHOW ALL",
            "SET LOCAL statement_timeout = 1000",
            "RESET ALL",
            "SHOW search_path",
            "SET SESSION x.y = 'z'",
            "RESET search_path",
            "SET ROLE alice",
            "DISCARD ALL",
            "LISTEN ch",
            "SET CONSTRAINTS ALL DEFERRED",
            "ALTER SEQUENCE seq_1 RESTART WITH 5",
            "SELECT 't'::REGCLASS, 'f1'::REGPROC, 'int'::REGTYPE, 'public'::REGNAMESPACE",
            "NOTIFY ch, 'payload'",
            "UNLISTEN *",
            "ANALYZE t",
            "VACUUM FULL t",
            "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE",
            "COMMENT ON TABLE t IS 'a table'",
            "COMMENT ON COLUMN t.a IS NULL",
            "SET TIME ZONE LOCAL",
        ],
        Dialect::Generic => &[
            "SET x = 1",
            "SET TIME ZONE 'UTC'",
            "SHOW TABLES",
            "SET a.b = 'c'",
            "ANALYZE t",
            "USE db1",
            "SHOW search_path",
            "SET NAMES 'utf8'",
            "COMMENT ON TABLE t IS 'a table'",
            "COMMENT ON COLUMN t.a IS 'a column'",
            "DESCRIBE t",
            "SET LOCAL x = 1",
        ],
    };
    q.raw_one(s, choice);
}

/// `EXPLAIN`.
#[generator]
pub(super) fn explain(s: &mut Source, q: &mut Script<'_>) {
    match q.dialect {
        Dialect::Sqlite => q.put_one(s, &["EXPLAIN ", "EXPLAIN QUERY PLAN "]),
        Dialect::MySql => q.put_one(s, &["EXPLAIN ", "EXPLAIN ANALYZE "]),
        _ => q.put_weighted(
            s,
            &[
                (3, "EXPLAIN "),
                (2, "EXPLAIN ANALYZE "),
                (1, "EXPLAIN VERBOSE "),
                (1, "EXPLAIN ANALYZE VERBOSE "),
                (q.when(POSTGRES, 2), "EXPLAIN (ANALYZE, FORMAT JSON, COSTS OFF) "),
            ],
        ),
    }
    pick!(s, {
        3 => {
            queries::query(s, q, None);
        },
        1 => changes::update(s, q),
        1 => changes::delete(s, q),
    })
}

/// `PREPARE`, `EXECUTE` and `DEALLOCATE`.
#[generator]
pub(super) fn prepared(s: &mut Source, q: &mut Script<'_>) {
    pick!(s, {
        1 => {
            q.put("PREPARE ");
            names::object(s, q);
            q.put_one(s, &["", " (INT)", " (INT, TEXT)"]);
            q.put(" AS ");
            pick!(s, {
                1 => {
                    queries::query(s, q, None);
                },
                1 => changes::delete(s, q),
            })
        },
        1 => {
            q.put("EXECUTE ");
            names::object(s, q);
            if s.bool() {
                let kinds = queries::some_kinds(s, q);
                queries::row(s, q, &kinds);
            }
        },
        1 => {
            q.put_one(s, &["DEALLOCATE ", "DEALLOCATE PREPARE "]);
            names::object(s, q);
        },
    })
}

/// A cursor's life.
#[generator]
pub(super) fn cursor(s: &mut Source, q: &mut Script<'_>) {
    match s.index(4) {
        0 => {
            q.put("DECLARE ");
            names::object(s, q);
            q.put_one(s, &["", " BINARY", " INSENSITIVE", " SCROLL", " NO SCROLL"]);
            q.put(" CURSOR");
            q.put_one(s, &["", " WITH HOLD", " WITHOUT HOLD"]);
            q.put(" FOR ");
            queries::query(s, q, None);
        }
        1 => {
            q.put("FETCH ");
            q.put_one(
                s,
                &[
                    "NEXT",
                    "PRIOR",
                    "FIRST",
                    "LAST",
                    "ALL",
                    "FORWARD 5",
                    "BACKWARD ALL",
                    "ABSOLUTE 3",
                    "RELATIVE 2",
                ],
            );
            q.put_one(s, &[" FROM ", " IN "]);
            names::object(s, q);
        }
        _ => {
            q.put("CLOSE ");
            names::object(s, q);
        }
    }
}

/// `COPY`, between a table or a query and a file.
#[generator]
pub(super) fn copy(s: &mut Source, q: &mut Script<'_>) {
    q.put("COPY ");
    if s.one_in(4) {
        let kinds = queries::some_kinds(s, q);
        queries::subquery(s, q, &kinds);
        q.put(" TO ");
        q.raw_one(s, &["'/tmp/out.csv'", "STDOUT", "PROGRAM 'gzip > x.gz'"]);
    } else {
        let table = names::known_table(s, q);
        names::identifier(s, q, &table.name);
        if s.bool() {
            q.raw(" ");
            let columns = names::some_columns(s, &table);
            names::columns(s, q, &columns);
        }
        q.raw_one(
            s,
            &[
                " FROM '/tmp/in.csv'",
                " TO STDOUT",
                " TO '/tmp/out.bin'",
                " FROM PROGRAM 'cat x'",
                " FROM STDIN",
            ],
        );
    }
    q.put_weighted(
        s,
        &[
            (4, ""),
            (1, " WITH (FORMAT csv, HEADER true)"),
            (1, " (DELIMITER ';', NULL '', QUOTE '\"', ESCAPE '\\')"),
            (1, " WITH (FREEZE, ENCODING 'utf8', FORCE_NULL (a))"),
            (1, " CSV HEADER"),
            (1, " WITH DELIMITER ',' NULL 'x'"),
        ],
    );
}

/// `TRUNCATE`.
#[generator]
pub(super) fn truncate(s: &mut Source, q: &mut Script<'_>) {
    q.put_one(s, &["TRUNCATE ", "TRUNCATE TABLE "]);
    let table = names::known_table(s, q);
    names::identifier(s, q, &table.name);
    if q.is(POSTGRES) {
        q.put_one(
            s,
            &["", ", users", " RESTART IDENTITY", " CONTINUE IDENTITY CASCADE", " RESTRICT"],
        );
    }
}

/// A single value, as a statement of its own.
#[generator]
pub(super) fn bare_value(s: &mut Source, q: &mut Script<'_>) {
    q.put("SELECT ");
    let kind = names::kind(s, q);
    expression(s, q, kind, Precedence::Or);
}
