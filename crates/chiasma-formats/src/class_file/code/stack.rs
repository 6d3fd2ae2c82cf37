//! Instructions that move what is on the stack, and the expressions that need them.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::super::types::Type;
use super::arrays;
use super::calls;
use super::expressions::{any_expression, expression};
use super::loads;
use super::{Body, Entry};

const POP: u8 = 87;
const POP2: u8 = 88;
const DUP: u8 = 89;
const DUP_X1: u8 = 90;
const DUP_X2: u8 = 91;
const DUP2: u8 = 92;
const DUP2_X1: u8 = 93;
const DUP2_X2: u8 = 94;
const SWAP: u8 = 95;

/// How the instruction works: how many slots it copies, and below how many it puts the copy.
const COPIES: [(u8, u16, u16); 6] =
    [(DUP, 1, 0), (DUP_X1, 1, 1), (DUP_X2, 1, 2), (DUP2, 2, 0), (DUP2_X1, 2, 1), (DUP2_X2, 2, 2)];

/// Copies the value on the stack, and puts the copy below the `below` slots under it.
pub(super) fn copy(b: &mut Body<'_, '_>, below: u16) {
    let wide = b.frame.stack.last().map_or(1, Entry::slots);
    if let Some((opcode, ..)) =
        COPIES.iter().find(|(_, copied, under)| (*copied, *under) == (wide, below))
    {
        b.op(*opcode);
        copy_entries(b, wide, below);
    }
}

/// Does to the model what the instruction does; false if it would cut a value in two.
fn copy_entries(b: &mut Body<'_, '_>, copied: u16, below: u16) -> bool {
    let Some(top) = entries(&b.frame.stack, copied) else { return false };
    let under = b.frame.stack.len() - top;
    let Some(between) = entries(&b.frame.stack[..under], below) else { return false };
    let copies: Vec<Entry> = b.frame.stack[under..].to_vec();
    let place = under - between;
    let above = b.frame.stack.split_off(place);
    for entry in copies.into_iter().chain(above) {
        b.push(entry);
    }
    true
}

/// How many entries at the top of the stack take exactly as many slots.
fn entries(stack: &[Entry], slots: u16) -> Option<usize> {
    let mut taken = 0;
    let mut count = 0;
    while taken < slots {
        let entry = stack.len().checked_sub(count + 1).map(|at| &stack[at])?;
        taken += entry.slots();
        count += 1;
    }
    (taken == slots).then_some(count)
}

/// Throws the value on the stack away.
pub(super) fn discard(b: &mut Body<'_, '_>) {
    let wide = b.frame.stack.last().map_or(1, Entry::slots) == 2;
    b.op(if wide { POP2 } else { POP });
    b.pop(1);
}

/// Throws what is above the first `count` values away, two at once if they let.
fn discard_to(s: &mut Source, b: &mut Body<'_, '_>, count: usize) {
    while b.frame.stack.len() > count {
        let stack = &b.frame.stack;
        let two =
            stack.len() > count + 1 && stack.iter().rev().take(2).all(|entry| entry.slots() == 1);
        if two && s.bool() {
            b.op(POP2);
            b.pop(2);
        } else {
            discard(b);
        }
    }
}

/// An assignment whose value is used.
#[generator]
pub(super) fn assignment(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    pick!(s, {
        3 => {
            let fitting: Vec<usize> =
                (0..b.variables.len()).filter(|at| b.takes(*at, ty)).collect();
            expression(s, b, ty);
            if !fitting.is_empty() {
                let slot = b.variables[*s.choose(&fitting)].slot;
                copy(b, 0);
                loads::store(s, b, ty.kind(), slot);
            }
        },
        2 => {
            let field = calls::a_field(s, b, ty);
            let below = calls::owner_of_field(s, b, &field);
            expression(s, b, ty);
            copy(b, below);
            calls::put_field(s, b, &field);
        },
        2 => {
            if ty.dimensions() > 250 {
                loads::constant(s, b, ty)
            } else {
                arrays::array_and_index(s, b, ty);
                expression(s, b, ty);
                copy(b, 2);
                arrays::store_element(b, ty);
            }
        },
    })
}

/// A value that is put onto the stack above another one, which is thrown away.
#[generator]
pub(super) fn swapped(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let other = any_expression(s, b);
    expression(s, b, ty);
    if ty.slots() == 1 && other.slots() == 1 {
        b.op(SWAP);
        let last = b.frame.stack.len() - 1;
        b.frame.stack.swap(last - 1, last);
    } else {
        copy(b, other.slots());
        discard(b);
    }
    discard(b);
}

/// Some values, copied and swapped in any way that the stack allows, and thrown away.
#[generator]
pub(super) fn shuffle(s: &mut Source, b: &mut Body<'_, '_>) {
    let bottom = b.frame.stack.len();
    for _ in 0..s.length(1..=4) {
        any_expression(s, b);
    }
    for _ in 0..s.length(1..=3) {
        move_entries(s, b, bottom);
    }
    discard_to(s, b, bottom);
}

/// One of the instructions that move entries, if it fits the stack above `bottom`.
fn move_entries(s: &mut Source, b: &mut Body<'_, '_>, bottom: usize) {
    let choice = s.index(COPIES.len() + 1);
    let above = &b.frame.stack[bottom..];
    let Some((opcode, copied, below)) = COPIES.get(choice) else {
        if entries(above, 1).is_some() && entries(above, 2) == Some(2) {
            b.op(SWAP);
            let last = b.frame.stack.len() - 1;
            b.frame.stack.swap(last - 1, last);
        }
        return;
    };
    let fits = entries(above, *copied)
        .is_some_and(|top| entries(&above[..above.len() - top], *below).is_some());
    if fits {
        b.op(*opcode);
        copy_entries(b, *copied, *below);
    }
}
