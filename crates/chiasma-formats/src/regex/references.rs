//! References back to what a group captured.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::characters::character;
use super::dialect::Dialect;
use super::mistakes;
use super::pattern::Pattern;

/// A reference to a group that is closed, by its name or its number.
#[generator]
pub(super) fn reference(s: &mut Source, p: &mut Pattern<'_>) {
    if p.draft.slip(s) {
        return mistakes::reference(s, p);
    }
    // One to a group that took no part would never match.
    let known: Vec<usize> =
        (0..p.groups.len()).filter(|at| p.groups[*at].captured.is_some()).collect();
    if known.is_empty() || p.fixed && p.dialect != Dialect::EcmaScript {
        return character(s, p);
    }
    let group = *s.choose(&known);
    let captured = p.groups[group].captured.clone().unwrap_or_default();
    refer(s, p, group);
    p.sample.push_str(&captured);
}

/// Writes a reference to the group at a place.
pub(super) fn refer(s: &mut Source, p: &mut Pattern<'_>, group: usize) {
    let number = group + 1;
    let back = p.groups.len() - group;
    let name = p.groups[group].name.clone();
    match (p.dialect, name) {
        (Dialect::EcmaScript, Some(name)) if s.bool() => p.put(&format!("\\k<{name}>")),
        (Dialect::Perl, Some(name)) => pick!(s, {
            p.put(&format!("\\k<{name}>")),
            p.put(&format!("\\k'{name}'")),
            p.put(&format!("\\k{{{name}}}")),
            p.put(&format!("\\g{{{name}}}")),
            p.put(&format!("(?P={name})")),
            by_number(p, number),
        }),
        (Dialect::Perl, None) => pick!(s, {
            1 => by_number(p, number),
            1 => p.put(&format!("\\g{{{number}}}")),
            1 => p.put(&format!("\\g{{-{back}}}")),
            1 => {
                p.put(&format!("\\g{number}"));
                p.end_number();
            },
        }),
        (Dialect::Backtracking, Some(name)) if s.as_value().bool() => {
            p.put(&format!("(?P={name})"));
        }
        (Dialect::Backtracking, Some(name)) => p.put(&format!("\\k<{name}>")),
        _ => by_number(p, number),
    }
}

fn by_number(p: &mut Pattern<'_>, number: usize) {
    p.put(&format!("\\{number}"));
    p.end_number();
}
