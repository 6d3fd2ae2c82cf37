//! Arithmetic: operators, conversions and comparisons of numbers.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::super::types::{Kind, Type, array_type, reference_type};
use super::expressions::{class_operand, expression};
use super::loads;
use super::{Body, Entry};

const ADD: u8 = 96;
const NEG: u8 = 116;
const ISHL: u8 = 120;
const IAND: u8 = 126;
const I2L: u8 = 133;
const I2B: u8 = 145;
const LCMP: u8 = 148;
const FCMPL: u8 = 149;
const DCMPL: u8 = 151;
const ARRAYLENGTH: u8 = 190;
const INSTANCEOF: u8 = 193;

/// The types of numbers, in the order of opcodes.
const NUMBERS: [Type; 4] = [Type::Int, Type::Long, Type::Float, Type::Double];

/// What arithmetic makes a number of the kind.
#[generator]
pub(super) fn operation(s: &mut Source, b: &mut Body<'_, '_>, kind: Kind) {
    let ty = &NUMBERS[kind as usize];
    match kind {
        Kind::Int => pick!(s, {
            4 => binary(s, b, ty),
            1 => negation(s, b, ty),
            3 => bitwise(s, b, ty),
            3 => shift(s, b, ty),
            2 => conversion(s, b, kind),
            2 => narrowing(s, b),
            2 => comparison(s, b),
            2 => instance_test(s, b),
            2 => array_length(s, b),
            1 => counted(s, b),
        }),
        Kind::Long => pick!(s, {
            4 => binary(s, b, ty),
            1 => negation(s, b, ty),
            3 => bitwise(s, b, ty),
            3 => shift(s, b, ty),
            3 => conversion(s, b, kind),
        }),
        _ => pick!(s, {
            4 => binary(s, b, ty),
            1 => negation(s, b, ty),
            3 => conversion(s, b, kind),
        }),
    }
}

/// A sum, a difference, a product, a quotient or a remainder.
#[generator]
fn binary(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let operator = s.as_value().index(5) as u8;
    expression(s, b, ty);
    expression(s, b, ty);
    apply(b, ADD + 4 * operator + ty.kind() as u8, 2, ty);
}

#[generator]
fn negation(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    expression(s, b, ty);
    apply(b, NEG + ty.kind() as u8, 1, ty);
}

#[generator]
fn bitwise(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let operator = s.as_value().index(3) as u8;
    expression(s, b, ty);
    expression(s, b, ty);
    apply(b, IAND + 2 * operator + ty.kind() as u8, 2, ty);
}

/// A shift, by an int whatever is shifted.
#[generator]
fn shift(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let operator = s.as_value().index(3) as u8;
    expression(s, b, ty);
    expression(s, b, &Type::Int);
    apply(b, ISHL + 2 * operator + ty.kind() as u8, 2, ty);
}

/// A number of another kind, as one of this.
#[generator]
fn conversion(s: &mut Source, b: &mut Body<'_, '_>, to: Kind) {
    let others: Vec<&Type> = NUMBERS.iter().filter(|from| from.kind() != to).collect();
    let choice = s.index(others.len());
    let from = others[choice];
    expression(s, b, from);
    // From each kind there are three, in the order of the kinds.
    let target = to as u8 - u8::from(to as u8 > from.kind() as u8);
    apply(b, I2L + 3 * from.kind() as u8 + target, 1, &NUMBERS[to as usize]);
}

#[generator]
fn narrowing(s: &mut Source, b: &mut Body<'_, '_>) {
    let to = s.index(3) as u8;
    expression(s, b, &Type::Int);
    apply(b, I2B + to, 1, &Type::Int);
}

/// Which of two numbers is the greater: what conditions of longs and floats are made of.
#[generator]
pub(super) fn comparison(s: &mut Source, b: &mut Body<'_, '_>) {
    let (opcode, ty) = pick!(s, {
        2 => (LCMP, Type::Long),
        1 => (FCMPL, Type::Float),
        1 => (FCMPL + 1, Type::Float),
        1 => (DCMPL, Type::Double),
        1 => (DCMPL + 1, Type::Double),
    });
    expression(s, b, &ty);
    expression(s, b, &ty);
    apply(b, opcode, 2, &Type::Int);
}

#[generator]
pub(super) fn instance_test(s: &mut Source, b: &mut Body<'_, '_>) {
    let ty = if s.bool() { array_type(s, b.class) } else { reference_type(s, b.class) };
    expression(s, b, &Type::object("java/lang/Object"));
    b.op(INSTANCEOF);
    class_operand(s, b, &ty.class_name());
    b.pop(1);
    b.push(Entry::Int);
}

#[generator]
fn array_length(s: &mut Source, b: &mut Body<'_, '_>) {
    let ty = array_type(s, b.class);
    expression(s, b, &ty);
    apply(b, ARRAYLENGTH, 1, &Type::Int);
}

/// A variable's value before or after one is added to it.
#[generator]
fn counted(s: &mut Source, b: &mut Body<'_, '_>) {
    let counters: Vec<usize> =
        (0..b.variables.len()).filter(|at| b.variables[*at].ty.kind() == Kind::Int).collect();
    if counters.is_empty() {
        return loads::constant(s, b, &Type::Int);
    }
    let counter = b.variables[*s.choose(&counters)].clone();
    if s.bool() {
        loads::increment(s, b, counter.slot);
        loads::load(s, b, &counter);
    } else {
        loads::load(s, b, &counter);
        loads::increment(s, b, counter.slot);
    }
}

/// Puts the result of an instruction in place of its operands.
fn apply(b: &mut Body<'_, '_>, opcode: u8, operands: usize, result: &Type) {
    b.op(opcode);
    b.pop(operands);
    b.push_type(result);
}
