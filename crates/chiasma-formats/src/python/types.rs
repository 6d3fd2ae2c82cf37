//! Annotations, type parameters and type aliases.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::layout::{Trailing, bracketed};
use super::names;
use super::numbers;
use super::program::{Name, NameKind, Program, Scope, ScopeKind};
use super::strings;
use super::words;
use crate::draft::distinct;

/// Maximum nesting depth of types.
const DEEPEST: u32 = 4;

/// A type, as an annotation has it.
#[generator]
pub(super) fn annotation(s: &mut Source, p: &mut Program<'_>) {
    p.quietly(|p| type_expression(s, p, 0));
}

#[generator]
fn type_expression(s: &mut Source, p: &mut Program<'_>, level: u32) {
    if level >= DEEPEST || !p.spend() {
        type_name(s, p);
        return;
    }
    pick!(s, {
        12 => type_name(s, p),
        4 => generic(s, p, level),
        2 => {
            type_name(s, p);
            p.put(" | ");
            type_expression(s, p, level + 1);
        },
        1 => strings::plain_string(s, p),
        1 => callable(s, p, level),
        1 => p.put_one(s, &["typing.Any", "typing.Self", "collections.abc.Iterable", "..."]),
        1 => literal_type(s, p),
    })
}

/// The name of a type: the program's own, or the library's.
#[generator]
pub(super) fn type_name(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    let own = pick!(s, {
        2 => None,
        1 => names::bound(s, p, |name| name.kind == NameKind::Type),
    });
    match own {
        Some(name) => p.put(&name),
        None => p.put_one(s, words::TYPES),
    }
}

/// A type that takes others.
#[generator]
fn generic(s: &mut Source, p: &mut Program<'_>, level: u32) {
    p.put_one(s, words::GENERICS);
    let count = s.length(1..=2);
    bracketed(s, p, ("[", "]"), (count, Trailing::Allowed), |s, p, _| {
        if s.one_in(13) {
            p.put("*");
            type_name(s, p);
        } else {
            type_expression(s, p, level + 1);
        }
    });
}

#[generator]
fn callable(s: &mut Source, p: &mut Program<'_>, level: u32) {
    p.put("typing.Callable[");
    let count = s.length(0..=2);
    bracketed(s, p, ("[", "]"), (count, Trailing::Allowed), |s, p, _| {
        type_expression(s, p, level + 1);
    });
    p.put(", ");
    type_expression(s, p, level + 1);
    p.put("]");
}

#[generator]
fn literal_type(s: &mut Source, p: &mut Program<'_>) {
    p.put("typing.Literal[");
    pick!(s, {
        numbers::number(s, p),
        strings::plain_string(s, p),
        p.put("None, -1, b'', True"),
    });
    p.put("]");
}

/// Type parameters in brackets, and the scope that they make; without any, nothing.
#[generator]
pub(super) fn type_parameters(s: &mut Source, p: &mut Program<'_>) -> Option<Scope> {
    if !s.one_in(7) {
        return None;
    }
    let mut scope = Scope::new(ScopeKind::TypeParameters);
    let count = s.length(1..=3);
    bracketed(s, p, ("[", "]"), (count, Trailing::Allowed), |s, p, _| {
        let kind = *s.weighted(&[(4, ""), (1, "*"), (1, "**")]);
        p.put(kind);
        let name = (*s.choose(words::TYPE_PARAMETERS)).to_owned();
        let name = if p.slip(s) { name } else { distinct(&name, |taken| scope.binds(taken)) };
        p.put(&name);
        scope.names.push(Name { text: name, kind: NameKind::Type });
        if kind.is_empty() {
            bound(s, p);
        }
    });
    Some(scope)
}

/// What a type parameter is bound by, or its choices; mostly nothing.
#[generator]
fn bound(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        4 => {},
        2 => {
            p.put(": ");
            annotation(s, p);
        },
        1 => {
            p.put(": ");
            let count = s.length(2..=3);
            bracketed(s, p, ("(", ")"), (count, Trailing::Allowed), |s, p, _| annotation(s, p));
        },
    })
}

/// Writes within the scope of type parameters, if there are any.
pub(super) fn within_parameters(
    p: &mut Program<'_>,
    parameters: Option<Scope>,
    write: impl FnOnce(&mut Program<'_>),
) {
    match parameters {
        Some(scope) => p.within(scope, write),
        None => write(p),
    }
}

/// `type Name[T] = ...`
#[generator]
pub(super) fn type_alias(s: &mut Source, p: &mut Program<'_>) {
    let name = (*s.as_value().choose(words::CLASSES)).to_owned();
    p.put("type ");
    p.put(&name);
    let parameters = type_parameters(s, p);
    p.put(" = ");
    within_parameters(p, parameters, |p| annotation(s, p));
    p.bind(&name, NameKind::Type);
}
