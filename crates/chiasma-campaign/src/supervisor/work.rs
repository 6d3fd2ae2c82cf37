//! The figures of all workers together.

use std::collections::BTreeSet;
use std::time::Duration;

use chiasma_evolve::HillNumbers;
use chiasma_runtime::protocol::{MutantStatus, PhaseTicks, Status};

use super::Supervisor;
use super::slot::Slot;
use crate::stats::{ExtraRuns, Figures, Moment, MutantFigures, OperatorFigures, PhaseSeconds};

/// The sum of the figures of several workers.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Work {
    operators: Vec<OperatorFigures>,
    phases: PhaseTicks,
    extra_runs: ExtraRuns,
    covered: u64,
    population: u64,
    generations: Option<u64>,
    unstable: u64,
    diversity: Option<HillNumbers>,
    mutants: Option<Mutants>,
}

/// The mutants that any worker tried and killed.
#[derive(Debug, Clone, Default, PartialEq)]
struct Mutants {
    tried: BTreeSet<u32>,
    killed: BTreeSet<u32>,
}

impl Work {
    /// Adds the figures of a worker.
    pub(super) fn add(&mut self, status: &Status) {
        for theirs in &status.yields {
            let seen = OperatorFigures::from(theirs);
            match self.operators.iter_mut().find(|ours| ours.name == seen.name) {
                Some(ours) => {
                    ours.children += seen.children;
                    ours.kept += seen.kept;
                }
                None => self.operators.push(seen),
            }
        }
        self.phases += status.phases;
        self.extra_runs.confirmations += status.counts.confirmations;
        self.extra_runs.traces += status.counts.traces;
        self.covered = self.covered.max(status.covered);
        self.population = self.population.max(status.population);
        self.generations = self.generations.max(status.generations);
        self.unstable = self.unstable.max(status.unstable);
        // A new worker has not reported it yet.
        self.diversity = self.diversity.or(status.diversity);
        if let Some(MutantStatus { tried, killed }) = &status.mutants {
            let ours = self.mutants.get_or_insert_default();
            ours.tried.extend(tried);
            ours.killed.extend(killed);
        }
    }

    /// Writes them into the figures of a campaign; coverage never goes down.
    pub(super) fn fill(self, figures: &mut Figures, all_mutants: usize) {
        figures.covered = figures.covered.max(self.covered);
        figures.unstable = figures.unstable.max(self.unstable);
        figures.population = self.population;
        figures.generations = self.generations;
        figures.operators = self.operators;
        figures.phases = PhaseSeconds::of(&self.phases, figures.seconds);
        figures.extra_runs = self.extra_runs;
        if let Some(HillNumbers { b0, b1, b2 }) = self.diversity {
            figures.diversity = vec![b0, b1, b2];
        }
        if let Some(Mutants { tried, killed }) = self.mutants {
            figures.mutants = Some(MutantFigures::of(all_mutants, &tried, &killed));
        }
    }
}

impl Supervisor<'_> {
    /// Now; with a single worker, its number of runs is that of this run.
    pub(super) fn moment(&self, run: Option<u64>) -> Moment {
        let runs = match run {
            Some(run) if self.campaign.workers == 1 => run,
            _ => self.runs(),
        };
        Moment { seconds: self.elapsed().as_secs_f64(), runs }
    }

    /// Number of children run.
    fn runs(&self) -> u64 {
        let finished: u64 = self.finished.iter().map(|status| status.counts.runs).sum();
        let breeding = self.slots.iter().map(Slot::children);
        finished + breeding.sum::<u64>()
    }

    /// Updates the figures; `since` is the time since the last update.
    pub(super) fn count(&mut self, since: Duration) {
        let mut work = Work::default();
        let statuses = self.slots.iter().map(|slot| &slot.status).chain(&self.finished);
        statuses.for_each(|status| work.add(status));
        self.slots.iter().for_each(|slot| work.phases += slot.past_phases);
        let valid: u64 = self.finished.iter().map(|status| status.counts.valid).sum::<u64>()
            + self.slots.iter().map(Slot::valid).sum::<u64>();
        let (runs, elapsed) = (self.runs(), self.elapsed());
        let figures = &mut self.figures;
        figures.runs_per_second = runs.saturating_sub(figures.runs) as f64 / since.as_secs_f64();
        figures.seconds = elapsed.as_secs_f64();
        figures.runs = runs;
        figures.valid_share = valid as f64 / runs.max(1) as f64;
        figures.invalid = self.reasons.most_frequent();
        figures.corpus = self.corpus.len();
        figures.failures = self.failures.len();
        work.fill(figures, self.campaign.property.binary.mutants.len());
        figures.extra_runs.repeated = self.repeated;
        figures.extra_runs.hints = self.hints.as_ref().map_or(0, |hints| hints.given);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_runtime::protocol::NamedYield;

    #[test]
    fn work_is_added_by_operator_and_phase() {
        let status = |yields: &[(&str, u64, u64)], run| Status {
            yields: yields
                .iter()
                .map(|&(operator, children, kept)| NamedYield {
                    operator: operator.to_owned(),
                    counted: chiasma_evolve::OperatorYield { children, kept },
                })
                .collect(),
            phases: PhaseTicks { run, ..PhaseTicks::default() },
            covered: run,
            ..Status::default()
        };
        let mut all = Work::default();
        all.add(&status(&[("a", 5, 1)], 1));
        all.add(&status(&[("b", 1, 0), ("a", 2, 2)], 10));
        let operator =
            |name: &str, children, kept| OperatorFigures { name: name.to_owned(), children, kept };
        assert_eq!(all.operators, [operator("a", 7, 3), operator("b", 1, 0)]);
        assert_eq!((all.phases.run, all.covered), (11, 10));
    }

    #[test]
    fn a_mutant_survives_that_some_worker_tried_and_none_killed() {
        let status = |tried: &[u32], killed: &[u32]| Status {
            mutants: Some(MutantStatus { tried: tried.to_vec(), killed: killed.to_vec() }),
            ..Status::default()
        };
        let mut all = Work::default();
        all.add(&status(&[1, 2, 3], &[1]));
        all.add(&status(&[3, 4, 5], &[3, 5]));
        let mut figures = Figures::default();
        all.fill(&mut figures, 12);
        let expected = MutantFigures { all: 12, killed: 3, surviving: 2, score: 25.0 };
        assert_eq!(figures.mutants, Some(expected));
        Work::default().fill(&mut figures, 12);
        assert_eq!(figures.mutants, Some(expected), "a worker that has just begun has none");
    }
}
