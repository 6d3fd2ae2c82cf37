//! Where answers come from when a sequence is replayed: a small closed set of modes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::frames::Frames;
use crate::identity::{SiteId, hash};
use crate::interval::Interval;
use crate::request::{Ask, Kind};
use crate::trace::{Call, SpanIndex, Trace, title};

/// How requests find their answers.
#[derive(Debug)]
pub(super) enum Replay {
    /// In the sequence, from left to right; the source does this itself.
    Linear,
    /// By execution index.
    Contextual(Contextual),
    /// By the labels of a saved input.
    Labelled(Labelled),
    /// In a list with one answer a request.
    Proposed(Proposed),
}

impl Replay {
    /// Whether this mode needs to know of spans.
    pub(super) fn wants_spans(&self) -> bool {
        !matches!(self, Self::Linear)
    }

    pub(super) fn enter(&mut self, call: &Call, site: SiteId) {
        match self {
            Self::Contextual(input) => _ = input.frames.enter(site.0),
            Self::Labelled(input) => input.enter(call),
            Self::Proposed(input) => input.enter(),
            Self::Linear => {}
        }
    }

    pub(super) fn exit(&mut self) {
        match self {
            Self::Contextual(input) => input.frames.exit(),
            Self::Labelled(input) => input.frames.exit(),
            Self::Proposed(input) => input.exit(),
            Self::Linear => {}
        }
    }

    /// The answer to `ask`, if there is one.
    pub(super) fn answer(&mut self, ask: &Ask, site: impl FnOnce() -> SiteId) -> Option<u64> {
        match self {
            Self::Linear => None,
            Self::Contextual(input) => {
                let mut word = [0; 8];
                let bytes = input.find(site())?;
                let len = bytes.len().min(8);
                word[..len].copy_from_slice(&bytes[..len]);
                let raw = u64::from_le_bytes(word);
                Some(if raw <= ask.max {
                    raw
                } else {
                    raw % (ask.max + 1)
                })
            }
            Self::Labelled(input) => input.answer(ask),
            Self::Proposed(input) => input.next().map(|value| value.min(ask.max)),
        }
    }

    /// Fills the front of `block`, and says how far.
    pub(super) fn answer_block(
        &mut self,
        block: &mut [u8],
        site: impl FnOnce() -> SiteId,
    ) -> usize {
        match self {
            Self::Linear => 0,
            Self::Contextual(input) => input.find(site()).map_or(0, |bytes| copy(bytes, block)),
            Self::Labelled(input) => input.answer_block(block),
            Self::Proposed(input) => block
                .iter_mut()
                .map_while(|byte| input.next().map(|value| *byte = value.min(255) as u8))
                .count(),
        }
    }

    /// Takes the fresh answer to the request that had none.
    pub(super) fn supply(&mut self, bytes: &[u8]) {
        match self {
            Self::Contextual(input) => input.supply(bytes),
            Self::Labelled(input) => input.fresh += 1,
            Self::Linear | Self::Proposed(_) => {}
        }
    }

    /// Replaces the answer just supplied by its canonical form.
    pub(super) fn amend(&mut self, bytes: &[u8]) {
        if let Self::Contextual(input) = self {
            input.amend(bytes);
        }
    }
}

/// An input that the shrinker proposes: plain answers, one a request (and one a byte of a block), each
/// cut to what the request allows.
///
/// With `resume`, what follows a call keeps its meaning however much the call now draws: in the call
/// the answers end at `at`, and behind it they go on from there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The answers.
    pub values: Vec<u64>,
    /// Where to go on after which call.
    pub resume: Option<Resume>,
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
pub(super) struct Proposed {
    proposal: Proposal,
    next: usize,
    entered: u32,
    open: Vec<SpanIndex>,
}

impl Proposed {
    pub(super) fn new(proposal: &Proposal) -> Self {
        Self {
            proposal: proposal.clone(),
            next: 0,
            entered: 0,
            open: Vec::new(),
        }
    }

    fn enter(&mut self) {
        self.entered += 1;
        self.open.push(SpanIndex(self.entered));
    }

    fn exit(&mut self) {
        let left = self.open.pop();
        if let Some(resume) = self.proposal.resume
            && left == Some(resume.span)
        {
            self.next = resume.at;
        }
    }

    fn next(&mut self) -> Option<u64> {
        if let Some(resume) = self.proposal.resume
            && self.next >= resume.at
            && self.open.contains(&resume.span)
        {
            return None;
        }
        let value = self.proposal.values.get(self.next).copied();
        self.next += 1;
        value
    }
}

fn copy(from: &[u8], to: &mut [u8]) -> usize {
    let len = from.len().min(to.len());
    to[..len].copy_from_slice(&from[..len]);
    len
}

/// Execution indexes are hashes already.
#[derive(Debug, Default, Clone)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only execution indexes are keys");
    }
    fn write_u64(&mut self, index: u64) {
        self.0 = index;
    }
}

type ByIndex<T> = HashMap<u64, T, BuildHasherDefault<AsIs>>;

/// An input as a map from execution index to bytes (The Havoc Paradox, Algorithm 2).
///
/// Entries that a run does not ask for stay, so that a later change can bring them back.
#[derive(Debug, Clone, Default)]
pub struct Contextual {
    entries: Vec<ContextualEntry>,
    bytes: Vec<u8>,
    places: ByIndex<u32>,
    frames: Frames,
    /// The entry behind the one found last, which most often is the one asked for next.
    guess: usize,
    /// The index of the request being answered.
    asked: u64,
    /// The entry that the last request added, if it did.
    supplied: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ContextualEntry {
    index: u64,
    interval: Interval,
}

impl Contextual {
    /// The map that a traced run stands for.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let mut input = Self::default();
        for (request, index) in trace.requests().iter().zip(trace.execution_index_hashes()) {
            input.add(index, trace.bytes_of(request));
        }
        input
    }

    /// How many entries it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The execution index (as a hash) of the entry at `place`.
    #[must_use]
    pub fn index_at(&self, place: usize) -> u64 {
        self.entries[place].index
    }

    /// The bytes of the entry at `place`.
    #[must_use]
    pub fn bytes_at(&self, place: usize) -> &[u8] {
        &self.bytes[self.entries[place].interval.range()]
    }

    /// The bytes of the entry at `place`, to be changed.
    pub fn bytes_at_mut(&mut self, place: usize) -> &mut [u8] {
        &mut self.bytes[self.entries[place].interval.range()]
    }

    /// Goes back to before the first request, for another run.
    pub fn rewind(&mut self) {
        self.frames.clear();
        self.guess = 0;
        self.supplied = None;
    }

    fn add(&mut self, index: u64, bytes: &[u8]) -> u32 {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        let place = self.entries.len() as u32;
        self.entries.push(ContextualEntry {
            index,
            interval: Interval::new(start, self.bytes.len()),
        });
        self.places.insert(index, place);
        place
    }

    #[inline]
    fn find(&mut self, site: SiteId) -> Option<&[u8]> {
        self.asked = self.frames.step(site.0).index;
        self.supplied = None;
        let guessed = self
            .entries
            .get(self.guess)
            .is_some_and(|entry| entry.index == self.asked);
        if !guessed {
            self.guess = *self.places.get(&self.asked)? as usize;
        }
        let interval = self.entries[self.guess].interval;
        self.guess += 1;
        Some(&self.bytes[interval.range()])
    }

    fn supply(&mut self, bytes: &[u8]) {
        // A block that had an entry too short for it gets a longer one.
        self.supplied = Some(self.add(self.asked, bytes));
    }

    fn amend(&mut self, bytes: &[u8]) {
        if let Some(place) = self.supplied {
            copy(bytes, self.bytes_at_mut(place as usize));
        }
    }
}

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
/// new is drawn afresh.
#[derive(Debug, Clone, Default)]
pub struct Labelled {
    answers: ByIndex<Saved>,
    frames: Frames,
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

    /// Leaves the innermost span, while the input is put together.
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

    pub(super) fn matched(&self) -> LabelledMatch {
        LabelledMatch {
            saved: self.answers.len(),
            kept: self.kept,
            fresh: self.fresh,
        }
    }

    fn enter(&mut self, call: &Call) {
        let key = match call.label {
            Some(label) => hash(label),
            None => hash(&title(call.name)),
        };
        self.frames.enter(key);
    }

    fn answer(&mut self, ask: &Ask) -> Option<u64> {
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

    fn answer_block(&mut self, block: &mut [u8]) -> usize {
        let index = self.frames.step(hash(Kind::Bytes.word())).index;
        let Some(Saved::Bytes(bytes)) = self.answers.get(&index) else {
            return 0;
        };
        self.kept += 1;
        copy(bytes, block)
    }
}
