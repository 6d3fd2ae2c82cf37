//! What a run starts from: an input in one of the forms that can be replayed.

use super::replay::{Aligned, Contextual, Guide, Labelled, Proposal, Replay, Split, TextShape};
use super::{Extension, Source};
use crate::rng::Seed;

impl Source {
    /// Starts over with `bytes`, to be replayed from left to right; fresh answers follow from `seed`.
    ///
    /// What is longer than the size limit is cut off there.
    pub fn load(&mut self, bytes: &[u8], seed: Seed) {
        let len = bytes.len().min(self.limit);
        self.bytes[..len].copy_from_slice(&bytes[..len]);
        self.restart(Replay::Linear, len, seed);
    }

    /// Starts over with a sequence known by execution index; fresh answers follow from `seed`.
    pub fn load_contextual(&mut self, input: Contextual, seed: Seed) {
        self.restart(Replay::Contextual(input.settled()), 0, seed);
    }

    /// Starts over with a copy of `input`, without a new allocation if the last run was of this kind
    /// and `input` is settled.
    pub fn reload_contextual(&mut self, input: &Contextual, seed: Seed) {
        let mut replay = std::mem::replace(&mut self.replay, Replay::Linear);
        match &mut replay {
            Replay::Contextual(buffer) => buffer.copy_from(input),
            other => *other = Replay::Contextual(input.clone().settled()),
        }
        self.restart(replay, 0, seed);
    }

    /// Starts over with a copy of two sequences, one for each role; fresh answers follow from `seed`.
    pub fn load_split(&mut self, input: &Split, seed: Seed) {
        let mut replay = std::mem::replace(&mut self.replay, Replay::Linear);
        match &mut replay {
            Replay::Split(buffer) => buffer.copy_from(input),
            other => *other = Replay::Split(input.clone()),
        }
        self.restart(replay, 0, seed);
    }

    /// Starts over with a parent and its edits, lent until [`Source::take_aligned`] gives it back; fresh answers
    /// follow from `seed`.
    pub fn load_aligned(&mut self, mut input: Aligned, seed: Seed) {
        input.rewind();
        let prefix = input.prefix();
        let len = prefix.len().min(self.limit);
        self.bytes[..len].copy_from_slice(&prefix[..len]);
        self.restart(Replay::Aligned(input), len, seed);
    }

    /// The parent and its edits that the last run was loaded with, if it was.
    pub fn take_aligned(&mut self) -> Option<Aligned> {
        match std::mem::replace(&mut self.replay, Replay::Linear) {
            Replay::Aligned(input) => Some(input),
            other => {
                self.replay = other;
                None
            }
        }
    }

    /// Starts over with answers chosen by `guide`, lent until [`Source::take_guide`] gives it back.
    pub fn load_guided(&mut self, guide: Box<dyn Guide>, seed: Seed) {
        self.restart(Replay::Guided(guide), 0, seed);
    }

    /// The guide that the last run was loaded with, if it was.
    pub fn take_guide(&mut self) -> Option<Box<dyn Guide>> {
        match std::mem::replace(&mut self.replay, Replay::Linear) {
            Replay::Guided(guide) => Some(guide),
            other => {
                self.replay = other;
                None
            }
        }
    }

    /// Tells a guide, if there is one, what text a grammar's generator has drawn.
    pub fn tell_guide(&mut self, text: &str, expansions: u64) {
        if let Replay::Guided(guide) = &mut self.replay {
            guide.drawn(TextShape { characters: text.chars().count() as u64, expansions });
        }
    }

    /// Starts over with a saved input known by labels; fresh answers follow from `seed`.
    pub fn load_labelled(&mut self, input: Labelled, seed: Seed) {
        self.restart(Replay::Labelled(input), 0, seed);
    }

    /// Starts over with an input that the shrinker proposes; what it lacks is the simplest.
    pub fn load_proposal(&mut self, proposal: &Proposal) {
        self.set_extension(Extension::Simplest);
        self.restart(Replay::proposal(proposal), 0, Seed(0));
        self.answers_left = proposal.max_answers;
    }
}
