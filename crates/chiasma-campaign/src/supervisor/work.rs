//! What workers did with their time, all of them together.

use chiasma_runtime::protocol::{Phases, Status};

use crate::event::{ExtraRuns, Figures, OperatorSeen, PhasesSeen};

/// What one worker or several did, as they say themselves.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Work {
    operators: Vec<OperatorSeen>,
    phases: Phases,
    extra_runs: ExtraRuns,
    covered: u64,
    population: u64,
    unstable: u64,
    diversity: Vec<f64>,
}

impl Work {
    /// Adds what a worker did.
    pub(super) fn add(&mut self, status: &Status) {
        for theirs in &status.yields {
            let seen = OperatorSeen::from(theirs);
            match self.operators.iter_mut().find(|ours| ours.name == seen.name) {
                Some(ours) => {
                    ours.children += seen.children;
                    ours.kept += seen.kept;
                }
                None => self.operators.push(seen),
            }
        }
        let Phases { modify, generate, run, scan, confirm, trace, send } = status.phases;
        self.phases.modify += modify;
        self.phases.generate += generate;
        self.phases.run += run;
        self.phases.scan += scan;
        self.phases.confirm += confirm;
        self.phases.trace += trace;
        self.phases.send += send;
        self.extra_runs.confirmations += status.counts.confirmations;
        self.extra_runs.traces += status.counts.traces;
        self.covered = self.covered.max(status.covered);
        self.population = self.population.max(status.population);
        self.unstable = self.unstable.max(status.unstable);
        // One that has just begun has not said yet.
        if self.diversity.is_empty() {
            self.diversity.clone_from(&status.diversity);
        }
    }

    /// Writes it into the figures of a campaign; what has been covered stays so.
    pub(super) fn fill(self, figures: &mut Figures) {
        figures.covered = figures.covered.max(self.covered);
        figures.unstable = figures.unstable.max(self.unstable);
        figures.population = self.population;
        figures.operators = self.operators;
        figures.phases = PhasesSeen::of(&self.phases, figures.seconds);
        figures.extra_runs = self.extra_runs;
        if !self.diversity.is_empty() {
            figures.diversity = self.diversity;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_evolve::OperatorYield;
    use chiasma_runtime::protocol::Yield;

    #[test]
    fn work_is_added_by_operator_and_phase() {
        let status = |yields: &[(&str, u64, u64)], run| Status {
            yields: yields
                .iter()
                .map(|&(operator, children, kept)| Yield {
                    operator: operator.to_owned(),
                    counted: OperatorYield { children, kept },
                })
                .collect(),
            phases: Phases { run, ..Phases::default() },
            covered: run,
            ..Status::default()
        };
        let mut all = Work::default();
        all.add(&status(&[("a", 5, 1)], 1));
        all.add(&status(&[("b", 1, 0), ("a", 2, 2)], 10));
        let operator =
            |name: &str, children, kept| OperatorSeen { name: name.to_owned(), children, kept };
        assert_eq!(all.operators, [operator("a", 7, 3), operator("b", 1, 0)]);
        assert_eq!((all.phases.run, all.covered), (11, 10));
    }
}
