//! Arrays: making them, their elements.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::super::bytes::Bytes;
use super::super::types::{Type, field_type};
use super::Body;
use super::expressions::{class_operand, expression};
use super::loads;

const IALOAD: u8 = 46;
const IASTORE: u8 = 79;
const DUP: u8 = 89;
const DUP2: u8 = 92;
const NEWARRAY: u8 = 188;
const ANEWARRAY: u8 = 189;
const MULTIANEWARRAY: u8 = 197;

/// The place of an element's type among the instructions for elements.
fn place(element: &Type) -> u8 {
    match element {
        Type::Int => 0,
        Type::Long => 1,
        Type::Float => 2,
        Type::Double => 3,
        Type::Object(_) | Type::Array(_) => 4,
        Type::Byte | Type::Boolean => 5,
        Type::Char => 6,
        Type::Short => 7,
    }
}

/// The number by which `newarray` knows a type.
fn code(element: &Type) -> Option<u8> {
    Some(match element {
        Type::Boolean => 4,
        Type::Char => 5,
        Type::Float => 6,
        Type::Double => 7,
        Type::Byte => 8,
        Type::Short => 9,
        Type::Int => 10,
        Type::Long => 11,
        Type::Object(_) | Type::Array(_) => return None,
    })
}

/// Puts the element in place of an array and an index.
pub(super) fn load_element(b: &mut Body<'_, '_>, element: &Type) {
    b.op(IALOAD + place(element));
    b.pop(2);
    b.push_type(element);
}

/// Takes a value into an element; with the value the array and the index go.
pub(super) fn store_element(b: &mut Body<'_, '_>, element: &Type) {
    b.op(IASTORE + place(element));
    b.pop(3);
}

/// An array of the elements, and an index.
pub(super) fn array_and_index(s: &mut Source, b: &mut Body<'_, '_>, element: &Type) {
    expression(s, b, &element.clone().array());
    expression(s, b, &Type::Int);
}

/// An element that is read.
#[generator]
pub(super) fn element(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    if ty.dimensions() > 250 {
        return loads::constant(s, b, ty);
    }
    array_and_index(s, b, ty);
    load_element(b, ty);
}

/// A type of elements, of arrays that there can be.
pub(super) fn element_type(s: &mut Source, b: &mut Body<'_, '_>) -> Type {
    let ty = field_type(s, b.class);
    if ty.dimensions() > 250 { Type::Int } else { ty }
}

/// A value into an element.
#[generator]
pub(super) fn element_assignment(s: &mut Source, b: &mut Body<'_, '_>) {
    let ty = element_type(s, b);
    array_and_index(s, b, &ty);
    if !ty.is_reference() && s.one_in(3) {
        // As `a[i] op= x`: the array and the index are needed twice.
        b.op(DUP2);
        let below = b.frame.stack.len() - 2;
        let (array, index) = (b.frame.stack[below].clone(), b.frame.stack[below + 1].clone());
        b.push(array);
        b.push(index);
        load_element(b, &ty);
        expression(s, b, &ty);
        b.op(96 + 4 * s.index(3) as u8 + ty.kind() as u8);
        b.pop(2);
        b.push_type(&ty);
    } else {
        expression(s, b, &ty);
    }
    store_element(b, &ty);
}

/// A new array: empty, of some dimensions, or with elements.
#[generator]
pub(super) fn new_array(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let Type::Array(element) = ty else { return };
    pick!(s, {
        4 => {
            expression(s, b, &Type::Int);
            allocate(s, b, ty, element);
        },
        2 => new_dimensions(s, b, ty),
        3 => array_of(s, b, ty, element),
    })
}

/// A new array with its elements.
#[generator]
fn array_of(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type, element: &Type) {
    let count = s.length(0..=3);
    b.op(3 + count as u8);
    b.push_type(&Type::Int);
    allocate(s, b, ty, element);
    for index in 0..count {
        b.op(DUP);
        b.push_type(ty);
        b.op(3 + index as u8);
        b.push_type(&Type::Int);
        expression(s, b, element);
        store_element(b, element);
    }
}

/// Makes an array of the length on the stack.
fn allocate(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type, element: &Type) {
    match code(element) {
        Some(code) => {
            b.op(NEWARRAY);
            let code = b.class.number(s, u16::from(code)) as u8;
            b.bytes.u1(code);
        }
        None => {
            b.op(ANEWARRAY);
            class_operand(s, b, &element.class_name());
        }
    }
    b.pop(1);
    b.push_type(ty);
}

/// An array of arrays with the lengths of some dimensions.
#[generator]
fn new_dimensions(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let dimensions = s.int(1..=ty.dimensions().min(4));
    for _ in 0..dimensions {
        expression(s, b, &Type::Int);
    }
    b.op(MULTIANEWARRAY);
    class_operand(s, b, &ty.class_name());
    let count = b.class.number(s, u16::from(dimensions)) as u8;
    b.bytes.u1(count);
    b.pop(usize::from(dimensions));
    b.push_type(ty);
}
