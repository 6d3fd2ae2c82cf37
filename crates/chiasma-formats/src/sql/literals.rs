//! Literals of every type, and parameters.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{Dialect, GENERIC, MYSQL, POSTGRES, SQLITE, STANDARD};
use super::script::{Kind, Script};
use super::words;
use crate::dictionary::Section;

/// A literal of this kind.
#[generator]
pub(super) fn literal(s: &mut Source, q: &mut Script<'_>, kind: Kind) {
    let s = &mut *s.as_value();
    if q.slip(s) {
        q.raw_one(s, &["'open", "0x", "1e", "$", "'a' 'b", "1.2.3", "{d}", "@", "E'\\", ":"]);
        return;
    }
    pick!(s, {
        30 => value(s, q, kind),
        2 => q.put("NULL"),
        1 => parameter(s, q),
    })
}

/// A literal of this kind that is no parameter.
pub(super) fn value(s: &mut Source, q: &mut Script<'_>, kind: Kind) {
    match kind {
        Kind::Number => number(s, q),
        Kind::Text => text(s, q),
        Kind::Flag => flag(s, q),
        Kind::Moment => moment(s, q),
        Kind::Document => document(s, q),
        Kind::List => array(s, q),
    }
}

#[generator]
pub(super) fn number(s: &mut Source, q: &mut Script<'_>) {
    pick!(s, {
        4 => q.raw(s.int(0..=20u8).to_string()),
        3 => q.raw_one(s, words::NUMBERS),
    })
}

/// A string, in one of the ways to write one.
#[generator]
pub(super) fn text(s: &mut Source, q: &mut Script<'_>) {
    let content = pick!(s, {
        5 => q.word(s, Section::Texts, words::TEXTS).to_owned(),
        1 => s.char(..).to_string().replace('\0', "0"),
    });
    let postgres = q.when(POSTGRES, 1);
    pick!(s, {
        20 => q.raw(quoted(q.dialect, &content)),
        2 * postgres => q.raw(format!(
            "E'{}\\n\\x41\\'\\\\'",
            content.replace('\\', "\\\\").replace('\'', "''")
        )),
        q.when(STANDARD.and(MYSQL), 1) => q.raw(format!("N{}", quoted(q.dialect, &content))),
        postgres => q.raw(format!("$tag${}$tag$", content.replace('$', ""))),
        postgres => q.raw(format!("U&'{}'", content.replace('\\', "\\\\").replace('\'', "''"))),
    })
}

/// `content` as a plain string literal.
pub(super) fn quoted(dialect: Dialect, content: &str) -> String {
    let doubled = content.replace('\'', "''");
    match dialect {
        Dialect::MySql => format!("'{}'", doubled.replace('\\', "\\\\")),
        _ => format!("'{doubled}'"),
    }
}

#[generator]
fn flag(s: &mut Source, q: &mut Script<'_>) {
    q.put_one(s, &["TRUE", "FALSE"]);
}

/// A date, a time or both.
#[generator]
pub(super) fn moment(s: &mut Source, q: &mut Script<'_>) {
    let (date, time) = (*s.choose(words::DATES), *s.choose(words::TIMES));
    if q.is(SQLITE) {
        q.raw_one(s, &[format!("'{date}'"), format!("'{date} {time}'"), format!("'{time}'")]);
        return;
    }
    pick!(s, {
        4 => {
            q.put("DATE ");
            q.raw(format!("'{date}'"));
        },
        3 => {
            q.put("TIMESTAMP ");
            q.raw(format!("'{date} {time}'"));
        },
        1 => {
            q.put("TIME ");
            q.raw(format!("'{time}'"));
        },
    })
}

/// An interval.
#[generator]
pub(super) fn interval(s: &mut Source, q: &mut Script<'_>) {
    const FIELDS: &[&str] = &["DAY", "YEAR", "MONTH", "HOUR", "MINUTE", "SECOND"];
    q.put("INTERVAL ");
    if q.is(MYSQL) {
        q.raw(s.int(0..=40u8).to_string());
        q.raw(" ");
        q.put_one(s, FIELDS);
        return;
    }
    pick!(s, {
        4 => {
            q.raw(format!("'{}' ", s.int(0..=40u8)));
            q.put_one(s, FIELDS);
        },
        q.when(POSTGRES.and(GENERIC), 2) => {
            q.raw_one(s, &["'1 day'", "'-3 months'", "'P1Y2M'", "'1 year 2 days 03:04:05'"])
        },
        q.when(GENERIC, 1) => {
            q.raw("'1-2' ");
            q.put_one(s, &["YEAR TO MONTH", "DAY TO SECOND", "HOUR TO MINUTE", "DAY TO HOUR"]);
        },
    })
}

/// A JSON document.
#[generator]
fn document(s: &mut Source, q: &mut Script<'_>) {
    let text = *s.choose(words::DOCUMENTS);
    pick!(s, {
        4 => q.raw(format!("'{text}'")),
        q.when(STANDARD, 3) => {
            q.raw(format!("'{text}'::"));
            q.put_one(s, &["JSONB", "JSON"]);
        },
    })
}

/// An array, as a constructor.
#[generator]
pub(super) fn array(s: &mut Source, q: &mut Script<'_>) {
    q.put("ARRAY");
    q.raw("[");
    let kind = if s.bool() { Kind::Text } else { Kind::Number };
    let count = s.length(1..=3);
    q.list(s, count, |s, q, _| literal(s, q, kind));
    q.raw("]");
}

/// A parameter of a prepared statement.
#[generator]
fn parameter(s: &mut Source, q: &mut Script<'_>) {
    let text: &[&str] = match q.dialect {
        Dialect::Postgres => &["$1", "$2"],
        Dialect::MySql => &["?", "@x"],
        Dialect::Sqlite => &["?", "?1", ":name", "@name", "$name"],
        Dialect::Generic => &["?", "$1", ":name"],
    };
    q.raw_one(s, text);
}
