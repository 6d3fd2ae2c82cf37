//! Mutations aimed at the parts of an input that make influencing types (SpotOn, section 3.2.2).

use chiasma_core::{Contextual, Rng};

use super::regions::{Extent, HALF_CONSTANTS, MEAN_MUTATIONS, MEAN_REGION, ZERO_CHILDREN};
use super::types::{InfluencingTypes, MATCH_FACTOR, MAX_DISTANCE, MISS_FACTOR};
use super::{Breeding, Parent, Part, Variation};
use crate::child::Form;
use crate::coverage::Counters;
use crate::facts::Facts;
use crate::members::{Anatomy, Members, Typed};
use crate::operators::Operator;
use crate::operators::mutate::Filling;
use crate::settings::{Setting, Settings};
use crate::state::{Delta, Snapshot};

/// SpotOn's mutation.
pub(crate) const TARGETED: Part<dyn Variation> = Part {
    description: "replace region; p = 0.5 a mutation begins where an influencing type is made (weight \
                  1 / distance) while branches are uncovered; p = 0.5 a fresh string is a constant",
    settings: &[
        MEAN_MUTATIONS,
        MEAN_REGION,
        ZERO_CHILDREN,
        HALF_CONSTANTS,
        TYPES,
        MATCH_FACTOR,
        MISS_FACTOR,
        MAX_DISTANCE,
    ],
    build: |settings, facts| Box::new(Targeted::new(settings, facts)),
};

/// The share of mutations that are aimed at an influencing type.
const TYPES: Setting = Setting { default: 0.5, ..super::types::TYPES };

#[derive(Debug)]
struct Targeted {
    extent: Extent,
    zero_probability: f64,
    types: InfluencingTypes,
}

/// Places in the list of operators.
const FRESH: usize = 0;
const REGION: usize = 1;
const ZERO: usize = 2;
const TARGETED_REGION: usize = 3;

impl Targeted {
    fn new(settings: &Settings, facts: &Facts) -> Self {
        Self {
            extent: Extent::new(settings),
            zero_probability: settings.get("zero-probability"),
            types: InfluencingTypes::new(settings, facts),
        }
    }

    /// An entry of the parent at which a mutation is aimed; none if it is not to be aimed, or has no target.
    fn aim(&mut self, parent: &Typed, rng: &mut Rng) -> Option<usize> {
        self.types.aim(rng, |ty, rng| {
            let calls = parent.returning(ty);
            let entries: u64 = calls.iter().map(|call| u64::from(call.behind - call.first)).sum();
            let mut nth = rng.up_to(entries.checked_sub(1)?) as u32;
            for call in calls {
                let len = call.behind - call.first;
                if nth < len {
                    return Some((call.first + nth) as usize);
                }
                nth -= len;
            }
            None
        })
    }

    /// Overwrites a region that begins at an entry.
    fn mutate(&self, child: &mut Contextual, start: usize, filling: Filling, rng: &mut Rng) {
        let mut left = self.extent.region.sample(rng);
        for entry in start..child.len() {
            if left == 0 {
                break;
            }
            let bytes = child.bytes_at_mut(entry);
            let count = bytes.len().min(left);
            filling.fill(&mut bytes[..count], rng);
            left -= count;
        }
    }
}

impl Variation for Targeted {
    fn form(&self) -> Form {
        Form::Contextual
    }

    fn anatomy(&self) -> Anatomy {
        Anatomy::Types
    }

    fn operators(&self) -> &'static [Operator] {
        &[
            Operator::FRESH,
            Operator::REPLACE_REGION,
            Operator::ZERO_REGION,
            Operator::TARGETED_REGION,
        ]
    }

    fn make(&mut self, breeding: Breeding<'_>) {
        breeding.child.contextual(None, &Contextual::default());
        breeding.yields.applied(FRESH);
    }

    fn vary(&mut self, parent: Parent<'_>, breeding: Breeding<'_>) {
        let own = match parent.member.typed() {
            Some(own) if !own.contexts.contexts.is_empty() => own,
            // Without a request there is nothing to vary.
            _ => return self.make(breeding),
        };
        let Breeding { child, rng, yields, .. } = breeding;
        let child = child.contextual(Some(parent.member.id), &own.contexts.entries);
        let filling = Filling::zero_with(self.zero_probability, rng);
        let last = own.contexts.contexts.len() as u64 - 1;
        for _ in 0..self.extent.mutations(rng) {
            let aimed = self.aim(own, rng);
            let start = aimed.unwrap_or_else(|| rng.up_to(last) as usize);
            self.mutate(child, start, filling, rng);
            yields.applied(match (aimed, filling) {
                (Some(_), _) => TARGETED_REGION,
                (None, Filling::Random) => REGION,
                (None, Filling::Zero) => ZERO,
            });
        }
    }

    fn covered(&mut self, counters: &Counters) {
        self.types.covered(counters);
    }

    fn save(&mut self, delta: &mut Delta) {
        self.types.save(&mut delta.body);
    }

    fn load(&mut self, _: &Snapshot, _: &Members, body: &mut &[u8]) -> Option<()> {
        self.types.load(body)
    }
}
