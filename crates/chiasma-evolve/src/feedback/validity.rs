//! Coverage of all inputs and of the valid ones, each on its own (Zest).

use super::bucketed::{Bucketed, Novelty};
use crate::strategies::{Outcome, Run};

/// What has been covered, by anything and by valid inputs.
#[derive(Debug, Default)]
pub(crate) struct Validity {
    all: Bucketed,
    valid: Bucketed,
}

/// What a kept input added.
#[derive(Debug)]
pub(crate) struct Added {
    /// The branches that nothing had covered.
    pub(crate) new_branches: usize,
    /// The edges that the input becomes responsible for: new ones, and those new among valid inputs.
    pub(crate) responsible_for: Vec<usize>,
}

impl Validity {
    /// The branches covered by anything.
    pub(crate) fn covered(&self) -> usize {
        self.all.edges()
    }

    /// Whether a run is worth saving: a new edge, a new hit-count bucket, or an edge new among valid
    /// inputs. Failures never are.
    pub(crate) fn is_interesting(&self, run: &Run<'_>) -> bool {
        match run.outcome {
            Outcome::Failure => false,
            Outcome::Invalid => self.all.novelty(run.counters) != Novelty::Nothing,
            Outcome::Valid => {
                self.all.novelty(run.counters) != Novelty::Nothing
                    || self.valid.novelty(run.counters) == Novelty::Edge
            }
        }
    }

    /// Takes in what a kept input covers.
    pub(crate) fn add(&mut self, run: &Run<'_>) -> Added {
        let before = self.all.edges();
        let mut responsible_for = Vec::new();
        self.all.add(run.counters, |edge| responsible_for.push(edge));
        let new_branches = self.all.edges() - before;
        if run.outcome == Outcome::Valid {
            self.valid.add(run.counters, |edge| responsible_for.push(edge));
        }
        Added { new_branches, responsible_for }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(outcome: Outcome, counters: &[u8]) -> Run<'_> {
        Run { outcome, counters, size: 1, ticks: 0 }
    }

    #[test]
    fn new_edges_new_counts_and_new_valid_edges_are_interesting_and_failures_never() {
        let mut feedback = Validity::default();
        let mut feed = |outcome, counters: &[u8]| {
            let run = run(outcome, counters);
            feedback.is_interesting(&run).then(|| feedback.add(&run).responsible_for)
        };
        assert_eq!(feed(Outcome::Invalid, &[1, 1, 0]), Some(vec![0, 1]));
        assert_eq!(feed(Outcome::Invalid, &[1, 1, 0]), None);
        assert_eq!(feed(Outcome::Invalid, &[1, 4, 0]), Some(vec![]), "another bucket");
        assert_eq!(feed(Outcome::Valid, &[1, 0, 0]), Some(vec![0]), "the first valid input there");
        assert_eq!(feed(Outcome::Valid, &[1, 0, 0]), None);
        assert_eq!(feed(Outcome::Failure, &[1, 1, 1]), None);
    }
}
