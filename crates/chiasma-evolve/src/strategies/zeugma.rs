//! Zeugma (Crossover in Parametric Fuzzing, section 4), with each of its kinds of crossover or none.

use chiasma_core::Rng;

use super::{Child, Keeping, Kept, Run, Strategy, Verdict};
use crate::geometric::Geometric;
use crate::operators::crossover::linked::Splices;
use crate::operators::crossover::points::{one_point, two_point};
use crate::operators::mutate::replace_region;
use crate::operators::{Operator, OperatorYields};
use crate::population::Population;
use crate::settings::{Setting, Settings};

/// Which crossover takes half of the operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Crossover {
    None,
    OnePoint,
    TwoPoint,
    Linked,
}

/// The numbers of Zeugma, with the defaults of the paper.
pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "mean-operations",
        default: 4.0,
        min: 1.0,
        max: 1_000.0,
        meaning: "mean number of operations a child",
    },
    Setting {
        name: "mean-region",
        default: 8.0,
        min: 1.0,
        max: 10_000.0,
        meaning: "mean length of a mutated region, in bytes",
    },
    Setting {
        name: "crossover-probability",
        default: 0.5,
        min: 0.0,
        max: 1.0,
        meaning: "share of the operations that are crossovers, where there are any",
    },
    Setting {
        name: "max-random",
        default: 64.0,
        min: 0.0,
        max: 10_000.0,
        meaning: "longest random input tried while the population is empty, in bytes",
    },
];

/// The search that the paper calls Zeugma-X or Zeugma-Link.
#[derive(Debug)]
pub(super) struct Zeugma {
    crossover: Crossover,
    crossover_probability: f64,
    max_random: u64,
    operations: Geometric,
    region: Geometric,
    population: Population,
    splices: Splices,
    yields: OperatorYields,
}

impl Zeugma {
    pub(super) fn new(crossover: Crossover, settings: &Settings) -> Self {
        Self {
            crossover,
            crossover_probability: settings.get("crossover-probability"),
            max_random: settings.whole("max-random"),
            operations: Geometric::with_mean(settings.get("mean-operations")),
            region: Geometric::with_mean(settings.get("mean-region")),
            population: Population::default(),
            splices: Splices::default(),
            yields: OperatorYields::default(),
        }
    }
}

impl Strategy for Zeugma {
    fn ask(&mut self, rng: &mut Rng, child: &mut Child) {
        self.yields.begin();
        let Some(parent) = self.population.random(rng) else {
            let child = child.linear(None);
            child.resize(rng.up_to(self.max_random) as usize, 0);
            rng.fill(child);
            self.yields.applied(Operator::Random);
            return;
        };
        let child = child.linear(Some(parent.id()));
        child.extend_from_slice(parent.bytes());
        let operations = self.operations.sample(rng);
        let mut mutations = operations;
        match self.crossover {
            Crossover::None => {}
            // All linked crossovers are computed on the parent, and applied before the first mutation.
            Crossover::Linked => {
                self.splices.clear();
                for _ in 0..operations {
                    if rng.chance(self.crossover_probability) {
                        mutations -= 1;
                        if self.splices.choose(parent, &self.population, rng) {
                            self.yields.applied(Operator::LinkedCrossover);
                        }
                    }
                }
                self.splices.apply(child);
            }
            // The others are applied in the order selected, between the mutations.
            Crossover::OnePoint | Crossover::TwoPoint => {
                mutations = 0;
                for _ in 0..operations {
                    match self.population.random(rng) {
                        Some(other) if rng.chance(self.crossover_probability) => {
                            match self.crossover {
                                Crossover::OnePoint => {
                                    one_point(child, other.bytes(), rng);
                                    self.yields.applied(Operator::OnePointCrossover);
                                }
                                _ => {
                                    two_point(child, other.bytes(), rng);
                                    self.yields.applied(Operator::TwoPointCrossover);
                                }
                            }
                        }
                        _ => {
                            replace_region(child, &self.region, rng);
                            self.yields.applied(Operator::ReplaceRegion);
                        }
                    }
                }
            }
        }
        for _ in 0..mutations {
            replace_region(child, &self.region, rng);
            self.yields.applied(Operator::ReplaceRegion);
        }
    }

    fn tell(&mut self, run: &Run<'_>) -> Verdict {
        Verdict::interesting_if(self.population.would_improve(run.counters, run.size))
    }

    fn keep(&mut self, keeping: &Keeping<'_>) -> Kept {
        let new_branches = self.population.insert(keeping.id, keeping.trace, keeping.run.counters);
        self.yields.kept_if(new_branches > 0);
        Kept { new_branches }
    }

    fn covered(&self) -> usize {
        self.population.covered()
    }

    fn population(&self) -> usize {
        self.population.len()
    }

    fn yields(&self) -> &OperatorYields {
        &self.yields
    }
}
