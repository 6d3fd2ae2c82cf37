//! Operations, each a crossover or a mutation (Crossover in Parametric Fuzzing, section 4).

use super::{Breeding, Parent, Part, Variation};
use crate::geometric::Geometric;
use crate::members::{Anatomy, Member};
use crate::operators::Operator;
use crate::operators::crossover::linked::Splices;
use crate::operators::crossover::points::{one_point, two_point};
use crate::operators::mutate::{Filling, overwrite_region};
use crate::settings::{Setting, Settings};

pub(crate) const MEAN_OPERATIONS: Setting = Setting {
    name: "mean-operations",
    default: 4.0,
    min: 1.0,
    max: 1_000.0,
    meaning: "mean number of operations a child",
};

pub(crate) const MEAN_REGION: Setting = Setting {
    name: "mean-region",
    default: 8.0,
    min: 1.0,
    max: 10_000.0,
    meaning: "mean length of a mutated region, in bytes",
};

pub(crate) const CROSSOVER_PROBABILITY: Setting = Setting {
    name: "crossover-probability",
    default: 0.5,
    min: 0.0,
    max: 1.0,
    meaning: "share of the operations that are crossovers, where there are any",
};

/// The numbers of Zeugma, with the defaults of the paper.
const SETTINGS: &[Setting] = &[
    MEAN_OPERATIONS,
    MEAN_REGION,
    CROSSOVER_PROBABILITY,
    Setting {
        name: "max-random",
        default: 64.0,
        min: 0.0,
        max: 10_000.0,
        meaning: "longest random input tried while the population is empty, in bytes",
    },
];

/// Zeugma-X: mutations only.
pub(crate) const MUTATIONS: Part<dyn Variation> = Part {
    description: "replace region (operations ~ 1 + Geo, mean 4; length mean 8)",
    settings: SETTINGS,
    build: |settings, _| Box::new(Zeugma::new(Crossover::None, settings)),
};

/// Zeugma-1PT.
pub(crate) const ONE_POINT: Part<dyn Variation> = Part {
    description: "as zeugma-none, each operation with p = 0.5 a one-point crossover",
    settings: SETTINGS,
    build: |settings, _| Box::new(Zeugma::new(Crossover::OnePoint, settings)),
};

/// Zeugma-2PT.
pub(crate) const TWO_POINT: Part<dyn Variation> = Part {
    description: "as zeugma-none, each operation with p = 0.5 a two-point crossover",
    settings: SETTINGS,
    build: |settings, _| Box::new(Zeugma::new(Crossover::TwoPoint, settings)),
};

/// Zeugma-Link.
pub(crate) const LINKED: Part<dyn Variation> = Part {
    description: "as zeugma-none, each operation with p = 0.5 a linked crossover",
    settings: SETTINGS,
    build: |settings, _| Box::new(Zeugma::new(Crossover::Linked, settings)),
};

/// Which crossover takes half of the operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Crossover {
    None,
    OnePoint,
    TwoPoint,
    Linked,
}

/// The places of the two kinds of operations among a strategy's operators.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Places {
    pub(crate) mutation: usize,
    pub(crate) crossover: usize,
}

/// Operations on the bytes of a parent.
#[derive(Debug)]
pub(crate) struct Operations {
    crossover: Crossover,
    crossover_probability: f64,
    operations: Geometric,
    region: Geometric,
    places: Places,
    /// The linked crossovers of the child under way.
    splices: Splices,
}

/// Children by operations, the first ones from random bytes.
#[derive(Debug)]
struct Zeugma {
    max_random: u64,
    operations: Operations,
}

impl Zeugma {
    fn new(crossover: Crossover, settings: &Settings) -> Self {
        let places = Places { mutation: MUTATION, crossover: CROSSOVER };
        Self {
            max_random: settings.whole("max-random"),
            operations: Operations::new(crossover, settings, places),
        }
    }
}

/// Places in the list of operators.
const FRESH: usize = 0;
const MUTATION: usize = 1;
const CROSSOVER: usize = 2;

impl Variation for Zeugma {
    fn anatomy(&self) -> Anatomy {
        match self.operations.crossover {
            Crossover::Linked => Anatomy::Calls,
            _ => Anatomy::Bytes,
        }
    }

    fn operators(&self) -> &'static [Operator] {
        const MUTATION: Operator = Operator::REPLACE_REGION;
        match self.operations.crossover {
            Crossover::None => &[Operator::FRESH, MUTATION],
            Crossover::OnePoint => &[Operator::FRESH, MUTATION, Operator::ONE_POINT_CROSSOVER],
            Crossover::TwoPoint => &[Operator::FRESH, MUTATION, Operator::TWO_POINT_CROSSOVER],
            Crossover::Linked => &[Operator::FRESH, MUTATION, Operator::LINKED_CROSSOVER],
        }
    }

    /// Random bytes, up to 64 of them; what the generator needs beyond them it draws fresh.
    fn make(&mut self, breeding: Breeding<'_>) {
        let Breeding { child, rng, yields, .. } = breeding;
        let child = child.linear(None);
        child.resize(rng.up_to(self.max_random) as usize, 0);
        rng.fill(child);
        yields.applied(FRESH);
    }

    fn vary(&mut self, parent: Parent<'_>, breeding: Breeding<'_>) {
        self.operations.vary(parent.member, breeding);
    }
}

impl Operations {
    pub(crate) fn new(crossover: Crossover, settings: &Settings, places: Places) -> Self {
        Self {
            crossover,
            crossover_probability: settings.get(CROSSOVER_PROBABILITY.name),
            operations: Geometric::with_mean(settings.get(MEAN_OPERATIONS.name)),
            region: Geometric::with_mean(settings.get(MEAN_REGION.name)),
            places,
            splices: Splices::default(),
        }
    }

    /// Makes `child` what several operations make of a parent.
    pub(crate) fn vary(&mut self, parent: &Member, breeding: Breeding<'_>) {
        let Breeding { child, members, rng, yields } = breeding;
        let Places { mutation, crossover } = self.places;
        let child = child.linear(Some(parent.id));
        child.extend_from_slice(&parent.bytes);
        let operations = self.operations.sample(rng);
        let mut mutations = operations;
        match self.crossover {
            Crossover::None => {}
            // All linked crossovers are computed on the parent, and applied before the first mutation. A
            // parent that cannot receive is mutated instead.
            Crossover::Linked => {
                self.splices.clear();
                for _ in 0..operations {
                    if rng.chance(self.crossover_probability)
                        && self.splices.choose(parent, members, rng)
                    {
                        mutations -= 1;
                        yields.applied(crossover);
                    }
                }
                self.splices.apply(child);
            }
            // The others are applied in the order selected, between the mutations.
            Crossover::OnePoint | Crossover::TwoPoint => {
                mutations = 0;
                for _ in 0..operations {
                    let other = members.random(rng).and_then(|other| members.get(other));
                    match other {
                        Some(other) if rng.chance(self.crossover_probability) => {
                            match self.crossover {
                                Crossover::OnePoint => one_point(child, &other.bytes, rng),
                                _ => two_point(child, &other.bytes, rng),
                            }
                            yields.applied(crossover);
                        }
                        _ => {
                            overwrite_region(child, &self.region, Filling::Random, rng);
                            yields.applied(mutation);
                        }
                    }
                }
            }
        }
        for _ in 0..mutations {
            overwrite_region(child, &self.region, Filling::Random, rng);
            yields.applied(mutation);
        }
    }
}
