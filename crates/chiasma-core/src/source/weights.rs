//! How likely the fresh answers to a choice are, beside how they are encoded.

use crate::request::Alternative;
use crate::rng::Rng;

/// Weights of the alternatives of a choice; see [`Source::index_with`](super::Source::index_with).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// The sum of the weights up to each alternative, its own included.
    sums: Box<[u64]>,
    is_unguided: bool,
}

impl Weights {
    /// These weights, one for each alternative; nothing if they add up to 0.
    #[must_use]
    pub fn new(weights: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut sum = 0;
        let sums: Box<[u64]> = weights
            .into_iter()
            .map(|weight| {
                sum += u64::from(weight);
                sum
            })
            .collect();
        (sum > 0).then_some(Self { sums, is_unguided: false })
    }

    /// The same weights for a choice that a [`Guide`](super::Guide) does not make: one by which the
    /// generator keeps to its limits, not one of what it describes.
    #[must_use]
    pub fn unguided(self) -> Self {
        Self { is_unguided: true, ..self }
    }

    /// How many alternatives there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always an alternative")]
    pub fn len(&self) -> usize {
        self.sums.len()
    }

    pub(super) fn is_unguided(&self) -> bool {
        self.is_unguided
    }

    #[inline]
    pub(super) fn sums(&self) -> &[u64] {
        &self.sums
    }
}

/// The weights of a choice whose answer is a ticket: each alternative has as many as its weight.
#[derive(Debug, Clone, Default)]
pub(super) struct Tickets {
    /// Empty if the request being answered is no such choice.
    weights: Vec<u32>,
    meaning: Meaning,
}

/// What the alternatives of a weighted choice are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Meaning {
    /// As many as there are weights.
    #[default]
    Places,
    /// False and true.
    Chance,
}

/// An alternative that was drawn by a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Drawn {
    pub(super) place: usize,
    /// Its first ticket.
    pub(super) first: u64,
    /// How many tickets it has.
    pub(super) count: u64,
}

impl Tickets {
    pub(super) fn set(&mut self, weights: impl Iterator<Item = u32>, meaning: Meaning) {
        self.weights.clear();
        self.weights.extend(weights);
        self.meaning = meaning;
    }

    pub(super) fn clear(&mut self) {
        self.weights.clear();
    }

    /// The alternative that a ticket stands for.
    pub(super) fn drawn(&self, ticket: u64) -> Drawn {
        let mut drawn = Drawn { place: 0, first: 0, count: 0 };
        for &weight in &self.weights {
            drawn.count = u64::from(weight);
            if ticket < drawn.first + drawn.count {
                break;
            }
            drawn.first += drawn.count;
            drawn.place += 1;
        }
        drawn
    }

    /// The alternative that an answer stands for; of a choice without weights the answer itself.
    pub(super) fn place_of(&self, answer: u64) -> u64 {
        if self.weights.is_empty() { answer } else { self.drawn(answer).place as u64 }
    }

    /// The same for the record of a run; nothing for a choice without weights.
    pub(super) fn alternative_of(&self, answer: u64) -> Option<Alternative> {
        let of = self.weights.len() as u32;
        let place = self.place_of(answer) as u32;
        (of > 0).then_some(match self.meaning {
            Meaning::Places => Alternative::Place { place, of },
            Meaning::Chance => Alternative::Chance(place == 1),
        })
    }

    /// Whether the request being answered is no such choice.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }
}

/// An index, as likely as the weight that `sums` gives it.
#[inline]
pub(super) fn pick(sums: &[u64], rng: &mut Rng) -> u64 {
    let total = sums.last().copied().unwrap_or(1);
    let ticket = rng.up_to(total - 1);
    sums.iter().take_while(|&&sum| sum <= ticket).count() as u64
}
