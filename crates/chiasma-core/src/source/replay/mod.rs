//! Where answers come from when a sequence is replayed: a small closed set of modes.

mod aligned;
mod contextual;
mod labelled;
mod proposed;
mod split;

use std::fmt;

pub use aligned::Aligned;
pub use contextual::Contextual;
pub use labelled::{Labelled, LabelledMatch, Saved};
pub use proposed::{Answers, Proposal, Resume};
pub use split::Split;

use crate::identity::{FunctionId, SiteId};
use crate::request::{Ask, Role};
use crate::trace::Call;
use proposed::Proposed;

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
    /// In two sequences, one for each role.
    Split(Split),
    /// Answers are chosen by a [`Guide`].
    Guided(Box<dyn Guide>),
    /// In a parent's calls; the source does this itself.
    Aligned(Aligned),
}

/// Chooses answers while the generator runs (RLCheck, EvoGFuzz).
pub trait Guide: fmt::Debug {
    /// The answer to the request made at `site`, an index up to `ask.max`; nothing to leave it to
    /// chance.
    fn choose(&mut self, site: SiteId, ask: &Ask) -> Option<u64>;

    /// The same for a request whose fresh answers the generator weighs
    /// ([`Source::index_with`](super::Source::index_with)): `sums` has the sum of the weights up to each answer.
    fn choose_weighted(&mut self, site: SiteId, ask: &Ask, _sums: &[u64]) -> Option<u64> {
        self.choose(site, ask)
    }

    /// The generator has drawn a text from a grammar.
    fn drawn(&mut self, _: TextShape) {}
}

/// The shape of a text that was drawn from a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextShape {
    /// How many characters it has.
    pub characters: u64,
    /// How many expansions of rules made it.
    pub expansions: u64,
}

impl Replay {
    pub(super) fn proposal(proposal: &Proposal) -> Self {
        match &proposal.answers {
            Answers::Values { values, resume } => {
                Self::Proposed(Proposed::new(values.clone(), *resume))
            }
            Answers::Contextual(input) => Self::Contextual(input.clone()),
        }
    }

    /// Whether this mode observes spans.
    pub(super) fn wants_spans(&self) -> bool {
        match self {
            Self::Contextual(_) | Self::Labelled(_) | Self::Proposed(_) => true,
            Self::Aligned(input) => input.is_following() && input.end_of_block().is_none(),
            Self::Linear | Self::Split(_) | Self::Guided(_) => false,
        }
    }

    pub(super) fn enter(&mut self, call: &Call, site: SiteId) {
        match self {
            Self::Contextual(input) => input.open(site),
            Self::Labelled(input) => input.enter(call),
            Self::Proposed(input) => input.enter(),
            Self::Linear | Self::Split(_) | Self::Guided(_) | Self::Aligned(_) => {}
        }
    }

    pub(super) fn exit(&mut self) {
        match self {
            Self::Contextual(input) => input.close(),
            Self::Labelled(input) => input.exit(),
            Self::Proposed(input) => input.exit(),
            Self::Linear | Self::Split(_) | Self::Guided(_) | Self::Aligned(_) => {}
        }
    }

    /// Enters an automatic span. Saved inputs and execution indexes are the same whether calls have hooks or not.
    pub(super) fn enter_automatic(&mut self, function: FunctionId, depth: u32, at: usize) {
        match self {
            Self::Aligned(input) if input.is_following() => input.enter(function, depth, at),
            Self::Proposed(input) => input.enter(),
            _ => {}
        }
    }

    /// Leaves an automatic span; aligned replay knows by the depth.
    pub(super) fn exit_automatic(&mut self) {
        if let Self::Proposed(input) = self {
            input.exit();
        }
    }

    /// The answer to `ask`, if there is one.
    ///
    /// Fresh answers are weighed as `weights` say, unless they are empty.
    pub(super) fn answer(
        &mut self,
        ask: &Ask,
        site: SiteId,
        role: Role,
        weights: &[u64],
    ) -> Option<u64> {
        let reduced = |raw: u64| if raw <= ask.max { raw } else { raw % (ask.max + 1) };
        match self {
            Self::Linear | Self::Aligned(_) => None,
            Self::Contextual(input) => input.find_number(site).map(reduced),
            Self::Split(input) => input.number(role, ask.width()).map(reduced),
            Self::Guided(guide) => {
                let choice = match weights {
                    [] => guide.choose(site, ask),
                    sums => guide.choose_weighted(site, ask, sums),
                };
                choice.map(|value| value.min(ask.max))
            }
            Self::Labelled(input) => input.answer(ask),
            Self::Proposed(input) => input.next().map(|value| value.min(ask.max)),
        }
    }

    /// Fills the front of `block`, and says how far.
    pub(super) fn answer_block(&mut self, block: &mut [u8], site: SiteId, role: Role) -> usize {
        match self {
            Self::Linear | Self::Guided(_) | Self::Aligned(_) => 0,
            Self::Split(input) => input.block(role, block),
            Self::Contextual(input) => input.find_block(site, block),
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
            Self::Labelled(input) => input.count_fresh(),
            Self::Linear
            | Self::Proposed(_)
            | Self::Split(_)
            | Self::Guided(_)
            | Self::Aligned(_) => {}
        }
    }

    /// Replaces the answer just supplied by its canonical form.
    pub(super) fn amend(&mut self, bytes: &[u8]) {
        if let Self::Contextual(input) = self {
            input.amend(bytes);
        }
    }
}

fn copy(from: &[u8], to: &mut [u8]) -> usize {
    let len = from.len().min(to.len());
    to[..len].copy_from_slice(&from[..len]);
    len
}
