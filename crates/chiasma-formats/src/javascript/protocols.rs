//! Objects that the language itself talks to: iterators, thenables, proxies, descriptors, conversions.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::functions::{self, Manner, Receiver, Sort};
use super::kinds::{Kind, Signature};
use super::levels::Level;
use super::program::Program;
use super::{expressions, methods};

/// A method that the language calls: its name, and what it is called with.
struct Hook {
    head: &'static str,
    sort: Sort,
    parameters: &'static [Kind],
    returns: Kind,
}

const fn hook(head: &'static str, parameters: &'static [Kind], returns: Kind) -> Hook {
    Hook { head, sort: Sort::Plain, parameters, returns }
}

const HOOKS: &[Hook] = &[
    hook("toString", &[], Kind::String),
    hook("valueOf", &[], Kind::Number),
    hook("toJSON", &[Kind::String], Kind::Any),
    hook("[Symbol.toPrimitive]", &[Kind::String], Kind::Number),
    hook("[Symbol.toPrimitive]", &[Kind::String], Kind::String),
    hook("get [Symbol.toStringTag]", &[], Kind::String),
    Hook { head: "*[Symbol.iterator]", sort: Sort::Generator, parameters: &[], returns: Kind::Any },
    Hook {
        head: "async *[Symbol.asyncIterator]",
        sort: Sort::AsyncGenerator,
        parameters: &[],
        returns: Kind::Any,
    },
    hook("[Symbol.iterator]", &[], Kind::Iterator),
    hook("[Symbol.hasInstance]", &[Kind::Any], Kind::Boolean),
    hook("[Symbol.match]", &[Kind::String], Kind::Any),
    hook("[Symbol.replace]", &[Kind::String, Kind::Any], Kind::String),
    hook("[Symbol.search]", &[Kind::String], Kind::Number),
    hook("[Symbol.split]", &[Kind::String, Kind::Number], Kind::Array),
    hook("get [Symbol.species]", &[], Kind::Class),
    hook("get [Symbol.isConcatSpreadable]", &[], Kind::Boolean),
    hook("get [Symbol.unscopables]", &[], Kind::Object),
    hook("next", &[Kind::Any], Kind::Object),
    hook("return", &[Kind::Any], Kind::Object),
    hook("then", &[Kind::Function], Kind::Any),
    hook("get length", &[], Kind::Boolean),
    hook("get size", &[], Kind::Number),
    hook("has", &[Kind::Any], Kind::Boolean),
    hook("keys", &[], Kind::Iterator),
];

/// A member by which an object takes part in what the language does.
#[generator]
pub(super) fn protocol_member(s: &mut Source, p: &mut Program<'_>, receiver: Receiver) {
    let hook = s.choose(HOOKS);
    p.put(hook.head);
    let signature = Signature { parameters: hook.parameters.to_vec(), returns: hook.returns };
    // A getter has no parameters; a hook's other parameters are there to be used.
    functions::parameters_and_body(s, p, hook.sort, Manner::Method(receiver), &signature);
}

/// An iterable object, by an iterator written out or by a generator.
#[generator]
pub(super) fn iterable_object(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        1 => {
            p.put("{*[Symbol.iterator]() { yield ");
            in_method(s, p, Sort::Generator, Kind::Any);
            p.put("; yield* [1, 2]; }}");
        },
        1 => {
            p.put("{[Symbol.iterator]() { let n = 0; return {next() { return {done: n++ >= ");
            p.put(&s.int(0..=3u8).to_string());
            p.put(", value: ");
            in_method(s, p, Sort::Plain, Kind::Any);
            p.put("}; }");
            p.put_one(
                s,
                &["", ", return() { return {}; }", ", return: null", ", throw(e) { return e; }"],
            );
            p.put("}; }}");
        },
        1 => {
            p.put("{[Symbol.iterator]: ");
            p.put_one(
                s,
                &[
                    "Array.prototype.values, length: 2",
                    "() => [1, 2].values()",
                    "String.prototype[Symbol.iterator]",
                ],
            );
            p.put("}");
        },
    });
}

/// An object with a length and elements.
#[generator]
pub(super) fn array_like(s: &mut Source, p: &mut Program<'_>) {
    p.put("{length: ");
    p.put_one(s, &["0", "2", "3", "\"2\"", "1.5", "-1", "NaN", "null"]);
    p.put(", 0: ");
    expressions::any(s, p);
    p.put_one(
        s,
        &[
            "}",
            ", 1: 1}",
            ", get 1() { return 1; }}",
            ", \"01\": 0}",
            ", [Symbol.isConcatSpreadable]: true}",
        ],
    );
}

/// A property descriptor.
#[generator]
pub(super) fn descriptor(s: &mut Source, p: &mut Program<'_>) {
    p.put("{");
    pick!(s, {
        4 => {
            p.put("value: ");
            expressions::any(s, p);
            p.put_one(s, &["", ", writable: true", ", writable: false"]);
        },
        2 => {
            p.put("get");
            methods::getter(s, p, Receiver::default());
            p.put_one(s, &["", ", set(v) {}", ", set: undefined"]);
        },
        1 => {
            p.put("set");
            methods::setter(s, p, Receiver::default());
        },
    });
    p.put_one(
        s,
        &[
            "",
            ", enumerable: true",
            ", configurable: true",
            ", enumerable: true, configurable: true",
        ],
    );
    p.put("}");
}

/// What `new Promise` takes: it resolves, mostly.
#[generator]
pub(super) fn executor(s: &mut Source, p: &mut Program<'_>) {
    let way = s.weighted_index(&[4, 1, 1]);
    p.put(["(resolve, reject) => resolve(", "resolve => { resolve(", "() => { ("][way]);
    let context = functions::inner_context(p, Sort::Plain, &Manner::Arrow, Kind::Any);
    p.in_context(context, |p| expressions::any(s, p));
    p.put([")", "); throw 1; }", "); }"][way]);
}

/// A proxy, which passes on what its handler leaves alone.
#[generator]
pub(super) fn proxy(s: &mut Source, p: &mut Program<'_>) {
    let kind = *s.weighted(&[(4, Kind::Object), (2, Kind::Array), (1, Kind::Function)]);
    p.put("new Proxy(");
    expressions::of(s, p, kind, Level::Assignment);
    p.put(", {");
    let count = s.length(0..=2);
    let first = s.index(TRAPS.len());
    p.list(s, count, ", ", |s, p, index| {
        let trap = TRAPS[(first + 5 * index) % TRAPS.len()];
        trap_method(s, p, trap);
    });
    p.put("})");
}

/// The traps of a proxy's handler, with the parameters they get.
const TRAPS: &[(&str, &str)] = &[
    ("get", "t, k, r"),
    ("set", "t, k, v, r"),
    ("has", "t, k"),
    ("deleteProperty", "t, k"),
    ("ownKeys", "t"),
    ("getOwnPropertyDescriptor", "t, k"),
    ("defineProperty", "t, k, d"),
    ("getPrototypeOf", "t"),
    ("setPrototypeOf", "t, o"),
    ("isExtensible", "t"),
    ("preventExtensions", "t"),
    ("apply", "f, o, a"),
    ("construct", "f, a, n"),
];

/// A trap that does what would be done without it, or something else.
fn trap_method(s: &mut Source, p: &mut Program<'_>, (name, parameters): (&str, &str)) {
    p.put(&format!("{name}({parameters}) {{ "));
    pick!(s, {
        4 => p.put(&format!("return Reflect.{name}({parameters});")),
        2 => {
            p.put("return ");
            let kind = match name {
                "get" => Kind::Any,
                "ownKeys" => Kind::Array,
                "getOwnPropertyDescriptor" => Kind::Nothing,
                "getPrototypeOf" | "construct" => Kind::Object,
                "apply" => Kind::Any,
                _ => Kind::Boolean,
            };
            in_method(s, p, Sort::Plain, kind);
            p.put(";");
        },
    });
    p.put(" }");
}

/// An expression in a method whose beginning is written already.
fn in_method(s: &mut Source, p: &mut Program<'_>, sort: Sort, kind: Kind) {
    let manner = Manner::Method(Receiver::default());
    let context = functions::inner_context(p, sort, &manner, Kind::Any);
    p.in_context(context, |p| expressions::of(s, p, kind, Level::Assignment));
}
