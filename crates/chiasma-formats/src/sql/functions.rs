//! Function calls: of numbers, texts, moments and documents, and aggregates.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{Dialect, MYSQL, POSTGRES, SQLITE, STANDARD};
use super::queries::order_by;
use super::scalars::{Precedence, expression};
use super::script::{Kind, Script};
use super::{conditions, names, windows, words};
use crate::dictionary::Section;

/// A function's name and its arguments, of these kinds.
pub(super) fn call(s: &mut Source, q: &mut Script<'_>, name: &str, kinds: &[Kind]) {
    q.put(name);
    q.enclose(s, |s, q| arguments(s, q, kinds));
}

fn arguments(s: &mut Source, q: &mut Script<'_>, kinds: &[Kind]) {
    let count = if q.slip(s) { s.index(4) } else { kinds.len() };
    q.list(s, count, |s, q, place| {
        let kind = kinds.get(place).copied().unwrap_or(Kind::Number);
        expression(s, q, kind, Precedence::Or);
    });
}

/// A function that gives a number.
#[generator]
pub(super) fn numeric(s: &mut Source, q: &mut Script<'_>) {
    let lists = q.when(STANDARD, 1);
    match s.weighted_index(&[6, 3, 2, 2, lists, lists, 1]) {
        0 => {
            let (name, count) = *s.choose(words::NUMERIC);
            call(s, q, name, &vec![Kind::Number; count]);
        }
        1 => {
            let name = *s.as_value().choose(words::MEASURES);
            call(s, q, name, &[Kind::Text]);
        }
        2 if !q.is(SQLITE) => {
            q.put("EXTRACT");
            q.enclose(s, |s, q| {
                let fields = match q.dialect {
                    Dialect::MySql => &words::FIELDS[..8],
                    _ => words::FIELDS,
                };
                q.put_one(s, fields);
                q.put(" FROM ");
                expression(s, q, Kind::Moment, Precedence::Or);
            });
        }
        3 if q.is(STANDARD.and(MYSQL)) => {
            q.put("POSITION");
            q.enclose(s, |s, q| {
                expression(s, q, Kind::Text, Precedence::Atom);
                q.put(" IN ");
                expression(s, q, Kind::Text, Precedence::Atom);
            });
        }
        4 => call(s, q, "CARDINALITY", &[Kind::List]),
        5 => call(s, q, "ARRAY_LENGTH", &[Kind::List, Kind::Number]),
        _ => {
            // The user's own functions.
            let name = q.word(s, Section::Keywords, &["ABS", "SIGN", "ROUND"]);
            q.raw(name);
            q.enclose(s, |s, q| expression(s, q, Kind::Number, Precedence::Or));
        }
    }
}

/// A function that gives a text.
#[generator]
pub(super) fn textual(s: &mut Source, q: &mut Script<'_>) {
    let standard = q.when(STANDARD.and(MYSQL), 2);
    pick!(s, {
        6 => {
            let name = *s.as_value().choose(words::TEXTUAL);
            call(s, q, name, &[Kind::Text]);
        },
        3 => call(s, q, "CONCAT", &[Kind::Text, Kind::Text, Kind::Number]),
        1 => call(s, q, "REPLACE", &[Kind::Text; 3]),
        1 => call(s, q, "LPAD", &[Kind::Text, Kind::Number, Kind::Text]),
        2 => call(s, q, "SUBSTR", &[Kind::Text, Kind::Number, Kind::Number]),
        standard => substring(s, q),
        standard => trim(s, q),
        q.when(STANDARD, 1) => overlay(s, q),
        1 => call(s, q, "REPEAT", &[Kind::Text, Kind::Number]),
    })
}

#[generator]
fn substring(s: &mut Source, q: &mut Script<'_>) {
    q.put("SUBSTRING");
    q.enclose(s, |s, q| {
        expression(s, q, Kind::Text, Precedence::Or);
        pick!(s, {
            1 => {
                q.put(" FROM ");
                expression(s, q, Kind::Number, Precedence::Or);
            },
            1 => {
                q.put(" FROM ");
                expression(s, q, Kind::Number, Precedence::Or);
                q.put(" FOR ");
                expression(s, q, Kind::Number, Precedence::Or);
            },
            1 => {
                q.raw(", ");
                expression(s, q, Kind::Number, Precedence::Or);
            },
        })
    });
}

#[generator]
fn trim(s: &mut Source, q: &mut Script<'_>) {
    q.put("TRIM");
    q.enclose(s, |s, q| {
        q.put_one(s, &["BOTH ", "LEADING ", "TRAILING "]);
        q.raw_one(s, &["'x'", "' '", "'ab'"]);
        q.put(" FROM ");
        expression(s, q, Kind::Text, Precedence::Or);
    });
}

#[generator]
fn overlay(s: &mut Source, q: &mut Script<'_>) {
    q.put("OVERLAY");
    q.enclose(s, |s, q| {
        expression(s, q, Kind::Text, Precedence::Or);
        q.put(" PLACING ");
        expression(s, q, Kind::Text, Precedence::Or);
        q.put(" FROM ");
        expression(s, q, Kind::Number, Precedence::Or);
        if s.bool() {
            q.put(" FOR ");
            expression(s, q, Kind::Number, Precedence::Or);
        }
    });
}

/// A function that gives a moment.
#[generator]
pub(super) fn temporal(s: &mut Source, q: &mut Script<'_>) {
    match q.dialect {
        Dialect::Sqlite => {
            q.put_one(s, &["DATE", "DATETIME", "TIME", "STRFTIME"]);
            q.raw_one(s, &["('now')", "('now', '-1 day')", "('%Y', 'now')", "('now', 'utc')"]);
        }
        Dialect::MySql => pick!(s, {
            1 => q.put("NOW()"),
            1 => call(s, q, "DATE", &[Kind::Moment]),
            1 => {
                q.put_one(s, &["DATE_ADD(", "DATE_SUB("]);
                expression(s, q, Kind::Moment, Precedence::Or);
                q.raw(", ");
                super::literals::interval(s, q);
                q.raw(")");
            },
        }),
        _ => pick!(s, {
            1 => q.put("NOW()"),
            1 => {
                q.put("DATE_TRUNC");
                q.enclose(s, |s, q| {
                    q.raw_one(s, &["'month', ", "'day', ", "'hour', "]);
                    expression(s, q, Kind::Moment, Precedence::Or);
                });
            },
            1 => call(s, q, "MAKE_DATE", &[Kind::Number; 3]),
            1 => call(s, q, "GREATEST", &[Kind::Moment, Kind::Moment]),
        }),
    }
}

/// A function that gives a JSON document.
#[generator]
pub(super) fn documentary(s: &mut Source, q: &mut Script<'_>) {
    match q.dialect {
        Dialect::MySql => pick!(s, {
            1 => call(s, q, "JSON_ARRAY", &[Kind::Number, Kind::Text]),
            1 => q.raw("JSON_OBJECT('a', 1)"),
            1 => {
                q.put("JSON_EXTRACT");
                q.enclose(s, |s, q| {
                    expression(s, q, Kind::Document, Precedence::Or);
                    q.raw(", '$.a[0]'");
                });
            },
        }),
        _ => pick!(s, {
            1 => call(s, q, "TO_JSONB", &[Kind::Text]),
            1 => q.raw("jsonb_build_object('a', 1, 'b', NULL)"),
            1 => call(s, q, "JSON_BUILD_ARRAY", &[Kind::Number, Kind::Text]),
            1 => {
                q.put("JSONB_SET");
                q.enclose(s, |s, q| {
                    expression(s, q, Kind::Document, Precedence::Or);
                    q.raw(", '{a}', ");
                    expression(s, q, Kind::Document, Precedence::Or);
                });
            },
        }),
    }
}

/// An aggregate function, with all that may be said about its rows.
#[generator]
pub(super) fn aggregate(s: &mut Source, q: &mut Script<'_>) {
    q.in_aggregate = true;
    let lists = q.when(POSTGRES, 2);
    let form = s.weighted_index(&[4, 8, lists, q.when(STANDARD, 1), q.when(MYSQL.and(SQLITE), 1)]);
    match form {
        0 => q.put("COUNT(*)"),
        1 => {
            q.put_one(s, words::AGGREGATES);
            q.enclose(s, |s, q| {
                q.put_weighted(s, &[(6, ""), (2, "DISTINCT "), (1, "ALL ")]);
                expression(s, q, Kind::Number, Precedence::Or);
            });
        }
        2 => {
            q.put_one(s, &["CARDINALITY(ARRAY_AGG(", "LENGTH(STRING_AGG("]);
            expression(s, q, Kind::Text, Precedence::Or);
            q.raw(", ','");
            order_by(s, q, &[]);
            q.raw("))");
        }
        3 => {
            q.put_one(s, &["PERCENTILE_CONT(0.5)", "PERCENTILE_DISC(0.9)", "MODE()"]);
            q.put(" WITHIN GROUP (ORDER BY ");
            expression(s, q, Kind::Number, Precedence::Or);
            q.put_one(s, &["", " DESC"]);
            q.raw(")");
        }
        _ => {
            q.put("LENGTH(GROUP_CONCAT(");
            expression(s, q, Kind::Text, Precedence::Or);
            q.put_weighted(s, &[(3, ""), (q.when(MYSQL, 1), " SEPARATOR '; '")]);
            q.raw("))");
        }
    }
    // In the other forms the aggregate is an argument, or has an order of its own.
    let is_plain = form < 2;
    if is_plain && s.weighted_index(&[6, q.when(STANDARD.and(SQLITE), 1)]) == 1 {
        filter(s, q);
    }
    q.in_aggregate = false;
    let may_window = q.scope().is_some_and(|scope| scope.may_window);
    if is_plain && may_window && s.one_in(9) {
        windows::over(s, q);
    }
}

/// Which rows an aggregate takes.
#[generator]
fn filter(s: &mut Source, q: &mut Script<'_>) {
    q.put(" FILTER (WHERE ");
    conditions::condition(s, q, Precedence::Or);
    q.raw(")");
}

/// A function that gives rows, and their kind.
#[generator]
pub(super) fn table_function(s: &mut Source, q: &mut Script<'_>) -> Kind {
    pick!(s, {
        1 => {
            call(s, q, "GENERATE_SERIES", &[Kind::Number; 2]);
            Kind::Number
        },
        1 => {
            call(s, q, "UNNEST", &[Kind::List]);
            Kind::Text
        },
        1 => {
            call(s, q, "JSON_ARRAY_ELEMENTS", &[Kind::Document]);
            Kind::Document
        },
    })
}

/// A kind of value that there is an order of.
pub(super) fn ordered_kind(s: &mut Source, q: &Script<'_>) -> Kind {
    match names::kind(s, q) {
        Kind::Document | Kind::List => Kind::Number,
        kind => kind,
    }
}
