//! Annotations and their elements' values (section 4.7.16).

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::attributes::Place;
use super::bytes::Bytes;
use super::names;
use super::pool::Constant;
use super::types::{Type, field_type};
use super::words;
use super::{Class, STRING};

/// The attributes `RuntimeVisibleAnnotations` and `RuntimeInvisibleAnnotations`.
#[generator]
pub(super) fn annotations(s: &mut Source, c: &mut Class<'_>, _: Place<'_>) -> Vec<u8> {
    let count = s.weighted_index(&[1, 5, 1, 1]);
    let rows: Vec<Vec<u8>> = (0..count).map(|_| annotation(s, c)).collect();
    let mut out = Vec::new();
    out.table(&rows);
    out
}

/// The attributes with the annotations of each parameter.
#[generator]
pub(super) fn parameter_annotations(
    s: &mut Source,
    c: &mut Class<'_>,
    place: Place<'_>,
) -> Vec<u8> {
    let Place::Method(method) = place else { return vec![0] };
    let count = method.descriptor.parameters.len() as u8;
    let mut out = Vec::new();
    out.u1(count);
    for _ in 0..count {
        let annotations = s.weighted_index(&[2, 2, 1]);
        let rows: Vec<Vec<u8>> = (0..annotations).map(|_| annotation(s, c)).collect();
        out.table(&rows);
    }
    out
}

/// An annotation: its type, and its elements by name.
#[generator]
pub(super) fn annotation(s: &mut Source, c: &mut Class<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let descriptor = Type::object(words::one_of(s, words::ANNOTATIONS)).descriptor();
    let descriptor = super::types::spelled(s, c, descriptor);
    let index = c.pool.utf8(&descriptor);
    out.u2(c.index(s, index));
    let count = if c.draft.spend() { s.weighted_index(&[2, 4, 1, 1]) } else { 0 };
    let rows: Vec<Vec<u8>> = (0..count).map(|_| element(s, c)).collect();
    out.table(&rows);
    out
}

fn element(s: &mut Source, c: &mut Class<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let index = c.pool.utf8(words::one_of(s, words::ELEMENTS));
    out.u2(c.index(s, index));
    out.extend(element_value(s, c));
    out
}

/// The value of an element: a number, a string, an enum's constant, a class, an annotation, or an
/// array.
#[generator]
fn element_value(s: &mut Source, c: &mut Class<'_>) -> Vec<u8> {
    let kinds = if c.draft.spend() { 13 } else { 9 };
    let kind = *s.choose(&b"IsZBCSJFDec@["[..kinds]);
    value(s, c, kind)
}

/// A value with the tag.
fn value(s: &mut Source, c: &mut Class<'_>, tag: u8) -> Vec<u8> {
    let mut out = Vec::new();
    out.u1(if c.draft.slip(s) { s.byte() } else { tag });
    match tag {
        b'e' => {
            let ty = *s.as_value().choose(&[
                "Ljava/lang/annotation/RetentionPolicy;",
                "Ljava/lang/annotation/ElementType;",
                "Lp/Color;",
            ]);
            let ty = c.pool.utf8(ty);
            out.u2(c.index(s, ty));
            let name = *s.as_value().choose(&["RUNTIME", "TYPE_USE", "RED", "A"]);
            let name = c.pool.utf8(name);
            out.u2(c.index(s, name));
        }
        b'c' => {
            let text = pick!(s, {
                3 => field_type(s, c).descriptor(),
                1 => "V".to_owned(),
            });
            let index = c.pool.utf8(&text);
            out.u2(c.index(s, index));
        }
        b'@' => out.extend(annotation(s, c)),
        b'[' => {
            let count = s.length(0..=3);
            let rows: Vec<Vec<u8>> = (0..count).map(|_| element_value(s, c)).collect();
            out.table(&rows);
        }
        _ => {
            let index = constant_value(s, c, tag);
            out.u2(c.index(s, index));
        }
    }
    out
}

/// A constant for a value with the tag of a primitive type, or `s` for a string.
fn constant_value(s: &mut Source, c: &mut Class<'_>, tag: u8) -> u16 {
    let constant = match tag {
        b's' => {
            let text = names::text(s, c);
            return c.pool.utf8(&text);
        }
        b'Z' => Constant::Integer(i32::from(s.as_value().bool())),
        b'B' => Constant::Integer(i32::from(s.int::<i8>(..))),
        b'C' => Constant::Integer(i32::from(s.int::<u16>(..))),
        b'S' => Constant::Integer(i32::from(s.int::<i16>(..))),
        b'J' => Constant::Long(s.int(..)),
        b'F' => Constant::Float(s.float::<f32>(..).to_bits()),
        b'D' => Constant::Double(s.float::<f64>(..).to_bits()),
        _ => Constant::Integer(s.int(..)),
    };
    c.pool.add(constant)
}

/// The attribute `AnnotationDefault`: a value of what the element's method gives.
#[generator]
pub(super) fn annotation_default(s: &mut Source, c: &mut Class<'_>, place: Place<'_>) -> Vec<u8> {
    match place {
        Place::Method(method) => match &method.descriptor.result {
            Some(ty) => value_of(s, c, ty),
            None => element_value(s, c),
        },
        _ => element_value(s, c),
    }
}

/// A value of the type.
fn value_of(s: &mut Source, c: &mut Class<'_>, ty: &Type) -> Vec<u8> {
    match ty {
        Type::Array(element) => {
            let count = s.length(0..=2);
            let rows: Vec<Vec<u8>> = (0..count).map(|_| value_of(s, c, element)).collect();
            let mut out = vec![b'['];
            out.table(&rows);
            out
        }
        Type::Object(name) => match name.as_str() {
            STRING => value(s, c, b's'),
            "java/lang/Class" => value(s, c, b'c'),
            "p/Color" => value(s, c, b'e'),
            _ => value(s, c, b'@'),
        },
        _ => {
            let tag = ty.descriptor().as_bytes()[0];
            value(s, c, tag)
        }
    }
}

/// Types that an annotation's element can have.
pub(super) fn element_type(s: &mut Source) -> Type {
    let ty = pick!(s, {
        3 => s.choose(&super::types::PRIMITIVES).clone(),
        3 => Type::object(STRING),
        1 => Type::object("java/lang/Class"),
        1 => Type::object("p/Color"),
        1 => Type::object(words::one_of(s, words::ANNOTATIONS)),
    });
    if s.one_in(4) { ty.array() } else { ty }
}
