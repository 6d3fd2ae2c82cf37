//! Samples of children beside their parents, spread over all of a campaign: what mutation distance is
//! measured on (The Havoc Paradox, section 4).

use chiasma_core::{Seed, Source};

use super::{Evolution, Host, Phase};
use crate::run::Outcome;
use crate::wire::wire;

wire! {
    /// Which children are sampled: at intervals that grow, so that in the end there are
    /// between one and two times as many samples as are wanted, whatever the number of runs.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(super) struct Sampling {
        /// How many samples are wanted; 0 for none.
        wanted: u64,
        /// How many runs there are from one sample to the next.
        stride: u64,
        /// How many samples of this stride there are by now.
        taken: u64,
    }
}

wire! {
    /// A child beside its parent.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Sample {
        /// The number of its run.
        pub run: u64,
        /// How many runs there are from one sample to the next by now. Samples whose run is not a multiple
        /// of it were taken too often, and are to be forgotten.
        pub stride: u64,
        /// The values that the parent makes, as they print.
        pub parent: String,
        /// The values that the child makes, as they print.
        pub child: String,
        /// Whether the parent is valid.
        pub parent_valid: bool,
        /// Whether the child is valid.
        pub valid: bool,
        /// Whether the child was saved to the corpus.
        pub saved: bool,
    }
}

impl Sampling {
    pub(super) fn new(wanted: u64) -> Self {
        Self { wanted, stride: 1, taken: 0 }
    }

    fn is_due(&self, run: u64) -> bool {
        self.wanted > 0 && run.is_multiple_of(self.stride)
    }

    fn take(&mut self) {
        self.taken += 1;
        if self.taken >= 2 * self.wanted {
            self.stride *= 2;
            self.taken = self.wanted;
        }
    }
}

/// The parent of a child that is sampled.
pub(super) struct SampledParent {
    text: String,
    valid: bool,
}

impl Evolution {
    /// If the child just made is sampled, generates its parent for its text; the child's values will be
    /// noted.
    pub(super) fn sample_parent<H: Host>(&mut self, host: &mut H) -> Option<SampledParent> {
        if !self.sampling.is_due(self.counts.runs) {
            return None;
        }
        let (bytes, valid) = self.search.member(self.child.parent()?)?;
        // Measuring is not a part of the search.
        host.enter(Phase::Idle);
        self.source.set_noting(true);
        self.source.load(bytes, Seed(0));
        host.generate(&mut self.source);
        Some(SampledParent { text: text(&self.source), valid })
    }

    /// The child just run beside its parent.
    pub(super) fn sample_child(&mut self, parent: SampledParent, outcome: Outcome) -> Sample {
        let child = text(&self.source);
        self.source.set_noting(false);
        self.sampling.take();
        Sample {
            run: self.counts.runs,
            stride: self.sampling.stride,
            parent: parent.text,
            child,
            parent_valid: parent.valid,
            valid: outcome == Outcome::Valid,
            saved: false,
        }
    }
}

/// The values of the last run, as they print.
fn text(source: &Source) -> String {
    source.notes().iter().map(|note| note.value.as_str()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread_over_all_runs_and_neither_too_few_nor_too_many() {
        for runs in [50, 1_000, 1_234, 99_999] {
            let mut sampling = Sampling::new(100);
            let mut samples: Vec<u64> = Vec::new();
            for run in 1..=runs {
                if sampling.is_due(run) {
                    sampling.take();
                    samples.push(run);
                    samples.retain(|run| run.is_multiple_of(sampling.stride));
                }
            }
            let least = runs.min(99);
            assert!((least..=200).contains(&(samples.len() as u64)), "{}", samples.len());
            let gaps: Vec<u64> = samples.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!(gaps.iter().all(|gap| *gap == sampling.stride), "{runs}: {gaps:?}");
        }
        assert!(!Sampling::default().is_due(0));
    }
}
