//! `SELECT`: items, conditions, groups.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::conditions::condition;
use super::dialect::{MYSQL, POSTGRES, STANDARD};
use super::queries::{limit, locking, order_by, order_item, some_kinds};
use super::scalars::{Precedence, expression};
use super::script::{Column, Kind, Reference, Scope, Script};
use super::{joins, names, windows};
use crate::draft::Writer as _;

/// A `SELECT` with order, limit and locks, and its columns.
#[generator]
pub(super) fn ordered_select(
    s: &mut Source,
    q: &mut Script<'_>,
    wanted: Option<&[Kind]>,
) -> Vec<Column> {
    let (columns, scope) = select(s, q, wanted);
    let may_lock = !scope.relations.is_empty() && scope.grouped.is_none() && q.scopes.is_empty();
    let ordered = s.one_in(3);
    if ordered {
        // By a column of the result, or by whatever the rows have.
        let by_result = !columns.is_empty() && s.bool();
        q.within(scope, |q| order_by(s, q, if by_result { &columns } else { &[] }));
    }
    limit(s, q, ordered);
    if may_lock {
        locking(s, q);
    }
    columns
}

/// A `SELECT`, its columns, and the scope that its order may use.
///
/// What follows the items is drawn before them: they know the relations and the groups then.
#[generator]
pub(super) fn select(
    s: &mut Source,
    q: &mut Script<'_>,
    wanted: Option<&[Kind]>,
) -> (Vec<Column>, Scope) {
    q.put("SELECT ");
    q.spend();
    let scope = Scope::default();
    q.within(scope, |q| {
        let has_from = s.ratio(8, 9);
        let mut rest = String::new();
        if has_from {
            rest = q.capture(|q| {
                q.share(3, |q| joins::from(s, q));
                where_clause(s, q);
            });
        }
        let grouping =
            if has_from && s.one_in(4) { q.capture(|q| group_by(s, q)) } else { String::new() };
        let windows = q.capture(|q| window_clause(s, q));
        set_legal(q, has_from);
        let is_grouped = !grouping.is_empty();
        if !is_grouped && s.one_in(6) {
            quantifier(s, q);
        }
        let columns = items(s, q, wanted, has_from && !is_grouped);
        q.raw(&rest);
        q.raw(&grouping);
        q.raw(&windows);
        let scope = q.scope().map(std::mem::take).unwrap_or_default();
        (columns, scope)
    })
}

/// Lets the items, and the order, have aggregates and windows where they may.
fn set_legal(q: &mut Script<'_>, has_from: bool) {
    if let Some(scope) = q.scope() {
        scope.may_aggregate = scope.grouped.is_some();
        scope.may_window = has_from;
    }
}

#[generator]
fn quantifier(s: &mut Source, q: &mut Script<'_>) {
    pick!(s, {
        3 => q.put("DISTINCT "),
        1 => q.put("ALL "),
        q.when(POSTGRES, 1) => {
            q.put("DISTINCT ON ");
            q.enclose(s, |s, q| expression(s, q, Kind::Number, Precedence::Or));
            q.raw(" ");
        },
    })
}

/// What is selected.
#[generator]
fn items(
    s: &mut Source,
    q: &mut Script<'_>,
    wanted: Option<&[Kind]>,
    may_be_all: bool,
) -> Vec<Column> {
    if wanted.is_none() && may_be_all && s.one_in(4) {
        return everything(s, q);
    }
    let kinds = wanted.map_or_else(|| some_kinds(s, q), <[Kind]>::to_vec);
    let mut columns: Vec<Column> = Vec::new();
    q.list(s, kinds.len(), |s, q, place| {
        expression(s, q, kinds[place], Precedence::Or);
        // A query with wanted columns names them.
        if wanted.is_some() || s.bool() {
            let name = names::column_name(s, q, &columns);
            q.put_weighted(s, &[(8, " AS "), (1, " ")]);
            names::identifier(s, q, &name);
            columns.push(Column::new(name, kinds[place]));
        }
    });
    // A position in the order is one of all items.
    if columns.len() < kinds.len() { Vec::new() } else { columns }
}

/// `*`, of one relation or of all.
#[generator]
fn everything(s: &mut Source, q: &mut Script<'_>) -> Vec<Column> {
    let relations = q.scope().map(|scope| scope.relations.clone()).unwrap_or_default();
    if relations.is_empty() || !s.one_in(4) {
        q.raw("*");
        return relations.into_iter().flat_map(|relation| relation.columns).collect();
    }
    let relation = s.choose(&relations).clone();
    names::identifier(s, q, &relation.name);
    q.raw(".*");
    relation.columns
}

/// Which rows; mostly all.
#[generator]
pub(super) fn where_clause(s: &mut Source, q: &mut Script<'_>) {
    if s.bool() {
        q.put(" WHERE ");
        q.share(2, |q| condition(s, q, Precedence::Or));
    }
}

/// `GROUP BY` and `HAVING`.
#[generator]
fn group_by(s: &mut Source, q: &mut Script<'_>) {
    let all: Vec<Reference> =
        q.scope().map(|scope| scope.references().collect()).unwrap_or_default();
    if all.is_empty() {
        return;
    }
    let first = s.index(all.len());
    let second = (first + s.index(3)).min(all.len() - 1);
    let mut grouped = vec![all[first].clone()];
    if second > first {
        grouped.push(all[second].clone());
    }
    q.put(" GROUP BY ");
    let sets = q.when(STANDARD, 1);
    pick!(s, {
        8 => references(s, q, &grouped),
        sets => {
            q.put("ROLLUP ");
            q.enclose(s, |s, q| references(s, q, &grouped));
        },
        sets => {
            q.put("CUBE ");
            q.enclose(s, |s, q| references(s, q, &grouped));
        },
        sets => {
            q.put("GROUPING SETS (");
            for reference in &grouped {
                q.enclose(s, |s, q| references(s, q, std::slice::from_ref(reference)));
                q.raw(", ");
            }
            q.raw("())");
        },
        q.when(MYSQL, 2) => {
            references(s, q, &grouped);
            q.put(" WITH ROLLUP");
        },
        sets => {
            references(s, q, &grouped);
            q.put(", ROLLUP ");
            q.enclose(s, |s, q| references(s, q, &grouped));
        },
    });
    if let Some(scope) = q.scope() {
        scope.grouped = Some(grouped);
        scope.may_aggregate = true;
    }
    if s.one_in(3) {
        q.put(" HAVING ");
        q.share(3, |q| condition(s, q, Precedence::Or));
    }
}

fn references(s: &mut Source, q: &mut Script<'_>, references: &[Reference]) {
    q.list(s, references.len(), |s, q, place| {
        names::identifier(s, q, &references[place].relation);
        q.raw(".");
        names::identifier(s, q, &references[place].column.name);
    });
}

/// Windows with names; mostly none.
#[generator]
fn window_clause(s: &mut Source, q: &mut Script<'_>) {
    let has_relations = q.scope().is_some_and(|scope| !scope.relations.is_empty());
    if !has_relations || !s.one_in(11) {
        return;
    }
    q.put(" WINDOW ");
    q.raw("w");
    q.put(" AS ");
    windows::window(s, q, &[]);
    let mut named = vec!["w"];
    if s.one_in(4) {
        q.raw(", w2");
        q.put(" AS (");
        q.put("ORDER BY ");
        order_item(s, q, &[]);
        q.raw(")");
        named.push("w2");
    }
    if let Some(scope) = q.scope() {
        scope.windows = named;
    }
}
