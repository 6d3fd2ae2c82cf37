//! Classes: bases, keywords, type parameters and bodies.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::compound::block;
use super::program::{NameKind, Program, Scope, ScopeKind};
use super::{calls, functions, names, types, words};
use crate::dictionary::Section;

/// A class definition.
#[generator]
pub(super) fn class(s: &mut Source, p: &mut Program<'_>) {
    functions::decorators(s, p);
    p.put("class ");
    let name = p.word(s, Section::Names, words::CLASSES).to_owned();
    p.put(&name);
    let parameters = types::type_parameters(s, p);
    let is_generic = parameters.is_some();
    types::within_parameters(p, parameters, |p| {
        if is_generic {
            typed_bases(s, p);
        } else {
            bases(s, p);
        }
        p.within(Scope::new(ScopeKind::Class), |p| block(s, p));
    });
    p.bind(&name, NameKind::Type);
}

/// What a class derives from.
#[generator]
fn bases(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        4 => {},
        1 => p.put("()"),
        3 => p.enclose("(", ")", |p| names::exception(s, p)),
        2 => p.enclose("(", ")", |p| types::annotation(s, p)),
        1 => calls::mixed_arguments(s, p),
    })
}

/// What a generic class derives from: types only, since a lambda or a comprehension there is
/// refused within a class.
#[generator]
fn typed_bases(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        3 => {},
        2 => p.enclose("(", ")", |p| types::annotation(s, p)),
        1 => {
            p.put("(");
            types::annotation(s, p);
            p.put(", metaclass=");
            types::type_name(s, p);
            p.put(")");
        },
    })
}
