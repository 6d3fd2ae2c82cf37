//! The end of a block: where control goes.

use super::Read;
use super::operand::{Operand, Place};
use super::scan::{find, split_commas, split_last_group};
use super::span::Span;

/// The end of a block.
#[derive(Debug, Clone, PartialEq)]
pub struct Terminator {
    /// What it does.
    pub kind: TerminatorKind,
    /// The blocks that may follow, those of unwinding left out.
    pub successors: Vec<usize>,
    /// Where it is in the source.
    pub span: Option<Span>,
}

/// What the end of a block does.
#[derive(Debug, Clone, PartialEq)]
pub enum TerminatorKind {
    /// It goes to a block that depends on a value: the value and the block, the value being absent for
    /// all others.
    Switch {
        /// The value.
        operand: Operand,
        /// Where it leads.
        targets: Vec<(Option<u128>, usize)>,
    },
    /// It calls a function.
    Call {
        /// What is called.
        callee: Callee,
        /// With what.
        arguments: Vec<Operand>,
        /// Where the result goes.
        destination: Place,
    },
    /// It returns.
    Return,
    /// It ends the function in another way, or goes to one block.
    Other,
}

/// What is called.
#[derive(Debug, Clone, PartialEq)]
pub enum Callee {
    /// A function, by its path.
    Path(String),
    /// Whatever a place holds.
    Value(Place),
}

impl Terminator {
    /// Reads a terminator; nothing if the text is a statement.
    pub(super) fn read(text: &str, span: Option<Span>) -> Read<Option<Self>> {
        let is = |word: &str| text == word;
        if is("return") {
            return Ok(Some(Self { kind: TerminatorKind::Return, successors: Vec::new(), span }));
        }
        if ["resume", "unreachable", "coroutine_drop", "abort"].iter().any(|word| is(word))
            || text.starts_with("terminate(")
            || text.starts_with("tailcall ")
        {
            return Ok(Some(Self { kind: TerminatorKind::Other, successors: Vec::new(), span }));
        }
        let Some((action, targets)) = split_arrow(text) else { return Ok(None) };
        let targets = read_targets(targets)?;
        let successors = targets
            .iter()
            .filter(|(label, _)| !matches!(*label, "unwind" | "cleanup" | "drop"))
            .map(|(_, block)| *block);
        let successors = successors.collect();
        let kind = if let Some(operand) = inside_of(action, "switchInt(") {
            let targets = targets
                .iter()
                .map(|(label, block)| match *label {
                    "otherwise" => Ok((None, *block)),
                    value => value.parse().map(|value| (Some(value), *block)),
                })
                .collect::<Result<_, _>>()
                .map_err(|_| "the values of a switch")?;
            TerminatorKind::Switch { operand: Operand::read(operand)?, targets }
        } else if PLAIN.iter().any(|word| action.starts_with(word)) {
            TerminatorKind::Other
        } else {
            Self::read_call(action)?
        };
        Ok(Some(Self { kind, successors, span }))
    }

    fn read_call(action: &str) -> Read<TerminatorKind> {
        let at = find(action, &['=']).ok_or("a call or another way out of a block")?;
        let destination = Place::read(&action[..at])?;
        let call = action[at + 1..].trim();
        if call.starts_with("yield(") {
            return Ok(TerminatorKind::Other);
        }
        let (callee, inside) = split_last_group(call).ok_or("the arguments of a call")?;
        let arguments =
            split_commas(inside).into_iter().map(Operand::read).collect::<Read<Vec<_>>>()?;
        let callee = match Operand::read(callee) {
            Ok(Operand::Place(place)) => Callee::Value(place),
            _ => Callee::Path(callee.strip_prefix("const ").unwrap_or(callee).to_owned()),
        };
        Ok(TerminatorKind::Call { callee, arguments, destination })
    }
}

/// Beginnings of terminators that decide nothing.
const PLAIN: &[&str] = &["goto", "drop(", "assert(", "falseEdge", "falseUnwind", "asm!("];

fn inside_of<'t>(text: &'t str, head: &str) -> Option<&'t str> {
    text.strip_prefix(head)?.strip_suffix(')')
}

/// Splits at the arrow in front of the targets: the last one that is followed by a target.
fn split_arrow(text: &str) -> Option<(&str, &str)> {
    if let Some(rest) = text.strip_prefix("goto -> ") {
        return Some(("goto", rest));
    }
    let at = text.rfind(" -> ")?;
    let targets = text[at + 4..].trim();
    let is_targets = targets.starts_with('[')
        || targets.starts_with("bb")
        || targets.starts_with("unwind ")
        || targets.starts_with("unwind:");
    is_targets.then(|| (text[..at].trim(), targets))
}

/// Reads `bb1`, `[return: bb1, unwind: bb2]`, `[0: bb1, otherwise: bb2]` or `unwind continue`.
fn read_targets(text: &str) -> Read<Vec<(&str, usize)>> {
    if let Some(number) = text.strip_prefix("bb") {
        return Ok(vec![("return", number.parse().map_err(|_| "the number of a block")?)]);
    }
    let Some(inside) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
        // Only unwinding is left: the call does not return.
        return Ok(Vec::new());
    };
    let mut targets = Vec::new();
    for target in inside.split(", ") {
        let Some((label, block)) = target.split_once(": ") else { continue };
        let Some(number) = block.trim().strip_prefix("bb") else { continue };
        targets.push((label.trim(), number.parse().map_err(|_| "the number of a block")?));
    }
    Ok(targets)
}
