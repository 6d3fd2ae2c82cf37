//! Data types, for columns and casts.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::dialect::Dialect;
use super::script::{Kind, Script};

/// The type of a column of this kind.
#[generator]
pub(super) fn column_type(s: &mut Source, q: &mut Script<'_>, kind: Kind) {
    if q.slip(s) {
        q.raw(s.choose(&["", "INT(", "VARCHAR(-1)", "NO_SUCH TYPE", "DECIMAL(1,2,3", "1"]));
        return;
    }
    let choice: &[&str] = match (q.dialect, kind) {
        (Dialect::Sqlite, Kind::Number) => {
            &["INTEGER", "INT", "REAL", "NUMERIC", "BIGINT", "DOUBLE PRECISION"]
        }
        (Dialect::Sqlite, Kind::Text) => &["TEXT", "VARCHAR(20)", "BLOB", "CHARACTER(3)", "CLOB"],
        (Dialect::Sqlite, _) => &["TEXT", "DATETIME", "BOOLEAN", "DATE", "NUMERIC"],
        (Dialect::MySql, Kind::Number) => &[
            "INT",
            "BIGINT",
            "TINYINT",
            "SMALLINT",
            "MEDIUMINT",
            "INT UNSIGNED",
            "INT(11)",
            "BIGINT UNSIGNED",
            "DECIMAL(10, 2)",
            "FLOAT",
            "DOUBLE",
            "BIT(8)",
            "NUMERIC(5)",
        ],
        (Dialect::MySql, Kind::Text) => &[
            "VARCHAR(255)",
            "CHAR(10)",
            "TEXT",
            "TINYTEXT",
            "MEDIUMTEXT",
            "LONGTEXT",
            "BLOB",
            "VARBINARY(16)",
            "BINARY(4)",
            "ENUM('a', 'b')",
            "SET('x', 'y')",
            "NVARCHAR(20)",
        ],
        (Dialect::MySql, Kind::Flag) => &["BOOLEAN", "BOOL", "TINYINT(1)"],
        (Dialect::MySql, Kind::Moment) => &["DATE", "DATETIME", "TIMESTAMP", "TIME", "DATETIME(6)"],
        (Dialect::MySql, _) => &["JSON"],
        (Dialect::Postgres, Kind::Number) => POSTGRES_NUMBERS,
        (_, Kind::Number) => NUMBERS,
        (Dialect::Postgres, Kind::Text) => POSTGRES_TEXTS,
        (_, Kind::Text) => TEXTS,
        (_, Kind::Flag) => &["BOOLEAN", "BOOL"],
        (_, Kind::Moment) => MOMENTS,
        (_, Kind::Document) => &["JSONB", "JSON"],
        (_, Kind::List) => &["TEXT[]", "INTEGER[]", "INT[3]", "TEXT[][]"],
    };
    q.put(s.choose(choice));
}

const NUMBERS: &[&str] = &[
    "INTEGER",
    "INT",
    "BIGINT",
    "SMALLINT",
    "NUMERIC",
    "DECIMAL(10, 2)",
    "NUMERIC(5)",
    "REAL",
    "DOUBLE PRECISION",
    "FLOAT",
    "FLOAT(24)",
    "DEC(4, 1)",
    "TINYINT",
    "INT UNSIGNED",
    "DOUBLE",
    "MEDIUMINT",
    "BIT(3)",
    "BIGNUMERIC",
    "BIGINT UNSIGNED",
    "INT(11)",
];

const POSTGRES_NUMBERS: &[&str] = &[
    "INTEGER",
    "INT",
    "BIGINT",
    "SMALLINT",
    "NUMERIC",
    "DECIMAL(10, 2)",
    "NUMERIC(5)",
    "REAL",
    "DOUBLE PRECISION",
    "FLOAT8",
    "INT4",
    "SERIAL",
    "BIGSERIAL",
    "SMALLSERIAL",
    "MONEY",
    "OID",
    "BIT(3)",
    "BIT VARYING(8)",
];

const TEXTS: &[&str] = &[
    "TEXT",
    "VARCHAR(20)",
    "CHAR(3)",
    "CHARACTER VARYING(100)",
    "CHARACTER(5)",
    "VARCHAR",
    "CLOB",
    "CHARACTER LARGE OBJECT(1000)",
    "NVARCHAR(10)",
    "CHAR VARYING(7)",
    "BLOB",
    "BINARY(8)",
    "VARBINARY(16)",
    "STRING",
    "UUID",
    "BYTEA",
    "XML",
    "NCHAR(4)",
    "ENUM('a', 'b')",
];

const POSTGRES_TEXTS: &[&str] = &[
    "TEXT",
    "VARCHAR(20)",
    "CHAR(3)",
    "CHARACTER VARYING(100)",
    "UUID",
    "BYTEA",
    "CITEXT",
    "INET",
    "XML",
    "NAME",
    "public.status_type",
    "TSVECTOR",
    "REGCLASS",
    "BOX",
    "GEOMETRY(POINT, 4326)",
];

const MOMENTS: &[&str] = &[
    "TIMESTAMP",
    "DATE",
    "TIME",
    "TIMESTAMP WITH TIME ZONE",
    "TIMESTAMPTZ",
    "INTERVAL",
    "TIME WITHOUT TIME ZONE",
    "TIMESTAMP(3)",
    "TIME(6) WITH TIME ZONE",
    "TIMESTAMP WITHOUT TIME ZONE",
];

/// The type that a cast gives.
#[generator]
pub(super) fn cast_type(s: &mut Source, q: &mut Script<'_>, kind: Kind) {
    let choice: &[&str] = match (q.dialect, kind) {
        (Dialect::MySql, Kind::Number) => &["SIGNED", "UNSIGNED", "DECIMAL(10, 2)", "DOUBLE"],
        (Dialect::MySql, Kind::Text) => &["CHAR", "CHAR(10)", "BINARY(4)"],
        (Dialect::MySql, Kind::Moment) => &["DATE", "DATETIME", "TIME"],
        (_, Kind::Number) => &["INTEGER", "BIGINT", "NUMERIC(10, 2)", "REAL", "DOUBLE PRECISION"],
        (_, Kind::Text) => &["TEXT", "VARCHAR(10)", "CHAR(1)", "VARCHAR"],
        (_, Kind::Moment) => &["TIMESTAMP", "DATE", "TIME"],
        (_, Kind::Flag) => &["BOOLEAN"],
        (_, Kind::Document) => &["JSON"],
        (_, Kind::List) => &["TEXT[]", "INT[]"],
    };
    q.put(s.choose(choice));
}
