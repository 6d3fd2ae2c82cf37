//! The attribute `StackMapTable` (section 4.7.4).

use chiasma_core::Source;
use chiasma_macros::generator;

use super::super::Class;
use super::super::bytes::Bytes;
use super::{Body, Entry, Frame};

const SAME_LOCALS_1: u8 = 64;
const SAME_LOCALS_1_EXTENDED: u8 = 247;
const SAME_EXTENDED: u8 = 251;
const FULL: u8 = 255;

/// The frames of the code, each told by how it differs from the one before.
#[generator]
pub(super) fn stack_map_table(s: &mut Source, b: &mut Body<'_, '_>, first: &Frame) -> Vec<u8> {
    let mut rows = Vec::new();
    let mut before = packed(&first.locals);
    let mut next = 0;
    for (place, frame) in std::mem::take(&mut b.frames) {
        if b.class.draft.slip(s) {
            // A frame that is missing.
            continue;
        }
        let mut delta = place - next;
        if b.class.draft.slip(s) {
            delta = delta.wrapping_add(s.int(0..=2)).wrapping_sub(1);
        }
        let locals = packed(&frame.locals);
        rows.push(row(s, b.class, delta, &before, &locals, &frame.stack));
        before = locals;
        next = place + 1;
    }
    let mut out = Vec::new();
    out.table(&rows);
    out
}

/// A frame, in the shortest form that can say it or in a longer one.
#[generator]
fn row(
    s: &mut Source,
    c: &mut Class<'_>,
    delta: u16,
    before: &[Entry],
    locals: &[Entry],
    stack: &[Entry],
) -> Vec<u8> {
    let s = &mut *s.as_value();
    let mut out = Vec::new();
    let form = s.weighted_index(&[12, 1, 1]);
    let shared = before.iter().zip(locals).take_while(|(old, new)| old == new).count();
    let (gone, new) = (before.len() - shared, locals.len() - shared);
    match (stack, gone, new) {
        _ if form == 2 => full(s, c, &mut out, delta, locals, stack),
        ([], 0, 0) if delta < 64 && form == 0 => out.u1(delta as u8),
        ([], 0, 0) => {
            out.u1(SAME_EXTENDED);
            out.u2(delta);
        }
        ([one], 0, 0) => {
            if delta < 64 && form == 0 {
                out.u1(SAME_LOCALS_1 + delta as u8);
            } else {
                out.u1(SAME_LOCALS_1_EXTENDED);
                out.u2(delta);
            }
            entry(s, c, &mut out, one);
        }
        ([], 1..=3, 0) => {
            out.u1(SAME_EXTENDED - gone as u8);
            out.u2(delta);
        }
        ([], 0, 1..=3) => {
            out.u1(SAME_EXTENDED + new as u8);
            out.u2(delta);
            for local in &locals[shared..] {
                entry(s, c, &mut out, local);
            }
        }
        _ => full(s, c, &mut out, delta, locals, stack),
    }
    out
}

fn full(
    s: &mut Source,
    c: &mut Class<'_>,
    out: &mut Vec<u8>,
    delta: u16,
    locals: &[Entry],
    stack: &[Entry],
) {
    out.u1(FULL);
    out.u2(delta);
    for entries in [locals, stack] {
        out.u2(entries.len() as u16);
        for one in entries {
            entry(s, c, out, one);
        }
    }
}

/// The type of an entry.
fn entry(s: &mut Source, c: &mut Class<'_>, out: &mut Vec<u8>, entry: &Entry) {
    let tag = match entry {
        Entry::Top | Entry::Address => 0,
        Entry::Int => 1,
        Entry::Float => 2,
        Entry::Double => 3,
        Entry::Long => 4,
        Entry::Null => 5,
        Entry::UninitializedThis => 6,
        Entry::Object(_) => 7,
        Entry::Uninitialized(_) => 8,
    };
    let tag = if c.draft.slip(s) { s.int(0..=9) } else { tag };
    out.u1(tag);
    match entry {
        Entry::Object(name) => {
            let index = c.pool.class(name);
            let index = c.index(s, index);
            out.u2(index);
        }
        Entry::Uninitialized(place) => out.u2(c.number(s, *place)),
        _ => {}
    }
}

/// Variables as frames have them: one entry for a long or a double, nothing unknown at the end.
fn packed(locals: &[Entry]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut at = 0;
    while let Some(entry) = locals.get(at) {
        entries.push(entry.clone());
        at += usize::from(entry.slots());
    }
    while entries.last() == Some(&Entry::Top) {
        entries.pop();
    }
    entries
}
