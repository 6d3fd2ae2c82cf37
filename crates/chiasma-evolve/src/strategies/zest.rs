//! Zest: byte mutation of queued inputs, with coverage of valid inputs counted on its own.

use chiasma_core::Rng;

use super::{Child, Keeping, Kept, Run, Strategy, Verdict};
use crate::coverage::covered_edges;
use crate::feedback::validity::Validity;
use crate::geometric::Geometric;
use crate::operators::mutate::overwrite_region;
use crate::operators::{Operator, OperatorYields};
use crate::selection::queue::Queue;

/// The mean number of mutations a child.
pub(super) const MEAN_MUTATIONS: f64 = 8.0;
/// The mean length of a mutated region.
pub(super) const MEAN_REGION: f64 = 4.0;
/// One child in so many has its regions set to zero instead of random bytes.
pub(super) const ZERO_ONE_IN: u64 = 10;

/// The search of Zest.
#[derive(Debug)]
pub(super) struct Zest {
    mutations: Geometric,
    region: Geometric,
    feedback: Validity,
    queue: Queue,
    inputs: Vec<Vec<u8>>,
    yields: OperatorYields,
}

impl Zest {
    pub(super) fn new() -> Self {
        Self {
            mutations: Geometric::with_mean(MEAN_MUTATIONS),
            region: Geometric::with_mean(MEAN_REGION),
            feedback: Validity::default(),
            queue: Queue::default(),
            inputs: Vec::new(),
            yields: OperatorYields::default(),
        }
    }
}

impl Strategy for Zest {
    fn ask(&mut self, rng: &mut Rng, child: &mut Child) {
        self.yields.begin();
        let child = child.linear();
        let Some(parent) = self.queue.next(self.feedback.covered()) else {
            self.yields.applied(Operator::Random);
            return;
        };
        child.extend_from_slice(&self.inputs[parent]);
        let zero = rng.one_in(ZERO_ONE_IN);
        for _ in 0..self.mutations.sample(rng) {
            overwrite_region(child, &self.region, zero, rng);
        }
        self.yields.applied(if zero { Operator::ZeroRegion } else { Operator::ReplaceRegion });
    }

    fn tell(&mut self, run: &Run<'_>) -> Verdict {
        Verdict::interesting_if(self.feedback.is_interesting(run))
    }

    fn keep(&mut self, keeping: &Keeping<'_>) -> Kept {
        let added = self.feedback.add(&keeping.run);
        let covered = covered_edges(keeping.run.counters).count();
        self.queue.push(covered, &added.responsible_for);
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
        let mut zest = Zest::new();
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
        child.linear().push(1);
        Zest::new().ask(&mut Rng::new(Seed(1)), &mut child);
        assert_eq!(child.bytes(), []);
    }
}
