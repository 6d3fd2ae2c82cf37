//! Conditions, and expressions that have one.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::super::OBJECT;
use super::super::types::Type;
use super::arithmetic;
use super::expressions::expression;
use super::{Body, Entry, Label, Width};

const IFEQ: u8 = 153;
const IF_ICMPEQ: u8 = 159;
const IF_ACMPEQ: u8 = 165;
const GOTO: u8 = 167;
const IFNULL: u8 = 198;
const GOTO_W: u8 = 200;

/// Jumps to the label, or goes on: which of the two is when is no matter here.
#[generator]
pub(super) fn condition(s: &mut Source, b: &mut Body<'_, '_>, label: Label) {
    let (opcode, operands) = pick!(s, {
        5 => {
            expression(s, b, &Type::Boolean);
            (IFEQ + s.as_value().index(6) as u8, 1)
        },
        4 => {
            expression(s, b, &Type::Int);
            expression(s, b, &Type::Int);
            (IF_ICMPEQ + s.as_value().index(6) as u8, 2)
        },
        2 => {
            expression(s, b, &Type::object(OBJECT));
            expression(s, b, &Type::object(OBJECT));
            (IF_ACMPEQ + s.index(2) as u8, 2)
        },
        2 => {
            expression(s, b, &Type::object(OBJECT));
            (IFNULL + s.as_value().index(2) as u8, 1)
        },
        2 => {
            arithmetic::comparison(s, b);
            (IFEQ + s.as_value().index(6) as u8, 1)
        },
        2 => {
            arithmetic::instance_test(s, b);
            (IFEQ + s.as_value().index(2) as u8, 1)
        },
    });
    b.pop(operands);
    b.jump(opcode, Width::Two, label);
}

/// Goes to the label.
pub(super) fn goto(s: &mut Source, b: &mut Body<'_, '_>, label: Label) {
    if s.as_value().one_in(16) {
        b.jump(GOTO_W, Width::Four, label);
    } else {
        b.jump(GOTO, Width::Two, label);
    }
    b.reachable = false;
}

/// One of two values, as a condition says.
#[generator]
pub(super) fn conditional(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let otherwise = b.label();
    let end = b.label_with(Entry::of(ty));
    condition(s, b, otherwise);
    expression(s, b, ty);
    goto(s, b, end);
    b.place(otherwise);
    expression(s, b, ty);
    b.place(end);
}
