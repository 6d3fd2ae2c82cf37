//! Fields that are read and written, and methods that are called.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::super::bytes::Bytes;
use super::super::library::{self, Call, Known};
use super::super::names;
use super::super::pool::{FIELD, INTERFACE_METHOD, METHOD};
use super::super::types::{
    MethodDescriptor, Type, field_type, method_descriptor, reference_type, spelled,
};
use super::super::{PRIVATE, STATIC};
use super::Body;
use super::expressions::expression;
use super::loads;

const GETSTATIC: u8 = 178;
const PUTSTATIC: u8 = 179;
const GETFIELD: u8 = 180;
const PUTFIELD: u8 = 181;
const INVOKEVIRTUAL: u8 = 182;
const INVOKESPECIAL: u8 = 183;
const INVOKESTATIC: u8 = 184;
const INVOKEINTERFACE: u8 = 185;

/// A field, wherever it is.
pub(super) struct FieldReference {
    owner: String,
    name: String,
    ty: Type,
    is_static: bool,
}

/// A field of exactly the type: of this class, or of one unknown.
pub(super) fn a_field(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) -> FieldReference {
    let own: Vec<usize> =
        (0..b.class.fields.len()).filter(|at| b.class.fields[*at].ty == *ty).collect();
    if own.is_empty() || s.one_in(6) {
        return unknown_field(s, b, ty);
    }
    let field = &b.class.fields[*s.choose(&own)];
    FieldReference {
        owner: b.class.name.clone(),
        name: field.name.clone(),
        ty: ty.clone(),
        is_static: field.flags & STATIC != 0,
    }
}

/// A field that no class may have: the verifier does not look.
fn unknown_field(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) -> FieldReference {
    let is_static = !s.bool();
    let owner = names::class_name(s, b.class);
    FieldReference { owner, name: names::identifier(s, b.class), ty: ty.clone(), is_static }
}

/// Puts the object onto the stack whose field it is; says how many slots that took.
pub(super) fn owner_of_field(s: &mut Source, b: &mut Body<'_, '_>, field: &FieldReference) -> u16 {
    if field.is_static {
        return 0;
    }
    expression(s, b, &Type::object(&field.owner));
    1
}

/// Takes the value on the stack into the field; with the value the object goes.
pub(super) fn put_field(s: &mut Source, b: &mut Body<'_, '_>, field: &FieldReference) {
    access(s, b, field, PUTSTATIC, PUTFIELD);
    b.pop(if field.is_static { 1 } else { 2 });
}

/// A field's value.
#[generator]
pub(super) fn field_value(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let descriptor = ty.descriptor();
    let known: Vec<&library::KnownField> =
        library::FIELDS.iter().filter(|field| field.descriptor == descriptor).collect();
    let field = if !known.is_empty() && s.bool() {
        let known = s.choose(&known);
        let (owner, name) = (known.owner.to_owned(), known.name.to_owned());
        FieldReference { owner, name, ty: ty.clone(), is_static: known.is_static }
    } else {
        a_field(s, b, ty)
    };
    owner_of_field(s, b, &field);
    access(s, b, &field, GETSTATIC, GETFIELD);
    b.pop(if field.is_static { 0 } else { 1 });
    b.push_type(ty);
}

fn access(
    s: &mut Source,
    b: &mut Body<'_, '_>,
    field: &FieldReference,
    of_class: u8,
    of_object: u8,
) {
    let descriptor = spelled(s, b.class, field.ty.descriptor());
    let index = b.class.pool.member(FIELD, &field.owner, &field.name, &descriptor);
    let index = b.class.index(s, index);
    b.op(if field.is_static { of_class } else { of_object });
    b.bytes.u2(index);
}

/// A call of a method with this result, or of one without a result.
#[generator]
pub(super) fn call(s: &mut Source, b: &mut Body<'_, '_>, result: Option<&Type>) {
    pick!(s, {
        6 => library_call(s, b, result),
        4 => own_call(s, b, result),
        2 => unknown_call(s, b, result),
        1 => parent_call(s, b, result),
        1 => handle_call(s, b, result),
    });
}

/// A call of a method of the library.
#[generator]
fn library_call(s: &mut Source, b: &mut Body<'_, '_>, result: Option<&Type>) {
    let wanted = result.map_or("V".to_owned(), Type::descriptor);
    let usable = |known: &&Known| {
        known.call != Call::Constructor
            && (known.call != Call::InterfaceStatic || b.class.version >= 52)
            && known.descriptor.split_once(')').is_some_and(|(_, gives)| gives == wanted)
    };
    let known: Vec<&Known> = library::METHODS.iter().filter(usable).collect();
    if known.is_empty() {
        return unknown_call(s, b, result);
    }
    let known = *s.choose(&known);
    let descriptor = MethodDescriptor::of(known.descriptor);
    let (opcode, tag) = match known.call {
        Call::Static => (INVOKESTATIC, METHOD),
        Call::InterfaceStatic => (INVOKESTATIC, INTERFACE_METHOD),
        Call::Interface => (INVOKEINTERFACE, INTERFACE_METHOD),
        Call::Virtual | Call::Constructor => (INVOKEVIRTUAL, METHOD),
    };
    if opcode != INVOKESTATIC {
        expression(s, b, &Type::object(known.owner));
    }
    invoke(s, b, opcode, tag, known.owner, known.name, &descriptor);
}

/// A call of a method of this class.
#[generator]
fn own_call(s: &mut Source, b: &mut Body<'_, '_>, result: Option<&Type>) {
    let fitting: Vec<usize> = (0..b.class.methods.len())
        .filter(|at| {
            let method = &b.class.methods[*at];
            !method.name.starts_with('<') && method.descriptor.result.as_ref() == result
        })
        .collect();
    if fitting.is_empty() {
        return unknown_call(s, b, result);
    }
    let method = b.class.methods[*s.choose(&fitting)].clone();
    let owner = b.class.name.clone();
    let is_interface = b.class.is_interface();
    let tag = if is_interface { INTERFACE_METHOD } else { METHOD };
    let is_private = method.flags & PRIVATE != 0;
    let opcode = match is_interface {
        _ if method.flags & STATIC != 0 => INVOKESTATIC,
        // Before nests there was no other way to a private method.
        _ if is_private && (b.class.version < 55 || s.bool()) => INVOKESPECIAL,
        true => INVOKEINTERFACE,
        false => INVOKEVIRTUAL,
    };
    if opcode != INVOKESTATIC {
        expression(s, b, &Type::Object(owner.clone()));
    }
    invoke(s, b, opcode, tag, &owner, &method.name, &method.descriptor);
}

/// A call of a method that no class may have.
#[generator]
fn unknown_call(s: &mut Source, b: &mut Body<'_, '_>, result: Option<&Type>) {
    let (opcode, tag) = *s.choose(&[
        (INVOKESTATIC, METHOD),
        (INVOKEVIRTUAL, METHOD),
        (INVOKEINTERFACE, INTERFACE_METHOD),
    ]);
    let mut name = names::method_name(s, b.class);
    if matches!(name.as_str(), "clone" | "finalize") {
        // These exist, and are not accessible everywhere.
        name.push('$');
    }
    let count = s.length(0..=2);
    let parameters = (0..count).map(|_| field_type(s, b.class)).collect();
    let descriptor = MethodDescriptor { parameters, result: result.cloned() };
    let owner = if opcode == INVOKESTATIC {
        names::class_name(s, b.class)
    } else {
        let receiver = reference_type(s, b.class);
        expression(s, b, &receiver);
        receiver.class_name()
    };
    invoke(s, b, opcode, tag, &owner, &name, &descriptor);
}

/// A call of a method as the class above has it.
#[generator]
fn parent_call(s: &mut Source, b: &mut Body<'_, '_>, result: Option<&Type>) {
    let this = b.variables.iter().find(|variable| variable.ty.is_object(&b.class.name)).cloned();
    let (name, descriptor) = match result.map_or("V".to_owned(), Type::descriptor).as_str() {
        "V" => ("finalize", "()V"),
        "I" => ("hashCode", "()I"),
        "Z" => ("equals", "(Ljava/lang/Object;)Z"),
        "Ljava/lang/String;" => ("toString", "()Ljava/lang/String;"),
        "Ljava/lang/Object;" => ("clone", "()Ljava/lang/Object;"),
        _ => return library_call(s, b, result),
    };
    let Some(this) = this.filter(|_| !b.class.is_interface()) else {
        return library_call(s, b, result);
    };
    loads::load(s, b, &this);
    let owner = b.class.parent.clone();
    invoke(s, b, INVOKESPECIAL, METHOD, &owner, name, &MethodDescriptor::of(descriptor));
}

/// A call through a method handle, which any descriptor fits.
#[generator]
fn handle_call(s: &mut Source, b: &mut Body<'_, '_>, result: Option<&Type>) {
    if b.class.version < 51 {
        return library_call(s, b, result);
    }
    let (owner, name) = *s.choose(&[
        ("java/lang/invoke/MethodHandle", "invokeExact"),
        ("java/lang/invoke/MethodHandle", "invoke"),
        ("java/lang/invoke/VarHandle", "compareAndSet"),
        ("java/lang/invoke/VarHandle", "getVolatile"),
    ]);
    expression(s, b, &Type::object(owner));
    let descriptor = MethodDescriptor { result: result.cloned(), ..method_descriptor(s, b.class) };
    invoke(s, b, INVOKEVIRTUAL, METHOD, owner, name, &descriptor);
}

/// The arguments and the call; the receiver is on the stack already, if there is one.
fn invoke(
    s: &mut Source,
    b: &mut Body<'_, '_>,
    opcode: u8,
    tag: u8,
    owner: &str,
    name: &str,
    descriptor: &MethodDescriptor,
) {
    for parameter in &descriptor.parameters {
        expression(s, b, parameter);
    }
    let text = spelled(s, b.class, descriptor.text());
    let index = b.class.pool.member(tag, owner, name, &text);
    let index = b.class.index(s, index);
    b.op(opcode);
    b.bytes.u2(index);
    if opcode == INVOKEINTERFACE {
        let count = b.class.number(s, descriptor.slots() + 1) as u8;
        b.bytes.u1(count);
        b.bytes.u1(0);
    }
    b.pop(descriptor.parameters.len() + usize::from(opcode != INVOKESTATIC));
    if let Some(ty) = &descriptor.result {
        b.push_type(ty);
    }
}

/// The descriptor of a constructor of the class; `None` if it has none.
pub(super) fn constructor_of(
    s: &mut Source,
    b: &mut Body<'_, '_>,
    name: &str,
) -> Option<MethodDescriptor> {
    if name == b.class.name {
        let own: Vec<&MethodDescriptor> = b
            .class
            .methods
            .iter()
            .filter(|method| method.name == "<init>")
            .map(|method| &method.descriptor)
            .collect();
        return if own.is_empty() { None } else { Some((*s.choose(&own)).clone()) };
    }
    let known: Vec<&Known> = library::METHODS
        .iter()
        .filter(|known| known.call == Call::Constructor && known.owner == name)
        .collect();
    if !known.is_empty() {
        return Some(MethodDescriptor::of(s.choose(&known).descriptor));
    }
    if name.starts_with("java/") {
        return None;
    }
    let parameters = if s.bool() { vec![Type::Int] } else { Vec::new() };
    Some(MethodDescriptor { parameters, result: None })
}

/// The call of a constructor: the object and its arguments are on the stack.
pub(super) fn construct(
    s: &mut Source,
    b: &mut Body<'_, '_>,
    name: &str,
    descriptor: &MethodDescriptor,
) {
    let text = spelled(s, b.class, descriptor.text());
    let index = b.class.pool.member(METHOD, name, "<init>", &text);
    let index = b.class.index(s, index);
    b.op(INVOKESPECIAL);
    b.bytes.u2(index);
    b.pop(descriptor.parameters.len() + 1);
}
