//! Imports, of the library's modules and relative ones.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::layout::{Trailing, bracketed};
use super::program::{NameKind, Program};
use super::words;
use crate::dictionary::Section;

/// An import of either form.
#[generator]
pub(super) fn import(s: &mut Source, p: &mut Program<'_>) {
    let everything = u32::from(p.at_module());
    pick!(s, {
        4 => import_modules(s, p),
        4 => import_members(s, p),
        1 => import_relative(s, p),
        everything => {
            p.put("from ");
            p.put(s.as_value().choose(words::MODULES).0);
            p.put(" import *");
        },
    })
}

/// `import a, b.c as d`
#[generator]
fn import_modules(s: &mut Source, p: &mut Program<'_>) {
    p.put("import ");
    for place in 0..*s.weighted(&[(6, 1), (1, 2)]) {
        if place > 0 {
            p.put(", ");
        }
        let module = s.as_value().choose(words::MODULES).0;
        p.put(module);
        if !alias(s, p, NameKind::Module) {
            let bound = module.split('.').next().unwrap_or(module);
            p.bind(bound, NameKind::Module);
        }
    }
}

/// `from a import b as c, d`
#[generator]
fn import_members(s: &mut Source, p: &mut Program<'_>) {
    let (module, members) = *s.choose(words::MODULES);
    p.put("from ");
    p.put(module);
    p.put(" import ");
    imported(s, p, members);
}

/// `from ..package import a`
#[generator]
fn import_relative(s: &mut Source, p: &mut Program<'_>) {
    p.put("from ");
    p.put_one(s, &[".", "..", "...", "....", ". . ", ".a", "..b.c", ". a"]);
    p.put(" import ");
    imported(s, p, words::NAMES);
}

/// What is imported from a module, perhaps in parentheses.
#[generator]
fn imported(s: &mut Source, p: &mut Program<'_>, members: &[&str]) {
    if p.slip(s) {
        p.put_one(s, &["", "a,", "(", "()", "a.b", "*, a", "(*)"]);
        return;
    }
    let count = s.length(1..=2);
    if s.one_in(4) {
        bracketed(s, p, ("(", ")"), (count, Trailing::Allowed), |s, p, _| member(s, p, members));
        return;
    }
    for place in 0..count {
        if place > 0 {
            p.put(", ");
        }
        member(s, p, members);
    }
}

fn member(s: &mut Source, p: &mut Program<'_>, members: &[&str]) {
    let name = *s.choose(members);
    let is_type = name.starts_with(|c: char| c.is_ascii_uppercase());
    let kind = if is_type { NameKind::Type } else { NameKind::Callable };
    p.put(name);
    if !alias(s, p, kind) {
        p.bind(name, kind);
    }
}

/// `as` and a name, or nothing; whether there is one.
fn alias(s: &mut Source, p: &mut Program<'_>, kind: NameKind) -> bool {
    let has_one = s.one_in(4);
    if has_one {
        let name = p.word(s, Section::Names, words::NAMES);
        p.put(" as ");
        p.put(name);
        p.bind(name, kind);
    }
    has_one
}

/// An import that changes the language; mostly none.
#[generator]
pub(super) fn future(s: &mut Source, p: &mut Program<'_>) {
    const FEATURES: &[&str] = &[
        "annotations",
        "division",
        "print_function",
        "annotations, generator_stop",
        "(unicode_literals, nested_scopes,)",
        "with_statement as w",
        "absolute_import, generators",
    ];
    if s.one_in(15) {
        p.put("from __future__ import ");
        p.put(if p.slip(s) { "braces" } else { *s.as_value().choose(FEATURES) });
        p.put("\n");
    }
}
