//! Window functions, windows and their frames.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{GENERIC, SQLITE, STANDARD};
use super::functions::{call, ordered_kind};
use super::queries::order_item;
use super::scalars::{Precedence, expression};
use super::script::{Kind, Script};

/// A function of a window that gives a number.
#[generator]
pub(super) fn window_function(s: &mut Source, q: &mut Script<'_>) {
    without_windows(q, |q| {
        pick!(s, {
            1 => q.put_one(
                s,
                &[
                    "ROW_NUMBER()",
                    "RANK()",
                    "DENSE_RANK()",
                    "PERCENT_RANK()",
                    "CUME_DIST()",
                    "NTILE(4)",
                ],
            ),
            1 => {
                q.put_one(s, &["LAG", "LEAD"]);
                q.enclose(s, |s, q| {
                    expression(s, q, Kind::Number, Precedence::Or);
                    q.raw_one(s, &["", ", 1", ", 2, 0"]);
                });
            },
            1 => {
                let name = *s.choose(&["FIRST_VALUE", "LAST_VALUE", "SUM", "AVG", "COUNT"]);
                call(s, q, name, &[Kind::Number]);
                let values = name.ends_with("VALUE") && q.is(GENERIC);
                if values && s.one_in(4) {
                    q.put_one(s, &[" IGNORE NULLS", " RESPECT NULLS"]);
                }
            },
        })
    });
    over(s, q);
}

/// Windows cannot be nested.
fn without_windows(q: &mut Script<'_>, write: impl FnOnce(&mut Script<'_>)) {
    let scope = q.scope().map(|scope| std::mem::replace(&mut scope.may_window, false));
    write(q);
    if let (Some(scope), Some(before)) = (q.scope(), scope) {
        scope.may_window = before;
    }
}

/// `OVER`, and a window or the name of one.
#[generator]
pub(super) fn over(s: &mut Source, q: &mut Script<'_>) {
    q.put(" OVER ");
    let named: Vec<&'static str> = q.scope().map(|scope| scope.windows.clone()).unwrap_or_default();
    if !named.is_empty() && s.bool() {
        q.raw(*s.as_value().choose(&named));
        return;
    }
    window(s, q, &named);
}

/// A window in parentheses, which may begin with another's name.
#[generator]
pub(super) fn window(s: &mut Source, q: &mut Script<'_>, named: &[&'static str]) {
    without_windows(q, |q| {
        q.raw("(");
        if !named.is_empty() && s.one_in(4) {
            q.raw(*s.as_value().choose(named));
            q.raw(" ");
        }
        if s.bool() {
            q.put("PARTITION BY ");
            let count = s.length(1..=2);
            q.list(s, count, |s, q, _| {
                let kind = ordered_kind(s, q);
                expression(s, q, kind, Precedence::Or);
            });
            q.raw(" ");
        }
        if s.ratio(3, 4) {
            q.put("ORDER BY ");
            let count = s.length(1..=2);
            q.list(s, count, |s, q, _| order_item(s, q, &[]));
            if s.one_in(3) {
                frame(s, q);
            }
        }
        q.raw(")");
    });
}

/// Which of the rows around the current one a function sees.
#[generator]
fn frame(s: &mut Source, q: &mut Script<'_>) {
    q.put_weighted(
        s,
        &[(4, " ROWS "), (2, " RANGE "), (q.when(STANDARD.and(SQLITE), 1), " GROUPS ")],
    );
    if s.ratio(3, 4) {
        q.put("BETWEEN ");
        let from = s.index(4);
        q.put(["UNBOUNDED PRECEDING", "1 PRECEDING", "CURRENT ROW", "1 FOLLOWING"][from]);
        q.put(" AND ");
        let to = if q.slip(s) { 0 } else { from.max(1) };
        let ends =
            ["1 PRECEDING", "1 PRECEDING", "CURRENT ROW", "2 FOLLOWING", "UNBOUNDED FOLLOWING"];
        q.put_one(s, &ends[to..]);
    } else {
        q.put_one(s, &["UNBOUNDED PRECEDING", "CURRENT ROW", "2 PRECEDING"]);
    }
    if q.is(SQLITE) && s.one_in(5) {
        q.put_one(
            s,
            &[" EXCLUDE TIES", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE NO OTHERS"],
        );
    }
}
