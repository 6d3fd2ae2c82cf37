//! Instances of classes: `new` of something.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::classes::class_expression;
use super::functions::{self, Manner, Sort};
use super::kinds::{Facts, Kind};
use super::levels::Level;
use super::program::Program;
use super::scopes::Variable;
use super::{calls, expressions, names};
use crate::dictionary::Section;

/// `new` of something.
#[generator]
pub(super) fn construction(s: &mut Source, p: &mut Program<'_>, level: Level) {
    pick!(s, {
        3 => drop(known_instance(s, p)),
        1 => {
            p.put("new (");
            let facts = class_expression(s, p);
            p.put(")(");
            calls::arguments(s, p, facts.call.as_ref().map_or(&[][..], |call| &call.parameters));
            p.put(")");
        },
        1 => {
            p.put("new (function () { this.");
            names::put_property_name(s, p);
            p.put(" = ");
            let manner = Manner::Function;
            let context = functions::inner_context(p, Sort::Plain, &manner, Kind::Any);
            p.in_context(context, |p| expressions::any(s, p));
            p.put("; })()");
        },
        1 => p.at_level(Level::Update, level, |p| {
            p.put("new ");
            p.put_one(
                s,
                &["Object", "Map", "Set", "Array", "WeakMap", "String", "Error", "WeakSet"],
            );
        }),
    });
}

/// An instance of a class that is known; gives what is known of it.
#[generator]
pub(super) fn known_instance(s: &mut Source, p: &mut Program<'_>) -> Facts {
    let known =
        |variable: &Variable| variable.facts.kind == Kind::Class && variable.facts.call.is_some();
    let Some(class) = p.pick(s, known) else {
        let word = p.word(s, Section::Texts, &["x", "y", ""]);
        p.put("new Error(");
        super::strings::quoted(p, word);
        p.put(")");
        return Facts::of(Kind::Error);
    };
    p.put("new ");
    names::written(s, p, &class.name);
    p.put("(");
    calls::arguments(s, p, class.facts.call.as_ref().map_or(&[][..], |call| &call.parameters));
    p.put(")");
    Facts { members: class.facts.instance, ..Facts::of(Kind::Object) }
}
