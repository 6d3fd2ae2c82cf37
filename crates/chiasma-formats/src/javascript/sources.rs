//! Source text in strings: `eval` and `Function`.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::context::Context;
use super::kinds::{Facts, Kind};
use super::levels::Level;
use super::program::Program;
use super::scopes::{Binding, Reach};
use super::{expressions, statements, strings};
use crate::draft::Writer as _;

/// `eval` of a program that gives a value of this kind.
#[generator]
pub(super) fn evaluation(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    if p.context.sources > 0 || !p.spend() {
        return expressions::leaf(s, p, kind, level);
    }
    // An indirect one sees what is global only. The text is a script, in async functions too.
    let direct = !s.one_in(7);
    let context = Context {
        strict: direct && p.context.strict,
        sources: 1,
        functions: p.context.functions,
        caught: p.context.caught,
        ..Context::default()
    };
    let text = p.capture(|p| {
        p.scoped(if direct { Reach::Function } else { Reach::Closed }, |p| {
            p.in_context(context, |p| {
                for _ in 0..s.index(3) {
                    statements::statement(s, p);
                    statements::close(p);
                }
                p.put("(");
                expressions::of(s, p, kind, Level::Comma);
                p.put(")");
            });
        });
    });
    p.at_level(Level::Call, level, |p| {
        p.put(if direct { "eval(" } else { "eval?.(" });
        strings::quoted(p, &text);
        p.put(")");
    });
}

/// A function made of source texts; it sees its parameters and what is global.
#[generator]
pub(super) fn function_constructor(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if p.context.sources > 0 {
        return expressions::leaf(s, p, Kind::Function, level);
    }
    let context = Context {
        returns: Some(Kind::Any),
        arguments: true,
        new_target: true,
        sources: 1,
        functions: p.context.functions + 1,
        ..Context::default()
    };
    let text = p.capture(|p| {
        p.scoped(Reach::Closed, |p| {
            p.scopes.declare_open("a".into(), Binding::Parameter, Facts::of(Kind::Any));
            p.scopes.declare_open("b".into(), Binding::Parameter, Facts::of(Kind::Number));
            p.in_context(context, |p| {
                for _ in 0..s.index(2) {
                    statements::statement(s, p);
                    statements::close(p);
                }
                p.put("return ");
                expressions::of(s, p, Kind::Any, Level::Comma);
            });
        });
    });
    p.at_level(Level::Call, level, |p| {
        p.put_one(s, &["new Function(", "Function("]);
        p.put_one(s, &["\"a\", \"b\", ", "\"a, b\", ", "\"a, b = 1\", ", "\"a\", \"...b\", "]);
        strings::quoted(p, &text);
        p.put(")");
    });
}
