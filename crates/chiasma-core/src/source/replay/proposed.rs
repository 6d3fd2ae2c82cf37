//! Replay of what the shrinker proposes.

use super::Contextual;
use crate::trace::SpanIndex;

/// An input that the shrinker proposes; what it lacks is the simplest.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// What it answers.
    pub answers: Answers,
    /// More answers than this would not make it simpler, so a run that needs more is given up; a block
    /// counts as many as it has bytes.
    pub max_answers: usize,
}

/// The answers of a proposal.
#[derive(Debug, Clone)]
pub enum Answers {
    /// Plain answers, one a request (and one a byte of a block), each cut to what the request
    /// allows.
    ///
    /// With `resume`, what follows a call keeps its meaning however much the call now draws: in the
    /// call the answers end at `at`, and behind it they go on from there.
    Values {
        /// The answers.
        values: Vec<u64>,
        /// Where to go on after which call.
        resume: Option<Resume>,
    },
    /// Answers by execution index.
    Contextual(Contextual),
}

/// Where a proposal goes on after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resume {
    /// The call; calls are numbered as they are entered, as in a trace.
    pub span: SpanIndex,
    /// The first answer behind it.
    pub at: usize,
}

/// A proposal under way.
#[derive(Debug)]
pub(in crate::source) struct Proposed {
    values: Vec<u64>,
    resume: Option<Resume>,
    next: usize,
    entered: u32,
    open: Vec<SpanIndex>,
}

impl Proposed {
    pub(super) fn new(values: Vec<u64>, resume: Option<Resume>) -> Self {
        Self { values, resume, next: 0, entered: 0, open: Vec::new() }
    }

    pub(super) fn enter(&mut self) {
        self.entered += 1;
        self.open.push(SpanIndex(self.entered));
    }

    pub(super) fn exit(&mut self) {
        let left = self.open.pop();
        if let Some(resume) = self.resume
            && left == Some(resume.span)
        {
            self.next = resume.at;
        }
    }

    pub(super) fn next(&mut self) -> Option<u64> {
        if let Some(resume) = self.resume
            && self.next >= resume.at
            && self.open.contains(&resume.span)
        {
            return None;
        }
        let value = self.values.get(self.next).copied();
        self.next += 1;
        value
    }
}
