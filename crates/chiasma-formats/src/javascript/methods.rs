//! Getters, setters and methods, behind their keys.

use std::rc::Rc;

use chiasma_core::Source;

use super::functions::{
    Manner, Receiver, Sort, inner_context, new_signature, parameters_and_body, value_kind,
};
use super::kinds::{Kind, Signature};
use super::program::Program;
use super::scopes::{Binding, Reach};
use super::{names, patterns, statements};

/// The rest of a getter, after its key.
pub(super) fn getter(s: &mut Source, p: &mut Program<'_>, receiver: Receiver) {
    let signature = Signature { parameters: Vec::new(), returns: value_kind(s) };
    parameters_and_body(s, p, Sort::Plain, Manner::Method(receiver), &signature);
}

/// The rest of a setter, after its key.
pub(super) fn setter(s: &mut Source, p: &mut Program<'_>, receiver: Receiver) {
    let context = inner_context(p, Sort::Plain, &Manner::Method(receiver), Kind::Any);
    p.scoped(Reach::Function, |p| {
        p.in_context(context, |p| {
            p.put("(");
            match s.weighted_index(&[6, 1, 1]) {
                1 => patterns::parameter_pattern(s, p, Kind::Any),
                way => {
                    let place = names::variable_name(s, p, Binding::Parameter);
                    p.scopes.open(place);
                    p.put(if way == 2 { " = 0" } else { "" });
                }
            }
            p.put(") {");
            statements::function_body(s, p, &Manner::Function);
            p.put("}");
        });
    });
}

/// The rest of a method, after its key; gives how it is called.
pub(super) fn method(
    s: &mut Source,
    p: &mut Program<'_>,
    sort: Sort,
    receiver: Receiver,
) -> Rc<Signature> {
    let signature = new_signature(s);
    parameters_and_body(s, p, sort, Manner::Method(receiver), &signature);
    sort.call(&signature)
}
