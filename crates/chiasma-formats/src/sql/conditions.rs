//! Conditions: comparisons, patterns, memberships, and what joins them.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{GENERIC, MYSQL, POSTGRES, SQLITE, STANDARD};
use super::scalars::{Precedence, expression, operand};
use super::script::{Kind, Script};
use super::{literals, names, queries, words};

type Write = fn(&mut Source, &mut Script<'_>);

/// Every form of conditions, how tightly it binds and which dialects have it.
const FORMS: [(u32, Precedence, Write); 19] = [
    (4, Precedence::Atom, flag_column),
    (10, Precedence::Comparison, comparison),
    (4, Precedence::And, conjunction),
    (4, Precedence::Or, disjunction),
    (2, Precedence::Not, negation),
    (4, Precedence::Is, null_test),
    (1, Precedence::Is, truth_test),
    (3, Precedence::Pattern, between),
    (4, Precedence::Pattern, membership),
    (3, Precedence::Pattern, like),
    (3, Precedence::Atom, exists),
    (1, Precedence::Comparison, row_comparison),
    // From here on, not every dialect has it.
    (2, Precedence::Is, distinct_test),
    (2, Precedence::Comparison, quantified),
    (1, Precedence::Pattern, similar),
    (2, Precedence::Other, regular_expression),
    (1, Precedence::Other, document_test),
    (1, Precedence::Other, array_test),
    (1, Precedence::Other, overlaps),
];

/// Maximum nesting depth of expressions.
pub(super) const DEEPEST: u32 = 10;

/// A condition that may stand where one that binds like `least` does.
#[generator]
pub(super) fn condition(s: &mut Source, q: &mut Script<'_>, least: Precedence) {
    if q.slip(s) {
        q.raw_one(s, &["", "=", "a =", "AND", "IS", "a BETWEEN 1", "IN ()", "x NOT y", "= ALL"]);
        return;
    }
    if q.depth >= DEEPEST || !q.spend() {
        return flag_column(s, q);
    }
    let mut weights = FORMS.map(|(weight, ..)| weight);
    weights[0] *= q.depth;
    let some = [
        STANDARD.and(SQLITE),
        STANDARD.and(MYSQL),
        STANDARD,
        POSTGRES.and(MYSQL),
        POSTGRES,
        POSTGRES,
        GENERIC,
    ];
    let places = weights.len() - some.len()..;
    for (weight, dialects) in weights[places].iter_mut().zip(some) {
        *weight = q.when(dialects, *weight);
    }
    let (_, precedence, write) = FORMS[s.weighted_index(&weights)];
    q.depth += 1;
    if precedence < least {
        q.enclose(s, write);
    } else {
        write(s, q);
    }
    q.depth -= 1;
}

#[generator]
fn flag_column(s: &mut Source, q: &mut Script<'_>) {
    if !names::column(s, q, Kind::Flag) {
        literals::literal(s, q, Kind::Flag);
    }
}

#[generator]
fn comparison(s: &mut Source, q: &mut Script<'_>) {
    let kind = comparable(s);
    operand(s, q, kind);
    let null_safe = q.when(MYSQL, 1);
    let operator = *s.as_value().weighted(&[
        (6, "="),
        (2, "<>"),
        (1, "!="),
        (2, "<"),
        (2, ">"),
        (1, "<="),
        (1, ">="),
        (null_safe, "<=>"),
    ]);
    q.raw(" ");
    q.raw(operator);
    q.raw(" ");
    operand(s, q, kind);
}

fn comparable(s: &mut Source) -> Kind {
    *s.weighted(&[(6, Kind::Number), (4, Kind::Text), (2, Kind::Moment), (1, Kind::Flag)])
}

#[generator]
fn conjunction(s: &mut Source, q: &mut Script<'_>) {
    condition(s, q, Precedence::And);
    q.put(" AND ");
    condition(s, q, Precedence::Not);
}

#[generator]
fn disjunction(s: &mut Source, q: &mut Script<'_>) {
    condition(s, q, Precedence::Or);
    q.put(" OR ");
    condition(s, q, Precedence::And);
}

#[generator]
fn negation(s: &mut Source, q: &mut Script<'_>) {
    q.put("NOT ");
    condition(s, q, Precedence::Not);
}

#[generator]
fn null_test(s: &mut Source, q: &mut Script<'_>) {
    let kind = names::kind(s, q);
    operand(s, q, kind);
    q.put_one(s, &[" IS NULL", " IS NOT NULL"]);
}

#[generator]
fn truth_test(s: &mut Source, q: &mut Script<'_>) {
    operand(s, q, Kind::Flag);
    q.put_one(s, &[" IS TRUE", " IS NOT TRUE", " IS FALSE", " IS NOT FALSE"]);
    let unknown = q.is(STANDARD.and(MYSQL)) && s.one_in(5);
    if unknown {
        q.put(" OR ");
        q.enclose(s, |s, q| {
            operand(s, q, Kind::Flag);
            q.put_one(s, &[" IS UNKNOWN", " IS NOT UNKNOWN"]);
        });
    }
}

#[generator]
fn between(s: &mut Source, q: &mut Script<'_>) {
    let kind = comparable(s);
    operand(s, q, kind);
    q.put_weighted(s, &[(4, " BETWEEN "), (1, " NOT BETWEEN ")]);
    // An operator here might claim the `AND`.
    expression(s, q, kind, Precedence::Atom);
    q.put(" AND ");
    operand(s, q, kind);
}

/// `IN`, a list or a query.
#[generator]
fn membership(s: &mut Source, q: &mut Script<'_>) {
    let kind = comparable(s);
    operand(s, q, kind);
    q.put_weighted(s, &[(4, " IN "), (1, " NOT IN ")]);
    if q.left() > 4 && s.bool() {
        queries::subquery(s, q, &[kind]);
        return;
    }
    let count = s.length(1..=3);
    q.enclose(s, |s, q| q.list(s, count, |s, q, _| expression(s, q, kind, Precedence::Or)));
}

#[generator]
fn like(s: &mut Source, q: &mut Script<'_>) {
    operand(s, q, Kind::Text);
    let ilike = q.when(STANDARD, 1);
    let glob = q.when(SQLITE, 1);
    let operator = *s.weighted(&[
        (4, " LIKE "),
        (1, " NOT LIKE "),
        (ilike, " ILIKE "),
        (ilike, " NOT ILIKE "),
        (glob, " GLOB "),
    ]);
    q.put(operator);
    pattern(s, q);
    if operator != " GLOB " && s.one_in(6) {
        q.put(" ESCAPE ");
        q.raw_one(s, &["'!'", "'#'", "'|'"]);
    }
}

#[generator]
fn pattern(s: &mut Source, q: &mut Script<'_>) {
    pick!(s, {
        5 => {
            let content = *s.as_value().choose(words::PATTERNS);
            let text = literals::quoted(q.dialect, content);
            q.raw(text);
        },
        1 => operand(s, q, Kind::Text),
    });
}

#[generator]
fn exists(s: &mut Source, q: &mut Script<'_>) {
    if q.left() <= 4 {
        return flag_column(s, q);
    }
    q.put("EXISTS ");
    queries::subquery(s, q, &[Kind::Number]);
}

#[generator]
fn row_comparison(s: &mut Source, q: &mut Script<'_>) {
    for place in 0..2 {
        if place == 1 {
            q.raw_one(s, &[" = ", " < ", " <> ", " >= "]);
        }
        q.enclose(s, |s, q| {
            q.list(s, 2, |s, q, place| {
                let kind = if place == 0 { Kind::Number } else { Kind::Text };
                expression(s, q, kind, Precedence::Or);
            });
        });
    }
}

#[generator]
fn distinct_test(s: &mut Source, q: &mut Script<'_>) {
    let kind = comparable(s);
    operand(s, q, kind);
    q.put_one(s, &[" IS DISTINCT FROM ", " IS NOT DISTINCT FROM "]);
    operand(s, q, kind);
}

/// A comparison with any or all of a query's rows.
#[generator]
fn quantified(s: &mut Source, q: &mut Script<'_>) {
    let kind = comparable(s);
    operand(s, q, kind);
    q.raw_one(s, &[" = ", " <> ", " < ", " > ", " <= ", " >= "]);
    q.put_one(s, &["ANY ", "ALL ", "SOME "]);
    queries::subquery(s, q, &[kind]);
}

#[generator]
fn similar(s: &mut Source, q: &mut Script<'_>) {
    operand(s, q, Kind::Text);
    q.put_one(s, &[" SIMILAR TO ", " NOT SIMILAR TO "]);
    pattern(s, q);
    if s.one_in(5) {
        q.put(" ESCAPE ");
        q.raw("'!'");
    }
}

#[generator]
fn regular_expression(s: &mut Source, q: &mut Script<'_>) {
    operand(s, q, Kind::Text);
    let postgres = q.when(POSTGRES, 1);
    let mysql = q.when(MYSQL, 1);
    q.put_weighted(
        s,
        &[
            (postgres, " ~ "),
            (postgres, " ~* "),
            (postgres, " !~ "),
            (postgres, " !~* "),
            (postgres, " ~~ "),
            (postgres, " ^@ "),
            (mysql, " REGEXP "),
            (mysql, " RLIKE "),
            (mysql, " NOT REGEXP "),
        ],
    );
    pattern(s, q);
}

/// Whether a JSON document has something.
#[generator]
fn document_test(s: &mut Source, q: &mut Script<'_>) {
    operand(s, q, Kind::Document);
    pick!(s, {
        1 => q.raw(" ? 'a'"),
        1 => q.raw_one(s, &[" ?| ARRAY['a', 'b']", " ?& ARRAY['a']"]),
        1 => q.raw_one(s, &[" @? '$.a[*] ? (@ > 1)'", " @@ '$.a > 2'"]),
        1 => {
            q.raw_one(s, &[" @> ", " <@ "]);
            operand(s, q, Kind::Document);
        },
    });
}

#[generator]
fn array_test(s: &mut Source, q: &mut Script<'_>) {
    pick!(s, {
        1 => {
            operand(s, q, Kind::List);
            q.raw_one(s, &[" @> ", " <@ ", " && "]);
            operand(s, q, Kind::List);
        },
        1 => {
            operand(s, q, Kind::Text);
            q.raw(" = ");
            q.put_one(s, &["ANY", "ALL"]);
            q.enclose(s, |s, q| expression(s, q, Kind::List, Precedence::Or));
        },
    });
}

/// Whether two periods have a moment in common.
#[generator]
fn overlaps(s: &mut Source, q: &mut Script<'_>) {
    for place in 0..2 {
        q.put(if place == 1 { " OVERLAPS " } else { "" });
        q.enclose(s, |s, q| {
            q.list(s, 2, |s, q, _| expression(s, q, Kind::Moment, Precedence::Or));
        });
    }
}
