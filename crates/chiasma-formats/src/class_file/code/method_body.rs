//! The code of a whole method, and the attribute that it becomes.

use std::collections::BTreeMap;

use chiasma_core::Source;
use chiasma_macros::generator;

use super::super::attributes::{self, Attributes, Place};
use super::super::bytes::Bytes;
use super::super::types::{MethodDescriptor, Type};
use super::super::words;
use super::super::{Class, Method, STATIC};
use super::calls;
use super::expressions::expression;
use super::statements::{return_statement, statement};
use super::{Body, Entry, Frame, Variable, frames, tables};

const ALOAD_0: u8 = 42;

/// What attributes of code need to know of it.
pub(in super::super) struct Code {
    pub(in super::super) length: u16,
    pub(in super::super) instructions: Vec<u16>,
    pub(in super::super) statements: Vec<u16>,
    pub(in super::super) variables: Vec<Variable>,
    pub(in super::super) handlers: u16,
    /// The variables' names, once they are drawn.
    pub(super) names: Vec<String>,
}

/// The attribute `Code` of a method that is no constructor.
#[generator]
pub(in super::super) fn method(
    s: &mut Source,
    c: &mut Class<'_>,
    method: &Method,
    fuel: u32,
) -> Vec<u8> {
    let mut body = Body::new(c, method, fuel);
    if method.flags & STATIC == 0 {
        let this = Type::Object(body.class.name.clone());
        body.declare(&this);
    }
    finish(s, body, method)
}

/// The attribute `Code` of a constructor, which calls another one before all else.
#[generator]
pub(in super::super) fn constructor(
    s: &mut Source,
    c: &mut Class<'_>,
    method: &Method,
    fuel: u32,
) -> Vec<u8> {
    let mut body = Body::new(c, method, fuel);
    body.reserve(Entry::UninitializedThis);
    finish(s, body, method)
}

impl<'c, 'd> Body<'c, 'd> {
    fn new(class: &'c mut Class<'d>, method: &Method, fuel: u32) -> Self {
        Self {
            class,
            bytes: Vec::new(),
            frame: Frame::default(),
            reachable: true,
            max_stack: 0,
            max_locals: 0,
            targets: Vec::new(),
            frames: BTreeMap::new(),
            handlers: Vec::new(),
            loops: Vec::new(),
            variables: Vec::new(),
            ended: Vec::new(),
            instructions: Vec::new(),
            statements: Vec::new(),
            descriptor: method.descriptor.clone(),
            has_subroutine: false,
            depth: 0,
            fuel,
        }
    }
}

/// The parameters, the statements and the return.
fn finish(s: &mut Source, mut b: Body<'_, '_>, method: &Method) -> Vec<u8> {
    for parameter in &method.descriptor.parameters {
        b.declare(parameter);
    }
    let first = b.frame.clone();
    if method.name == "<init>" {
        call_constructor(s, &mut b);
    }
    for _ in 0..s.length(0..=8) {
        if !b.reachable || b.fuel == 0 {
            break;
        }
        statement(s, &mut b);
    }
    if b.reachable && !b.class.draft.slip(s) {
        b.statements.push(b.here());
        return_statement(s, &mut b);
    }
    b.end_scope(0, 0);
    b.resolve();
    attribute(s, b, &first)
}

/// The call of another constructor of this class, or of one of the class above.
#[generator]
fn call_constructor(s: &mut Source, b: &mut Body<'_, '_>) {
    if b.class.draft.slip(s) {
        return;
    }
    b.statements.push(b.here());
    b.op(ALOAD_0);
    b.push(Entry::UninitializedThis);
    let own: Vec<MethodDescriptor> = b
        .class
        .methods
        .iter()
        .filter(|method| method.name == "<init>" && method.descriptor != b.descriptor)
        .map(|method| method.descriptor.clone())
        .collect();
    let (owner, descriptor) = if !own.is_empty() && s.one_in(3) {
        (b.class.name.clone(), s.choose(&own).clone())
    } else {
        let parent = b.class.parent.clone();
        let descriptors = words::PARENTS.iter().find(|(name, _)| *name == parent);
        let descriptor = descriptors.map_or("()V", |(_, descriptors)| *s.choose(descriptors));
        (parent, MethodDescriptor::of(descriptor))
    };
    for parameter in &descriptor.parameters {
        expression(s, b, parameter);
    }
    calls::construct(s, b, &owner, &descriptor);
    let this = Type::Object(b.class.name.clone());
    b.frame.locals[0] = Entry::of(&this);
    b.variables.insert(0, Variable { slot: 0, ty: this, start: b.here(), end: 0 });
}

/// The code as an attribute.
fn attribute(s: &mut Source, mut b: Body<'_, '_>, first: &Frame) -> Vec<u8> {
    let mut out = Vec::new();
    out.u2(b.class.number(s, b.max_stack));
    out.u2(b.class.number(s, b.max_locals));
    let length = b.bytes.len() as u32;
    out.u4(if b.class.draft.slip(s) {
        length.wrapping_add(s.int(0..=9)).wrapping_sub(4)
    } else {
        length
    });
    out.extend(&b.bytes);
    out.u2(b.handlers.len() as u16);
    for handler in &b.handlers {
        for number in [handler.start, handler.end, handler.handler, handler.catches] {
            out.u2(number);
        }
    }
    let mut attributes = Attributes::default();
    let needs_frames = !b.has_subroutine && (b.class.version >= 50 || s.one_in(4));
    if needs_frames && (!b.frames.is_empty() || s.one_in(10)) {
        let table = frames::stack_map_table(s, &mut b, first);
        attributes.add(s, b.class, "StackMapTable", &table);
    }
    let mut code = Code {
        length: b.bytes.len() as u16,
        instructions: b.instructions,
        statements: b.statements,
        variables: b.ended,
        handlers: b.handlers.len() as u16,
        names: Vec::new(),
    };
    if s.ratio(2, 5) {
        let table = tables::local_variables(s, b.class, &mut code);
        attributes.add(s, b.class, "LocalVariableTable", &table);
        if b.class.version >= 49 && s.bool() {
            let table = tables::local_variable_types(s, b.class, &code);
            attributes.add(s, b.class, "LocalVariableTypeTable", &table);
        }
    }
    attributes::attributes(s, b.class, Place::Code(&code), &mut attributes);
    out.extend(attributes.bytes());
    out
}
