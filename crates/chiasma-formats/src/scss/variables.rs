//! Variables: their names, and where they are assigned.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Scss;
use super::expressions::expression;
use super::state::Kind;
use crate::dictionary::Section;

/// A name for a variable of a kind, without the dollar sign.
pub(super) fn name_for(s: &mut Source, d: &Scss<'_>, kind: Kind) -> String {
    let own: &[&str] = match kind {
        Kind::Length => {
            let own = ["w", "size", "gap", "line-height", "a-b", "é"];
            // The dictionary's names are lengths: one name has one kind.
            return d.deciding_word(s, Section::Names, &own).to_owned();
        }
        Kind::Number => &["n", "count", "ratio", "z_index"],
        Kind::Percentage => &["p", "share"],
        Kind::Angle => &["angle", "hue"],
        Kind::Time => &["t", "duration"],
        Kind::Color => &["c", "color", "primary-color", "bg"],
        Kind::Name => &["name", "key", "side"],
        Kind::Text => &["s", "text"],
        Kind::Bool => &["b", "enabled"],
        Kind::List => &["l", "list", "breakpoints"],
        Kind::Map => &["m", "map", "theme"],
        _ => &["any"],
    };
    (*s.choose(own)).to_owned()
}

/// Kinds that variables have, the most useful first.
const KINDS: &[(u32, Kind)] = &[
    (5, Kind::Length),
    (4, Kind::Number),
    (4, Kind::Color),
    (3, Kind::Name),
    (3, Kind::Map),
    (3, Kind::List),
    (2, Kind::Text),
    (2, Kind::Bool),
    (1, Kind::Percentage),
    (1, Kind::Angle),
    (1, Kind::Time),
    (1, Kind::Any),
];

/// An assignment to a variable, of this scope or, where the language says so, of an outer one.
#[generator]
pub(super) fn variable(s: &mut Source, d: &mut Scss<'_>) {
    let kind = *s.weighted(KINDS);
    let name = name_for(s, d, kind);
    if d.own.counts(&name) {
        d.put("// ");
        d.put(&name);
        d.put("\n");
        return;
    }
    d.put(&format!("${name}"));
    if d.slip(s) {
        d.put_one(s, &["", "=", " ;", ": ;", ":: 1;", ": 1 !defalt;", ": $undefined;"]);
        return;
    }
    d.put_weighted(s, &[(12, ": "), (1, ":"), (1, " : "), (1, ":\n  ")]);
    expression(s, d, kind);
    let outer = if d.own.scopes.len() > 1 && d.own.is_global(&name) { 6 } else { 0 };
    pick!(s, {
        10 => {},
        2 => d.put(" !default"),
        outer => d.put(" !global"),
    });
    d.put(";");
    d.own.declare(&name, kind);
}
