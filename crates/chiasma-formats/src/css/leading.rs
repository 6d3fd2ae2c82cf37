//! Rules that come before all others: imports, namespaces, the order of layers.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::at_rules::layer_name;
use super::conditions::media_queries;
use super::sheet::{Dialect, Sheet};

/// The rules that come before all others, in the order that CSS asks for.
#[generator]
pub(crate) fn leading_rules<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    if s.one_in(21) {
        d.put("@charset \"utf-8\";\n");
    }
    if s.one_in(11) {
        layer_statement(s, d);
    }
    for _ in 0..s.weighted_index(&[8, 1, 1]) {
        import(s, d);
    }
    for _ in 0..s.weighted_index(&[12, 1, 1]) {
        namespace(s, d);
    }
}

/// Another style sheet.
#[generator]
fn import<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@import ");
    pick!(s, {
        2 => d.put_one(s, &["url(a.css)", "url(\"b.css\")", "url( c.css )", "url(//x.y/z)"]),
        // A dialect takes other names for files of its own.
        1 => d.put_one(s, &["\"a.css\"", "'http://x.y/z.css'", "\"//a/b.css\"", "\"/c.css\""]),
    });
    pick!(s, {
        3 => {},
        1 => d.put(" layer"),
        1 => d.put_one(s, &[" layer(a)", " layer(a.b)"]),
    });
    if s.one_in(6) {
        d.put(" supports(");
        d.put_one(s, &["display: grid", "not (display: grid)", "(a: b) and (c: d)"]);
        d.put(")");
    }
    if s.one_in(3) {
        d.put(" ");
        media_queries(s, d);
    }
    d.put(";\n");
}

/// A namespace and its prefix.
#[generator]
fn namespace<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@namespace ");
    let prefix = *s.choose(&["", "svg", "a", "html", "x"]);
    if !prefix.is_empty() {
        d.put(prefix);
        d.put(" ");
        d.prefixes.push(prefix);
    }
    d.put_one(
        s,
        &[
            "url(http://www.w3.org/2000/svg)",
            "\"http://www.w3.org/1999/xhtml\"",
            "\"\"",
            "url('a')",
        ],
    );
    d.put(";\n");
}

/// The order of layers.
#[generator]
pub(super) fn layer_statement<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    d.put("@layer ");
    for index in 0..s.length(1..=3) {
        if index > 0 {
            d.put(", ");
        }
        layer_name(s, d);
    }
    d.put(";\n");
}
