//! Mutation of regions of a parent's bytes (Zest).

use chiasma_core::Rng;

use super::{Breeding, Parent, Part, Variation};
use crate::geometric::Geometric;
use crate::operators::Operator;
use crate::operators::mutate::{Filling, overwrite_region};
use crate::settings::{Setting, Settings};
use crate::strategies::STRING_CONSTANTS;

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

/// Half of all freshly drawn strings are constants of the target, if they are known.
pub(super) const HALF_CONSTANTS: Setting = Setting { default: 0.5, ..STRING_CONSTANTS };

/// Zest's mutation, with constants of the target as strings.
pub(crate) const REGIONS_AND_STRINGS: Part<dyn Variation> = Part {
    description: "as zest; p = 0.5 a fresh string is a constant of the target",
    settings: &[MEAN_MUTATIONS, MEAN_REGION, ZERO_CHILDREN, HALF_CONSTANTS],
    build: REGIONS.build,
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

    /// The same for two sequences that are one input: each region begins at any byte of either.
    pub(super) fn mutate_either(
        &self,
        first: &mut [u8],
        second: &mut [u8],
        filling: Filling,
        rng: &mut Rng,
    ) {
        let Some(last) = (first.len() + second.len()).checked_sub(1) else { return };
        for _ in 0..self.mutations(rng) {
            let is_first = (rng.up_to(last as u64) as usize) < first.len();
            let bytes = if is_first { &mut *first } else { &mut *second };
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

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::Seed;

    #[test]
    fn an_input_of_two_sequences_is_mutated_as_often_as_one_of_the_same_length() {
        let settings = Settings::defaults(REGIONS.settings.to_vec());
        let (extent, mut rng) = (Extent::new(&settings), Rng::new(Seed(1)));
        let changed = |bytes: &[u8]| bytes.iter().filter(|byte| **byte != 0).count();
        let (mut whole, mut halves) = (0, [0, 0]);
        for _ in 0..4_000 {
            let mut bytes = [0; 4_000];
            extent.mutate(&mut bytes, Filling::Random, &mut rng);
            whole += changed(&bytes);
            let (mut first, mut second) = ([0; 1_000], [0; 3_000]);
            extent.mutate_either(&mut first, &mut second, Filling::Random, &mut rng);
            halves = [halves[0] + changed(&first), halves[1] + changed(&second)];
        }
        // Eight regions of four bytes: 32 a child, 128,000 in all; each sum is within some percent of its mean.
        let [first, second] = halves;
        assert!((first + second).abs_diff(whole) < whole / 20, "{first} {second} {whole}");
        assert!(first.abs_diff(whole / 4) < whole / 40, "{first} of {whole}");
        extent.mutate_either(&mut [], &mut [], Filling::Random, &mut rng);
    }
}
