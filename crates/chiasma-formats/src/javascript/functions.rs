//! Functions: their sorts, their parameters and bodies, and how they are written and called.

use std::rc::Rc;

use chiasma_core::Source;
use chiasma_macros::generator;

use super::context::{Context, This};
use super::kinds::{Facts, Kind, Member, Signature};
use super::levels::Level;
use super::program::Program;
use super::scopes::{Binding, Reach};
use super::{classes, expressions, instances, names, objects, patterns, statements};

/// Whether a function waits, yields, both or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Plain,
    Async,
    Generator,
    AsyncGenerator,
}

impl Sort {
    /// One of them, a plain one most of the time.
    pub(super) fn any(s: &mut Source) -> Self {
        *s.weighted(&[
            (8, Self::Plain),
            (2, Self::Async),
            (2, Self::Generator),
            (1, Self::AsyncGenerator),
        ])
    }

    /// What stands before a method's name.
    pub(super) fn method_prefix(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Async => "async ",
            Self::Generator => "*",
            Self::AsyncGenerator => "async *",
        }
    }

    /// What stands before a function's name.
    pub(super) fn function_prefix(self) -> &'static str {
        match self {
            Self::Plain => "function ",
            Self::Async => "async function ",
            Self::Generator => "function* ",
            Self::AsyncGenerator => "async function* ",
        }
    }

    fn is_async(self) -> bool {
        matches!(self, Self::Async | Self::AsyncGenerator)
    }

    fn is_generator(self) -> bool {
        matches!(self, Self::Generator | Self::AsyncGenerator)
    }

    /// How a function of this sort is called if its body has this signature.
    pub(super) fn call(self, signature: &Signature) -> Rc<Signature> {
        let returns = self.returns(signature.returns);
        Rc::new(Signature { parameters: signature.parameters.clone(), returns })
    }

    /// The kind of a call's result if the body returns a `kind`.
    fn returns(self, kind: Kind) -> Kind {
        match self {
            Self::Plain => kind,
            Self::Async => Kind::Promise,
            Self::Generator => Kind::Iterator,
            Self::AsyncGenerator => Kind::AsyncIterator,
        }
    }
}

/// What `this` is in a function, and what it is known to have.
#[derive(Debug, Clone, Default)]
pub(super) struct Receiver {
    pub(super) this: This,
    pub(super) members: Rc<[Member]>,
}

/// How a function relates to what is around it.
#[derive(Debug, Clone)]
pub(super) enum Manner {
    /// With a `this` of its own and no `super`.
    Function,
    /// `this`, `super` and `arguments` are those around.
    Arrow,
    Method(Receiver),
    /// A constructor of a class that extends another, and what that one takes.
    DerivedConstructor(Receiver, Vec<Kind>),
}

/// The kinds of a new function's parameters, and of what it returns.
pub(super) fn new_signature(s: &mut Source) -> Signature {
    let count = s.weighted_index(&[3, 4, 3, 1, 1]);
    let parameters = (0..count).map(|_| value_kind(s)).collect();
    Signature { parameters, returns: value_kind(s) }
}

/// Kinds that functions take and give.
pub(super) fn value_kind(s: &mut Source) -> Kind {
    *s.weighted(&[
        (6, Kind::Number),
        (4, Kind::String),
        (3, Kind::Any),
        (3, Kind::Array),
        (3, Kind::Object),
        (1, Kind::Boolean),
        (1, Kind::Function),
    ])
}

/// The context of a function's body.
pub(super) fn inner_context(
    p: &Program<'_>,
    sort: Sort,
    manner: &Manner,
    returns: Kind,
) -> Context {
    let outer = &p.context;
    let mut inner = Context {
        strict: outer.strict,
        module: outer.module,
        returns: Some(returns),
        awaits: sort.is_async(),
        yields: sort.is_generator(),
        privates: outer.privates.clone(),
        // Who calls it may catch what it throws; half the time that is so.
        caught: outer.caught,
        functions: outer.functions + 1,
        sources: outer.sources,
        arguments: true,
        new_target: true,
        ..Context::default()
    };
    match manner {
        Manner::Function => {}
        Manner::Arrow => {
            inner.arguments = outer.arguments;
            inner.no_arguments = outer.no_arguments;
            inner.no_await_name = outer.no_await_name;
            inner.new_target = outer.new_target;
            inner.super_property = outer.super_property;
            inner.super_call = outer.super_call;
            inner.this = outer.this;
            inner.this_members = outer.this_members.clone();
        }
        Manner::Method(receiver) | Manner::DerivedConstructor(receiver, _) => {
            inner.this = receiver.this;
            inner.this_members = receiver.members.clone();
            inner.super_property = true;
            inner.super_call = matches!(manner, Manner::DerivedConstructor(..));
        }
    }
    inner
}

/// Parameters in parentheses and a body in braces.
#[generator]
pub(super) fn parameters_and_body(
    s: &mut Source,
    p: &mut Program<'_>,
    sort: Sort,
    manner: Manner,
    signature: &Signature,
) {
    let mut context = inner_context(p, sort, &manner, signature.returns);
    let directive = s.one_in(25);
    context.strict |= directive;
    p.scoped(Reach::Function, |p| {
        p.in_context(context, |p| {
            p.put("(");
            let allowed = if directive { Parameters::Names } else { Parameters::Any };
            parameters(s, p, &signature.parameters, allowed, &manner);
            p.put(if matches!(manner, Manner::Arrow) { ") => {" } else { ") {" });
            if directive {
                p.put_one(s, &["\"use strict\";", "'use strict';"]);
            }
            statements::function_body(s, p, &manner);
            if !p.slip(s) {
                p.put("}");
            }
        });
    });
}

/// Which parameters are allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Parameters {
    /// Names, patterns, defaults, and a rest at the end.
    Any,
    /// Names only: the body says `"use strict"`.
    Names,
}

/// The parameters of a function.
#[generator]
pub(super) fn parameters(
    s: &mut Source,
    p: &mut Program<'_>,
    kinds: &[Kind],
    allowed: Parameters,
    manner: &Manner,
) {
    p.context.no_suspension = true;
    let mut simple = true;
    p.list(s, kinds.len(), ", ", |s, p, index| {
        let is_last = index + 1 == kinds.len();
        match s.weighted_index(&[16, 4, 2, 1]) {
            1 if allowed == Parameters::Any => {
                simple = false;
                let place = names::variable_name(s, p, Binding::Parameter);
                p.put(" = ");
                expressions::of(s, p, kinds[index], Level::Assignment);
                p.scopes.learn(place, Facts::of(kinds[index]));
                p.scopes.open(place);
            }
            2 if allowed == Parameters::Any => {
                simple = false;
                patterns::parameter_pattern(s, p, kinds[index]);
            }
            3 if allowed == Parameters::Any && is_last => {
                simple = false;
                p.put("...");
                let place = names::variable_name(s, p, Binding::Parameter);
                p.scopes.learn(place, Facts::of(Kind::Array));
                p.scopes.open(place);
            }
            _ => {
                let place = names::variable_name(s, p, Binding::Parameter);
                p.scopes.learn(place, Facts::of(kinds[index]));
                p.scopes.open(place);
            }
        }
    });
    // Sloppy functions may have a parameter twice.
    let may_repeat = simple && matches!(manner, Manner::Function) && !p.context.strict;
    let last = p.scopes.own().last().filter(|_| may_repeat).map(|last| last.name.clone());
    if let Some(last) = last
        && s.one_in(61)
    {
        p.put(&format!(", {last}"));
    }
    p.context.no_suspension = false;
}

/// A function as an expression; gives what is known of it.
#[generator]
pub(super) fn function_expression(s: &mut Source, p: &mut Program<'_>, level: Level) -> Facts {
    let sort = Sort::any(s);
    let signature = new_signature(s);
    match s.weighted_index(&[5, 2, 3, 1]) {
        0 if !sort.is_generator() => arrow_function(s, p, sort, &signature, level),
        1 if !sort.is_generator() => {
            p.at_level(Level::Assignment, level, |p| {
                p.put(if sort.is_async() { "async " } else { "" });
                parameters_and_body(s, p, sort, Manner::Arrow, &signature);
            });
        }
        3 => {
            p.put("({");
            p.put(sort.method_prefix());
            p.put("m");
            parameters_and_body(s, p, sort, Manner::Method(Receiver::default()), &signature);
            p.put("}).m");
        }
        _ => {
            p.put(sort.function_prefix());
            if s.one_in(3) {
                // Its own name, known within only; not used there, so that it does not recurse forever.
                p.put_one(s, &["self", "f", "rec", "me"]);
            }
            parameters_and_body(s, p, sort, Manner::Function, &signature);
        }
    }
    Facts::function(sort.call(&signature))
}

/// An arrow function whose body is an expression.
#[generator]
fn arrow_function(
    s: &mut Source,
    p: &mut Program<'_>,
    sort: Sort,
    signature: &Signature,
    level: Level,
) {
    let context = inner_context(p, sort, &Manner::Arrow, signature.returns);
    p.at_level(Level::Assignment, level, |p| {
        p.scoped(Reach::Function, |p| {
            p.in_context(context, |p| {
                p.put(if sort.is_async() { "async " } else { "" });
                if signature.parameters.len() == 1 && s.bool() {
                    p.context.no_suspension = true;
                    let place = names::variable_name(s, p, Binding::Parameter);
                    p.context.no_suspension = false;
                    p.scopes.learn(place, Facts::of(signature.parameters[0]));
                    p.scopes.open(place);
                } else {
                    p.put("(");
                    parameters(s, p, &signature.parameters, Parameters::Any, &Manner::Arrow);
                    p.put(")");
                }
                p.put(" => ");
                concise_body(s, p, signature.returns);
            });
        });
    });
}

/// An expression as a body: what begins with a brace gets parentheses.
fn concise_body(s: &mut Source, p: &mut Program<'_>, returns: Kind) {
    let start = p.len();
    expressions::of(s, p, returns, Level::Assignment);
    if p.since(start).starts_with('{') {
        p.insert(start, "(");
        p.put(")");
    }
}

/// A function that the library calls with values of these kinds.
#[generator]
pub(super) fn callback(s: &mut Source, p: &mut Program<'_>, parameters: &[Kind], returns: Kind) {
    let signature = || Signature { parameters: parameters.to_vec(), returns };
    match s.weighted_index(&[10, 2, 1, 1, 1]) {
        0 if p.left() > 0 => {
            // Most take fewer than they could.
            let count = if parameters.is_empty() { 0 } else { s.index(parameters.len() + 1) };
            let signature = Signature { parameters: parameters[..count].to_vec(), returns };
            arrow_function(s, p, Sort::Plain, &signature, Level::Assignment);
        }
        1 if p.can_nest() => parameters_and_body(s, p, Sort::Plain, Manner::Arrow, &signature()),
        2 if p.can_nest() => {
            p.put("function ");
            parameters_and_body(s, p, Sort::Plain, Manner::Function, &signature());
        }
        3 if names::reference(s, p, Kind::Function).is_some() => {}
        _ => p.put_one(
            s,
            match returns {
                Kind::Number => &["Number", "parseFloat", "Math.abs"],
                Kind::String => &["String", "escape", "JSON.stringify"],
                Kind::Boolean => &["Boolean", "Array.isArray", "Number.isInteger"],
                Kind::Array => &["Array.of", "Object.keys"],
                _ => &["String", "parseInt", "Object", "x => x", "() => {}", "Array"],
            },
        ),
    }
}

/// A value of which more may be known than its kind.
#[generator]
pub(super) fn known_value(s: &mut Source, p: &mut Program<'_>) -> Facts {
    match s.weighted_index(&[10, 3, 3, 1, 1]) {
        1 if p.spend() => objects::object_literal(s, p),
        2 if p.spend() => function_expression(s, p, Level::Assignment),
        3 if p.spend() => classes::class_expression(s, p),
        4 => instances::known_instance(s, p),
        _ => {
            let kind = expressions::any_kind(s);
            expressions::of(s, p, kind, Level::Assignment);
            Facts::of(kind)
        }
    }
}
