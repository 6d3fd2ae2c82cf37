//! Constants that code and bootstrap methods load: classes, method handles, what is computed.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Class;
use super::bytes::Bytes;
use super::library::{self, Call, Known};
use super::names;
use super::pool::{Constant, FIELD, INTERFACE_METHOD, METHOD};
use super::types::{Type, array_type, field_type, method_descriptor, reference_type};
use super::words;

const BOOTSTRAP: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
    [Ljava/lang/Object;)Ljava/lang/invoke/CallSite;";
const CONCATENATION: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
    Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;";
const METAFACTORY: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
    Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;\
    )Ljava/lang/invoke/CallSite;";

/// Bootstrap methods of the library: whose, and their names and descriptors.
const BOOTSTRAPS: &[(&str, &str, &str)] = &[
    ("java/lang/runtime/SwitchBootstraps", "typeSwitch", BOOTSTRAP),
    ("java/lang/runtime/SwitchBootstraps", "enumSwitch", BOOTSTRAP),
    ("java/lang/invoke/LambdaMetafactory", "altMetafactory", BOOTSTRAP),
    (
        "java/lang/invoke/ConstantBootstraps",
        "nullConstant",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;\
        )Ljava/lang/Object;",
    ),
    (
        "java/lang/invoke/ConstantBootstraps",
        "invoke",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;\
        Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;",
    ),
    (
        "java/lang/invoke/ConstantBootstraps",
        "primitiveClass",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;\
        )Ljava/lang/Class;",
    ),
    (
        "java/lang/runtime/ObjectMethods",
        "bootstrap",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;\
        Ljava/lang/invoke/TypeDescriptor;Ljava/lang/Class;Ljava/lang/String;\
        [Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;",
    ),
];

const INVOKE_STATIC: u8 = 6;

/// A constant that `ldc` can load, and that a bootstrap method can have.
#[generator]
pub(super) fn loadable(s: &mut Source, c: &mut Class<'_>) -> u16 {
    if !c.draft.spend() {
        return c.pool.add(Constant::Integer(0));
    }
    pick!(s, {
        3 => c.pool.add(Constant::Integer(s.int(..))),
        3 => {
            let text = names::text(s, c);
            c.pool.string(&text)
        },
        1 => c.pool.add(Constant::Float(s.float::<f32>(..).to_bits())),
        1 => c.pool.add(Constant::Long(s.int(..))),
        1 => c.pool.add(Constant::Double(s.float::<f64>(..).to_bits())),
        2 => class_constant(s, c),
        2 => method_type(s, c),
        2 => method_handle(s, c),
        1 => {
            if c.version >= 55 {
                let ty = field_type(s, c);
                dynamic(s, c, &ty)
            } else {
                class_constant(s, c)
            }
        },
    })
}

/// A class, an interface or an array.
pub(super) fn class_constant(s: &mut Source, c: &mut Class<'_>) -> u16 {
    let ty = if s.one_in(5) { array_type(s, c) } else { reference_type(s, c) };
    c.pool.class(&ty.class_name())
}

pub(super) fn method_type(s: &mut Source, c: &mut Class<'_>) -> u16 {
    let descriptor = method_descriptor(s, c).text();
    c.pool.method_type(&descriptor)
}

/// A handle on a field, a method or a constructor.
#[generator]
pub(super) fn method_handle(s: &mut Source, c: &mut Class<'_>) -> u16 {
    let kind = *s.choose(&[INVOKE_STATIC, 1, 2, 3, 4, 5, 7, 8, 9]);
    let member = match kind {
        1..=4 => field(s, c),
        5 => method(s, c, Call::Virtual),
        9 => method(s, c, Call::Interface),
        8 => method(s, c, Call::Constructor),
        7 => {
            let parent = c.parent.clone();
            c.pool.member(METHOD, &parent, "toString", "()Ljava/lang/String;")
        }
        _ => method(s, c, Call::Static),
    };
    let kind = if c.draft.slip(s) { s.int(0..=10) } else { kind };
    c.pool.method_handle(kind, member)
}

fn field(s: &mut Source, c: &mut Class<'_>) -> u16 {
    if !c.fields.is_empty() && s.bool() {
        let field = c.fields[s.index(c.fields.len())].clone();
        let owner = c.name.clone();
        return c.pool.member(FIELD, &owner, &field.name, &field.ty.descriptor());
    }
    let known = s.choose(library::FIELDS);
    c.pool.member(FIELD, known.owner, known.name, known.descriptor)
}

fn method(s: &mut Source, c: &mut Class<'_>, call: Call) -> u16 {
    let tag = if call == Call::Interface { INTERFACE_METHOD } else { METHOD };
    let own: Vec<usize> =
        (0..c.methods.len()).filter(|at| c.methods[*at].name.starts_with("lambda$")).collect();
    if call == Call::Static && !own.is_empty() && !c.is_interface() {
        let method = c.methods[*s.choose(&own)].clone();
        let owner = c.name.clone();
        return c.pool.member(tag, &owner, &method.name, &method.descriptor.text());
    }
    let known: Vec<&Known> = library::METHODS.iter().filter(|known| known.call == call).collect();
    let known = s.choose(&known);
    c.pool.member(tag, known.owner, known.name, known.descriptor)
}

/// A constant of the type that a method computes when it is first loaded.
#[generator]
pub(super) fn dynamic(s: &mut Source, c: &mut Class<'_>, ty: &Type) -> u16 {
    let bootstrap = bootstrap(s, c);
    let bootstrap = c.number(s, bootstrap);
    let name = names::identifier(s, c);
    c.pool.dynamic(bootstrap, &name, &ty.descriptor())
}

/// Any bootstrap method, with any arguments.
#[generator]
pub(super) fn bootstrap(s: &mut Source, c: &mut Class<'_>) -> u16 {
    // An old one will do, if there is one.
    if !c.bootstraps.is_empty() && s.bool() {
        return s.index(c.bootstraps.len()) as u16;
    }
    let handle = if s.one_in(4) {
        let owner = names::class_name(s, c);
        let name = names::method_name(s, c);
        let member = c.pool.member(METHOD, &owner, &name, BOOTSTRAP);
        c.pool.method_handle(INVOKE_STATIC, member)
    } else {
        let (owner, name, descriptor) = *s.choose(BOOTSTRAPS);
        let member = c.pool.member(METHOD, owner, name, descriptor);
        c.pool.method_handle(INVOKE_STATIC, member)
    };
    let count = s.length(0..=3);
    let arguments: Vec<u16> = (0..count).map(|_| loadable(s, c)).collect();
    add_bootstrap(s, c, handle, &arguments)
}

/// What joins strings by a recipe: `\1` stands for an argument.
pub(super) fn concatenation_bootstrap(s: &mut Source, c: &mut Class<'_>, recipe: &str) -> u16 {
    let member = c.pool.member(
        METHOD,
        "java/lang/invoke/StringConcatFactory",
        "makeConcatWithConstants",
        CONCATENATION,
    );
    let handle = c.pool.method_handle(INVOKE_STATIC, member);
    let recipe = c.pool.string(recipe);
    add_bootstrap(s, c, handle, &[recipe])
}

/// What makes an object that stands for a function with the descriptor.
pub(super) fn lambda_bootstrap(s: &mut Source, c: &mut Class<'_>, descriptor: &str) -> u16 {
    let member =
        c.pool.member(METHOD, "java/lang/invoke/LambdaMetafactory", "metafactory", METAFACTORY);
    let handle = c.pool.method_handle(INVOKE_STATIC, member);
    let erased = c.pool.method_type(descriptor);
    let body = method_handle(s, c);
    add_bootstrap(s, c, handle, &[erased, body, erased])
}

fn add_bootstrap(s: &mut Source, c: &mut Class<'_>, handle: u16, arguments: &[u16]) -> u16 {
    let mut row = Vec::new();
    row.u2(c.index(s, handle));
    row.indices(arguments);
    let known = c.bootstraps.iter().position(|old| *old == row);
    known.unwrap_or_else(|| {
        c.bootstraps.push(row);
        c.bootstraps.len() - 1
    }) as u16
}

/// A constant that nothing uses, or that there is already.
#[generator]
pub(super) fn unused(s: &mut Source, c: &mut Class<'_>) {
    pick!(s, {
        3 => {
            let text = names::text(s, c);
            c.pool.add(Constant::Utf8(super::mutf8::encode(&text)));
        },
        1 => {
            c.pool.add_again(Constant::Double(s.float::<f64>(..).to_bits()));
        },
        1 => {
            c.pool.add_again(Constant::Utf8(b"Code".to_vec()));
        },
        1 => {
            c.pool.class(words::one_of(s, words::CLASSES));
        },
        1 => {
            c.pool.add_again(Constant::Integer(s.int(..)));
        },
    })
}
