//! Annotations of types (section 4.7.20): what they are on, and the way to it.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Class;
use super::annotations::annotation;
use super::attributes::Place;
use super::bytes::Bytes;
use super::code::Code;

/// The attributes `RuntimeVisibleTypeAnnotations` and `RuntimeInvisibleTypeAnnotations`.
#[generator]
pub(super) fn type_annotations(s: &mut Source, c: &mut Class<'_>, place: Place<'_>) -> Vec<u8> {
    let count = s.weighted_index(&[1, 5, 2]);
    let rows: Vec<Vec<u8>> = (0..count).map(|_| type_annotation(s, c, place)).collect();
    let mut out = Vec::new();
    out.table(&rows);
    out
}

#[generator]
fn type_annotation(s: &mut Source, c: &mut Class<'_>, place: Place<'_>) -> Vec<u8> {
    let mut out = target(s, c, place);
    out.extend(path(s));
    out.extend(annotation(s, c));
    out
}

/// What of the place the annotation is on.
#[generator]
fn target(s: &mut Source, c: &mut Class<'_>, place: Place<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    match place {
        Place::Class => pick!(s, {
            1 => {
                let interfaces = c.interfaces.len() as u16;
                out.u1(0x10);
                // The class above, or the interface with this number.
                out.u2(if interfaces > 0 && s.bool() { s.int(0..interfaces) } else { u16::MAX });
            },
            1 => out.extend([0x00, s.int(0..=1)]),
            1 => out.extend([0x11, s.int(0..=1), s.int(0..=2)]),
        }),
        Place::Field(_) | Place::Component(_) => out.u1(0x13),
        Place::Method(method) => pick!(s, {
            1 => out.u1(0x14),
            1 => out.u1(0x15),
            1 => out.extend([0x01, s.int(0..=1)]),
            1 => out.extend([0x12, s.int(0..=1), s.int(0..=2)]),
            1 => {
                let parameters = method.descriptor.parameters.len().max(1);
                out.extend([0x16, s.index(parameters) as u8]);
            },
            1 => {
                out.u1(0x17);
                out.u2(s.int(0..=2));
            },
        }),
        Place::Code(code) => code_target(s, code, &mut out),
    }
    if c.draft.slip(s) {
        out[0] = s.byte();
    }
    out
}

/// A variable, a handler, or an instruction that has a type.
fn code_target(s: &mut Source, code: &Code, out: &mut Vec<u8>) {
    let kind = s.weighted_index(&[3, 2, 3, 3]);
    if kind == 1 && code.handlers > 0 {
        out.u1(0x42);
        out.u2(s.int(0..code.handlers));
    } else if kind < 2 {
        out.u1(*s.as_value().choose(&[0x40, 0x41]));
        let rows: Vec<Vec<u8>> = code
            .variables
            .iter()
            .take(3)
            .map(|variable| {
                let mut row = Vec::new();
                row.u2(variable.start);
                row.u2(variable.end - variable.start);
                row.u2(variable.slot);
                row
            })
            .collect();
        out.table(&rows);
    } else {
        let at =
            if code.instructions.is_empty() { 0 } else { *s.as_value().choose(&code.instructions) };
        if kind == 2 {
            out.u1(*s.choose(&[0x43, 0x44, 0x45, 0x46]));
            out.u2(at.min(code.length));
        } else {
            out.u1(*s.choose(&[0x47, 0x48, 0x49, 0x4a, 0x4b]));
            out.u2(at.min(code.length));
            out.u1(s.int(0..=2));
        }
    }
}

/// The way through arrays, nested classes, bounds and arguments.
fn path(s: &mut Source) -> Vec<u8> {
    let length = s.weighted_index(&[4, 2, 1, 1]);
    let mut out = vec![length as u8];
    for _ in 0..length {
        let kind = s.int(0..=3);
        out.extend([kind, if kind == 3 { s.int(0..=2) } else { 0 }]);
    }
    out
}
