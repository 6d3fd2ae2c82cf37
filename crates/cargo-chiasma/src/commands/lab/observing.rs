//! How far children are from their parents: a strategy is watched while it breeds from what its trial
//! saved.

use std::collections::HashMap;

use anyhow::{Context, Result};
use chiasma_core::Seed;
use chiasma_lab::experiment::Trial;
use chiasma_lab::measures::mutation_distance;
use chiasma_lab::results::Child;
use chiasma_runtime::protocol::{FuzzPlan, Input, Job, Report};

use super::subject::Built;
use super::trial::strategy;
use crate::campaign::run_errand_unkilled;

/// A child that kills its process is left out; after so many the rest is given up.
const MAX_DEATHS: u64 = 50;

/// Breeds so many children from the saved inputs, and measures each that has a parent.
pub(super) fn children(
    trial: &Trial,
    subject: &Built,
    inputs: &[Input],
    count: u32,
) -> Result<Vec<Child>> {
    let (strategy, settings) = strategy(&trial.runner)?;
    let directory = tempfile::tempdir().context("cannot create a temporary directory")?;
    let mut observed = Vec::new();
    let mut bred = 0;
    for attempt in 0..MAX_DEATHS {
        if bred >= count {
            break;
        }
        let plan = FuzzPlan {
            strategy: strategy.name().to_owned(),
            settings: settings.clone(),
            seed: Seed(trial.seed).child(attempt).0,
            executions: u64::from(count - bred),
            max_size: subject.limits.max_size,
            remembered: Vec::new(),
            inputs: inputs.to_vec(),
            observe: true,
        };
        let job = Job::Fuzz { plan };
        let (property, limits) = (&subject.property, &subject.limits);
        let hear = &mut |litter: &mut Litter, report| {
            if let Report::Bred { kept_as, parent, valid, text } = report {
                litter.bred += u32::from(litter.family.has_begun(parent));
                litter.observed.extend(litter.family.add(kept_as, parent, valid, text));
            }
        };
        let (litter, buried) = run_errand_unkilled(property, directory.path(), limits, &job, hear)?;
        bred += litter.bred;
        observed.extend(litter.observed);
        match buried.death {
            // The child that it died of counts as bred, or there would be no end to it.
            Some(_) => bred += 1,
            None => break,
        }
    }
    Ok(observed)
}

/// What one process has bred.
#[derive(Default)]
struct Litter {
    family: Family,
    /// How many children, measured or not.
    bred: u32,
    observed: Vec<Child>,
}

/// The inputs that have been kept, by what they are known by.
#[derive(Default)]
struct Family {
    members: HashMap<u64, Member>,
    begun: bool,
}

struct Member {
    text: String,
    valid: bool,
}

impl Family {
    /// Whether children are bred by now; first come the inputs from outside, which have no parent.
    fn has_begun(&mut self, parent: Option<u64>) -> bool {
        self.begun |= parent.is_some();
        self.begun
    }

    /// Adds an input; how far it is from its parent, if that is known.
    fn add(
        &mut self,
        kept_as: Option<u64>,
        parent: Option<u64>,
        valid: bool,
        text: String,
    ) -> Option<Child> {
        let child = parent.and_then(|parent| self.members.get(&parent)).map(|parent| Child {
            distance: mutation_distance(&parent.text, &text),
            saved: kept_as.is_some(),
            parent_valid: parent.valid,
            valid,
        });
        if let Some(id) = kept_as {
            self.members.insert(id, Member { text, valid });
        }
        child
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_measured_against_its_parent_and_becomes_one_if_it_is_kept() {
        let mut family = Family::default();
        assert!(!family.has_begun(None));
        assert_eq!(family.add(Some(0), None, true, "abcd".to_owned()), None);
        assert!(family.has_begun(Some(0)));
        let child = family.add(Some(1), Some(0), false, "abcx".to_owned()).unwrap();
        assert_eq!((child.distance, child.saved), (0.25, true));
        assert_eq!((child.parent_valid, child.valid), (true, false));
        let grandchild = family.add(None, Some(1), true, "abcx".to_owned()).unwrap();
        assert_eq!((grandchild.distance, grandchild.saved), (0.0, false));
        assert!(!grandchild.parent_valid);
        assert_eq!(family.add(None, Some(9), true, String::new()), None, "an unknown parent");
    }
}
