//! Dynamically linked call sites and constants: `invokedynamic`, and constants that methods compute.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::super::STRING;
use super::super::bytes::Bytes;
use super::super::constants;
use super::super::names;
use super::super::types::{MethodDescriptor, Type, field_type, spelled};
use super::super::words;
use super::Body;
use super::expressions::expression;
use super::loads;

const INVOKEDYNAMIC: u8 = 186;

/// Interfaces with one method, what that is called, and its descriptor.
const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("java/lang/Runnable", "run", "()V"),
    ("java/util/function/Supplier", "get", "()Ljava/lang/Object;"),
    ("java/util/function/Function", "apply", "(Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java/util/function/IntBinaryOperator", "applyAsInt", "(II)I"),
    ("java/util/concurrent/Callable", "call", "()Ljava/lang/Object;"),
    ("java/lang/Comparable", "compareTo", "(Ljava/lang/Object;)I"),
];

/// A value that a bootstrap method has a say in.
#[generator]
pub(super) fn dynamic_value(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    if b.class.version < 51 {
        return loads::variable(s, b, ty);
    }
    match ty {
        Type::Object(name) if name == STRING && s.bool() => concatenation(s, b),
        Type::Object(name) if FUNCTIONS.iter().any(|(function, ..)| function == name) => {
            lambda(s, b, name);
        }
        _ if b.class.version >= 55 && s.bool() => dynamic_constant(s, b, ty),
        _ => dynamic_call(s, b, ty),
    }
}

/// A constant that a method computes.
#[generator]
fn dynamic_constant(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let index = constants::dynamic(s, b.class, ty);
    if ty.slots() == 2 {
        loads::ldc2(s, b, index);
    } else {
        loads::ldc(s, b, index);
    }
    b.push_type(ty);
}

/// A call that any method may link.
#[generator]
fn dynamic_call(s: &mut Source, b: &mut Body<'_, '_>, ty: &Type) {
    let bootstrap = constants::bootstrap(s, b.class);
    let name = names::method_name(s, b.class);
    let count = s.length(0..=2);
    let parameters = (0..count).map(|_| field_type(s, b.class)).collect();
    let descriptor = MethodDescriptor { parameters, result: Some(ty.clone()) };
    invoke_dynamic(s, b, bootstrap, &name, &descriptor);
}

/// Strings and other values, joined as compilers do it since Java 9.
#[generator]
fn concatenation(s: &mut Source, b: &mut Body<'_, '_>) {
    let count = s.length(1..=3);
    let parameters: Vec<Type> = (0..count).map(|_| field_type(s, b.class)).collect();
    let mut recipe = String::new();
    for _ in &parameters {
        recipe.push('\u{1}');
        if s.bool() {
            recipe.push_str(words::one_of(s, &[", ", "\0", "é", "%"]));
        }
    }
    let bootstrap = constants::concatenation_bootstrap(s, b.class, &recipe);
    let descriptor = MethodDescriptor { parameters, result: Some(Type::object(STRING)) };
    invoke_dynamic(s, b, bootstrap, "makeConcatWithConstants", &descriptor);
}

/// An object that stands for a function.
#[generator]
fn lambda(s: &mut Source, b: &mut Body<'_, '_>, interface: &str) {
    let Some((_, name, erased)) = FUNCTIONS.iter().find(|(function, ..)| *function == interface)
    else {
        return;
    };
    let bootstrap = constants::lambda_bootstrap(s, b.class, erased);
    let count = s.length(0..=2);
    let parameters = (0..count).map(|_| field_type(s, b.class)).collect();
    let descriptor = MethodDescriptor { parameters, result: Some(Type::object(interface)) };
    invoke_dynamic(s, b, bootstrap, name, &descriptor);
}

fn invoke_dynamic(
    s: &mut Source,
    b: &mut Body<'_, '_>,
    bootstrap: u16,
    name: &str,
    descriptor: &MethodDescriptor,
) {
    for parameter in &descriptor.parameters {
        expression(s, b, parameter);
    }
    let bootstrap = b.class.number(s, bootstrap);
    let text = spelled(s, b.class, descriptor.text());
    let index = b.class.pool.invoke_dynamic(bootstrap, name, &text);
    let index = b.class.index(s, index);
    b.op(INVOKEDYNAMIC);
    b.bytes.u2(index);
    b.bytes.u2(0);
    b.pop(descriptor.parameters.len());
    if let Some(ty) = &descriptor.result {
        b.push_type(ty);
    }
}
