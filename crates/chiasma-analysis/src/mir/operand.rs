//! Places and operands: what a statement reads and writes.

use super::Read;
use super::literal::Constant;
use super::scan::{find, literal_len};
use crate::types::Type;

/// A local variable, or a part of what it holds or refers to.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The number of the local variable.
    pub local: usize,
    /// The way from the variable to the part.
    pub steps: Vec<Step>,
}

/// A step from a value to a part of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// To what it refers to.
    Deref,
    /// To a field of this type.
    Field(Type),
    /// To a variant, of this name.
    Variant,
    /// To an element, at the place that a local variable says.
    Index(usize),
    /// To an element or a range of them, at a constant place.
    Element,
}

/// What a statement reads.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// A place, copied or moved from.
    Place(Place),
    /// A constant.
    Constant(Constant),
}

impl Operand {
    /// Reads `copy PLACE`, `move PLACE`, `const CONSTANT`, or the path of a function that is passed.
    pub(super) fn read(text: &str) -> Read<Self> {
        let text = text.trim();
        if let Some(place) = text.strip_prefix("copy ").or_else(|| text.strip_prefix("move ")) {
            return Place::read(place).map(Self::Place);
        }
        match text.strip_prefix("const ") {
            Some(constant) => Ok(Self::Constant(Constant::read(constant))),
            None if is_path(text) => Ok(Self::Constant(Constant::Item(text.to_owned()))),
            None => Err("`copy`, `move`, `const` or the path of a function"),
        }
    }

    /// The place, if it is one.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::Place(place) => Some(place),
            Self::Constant(_) => None,
        }
    }
}

/// Whether a text is a path: it has no space, but inside brackets.
fn is_path(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || "_<{".contains(c))
        && find(text, &[' ']).is_none()
}

/// Places inside places are not deeper in what a compiler prints.
const MAX_DEPTH: usize = 200;

impl Place {
    /// Reads a whole place.
    pub(super) fn read(text: &str) -> Read<Self> {
        let text = text.trim();
        let (place, rest) = Self::read_front(text, 0)?;
        if rest.trim().is_empty() { Ok(place) } else { Err("the end of a place") }
    }

    /// Reads the place that `text` begins with, and gives what is behind it.
    fn read_front(text: &str, depth: usize) -> Read<(Self, &str)> {
        if depth > MAX_DEPTH {
            return Err("a place that is not nested so deep");
        }
        let (mut place, mut rest) = if let Some(inner) = text.strip_prefix('(') {
            Self::read_parenthesised(inner, depth)?
        } else {
            let digits = text.strip_prefix('_').ok_or("a place")?;
            let len = digits.bytes().take_while(u8::is_ascii_digit).count();
            let local = digits[..len].parse().map_err(|_| "the number of a local variable")?;
            (Self { local, steps: Vec::new() }, &digits[len..])
        };
        while let Some(inner) = rest.strip_prefix('[') {
            let end = find(inner, &[']']).ok_or("`]`")?;
            let at = inner[..end].strip_prefix('_').and_then(|digits| digits.parse().ok());
            place.steps.push(at.map_or(Step::Element, Step::Index));
            rest = &inner[end + 1..];
        }
        Ok((place, rest))
    }

    /// Reads `*PLACE)`, `PLACE.N: TYPE)` or `PLACE as VARIANT)`.
    fn read_parenthesised(text: &str, depth: usize) -> Read<(Self, &str)> {
        if let Some(inner) = text.strip_prefix('*') {
            let (mut place, rest) = Self::read_front(inner, depth + 1)?;
            place.steps.push(Step::Deref);
            return Ok((place, rest.strip_prefix(')').ok_or("`)`")?));
        }
        let (mut place, rest) = Self::read_front(text, depth + 1)?;
        if let Some(field) = rest.strip_prefix('.') {
            let len = field.bytes().take_while(u8::is_ascii_digit).count();
            let ty = field[len..].strip_prefix(": ").ok_or("the type of a field")?;
            let end = find(ty, &[')']).ok_or("`)`")?;
            place.steps.push(Step::Field(Type::read(&ty[..end])));
            return Ok((place, &ty[end + 1..]));
        }
        for word in [" as subtype ", " as "] {
            if let Some(name) = rest.strip_prefix(word) {
                let end = find(name, &[')']).ok_or("`)`")?;
                place.steps.push(Step::Variant);
                return Ok((place, &name[end + 1..]));
            }
        }
        Err("`.` or ` as `")
    }
}

/// Splits `OPERAND as TYPE (Kind)` into the operand and the type; nothing if it is no cast.
pub(super) fn split_cast(text: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    let mut depth = 0_usize;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some(len) = literal_len(rest) {
            at += len;
            continue;
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ' ' if depth == 0 && rest.starts_with(" as ") => {
                let ty = &rest[" as ".len()..];
                // A callee such as `<T as Trait>::f` has its ` as ` inside angle brackets.
                let operand = &text[..at];
                let inside = operand.matches('<').count() > operand.matches('>').count();
                if !inside {
                    let kind = ty.rfind(" (")?;
                    return Some((operand, &ty[..kind]));
                }
            }
            _ => {}
        }
        at += c.len_utf8();
    }
    None
}
