//! The recording of a run: answers as bytes of the sequence, and as requests of the trace.

use std::panic::Location;

use super::{PADDING, Source, Witnessed};
use crate::chi;
use crate::interval::Interval;
use crate::request::{Ask, Request};
use crate::trace::SpanIndex;

impl Source {
    #[inline]
    pub(super) fn word_at(&self, at: usize) -> u64 {
        let word = self.bytes[at..at + PADDING].try_into();
        u64::from_le_bytes(word.unwrap_or_default())
    }

    /// Writes the low `width` bytes of `value`, and leaves what lies behind them.
    #[inline]
    pub(super) fn store(&mut self, at: usize, width: usize, value: u64) {
        let kept = self.word_at(at) & !mask(width);
        self.bytes[at..at + PADDING].copy_from_slice(&(kept | value).to_le_bytes());
        if self.mirror.is_on() {
            self.mirror_at(at, width);
        }
    }
    /// Writes an answer past the end of the loaded sequence, and gives it back: the last call of a function that
    /// returns it needs no registers saved.
    #[inline]
    pub(super) fn append(&mut self, width: usize, value: u64) -> u64 {
        let at = self.at;
        self.bytes[at..at + PADDING].copy_from_slice(&value.to_le_bytes());
        self.at += width;
        if self.mirror.is_on() {
            return self.mirrored(at, width, value);
        }
        value
    }

    #[cold]
    #[inline(never)]
    fn mirrored(&mut self, at: usize, width: usize, value: u64) -> u64 {
        self.mirror_at(at, width);
        value
    }

    /// Replaces the answer just given to `ask` by the canonical one, the first of as many `alternatives` that
    /// mean the same.
    #[inline]
    pub(super) fn amend(&mut self, ask: Ask, given: u64, canonical: u64, alternatives: u64) {
        if given == canonical && !self.tracing || self.is_oversize() || ask.max == 0 {
            return;
        }
        let width = ask.width();
        self.store(self.at - width, width, canonical);
        if self.tracing {
            self.recorder.amend(canonical, alternatives);
        }
        if self.watching {
            self.replay.amend(&canonical.to_le_bytes()[..width]);
        }
    }

    pub(super) fn record(
        &mut self,
        ask: Ask,
        at: usize,
        value: u64,
        location: &'static Location<'static>,
    ) {
        let width = self.at - at;
        let site = self.site_of(location);
        let request = Request {
            interval: Interval::new(at, at + width),
            ask,
            value,
            alternatives: 1,
            alternative: self.tickets.alternative_of(value),
            role: self.role.unwrap_or(ask.kind.role()),
            site,
            span: SpanIndex::ROOT,
        };
        self.recorder.request(request);
        if let Some(witness) = &mut self.witness {
            let mut line = String::new();
            let depth = witness.headings.choice();
            chi::write::choice(&mut line, &request, &self.bytes[at..at + width], depth);
            (witness.tell)(Witnessed::Line(&line));
        }
    }
}

/// The low `width` bytes of a word, for a width from 1 to 8.
#[inline]
pub(super) fn mask(width: usize) -> u64 {
    u64::MAX >> (64 - 8 * width)
}
