//! The words of SQL that the generators use.

use super::dialect::Dialect;
use super::script::Kind::{self, Document, Flag, List, Moment, Number, Text};

/// A table's name and its columns.
type Known = (&'static str, &'static [(&'static str, Kind)]);

/// Tables that a script takes to be there.
pub(super) const TABLES: &[Known] = &[
    ("t", &[("a", Number), ("b", Text), ("c", Flag)]),
    ("users", &[("id", Number), ("name", Text), ("email", Text), ("age", Number), ("active", Flag), ("created_at", Moment)]),
    ("orders", &[("id", Number), ("user_id", Number), ("total", Number), ("status", Text), ("placed_on", Moment)]),
    ("products", &[("id", Number), ("name", Text), ("price", Number), ("tags", List), ("attrs", Document)]),
    ("employees", &[("id", Number), ("manager_id", Number), ("name", Text), ("salary", Number), ("dept", Text), ("hired", Moment)]),
    ("events", &[("id", Number), ("kind", Text), ("payload", Document), ("at", Moment), ("done", Flag)]),
];

/// Names of new tables, views and other objects.
pub(super) const TABLE_NAMES: &[&str] = &[
    "t1", "t2", "accounts", "items", "logs", "temp_data", "dim_date", "fact_sales", "v", "mv",
    "Über", "order", "group", "my table", "a.b", "x\"y", "T", "données", "_t", "t$1", "user",
];

/// Names of new columns, and of columns of results.
pub(super) const COLUMN_NAMES: &[&str] = &[
    "id", "x", "y", "n", "val", "total", "cnt", "name", "k", "v", "c1", "c2", "created", "rank_",
    "Column 1", "select", "from", "größe", "a\"b", "A", "key_", "value_", "is_ok", "_hidden",
];

/// Aliases of relations.
pub(super) const ALIASES: &[&str] =
    &["a", "b", "c", "d", "x", "u", "o", "p", "e", "sub", "j", "t0", "Outer 1", "lhs", "rhs"];

/// Names of constraints, indexes, sequences and other objects.
pub(super) const OBJECTS: &[&str] = &[
    "idx_a", "idx_b", "seq_1", "pk_t", "fk_t_u", "uq_name", "chk_pos", "trg", "my_schema", "s1",
    "app", "status_type", "f1", "add_one", "alice", "bob", "readers", "db1", "plan_1", "cur", "sp1",
];

/// Words that quoted names are needed for.
pub(super) const RESERVED: &[&str] = &[
    "all", "and", "as", "by", "case", "check", "column", "create", "cross", "default", "delete",
    "desc", "distinct", "drop", "else", "end", "except", "exists", "from", "full", "group",
    "having", "in", "index", "insert", "intersect", "into", "is", "join", "key", "left", "like",
    "limit", "not", "null", "offset", "on", "or", "order", "outer", "primary", "references",
    "right", "select", "set", "table", "then", "to", "union", "unique", "update", "user", "using",
    "values", "when", "where", "with",
];

/// Contents of strings.
pub(super) const TEXTS: &[&str] = &[
    "", "a", "abc", "it's", "%", "a_b%", "100%", "O'Brien", "hello world", "active", "pending", "0",
    "-1", "NULL", "é", "日本語", "😀", "--", "/* */", ";", "a\nb", "\t", "\\", "\"q\"", "{\"a\": 1}",
    "2024-02-29", "x; DROP TABLE t", "[1, 2]", "^a.*b$", "{a,b}",
];

/// Patterns of `LIKE` and its kin.
pub(super) const PATTERNS: &[&str] = &[
    "%", "a%", "%b", "_", "%a_c%", "", "100\\%", "!%", "(a|b)%", "[a-z]+", "\\_x", "%%", "É%",
];

pub(super) const NUMBERS: &[&str] = &[
    "0", "1", "2", "10", "100", "-1", "2147483647", "2147483648", "9223372036854775807",
    "9223372036854775808", "1.5", "0.1", ".5", "1e10", "1E-5", "123456789.987654321", "3.",
    "99999999999999999999999999999999",
];

pub(super) const DATES: &[&str] = &[
    "2024-01-01", "2024-02-29", "1970-01-01", "9999-12-31", "0001-01-01", "2000-06-15",
];

pub(super) const TIMES: &[&str] = &["00:00:00", "23:59:59", "12:34:56.789", "23:59:60", "04:05"];

pub(super) const DOCUMENTS: &[&str] = &[
    "{}", "[]", "null", "1", "\"s\"", "{\"a\": 1}", "{\"a\": {\"b\": [1, 2, null]}}", "[1, [2], {\"k\": true}]",
];

/// Functions of numbers: the name and how many numbers it takes.
pub(super) const NUMERIC: &[(&str, usize)] = &[
    ("ABS", 1), ("CEIL", 1), ("CEILING", 1), ("FLOOR", 1), ("ROUND", 1), ("ROUND", 2), ("SQRT", 1),
    ("POWER", 2), ("MOD", 2), ("EXP", 1), ("LN", 1), ("LOG", 1), ("SIGN", 1), ("SIN", 1),
    ("COS", 1), ("ATAN2", 2), ("DEGREES", 1), ("PI", 0), ("RANDOM", 0), ("GREATEST", 3), ("LEAST", 2),
    ("TRUNC", 1), ("WIDTH_BUCKET", 4),
];

/// Functions of text that give text.
pub(super) const TEXTUAL: &[&str] = &[
    "UPPER", "LOWER", "TRIM", "LTRIM", "RTRIM", "INITCAP", "REVERSE", "MD5", "QUOTE_LITERAL",
];

/// Functions of text that give a number.
pub(super) const MEASURES: &[&str] =
    &["LENGTH", "CHAR_LENGTH", "CHARACTER_LENGTH", "OCTET_LENGTH", "BIT_LENGTH", "ASCII"];

/// Aggregate functions of numbers.
pub(super) const AGGREGATES: &[&str] = &[
    "SUM", "AVG", "MIN", "MAX", "COUNT", "STDDEV", "STDDEV_POP", "STDDEV_SAMP", "VAR_POP",
    "VAR_SAMP", "VARIANCE", "BIT_AND", "BIT_OR",
];

/// Fields of moments.
pub(super) const FIELDS: &[&str] = &[
    "YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND", "QUARTER", "WEEK", "DOW", "DOY", "EPOCH",
    "CENTURY", "DECADE", "MILLISECONDS", "MICROSECONDS", "TIMEZONE",
];

pub(super) const COMMENTS: &[&str] = &[
    "-- a comment\n", "/* a comment */", "--\n", "/**/", "-- it's\n", "/* two\nlines */",
    "-- SELECT 1; x\n", "/* ; */", "-- \u{e9}\n", "/* 'unclosed */",
];

/// The types of columns of a kind.
pub(super) fn column_types(dialect: Dialect, kind: Kind) -> &'static [&'static str] {
    match (dialect, kind) {
        (Dialect::Sqlite, Number) => &[
            "INTEGER", "INT", "REAL", "NUMERIC", "BIGINT", "DOUBLE PRECISION",
        ],
        (Dialect::Sqlite, Text) => &["TEXT", "VARCHAR(20)", "BLOB", "CHARACTER(3)", "CLOB"],
        (Dialect::Sqlite, _) => &["TEXT", "DATETIME", "BOOLEAN", "DATE", "NUMERIC"],
        (Dialect::MySql, Number) => &[
            "INT", "BIGINT", "TINYINT", "SMALLINT", "MEDIUMINT", "INT UNSIGNED", "INT(11)",
            "BIGINT UNSIGNED", "DECIMAL(10, 2)", "FLOAT", "DOUBLE", "BIT(8)", "NUMERIC(5)",
        ],
        (Dialect::MySql, Text) => &[
            "VARCHAR(255)", "CHAR(10)", "TEXT", "TINYTEXT", "MEDIUMTEXT", "LONGTEXT", "BLOB",
            "VARBINARY(16)", "BINARY(4)", "ENUM('a', 'b')", "SET('x', 'y')", "NVARCHAR(20)",
        ],
        (Dialect::MySql, Flag) => &["BOOLEAN", "BOOL", "TINYINT(1)"],
        (Dialect::MySql, Moment) => &["DATE", "DATETIME", "TIMESTAMP", "TIME", "DATETIME(6)"],
        (Dialect::MySql, _) => &["JSON"],
        (Dialect::Postgres, Number) => POSTGRES_NUMBER_TYPES,
        (_, Number) => NUMBER_TYPES,
        (Dialect::Postgres, Text) => POSTGRES_TEXT_TYPES,
        (_, Text) => TEXT_TYPES,
        (_, Flag) => &["BOOLEAN", "BOOL"],
        (Dialect::Postgres, Moment) => MOMENT_TYPES,
        (_, Moment) => ALL_MOMENT_TYPES,
        (_, Document) => &["JSONB", "JSON"],
        (_, List) => &["TEXT[]", "INTEGER[]", "INT[3]", "TEXT[][]"],
    }
}

const NUMBER_TYPES: &[&str] = &[
    "INTEGER", "INT", "BIGINT", "SMALLINT", "NUMERIC", "DECIMAL(10, 2)", "NUMERIC(5)", "REAL",
    "DOUBLE PRECISION", "FLOAT", "FLOAT(24)", "DEC(4, 1)", "TINYINT", "INT UNSIGNED", "DOUBLE",
    "MEDIUMINT", "BIT(3)", "BIGNUMERIC", "BIGINT UNSIGNED", "INT(11)", "MONEY", "SMALLMONEY",
    "SERIAL", "BIGSERIAL", "OID",
];

const POSTGRES_NUMBER_TYPES: &[&str] = &[
    "INTEGER", "INT", "BIGINT", "SMALLINT", "NUMERIC", "DECIMAL(10, 2)", "NUMERIC(5)", "REAL",
    "DOUBLE PRECISION", "FLOAT8", "INT4", "SERIAL", "BIGSERIAL", "SMALLSERIAL", "MONEY", "OID",
    "BIT(3)", "BIT VARYING(8)",
];

const TEXT_TYPES: &[&str] = &[
    "TEXT", "VARCHAR(20)", "CHAR(3)", "CHARACTER VARYING(100)", "CHARACTER(5)", "VARCHAR", "CLOB",
    "CHARACTER LARGE OBJECT(1000)", "NVARCHAR(10)", "CHAR VARYING(7)", "BLOB", "BINARY(8)",
    "VARBINARY(16)", "STRING", "UUID", "BYTEA", "XML", "NCHAR(4)", "ENUM('a', 'b')",
];

const POSTGRES_TEXT_TYPES: &[&str] = &[
    "TEXT", "VARCHAR(20)", "CHAR(3)", "CHARACTER VARYING(100)", "UUID", "BYTEA", "CITEXT", "INET",
    "XML", "NAME", "public.status_type", "TSVECTOR", "REGCLASS", "BOX", "GEOMETRY(POINT, 4326)",
];

const MOMENT_TYPES: &[&str] = &[
    "TIMESTAMP", "DATE", "TIME", "TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ", "INTERVAL",
    "TIME WITHOUT TIME ZONE", "TIMESTAMP(3)", "TIME(6) WITH TIME ZONE",
    "TIMESTAMP WITHOUT TIME ZONE",
];

/// With what systems that are not PostgreSQL add.
const ALL_MOMENT_TYPES: &[&str] = &[
    "TIMESTAMP", "DATE", "TIME", "TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ", "INTERVAL",
    "TIME WITHOUT TIME ZONE", "TIMESTAMP(3)", "TIME(6) WITH TIME ZONE",
    "TIMESTAMP WITHOUT TIME ZONE", "DATETIME", "DATETIME2", "SMALLDATETIME", "DATETIMEOFFSET",
    "DATETIME(3)",
];
