//! Data types, for columns and casts.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::dialect::Dialect;
use super::script::{Kind, Script};
use super::words;

/// The type of a column of this kind.
#[generator]
pub(super) fn column_type(s: &mut Source, q: &mut Script<'_>, kind: Kind) {
    let s = &mut *s.as_value();
    if q.slip(s) {
        q.raw_one(s, &["", "INT(", "VARCHAR(-1)", "NO_SUCH TYPE", "DECIMAL(1,2,3", "1"]);
        return;
    }
    q.put_one(s, words::column_types(q.dialect, kind));
}

/// The type that a cast gives.
#[generator]
pub(super) fn cast_type(s: &mut Source, q: &mut Script<'_>, kind: Kind) {
    let s = &mut *s.as_value();
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
    q.put_one(s, choice);
}
