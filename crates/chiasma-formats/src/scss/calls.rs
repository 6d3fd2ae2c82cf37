//! Calls of functions and mixins: of the library, and of the sheet's own.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Scss;
use super::expressions::{expression, simple};
use super::library::{Builtin, LIBRARY};
use super::literals::literal;
use super::state::{Callable, Kind};

/// A call of a function of the library that gives this kind.
#[generator]
pub(super) fn builtin_call(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    let callable: Vec<&Builtin> = LIBRARY
        .iter()
        .filter(|f| f.gives == kind && name_of(d, f, Naming::Module).is_some())
        .collect();
    if callable.is_empty() {
        return simple(s, d, kind);
    }
    let builtin = callable[s.index(callable.len())];
    let naming = if s.as_value().one_in(3) { Naming::Global } else { Naming::Module };
    let name = name_of(d, builtin, naming).expect("it was there a moment ago");
    if s.as_value().one_in(25) && !builtin.global.is_empty() {
        d.put(&format!("call(get-function(\"{}\"), ", builtin.global));
    } else {
        d.put(&name);
        d.put("(");
    }
    let most = builtin.takes.len();
    let count = builtin.required + s.index(most - builtin.required + 1);
    let named_from = if s.one_in(6) { s.index(count) } else { count };
    for (index, (parameter, kind)) in builtin.takes[..count].iter().enumerate() {
        if index > 0 {
            d.put(", ");
        }
        if index >= named_from && !parameter.is_empty() {
            d.put(&format!("${parameter}: "));
        }
        argument(s, d, *kind);
    }
    d.unless_slip(s, ")", &[", 1, 2, 3, 4)", "", ", $nope: 1)", ",,)"]);
}

/// Which name of a function is used if it has two.
#[derive(Clone, Copy)]
enum Naming {
    Module,
    Global,
}

/// The name that a function of the library has here, if it has one.
fn name_of(d: &Scss<'_>, builtin: &Builtin, naming: Naming) -> Option<String> {
    let in_module = d.own.namespace(builtin.module).map(|namespace| match namespace {
        "" => builtin.name.to_owned(),
        _ => format!("{namespace}.{}", builtin.name),
    });
    let global = (!builtin.global.is_empty()).then(|| builtin.global.to_owned());
    match naming {
        Naming::Global => global.or(in_module),
        Naming::Module => in_module.or(global),
    }
}

/// An argument: an expression, or a literal where only literals keep within bounds.
fn argument(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    match kind {
        Kind::Share
        | Kind::Fraction
        | Kind::Channel
        | Kind::Index
        | Kind::Count
        | Kind::Selector => {
            literal(s, d, kind);
        }
        _ => expression(s, d, kind),
    }
}

/// A call of a function of the sheet's own that gives this kind.
#[generator]
pub(super) fn function_call(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    let functions: Vec<Callable> = d
        .own
        .functions
        .iter()
        .filter(|function| function.gives == kind)
        .map(|function| function.callable.clone())
        .collect();
    if functions.is_empty() {
        return simple(s, d, kind);
    }
    let function = s.choose(&functions);
    if !d.own.afford(function.cost) {
        return simple(s, d, kind);
    }
    d.put(&function.name);
    d.put("(");
    arguments(s, d, function);
    d.unless_slip(s, ")", &["", ", $nope: 1)", "("]);
}

/// Arguments for a function's or a mixin's parameters.
#[generator]
pub(super) fn arguments(s: &mut Source, d: &mut Scss<'_>, callable: &Callable) {
    let parameters = &callable.parameters;
    let required = parameters.iter().take_while(|parameter| !parameter.has_default).count();
    let count = required + s.index(parameters.len() - required + 1);
    let named_from = if s.one_in(4) { s.index(count + 1) } else { count };
    let mut comma = "";
    for (index, parameter) in parameters[..count].iter().enumerate() {
        d.put(comma);
        comma = ", ";
        if index >= named_from {
            d.put(&format!("${}: ", parameter.name));
        }
        expression(s, d, parameter.kind);
    }
    if callable.has_rest && count == parameters.len() && named_from == count {
        pick!(s, {
            2 => {},
            3 => {
                for _ in 0..s.length(1..=3) {
                    d.put(comma);
                    comma = ", ";
                    expression(s, d, Kind::Length);
                }
            },
            1 => {
                d.put(comma);
                simple(s, d, Kind::List);
                d.put("...");
            },
        })
    }
}
