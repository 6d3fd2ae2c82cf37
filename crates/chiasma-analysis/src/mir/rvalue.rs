//! The right side of an assignment.

use super::Read;
use super::operand::{Operand, Place, split_cast};
use super::scan::{find, split_commas, split_last_group};
use crate::types::Type;

/// A value that a statement computes.
#[derive(Debug, Clone, PartialEq)]
pub struct Rvalue {
    /// How it is computed.
    pub kind: RvalueKind,
    /// What it is computed from.
    pub operands: Vec<Operand>,
}

/// How a value is computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RvalueKind {
    /// It is the operand.
    Use,
    /// It refers to the operand.
    Ref {
        /// Whether it can be written through.
        mutable: bool,
    },
    /// It is the operand as another type.
    Cast(Type),
    /// It is put together from the operands.
    Aggregate,
    /// It is the number of the operand's variant.
    Discriminant,
    /// It is the result of an operator.
    Operator {
        /// Whether it compares its operands.
        compares: bool,
    },
}

impl Rvalue {
    pub(super) fn read(text: &str) -> Read<Self> {
        let text = text.trim();
        let of = |kind, operands| Ok(Self { kind, operands });
        if let Some(rest) = text.strip_prefix('&') {
            return Self::read_reference(rest);
        }
        if let Some((operand, ty)) = split_cast(text) {
            return of(RvalueKind::Cast(Type::read(ty)), vec![Operand::read(operand)?]);
        }
        if ["copy ", "move ", "const "].iter().any(|word| text.starts_with(word)) {
            return of(RvalueKind::Use, vec![Operand::read(text)?]);
        }
        if let Some(place) = text.strip_prefix("deref_copy ") {
            return of(RvalueKind::Use, vec![Operand::Place(Place::read(place)?)]);
        }
        if text.starts_with('[') {
            return Self::read_array(text);
        }
        let Some((head, inside)) = split_last_group(text) else {
            // A unit struct or variant, or a closure that captures nothing.
            return of(RvalueKind::Aggregate, Vec::new());
        };
        let head = head.trim();
        if matches!(head, "discriminant" | "Len") {
            let kind = match head {
                "Len" => RvalueKind::Operator { compares: false },
                _ => RvalueKind::Discriminant,
            };
            return of(kind, vec![Operand::Place(Place::read(inside)?)]);
        }
        if text.ends_with('}') {
            if head.is_empty() {
                // `{closure@a.rs:1:2: 3:4}` by itself.
                return of(RvalueKind::Aggregate, Vec::new());
            }
            return of(RvalueKind::Aggregate, fields(inside)?);
        }
        if NULLARY.contains(&head) {
            return of(RvalueKind::Operator { compares: false }, Vec::new());
        }
        let operands = split_commas(inside).into_iter().map(Operand::read).collect::<Read<_>>()?;
        let compares = COMPARISONS.contains(&head);
        if compares || OPERATORS.contains(&head) {
            return of(RvalueKind::Operator { compares }, operands);
        }
        of(RvalueKind::Aggregate, operands)
    }

    /// Reads what is behind `&`.
    fn read_reference(text: &str) -> Read<Self> {
        if text.starts_with("/*tls*/") {
            return Ok(Self { kind: RvalueKind::Ref { mutable: false }, operands: Vec::new() });
        }
        let mut text = text;
        let mut mutable = false;
        for word in ["raw ", "fake ", "shallow ", "deep ", "const ", "mut "] {
            if let Some(rest) = text.strip_prefix(word) {
                mutable |= word == "mut ";
                text = rest;
            }
        }
        // `&raw const (fake) _1` says that only its length is used.
        let text = text.strip_prefix("(fake) ").unwrap_or(text);
        let operands = vec![Operand::Place(Place::read(text)?)];
        Ok(Self { kind: RvalueKind::Ref { mutable }, operands })
    }

    /// Reads `[a, b]` or `[a; n]`.
    fn read_array(text: &str) -> Read<Self> {
        let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).ok_or("`]`")?;
        let inside = find(inside, &[';']).map_or(inside, |at| &inside[..at]);
        let operands = split_commas(inside).into_iter().map(Operand::read).collect::<Read<_>>()?;
        Ok(Self { kind: RvalueKind::Aggregate, operands })
    }
}

/// The operands of `name: operand, ...`.
fn fields(text: &str) -> Read<Vec<Operand>> {
    split_commas(text)
        .into_iter()
        .map(|field| {
            let (_, operand) = field.split_once(": ").ok_or("a field with its name")?;
            Operand::read(operand)
        })
        .collect()
}

/// Operators without operands.
const NULLARY: &[&str] = &[
    "SizeOf",
    "AlignOf",
    "OffsetOf",
    "UbChecks",
    "ContractChecks",
    "OverflowChecks",
    "RuntimeChecks",
];

const COMPARISONS: &[&str] = &["Eq", "Lt", "Le", "Ne", "Ge", "Gt", "Cmp"];

/// The other operators; they look like calls.
const OPERATORS: &[&str] = &[
    "Add",
    "AddUnchecked",
    "AddWithOverflow",
    "Sub",
    "SubUnchecked",
    "SubWithOverflow",
    "Mul",
    "MulUnchecked",
    "MulWithOverflow",
    "Div",
    "Rem",
    "BitXor",
    "BitAnd",
    "BitOr",
    "Shl",
    "ShlUnchecked",
    "Shr",
    "ShrUnchecked",
    "Offset",
    "Not",
    "Neg",
    "PtrMetadata",
    "ShallowInitBox",
];
