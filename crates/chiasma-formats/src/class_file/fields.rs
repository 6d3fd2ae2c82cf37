//! Fields (section 4.5).

use chiasma_core::Source;
use chiasma_macros::generator;

use super::attributes::{Attributes, Place, attributes};
use super::bytes::Bytes;
use super::class::Flavour;
use super::names;
use super::pool::Constant;
use super::types::{Kind, Type, field_type, spelled};
use super::{Class, ENUM, FINAL, Field, PRIVATE, PROTECTED, PUBLIC, STATIC, STRING, SYNTHETIC};

const VOLATILE: u16 = 0x40;
const TRANSIENT: u16 = 0x80;

/// The fields of the class.
pub(super) fn fields(s: &mut Source, c: &mut Class<'_>) -> Vec<u8> {
    let many = 5 + c.draft.left() / 50;
    let count = *s.weighted(&[(3, 1), (3, 0), (3, 2), (2, 3), (1, many)]);
    let mut rows = Vec::new();
    for _ in 0..count {
        if c.draft.spend() {
            rows.extend(field(s, c));
        }
    }
    let mut out = Vec::new();
    out.table(&rows);
    out
}

/// A field; nothing if there is one of this name and type.
#[generator]
fn field(s: &mut Source, c: &mut Class<'_>) -> Option<Vec<u8>> {
    let flags = access_flags(s, c);
    let name = names::identifier(s, c);
    let ty = if flags & ENUM != 0 { Type::Object(c.name.clone()) } else { field_type(s, c) };
    let is_known = c.fields.iter().any(|known| {
        // Components of records have names of their own.
        known.name == name && (known.ty == ty || c.flavour == Flavour::Record)
    });
    if is_known && !c.draft.slip(s) {
        return None;
    }
    let mut out = Vec::new();
    out.u2(c.flags(s, flags));
    let name_index = c.pool.utf8(&name);
    out.u2(c.index(s, name_index));
    let descriptor = spelled(s, c, ty.descriptor());
    let descriptor_index = c.pool.utf8(&descriptor);
    out.u2(c.index(s, descriptor_index));
    let mut to = Attributes::default();
    if flags & STATIC != 0 && s.bool() {
        constant_value(s, c, &ty, &mut to);
    }
    attributes(s, c, Place::Field(&ty), &mut to);
    out.extend(to.bytes());
    c.fields.push(Field { name, ty, flags });
    Some(out)
}

/// Access flags that go together.
fn access_flags(s: &mut Source, c: &Class<'_>) -> u16 {
    let synthetic = if c.version >= 49 { SYNTHETIC } else { 0 };
    match c.flavour {
        Flavour::Interface | Flavour::Annotation => {
            PUBLIC | STATIC | FINAL | *s.as_value().weighted(&[(9, 0), (1, synthetic)])
        }
        Flavour::Enum if s.bool() => PUBLIC | STATIC | FINAL | ENUM,
        Flavour::Record if !s.one_in(4) => PRIVATE | FINAL,
        flavour => {
            let access = *s.as_value().choose(&[PRIVATE, PUBLIC, 0, PROTECTED]);
            let must_be_static = flavour == Flavour::Record;
            let of_class = if must_be_static || s.one_in(3) { STATIC } else { 0 };
            let more = *s.as_value().weighted(&[
                (6, 0),
                (4, FINAL),
                (1, VOLATILE),
                (1, TRANSIENT),
                (1, VOLATILE | TRANSIENT),
                (1, FINAL | synthetic),
            ]);
            access | of_class | more
        }
    }
}

/// The attribute `ConstantValue`, if there can be one for the type.
#[generator]
fn constant_value(s: &mut Source, c: &mut Class<'_>, ty: &Type, to: &mut Attributes) {
    let kind = if c.draft.slip(s) { Kind::Double } else { ty.kind() };
    let constant = match kind {
        Kind::Int => Constant::Integer(match ty {
            Type::Boolean => i32::from(s.bool()),
            Type::Byte => i32::from(s.int::<i8>(..)),
            Type::Char => i32::from(s.int::<u16>(..)),
            Type::Short => i32::from(s.int::<i16>(..)),
            _ => s.int(..),
        }),
        Kind::Long => Constant::Long(s.int(..)),
        Kind::Float => Constant::Float(s.float::<f32>(..).to_bits()),
        Kind::Double => Constant::Double(s.float::<f64>(..).to_bits()),
        Kind::Reference if ty.is_object(STRING) => {
            let text = names::text(s, c);
            let text = c.pool.utf8(&text);
            Constant::One(8, text)
        }
        Kind::Reference => return,
    };
    let index = c.pool.add(constant);
    let index = c.index(s, index).to_be_bytes();
    to.add(s, c, "ConstantValue", &index);
}
