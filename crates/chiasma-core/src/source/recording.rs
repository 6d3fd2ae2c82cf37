//! The recording of a run: answers as bytes of the sequence, and as requests of the trace.

use std::panic::Location;

use super::{PADDING, Source, Witnessed};
use crate::chi;
use crate::interval::Interval;
use crate::request::{Ask, Request};

impl Source {
    #[inline]
    pub(super) fn word_at(&self, at: usize) -> u64 {
        let word = self.bytes[at..at + PADDING].try_into();
        u64::from_le_bytes(word.unwrap_or_default())
    }

    /// Writes the low `width` bytes of `value`, leaves what lies behind them, and gives `value` back: the last call
    /// of a function that returns it needs no registers saved.
    #[inline]
    pub(super) fn store(&mut self, at: usize, width: usize, value: u64) -> u64 {
        let kept = self.word_at(at) & !mask(width);
        self.bytes[at..at + PADDING].copy_from_slice(&(kept | value).to_le_bytes());
        if self.mirror.is_on() {
            return self.mirrored(at, width);
        }
        value
    }

    /// Writes an answer past the end of the loaded sequence, and gives it back, as [`Source::store`] does.
    #[inline]
    pub(super) fn append(&mut self, width: usize, value: u64) -> u64 {
        let at = self.at;
        self.bytes[at..at + PADDING].copy_from_slice(&value.to_le_bytes());
        self.at += width;
        if self.mirror.is_on() {
            return self.mirrored(at, width);
        }
        value
    }

    /// Copies the answer at `at` to the mirror, and gives it back as it was written.
    #[cold]
    #[inline(never)]
    fn mirrored(&mut self, at: usize, width: usize) -> u64 {
        self.mirror_at(at, width);
        self.word_at(at) & mask(width)
    }

    /// Replaces the answer just given, of `width` bytes, by one that means the same.
    #[inline(always)]
    pub(super) fn amend(&mut self, width: usize, canonical: u64) {
        if self.is_oversize() {
            return;
        }
        self.store(self.at - width, width, canonical);
        if self.watching {
            self.replay.amend(&canonical.to_le_bytes()[..width]);
        }
    }

    /// Records the request just answered in the trace.
    #[inline(always)]
    pub(super) fn record(
        &mut self,
        ask: Ask,
        at: usize,
        value: u64,
        location: &'static Location<'static>,
    ) {
        let site = self.site_of(location);
        self.recorder.request(Request {
            interval: Interval::new(at, self.at),
            ask,
            value,
            alternatives: 1,
            alternative: None,
            role: self.role.unwrap_or(ask.kind.role()),
            site,
            span: self.recorder.innermost(),
        });
        if !self.tickets.is_empty() || self.witness.is_some() {
            self.record_details(value);
        }
    }

    /// Adds to the request recorded last what few requests have, and tells the witness of it.
    #[cold]
    #[inline(never)]
    fn record_details(&mut self, value: u64) {
        self.recorder.set_alternative(self.tickets.alternative_of(value));
        self.tell_witness();
    }

    /// Tells the witness of the request recorded last.
    fn tell_witness(&mut self) {
        if let Some(witness) = &mut self.witness
            && let Some(request) = self.recorder.last_request()
        {
            let mut line = String::new();
            let depth = witness.headings.choice();
            chi::write::choice(&mut line, request, &self.bytes[request.interval.range()], depth);
            (witness.tell)(Witnessed::Line(&line));
        }
    }
}

/// The low `width` bytes of a word, for a width from 1 to 8.
#[inline]
pub(super) fn mask(width: usize) -> u64 {
    u64::MAX >> (64 - 8 * width)
}
