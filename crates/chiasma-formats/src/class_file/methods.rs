//! Methods (section 4.6).

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::annotations;
use super::attributes::{Attributes, Place, attributes};
use super::bytes::Bytes;
use super::class::Flavour;
use super::code;
use super::names;
use super::types::{MethodDescriptor, Type, method_descriptor, spelled};
use super::words;
use super::{
    ABSTRACT, Class, FINAL, Method, PRIVATE, PROTECTED, PUBLIC, STATIC, STRING, SYNTHETIC,
};

const SYNCHRONIZED: u16 = 0x20;
const BRIDGE: u16 = 0x40;
const VARARGS: u16 = 0x80;
const NATIVE: u16 = 0x100;
const STRICT: u16 = 0x800;

/// How many constructs a method may have at most: its jumps are of at most 32 KiB.
const LARGEST: u32 = 1000;

/// The methods of the class.
pub(super) fn methods(s: &mut Source, c: &mut Class<'_>) -> Vec<u8> {
    let many = 5 + c.draft.left() / 50;
    let count = *s.weighted(&[(3, 1), (1, 0), (4, 2), (3, 3), (1, many)]);
    let mut rows = Vec::new();
    for place in 0..count {
        // Each gets its share of what is left, and the class's attributes one as well.
        let fuel = (c.draft.left() / (count - place + 1)).min(LARGEST);
        if c.draft.spend() {
            rows.extend(method(s, c, fuel));
        }
    }
    let mut out = Vec::new();
    out.table(&rows);
    out
}

/// A method with its code, if it has some; nothing if there is one of this name and descriptor.
#[generator]
fn method(s: &mut Source, c: &mut Class<'_>, fuel: u32) -> Option<Vec<u8>> {
    let method = declaration(s, c);
    let is_known = c
        .methods
        .iter()
        .any(|known| known.name == method.name && known.descriptor == method.descriptor);
    if is_known && !c.draft.slip(s) {
        return None;
    }
    c.methods.push(method.clone());
    let mut out = Vec::new();
    out.u2(c.flags(s, method.flags));
    let name = c.pool.utf8(&method.name);
    out.u2(c.index(s, name));
    let descriptor = spelled(s, c, method.descriptor.text());
    let descriptor = c.pool.utf8(&descriptor);
    out.u2(c.index(s, descriptor));
    let mut to = Attributes::default();
    let has_code = method.flags & (ABSTRACT | NATIVE) == 0;
    if has_code != c.draft.slip(s) {
        let body = match method.name.as_str() {
            "<init>" => code::constructor(s, c, &method, fuel),
            _ => code::method(s, c, &method, fuel),
        };
        to.add(s, c, "Code", &body);
    }
    attributes(s, c, Place::Method(&method), &mut to);
    out.extend(to.bytes());
    Some(out)
}

/// What a method is called, takes and gives, and its flags.
#[generator]
fn declaration(s: &mut Source, c: &mut Class<'_>) -> Method {
    let method = match c.flavour {
        Flavour::Annotation if !s.one_in(9) => annotation_element(s, c),
        Flavour::Interface | Flavour::Annotation => {
            if s.one_in(9) {
                initializer(s, c)
            } else {
                interface_method(s, c)
            }
        }
        _ => pick!(s, {
            10 => class_method(s, c),
            4 => constructor(s, c),
            2 => initializer(s, c),
            1 => bodiless_method(s, c),
            1 => main_method(),
        }),
    };
    unfinal(c, method)
}

/// Another name for a method that would override a final one.
fn unfinal(c: &Class<'_>, mut method: Method) -> Method {
    let descriptor = method.descriptor.text();
    if c.flavour == Flavour::Enum && words::FINAL.contains(&(&method.name, &descriptor)) {
        method.name.push('$');
    }
    method
}

#[generator]
fn class_method(s: &mut Source, c: &mut Class<'_>) -> Method {
    let name = names::method_name(s, c);
    let descriptor = method_descriptor(s, c);
    let access = *s.as_value().choose(&[PUBLIC, 0, PRIVATE, PROTECTED]);
    let of_class = if s.one_in(3) || name.starts_with("lambda$") { STATIC } else { 0 };
    let more = *s.as_value().weighted(&[
        (8, 0),
        (2, FINAL),
        (1, SYNCHRONIZED),
        (1, STRICT),
        (1, BRIDGE),
        (1, SYNTHETIC),
    ]);
    let flags = access | of_class | more | variable_arity(s, &descriptor);
    Method { name, descriptor, flags: of_version(c, flags) }
}

/// A method without code: abstract, or of the machine's own.
#[generator]
fn bodiless_method(s: &mut Source, c: &mut Class<'_>) -> Method {
    let name = names::method_name(s, c);
    let descriptor = method_descriptor(s, c);
    let flags = if c.is_abstract && s.bool() {
        ABSTRACT | *s.choose(&[PUBLIC, 0, PROTECTED])
    } else {
        NATIVE
            | *s.as_value().choose(&[
                PUBLIC,
                0,
                PRIVATE,
                STATIC,
                PUBLIC | STATIC | SYNCHRONIZED,
                FINAL,
            ])
    };
    let flags = flags | variable_arity(s, &descriptor);
    Method { name, descriptor, flags: of_version(c, flags) }
}

#[generator]
fn constructor(s: &mut Source, c: &mut Class<'_>) -> Method {
    let descriptor = MethodDescriptor { result: None, ..method_descriptor(s, c) };
    let access = match c.flavour {
        Flavour::Enum => PRIVATE,
        _ => *s.as_value().choose(&[PUBLIC, 0, PRIVATE, PROTECTED]),
    };
    let more = *s.as_value().weighted(&[(12, 0), (1, STRICT), (1, SYNTHETIC)]);
    let flags = access | more | variable_arity(s, &descriptor);
    Method { name: "<init>".to_owned(), descriptor, flags: of_version(c, flags) }
}

/// What runs when the class is initialized.
fn initializer(s: &mut Source, c: &Class<'_>) -> Method {
    let descriptor = MethodDescriptor { parameters: Vec::new(), result: None };
    let flags = STATIC | *s.as_value().weighted(&[(9, 0), (1, STRICT)]);
    Method { name: "<clinit>".to_owned(), descriptor, flags: of_version(c, flags) }
}

fn main_method() -> Method {
    let parameters = vec![Type::object(STRING).array()];
    let descriptor = MethodDescriptor { parameters, result: None };
    Method { name: "main".to_owned(), descriptor, flags: PUBLIC | STATIC }
}

/// A method of an interface; before Java 8 all were abstract.
#[generator]
fn interface_method(s: &mut Source, c: &mut Class<'_>) -> Method {
    let name = names::method_name(s, c);
    let descriptor = method_descriptor(s, c);
    let flags = if c.version < 52 {
        PUBLIC | ABSTRACT
    } else {
        *s.choose(&[
            PUBLIC | ABSTRACT,
            PUBLIC,
            PUBLIC | STATIC,
            PRIVATE,
            PRIVATE | STATIC | SYNTHETIC,
            PUBLIC | BRIDGE,
        ])
    };
    let flags = flags | variable_arity(s, &descriptor);
    Method { name, descriptor, flags: of_version(c, flags) }
}

/// An element of an annotation, which is a method without parameters.
#[generator]
fn annotation_element(s: &mut Source, c: &mut Class<'_>) -> Method {
    let name = if s.bool() {
        names::method_name(s, c)
    } else {
        words::one_of(s, words::ELEMENTS).to_owned()
    };
    let result = Some(annotations::element_type(s));
    let descriptor = MethodDescriptor { parameters: Vec::new(), result };
    Method { name, descriptor, flags: PUBLIC | ABSTRACT }
}

fn variable_arity(s: &mut Source, descriptor: &MethodDescriptor) -> u16 {
    match descriptor.parameters.last() {
        Some(Type::Array(_)) if s.as_value().bool() => VARARGS,
        _ => 0,
    }
}

/// Without the flags that the class's version does not know.
fn of_version(c: &Class<'_>, mut flags: u16) -> u16 {
    if !(46..=60).contains(&c.version) {
        flags &= !STRICT;
    }
    if c.version < 49 {
        flags &= !(SYNTHETIC | BRIDGE | VARARGS);
    }
    flags
}
