//! Values of each kind, by literals, operators, the library, or forms that give any kind.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::context::This;
use super::expressions::{any_form, leaf, of};
use super::kinds::Kind;
use super::levels::Level;
use super::program::Program;
use super::regexes::{self, Flags};
use super::words::{ERRORS, TYPED_ARRAYS};
use super::{
    arrays, calls, classes, functions, instances, library, literals, members, objects, operators,
    protocols, sources, strings,
};

#[generator]
pub(super) fn nothing(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return literals::nothing(s, p, level);
    }
    pick!(s, {
        6 => literals::nothing(s, p, level),
        1 => p.at_level(Level::Unary, level, |p| {
            p.put("void ");
            of(s, p, Kind::Any, Level::Unary);
        }),
        2 => library::call(s, p, Kind::Nothing, level),
    });
}

#[generator]
pub(super) fn number(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Number, level);
    }
    pick!(s, {
        5 => leaf(s, p, Kind::Number, level),
        2 => literals::number_literal(s, p, level),
        2 => any_form(s, p, Kind::Number, level),
        5 => operators::arithmetic(s, p, level),
        1 => operators::update(s, p, level),
        4 => library::call(s, p, Kind::Number, level),
    });
}

#[generator]
pub(super) fn string(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::String, level);
    }
    pick!(s, {
        5 => leaf(s, p, Kind::String, level),
        2 => strings::string_literal(s, p),
        2 => strings::template_literal(s, p),
        2 => any_form(s, p, Kind::String, level),
        3 => operators::concatenation(s, p, level),
        1 => p.at_level(Level::Unary, level, |p| {
            p.put("typeof ");
            of(s, p, Kind::Any, Level::Unary);
        }),
        4 => library::call(s, p, Kind::String, level),
    });
}

#[generator]
pub(super) fn boolean(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Boolean, level);
    }
    pick!(s, {
        3 => leaf(s, p, Kind::Boolean, level),
        1 => any_form(s, p, Kind::Boolean, level),
        6 => operators::comparison(s, p, level),
        2 => p.at_level(Level::Unary, level, |p| {
            let way = s.index(3);
            p.put(["!", "!!", "delete "][way]);
            match way {
                2 => members::deletable(s, p),
                _ => of(s, p, Kind::Any, Level::Unary),
            }
        }),
        3 => library::call(s, p, Kind::Boolean, level),
    });
}

#[generator]
pub(super) fn bigint(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::BigInt, level);
    }
    pick!(s, {
        4 => leaf(s, p, Kind::BigInt, level),
        1 => any_form(s, p, Kind::BigInt, level),
        3 => operators::bigint_arithmetic(s, p, level),
        2 => library::call(s, p, Kind::BigInt, level),
    });
}

#[generator]
pub(super) fn symbol(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Symbol, level);
    }
    pick!(s, {
        3 => leaf(s, p, Kind::Symbol, level),
        2 => library::call(s, p, Kind::Symbol, level),
    });
}

#[generator]
pub(super) fn object(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Object, level);
    }
    pick!(s, {
        4 => leaf(s, p, Kind::Object, level),
        6 => drop(objects::object_literal(s, p)),
        1 => any_form(s, p, Kind::Object, level),
        3 => library::call(s, p, Kind::Object, level),
        2 => instances::construction(s, p, level),
        2 => protocols::proxy(s, p),
        1 => {
            if p.context.this != This::Unknown {
                p.put("this");
            } else {
                protocols::array_like(s, p);
            }
        },
    });
}

#[generator]
pub(super) fn array(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Array, level);
    }
    pick!(s, {
        4 => leaf(s, p, Kind::Array, level),
        5 => arrays::array_literal(s, p),
        1 => any_form(s, p, Kind::Array, level),
        4 => library::call(s, p, Kind::Array, level),
    });
}

#[generator]
pub(super) fn function(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Function, level);
    }
    pick!(s, {
        3 => leaf(s, p, Kind::Function, level),
        7 => drop(functions::function_expression(s, p, level)),
        1 => library::call(s, p, Kind::Function, level),
        1 => sources::function_constructor(s, p, level),
    });
}

#[generator]
pub(super) fn class(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Class, level);
    }
    pick!(s, {
        3 => leaf(s, p, Kind::Class, level),
        2 => drop(classes::class_expression(s, p)),
    });
}

#[generator]
pub(super) fn regexp(s: &mut Source, p: &mut Program<'_>, level: Level) {
    pick!(s, {
        5 => regexes::regex_literal(s, p, Flags::Any),
        1 => leaf(s, p, Kind::RegExp, level),
        1 => library::call(s, p, Kind::RegExp, level),
    });
}

#[generator]
pub(super) fn promise(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Promise, level);
    }
    pick!(s, {
        2 => leaf(s, p, Kind::Promise, level),
        3 => library::call(s, p, Kind::Promise, level),
        1 => any_form(s, p, Kind::Promise, level),
        2 => calls::async_call(s, p, level),
    });
}

#[generator]
pub(super) fn iterator(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::Iterator, level);
    }
    pick!(s, {
        2 => leaf(s, p, Kind::Iterator, level),
        4 => library::call(s, p, Kind::Iterator, level),
        2 => calls::generator_call(s, p, level),
        1 => any_form(s, p, Kind::Iterator, level),
    });
}

#[generator]
pub(super) fn async_iterator(s: &mut Source, p: &mut Program<'_>, level: Level) {
    if !p.spend() {
        return leaf(s, p, Kind::AsyncIterator, level);
    }
    pick!(s, {
        1 => leaf(s, p, Kind::AsyncIterator, level),
        3 => calls::async_generator_call(s, p, level),
    });
}

/// An instance of one of the library's classes.
#[generator]
pub(super) fn instance(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    if !p.spend() {
        return leaf(s, p, kind, level);
    }
    pick!(s, {
        2 => leaf(s, p, kind, level),
        6 => library::call(s, p, kind, level),
        1 => any_form(s, p, kind, level),
        1 => {
            if kind == Kind::TypedArray {
                p.put(&format!("new {}(", s.as_value().choose(TYPED_ARRAYS)));
                of(s, p, Kind::Array, Level::Assignment);
                p.put(")");
            } else if kind == Kind::Error {
                p.put(&format!("new {}(", s.as_value().choose(ERRORS)));
                of(s, p, Kind::String, Level::Assignment);
                p.put(")");
            } else {
                leaf(s, p, kind, level);
            }
        },
    });
}
