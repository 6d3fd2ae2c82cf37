//! Signatures: types with parameters and arguments (section 4.7.9.1).

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Class;
use super::attributes::Place;
use super::bytes::Bytes;
use super::names;
use super::types::{
    MethodDescriptor, Type, array_type, field_type, method_descriptor, reference_type,
};
use super::words;
use super::{OBJECT, STRING};

const VARIABLES: [&str; 5] = ["T", "E", "K", "V", "T1"];

/// The attribute `Signature` of whatever has it.
#[generator]
pub(super) fn signature(s: &mut Source, c: &mut Class<'_>, place: Place<'_>) -> Vec<u8> {
    let text = match place {
        Place::Field(ty) | Place::Component(ty) => type_signature(s, c, ty),
        Place::Method(method) => method_signature(s, c, &method.descriptor),
        Place::Class | Place::Code(_) => class_signature(s, c),
    };
    let text = spoilt(s, c, text);
    let mut out = Vec::new();
    let index = c.pool.utf8(&text);
    out.u2(c.index(s, index));
    out
}

/// The signature of a class, of a method or of a field.
#[generator]
pub(super) fn any_signature(s: &mut Source, c: &mut Class<'_>) -> String {
    let text = pick!(s, {
        1 => {
            let ty = if s.bool() { array_type(s, c) } else { reference_type(s, c) };
            type_signature(s, c, &ty)
        },
        1 => {
            let descriptor = method_descriptor(s, c);
            method_signature(s, c, &descriptor)
        },
        1 => {
            for _ in 0..s.length(0..=2) {
                c.interfaces.push(words::one_of(s, words::INTERFACES).to_owned());
            }
            class_signature(s, c)
        },
    });
    spoilt(s, c, text)
}

/// Parameters of types, the class above, and the interfaces.
#[generator]
fn class_signature(s: &mut Source, c: &mut Class<'_>) -> String {
    let mut text = type_parameters(s, c);
    for name in std::iter::once(c.parent.clone()).chain(c.interfaces.clone()) {
        text.push_str(&class_type(s, c, &name));
    }
    text
}

/// Parameters of types, of the method, what it gives and what it throws.
#[generator]
fn method_signature(s: &mut Source, c: &mut Class<'_>, descriptor: &MethodDescriptor) -> String {
    let mut text = type_parameters(s, c);
    text.push('(');
    for parameter in &descriptor.parameters {
        text.push_str(&type_signature(s, c, parameter));
    }
    text.push(')');
    match &descriptor.result {
        Some(ty) => text.push_str(&type_signature(s, c, ty)),
        None => text.push('V'),
    }
    for _ in 0..s.weighted_index(&[5, 1, 1]) {
        text.push('^');
        if s.bool() {
            text.push_str(&type_variable(s));
        } else {
            let name = *s.as_value().choose(words::THROWABLES);
            text.push_str(&class_type(s, c, name));
        }
    }
    text
}

/// Parameters with their bounds: a class or none, and interfaces.
#[generator]
fn type_parameters(s: &mut Source, c: &mut Class<'_>) -> String {
    let count = s.weighted_index(&[3, 3, 1]);
    if count == 0 {
        return String::new();
    }
    let mut text = String::from("<");
    for _ in 0..count {
        let name = if s.one_in(5) {
            names::simple_name(s, c)
        } else {
            (*s.as_value().choose(&VARIABLES)).to_owned()
        };
        text.push_str(&name);
        text.push(':');
        if s.bool() {
            let ty = if s.one_in(6) { array_type(s, c) } else { reference_type(s, c) };
            text.push_str(&type_signature(s, c, &ty));
        } else {
            text.push_str("Ljava/lang/Object;");
        }
        for _ in 0..s.weighted_index(&[5, 2, 1]) {
            text.push(':');
            let name = *s.as_value().choose(words::INTERFACES);
            text.push_str(&class_type(s, c, name));
        }
    }
    text.push('>');
    text
}

/// The type as a signature has it, perhaps with arguments or as a variable.
#[generator]
pub(super) fn type_signature(s: &mut Source, c: &mut Class<'_>, ty: &Type) -> String {
    match ty {
        Type::Object(name) if name == OBJECT && s.bool() => type_variable(s),
        Type::Object(name) => class_type(s, c, name),
        Type::Array(element) => {
            // Of the many dimensions that there may be, each is a sign and no call.
            let mut text = String::from("[");
            let mut element: &Type = element;
            while let Type::Array(inner) = element {
                text.push('[');
                element = inner;
            }
            text.push_str(&type_signature(s, c, element));
            text
        }
        _ => ty.descriptor(),
    }
}

fn type_variable(s: &mut Source) -> String {
    format!("T{};", s.as_value().choose(&VARIABLES))
}

/// A class with its packages and arguments, and perhaps a class within it.
#[generator]
fn class_type(s: &mut Source, c: &mut Class<'_>, name: &str) -> String {
    let mut text = String::from("L");
    text.push_str(&name.replace(['<', '>', ':', '^', '*'], "_"));
    if name != STRING && c.draft.spend() {
        type_arguments(s, c, &mut text);
        for _ in 0..s.weighted_index(&[8, 1, 1]) {
            text.push('.');
            let inner = *s.as_value().choose(&["Inner", "Entry", "1", "Outer$Inner", "é"]);
            text.push_str(inner);
            type_arguments(s, c, &mut text);
        }
    }
    text.push(';');
    text
}

/// Arguments of a class: any, an upper or a lower bound, or a type.
fn type_arguments(s: &mut Source, c: &mut Class<'_>, text: &mut String) {
    let count = s.weighted_index(&[5, 3, 1]);
    if count == 0 {
        return;
    }
    text.push('<');
    for _ in 0..count {
        type_argument(s, c, text);
    }
    text.push('>');
}

#[generator]
fn type_argument(s: &mut Source, c: &mut Class<'_>, text: &mut String) {
    let bound = pick!(s, {
        2 => return text.push('*'),
        2 => "",
        1 => "+",
        1 => "-",
    });
    text.push_str(bound);
    let ty = field_type(s, c);
    let ty = if ty.is_reference() { ty } else { ty.array() };
    text.push_str(&type_signature(s, c, &ty));
}

/// The signature; on a slip, with a mistake.
fn spoilt(s: &mut Source, c: &mut Class<'_>, text: String) -> String {
    if !c.draft.slip(s) {
        return text;
    }
    pick!(s, {
        text.replacen(';', "", 1),
        format!("{text}>"),
        text.replacen('L', "L<>", 1),
        (*s.choose(&[
            "",
            "<",
            "<>()V",
            "<T>()V",
            "LA<;>;",
            "LA<**",
            "TT",
            "(V)V",
            "<:LA;>LB;",
            "I",
            "^",
        ]))
        .to_owned(),
    })
}
