//! Who may do what: `GRANT` and `REVOKE`.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{MYSQL, STANDARD};
use super::names;
use super::script::Script;

#[generator]
pub(super) fn grant(s: &mut Source, q: &mut Script<'_>) {
    q.put("GRANT ");
    privileges(s, q);
    q.put(" TO ");
    grantees(s, q);
    q.put_weighted(s, &[(4, ""), (1, " WITH GRANT OPTION")]);
}

#[generator]
pub(super) fn revoke(s: &mut Source, q: &mut Script<'_>) {
    q.put("REVOKE ");
    privileges(s, q);
    q.put(" FROM ");
    grantees(s, q);
    q.put_weighted(
        s,
        &[(4, ""), (q.when(STANDARD, 1), " CASCADE"), (q.when(STANDARD, 1), " RESTRICT")],
    );
}

/// What may be done, and on what.
#[generator]
fn privileges(s: &mut Source, q: &mut Script<'_>) {
    const ACTIONS: &[&str] =
        &["SELECT", "INSERT", "UPDATE", "DELETE", "REFERENCES", "TRIGGER", "TRUNCATE"];
    let standard = q.when(STANDARD, 1);
    pick!(s, {
        5 => {
            let table = names::known_table(s, q);
            let count = s.length(1..=3);
            q.list(s, count, |s, q, _| {
                let action = *s.choose(ACTIONS);
                q.put(action);
                let has_columns = ["SELECT", "INSERT", "UPDATE", "REFERENCES"].contains(&action);
                if has_columns && s.one_in(6) {
                    q.raw(" ");
                    let columns = names::some_columns(s, &table);
                    names::columns(s, q, &columns);
                }
            });
            q.put_one(s, &[" ON ", " ON TABLE "]);
            names::identifier(s, q, &table.name);
        },
        2 => {
            q.put_one(s, &["ALL PRIVILEGES ON ", "ALL ON "]);
            let table = names::known_table(s, q);
            names::identifier(s, q, &table.name);
        },
        standard => {
            q.put_one(s, &["USAGE", "CREATE", "ALL"]);
            q.put(" ON SCHEMA ");
            names::object(s, q);
        },
        standard => q.put_one(
            s,
            &[
                "USAGE ON SEQUENCE seq_1",
                "SELECT ON ALL TABLES IN SCHEMA public",
                "EXECUTE ON FUNCTION f1",
            ],
        ),
        q.when(MYSQL, 1) => q.put("SELECT ON *.*"),
    })
}

fn grantees(s: &mut Source, q: &mut Script<'_>) {
    let count = s.length(1..=2);
    q.list(s, count, |s, q, _| names::object(s, q));
}
