//! The constants of a program that an input may have to contain.
//!
//! Left out is what is only printed: blocks that end in a panic, messages of `expect`, format templates,
//! and what `fmt` says. Numbers count where they are compared, matched or passed on, not where
//! they are added or multiplied.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use crate::mir::{Body, Callee, Constant, Operand, Program, Rvalue, RvalueKind, TerminatorKind};
use crate::names::last_segment;
use crate::types::Type;

/// The constants of a program, each once, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Constants {
    /// Strings.
    pub strings: BTreeSet<String>,
    /// Strings of bytes.
    pub byte_strings: BTreeSet<Vec<u8>>,
    /// Characters.
    pub chars: BTreeSet<char>,
    /// Whole numbers other than -1, 0 and 1, which are drawn often enough.
    pub numbers: BTreeSet<i128>,
}

/// Functions whose string argument is what they panic with or print.
const MESSAGES: &[&str] = &[
    "expect",
    "expect_err",
    "unwrap_failed",
    "expect_failed",
    "panic",
    "panic_fmt",
    "panic_display",
    "panic_str_2015",
    "begin_panic",
    "assert_failed",
    "unreachable_display",
    "new_const",
    "new_v1",
];

/// Who wrote the code of a body; numbers in derived code are not the application's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CodeOrigin {
    Written,
    Derived,
}

impl Constants {
    pub(crate) fn of(program: &Program) -> Self {
        let mut constants = Self::default();
        for body in &program.bodies {
            let origin = if body.is_derived() { CodeOrigin::Derived } else { CodeOrigin::Written };
            if last_segment(&body.name) == "fmt" {
                continue;
            }
            constants.add_body(body, origin);
        }
        constants
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn add_body(&mut self, body: &Body, origin: CodeOrigin) {
        let returning = returning_blocks(body);
        let messages = message_locals(body);
        for (at, block) in body.blocks.iter().enumerate() {
            if block.is_cleanup || !returning[at] {
                continue;
            }
            for statement in &block.statements {
                let is_message =
                    statement.place.steps.is_empty() && messages.contains(&statement.place.local);
                if !is_message {
                    self.add_rvalue(&statement.rvalue, origin);
                }
            }
            match &block.terminator.kind {
                TerminatorKind::Call { callee, arguments, .. } if !is_message_call(callee) => {
                    arguments.iter().for_each(|argument| self.add_operand(argument, origin));
                }
                TerminatorKind::Switch { operand: Operand::Place(place), targets }
                    if origin == CodeOrigin::Written
                        && place.steps.iter().all(|step| !is_opaque(step)) =>
                {
                    let values = targets.iter().filter_map(|(value, _)| *value);
                    self.add_values(body, place, values);
                }
                _ => {}
            }
        }
    }

    fn add_rvalue(&mut self, rvalue: &Rvalue, origin: CodeOrigin) {
        let counts = !matches!(rvalue.kind, RvalueKind::Operator { compares: false });
        if counts {
            rvalue.operands.iter().for_each(|operand| self.add_operand(operand, origin));
        }
    }

    fn add_operand(&mut self, operand: &Operand, origin: CodeOrigin) {
        match operand {
            Operand::Constant(Constant::Text(text)) if !text.is_empty() => {
                self.strings.insert(text.clone());
            }
            Operand::Constant(Constant::Bytes(bytes)) if !bytes.is_empty() => {
                self.byte_strings.insert(bytes.clone());
            }
            Operand::Constant(Constant::Char(c)) => {
                self.chars.insert(*c);
            }
            Operand::Constant(Constant::Integer(number, _)) if origin == CodeOrigin::Written => {
                self.add_number(*number);
            }
            _ => {}
        }
    }

    fn add_number(&mut self, number: i128) {
        if !(-1..=1).contains(&number) {
            self.numbers.insert(number);
        }
    }

    /// The values that a switch tells apart; those of a discriminant say nothing.
    fn add_values(
        &mut self,
        body: &Body,
        place: &crate::mir::Place,
        values: impl Iterator<Item = u128>,
    ) {
        let ty = match place.steps.last() {
            Some(crate::mir::Step::Field(ty)) => ty,
            _ => body.type_of(place.local).pointee(),
        };
        let element = match ty {
            Type::Slice(element) => element,
            other => other,
        };
        let Type::Named { name, .. } = element else { return };
        let is_discriminant =
            body.blocks.iter().flat_map(|block| &block.statements).any(|statement| {
                statement.place == *place && statement.rvalue.kind == RvalueKind::Discriminant
            });
        if is_discriminant {
            return;
        }
        for value in values {
            match name.as_str() {
                "char" => self.chars.extend(u32::try_from(value).ok().and_then(char::from_u32)),
                "bool" => {}
                _ => self.add_number(signed(value, name)),
            }
        }
    }
}

fn is_opaque(step: &crate::mir::Step) -> bool {
    matches!(step, crate::mir::Step::Variant)
}

/// The number that the bits of a switch's value stand for.
fn signed(value: u128, ty: &str) -> i128 {
    match ty {
        "i8" => i128::from(value as i8),
        "i16" => i128::from(value as i16),
        "i32" => i128::from(value as i32),
        "i64" | "isize" => i128::from(value as i64),
        _ => value as i128,
    }
}

fn is_message_call(callee: &Callee) -> bool {
    let Callee::Path(path) = callee else { return false };
    let name = last_segment(path);
    MESSAGES.contains(&name) || path.starts_with("Arguments::") || path.contains("fmt::Arguments")
}

/// The blocks from which control may still return.
fn returning_blocks(body: &Body) -> Vec<bool> {
    let mut returning: Vec<bool> =
        body.blocks.iter().map(|block| block.terminator.kind == TerminatorKind::Return).collect();
    loop {
        let mut changed = false;
        for (at, block) in body.blocks.iter().enumerate().rev() {
            let follows = |next: &usize| returning.get(*next).copied().unwrap_or(false);
            if !returning[at] && block.terminator.successors.iter().any(follows) {
                returning[at] = true;
                changed = true;
            }
        }
        if !changed {
            return returning;
        }
    }
}

/// The locals that only hold what a message is made of.
fn message_locals(body: &Body) -> HashSet<usize> {
    let mut messages = HashSet::new();
    for block in &body.blocks {
        if let TerminatorKind::Call { callee, arguments, .. } = &block.terminator.kind
            && is_message_call(callee)
        {
            messages.extend(arguments.iter().filter_map(Operand::place).map(|place| place.local));
        }
    }
    // Back through copies and borrows to the constant itself.
    loop {
        let before = messages.len();
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            if messages.contains(&statement.place.local)
                && matches!(statement.rvalue.kind, RvalueKind::Use | RvalueKind::Ref { .. })
            {
                let places = statement.rvalue.operands.iter().filter_map(Operand::place);
                // A parameter or a computed value is no message.
                let constants = places
                    .map(|place| place.local)
                    .filter(|local| *local > body.parameters && is_text(body.type_of(*local)));
                messages.extend(constants);
            }
        }
        if messages.len() == before {
            return messages;
        }
    }
}

/// Whether a type is that of a string constant or of a format template.
fn is_text(ty: &Type) -> bool {
    match ty.pointee() {
        Type::Named { name, .. } => name == "str",
        Type::Slice(element) => matches!(&**element, Type::Named { name, .. } if name == "u8"),
        _ => false,
    }
}
