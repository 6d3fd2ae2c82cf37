//! Functions, procedures and triggers.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{Dialect, POSTGRES, STANDARD};
use super::scalars::{Precedence, expression};
use super::script::{Kind, Scope, Script};
use super::{changes, conditions, names, types};
use crate::draft::Writer as _;

/// `CREATE FUNCTION`, with its language and its promises.
#[generator]
pub(super) fn create_function(s: &mut Source, q: &mut Script<'_>) {
    q.put_one(s, &["CREATE FUNCTION ", "CREATE OR REPLACE FUNCTION "]);
    names::object(s, q);
    q.raw("(");
    let count = s.length(0..=2);
    q.list(s, count, |s, q, place| {
        q.put_weighted(
            s,
            &[
                (6, ""),
                (q.when(POSTGRES, 1), "IN "),
                (q.when(POSTGRES, 1), "OUT "),
                (q.when(POSTGRES, 1), "INOUT "),
            ],
        );
        q.raw(format!("p{place} "));
        let kind = names::kind(s, q);
        types::cast_type(s, q, kind);
        if place + 1 == count && s.one_in(5) {
            q.put(" DEFAULT NULL");
        }
    });
    q.put(") RETURNS ");
    let kind = names::kind(s, q);
    types::cast_type(s, q, kind);
    q.put(" LANGUAGE ");
    q.raw_one(s, &["sql", "plpgsql", "c"]);
    for clause in [
        &[" IMMUTABLE", " STABLE", " VOLATILE"][..],
        &[" STRICT", " CALLED ON NULL INPUT", " RETURNS NULL ON NULL INPUT"],
        &[" PARALLEL SAFE", " PARALLEL UNSAFE", " PARALLEL RESTRICTED"],
    ] {
        if s.one_in(3) {
            q.put_one(s, clause);
        }
    }
    promises(s, q);
    q.put(" AS ");
    pick!(s, {
        1 => q.raw("'select 1'"),
        1 => {
            let body = q.capture(|q| expression(s, q, kind, Precedence::Or));
            q.raw(format!("$$ SELECT {} $$", body.replace('$', "")));
        },
        1 => q.raw("$body$ BEGIN RETURN 1; END; $body$"),
    })
}

/// What PostgreSQL lets a function say about itself; mostly nothing.
#[generator]
fn promises(s: &mut Source, q: &mut Script<'_>) {
    if !q.is(POSTGRES) || !s.one_in(6) {
        return;
    }
    q.put_weighted(
        s,
        &[
            (4, " SECURITY DEFINER"),
            (4, " SECURITY INVOKER"),
            (4, " SET search_path TO public"),
            (1, " COST 10"),
            (1, " ROWS 100"),
            (1, " LEAKPROOF"),
            (1, " NOT LEAKPROOF"),
            (1, " SUPPORT f1"),
        ],
    );
}

/// `CREATE TRIGGER`.
#[generator]
pub(super) fn create_trigger(s: &mut Source, q: &mut Script<'_>) {
    q.put("CREATE TRIGGER ");
    names::object(s, q);
    let table = names::known_table(s, q);
    q.put_one(s, &[" BEFORE", " AFTER"]);
    let event = *s.as_value().choose(&[" INSERT", " UPDATE", " DELETE"]);
    q.put(event);
    if q.is(STANDARD) && event == " INSERT" {
        q.put_weighted(s, &[(3, ""), (1, " OR UPDATE OF id"), (1, " OR DELETE OR TRUNCATE")]);
    }
    q.put(" ON ");
    names::identifier(s, q, &table.name);
    match q.dialect {
        Dialect::Sqlite => {
            q.put_one(s, &["", " FOR EACH ROW"]);
            q.put(" BEGIN ");
            q.at_most(8, |q| changes::update(s, q));
            q.put("; END");
        }
        Dialect::MySql => q.put(" FOR EACH ROW SET @x = 1"),
        _ => {
            q.put_weighted(s, &[(4, ""), (1, " REFERENCING NEW TABLE AS n OLD TABLE AS o")]);
            q.put_one(s, &[" FOR EACH ROW", " FOR EACH STATEMENT"]);
            if s.one_in(4) {
                let scope = Scope::of(&table);
                q.within(scope, |q| {
                    q.put(" WHEN ");
                    q.enclose(s, |s, q| {
                        q.at_most(3, |q| conditions::condition(s, q, Precedence::Or));
                    });
                });
            }
            q.put(" EXECUTE FUNCTION ");
            names::object(s, q);
            q.raw("()");
        }
    }
}

/// `CALL`.
#[generator]
pub(super) fn call(s: &mut Source, q: &mut Script<'_>) {
    q.put("CALL ");
    names::object(s, q);
    q.raw("(");
    let count = s.length(0..=2);
    q.list(s, count, |s, q, _| expression(s, q, Kind::Number, Precedence::Or));
    q.raw(")");
}
