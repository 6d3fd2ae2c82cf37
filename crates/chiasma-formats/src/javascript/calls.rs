//! Calls of the program's own functions.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::functions::{self, Manner, Sort};
use super::kinds::{Kind, Signature};
use super::levels::Level;
use super::program::Program;
use super::scopes::Variable;
use super::{expressions, names};

/// Arguments of these kinds; sometimes one too few, one too many, or spread.
#[generator]
pub(super) fn arguments(s: &mut Source, p: &mut Program<'_>, kinds: &[Kind]) {
    let count = pick!(s, {
        20 => kinds.len(),
        1 => kinds.len().saturating_sub(1),
        1 => kinds.len() + 1,
        1 => {
            p.put("...");
            return expressions::iterable(s, p, Level::Assignment);
        },
    });
    p.list(s, count, ", ", |s, p, index| {
        let kind = kinds.get(index).copied().unwrap_or(Kind::Any);
        expressions::of(s, p, kind, Level::Assignment);
    });
}

/// A call of a function that is known to give this kind, if there is one.
#[generator]
pub(super) fn known_call(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    let gives = |variable: &Variable| {
        variable.facts.kind == Kind::Function
            && variable
                .facts
                .call
                .as_ref()
                .is_some_and(|call| kind == Kind::Any || call.returns == kind)
    };
    match p.pick(s, gives) {
        Some(variable) => p.at_level(Level::Call, level, |p| function_call(s, p, &variable)),
        None => expressions::leaf(s, p, kind, level),
    }
}

/// A call of a function by its name, in one of the ways to write it.
#[generator]
pub(super) fn function_call(s: &mut Source, p: &mut Program<'_>, function: &Variable) {
    let kinds = function.facts.call.as_ref().map_or(&[][..], |call| &call.parameters);
    let way = s.weighted_index(&[20, 1, 1, 1, 1, 1]);
    let name = &*function.name;
    match way {
        4 => p.put(&format!("Reflect.apply({name}, this, [")),
        _ => names::written(s, p, name),
    }
    p.put(["(", "?.(", ".call(null, ", ".apply(this, [", "", ".bind(null)("][way]);
    arguments(s, p, kinds);
    p.put([")", ")", ")", "])", "])", ")"][way]);
    let returns = function.facts.call.as_ref().map(|call| call.returns);
    if returns == Some(Kind::Promise) && !p.context.can_await() && !s.one_in(6) {
        p.put(".catch(() => {})");
    }
}

/// A function that is called where it is written.
#[generator]
pub(super) fn immediate_call(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    let parameters = if s.bool() { vec![Kind::Number] } else { Vec::new() };
    let signature = Signature { parameters, returns: kind };
    p.at_level(Level::Call, level, |p| {
        p.put("(");
        pick!(s, {
            1 => functions::parameters_and_body(s, p, Sort::Plain, Manner::Arrow, &signature),
            1 => {
                p.put("function ");
                functions::parameters_and_body(s, p, Sort::Plain, Manner::Function, &signature);
            },
        });
        p.put_one(s, &[")(", ").call(this, ", ")?.("]);
        arguments(s, p, &signature.parameters);
        p.put(")");
    });
}

/// An async function that is called where it is written.
#[generator]
pub(super) fn async_call(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let signature = Signature { parameters: Vec::new(), returns: Kind::Any };
    p.at_level(Level::Call, level, |p| {
        p.put("(async ");
        functions::parameters_and_body(s, p, Sort::Async, Manner::Arrow, &signature);
        p.put(")()");
        if !p.context.can_await() || s.bool() {
            p.put_one(
                s,
                &[".catch(() => {})", ".then(x => x, e => e)", ".catch(e => e).finally(() => {})"],
            );
        }
    });
}

/// A generator function that is called where it is written.
#[generator]
pub(super) fn generator_call(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let signature = Signature { parameters: Vec::new(), returns: Kind::Any };
    p.at_level(Level::Call, level, |p| {
        p.put("(function* ");
        functions::parameters_and_body(s, p, Sort::Generator, Manner::Function, &signature);
        p.put_one(s, &[")()", ").call(this)", ").call([1, 2])"]);
    });
}

/// An async generator function that is called where it is written.
#[generator]
pub(super) fn async_generator_call(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let signature = Signature { parameters: Vec::new(), returns: Kind::Any };
    p.at_level(Level::Call, level, |p| {
        p.put("(async function* ");
        functions::parameters_and_body(s, p, Sort::AsyncGenerator, Manner::Function, &signature);
        p.put(")()");
    });
}
