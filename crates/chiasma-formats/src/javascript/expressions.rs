//! Expressions, by the kind of value they give; and the forms that can give any kind.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::kinds::Kind;
use super::levels::Level;
use super::program::Program;
use super::regexes::{self, Flags};
use super::samples::samples;
use super::words::{GLOBALS, SYMBOLS};
use super::{
    arrays, assignments, calls, library, literals, members, names, operators, protocols, sources,
    strings, trivia, values,
};
use crate::dictionary::Section;

/// An expression that gives a value of this kind, mostly.
pub(super) fn of(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    p.within_expression(|p| match kind {
        Kind::Any => expression(s, p, level),
        Kind::Nothing => values::nothing(s, p, level),
        Kind::Number => values::number(s, p, level),
        Kind::String => values::string(s, p, level),
        Kind::Boolean => values::boolean(s, p, level),
        Kind::BigInt => values::bigint(s, p, level),
        Kind::Symbol => values::symbol(s, p, level),
        Kind::Object => values::object(s, p, level),
        Kind::Array => values::array(s, p, level),
        Kind::Function => values::function(s, p, level),
        Kind::Class => values::class(s, p, level),
        Kind::RegExp => values::regexp(s, p, level),
        Kind::Promise => values::promise(s, p, level),
        Kind::Iterator => values::iterator(s, p, level),
        Kind::AsyncIterator => values::async_iterator(s, p, level),
        Kind::Date
        | Kind::Map
        | Kind::Set
        | Kind::Weak
        | Kind::TypedArray
        | Kind::Buffer
        | Kind::View
        | Kind::Error => values::instance(s, p, kind, level),
    });
}

/// An expression of any kind, where a comma may not stand.
pub(super) fn any(s: &mut Source, p: &mut Program<'_>) {
    of(s, p, Kind::Any, Level::Assignment);
}

/// Kinds of values that turn up anywhere, the simplest first.
const KINDS: &[(u32, Kind)] = &[
    (12, Kind::Number),
    (9, Kind::String),
    (4, Kind::Boolean),
    (2, Kind::Nothing),
    (6, Kind::Array),
    (7, Kind::Object),
    (5, Kind::Function),
    (1, Kind::BigInt),
    (1, Kind::Symbol),
    (2, Kind::RegExp),
    (2, Kind::Date),
    (2, Kind::Map),
    (2, Kind::Set),
    (1, Kind::Weak),
    (2, Kind::Promise),
    (2, Kind::Iterator),
    (1, Kind::AsyncIterator),
    (2, Kind::TypedArray),
    (1, Kind::Buffer),
    (1, Kind::View),
    (2, Kind::Error),
    (1, Kind::Class),
];

/// A kind of value.
pub(super) fn any_kind(s: &mut Source) -> Kind {
    *s.weighted(KINDS)
}

/// An expression of whatever kind.
#[generator]
fn expression(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if p.slip(s) {
        return p.put_one(
            s,
            &["", "(", "}", "1 +", "...[]", "a b", "await 1", "yield 1", "super()", "=>"],
        );
    }
    if !p.spend() {
        return leaf(s, p, Kind::Any, level);
    }
    // What only some places allow is likelier there.
    let wait = if p.context.can_await() || p.context.can_yield() { 6 } else { 0 };
    let inner = if p.context.privates.is_empty() { 0 } else { 8 };
    let above = if p.context.super_property { 4 } else { 0 };
    pick!(s, {
        24 => {
            let kind = any_kind(s);
            of(s, p, kind, level);
        },
        8 => leaf(s, p, Kind::Any, level),
        6 => any_form(s, p, Kind::Any, level),
        3 => members::chain(s, p, level),
        2 => library::call(s, p, Kind::Any, level),
        2 => assignments::assignment(s, p, level),
        2 => strings::tagged_template(s, p, level),
        2 => operators::unary(s, p, level),
        2 => this_or_meta(s, p, level),
        wait => suspension(s, p, level),
        1 => sources::evaluation(s, p, Kind::Any, level),
        1 => global(s, p, level),
        1 => library::call(s, p, Kind::Nothing, level),
        inner => members::private_access(s, p, Kind::Any, level),
        above => members::super_property(s, p, level),
    })
}

/// An expression that is more than a name or a literal, mostly.
#[generator]
pub(super) fn compound(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let kind = any_kind(s);
    pick!(s, {
        2 => of(s, p, kind, level),
        3 => library::call(s, p, kind, level),
        2 => any_form(s, p, kind, level),
        2 => operators::arithmetic(s, p, level),
        1 => operators::comparison(s, p, level),
        1 => operators::concatenation(s, p, level),
        1 => members::chain(s, p, level),
    })
}

/// A variable of the kind, or the simplest that is written out.
pub(super) fn leaf(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    if s.ratio(3, 4) && names::reference(s, p, kind).is_some() {
        return;
    }
    match kind {
        Kind::Any => pick!(s, {
            literals::number_literal(s, p, level),
            strings::string_literal(s, p),
            literals::boolean_literal(s, p, level),
            literals::nothing(s, p, level),
        }),
        Kind::Nothing => literals::nothing(s, p, level),
        Kind::Number => literals::number_literal(s, p, level),
        Kind::String => strings::string_literal(s, p),
        Kind::Boolean => literals::boolean_literal(s, p, level),
        Kind::BigInt => literals::bigint_literal(s, p, level),
        Kind::Symbol => p.put_one(s, SYMBOLS),
        Kind::Class => p.put_one(s, &["Object", "Array", "Error", "Map", "Set", "Promise"]),
        Kind::RegExp => regexes::regex_literal(s, p, Flags::Any),
        _ => p.put_one(s, samples(kind)),
    }
}

/// A form that every kind of value can come out of.
#[generator]
pub(super) fn any_form(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    match s.weighted_index(&[3, 4, 3, 1, 2, 4, 3, 1, 2, 1, 1]) {
        0 => parenthesized(s, p, kind),
        1 => conditional(s, p, kind, level),
        2 => operators::logical(s, p, kind, level),
        3 => sequence(s, p, kind, level),
        4 => assignments::to_variable(s, p, kind, level),
        5 => calls::known_call(s, p, kind, level),
        6 => members::known_member(s, p, kind, level),
        7 => calls::immediate_call(s, p, kind, level),
        8 => arrays::element(s, p, kind, level),
        9 if p.context.can_await() => p.at_level(Level::Unary, level, |p| {
            p.put("await ");
            of(s, p, kind, Level::Unary);
        }),
        _ => sources::evaluation(s, p, kind, level),
    }
}

#[generator]
fn parenthesized(s: &mut Source, p: &mut Program<'_>, kind: Kind) {
    p.put("(");
    if s.one_in(10) {
        trivia::comment(s, p);
    }
    of(s, p, kind, Level::Comma);
    if !p.slip(s) {
        p.put(")");
    }
}

#[generator]
fn conditional(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    p.at_level(Level::Conditional, level, |p| {
        p.each(s, 3, |s, p, index| match index {
            0 => condition(s, p, Level::Coalesce),
            1 => {
                p.put(" ? ");
                of(s, p, kind, Level::Assignment);
            }
            _ => {
                p.put(" : ");
                of(s, p, kind, Level::Assignment);
            }
        });
    });
}

/// What decides: a truth value, mostly.
pub(super) fn condition(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let kind =
        *s.weighted(&[(5, Kind::Boolean), (1, Kind::Any), (1, Kind::Number), (1, Kind::String)]);
    of(s, p, kind, level);
}

#[generator]
fn sequence(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    p.at_level(Level::Comma, level, |p| {
        any(s, p);
        p.put(", ");
        of(s, p, kind, Level::Assignment);
    });
}

/// `await` and `yield`, where they may stand.
#[generator]
fn suspension(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if p.context.can_yield() && s.bool() {
        return p.at_level(Level::Assignment, level, |p| {
            pick!(s, {
                1 => p.put("yield"),
                4 => {
                    p.put("yield ");
                    any(s, p);
                },
                2 => {
                    p.put_one(s, &["yield* ", "yield *"]);
                    iterable(s, p, Level::Assignment);
                },
            })
        });
    }
    if !p.context.can_await() {
        return leaf(s, p, Kind::Any, level);
    }
    p.at_level(Level::Unary, level, |p| {
        p.put("await ");
        let kind = *s.choose(&[Kind::Promise, Kind::Any, Kind::Object]);
        of(s, p, kind, Level::Unary);
    });
}

/// `this`, `new.target`, `import.meta`, `arguments`.
#[generator]
fn this_or_meta(s: &mut Source, p: &mut Program<'_>, level: Level) {
    match s.weighted_index(&[4, 1, 1, 2, 1]) {
        1 if p.context.new_target => p.put("new.target"),
        2 if p.context.module => p.put("import.meta"),
        3 if p.context.arguments && !p.context.no_arguments => {
            p.put_one(s, &["arguments", "arguments.length", "arguments[0]", "[...arguments]"]);
        }
        4 => dynamic_import(s, p, level),
        _ => p.put("this"),
    }
}

/// `import(...)`; what it rejects with is caught.
fn dynamic_import(s: &mut Source, p: &mut Program<'_>, level: Level) {
    p.at_level(Level::Call, level, |p| {
        p.put("import(");
        of(s, p, Kind::String, Level::Assignment);
        if s.one_in(5) {
            p.put(", {with: {type: \"json\"}}");
        }
        p.put(").catch(() => {})");
    });
}

/// A global by its name, and what every function has.
#[generator]
fn global(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let way = s.weighted_index(&[2, 1, 2, 1, 1]);
    let name = p.word(s, Section::Keywords, GLOBALS);
    let own = [Level::Primary, Level::Call, Level::Call, Level::Call, Level::Unary][way];
    p.at_level(own, level, |p| {
        p.put(if way == 4 { "typeof " } else { "" });
        p.put(name);
        p.put(["", "?.name", "?.prototype", "?.length", ""][way]);
    });
}

/// Something to go through with `of`, spread or destructure.
#[generator]
pub(super) fn iterable(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let kind = *s.weighted(&[
        (10, Kind::Array),
        (3, Kind::String),
        (2, Kind::Set),
        (2, Kind::Map),
        (3, Kind::Iterator),
        (1, Kind::TypedArray),
    ]);
    if p.spend() && s.one_in(10) {
        return protocols::iterable_object(s, p);
    }
    of(s, p, kind, level);
}
