//! Statements: code that leaves the stack empty.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::super::types::{Kind, Type, field_type};
use super::arrays;
use super::calls;
use super::conditions::{condition, goto};
use super::exceptions;
use super::expressions::{any_expression, expression};
use super::loads;
use super::mistakes;
use super::stack;
use super::switches;
use super::{Body, Entry, Loop, Width};

const NOP: u8 = 0;
const JSR: u8 = 168;
const RETURN_INT: u8 = 172;
const RETURN: u8 = 177;
const JSR_W: u8 = 201;

/// Statements with variables of their own, up to one behind which nothing is reached.
#[generator]
pub(super) fn block(s: &mut Source, b: &mut Body<'_, '_>) {
    let (variables, slots) = (b.variables.len(), b.frame.locals.len());
    let most = if b.depth > 4 { 1 } else { 3 };
    for _ in 0..s.length(0..=most) {
        if !b.reachable || b.fuel == 0 {
            break;
        }
        statement(s, b);
    }
    b.end_scope(variables, slots);
}

/// A statement.
#[generator]
pub(super) fn statement(s: &mut Source, b: &mut Body<'_, '_>) {
    b.statements.push(b.here());
    if b.class.draft.slip(s) {
        mistakes::instruction(s, b);
    }
    if !b.spend() {
        return b.op(NOP);
    }
    b.depth += 1;
    let deep = if b.depth > 4 { 0 } else { 1 };
    pick!(s, {
        1 => b.op(NOP),
        3 => {
            any_expression(s, b);
            stack::discard(b);
        },
        6 => declaration(s, b),
        5 => assignment(s, b),
        4 => field_assignment(s, b),
        5 => void_call(s, b),
        2 => arrays::element_assignment(s, b),
        2 => stack::shuffle(s, b),
        1 => return_statement(s, b),
        1 => exceptions::throw_statement(s, b),
        2 => leave_loop(s, b),
        4 * deep => if_statement(s, b),
        3 * deep => loop_statement(s, b),
        2 * deep => switches::switch_statement(s, b),
        3 * deep => exceptions::try_statement(s, b),
        deep => exceptions::synchronized(s, b),
        deep => subroutine(s, b),
    });
    b.depth -= 1;
}

/// A new variable with its value.
#[generator]
fn declaration(s: &mut Source, b: &mut Body<'_, '_>) {
    let ty = field_type(s, b.class);
    expression(s, b, &ty);
    loads::store_new(s, b, &ty);
}

/// Another value for a variable.
#[generator]
fn assignment(s: &mut Source, b: &mut Body<'_, '_>) {
    if b.variables.is_empty() {
        return declaration(s, b);
    }
    let variable = b.variables[s.index(b.variables.len())].clone();
    if variable.ty.kind() == Kind::Int && s.bool() {
        return loads::increment(s, b, variable.slot);
    }
    expression(s, b, &variable.ty);
    loads::store(s, b, variable.ty.kind(), variable.slot);
}

/// A value for a field.
#[generator]
fn field_assignment(s: &mut Source, b: &mut Body<'_, '_>) {
    let ty = if b.class.fields.is_empty() || s.one_in(5) {
        field_type(s, b.class)
    } else {
        b.class.fields[s.index(b.class.fields.len())].ty.clone()
    };
    let field = calls::a_field(s, b, &ty);
    calls::owner_of_field(s, b, &field);
    expression(s, b, &ty);
    calls::put_field(s, b, &field);
}

/// A call of a method that gives nothing, or whose result is not used.
#[generator]
fn void_call(s: &mut Source, b: &mut Body<'_, '_>) {
    if s.one_in(4) {
        let ty = field_type(s, b.class);
        calls::call(s, b, Some(&ty));
        stack::discard(b);
    } else {
        calls::call(s, b, None);
    }
}

/// Returns what the method says.
#[generator]
pub(super) fn return_statement(s: &mut Source, b: &mut Body<'_, '_>) {
    match b.descriptor.result.clone() {
        None => b.op(RETURN),
        Some(ty) => {
            expression(s, b, &ty);
            b.op(RETURN_INT + ty.kind() as u8);
            b.pop(1);
        }
    }
    b.reachable = false;
}

/// Goes on behind a loop, or at its head; nothing where there is none.
#[generator]
fn leave_loop(s: &mut Source, b: &mut Body<'_, '_>) {
    if b.loops.is_empty() {
        return b.op(NOP);
    }
    let around = b.loops[s.index(b.loops.len())];
    let label = if s.bool() { around.head } else { around.end };
    goto(s, b, label);
}

#[generator]
fn if_statement(s: &mut Source, b: &mut Body<'_, '_>) {
    let otherwise = b.label();
    let end = b.label();
    condition(s, b, otherwise);
    block(s, b);
    if s.bool() {
        if b.reachable {
            goto(s, b, end);
        }
        b.place(otherwise);
        block(s, b);
    } else {
        b.place(otherwise);
    }
    b.place(end);
}

/// A loop with its condition above, below or nowhere, or one that counts.
#[generator]
fn loop_statement(s: &mut Source, b: &mut Body<'_, '_>) {
    let (variables, slots) = (b.variables.len(), b.frame.locals.len());
    let end = b.label();
    let form = s.weighted_index(&[3, 2, 1, 3]);
    let mut counter = None;
    if form == 3 {
        loads::constant(s, b, &Type::Int);
        counter = Some(loads::store_new(s, b, &Type::Int));
    }
    let head = b.label();
    b.place(head);
    if form == 0 || form == 3 {
        condition(s, b, end);
    }
    b.loops.push(Loop { head, end });
    block(s, b);
    b.loops.pop();
    if b.reachable {
        if let Some(counter) = counter {
            loads::increment(s, b, counter.slot);
        }
        if form == 1 {
            condition(s, b, head);
        } else {
            goto(s, b, head);
        }
    }
    b.end_scope(variables, slots);
    b.place(end);
}

/// A subroutine and its call, as `finally` was compiled before Java 6; later versions forbid it.
#[generator]
fn subroutine(s: &mut Source, b: &mut Body<'_, '_>) {
    if b.class.version > 49 {
        return b.op(NOP);
    }
    b.has_subroutine = true;
    let (variables, slots) = (b.variables.len(), b.frame.locals.len());
    let end = b.label();
    let start = b.label_with(Entry::Address);
    if s.one_in(4) {
        b.jump(JSR_W, Width::Four, start);
    } else {
        b.jump(JSR, Width::Two, start);
    }
    goto(s, b, end);
    b.place(start);
    let slot = loads::store_address(s, b);
    // Out of a subroutine only its end leads: the verifier follows the calls.
    let loops = std::mem::take(&mut b.loops);
    block(s, b);
    b.loops = loops;
    if b.reachable {
        loads::ret(s, b, slot);
    }
    b.end_scope(variables, slots);
    b.place(end);
}
