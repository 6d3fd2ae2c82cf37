//! Mutations aimed at the parts of an input that make influencing types (SpotOn, section 3.2.2).

use chiasma_core::{Contextual, Rng, TypeId};

use super::regions::{Extent, HALF_CONSTANTS, MEAN_MUTATIONS, MEAN_REGION, ZERO_CHILDREN};
use super::{Breeding, Parent, Part, Variation};
use crate::child::Form;
use crate::coverage::Counters;
use crate::facts::{BranchTarget, Facts, TypeFacts, influencing_type};
use crate::members::{Anatomy, Members, Typed};
use crate::operators::Operator;
use crate::operators::mutate::Filling;
use crate::settings::{Setting, Settings};
use crate::state::{Delta, Snapshot};
use crate::wire::Wire;

/// SpotOn's mutation.
pub(crate) const TARGETED: Part<dyn Variation> = Part {
    description: "replace region; p = 0.5 a mutation begins where an influencing type is made (weight \
                  1 / distance) while branches are uncovered; p = 0.5 a fresh string is a constant",
    settings: &[
        MEAN_MUTATIONS,
        MEAN_REGION,
        ZERO_CHILDREN,
        HALF_CONSTANTS,
        Setting {
            name: "target-probability",
            default: 0.5,
            min: 0.0,
            max: 1.0,
            meaning: "share of mutations that are aimed at an influencing type",
        },
        Setting {
            name: "match-factor",
            default: 0.75,
            min: 0.01,
            max: 1.0,
            meaning: "what the distance of a type is multiplied by if the parent has it, down to where \
                      it began",
        },
        Setting {
            name: "miss-factor",
            default: 4.0 / 3.0,
            min: 1.0,
            max: 100.0,
            meaning: "what the distance of a type is multiplied by if the parent does not have it",
        },
        Setting {
            name: "max-distance",
            default: 1_000.0,
            min: 1.0,
            max: 1e9,
            meaning: "the most that a distance grows to",
        },
    ],
    build: |settings, facts| Box::new(Targeted::new(settings, facts)),
};

#[derive(Debug)]
struct Targeted {
    extent: Extent,
    zero_probability: f64,
    target_probability: f64,
    match_factor: f64,
    miss_factor: f64,
    max_distance: f64,
    types: Vec<InfluencingType>,
    branches: Vec<BranchTarget>,
    is_covered: Vec<bool>,
}

/// A type that a mutation may be aimed at.
#[derive(Debug)]
struct InfluencingType {
    id: TypeId,
    /// Its distance at first; it never gets nearer.
    original: f64,
    distance: f64,
    /// How many uncovered branches it influences.
    uncovered: usize,
}

/// Places in the list of operators.
const FRESH: usize = 0;
const REGION: usize = 1;
const ZERO: usize = 2;
const TARGETED_REGION: usize = 3;

impl Targeted {
    fn new(settings: &Settings, facts: &Facts) -> Self {
        let TypeFacts { distances, branches } = facts.types.clone().unwrap_or_default();
        let types = distances.iter().map(|ty| InfluencingType {
            id: influencing_type(&ty.name),
            original: ty.distance.max(1.0),
            distance: ty.distance.max(1.0),
            uncovered: 0,
        });
        let mut targeted = Self {
            extent: Extent::new(settings),
            zero_probability: settings.get("zero-probability"),
            target_probability: settings.get("target-probability"),
            match_factor: settings.get("match-factor"),
            miss_factor: settings.get("miss-factor"),
            max_distance: settings.get("max-distance"),
            types: types.collect(),
            is_covered: vec![false; branches.len()],
            branches,
        };
        targeted.count_uncovered();
        targeted
    }

    /// Counts again how many uncovered branches each type influences. Where it is not known which edges a
    /// branch has, every type counts.
    fn count_uncovered(&mut self) {
        let at_first = usize::from(self.branches.is_empty());
        self.types.iter_mut().for_each(|ty| ty.uncovered = at_first);
        for (branch, _) in
            self.branches.iter().zip(&self.is_covered).filter(|(_, covered)| !**covered)
        {
            for at in &branch.types {
                if let Some(ty) = self.types.get_mut(*at as usize) {
                    ty.uncovered += 1;
                }
            }
        }
    }

    /// A type that influences an uncovered branch, the nearer the likelier.
    fn choose_type(&self, rng: &mut Rng) -> Option<usize> {
        let weight = |ty: &InfluencingType| if ty.uncovered > 0 { 1.0 / ty.distance } else { 0.0 };
        let total: f64 = self.types.iter().map(weight).sum();
        if total <= 0.0 {
            return None;
        }
        // 53 bits are what a number of this type holds.
        let mut left = (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64 * total;
        let chosen = self.types.iter().position(|ty| {
            left -= weight(ty);
            left < 0.0
        });
        chosen.or_else(|| self.types.iter().rposition(|ty| ty.uncovered > 0))
    }

    /// An entry of the parent at which a mutation is aimed; none if it is not to be aimed, or has no target.
    fn aim(&mut self, parent: &Typed, rng: &mut Rng) -> Option<usize> {
        if self.types.is_empty() || !rng.chance(self.target_probability) {
            return None;
        }
        let chosen = self.choose_type(rng)?;
        let ty = &mut self.types[chosen];
        let calls = parent.returning(ty.id);
        let entries: u64 = calls.iter().map(|call| u64::from(call.behind - call.first)).sum();
        if entries == 0 {
            ty.distance = (ty.distance * self.miss_factor).min(self.max_distance);
            return None;
        }
        ty.distance = (ty.distance * self.match_factor).max(ty.original);
        let mut nth = rng.up_to(entries - 1) as u32;
        for call in calls {
            let len = call.behind - call.first;
            if nth < len {
                return Some((call.first + nth) as usize);
            }
            nth -= len;
        }
        None
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
        let is_passed = |edge: &u32| counters.get(*edge as usize).is_some_and(|count| *count > 0);
        let mut changed = false;
        for (branch, is_covered) in self.branches.iter().zip(&mut self.is_covered) {
            if !*is_covered && branch.edges.iter().any(is_passed) {
                *is_covered = true;
                changed = true;
            }
        }
        if changed {
            self.count_uncovered();
        }
    }

    fn save(&mut self, delta: &mut Delta) {
        let distances: Vec<f64> = self.types.iter().map(|ty| ty.distance).collect();
        distances.write(&mut delta.body);
        self.is_covered.write(&mut delta.body);
    }

    fn load(&mut self, _: &Snapshot, _: &Members, body: &mut &[u8]) -> Option<()> {
        let distances: Vec<f64> = Vec::read(body)?;
        let is_covered: Vec<bool> = Vec::read(body)?;
        if distances.len() != self.types.len() || is_covered.len() != self.is_covered.len() {
            return None;
        }
        for (ty, distance) in self.types.iter_mut().zip(distances) {
            ty.distance = distance;
        }
        self.is_covered = is_covered;
        self.count_uncovered();
        Some(())
    }
}
