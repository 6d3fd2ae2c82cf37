//! Answering requests by execution index without an observer; `answers` does so with one.

use std::panic::Location;

use super::Source;
use super::replay::Replay;
use crate::request::{Ask, Kind};

impl Source {
    /// Answers a request by its execution index, if there is no observer.
    ///
    /// Mostly the site is known, was met before in its call, and has its answer behind the last one. What is less
    /// usual is done by functions that are called last, for which no registers have to be saved.
    #[inline(never)]
    #[track_caller]
    pub(super) fn answer_by_index(&mut self, kind: Kind, max: u64, low: u64, width: usize) -> u64 {
        if self.at + width > self.limit {
            return self.answer_past_limit();
        }
        let Replay::Contextual(input) = &mut self.replay else { return 0 };
        // Not in the closure, which would be the caller.
        let location = Location::caller();
        let Some(site) = self.site.or_else(|| self.sites.known(location)) else {
            return self.answer_by_index_at_new_site(kind, max, low, width);
        };
        if !input.meet_again(site) {
            return self.answer_by_first_index(kind, max, low, width);
        }
        if self.constants.is_none()
            && let Some(value) = input.take_guessed(max)
        {
            return self.append(width, value);
        }
        self.answer_by_known_index(kind, max, low, width)
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn answer_by_index_at_new_site(&mut self, kind: Kind, max: u64, low: u64, width: usize) -> u64 {
        self.sites.of(Location::caller());
        self.answer_by_index(kind, max, low, width)
    }

    /// Answers a request by its execution index, whose site is met for the first time in its call.
    #[inline(never)]
    #[track_caller]
    fn answer_by_first_index(&mut self, kind: Kind, max: u64, low: u64, width: usize) -> u64 {
        let Replay::Contextual(input) = &mut self.replay else { return 0 };
        input.meet_first();
        if self.constants.is_none()
            && let Some(value) = input.take_guessed(max)
        {
            return self.append(width, value);
        }
        self.answer_by_known_index(kind, max, low, width)
    }

    /// Answers a request whose execution index is known, wherever its answer is.
    #[inline(never)]
    #[track_caller]
    fn answer_by_known_index(&mut self, kind: Kind, max: u64, low: u64, width: usize) -> u64 {
        let ask = Ask { kind, max, low };
        let Replay::Contextual(input) = &mut self.replay else { return 0 };
        if let Some(raw) = input.asked_number() {
            let value = self.reduced(raw, &ask);
            return self.append(width, value);
        }
        self.supply(ask, width, Location::caller())
    }

    /// Answers a request whose execution index is new with a fresh answer.
    #[inline(never)]
    fn supply(&mut self, ask: Ask, width: usize, location: &'static Location<'static>) -> u64 {
        let value = self.extend(&ask, location);
        self.replay.supply(&value.to_le_bytes()[..width]);
        self.append(width, value);
        value
    }
}
