//! Instructions that put constants and variables onto the stack, and take them into variables.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::super::bytes::Bytes;
use super::super::constants;
use super::super::names;
use super::super::pool::Constant;
use super::super::types::{Kind, Type};
use super::super::{OBJECT, STRING};
use super::{Body, Entry, Variable};

const ACONST_NULL: u8 = 1;
const ICONST_0: u8 = 3;
const LCONST_0: u8 = 9;
const FCONST_0: u8 = 11;
const DCONST_0: u8 = 14;
const BIPUSH: u8 = 16;
const SIPUSH: u8 = 17;
const LDC: u8 = 18;
const LDC_W: u8 = 19;
const LDC2_W: u8 = 20;
const LOAD: u8 = 21;
const LOAD_0: u8 = 26;
const STORE: u8 = 54;
const STORE_0: u8 = 59;
const IINC: u8 = 132;
const RET: u8 = 169;
const WIDE: u8 = 196;

/// A value of the type that needs nothing else.
#[generator]
pub(super) fn constant(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    match ty.kind() {
        Kind::Int => int_constant(s, b),
        Kind::Long => long_constant(s, b),
        Kind::Float => float_constant(s, b),
        Kind::Double => double_constant(s, b),
        Kind::Reference => return reference_constant(s, b, ty),
    }
    b.push_type(ty);
}

fn int_constant(s: &mut Source, b: &mut Body<'_, '_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        6 => b.op((i16::from(ICONST_0) + s.int(-1..=5i16)) as u8),
        3 => {
            b.op(BIPUSH);
            b.bytes.u1(s.byte());
        },
        2 => {
            b.op(SIPUSH);
            b.bytes.u2(s.int(..));
        },
        2 => {
            let index = b.class.pool.add(Constant::Integer(s.int(..)));
            ldc(s, b, index);
        },
    });
}

fn long_constant(s: &mut Source, b: &mut Body<'_, '_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        2 => b.op(LCONST_0 + s.index(2) as u8),
        2 => {
            let index = b.class.pool.add(Constant::Long(s.int(..)));
            ldc2(s, b, index);
        },
    });
}

fn float_constant(s: &mut Source, b: &mut Body<'_, '_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        2 => b.op(FCONST_0 + s.index(3) as u8),
        2 => {
            let index = b.class.pool.add(Constant::Float(s.float::<f32>(..).to_bits()));
            ldc(s, b, index);
        },
    });
}

fn double_constant(s: &mut Source, b: &mut Body<'_, '_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        2 => b.op(DCONST_0 + s.index(2) as u8),
        2 => {
            let index = b.class.pool.add(Constant::Double(s.float::<f64>(..).to_bits()));
            ldc2(s, b, index);
        },
    });
}

/// `null`, or what the pool can have: strings, classes, method handles and types.
fn reference_constant(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let version = b.class.version;
    let index = match ty {
        Type::Object(name) if s.ratio(3, 4) => match name.as_str() {
            STRING
            | OBJECT
            | "java/io/Serializable"
            | "java/lang/Comparable"
            | "java/lang/CharSequence" => {
                let text = names::text(s, b.class);
                Some(b.class.pool.string(&text))
            }
            "java/lang/Class" if version >= 49 => Some(constants::class_constant(s, b.class)),
            "java/lang/invoke/MethodHandle" if version >= 51 => {
                Some(constants::method_handle(s, b.class))
            }
            "java/lang/invoke/MethodType" if version >= 51 => {
                Some(constants::method_type(s, b.class))
            }
            _ => None,
        },
        _ => None,
    };
    match index {
        Some(index) => {
            ldc(s, b, index);
            b.push_type(ty);
        }
        None => {
            b.op(ACONST_NULL);
            b.push(Entry::Null);
        }
    }
}

/// Loads a constant; the short form has room for the first 255 only.
pub(super) fn ldc(s: &mut Source, b: &mut Body<'_, '_>, index: u16) {
    let index = b.class.index(s, index);
    if index < 256 && !s.as_value().one_in(8) {
        b.op(LDC);
        b.bytes.u1(index as u8);
    } else {
        b.op(LDC_W);
        b.bytes.u2(index);
    }
}

/// Loads a constant that takes two slots.
pub(super) fn ldc2(s: &mut Source, b: &mut Body<'_, '_>, index: u16) {
    b.op(LDC2_W);
    let index = b.class.index(s, index);
    b.bytes.u2(index);
}

/// A variable that can be used as the type; a constant if there is none.
#[generator]
pub(super) fn variable(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let fitting: Vec<usize> =
        (0..b.variables.len()).filter(|at| b.assignable(&b.variables[*at].ty, ty)).collect();
    if fitting.is_empty() {
        return constant(s, b, ty);
    }
    let chosen = b.variables[*s.as_value().choose(&fitting)].clone();
    load(s, b, &chosen);
}

pub(super) fn load(s: &mut Source, b: &mut Body<'_, '_>, variable: &Variable) {
    access(s, b, LOAD, LOAD_0, variable.ty.kind(), variable.slot);
    b.push_type(&variable.ty);
}

/// Takes the value on the stack into a variable.
pub(super) fn store(s: &mut Source, b: &mut Body<'_, '_>, kind: Kind, slot: u16) {
    access(s, b, STORE, STORE_0, kind, slot);
    b.pop(1);
}

/// Takes the value on the stack into a variable that is new.
pub(super) fn store_new(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) -> Variable {
    if s.as_value().one_in(31) {
        b.reserve(Entry::Top);
    }
    let slot = b.reserve(Entry::of(ty));
    store(s, b, ty.kind(), slot);
    let start = b.here();
    let variable = Variable { slot, ty: ty.clone(), start, end: start };
    b.variables.push(variable.clone());
    variable
}

/// Loads or stores in one of the forms: without an operand, with one, wide.
fn access(s: &mut Source, b: &mut Body<'_, '_>, base: u8, short: u8, kind: Kind, slot: u16) {
    let s = &mut *s.as_value();
    let slot = b.class.number(s, slot);
    let form = s.weighted_index(&[14, 3, 1]);
    if form == 0 && slot < 4 {
        b.op(short + 4 * kind as u8 + slot as u8);
    } else {
        let operand = if form == 2 { Operand::Wide } else { Operand::Shortest };
        indexed(b, base + kind as u8, slot, operand);
    }
}

/// How the number of a variable is written.
#[derive(Clone, Copy, PartialEq)]
enum Operand {
    /// As one byte, if that is enough.
    Shortest,
    /// As two bytes.
    Wide,
}

/// An instruction with the number of a variable.
fn indexed(b: &mut Body<'_, '_>, opcode: u8, slot: u16, operand: Operand) {
    if operand == Operand::Wide || slot > 255 {
        b.op(WIDE);
        b.bytes.u1(opcode);
        b.bytes.u2(slot);
    } else {
        b.op(opcode);
        b.bytes.u1(slot as u8);
    }
}

/// Takes where a subroutine returns to into a variable.
pub(super) fn store_address(s: &mut Source, b: &mut Body<'_, '_>) -> u16 {
    let slot = b.reserve(Entry::Address);
    store(s, b, Kind::Reference, slot);
    slot
}

/// Returns from a subroutine.
pub(super) fn ret(s: &mut Source, b: &mut Body<'_, '_>, slot: u16) {
    let operand = if s.one_in(4) { Operand::Wide } else { Operand::Shortest };
    indexed(b, RET, slot, operand);
    b.reachable = false;
}

/// Adds a constant to a variable; the stack stays as it is.
#[generator]
pub(super) fn increment(s: &mut Source, b: &mut Body<'_, '_>, slot: u16) {
    if s.one_in(6) {
        b.op(WIDE);
        b.bytes.u1(IINC);
        b.bytes.u2(slot);
        b.bytes.u2(s.int(..));
    } else {
        b.op(IINC);
        b.bytes.u1(slot as u8);
        b.bytes.u1(s.int(-2..=2i8) as u8);
    }
}
