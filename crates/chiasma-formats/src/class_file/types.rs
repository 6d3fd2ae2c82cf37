//! Types, and the descriptors that say them (section 4.3).

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Class;
use super::names;
use super::words;

/// A type of a field, a parameter or a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    Int,
    Boolean,
    Byte,
    Char,
    Short,
    Long,
    Float,
    Double,
    Object(String),
    Array(Box<Type>),
}

/// How the instructions tell types apart: `i`, `l`, `f`, `d` and `a`, in the order of opcodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

/// The types without parts, the simplest first.
pub(super) const PRIMITIVES: [Type; 8] = [
    Type::Int,
    Type::Boolean,
    Type::Byte,
    Type::Char,
    Type::Short,
    Type::Long,
    Type::Float,
    Type::Double,
];

impl Type {
    pub(super) fn object(name: &str) -> Self {
        Self::Object(name.to_owned())
    }

    pub(super) fn array(self) -> Self {
        Self::Array(Box::new(self))
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Int | Self::Boolean | Self::Byte | Self::Char | Self::Short => Kind::Int,
            Self::Long => Kind::Long,
            Self::Float => Kind::Float,
            Self::Double => Kind::Double,
            Self::Object(_) | Self::Array(_) => Kind::Reference,
        }
    }

    pub(super) fn is_reference(&self) -> bool {
        self.kind() == Kind::Reference
    }

    /// How many slots of the stack or of the variables it takes.
    pub(super) fn slots(&self) -> u16 {
        if matches!(self, Self::Long | Self::Double) { 2 } else { 1 }
    }

    pub(super) fn is_object(&self, name: &str) -> bool {
        matches!(self, Self::Object(own) if own == name)
    }

    pub(super) fn descriptor(&self) -> String {
        let mut text = String::new();
        self.describe(&mut text);
        text
    }

    fn describe(&self, text: &mut String) {
        match self {
            Self::Int => text.push('I'),
            Self::Boolean => text.push('Z'),
            Self::Byte => text.push('B'),
            Self::Char => text.push('C'),
            Self::Short => text.push('S'),
            Self::Long => text.push('J'),
            Self::Float => text.push('F'),
            Self::Double => text.push('D'),
            Self::Object(name) => {
                text.push('L');
                text.push_str(name);
                text.push(';');
            }
            Self::Array(element) => {
                text.push('[');
                element.describe(text);
            }
        }
    }

    /// How many dimensions it has; 0 if it is no array.
    pub(super) fn dimensions(&self) -> u8 {
        match self {
            Self::Array(element) => element.dimensions() + 1,
            _ => 0,
        }
    }

    /// What a constant of a class calls it: a class by its name, an array by its descriptor.
    pub(super) fn class_name(&self) -> String {
        match self {
            Self::Object(name) => name.clone(),
            _ => self.descriptor(),
        }
    }

    /// The type at the start of a descriptor, and what follows it.
    fn parse(text: &str) -> Option<(Self, &str)> {
        let rest = text.get(1..)?;
        let ty = match text.as_bytes()[0] {
            b'I' => Self::Int,
            b'Z' => Self::Boolean,
            b'B' => Self::Byte,
            b'C' => Self::Char,
            b'S' => Self::Short,
            b'J' => Self::Long,
            b'F' => Self::Float,
            b'D' => Self::Double,
            b'L' => {
                let (name, rest) = rest.split_once(';')?;
                return Some((Self::object(name), rest));
            }
            b'[' => {
                let (element, rest) = Self::parse(rest)?;
                return Some((element.array(), rest));
            }
            _ => return None,
        };
        Some((ty, rest))
    }
}

/// What a method takes and gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MethodDescriptor {
    pub(super) parameters: Vec<Type>,
    /// Nothing for `void`.
    pub(super) result: Option<Type>,
}

impl MethodDescriptor {
    /// What a descriptor of the library says.
    pub(super) fn of(descriptor: &str) -> Self {
        let mut parameters = Vec::new();
        let mut rest = descriptor.trim_start_matches('(');
        while let Some((ty, behind)) = Type::parse(rest) {
            parameters.push(ty);
            rest = behind;
        }
        let result = rest.strip_prefix(')').and_then(Type::parse).map(|(ty, _)| ty);
        Self { parameters, result }
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::from("(");
        for parameter in &self.parameters {
            parameter.describe(&mut text);
        }
        text.push(')');
        match &self.result {
            Some(ty) => ty.describe(&mut text),
            None => text.push('V'),
        }
        text
    }

    /// How many slots the parameters take.
    pub(super) fn slots(&self) -> u16 {
        self.parameters.iter().map(Type::slots).sum()
    }
}

/// The type of a field, a parameter, a variable or an element.
#[generator]
pub(super) fn field_type(s: &mut Source, c: &mut Class<'_>) -> Type {
    pick!(s, {
        6 => primitive_type(s),
        5 => reference_type(s, c),
        2 => array_type(s, c),
    })
}

fn primitive_type(s: &mut Source) -> Type {
    PRIMITIVES[s.weighted_index(&[4, 2, 1, 1, 1, 2, 1, 2])].clone()
}

/// The type of a class.
pub(super) fn reference_type(s: &mut Source, c: &mut Class<'_>) -> Type {
    pick!(s, {
        3 => Type::object("java/lang/Object"),
        4 => Type::object(s.choose::<&str>(words::CLASSES)),
        2 => Type::Object(c.name.clone()),
        2 => Type::Object(names::class_name(s, c)),
    })
}

/// The type of an array; 255 dimensions are the most that there can be.
#[generator]
pub(super) fn array_type(s: &mut Source, c: &mut Class<'_>) -> Type {
    let dimensions = *s.weighted(&[(40, 1), (12, 2), (4, 3), (1, 255)]);
    let element = if s.bool() { reference_type(s, c) } else { primitive_type(s) };
    (0..dimensions).fold(element, |ty, _| ty.array())
}

/// What a method takes and gives.
#[generator]
pub(super) fn method_descriptor(s: &mut Source, c: &mut Class<'_>) -> MethodDescriptor {
    let count = *s.weighted(&[(6, 0), (6, 1), (4, 2), (2, 3), (1, 5), (1, 9)]);
    let parameters = (0..count).map(|_| field_type(s, c)).collect();
    let result = if s.ratio(3, 5) { Some(field_type(s, c)) } else { None };
    MethodDescriptor { parameters, result }
}

/// Descriptors that say nothing.
const BAD: &[&str] = &[
    "",
    "V",
    "L",
    "L;",
    "[",
    "[V",
    "Ljava/lang/Object",
    "Ljava.lang.Object;",
    "X",
    "II",
    "()",
    "(V)V",
    "(I",
    "I)V",
    "()VV",
    "(L;)V",
    "La//b;",
    "L/a;",
    "La/;",
    "[[",
    "()[",
    "(()V)V",
    "L[I;",
    " I",
    "()L",
];

/// The text of a descriptor; on a slip, one that is wrong.
pub(super) fn spelled(s: &mut Source, c: &mut Class<'_>, right: String) -> String {
    if !c.draft.slip(s) {
        return right;
    }
    pick!(s, {
        (*s.as_value().choose(BAD)).to_owned(),
        right.chars().skip(1).collect(),
        format!("{}{right}", "[".repeat(255)),
    })
}
