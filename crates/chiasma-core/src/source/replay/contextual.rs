//! Replay by execution index.

use super::{ByIndex, copy};
use crate::identity::{SiteId, combine};
use crate::interval::Interval;
use crate::source::frames::Frames;
use crate::trace::Trace;

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
            input.insert(index, trace.bytes_of(request));
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

    /// Enters the call at `site`.
    #[inline]
    pub(crate) fn open(&mut self, site: SiteId) {
        self.frames.enter(site.0);
    }

    /// Leaves the innermost call.
    #[inline]
    pub(crate) fn close(&mut self) {
        self.frames.exit();
    }

    /// Adds the answer to the next request made at `site`.
    pub(crate) fn add(&mut self, site: SiteId, bytes: &[u8]) {
        let index = self.frames.step(site.0).index;
        self.insert(index, bytes);
    }

    /// A hash of all entries.
    pub(crate) fn fingerprint(&self) -> u64 {
        let entries = self.entries.iter().zip(0..);
        entries.fold(0, |hash, (entry, place)| {
            self.bytes_at(place)
                .iter()
                .fold(combine(hash, entry.index), |hash, &byte| combine(hash, byte.into()))
        })
    }

    fn insert(&mut self, index: u64, bytes: &[u8]) -> u32 {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        let place = self.entries.len() as u32;
        self.entries
            .push(ContextualEntry { index, interval: Interval::new(start, self.bytes.len()) });
        self.places.insert(index, place);
        place
    }

    #[inline]
    pub(super) fn find(&mut self, site: SiteId) -> Option<&[u8]> {
        self.asked = self.frames.step(site.0).index;
        self.supplied = None;
        let guessed = self.entries.get(self.guess).is_some_and(|entry| entry.index == self.asked);
        if !guessed {
            self.guess = *self.places.get(&self.asked)? as usize;
        }
        let interval = self.entries[self.guess].interval;
        self.guess += 1;
        Some(&self.bytes[interval.range()])
    }

    pub(super) fn supply(&mut self, bytes: &[u8]) {
        // A block that had an entry too short for it gets a longer one.
        self.supplied = Some(self.insert(self.asked, bytes));
    }

    pub(super) fn amend(&mut self, bytes: &[u8]) {
        if let Some(place) = self.supplied {
            copy(bytes, self.bytes_at_mut(place as usize));
        }
    }
}
