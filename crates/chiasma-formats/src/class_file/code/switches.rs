//! Switches, by table and by look-up, as statements and as expressions.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::super::bytes::Bytes;
use super::super::types::Type;
use super::conditions::goto;
use super::expressions::expression;
use super::statements::block;
use super::{Body, Entry, Label, Width};

const TABLESWITCH: u8 = 170;
const LOOKUPSWITCH: u8 = 171;

/// A value that a number decides about.
#[generator]
pub(super) fn switch_expression(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let end = b.label_with(Entry::of(ty));
    let cases = branch(s, b);
    for case in cases {
        b.place(case);
        expression(s, b, ty);
        goto(s, b, end);
    }
    b.place(end);
}

/// A switch whose cases may fall through to the next.
#[generator]
pub(super) fn switch_statement(s: &mut Source, b: &mut Body<'_, '_>) {
    let end = b.label();
    let cases = branch(s, b);
    for case in cases {
        b.place(case);
        block(s, b);
        if b.reachable && s.bool() {
            goto(s, b, end);
        }
    }
    b.place(end);
}

/// A number and the instruction that jumps by it; gives the labels, some for more than one number.
#[generator]
fn branch(s: &mut Source, b: &mut Body<'_, '_>) -> Vec<Label> {
    expression(s, b, &Type::Int);
    b.pop(1);
    let labels: Vec<Label> = (0..s.length(1..=3)).map(|_| b.label()).collect();
    let from = b.bytes.len();
    let by_table = !s.bool();
    b.op(if by_table { TABLESWITCH } else { LOOKUPSWITCH });
    while !b.bytes.len().is_multiple_of(4) {
        let padding = if b.class.draft.slip(&mut s.as_value()) { s.byte() } else { 0 };
        b.bytes.u1(padding);
    }
    // The last is the default, so that every label is jumped to.
    let (others, default) = labels.split_at(labels.len() - 1);
    b.offset(from, Width::Four, default[0]);
    if by_table {
        table(s, b, from, others, default[0]);
    } else {
        look_up(s, b, from, others, default[0]);
    }
    b.reachable = false;
    labels
}

fn table(s: &mut Source, b: &mut Body<'_, '_>, from: usize, others: &[Label], default: Label) {
    let s = &mut *s.as_value();
    let gaps = s.index(3);
    let count = (others.len() + gaps).max(1);
    let low = pick!(s, {
        4 => 0,
        2 => s.int(-3..=3),
        1 => i32::MIN,
        1 => i32::MAX - (count as i32 - 1),
        1 => s.int(-100_000..=100_000),
    });
    let high = low + (count as i32 - 1);
    let high = if b.class.draft.slip(s) { low.wrapping_sub(2) } else { high };
    b.bytes.u4(low as u32);
    b.bytes.u4(high as u32);
    for place in 0..count {
        b.offset(from, Width::Four, others.get(place).copied().unwrap_or(default));
    }
}

fn look_up(s: &mut Source, b: &mut Body<'_, '_>, from: usize, others: &[Label], default: Label) {
    let s = &mut *s.as_value();
    let extra = s.index(3);
    let mut keys: Vec<i32> = Vec::new();
    while keys.len() < others.len() + extra {
        let key = pick!(s, {
            3 => s.int(-9..=99),
            1 => *s.choose(&[i32::MIN, i32::MAX, -1, 0x7f, 0xffff]),
            1 => s.int(..),
        });
        // Every answer may be the same one, in which case the next number must do.
        let key = (0..).map(|step| key.wrapping_add(step)).find(|key| !keys.contains(key));
        keys.extend(key);
    }
    keys.sort_unstable();
    if b.class.draft.slip(s) {
        keys.reverse();
    }
    let count = if b.class.draft.slip(s) { s.int(..) } else { keys.len() as i32 };
    b.bytes.u4(count as u32);
    for (place, key) in keys.iter().enumerate() {
        b.bytes.u4(*key as u32);
        b.offset(from, Width::Four, others.get(place).copied().unwrap_or(default));
    }
}
