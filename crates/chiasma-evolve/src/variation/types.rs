//! The types that influence uncovered branches: what a mutation or an edit is aimed at (SpotOn, section 3.2.2).

use chiasma_core::{Rng, TypeId};

use crate::coverage::Counters;
use crate::facts::{BranchTarget, Facts, TypeFacts, influencing_type};
use crate::settings::{Setting, Settings};
use crate::wire::Wire;

/// How much is aimed; where it is 0, types are not asked for.
pub(crate) const TYPES: Setting = Setting {
    name: "types",
    default: 0.0,
    min: 0.0,
    max: 1.0,
    meaning: "share of mutations or edits that are aimed at a type that influences an uncovered branch; 0 for none, \
              and no analysis",
};
pub(crate) const MATCH_FACTOR: Setting = Setting {
    name: "match-factor",
    default: 0.75,
    min: 0.01,
    max: 1.0,
    meaning: "what the distance of a type is multiplied by if the parent has it, down to where it began",
};
pub(crate) const MISS_FACTOR: Setting = Setting {
    name: "miss-factor",
    default: 4.0 / 3.0,
    min: 1.0,
    max: 100.0,
    meaning: "what the distance of a type is multiplied by if the parent does not have it",
};
pub(crate) const MAX_DISTANCE: Setting = Setting {
    name: "max-distance",
    default: 1_000.0,
    min: 1.0,
    max: 1e9,
    meaning: "the most that a distance grows to",
};

/// The influencing types of a target, with the branches that are not covered yet.
#[derive(Debug)]
pub(crate) struct InfluencingTypes {
    share: f64,
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

impl InfluencingType {
    /// How likely it is chosen: the nearer the likelier, and never if all that it influences is covered.
    fn weight(&self) -> f64 {
        if self.uncovered > 0 { 1.0 / self.distance } else { 0.0 }
    }
}

impl InfluencingTypes {
    pub(crate) fn new(settings: &Settings, facts: &Facts) -> Self {
        let share = settings.get(TYPES.name);
        let known = facts.types.clone().filter(|_| share > 0.0);
        let TypeFacts { distances, branches } = known.unwrap_or_default();
        let types = distances.iter().map(|ty| InfluencingType {
            id: influencing_type(&ty.name),
            original: ty.distance.max(1.0),
            distance: ty.distance.max(1.0),
            uncovered: 0,
        });
        let mut types = Self {
            share,
            match_factor: settings.get(MATCH_FACTOR.name),
            miss_factor: settings.get(MISS_FACTOR.name),
            max_distance: settings.get(MAX_DISTANCE.name),
            types: types.collect(),
            is_covered: vec![false; branches.len()],
            branches,
        };
        types.count_uncovered();
        types
    }

    /// Whether no type is known, so that nothing is ever aimed.
    pub(crate) fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Whether a type influences a branch.
    pub(crate) fn contains(&self, ty: TypeId) -> bool {
        self.types.iter().any(|known| known.id == ty)
    }

    /// What `find` finds of a type that influences an uncovered branch; none if nothing is to be aimed this time,
    /// or nothing is found.
    ///
    /// A type that is found gets nearer, one that is not gets farther. Without types no random number is drawn.
    pub(crate) fn aim<T>(
        &mut self,
        rng: &mut Rng,
        find: impl FnOnce(TypeId, &mut Rng) -> Option<T>,
    ) -> Option<T> {
        if self.types.is_empty() || !rng.chance(self.share) {
            return None;
        }
        let chosen = self.choose(rng)?;
        let ty = &mut self.types[chosen];
        let found = find(ty.id, rng);
        ty.distance = match found {
            Some(_) => (ty.distance * self.match_factor).max(ty.original),
            None => (ty.distance * self.miss_factor).min(self.max_distance.max(ty.original)),
        };
        found
    }

    /// A type that influences an uncovered branch, the nearer the likelier.
    fn choose(&self, rng: &mut Rng) -> Option<usize> {
        let total: f64 = self.types.iter().map(InfluencingType::weight).sum();
        if total <= 0.0 {
            return None;
        }
        // 53 bits are what a number of this type holds.
        let mut left = (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64 * total;
        let chosen = self.types.iter().position(|ty| {
            left -= ty.weight();
            left < 0.0
        });
        chosen.or_else(|| self.types.iter().rposition(|ty| ty.uncovered > 0))
    }

    /// Takes the branches that a kept input covers out of the targets.
    pub(crate) fn covered(&mut self, counters: &Counters) {
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

    pub(crate) fn save(&self, body: &mut Vec<u8>) {
        let distances: Vec<f64> = self.types.iter().map(|ty| ty.distance).collect();
        distances.write(body);
        self.is_covered.write(body);
    }

    /// Restores the state; nothing if it is not of these types.
    pub(crate) fn load(&mut self, body: &mut &[u8]) -> Option<()> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{TypeDistance, TypeFacts};
    use chiasma_core::Seed;

    #[test]
    fn a_type_that_is_not_found_never_gets_nearer_than_it_was() {
        let mut settings = Settings::defaults(vec![TYPES, MATCH_FACTOR, MISS_FACTOR, MAX_DISTANCE]);
        for assignment in ["types=1", "max-distance=10"] {
            settings.set(assignment).unwrap();
        }
        let distances = vec![TypeDistance { name: "Far".into(), distance: 40.0 }];
        let branches = Vec::new();
        let facts = Facts { types: Some(TypeFacts { distances, branches }), ..Facts::default() };
        let mut types = InfluencingTypes::new(&settings, &facts);
        types.types[0].uncovered = 1;
        let mut rng = Rng::new(Seed(1));
        for _ in 0..5 {
            assert_eq!(types.aim(&mut rng, |_, _| None::<()>), None);
        }
        assert_eq!(types.types[0].distance, 40.0);
        assert_eq!(types.aim(&mut rng, |_, _| Some(())), Some(()));
        assert_eq!(types.types[0].distance, 40.0, "nor does one that is found");
    }
}
