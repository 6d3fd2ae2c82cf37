//! Hints: where an operand of a comparison was drawn, the other operand is written in its place.
//!
//! An input is run once more by a build that notes the operands of its comparisons. An operand that equals
//! the answer to a request says which bytes of the input it came from; writing the other operand there makes
//! the comparison come out the other way.

use chiasma_core::{Kind, Request, Trace};

use crate::facts::Hint;

/// Requests that one operand may come from; more of them say that it is a common number, and nothing else.
const MAX_PLACES: usize = 16;

/// A change of an input: answers that are written in place of others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// The answers, each with the place of its request in [`Trace::requests`]; a block has all its bytes.
    pub answers: Vec<(usize, Vec<u8>)>,
}

impl Edit {
    /// The parameter sequence with this change.
    #[must_use]
    pub fn applied_to(&self, trace: &Trace) -> Vec<u8> {
        let mut bytes = trace.bytes().to_vec();
        for (request, answer) in &self.answers {
            if let Some(request) = trace.requests().get(*request)
                && request.interval.len() == answer.len()
            {
                bytes[request.interval.range()].copy_from_slice(answer);
            }
        }
        bytes
    }
}

/// The changes that hints suggest for an input, each once.
#[must_use]
pub fn edits(trace: &Trace, hints: &[Hint]) -> Vec<Edit> {
    let mut found = Vec::new();
    for hint in hints {
        match hint {
            Hint::Numbers { width, left, right } if left != right => {
                for (drawn, wanted) in [(*left, *right), (*right, *left)] {
                    number_edits(trace, *width, drawn, wanted, &mut found);
                    composed_edits(trace, *width, drawn, wanted, &mut found);
                }
            }
            Hint::Bytes { left, right } if left != right => {
                for (drawn, wanted) in [(left, right), (right, left)] {
                    text_edits(trace, drawn, wanted, &mut found);
                    block_edits(trace, drawn, wanted, &mut found);
                }
            }
            Hint::Numbers { .. } | Hint::Bytes { .. } => {}
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Writes a number where another one was drawn.
fn number_edits(trace: &Trace, width: u32, drawn: u64, wanted: u64, found: &mut Vec<Edit>) {
    let is_number = |request: &Request| {
        let kind = request.ask.kind;
        matches!(kind, Kind::Unsigned | Kind::Signed | Kind::Char | Kind::Length)
    };
    let came_from = |request: &Request| {
        is_number(request)
            && bits(request.ask.number(request.value), width) == bits(drawn.into(), width)
    };
    let requests = trace.requests().iter().enumerate();
    let places: Vec<_> = requests.filter(|(_, request)| came_from(request)).collect();
    if places.len() > MAX_PLACES {
        return;
    }
    for (at, request) in places {
        // As it was compared: without sign, or with the sign of its width.
        for number in [i128::from(wanted), signed(wanted, width)] {
            if let Some(index) = request.ask.index(number)
                && index != request.value
            {
                let answer = index.to_le_bytes()[..request.ask.width()].to_vec();
                found.push(Edit { answers: vec![(at, answer)] });
            }
        }
    }
}

/// Writes a number where another one was put together: of bytes, in either order, or of decimal digits.
fn composed_edits(trace: &Trace, width: u32, drawn: u64, wanted: u64, found: &mut Vec<Edit>) {
    for size in [2, 4, 8] {
        // Read with this size, and compared with the same or a larger one.
        let is_read = size == width || size < width && drawn >> (4 * size) > 0;
        if !is_read || size < 8 && (drawn | wanted) >> (8 * size) > 0 {
            continue;
        }
        let size = size as usize;
        let (old, new) = (drawn.to_le_bytes(), wanted.to_le_bytes());
        let (mut old, mut new) = (old[..size].to_vec(), new[..size].to_vec());
        for _ in ["little-endian", "big-endian"] {
            element_edits(trace, &numbers(&old), &numbers(&new), found);
            block_edits(trace, &old, &new, found);
            old.reverse();
            new.reverse();
        }
    }
    let old = drawn.to_string();
    let new = format!("{wanted:0>len$}", len = old.len());
    text_edits(trace, old.as_bytes(), new.as_bytes(), found);
}

fn numbers(bytes: &[u8]) -> Vec<i128> {
    bytes.iter().map(|byte| i128::from(*byte)).collect()
}

/// Writes characters where others were drawn one after the other.
fn text_edits(trace: &Trace, drawn: &[u8], wanted: &[u8], found: &mut Vec<Edit>) {
    let (Ok(drawn), Ok(wanted)) = (std::str::from_utf8(drawn), std::str::from_utf8(wanted)) else {
        return;
    };
    let drawn: Vec<i128> = drawn.chars().map(|c| i128::from(u32::from(c))).collect();
    let wanted: Vec<i128> = wanted.chars().map(|c| i128::from(u32::from(c))).collect();
    element_edits(trace, &drawn, &wanted, found);
}

/// Writes elements where others were drawn one after the other: characters of a string, or single bytes.
fn element_edits(trace: &Trace, drawn: &[i128], wanted: &[i128], found: &mut Vec<Edit>) {
    if drawn.is_empty() || drawn.len() != wanted.len() {
        return;
    }
    let is_element = |request: &Request| {
        request.ask.kind == Kind::Char
            || request.ask.kind == Kind::Unsigned && request.ask.width() == 1
    };
    let elements: Vec<usize> =
        (0..trace.requests().len()).filter(|at| is_element(&trace.requests()[*at])).collect();
    let number = |at: &usize| {
        let request = &trace.requests()[*at];
        request.ask.number(request.value)
    };
    let places = elements
        .windows(drawn.len())
        .filter(|window| window.iter().map(number).eq(drawn.iter().copied()));
    for window in places.take(MAX_PLACES) {
        let answers: Option<Vec<(usize, Vec<u8>)>> = window
            .iter()
            .zip(wanted)
            .map(|(at, number)| {
                let ask = &trace.requests()[*at].ask;
                Some((*at, ask.index(*number)?.to_le_bytes()[..ask.width()].to_vec()))
            })
            .collect();
        found.extend(answers.map(|answers| Edit { answers }));
    }
}

/// Writes bytes where others were drawn as part of a block.
fn block_edits(trace: &Trace, drawn: &[u8], wanted: &[u8], found: &mut Vec<Edit>) {
    if drawn.is_empty() || drawn.len() != wanted.len() {
        return;
    }
    let requests = trace.requests().iter().enumerate();
    for (at, request) in requests.filter(|(_, request)| request.ask.kind == Kind::Bytes) {
        let block = trace.bytes_of(request);
        let places = block.windows(drawn.len()).enumerate().filter(|(_, window)| *window == drawn);
        for (start, _) in places.take(MAX_PLACES) {
            let mut answer = block.to_vec();
            answer[start..start + wanted.len()].copy_from_slice(wanted);
            found.push(Edit { answers: vec![(at, answer)] });
        }
    }
}

/// The lowest bits of a number: as many as an operand of `width` bytes has.
fn bits(number: i128, width: u32) -> u64 {
    let mask = if width >= 8 { u64::MAX } else { (1 << (8 * width)) - 1 };
    number as u64 & mask
}

/// An operand of `width` bytes as a number with a sign.
fn signed(operand: u64, width: u32) -> i128 {
    let unused = 64 - 8 * width.clamp(1, 8);
    i128::from((operand << unused) as i64 >> unused)
}
