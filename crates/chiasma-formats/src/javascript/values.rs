//! Values of each kind, by literals, operators, the library, or forms that give any kind.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::context::This;
use super::expressions::{any_form, leaf, of};
use super::kinds::Kind;
use super::levels::Level;
use super::program::Program;
use super::regexes::{self, Flags};
use super::words::{ERRORS, TYPED_ARRAYS};
use super::{
    arrays, calls, classes, functions, library, literals, members, objects, operators, protocols,
    sources, strings,
};

#[generator]
pub(super) fn nothing(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return literals::nothing(s, p, level);
    }
    match s.weighted_index(&[6, 1, 2]) {
        0 => literals::nothing(s, p, level),
        1 => p.at_level(Level::Unary, level, |p| {
            p.put("void ");
            of(s, p, Kind::Any, Level::Unary);
        }),
        _ => library::call(s, p, Kind::Nothing, level),
    }
}

#[generator]
pub(super) fn number(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Number, level);
    }
    match s.weighted_index(&[5, 2, 2, 5, 1, 4]) {
        0 => leaf(s, p, Kind::Number, level),
        1 => literals::number_literal(s, p, level),
        2 => any_form(s, p, Kind::Number, level),
        3 => operators::arithmetic(s, p, level),
        4 => operators::update(s, p, level),
        _ => library::call(s, p, Kind::Number, level),
    }
}

#[generator]
pub(super) fn string(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::String, level);
    }
    match s.weighted_index(&[5, 2, 2, 2, 3, 1, 4]) {
        0 => leaf(s, p, Kind::String, level),
        1 => strings::string_literal(s, p),
        2 => strings::template_literal(s, p),
        3 => any_form(s, p, Kind::String, level),
        4 => operators::concatenation(s, p, level),
        5 => p.at_level(Level::Unary, level, |p| {
            p.put("typeof ");
            of(s, p, Kind::Any, Level::Unary);
        }),
        _ => library::call(s, p, Kind::String, level),
    }
}

#[generator]
pub(super) fn boolean(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Boolean, level);
    }
    match s.weighted_index(&[3, 1, 6, 2, 3]) {
        0 => leaf(s, p, Kind::Boolean, level),
        1 => any_form(s, p, Kind::Boolean, level),
        2 => operators::comparison(s, p, level),
        3 => p.at_level(Level::Unary, level, |p| {
            let way = s.index(3);
            p.put(["!", "!!", "delete "][way]);
            match way {
                2 => members::deletable(s, p),
                _ => of(s, p, Kind::Any, Level::Unary),
            }
        }),
        _ => library::call(s, p, Kind::Boolean, level),
    }
}

#[generator]
pub(super) fn bigint(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::BigInt, level);
    }
    match s.weighted_index(&[4, 1, 3, 2]) {
        0 => leaf(s, p, Kind::BigInt, level),
        1 => any_form(s, p, Kind::BigInt, level),
        2 => operators::bigint_arithmetic(s, p, level),
        _ => library::call(s, p, Kind::BigInt, level),
    }
}

#[generator]
pub(super) fn symbol(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Symbol, level);
    }
    match s.weighted_index(&[3, 2]) {
        0 => leaf(s, p, Kind::Symbol, level),
        _ => library::call(s, p, Kind::Symbol, level),
    }
}

#[generator]
pub(super) fn object(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Object, level);
    }
    match s.weighted_index(&[4, 6, 1, 3, 2, 2, 1]) {
        0 => leaf(s, p, Kind::Object, level),
        1 => drop(objects::object_literal(s, p)),
        2 => any_form(s, p, Kind::Object, level),
        3 => library::call(s, p, Kind::Object, level),
        4 => classes::construction(s, p, level),
        5 => protocols::proxy(s, p),
        _ if p.context.this != This::Unknown => p.put("this"),
        _ => protocols::array_like(s, p),
    }
}

#[generator]
pub(super) fn array(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Array, level);
    }
    match s.weighted_index(&[4, 5, 1, 4]) {
        0 => leaf(s, p, Kind::Array, level),
        1 => arrays::array_literal(s, p),
        2 => any_form(s, p, Kind::Array, level),
        _ => library::call(s, p, Kind::Array, level),
    }
}

#[generator]
pub(super) fn function(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Function, level);
    }
    match s.weighted_index(&[3, 7, 1, 1]) {
        0 => leaf(s, p, Kind::Function, level),
        1 => drop(functions::function_expression(s, p, level)),
        2 => library::call(s, p, Kind::Function, level),
        _ => sources::function_constructor(s, p, level),
    }
}

#[generator]
pub(super) fn class(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Class, level);
    }
    match s.weighted_index(&[3, 2]) {
        0 => leaf(s, p, Kind::Class, level),
        _ => drop(classes::class_expression(s, p)),
    }
}

#[generator]
pub(super) fn regexp(s: &mut Source, p: &mut Program<'_>, level: Level) {
    match s.weighted_index(&[5, 1, 1]) {
        0 => regexes::regex_literal(s, p, Flags::Any),
        1 => leaf(s, p, Kind::RegExp, level),
        _ => library::call(s, p, Kind::RegExp, level),
    }
}

#[generator]
pub(super) fn promise(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Promise, level);
    }
    match s.weighted_index(&[2, 3, 1, 2]) {
        0 => leaf(s, p, Kind::Promise, level),
        1 => library::call(s, p, Kind::Promise, level),
        2 => any_form(s, p, Kind::Promise, level),
        _ => calls::async_call(s, p, level),
    }
}

#[generator]
pub(super) fn iterator(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Iterator, level);
    }
    match s.weighted_index(&[2, 4, 2, 1]) {
        0 => leaf(s, p, Kind::Iterator, level),
        1 => library::call(s, p, Kind::Iterator, level),
        2 => calls::generator_call(s, p, level),
        _ => any_form(s, p, Kind::Iterator, level),
    }
}

#[generator]
pub(super) fn async_iterator(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::AsyncIterator, level);
    }
    match s.weighted_index(&[1, 3]) {
        0 => leaf(s, p, Kind::AsyncIterator, level),
        _ => calls::async_generator_call(s, p, level),
    }
}

/// An instance of one of the library's classes.
#[generator]
pub(super) fn instance(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    if !p.spend() {
        return leaf(s, p, kind, level);
    }
    match s.weighted_index(&[2, 6, 1, 1]) {
        0 => leaf(s, p, kind, level),
        1 => library::call(s, p, kind, level),
        2 => any_form(s, p, kind, level),
        _ if kind == Kind::TypedArray => {
            p.put(&format!("new {}(", s.as_value().choose(TYPED_ARRAYS)));
            of(s, p, Kind::Array, Level::Assignment);
            p.put(")");
        }
        _ if kind == Kind::Error => {
            p.put(&format!("new {}(", s.as_value().choose(ERRORS)));
            of(s, p, Kind::String, Level::Assignment);
            p.put(")");
        }
        _ => leaf(s, p, kind, level),
    }
}
