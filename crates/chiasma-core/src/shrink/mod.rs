//! Making a failing input as simple as it gets.

use crate::trace::Trace;

/// What came of trying a simpler input.
#[derive(Debug)]
pub enum Attempt {
    /// It fails in the same way; this is its trace.
    Fails(Trace),
    /// It does not.
    Passes,
    /// It was not tried: time or runs have run out.
    Stop,
}

/// The simplest failing input found.
#[derive(Debug)]
pub struct Shrunk {
    /// Its trace.
    pub trace: Trace,
    /// What it took.
    pub summary: Summary,
}

/// What shrinking did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// How many choices the input had.
    pub choices_before: usize,
    /// How many it has now.
    pub choices_after: usize,
    /// How many inputs were tried.
    pub runs: u64,
    /// Whether nothing more could be done, rather than time or runs having run out.
    pub complete: bool,
}

impl Shrunk {
    /// An input that is not shrunk.
    #[must_use]
    pub fn none(trace: Trace) -> Self {
        let choices = trace.requests().len();
        let summary =
            Summary { choices_before: choices, choices_after: choices, runs: 0, complete: false };
        Self { trace, summary }
    }
}

/// Shrinks.
pub fn shrink(first: Trace, _run: &mut dyn FnMut(&[u64]) -> Attempt) -> Shrunk {
    Shrunk::none(first)
}
