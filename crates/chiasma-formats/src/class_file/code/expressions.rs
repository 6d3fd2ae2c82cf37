//! Expressions: code that leaves one value of a type on the stack, and what was there below it.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::super::OBJECT;
use super::super::types::{Kind, Type, array_type, field_type, reference_type};
use super::arithmetic;
use super::arrays;
use super::calls;
use super::conditions;
use super::invocations;
use super::loads;
use super::stack;
use super::switches;
use super::{Body, Entry};
use crate::class_file::bytes::Bytes;

const NEW: u8 = 187;
const CHECKCAST: u8 = 192;
const DUP: u8 = 89;

impl Body<'_, '_> {
    /// Whether the verifier accepts a value of type `from` where one of type `to` is needed.
    pub(super) fn assignable(&self, from: &Type, to: &Type) -> bool {
        match (from.kind(), to.kind()) {
            (Kind::Reference, Kind::Reference) => {
                from == to
                    || to.is_object(OBJECT)
                    || (from.is_object(&self.class.name) && to.is_object(&self.class.parent))
                    || matches!((from, to), (Type::Array(_), Type::Object(name))
                        if name == "java/lang/Cloneable" || name == "java/io/Serializable")
            }
            (from, to) => from == to,
        }
    }

    /// Whether a value of the type may be put into the variable at this place.
    pub(super) fn takes(&self, at: usize, ty: &Type) -> bool {
        let own = &self.variables[at].ty;
        own == ty || (!own.is_reference() && own.kind() == ty.kind())
    }
}

/// A value of the type.
#[generator]
pub(super) fn expression(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    if !b.spend() {
        return loads::variable(s, b, ty);
    }
    b.depth += 1;
    let leaf = 3 + 2 * b.depth;
    // Of most references there is no constant but `null`.
    let constant = if ty.is_reference() { leaf.div_ceil(2) } else { leaf };
    pick!(s, {
        constant => loads::constant(s, b, ty),
        leaf => loads::variable(s, b, ty),
        9 => operation(s, b, ty),
        2 => calls::field_value(s, b, ty),
        5 => calls::call(s, b, Some(ty)),
        2 => conditions::conditional(s, b, ty),
        1 => arrays::element(s, b, ty),
        2 => stack::assignment(s, b, ty),
        1 => invocations::dynamic_value(s, b, ty),
        1 => switches::switch_expression(s, b, ty),
        1 => stack::swapped(s, b, ty),
    });
    b.depth -= 1;
}

/// A value of any type.
pub(super) fn any_expression(s: &mut Source, b: &mut Body<'_, '_>) -> Type {
    let ty = field_type(s, b.class);
    expression(s, b, &ty);
    ty
}

/// What instructions of its own make of the type.
#[generator]
fn operation(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    match ty {
        Type::Array(_) => pick!(s, {
            4 => arrays::new_array(s, b, ty),
            1 => cast(s, b, ty),
        }),
        Type::Object(name) if name == OBJECT => pick!(s, {
            2 => new_object(s, b, ty),
            2 => {
                let other = reference_type(s, b.class);
                expression(s, b, &other);
            },
            1 => {
                let other = array_type(s, b.class);
                expression(s, b, &other);
            },
        }),
        Type::Object(_) => pick!(s, {
            3 => new_object(s, b, ty),
            2 => cast(s, b, ty),
        }),
        _ => arithmetic::operation(s, b, ty.kind()),
    }
}

/// A value that is checked to be of the type.
#[generator]
fn cast(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    expression(s, b, &Type::object(OBJECT));
    b.op(CHECKCAST);
    class_operand(s, b, &ty.class_name());
    b.pop(1);
    b.push_type(ty);
}

/// An object that is made and constructed, of the library, of this class or of one unknown.
#[generator]
pub(super) fn new_object(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let name = ty.class_name();
    let Some(descriptor) = calls::constructor_of(s, b, &name) else { return cast(s, b, ty) };
    let place = b.here();
    b.op(NEW);
    class_operand(s, b, &name);
    b.push(Entry::Uninitialized(place));
    b.op(DUP);
    b.push(Entry::Uninitialized(place));
    for parameter in &descriptor.parameters {
        expression(s, b, parameter);
    }
    calls::construct(s, b, &name, &descriptor);
    b.pop(1);
    b.push_type(ty);
}

/// The index of a class as an operand.
pub(super) fn class_operand(s: &mut Source, b: &mut Body<'_, '_>, name: &str) {
    let index = b.class.pool.class(name);
    let index = b.class.index(s, index);
    b.bytes.u2(index);
}
