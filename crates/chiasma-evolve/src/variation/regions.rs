//! Mutation of regions of a parent's bytes (Zest).

use chiasma_core::Rng;

use super::{Breeding, Parent, Part, Variation};
use crate::geometric::Geometric;
use crate::operators::Operator;
use crate::operators::mutate::{Filling, overwrite_region};
use crate::settings::{Setting, Settings};

pub(super) const MEAN_MUTATIONS: Setting = Setting {
    name: "mean-mutations",
    default: 8.0,
    min: 1.0,
    max: 1_000.0,
    meaning: "mean number of mutations a child",
};

pub(super) const MEAN_REGION: Setting = Setting {
    name: "mean-region",
    default: 4.0,
    min: 1.0,
    max: 10_000.0,
    meaning: "mean length of a mutated region, in bytes",
};

pub(super) const ZERO_CHILDREN: Setting = Setting {
    name: "zero-probability",
    default: 0.1,
    min: 0.0,
    max: 1.0,
    meaning: "share of children whose regions are set to zero instead of random bytes",
};

/// Zest's mutation.
pub(crate) const REGIONS: Part<dyn Variation> = Part {
    description: "replace region (mutations ~ Geo, mean 8; length mean 4; p = 0.1 zeros)",
    settings: &[MEAN_MUTATIONS, MEAN_REGION, ZERO_CHILDREN],
    build: |settings, _| {
        let zero_probability = settings.get("zero-probability");
        Box::new(Regions { extent: Extent::new(settings), zero_probability })
    },
};

/// How much a child is mutated.
#[derive(Debug)]
pub(super) struct Extent {
    mutations: Geometric,
    pub(super) region: Geometric,
}

impl Extent {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            mutations: Geometric::with_mean(settings.get("mean-mutations")),
            region: Geometric::with_mean(settings.get("mean-region")),
        }
    }

    /// How often a child is mutated.
    pub(super) fn mutations(&self, rng: &mut Rng) -> usize {
        self.mutations.sample(rng)
    }

    /// Mutates as many regions as a child has mutations.
    pub(super) fn mutate(&self, bytes: &mut [u8], filling: Filling, rng: &mut Rng) {
        for _ in 0..self.mutations(rng) {
            overwrite_region(bytes, &self.region, filling, rng);
        }
    }
}

#[derive(Debug)]
struct Regions {
    extent: Extent,
    zero_probability: f64,
}

impl Variation for Regions {
    fn operators(&self) -> &'static [Operator] {
        &[Operator::FRESH, Operator::REPLACE_REGION, Operator::ZERO_REGION]
    }

    fn make(&mut self, breeding: Breeding<'_>) {
        breeding.child.linear(None);
        breeding.yields.applied(0);
    }

    fn vary(&mut self, parent: Parent<'_>, breeding: Breeding<'_>) {
        let Breeding { child, rng, yields, .. } = breeding;
        let child = child.linear(Some(parent.member.id));
        child.extend_from_slice(&parent.member.bytes);
        let filling = Filling::zero_with(self.zero_probability, rng);
        self.extent.mutate(child, filling, rng);
        yields.applied(if filling == Filling::Zero { 2 } else { 1 });
    }
}
