//! Statements with handlers: `try`, `synchronized`, and what is thrown.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::super::OBJECT;
use super::super::types::{Type, reference_type};
use super::super::words;
use super::conditions::goto;
use super::expressions::{expression, new_object};
use super::loads;
use super::statements::block;
use super::{Body, Entry, Handler, Label, Variable};

const NOP: u8 = 0;
const DUP: u8 = 89;
const ATHROW: u8 = 191;
const MONITORENTER: u8 = 194;
const MONITOREXIT: u8 = 195;

const THROWABLE: &str = "java/lang/Throwable";

/// A block, with handlers of what is thrown in it.
#[generator]
pub(super) fn try_statement(s: &mut Source, b: &mut Body<'_, '_>) {
    let end = b.label();
    let locals = b.frame.locals.clone();
    let start = b.here();
    block(s, b);
    if b.here() == start {
        b.op(NOP);
    }
    let behind = b.here();
    if b.reachable {
        goto(s, b, end);
    }
    for _ in 0..s.length(1..=3) {
        catch(s, b, &locals, start, behind, end);
    }
    b.place(end);
}

/// A handler of some class, or of anything.
#[generator]
fn catch(
    s: &mut Source,
    b: &mut Body<'_, '_>,
    locals: &[Entry],
    start: u16,
    end: u16,
    behind: Label,
) {
    let handler = b.here();
    let name = pick!(s, {
        4 => {
            let name = *s.as_value().choose(words::THROWABLES);
            let catches = b.class.pool.class(name);
            handle(s, b, Handler { start, end, handler, catches });
            name
        },
        1 => {
            handle(s, b, Handler { start, end, handler, catches: 0 });
            THROWABLE
        },
        1 => {
            for _ in 0..2 {
                let catches = b.class.pool.class(words::one_of(s, words::THROWABLES));
                handle(s, b, Handler { start, end, handler, catches });
            }
            THROWABLE
        },
    });
    b.place_handler(locals, Entry::Object(name.to_owned()));
    let (variables, slots) = (b.variables.len(), locals.len());
    let caught = loads::store_new(s, b, &Type::object(name));
    block(s, b);
    if b.reachable && s.one_in(4) {
        loads::load(s, b, &caught);
        throw(b);
    }
    b.end_scope(variables, slots);
    if b.reachable {
        goto(s, b, behind);
    }
}

/// A row of the exception table; on a slip, one that is wrong.
fn handle(s: &mut Source, b: &mut Body<'_, '_>, mut handler: Handler) {
    if b.class.draft.slip(s) {
        pick!(s, {
            std::mem::swap(&mut handler.start, &mut handler.end),
            handler.end = handler.end.wrapping_add(s.int(1..=9)),
            handler.handler = handler.handler.wrapping_add(1),
            handler.catches = b.class.index(s, handler.catches.wrapping_add(1)),
        })
    }
    b.handlers.push(handler);
}

/// A block that runs with an object locked, as compilers write it: what unlocks it when something
/// is thrown covers itself.
#[generator]
pub(super) fn synchronized(s: &mut Source, b: &mut Body<'_, '_>) {
    let end = b.label();
    let (variables, slots) = (b.variables.len(), b.frame.locals.len());
    let ty = if s.bool() { reference_type(s, b.class) } else { Type::object(OBJECT) };
    expression(s, b, &ty);
    b.op(DUP);
    b.push_type(&ty);
    let lock = loads::store_new(s, b, &ty);
    b.op(MONITORENTER);
    b.pop(1);
    let locals = b.frame.locals.clone();
    let start = b.here();
    block(s, b);
    if b.reachable {
        unlock(s, b, &lock);
    } else if b.here() == start {
        b.op(NOP);
    }
    let behind = b.here();
    if b.reachable {
        goto(s, b, end);
    }
    let handler = b.here();
    handle(s, b, Handler { start, end: behind, handler, catches: 0 });
    b.place_handler(&locals, Entry::Object(THROWABLE.to_owned()));
    let caught = loads::store_new(s, b, &Type::object(THROWABLE));
    unlock(s, b, &lock);
    handle(s, b, Handler { start: handler, end: b.here(), handler, catches: 0 });
    loads::load(s, b, &caught);
    throw(b);
    b.end_scope(variables, slots);
    b.place(end);
}

fn unlock(s: &mut Source, b: &mut Body<'_, '_>, lock: &Variable) {
    loads::load(s, b, lock);
    b.op(MONITOREXIT);
    b.pop(1);
}

/// Throws something new, something caught, or nothing.
#[generator]
pub(super) fn throw_statement(s: &mut Source, b: &mut Body<'_, '_>) {
    let caught: Vec<usize> = (0..b.variables.len())
        .filter(|at| matches!(&b.variables[*at].ty, Type::Object(name) if is_throwable(name)))
        .collect();
    if !caught.is_empty() && s.bool() {
        let variable = b.variables[*s.choose(&caught)].clone();
        loads::load(s, b, &variable);
    } else {
        let ty = Type::object(s.choose::<&str>(words::THROWABLES));
        pick!(s, {
            4 => new_object(s, b, &ty),
            1 => expression(s, b, &ty),
        })
    }
    throw(b);
}

fn is_throwable(name: &str) -> bool {
    words::THROWABLES.contains(&name)
}

/// Throws what is on the stack.
fn throw(b: &mut Body<'_, '_>) {
    b.op(ATHROW);
    b.pop(1);
    b.reachable = false;
}
