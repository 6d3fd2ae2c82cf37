//! The code of a method (section 4.7.3): its instructions, and a model of stack and variables.
//!
//! Every instruction is written together with what it does to the model, so that the frames of a
//! `StackMapTable` are those which the verifier finds.

mod arithmetic;
mod arrays;
mod calls;
mod conditions;
mod exceptions;
mod expressions;
mod frames;
mod invocations;
mod loads;
mod method_body;
mod mistakes;
mod stack;
mod statements;
mod switches;
mod tables;

use std::collections::BTreeMap;

pub(super) use self::method_body::{Code, constructor, method};
pub(super) use self::tables::line_numbers;
use super::bytes::Bytes;
use super::types::{Kind, Type};
use super::{Class, MethodDescriptor};

/// The verification type of an entry of the stack, or of a variable (section 4.10.1.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entry {
    Top,
    Int,
    Float,
    Double,
    Long,
    Null,
    UninitializedThis,
    /// A class by its name, or an array by its descriptor.
    Object(String),
    /// The uninitialized object made by the `new` at this offset.
    Uninitialized(u16),
    /// Where a subroutine returns to.
    Address,
}

impl Entry {
    fn of(ty: &Type) -> Self {
        match ty.kind() {
            Kind::Int => Self::Int,
            Kind::Long => Self::Long,
            Kind::Float => Self::Float,
            Kind::Double => Self::Double,
            Kind::Reference => Self::Object(ty.class_name()),
        }
    }

    fn slots(&self) -> u16 {
        if matches!(self, Self::Long | Self::Double) { 2 } else { 1 }
    }
}

/// What stack and variables have at some place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Frame {
    /// By slot: behind a long or a double comes a `Top`.
    locals: Vec<Entry>,
    stack: Vec<Entry>,
}

/// A place that can be jumped to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Label(usize);

/// The state of a label.
#[derive(Debug)]
struct Target {
    frame: Frame,
    place: Option<usize>,
    jumps: Vec<Jump>,
}

/// An offset that is filled in when its label has a place.
#[derive(Debug, Clone, Copy)]
struct Jump {
    /// Where its instruction begins.
    from: usize,
    /// Where the offset is.
    at: usize,
    width: Width,
}

/// How many bytes an offset has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Width {
    Two,
    Four,
}

/// A variable that code knows by its type.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) slot: u16,
    pub(super) ty: Type,
    pub(super) start: u16,
    pub(super) end: u16,
}

/// A row of the exception table.
#[derive(Debug, Clone, Copy)]
struct Handler {
    start: u16,
    end: u16,
    handler: u16,
    /// The index of a class, or 0 for any.
    catches: u16,
}

/// Where `break` and `continue` go.
#[derive(Debug, Clone, Copy)]
struct Loop {
    head: Label,
    end: Label,
}

/// Code that is being written.
struct Body<'c, 'd> {
    class: &'c mut Class<'d>,
    bytes: Vec<u8>,
    /// The frame before the next instruction.
    frame: Frame,
    /// Whether it will be reached.
    reachable: bool,
    max_stack: u16,
    max_locals: u16,
    targets: Vec<Target>,
    frames: BTreeMap<u16, Frame>,
    handlers: Vec<Handler>,
    loops: Vec<Loop>,
    /// The variables in scope.
    variables: Vec<Variable>,
    /// Those that were.
    ended: Vec<Variable>,
    /// Where instructions begin.
    instructions: Vec<u16>,
    /// Where statements begin.
    statements: Vec<u16>,
    descriptor: MethodDescriptor,
    /// Whether a subroutine occurs, which no frame can say.
    has_subroutine: bool,
    depth: u32,
    /// How many constructs this method may still have.
    fuel: u32,
}

impl Body<'_, '_> {
    /// Where the next instruction will be.
    fn here(&self) -> u16 {
        self.bytes.len() as u16
    }

    /// Begins an instruction.
    fn op(&mut self, opcode: u8) {
        self.instructions.push(self.here());
        self.bytes.push(opcode);
    }

    fn push(&mut self, entry: Entry) {
        self.frame.stack.push(entry);
        let depth: u16 = self.frame.stack.iter().map(Entry::slots).sum();
        self.max_stack = self.max_stack.max(depth);
    }

    fn push_type(&mut self, ty: &Type) {
        self.push(Entry::of(ty));
    }

    fn pop(&mut self, count: usize) {
        let left = self.frame.stack.len().saturating_sub(count);
        self.frame.stack.truncate(left);
    }

    /// Takes a construct from the budget; false if nothing is left, or this is deep enough.
    fn spend(&mut self) -> bool {
        let can = self.fuel > 0 && self.depth < 9;
        self.fuel = self.fuel.saturating_sub(1);
        self.class.draft.spend() && can
    }

    /// A place that will be jumped to with stack and variables as they are now.
    fn label(&mut self) -> Label {
        self.targets.push(Target { frame: self.frame.clone(), place: None, jumps: Vec::new() });
        Label(self.targets.len() - 1)
    }

    /// Such a place, with one more entry on the stack.
    fn label_with(&mut self, entry: Entry) -> Label {
        let label = self.label();
        self.targets[label.0].frame.stack.push(entry);
        label
    }

    /// Says that the label is here.
    fn place(&mut self, label: Label) {
        let place = self.bytes.len();
        let target = &mut self.targets[label.0];
        target.place = Some(place);
        self.frame = target.frame.clone();
        self.reachable |= !target.jumps.is_empty();
        let depth: u16 = self.frame.stack.iter().map(Entry::slots).sum();
        self.max_stack = self.max_stack.max(depth);
        if self.reachable {
            self.frames.insert(place as u16, self.frame.clone());
        }
    }

    /// Begins an exception's handler here: what is thrown lies on the stack alone.
    fn place_handler(&mut self, locals: &[Entry], caught: Entry) {
        self.frame = Frame { locals: locals.to_vec(), stack: Vec::new() };
        self.push(caught);
        self.reachable = true;
        self.frames.insert(self.here(), self.frame.clone());
    }

    /// An instruction that jumps by an offset of two bytes, or of four.
    fn jump(&mut self, opcode: u8, width: Width, label: Label) {
        let from = self.bytes.len();
        self.op(opcode);
        self.offset(from, width, label);
    }

    /// The offset from an instruction to a label.
    fn offset(&mut self, from: usize, width: Width, label: Label) {
        let jump = Jump { from, at: self.bytes.len(), width };
        match width {
            Width::Two => self.bytes.u2(0),
            Width::Four => self.bytes.u4(0),
        }
        self.targets[label.0].jumps.push(jump);
    }

    /// Writes the offsets, now that the labels have their places.
    fn resolve(&mut self) {
        for target in &self.targets {
            let Some(place) = target.place else { continue };
            for jump in &target.jumps {
                let offset = place as i32 - jump.from as i32;
                match jump.width {
                    Width::Two => {
                        self.bytes[jump.at..jump.at + 2]
                            .copy_from_slice(&(offset as i16).to_be_bytes());
                    }
                    Width::Four => {
                        self.bytes[jump.at..jump.at + 4].copy_from_slice(&offset.to_be_bytes());
                    }
                }
            }
        }
    }

    /// Makes room for a variable.
    fn declare(&mut self, ty: &Type) -> u16 {
        let slot = self.reserve(Entry::of(ty));
        let start = self.here();
        self.variables.push(Variable { slot, ty: ty.clone(), start, end: start });
        slot
    }

    /// Makes room for something that code does not know by a type.
    fn reserve(&mut self, entry: Entry) -> u16 {
        let slot = self.frame.locals.len() as u16;
        let wide = entry.slots() == 2;
        self.frame.locals.push(entry);
        if wide {
            self.frame.locals.push(Entry::Top);
        }
        self.max_locals = self.max_locals.max(self.frame.locals.len() as u16);
        slot
    }

    /// Ends the variables behind the first `count`.
    fn end_scope(&mut self, count: usize, slots: usize) {
        let here = self.here();
        for mut variable in self.variables.drain(count..) {
            variable.end = here;
            self.ended.push(variable);
        }
        self.frame.locals.truncate(slots);
    }
}
