//! `global` and `nonlocal`: names that a scope takes from others.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::program::{Program, Scope, ScopeKind};
use super::words;
use crate::dictionary::Section;

/// A line that declares names of other scopes; mostly none.
///
/// It is the first of its block: a name may not be used before it is declared so.
#[generator]
pub(super) fn declarations(s: &mut Source, p: &mut Program<'_>) {
    let outer = p.outer_names();
    let nonlocal = if outer.is_empty() { 0 } else { 2 };
    let (keyword, names) = pick!(s, {
        10 => {
            if p.slip(s) {
                ("nonlocal ", vec!["nowhere".to_owned()])
            } else {
                return;
            }
        },
        1 => ("global ", p.free(vec![p.word(s, Section::Names, words::NAMES).to_owned()])),
        nonlocal => ("nonlocal ", outer),
    });
    if names.is_empty() {
        return;
    }
    let mut declared = vec![s.choose(&names).clone()];
    if names.len() > 1 && s.one_in(3) {
        declared.push(s.as_value().choose(&names).clone());
    }
    let indentation = p.indentation.clone();
    p.put(&indentation);
    p.put(keyword);
    p.put(declared.join(", "));
    p.put("\n");
    p.scope().foreign.append(&mut declared);
}

impl Program<'_> {
    /// Those of `names` that the innermost scope has not bound.
    fn free(&self, mut names: Vec<String>) -> Vec<String> {
        if let Some(scope) = self.scopes.last() {
            names.retain(|name| !scope.binds(name));
        }
        names
    }

    /// What `nonlocal` may name here: what functions around have bound themselves.
    fn outer_names(&self) -> Vec<String> {
        let Some((_, around)) = self.scopes.split_last() else { return Vec::new() };
        let is_function = |scope: &&Scope| matches!(scope.kind, ScopeKind::Function(_));
        let Some(nearest) = around.iter().rev().find(is_function) else { return Vec::new() };
        let own = nearest.names.iter().map(|name| name.text.clone());
        // A class would give a private name another.
        let names = own.filter(|name| !nearest.foreign.contains(name) && !name.starts_with("__"));
        self.free(names.collect())
    }
}
