//! Names: how they are chosen, declared, used and written.

use std::rc::Rc;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::kinds::{Facts, Kind};
use super::levels::Level;
use super::program::Program;
use super::scopes::{Binding, Place, Variable};
use super::words::{FUNCTIONS, NAMES, PRIVATES, PROPERTIES, RESERVED, SYMBOLS};
use super::{expressions, strings};
use crate::dictionary::Section;

/// Declares a name that does not clash with others, and writes it; it can be used once it is opened.
#[generator]
pub(super) fn declared_name(
    s: &mut Source,
    p: &mut Program<'_>,
    own: &[&str],
    binding: Binding,
    facts: Facts,
) -> Place {
    let name = free_name(s, p, own, binding);
    if p.slip(s) {
        p.put_one(s, RESERVED);
    } else {
        written(s, p, &name);
    }
    p.scopes.declare(name, binding, facts)
}

/// Declares a variable's name.
pub(super) fn variable_name(s: &mut Source, p: &mut Program<'_>, binding: Binding) -> Place {
    declared_name(s, p, NAMES, binding, Facts::of(Kind::Any))
}

/// A name that can be declared here: the one drawn, or the next that is free.
pub(super) fn free_name(
    s: &mut Source,
    p: &Program<'_>,
    own: &[&str],
    binding: Binding,
) -> Rc<str> {
    let s = &mut *s.as_value();
    let word = p.word(s, Section::Names, own);
    // Declaring a name twice is the mistake to make here.
    if p.slip(s) {
        return p.scopes.own().last().map_or_else(|| word.into(), |variable| variable.name.clone());
    }
    let fits = |name: &str| {
        is_identifier(name) && p.context.has_identifier(name) && p.scopes.is_free(name, binding)
    };
    if fits(word) {
        return word.into();
    }
    let start = own.iter().position(|name| *name == word).unwrap_or(0);
    let next = own[start..].iter().chain(own).find(|name| fits(name));
    match next {
        Some(name) => (*name).into(),
        None => (0..)
            .map(|number| format!("{}{number}", own[0]))
            .find(|name| fits(name))
            .unwrap_or_default()
            .into(),
    }
}

/// A name for a function, to be declared.
pub(super) fn function_name(s: &mut Source, p: &Program<'_>, binding: Binding) -> Rc<str> {
    free_name(s, p, FUNCTIONS, binding)
}

/// Whether a word of the user's is a name; what it cannot be is a name of the grammar.
pub(super) fn is_identifier(word: &str) -> bool {
    let mut characters = word.chars();
    let begins = |c: char| c.is_alphabetic() || c == '_' || c == '$';
    characters.next().is_some_and(begins)
        && characters.all(|c| begins(c) || c.is_numeric() || c == '\u{200c}')
        && !GRAMMAR.contains(&word)
}

/// Words that are no identifiers anywhere.
const GRAMMAR: &[&str] = &[
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "new",
    "null",
    "return",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
    "let",
    "eval",
    "arguments",
    "undefined",
    "NaN",
    "Infinity",
];

/// Writes a name, with an escape in it sometimes.
pub(super) fn written(s: &mut Source, p: &mut Program<'_>, name: &str) {
    let s = &mut *s.as_value();
    let mut characters = name.chars();
    match (s.weighted_index(&[120, 1, 1]), characters.next()) {
        (1, Some(first)) if first as u32 <= 0xffff => {
            p.put(&format!("\\u{:04x}{}", first as u32, characters.as_str()));
        }
        (2, Some(first)) => p.put(&format!("\\u{{{:X}}}{}", first as u32, characters.as_str())),
        _ => p.put(name),
    }
}

/// Writes a variable of this kind if there is one; else says so and draws nothing.
#[generator]
pub(super) fn reference(s: &mut Source, p: &mut Program<'_>, kind: Kind) -> Option<Variable> {
    if p.slip(s) {
        p.put_one(s, &["undeclared", "missing.member", "#gone", "let", "enum", "this.#gone"]);
        return None;
    }
    let s = &mut *s.as_value();
    let variable = p.pick_of(s, kind)?;
    written(s, p, &variable.name);
    Some(variable)
}

/// The key of a property where it is declared: a name, a text, a number or computed.
///
/// Gives the name if it is one that can be used after a dot.
#[generator]
pub(super) fn property_key(s: &mut Source, p: &mut Program<'_>) -> Option<Rc<str>> {
    pick!(s, {
        12 => {
            let name = property_name(s, p);
            written(s, p, &name);
            Some(name)
        },
        2 => {
            strings::string_literal(s, p);
            None
        },
        1 => {
            p.put_one(s, &["0", "1", "2", "10", "1.5", "0x10", "1e3", "1n", ".5", "4294967295"]);
            None
        },
        2 => {
            p.put("[");
            computed_key(s, p);
            p.put("]");
            None
        },
        1 => {
            p.put("[");
            p.put_one(s, SYMBOLS);
            p.put("]");
            None
        },
    })
}

/// The expression of a computed key.
#[generator]
pub(super) fn computed_key(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        4 => strings::string_literal(s, p),
        3 => expressions::of(s, p, Kind::String, Level::Assignment),
        2 => expressions::of(s, p, Kind::Number, Level::Assignment),
        1 => expressions::of(s, p, Kind::Symbol, Level::Assignment),
        1 => p.put_one(s, SYMBOLS),
    })
}

/// A name that can stand after a dot; `__proto__` is left to those who know what it does.
pub(super) fn property_name(s: &mut Source, p: &Program<'_>) -> Rc<str> {
    let s = &mut *s.as_value();
    let word = p.word(s, Section::Attributes, PROPERTIES);
    let mut characters = word.chars();
    let is_name = characters.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        && characters.all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    if is_name && word != "__proto__" { word.into() } else { PROPERTIES[0].into() }
}

/// Writes a [`property_name`].
pub(super) fn put_property_name(s: &mut Source, p: &mut Program<'_>) {
    let name = property_name(s, p);
    p.put(&name);
}

/// A private name that `taken` does not have yet.
pub(super) fn private_name(s: &mut Source, taken: &[Rc<str>]) -> Rc<str> {
    let s = &mut *s.as_value();
    let start = s.index(PRIVATES.len());
    let free = PRIVATES[start..]
        .iter()
        .chain(PRIVATES)
        .find(|name| taken.iter().all(|other| &**other != **name));
    match free {
        Some(name) => (*name).into(),
        None => format!("a{}", taken.len()).into(),
    }
}
