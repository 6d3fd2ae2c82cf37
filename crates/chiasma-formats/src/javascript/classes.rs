//! Classes and their members.

use std::rc::Rc;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::context::{Context, Private, PrivateSort, This};
use super::functions::{self, Manner, Receiver, Sort};
use super::kinds::{Facts, Kind, Member, Signature};
use super::levels::Level;
use super::program::Program;
use super::scopes::{Binding, Reach, Variable};
use super::words::{CLASSES, PROPERTIES};
use super::{expressions, methods, names, protocols, statements};

/// A class that is being written.
#[derive(Default)]
struct Class {
    is_derived: bool,
    /// How the class it extends is constructed.
    parent: Vec<Kind>,
    constructor: Option<Signature>,
    members: Vec<Member>,
    statics: Vec<Member>,
}

/// A class declaration.
#[generator]
pub(super) fn class_declaration(s: &mut Source, p: &mut Program<'_>) {
    p.put("class ");
    let place = names::declared_name(s, p, CLASSES, Binding::Class, Facts::of(Kind::Class));
    let facts = class_tail(s, p);
    p.scopes.learn(place, facts);
    p.scopes.open(place);
}

/// A class as an expression; gives what is known of it.
#[generator]
pub(super) fn class_expression(s: &mut Source, p: &mut Program<'_>) -> Facts {
    p.put("class ");
    if s.one_in(3) {
        p.put(CLASSES[s.as_value().index(CLASSES.len())]);
    }
    class_tail(s, p)
}

/// The heritage and the body of a class.
#[generator]
pub(super) fn class_tail(s: &mut Source, p: &mut Program<'_>) -> Facts {
    let mut class = Class::default();
    let mut constructible = true;
    let outer_strict = std::mem::replace(&mut p.context.strict, true);
    pick!(s, {
        6 => {},
        2 => {
            let known = |variable: &Variable| {
                variable.facts.kind == Kind::Class && variable.facts.call.is_some()
            };
            if let Some(parent) = p.pick(s, known) {
                p.put(" extends ");
                names::written(s, p, &parent.name);
                class.is_derived = true;
                class.parent =
                    parent.facts.call.map_or_else(Vec::new, |call| call.parameters.clone());
                class.members = parent.facts.instance.to_vec();
            }
        },
        2 => {
            let (name, kinds) = s.choose(PARENTS);
            p.put(&format!(" extends {name}"));
            class.is_derived = true;
            class.parent = kinds.to_vec();
        },
        1 => {
            class.is_derived = true;
            p.put(" extends ");
            pick!(s, {
                {
                    p.put("null");
                    constructible = false;
                },
                expressions::of(s, p, Kind::Class, Level::Call),
                p.put("(x => x)(Object)"),
            });
        },
    });
    p.put(" {");
    let privates = new_privates(s);
    let outer = std::mem::replace(&mut p.context.privates, privates.clone());
    class_body(s, p, &mut class, &privates);
    p.context.privates = outer;
    p.context.strict = outer_strict;
    if !p.slip(s) {
        p.put("}");
    }
    let call =
        class.constructor.unwrap_or(Signature { parameters: class.parent, returns: Kind::Object });
    Facts {
        kind: Kind::Class,
        call: constructible.then(|| Rc::new(call)),
        members: class.statics.into(),
        instance: class.members.into(),
    }
}

/// Classes of the library that are extended, and what their constructors take.
const PARENTS: &[(&str, &[Kind])] = &[
    ("Object", &[]),
    ("Array", &[]),
    ("Error", &[Kind::String]),
    ("TypeError", &[Kind::String]),
    ("Map", &[]),
    ("Set", &[Kind::Array]),
    ("Function", &[]),
    ("String", &[Kind::String]),
    ("Number", &[Kind::Number]),
    ("RegExp", &[Kind::String]),
    ("Promise", &[Kind::Function]),
    ("Uint8Array", &[]),
    ("ArrayBuffer", &[]),
    ("WeakMap", &[]),
];

/// The private names that a class will have.
fn new_privates(s: &mut Source) -> Vec<Private> {
    let mut taken: Vec<Rc<str>> = Vec::new();
    (0..s.weighted_index(&[4, 2, 1]))
        .map(|_| {
            let name = names::private_name(s, &taken);
            taken.push(name.clone());
            let sort = *s.weighted(&[
                (4, PrivateSort::Field),
                (2, PrivateSort::Method),
                (1, PrivateSort::Getter),
                (1, PrivateSort::Setter),
                (1, PrivateSort::Accessor),
            ]);
            Private { name, is_static: s.one_in(4), sort }
        })
        .collect()
}

#[generator]
fn class_body(s: &mut Source, p: &mut Program<'_>, class: &mut Class, privates: &[Private]) {
    let count = s.length(0..=4) + privates.len();
    p.each(s, count, |s, p, index| {
        p.put_one(s, &["\n", " "]);
        match privates.get(index) {
            Some(private) => private_member(s, p, class, private),
            None => class_element(s, p, class),
        }
    });
    if count > 0 {
        p.put(" ");
    }
}

/// Where a member belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Instance,
    Static,
}

impl Side {
    fn of(is_static: bool) -> Self {
        if is_static { Self::Static } else { Self::Instance }
    }

    /// What is written before a member.
    fn prefix(self) -> &'static str {
        match self {
            Self::Instance => "",
            Self::Static => "static ",
        }
    }
}

/// What `this` is in a member.
fn receiver(class: &Class, side: Side) -> Receiver {
    match side {
        Side::Static => Receiver { this: This::Static, members: class.statics.as_slice().into() },
        Side::Instance => {
            Receiver { this: This::Instance, members: class.members.as_slice().into() }
        }
    }
}

/// A member of a class.
#[generator]
fn class_element(s: &mut Source, p: &mut Program<'_>, class: &mut Class) {
    let side = Side::of(s.one_in(5));
    match s.weighted_index(&[5, 5, 3, 2, 1, 1, 2, 1]) {
        0 => field(s, p, class, side),
        1 => method(s, p, class, side),
        2 if class.constructor.is_none() => constructor(s, p, class),
        3 => {
            p.put(side.prefix());
            let get = *s.as_value().weighted(&[(8, "get "), (1, "get\n")]);
            p.put(get);
            let name = class_key(s, p);
            methods::getter(s, p, receiver(class, side));
            remember(class, side, name, Facts::of(Kind::Any));
        }
        4 => {
            p.put(side.prefix());
            p.put("set ");
            let _ = class_key(s, p);
            methods::setter(s, p, receiver(class, side));
        }
        5 => static_block(s, p, class),
        6 => {
            p.put(side.prefix());
            protocols::protocol_member(s, p, receiver(class, side));
        }
        _ => p.put(";"),
    }
}

/// The key of a member: none that means something else in a class.
#[generator]
fn class_key(s: &mut Source, p: &mut Program<'_>) -> Option<Rc<str>> {
    if p.slip(s) {
        p.put_one(s, &["constructor", "#constructor", "prototype", "#a"]);
        return None;
    }
    pick!(s, {
        12 => {
            let word = names::property_name(s, p);
            let fits = !matches!(&*word, "constructor" | "prototype");
            let name = if fits { word } else { PROPERTIES[1].into() };
            p.put(&name);
            Some(name)
        },
        1 => {
            p.put_one(s, &["\"a b\"", "'x'", "\"\"", "\"0\"", "'\\u0061'"]);
            None
        },
        1 => {
            p.put_one(s, &["0", "1", "1.5", "0x1", "1n"]);
            None
        },
        2 => {
            p.put("[");
            names::computed_key(s, p);
            p.put("]");
            None
        },
    })
}

fn remember(class: &mut Class, side: Side, name: Option<Rc<str>>, facts: Facts) {
    let members = match side {
        Side::Static => &mut class.statics,
        Side::Instance => &mut class.members,
    };
    if let Some(name) = name {
        members.retain(|member| member.name != name);
        members.push(Member { name, facts });
    }
}

#[generator]
fn field(s: &mut Source, p: &mut Program<'_>, class: &mut Class, side: Side) {
    p.put(side.prefix());
    let name = class_key(s, p);
    if name.as_deref() == Some("length") {
        return p.put(" = 2;");
    }
    let facts = field_value(s, p, class, side);
    remember(class, side, name, facts);
}

/// A field's value and end.
fn field_value(s: &mut Source, p: &mut Program<'_>, class: &Class, side: Side) -> Facts {
    let mut facts = Facts::of(Kind::Any);
    if s.ratio(6, 7) {
        p.put(" = ");
        let context = field_context(p, class, side);
        p.in_context(context, |p| facts = functions::known_value(s, p));
    }
    p.put(";");
    facts
}

/// A field's value and a static block are like methods without parameters, but neither may wait, nor
/// name `arguments` or `await`.
fn field_context(p: &Program<'_>, class: &Class, side: Side) -> Context {
    let manner = Manner::Method(receiver(class, side));
    Context {
        returns: None,
        arguments: false,
        no_arguments: true,
        no_await_name: true,
        ..functions::inner_context(p, Sort::Plain, &manner, Kind::Any)
    }
}

#[generator]
fn method(s: &mut Source, p: &mut Program<'_>, class: &mut Class, side: Side) {
    let sort = Sort::any(s);
    p.put(side.prefix());
    p.put(sort.method_prefix());
    let name = class_key(s, p);
    let call = methods::method(s, p, sort, receiver(class, side));
    remember(class, side, name, Facts::function(call));
}

/// A constructor; `super` is called first where there is one to call.
#[generator]
fn constructor(s: &mut Source, p: &mut Program<'_>, class: &mut Class) {
    let signature = Signature { returns: Kind::Nothing, ..functions::new_signature(s) };
    let receiver = receiver(class, Side::Instance);
    let manner = if class.is_derived {
        Manner::DerivedConstructor(receiver, class.parent.clone())
    } else {
        Manner::Method(receiver)
    };
    p.put("constructor");
    functions::parameters_and_body(s, p, Sort::Plain, manner, &signature);
    class.constructor = Some(signature);
}

#[generator]
fn static_block(s: &mut Source, p: &mut Program<'_>, class: &Class) {
    let context = field_context(p, class, Side::Static);
    p.put("static {");
    p.scoped(Reach::Function, |p| {
        p.in_context(context, |p| statements::statement_list(s, p, 0..=2));
    });
    p.put("}");
}

/// A member with one of the private names that were planned.
#[generator]
fn private_member(s: &mut Source, p: &mut Program<'_>, class: &Class, private: &Private) {
    let side = Side::of(private.is_static);
    let prefix = side.prefix();
    let name = &private.name;
    match private.sort {
        PrivateSort::Field => {
            p.put(&format!("{prefix}#{name}"));
            drop(field_value(s, p, class, side));
        }
        PrivateSort::Method => {
            let sort = Sort::any(s);
            p.put(&format!("{prefix}{}#{name}", sort.method_prefix()));
            // Nothing private is used in it, so that it does not call itself.
            let receiver = Receiver { this: This::Object, ..receiver(class, side) };
            drop(methods::method(s, p, sort, receiver));
        }
        PrivateSort::Getter | PrivateSort::Setter | PrivateSort::Accessor => {
            let receiver = Receiver { this: This::Object, ..receiver(class, side) };
            if private.sort != PrivateSort::Setter {
                p.put(&format!("{prefix}get #{name}"));
                methods::getter(s, p, receiver.clone());
            }
            if private.sort != PrivateSort::Getter {
                p.put(&format!("\n{prefix}set #{name}"));
                methods::setter(s, p, receiver);
            }
        }
    }
}
