//! Replay by execution index.

use std::rc::Rc;

use super::copy;
use crate::identity::{ByHash, SiteId, combine};
use crate::interval::Interval;
use crate::source::frames::Frames;
use crate::source::mask;
use crate::trace::Trace;

/// An input as a map from execution index to bytes (The Havoc Paradox, Algorithm 2).
///
/// Copies share what does not change, so that making a child of an input copies its bytes only.
#[derive(Debug, Clone, Default)]
pub struct Contextual {
    known: Rc<Known>,
    /// The bytes of the known entries, and behind them those of the supplied ones.
    bytes: Vec<u8>,
    /// What the run asked for and was not known. Indexes are unique within a run, so nothing looks
    /// for these before the run is over.
    supplied: Vec<Entry>,
    frames: Frames,
    /// The entry behind the one found last, which most often is the one asked for next.
    guess: usize,
    /// The index of the request being answered.
    asked: u64,
}

#[derive(Debug, Clone, Default)]
struct Known {
    entries: Vec<Entry>,
    places: ByHash<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    index: u64,
    interval: Interval,
}

impl Known {
    /// Where the entry of an index is.
    #[inline(never)]
    fn place(&self, index: u64) -> Option<usize> {
        self.places.get(&index).map(|place| *place as usize)
    }
}

impl Contextual {
    /// The map that a traced run stands for.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let mut input = Self::default();
        for (request, index) in trace.requests().iter().zip(trace.execution_index_hashes()) {
            input.asked = index;
            input.supply(trace.bytes_of(request));
        }
        input.settled()
    }

    /// The map with these entries: execution indexes (as hashes) and bytes.
    #[must_use]
    pub fn of_entries(entries: impl IntoIterator<Item = (u64, Vec<u8>)>) -> Self {
        let mut input = Self::default();
        for (index, bytes) in entries {
            input.asked = index;
            input.supply(&bytes);
        }
        input.settled()
    }

    /// The same map, with what the run supplied among its entries, before the first request.
    #[must_use]
    pub fn settled(mut self) -> Self {
        self.settle();
        self
    }

    fn settle(&mut self) {
        if !self.supplied.is_empty() {
            let known = Rc::make_mut(&mut self.known);
            for entry in self.supplied.drain(..) {
                known.places.insert(entry.index, known.entries.len() as u32);
                known.entries.push(entry);
            }
        }
        self.rewind();
    }

    /// How many entries it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.entries.len() + self.supplied.len()
    }

    /// Whether it has no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The execution index (as a hash) of the entry at `place`.
    #[must_use]
    pub fn index_at(&self, place: usize) -> u64 {
        self.entry(place).index
    }

    /// The bytes of the entry at `place`.
    #[must_use]
    pub fn bytes_at(&self, place: usize) -> &[u8] {
        &self.bytes[self.entry(place).interval.range()]
    }

    /// The bytes of the entry at `place`, to be changed.
    pub fn bytes_at_mut(&mut self, place: usize) -> &mut [u8] {
        let range = self.entry(place).interval.range();
        &mut self.bytes[range]
    }

    fn entry(&self, place: usize) -> Entry {
        let known = &self.known.entries;
        known.get(place).copied().unwrap_or_else(|| self.supplied[place - known.len()])
    }

    /// Becomes a settled copy of `other`, and keeps its own buffers.
    pub fn copy_from(&mut self, other: &Self) {
        self.known = Rc::clone(&other.known);
        self.bytes.clear();
        self.bytes.extend_from_slice(&other.bytes);
        self.supplied.clear();
        self.supplied.extend_from_slice(&other.supplied);
        self.settle();
    }

    fn rewind(&mut self) {
        self.frames.clear();
        self.guess = 0;
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

    /// Adds the answer to the next request made at `site`, while the map is put together.
    pub(crate) fn add(&mut self, site: SiteId, bytes: &[u8]) {
        self.asked = self.frames.step(site.0).index;
        self.supply(bytes);
    }

    /// A hash of all entries.
    pub(crate) fn fingerprint(&self) -> u64 {
        (0..self.len()).fold(0, |hash, place| {
            let hash = combine(hash, self.index_at(place));
            self.bytes_at(place).iter().fold(hash, |hash, &byte| combine(hash, byte.into()))
        })
    }

    /// The number in the entry for the next request at `site`.
    #[inline]
    pub(in crate::source) fn find_number(&mut self, site: SiteId) -> Option<u64> {
        self.asked = self.frames.step(site.0).index;
        self.asked_number()
    }

    /// Meets `site` in the current call, if that is not the first time; else [`Contextual::meet_first`] is to be called.
    #[inline]
    pub(in crate::source) fn meet_again(&mut self, site: SiteId) -> bool {
        let step = self.frames.step_again(site.0);
        self.asked = step.map_or(site.0, |step| step.index);
        step.is_some()
    }

    /// Meets the site that [`Contextual::meet_again`] was called with for the first time.
    #[inline]
    pub(in crate::source) fn meet_first(&mut self) {
        self.asked = self.frames.step_first(self.asked).index;
    }

    /// The number in the entry behind the one found last, if it is the one asked for and at most `max`.
    #[inline]
    pub(in crate::source) fn take_guessed(&mut self, max: u64) -> Option<u64> {
        let entry = self.known.entries.get(self.guess).filter(|entry| entry.index == self.asked)?;
        let start = entry.interval.start as usize;
        let word = self.bytes.get(start..start + 8)?.try_into().unwrap_or_default();
        let number = u64::from_le_bytes(word) & mask(entry.interval.len().clamp(1, 8));
        if number > max {
            return None;
        }
        self.guess += 1;
        Some(number)
    }

    /// The number in the entry asked for.
    pub(in crate::source) fn asked_number(&mut self) -> Option<u64> {
        let interval = self.find_asked()?;
        let (start, len) = (interval.start as usize, interval.len());
        let mut word = [0; 8];
        match self.bytes.get(start..start + 8) {
            // A whole word, cut to size, avoids copying byte by byte.
            Some(whole) => word.copy_from_slice(whole),
            None => word = self.last_word(interval),
        }
        Some(u64::from_le_bytes(word) & mask(len.clamp(1, 8)))
    }

    /// The number in an entry that is less than a word from the end.
    #[cold]
    #[inline(never)]
    fn last_word(&self, interval: Interval) -> [u8; 8] {
        let mut word = [0; 8];
        copy(&self.bytes[interval.range()], &mut word);
        word
    }

    /// Fills the front of `block` from the entry for the next request at `site`, and says how far.
    pub(super) fn find_block(&mut self, site: SiteId, block: &mut [u8]) -> usize {
        self.asked = self.frames.step(site.0).index;
        self.find_asked().map_or(0, |interval| copy(&self.bytes[interval.range()], block))
    }

    #[inline]
    fn find_asked(&mut self) -> Option<Interval> {
        let entries = &self.known.entries;
        let entry = match entries.get(self.guess) {
            Some(entry) if entry.index == self.asked => entry,
            _ => {
                self.guess = self.known.place(self.asked)?;
                &entries[self.guess]
            }
        };
        self.guess += 1;
        Some(entry.interval)
    }

    pub(super) fn supply(&mut self, bytes: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        let interval = Interval::new(start, self.bytes.len());
        self.supplied.push(Entry { index: self.asked, interval });
    }

    pub(super) fn amend(&mut self, bytes: &[u8]) {
        // Nothing if the last request was answered by an entry that was known.
        if self.supplied.last().is_some_and(|last| last.index == self.asked) {
            copy(bytes, self.bytes_at_mut(self.len() - 1));
        }
    }
}
