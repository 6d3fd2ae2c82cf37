//! Zeugma (Crossover in Parametric Fuzzing, section 4), with each of its kinds of crossover or none.

use chiasma_core::Rng;

use super::{Child, Keeping, Kept, Run, Strategy, Verdict};
use crate::geometric::Geometric;
use crate::operators::crossover::linked::Splices;
use crate::operators::crossover::points::{one_point, two_point};
use crate::operators::mutate::replace_region;
use crate::operators::{Operator, OperatorYields};
use crate::population::Population;

/// Which crossover takes half of the operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Crossover {
    None,
    OnePoint,
    TwoPoint,
    Linked,
}

/// The mean number of operations a child ("a success probability of 0.25").
const MEAN_OPERATIONS: f64 = 4.0;
/// The mean length of a mutated region ("a mean mutation length of eight").
const MEAN_REGION: f64 = 8.0;
/// The longest random input, tried while the population is empty.
const MAX_RANDOM: u64 = 64;

/// The search that the paper calls Zeugma-X or Zeugma-Link.
#[derive(Debug)]
pub(super) struct Zeugma {
    crossover: Crossover,
    operations: Geometric,
    region: Geometric,
    population: Population,
    splices: Splices,
    yields: OperatorYields,
}

impl Zeugma {
    pub(super) fn new(crossover: Crossover) -> Self {
        Self {
            crossover,
            operations: Geometric::with_mean(MEAN_OPERATIONS),
            region: Geometric::with_mean(MEAN_REGION),
            population: Population::default(),
            splices: Splices::default(),
            yields: OperatorYields::default(),
        }
    }
}

/// True half the time.
fn toss(rng: &mut Rng) -> bool {
    rng.bits() >> 63 == 1
}

impl Strategy for Zeugma {
    fn ask(&mut self, rng: &mut Rng, child: &mut Child) {
        self.yields.begin();
        let child = child.linear();
        let Some(parent) = self.population.random(rng) else {
            child.resize(rng.up_to(MAX_RANDOM) as usize, 0);
            rng.fill(child);
            self.yields.applied(Operator::Random);
            return;
        };
        child.extend_from_slice(parent.bytes());
        let operations = self.operations.sample(rng);
        let mut mutations = operations;
        match self.crossover {
            Crossover::None => {}
            // All linked crossovers are computed on the parent, and applied before the first mutation.
            Crossover::Linked => {
                self.splices.clear();
                for _ in 0..operations {
                    if toss(rng) {
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
                        Some(other) if toss(rng) => match self.crossover {
                            Crossover::OnePoint => {
                                one_point(child, other.bytes(), rng);
                                self.yields.applied(Operator::OnePointCrossover);
                            }
                            _ => {
                                two_point(child, other.bytes(), rng);
                                self.yields.applied(Operator::TwoPointCrossover);
                            }
                        },
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
        let new_branches = self.population.insert(keeping.trace, keeping.run.counters);
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
