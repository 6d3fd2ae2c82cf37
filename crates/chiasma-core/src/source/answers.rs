//! Answering requests: in the sequence, by replay, by a fresh draw, or with the simplest one.

use std::panic::Location;

use super::replay::Replay;
use super::weights::{self, Weights};
use super::{Extension, MAX_DEPTH, Path, Source, fresh, mask};
use crate::identity::SiteId;
use crate::reject::Rejection;
use crate::request::{Ask, Kind};

/// How many draws past the size limit end a run: its generator may never end.
const MAX_DRAWS_PAST_LIMIT: u32 = 10_000;

impl Source {
    /// Answers a request: an index in `0..=ask.max`.
    #[inline]
    #[track_caller]
    pub(crate) fn ask(&mut self, ask: Ask) -> u64 {
        if ask.max == 0 {
            // Nothing to choose, so nothing to record.
            return 0;
        }
        let width = ask.width();
        if let Some(answer) = self.short_answer(ask.max, width) {
            return answer;
        }
        if self.is_plain(ask.kind, width) && fresh::is_uniform(ask.kind, ask.max) {
            return self.answer_past_end(ask.max, width);
        }
        self.answer(ask.kind, ask.max, ask.low, width)
    }

    /// Whether a fresh answer of this kind needs nothing but random numbers.
    #[inline]
    fn is_plain(&self, kind: Kind, width: usize) -> bool {
        let end = match kind {
            Kind::Choice | Kind::Bool => self.plain_choices_end,
            _ => self.plain_end,
        };
        // In this order, since there is no such end if the run is observed.
        self.at + width <= end && self.at >= self.short_path_end
    }

    /// The answer on the short path, if the sequence has a canonical one there.
    #[inline]
    fn short_answer(&mut self, max: u64, width: usize) -> Option<u64> {
        if self.at + width > self.short_path_end {
            return None;
        }
        let raw = self.word_at(self.at) & mask(width);
        (raw <= max).then(|| {
            self.at += width;
            raw
        })
    }

    /// Answers a request past the end of linear replay without an observer, all answers being equally
    /// likely: the commonest case but for the short path.
    #[inline(never)]
    fn answer_past_end(&mut self, max: u64, width: usize) -> u64 {
        // No request with equally likely answers has all of 64 bits.
        let value = self.rng.below(max + 1);
        self.append(width, value)
    }

    /// The same for a request some of whose answers are likelier than others.
    #[inline(never)]
    fn answer_past_end_unevenly(&mut self, kind: Kind, max: u64, width: usize) -> u64 {
        let value = fresh::answer(kind, max, &mut self.rng);
        self.append(width, value)
    }

    /// Answers a request that the short paths leave.
    ///
    /// The parts of the request come one by one, in registers: an `Ask` would go through memory, and
    /// be read before it is written.
    #[inline(never)]
    #[track_caller]
    fn answer(&mut self, kind: Kind, max: u64, low: u64, width: usize) -> u64 {
        match self.path {
            Path::ByIndex => self.answer_by_index(kind, max, low, width),
            Path::Any => self.answer_in_any_mode(kind, max, low, width),
            Path::Plain => self.answer_plainly(kind, max, low, width),
        }
    }

    /// Answers a request of linear or aligned replay without an observer.
    #[inline(never)]
    #[track_caller]
    fn answer_plainly(&mut self, kind: Kind, max: u64, low: u64, width: usize) -> u64 {
        if self.at + width <= self.reducing_end {
            self.answer_reduced(max, width)
        } else if self.is_plain(kind, width) {
            self.answer_past_end_unevenly(kind, max, width)
        } else {
            self.answer_in_any_mode(kind, max, low, width)
        }
    }

    /// Answers a request on the short path whose number in the sequence is greater than `max`, so not canonical.
    #[inline]
    fn answer_reduced(&mut self, max: u64, width: usize) -> u64 {
        let at = self.at;
        let raw = self.word_at(at) & mask(width);
        self.at += width;
        self.store(at, width, raw % (max + 1))
    }

    /// What a number of the sequence means as an answer, or what is wished for in its place.
    #[inline]
    pub(super) fn reduced(&mut self, raw: u64, ask: &Ask) -> u64 {
        if let Some(constants) = &mut self.constants
            && let Some(value) = constants.in_place_of(raw, ask, &mut self.rng)
        {
            return value;
        }
        if raw <= ask.max { raw } else { raw % (ask.max + 1) }
    }

    /// Answers a request in any mode.
    #[inline(never)]
    #[track_caller]
    fn answer_in_any_mode(&mut self, kind: Kind, max: u64, low: u64, width: usize) -> u64 {
        self.follow_hooks();
        let ask = Ask { kind, max, low };
        let location = Location::caller();
        let at = self.at;
        if at + width > self.limit {
            return self.answer_past_limit();
        }
        let is_too_deep = self.is_too_deep();
        let value = match &mut self.replay {
            _ if is_too_deep => self.answer_too_deep(&ask, width, location),
            Replay::Linear if at + width <= self.len => {
                let raw = self.word_at(at) & mask(width);
                let value = self.reduced(raw, &ask);
                if value != raw {
                    self.store(at, width, value);
                }
                self.at += width;
                value
            }
            Replay::Linear => {
                // Fewer bytes than the request needs count as none.
                let value = self.extend(&ask, location);
                self.append(width, value);
                value
            }
            Replay::Aligned(_) => self.answer_aligned(&ask, width, location),
            replay => {
                let role = self.role.unwrap_or(kind.role());
                let site = self.site.unwrap_or_else(|| self.sites.of(location));
                let answer = match replay {
                    Replay::Guided(_) if self.is_unguided => None,
                    replay => replay.answer(&ask, site, role, &self.weights),
                };
                let value = match answer {
                    Some(value) => value,
                    None => {
                        let value = self.extend(&ask, location);
                        self.replay.supply(&value.to_le_bytes()[..width]);
                        value
                    }
                };
                self.count_answers(1);
                self.append(width, value);
                value
            }
        };
        if self.tracing {
            self.record(ask, at, value, location);
        }
        value
    }

    /// Answers a request with what its call reads in the parent, or with a fresh draw.
    #[inline(never)]
    fn answer_aligned(
        &mut self,
        ask: &Ask,
        width: usize,
        location: &'static Location<'static>,
    ) -> u64 {
        let end = self.lay_out();
        let at = self.at;
        if at + width > end {
            let value = self.extend(ask, location);
            self.append(width, value);
            return value;
        }
        let raw = self.word_at(at) & mask(width);
        self.at += width;
        if raw <= ask.max {
            return raw;
        }
        let value = self.reduced(raw, ask);
        self.store(at, width, value)
    }

    /// Lays out what the innermost call reads in the parent; gives where that ends.
    pub(super) fn lay_out(&mut self) -> usize {
        let at = self.at;
        let Replay::Aligned(input) = &mut self.replay else { return 0 };
        if !input.is_following() {
            if at < self.len {
                return self.len;
            }
            input.follow(at, self.depth);
            self.watching = true;
            self.plain_depth = 0;
            self.short_path_end = 0;
        }
        if let Some(end) = input.laid_end(self.depth) {
            return end;
        }
        let laid = input.lay_out(&mut self.bytes[at..self.limit], at, self.depth);
        let in_block = input.end_of_block().is_some();
        self.mirror.write(at, &self.bytes[at..laid.end]);
        // Where calls are watched, each request has to ask whether it is still the same call.
        let is_short = laid.is_followed && !self.automatic.is_on();
        if is_short && !self.tracing && !self.is_too_deep() {
            self.short_path_end = laid.end;
            self.set_plain_end(self.end_of_plain_draws());
            if in_block {
                self.plain_depth = MAX_DEPTH;
            }
        }
        laid.end
    }

    /// Answers with the simplest, whatever the sequence says, and records that like any other answer.
    #[cold]
    #[track_caller]
    fn answer_too_deep(
        &mut self,
        ask: &Ask,
        width: usize,
        location: &'static Location<'static>,
    ) -> u64 {
        let site = self.site_of(location);
        let role = self.role.unwrap_or(ask.kind.role());
        match &mut self.replay {
            // A guide is not asked where there is only one answer.
            Replay::Guided(_) => {}
            replay => {
                if replay.answer(ask, site, role, &self.weights).is_none() {
                    replay.supply(&[0; 8][..width]);
                }
            }
        }
        self.count_answers(1);
        // What lies behind may still be read.
        self.store(self.at, width, 0);
        self.at += width;
        0
    }

    #[inline]
    pub(super) fn extend(&mut self, ask: &Ask, location: &'static Location<'static>) -> u64 {
        if self.extension == Extension::Simplest {
            return 0;
        }
        if let Some(constants) = &mut self.constants
            && let Some(constant) = constants.answer(ask, &mut self.rng)
        {
            return constant;
        }
        if let Some(swarm) = self.swarm
            && self.may_avoid(ask.kind)
        {
            let site = self.site_of(location);
            return self.draw_in_swarm(swarm, ask, site);
        }
        match self.weights.is_empty() {
            true => fresh::answer(ask.kind, ask.max, &mut self.rng),
            false => weights::pick(&self.weights, &mut self.rng),
        }
    }

    /// An index into `weights`, as [`Source::index`] draws it but for how likely fresh answers are.
    ///
    /// The answer is encoded as the index itself, so changing the weights changes neither what a recorded
    /// sequence means nor what mutations of it do: only what is drawn where a sequence has no answer.
    ///
    /// ```
    /// use chiasma_core::{Seed, Source, Weights};
    ///
    /// let never_first = Weights::new([0, 1, 3]).unwrap();
    /// assert_ne!(Source::random(Seed(1)).index_with(&never_first), 0);
    /// // A recorded answer stands whatever the weights.
    /// assert_eq!(Source::replay(&[0], Seed(1)).index_with(&never_first), 0);
    /// ```
    #[inline]
    #[track_caller]
    pub fn index_with(&mut self, weights: &Weights) -> usize {
        let ask = Ask::plain(Kind::Choice, weights.len() as u64 - 1);
        if ask.max == 0 {
            return 0;
        }
        let width = ask.width();
        if let Some(answer) = self.short_answer(ask.max, width) {
            return answer as usize;
        }
        if self.is_plain(ask.kind, width) {
            let value = weights::pick(weights.sums(), &mut self.rng);
            return self.append(width, value) as usize;
        }
        self.weights.extend_from_slice(weights.sums());
        self.is_unguided = weights.is_unguided();
        let value = self.answer(ask.kind, ask.max, ask.low, width);
        self.weights.clear();
        self.is_unguided = false;
        value as usize
    }

    /// The site of a request made at `location`.
    pub(super) fn site_of(&mut self, location: &'static Location<'static>) -> SiteId {
        self.site.unwrap_or_else(|| self.sites.of(location))
    }

    /// Fills a block; `answer` is the same for single numbers.
    #[track_caller]
    pub(crate) fn ask_block(&mut self, block: &mut [u8]) {
        let location = Location::caller();
        let (at, width) = (self.at, block.len());
        if width == 0 {
            return;
        }
        self.follow_hooks();
        if at + width > self.limit {
            block.fill(0);
            self.answer_past_limit();
            return;
        }
        self.count_answers(width);
        let answered = match &mut self.replay {
            Replay::Linear => {
                let kept = width.min(self.len.saturating_sub(at));
                block[..kept].copy_from_slice(&self.bytes[at..at + kept]);
                kept
            }
            Replay::Aligned(_) => {
                let kept = width.min(self.lay_out().saturating_sub(at));
                block[..kept].copy_from_slice(&self.bytes[at..at + kept]);
                kept
            }
            replay => {
                let role = self.role.unwrap_or(Kind::Bytes.role());
                let site = self.site.unwrap_or_else(|| self.sites.of(location));
                replay.answer_block(block, site, role)
            }
        };
        match self.extension {
            _ if self.is_too_deep() => block.fill(0),
            Extension::Random => {
                let constants = self.constants.as_ref().filter(|_| answered == 0);
                if !constants.is_some_and(|constants| constants.fill(block, &mut self.rng)) {
                    self.rng.fill(&mut block[answered..]);
                }
            }
            Extension::Simplest => block[answered..].fill(0),
        }
        if answered < width {
            self.replay.supply(block);
        }
        self.bytes[at..at + width].copy_from_slice(block);
        self.mirror.write(at, block);
        self.at += width;
        if self.tracing {
            self.record(Ask::plain(Kind::Bytes, 255), at, 0, location);
        }
    }

    /// Gives the run up if it has more answers than its proposal allows.
    #[inline]
    #[track_caller]
    fn count_answers(&mut self, count: usize) {
        match self.answers_left.checked_sub(count) {
            Some(left) => self.answers_left = left,
            None => Rejection::unwind("more choices than the input to be shrunk has"),
        }
    }

    #[cold]
    #[track_caller]
    pub(super) fn answer_past_limit(&mut self) -> u64 {
        self.draws_past_limit += 1;
        if self.draws_past_limit > MAX_DRAWS_PAST_LIMIT {
            let reason = "10,000 draws past the size limit: the generator does not end when every \
                          choice is the simplest one, or makes far more than fits";
            Rejection::unwind(reason);
        }
        0
    }
}
