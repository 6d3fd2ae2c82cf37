//! Functions, their parameters and decorators, and lambdas.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::compound::block;
use super::expressions::{Precedence, expression};
use super::layout::{Trailing, bracketed, end_of_line};
use super::program::{Flavour, Name, NameKind, Program, Scope, ScopeKind};
use super::{calls, names, types, words};
use crate::dictionary::Section;
use crate::draft::distinct;

/// A function definition.
#[generator]
pub(super) fn function(s: &mut Source, p: &mut Program<'_>) {
    let is_method = p.at_class();
    decorators(s, p);
    let flavour = *s.weighted(&[
        (8, Flavour::Plain),
        (2, Flavour::Generator),
        (2, Flavour::Coroutine),
        (1, Flavour::AsyncGenerator),
    ]);
    p.put(if flavour.is_async() { "async def " } else { "def " });
    let name = pick!(s, {
        3 => p.word(s, Section::Names, words::NAMES).to_owned(),
        if is_method { 3 } else { 0 } => (*s.as_value().choose(words::DUNDERS)).to_owned(),
    });
    p.put(&name);
    p.bind(&name, NameKind::Callable);
    let type_parameters = types::type_parameters(s, p);
    let is_generic = type_parameters.is_some();
    types::within_parameters(p, type_parameters, |p| {
        // What belongs to a generic function may neither bind, wait nor yield.
        p.quiet += u32::from(is_generic);
        let names = parameters(s, p, if is_method { Self_::Taken } else { Self_::None });
        if s.one_in(4) {
            p.put(" -> ");
            types::annotation(s, p);
        }
        p.quiet -= u32::from(is_generic);
        let mut scope = Scope::new(ScopeKind::Function(flavour));
        scope.names = names;
        p.within(scope, |p| block(s, p));
    });
}

/// Whether the first parameter is the object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Self_ {
    None,
    Taken,
}

/// Decorators, a line each; mostly none.
#[generator]
pub(super) fn decorators(s: &mut Source, p: &mut Program<'_>) {
    for _ in 0..*s.weighted(&[(8, 0), (2, 1), (1, 2)]) {
        p.put("@");
        decorator(s, p);
        end_of_line(s, p);
        let indentation = p.indentation.clone();
        p.put(&indentation);
    }
}

#[generator]
fn decorator(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        4 => p.put_one(s, words::DECORATORS),
        2 => names::callable(s, p),
        2 => {
            p.put_one(s, words::DECORATORS);
            calls::arguments(s, p);
        },
        1 => expression(s, p, Precedence::Named),
    })
}

/// What a parameter is, by its place among the others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Named,
    /// `/`: those before are given by place only.
    Slash,
    /// `*`: those behind are given by name only.
    Star,
    NameOnly,
    Rest,
    NamedRest,
}

/// The kinds of a function's parameters, in an order that is legal.
#[generator]
fn signature(s: &mut Source) -> Vec<Slot> {
    let mut slots = vec![Slot::Named; s.length(0..=3)];
    if !s.one_in(4) {
        return slots;
    }
    if !slots.is_empty() && s.bool() {
        slots.insert(1 + s.index(slots.len()), Slot::Slash);
    }
    pick!(s, {
        1 => {},
        1 => {
            slots.push(Slot::Star);
            slots.extend(vec![Slot::NameOnly; s.length(1..=2)]);
        },
        1 => {
            slots.push(Slot::Rest);
            slots.extend(vec![Slot::NameOnly; s.length(0..=2)]);
        },
    });
    if s.bool() {
        slots.push(Slot::NamedRest);
    }
    slots
}

/// A function's parameters in parentheses, and the names that they bind.
#[generator]
fn parameters(s: &mut Source, p: &mut Program<'_>, own: Self_) -> Vec<Name> {
    let mut slots = signature(s);
    if own == Self_::Taken {
        slots.insert(0, Slot::Named);
    }
    let mut list = List::new(Form::Annotated);
    let count = slots.len();
    let trailing = if count > 0 { Trailing::Allowed } else { Trailing::Refused };
    bracketed(s, p, ("(", ")"), (count, trailing), |s, p, place| {
        if place == 0 && own == Self_::Taken {
            let name = *s.as_value().weighted(&[(8, "self"), (2, "cls"), (1, "this")]);
            p.put(name);
            list.names.push(Name { text: name.to_owned(), kind: NameKind::Value });
        } else {
            parameter(s, p, slots[place], &mut list);
        }
    });
    list.names
}

/// A lambda.
#[generator]
pub(super) fn lambda(s: &mut Source, p: &mut Program<'_>) {
    p.put("lambda");
    let slots = signature(s);
    let mut list = List::new(Form::Bare);
    for (place, slot) in slots.iter().enumerate() {
        p.put(if place == 0 { " " } else { ", " });
        parameter(s, p, *slot, &mut list);
    }
    p.put(": ");
    let flavour = *s.weighted(&[(8, Flavour::Plain), (1, Flavour::Generator)]);
    let mut scope = Scope::new(ScopeKind::Lambda(flavour));
    scope.names = list.names;
    p.within(scope, |p| expression(s, p, Precedence::Test));
}

/// Parameters so far.
struct List {
    names: Vec<Name>,
    form: Form,
    /// Whether one by place has a default, so that all behind it need one.
    defaults: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Annotated,
    /// As a lambda's are.
    Bare,
}

impl List {
    fn new(form: Form) -> Self {
        Self { names: Vec::new(), form, defaults: false }
    }
}

/// One parameter.
#[generator]
fn parameter(s: &mut Source, p: &mut Program<'_>, slot: Slot, list: &mut List) {
    match slot {
        Slot::Slash => return p.put("/"),
        Slot::Star => return p.put("*"),
        Slot::Rest => p.put("*"),
        Slot::NamedRest => p.put("**"),
        Slot::Named | Slot::NameOnly => {}
    }
    let name = p.word(s, Section::Names, words::NAMES).to_owned();
    let taken = |name: &str| list.names.iter().any(|other| other.text == name);
    let name = if p.slip(s) { name } else { distinct(&name, taken) };
    p.put(&name);
    list.names.push(Name { text: name, kind: NameKind::Value });
    if list.form == Form::Annotated && s.one_in(4) {
        p.put(": ");
        // Only the rest of the arguments may be of unpacked types.
        if slot == Slot::Rest && s.one_in(3) {
            p.put("*");
            types::type_name(s, p);
        } else {
            types::annotation(s, p);
        }
    }
    let needs_default = slot == Slot::Named && list.defaults && !p.slip(s);
    let may_have_one = matches!(slot, Slot::Named | Slot::NameOnly);
    if needs_default || may_have_one && s.one_in(4) {
        list.defaults |= slot == Slot::Named;
        p.put("=");
        expression(s, p, Precedence::Test);
    }
}
