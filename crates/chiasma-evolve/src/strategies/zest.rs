//! Zest: byte mutation of queued inputs, with coverage of valid inputs counted on its own.

use chiasma_core::Rng;

use super::{Child, Keeping, Kept, Run, Strategy, Verdict};
use crate::coverage::covered_edges;
use crate::feedback::validity::Validity;
use crate::geometric::Geometric;
use crate::operators::mutate::overwrite_region;
use crate::operators::{Operator, OperatorYields};
use crate::selection::queue::Queue;
use crate::settings::{Setting, Settings};

/// The settings of Zest, and whatever else its heirs have.
macro_rules! zest_settings {
    ($($more:expr,)*) => {
        &[
            Setting {
                name: "mean-mutations",
                default: 8.0,
                min: 1.0,
                max: 1_000.0,
                meaning: "mean number of mutations a child",
            },
            Setting {
                name: "mean-region",
                default: 4.0,
                min: 1.0,
                max: 10_000.0,
                meaning: "mean length of a mutated region, in bytes",
            },
            Setting {
                name: "zero-probability",
                default: 0.1,
                min: 0.0,
                max: 1.0,
                meaning: "share of children whose regions are set to zero instead of random bytes",
            },
            Setting {
                name: "base-children",
                default: 50.0,
                min: 1.0,
                max: 1_000_000.0,
                meaning: "children of a parent that covers all that is covered",
            },
            Setting {
                name: "favour",
                default: 20.0,
                min: 1.0,
                max: 1_000.0,
                meaning: "how many times more children a favoured parent gets",
            },
            $($more,)*
        ]
    };
}
pub(super) use zest_settings;

/// The numbers of Zest, with the defaults of its implementation.
pub(super) const SETTINGS: &[Setting] = zest_settings![];

/// How much a child is mutated.
#[derive(Debug)]
pub(super) struct Extent {
    mutations: Geometric,
    pub(super) region: Geometric,
    zero: f64,
}

impl Extent {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            mutations: Geometric::with_mean(settings.get("mean-mutations")),
            region: Geometric::with_mean(settings.get("mean-region")),
            zero: settings.get("zero-probability"),
        }
    }

    /// Whether the regions of a child are set to zero.
    pub(super) fn zero(&self, rng: &mut Rng) -> bool {
        rng.chance(self.zero)
    }

    /// How often a child is mutated.
    pub(super) fn mutations(&self, rng: &mut Rng) -> usize {
        self.mutations.sample(rng)
    }
}

/// The search of Zest.
#[derive(Debug)]
pub(super) struct Zest {
    extent: Extent,
    feedback: Validity,
    queue: Queue,
    inputs: Vec<Vec<u8>>,
    yields: OperatorYields,
}

impl Zest {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            extent: Extent::new(settings),
            feedback: Validity::default(),
            queue: Queue::new(settings),
            inputs: Vec::new(),
            yields: OperatorYields::default(),
        }
    }
}

impl Strategy for Zest {
    fn ask(&mut self, rng: &mut Rng, child: &mut Child) {
        self.yields.begin();
        let Some(parent) = self.queue.next(self.feedback.covered()) else {
            child.linear(None);
            self.yields.applied(Operator::Random);
            return;
        };
        let child = child.linear(Some(self.queue.id(parent)));
        child.extend_from_slice(&self.inputs[parent]);
        let zero = self.extent.zero(rng);
        for _ in 0..self.extent.mutations(rng) {
            overwrite_region(child, &self.extent.region, zero, rng);
        }
        self.yields.applied(if zero { Operator::ZeroRegion } else { Operator::ReplaceRegion });
    }

    fn tell(&mut self, run: &Run<'_>) -> Verdict {
        Verdict::interesting_if(self.feedback.is_interesting(run))
    }

    fn keep(&mut self, keeping: &Keeping<'_>) -> Kept {
        let added = self.feedback.add(&keeping.run);
        let covered = covered_edges(keeping.run.counters).count();
        self.queue.push(keeping.id, covered, &added.responsible_for);
        self.inputs.push(keeping.trace.bytes().to_vec());
        self.yields.kept_if(added.new_branches > 0);
        Kept { new_branches: added.new_branches }
    }

    fn covered(&self) -> usize {
        self.feedback.covered()
    }

    fn population(&self) -> usize {
        self.queue.len()
    }

    fn yields(&self) -> &OperatorYields {
        &self.yields
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::keep;
    use super::super::{Outcome, Run};
    use super::*;
    use chiasma_core::Seed;

    #[test]
    fn one_child_in_ten_is_mutated_with_zeros() {
        let mut zest = Zest::new(&Settings::defaults(SETTINGS));
        let run = Run { outcome: Outcome::Valid, counters: &[1], size: 64, ticks: 0 };
        keep(&mut zest, &[255; 64], run);
        let mut rng = Rng::new(Seed(1));
        let mut child = Child::default();
        let zeroed = (0..5_000)
            .filter(|_| {
                zest.ask(&mut rng, &mut child);
                child.bytes().iter().all(|byte| [0, 255].contains(byte))
            })
            .count();
        // Expected 500; standard deviation 21. A random child of that kind is rare.
        assert!((400..=620).contains(&zeroed), "{zeroed}");
    }

    #[test]
    fn without_a_queue_inputs_are_drawn_afresh() {
        let mut child = Child::default();
        child.linear(None).push(1);
        Zest::new(&Settings::defaults(SETTINGS)).ask(&mut Rng::new(Seed(1)), &mut child);
        assert_eq!(child.bytes(), []);
    }
}
