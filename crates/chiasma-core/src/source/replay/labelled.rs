//! Replay of a saved input, by its labels.

use super::copy;
use crate::chi::Headings;
use crate::identity::{ByHash, hash};
use crate::request::{Ask, Kind};
use crate::source::frames::Frames;
use crate::trace::{Call, title};

/// The answer to one request of a saved input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saved {
    /// The number (or code point, or truth value) that was answered.
    Number(i128),
    /// The block of bytes that was answered.
    Bytes(Vec<u8>),
}

/// A saved input, whose answers are found by the labels on the way to them.
///
/// It survives changes of the generator: what still has the same labels keeps its answers, what is
/// new is drawn fresh.
#[derive(Debug, Clone, Default)]
pub struct Labelled {
    answers: ByHash<Saved>,
    frames: Frames,
    /// The calls of the run under way.
    headings: Headings,
    kept: usize,
    fresh: usize,
}

/// How much of a saved input a run could use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LabelledMatch {
    /// The answers in the saved input.
    pub saved: usize,
    /// Those that the run used.
    pub kept: usize,
    /// The requests that had no answer.
    pub fresh: usize,
}

impl LabelledMatch {
    /// Whether the run used everything, and asked for nothing else.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.kept == self.saved && self.fresh == 0
    }
}

impl Labelled {
    /// Enters the span called `title`, while the input is put together.
    pub(crate) fn open(&mut self, title: &str) {
        self.frames.enter(hash(title));
    }

    /// Leaves the innermost span.
    pub(crate) fn close(&mut self) {
        self.frames.exit();
    }

    /// Adds the answer to the next request whose kind has this word.
    pub(crate) fn add(&mut self, word: &str, answer: Saved) {
        let index = self.frames.step(hash(word)).index;
        self.answers.insert(index, answer);
    }

    /// Ends putting together.
    pub(crate) fn finish(mut self) -> Self {
        self.frames.clear();
        self
    }

    pub(crate) fn matched(&self) -> LabelledMatch {
        LabelledMatch { saved: self.answers.len(), kept: self.kept, fresh: self.fresh }
    }

    pub(super) fn count_fresh(&mut self) {
        self.fresh += 1;
    }

    pub(super) fn enter(&mut self, call: &Call) {
        let key = hash(&title(call.label, call.name));
        if self.headings.enter(call.label, call.name).is_some() {
            self.frames.enter(key);
        }
    }

    pub(super) fn exit(&mut self) {
        if self.headings.exit() {
            self.frames.exit();
        }
    }

    pub(super) fn answer(&mut self, ask: &Ask) -> Option<u64> {
        self.headings.choice();
        let index = self.frames.step(hash(ask.kind.word())).index;
        match self.answers.get(&index)? {
            Saved::Number(number) => {
                let value = ask.index(*number)?;
                self.kept += 1;
                Some(value)
            }
            Saved::Bytes(_) => None,
        }
    }

    pub(super) fn answer_block(&mut self, block: &mut [u8]) -> usize {
        self.headings.choice();
        let index = self.frames.step(hash(Kind::Bytes.word())).index;
        let Some(Saved::Bytes(bytes)) = self.answers.get(&index) else {
            return 0;
        };
        self.kept += 1;
        copy(bytes, block)
    }
}
