//! The plan of an experiment: its trials, each with its own seed.

use std::cmp::Ordering;
use std::fmt;

use chiasma_core::Seed;
use serde::{Deserialize, Serialize};

use super::{Budget, Experiment, Runner};

/// Seeds are no longer than this, so that JSON and people can handle them.
const SEED_BITS: u64 = (1 << 48) - 1;

/// The trials of an experiment, in the order in which they are to be run.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The trials: first the first one of each contender on each subject, then the second ones, ... An
    /// experiment that is stopped early thus has as many of each.
    pub trials: Vec<Trial>,
}

/// One campaign: everything that decides how it goes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// What it is called, and its directory.
    pub id: TrialId,
    /// The name of the subject.
    pub subject: String,
    /// The label of the contender.
    pub contender: String,
    /// Which of the contender's trials on this subject it is, from 1.
    pub number: u32,
    /// Where its random numbers start.
    pub seed: u64,
    /// What breeds its inputs.
    pub runner: Runner,
    /// How long it is.
    pub budget: Budget,
}

/// What a trial is called: subject, label and number, such as `boa.zeugma-linked.3`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TrialId(String);

impl Plan {
    pub(super) fn of(experiment: &Experiment) -> Self {
        let mut trials = Vec::new();
        for number in 1..=experiment.trials {
            for subject in &experiment.subjects {
                for contender in &experiment.contenders {
                    let Some(runner) = contender.runners.get(&subject.name) else { continue };
                    let id = TrialId(format!("{}.{}.{number}", subject.name, contender.label));
                    trials.push(Trial {
                        seed: id.seed(experiment.seed),
                        id,
                        subject: subject.name.clone(),
                        contender: contender.label.clone(),
                        number,
                        runner: runner.clone(),
                        budget: subject.executions.map_or(experiment.budget, Budget::Executions),
                    });
                }
            }
        }
        Self { trials }
    }
}

impl Trial {
    /// The order of trials in tables: by subject, contender and number.
    #[must_use]
    pub fn in_tables(&self, other: &Self) -> Ordering {
        let subjects = self.subject.cmp(&other.subject);
        subjects.then(self.contender.cmp(&other.contender)).then(self.number.cmp(&other.number))
    }
}

impl TrialId {
    /// The name itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The seed of the trial of this name: it depends on nothing else in the file, so that a strategy that
    /// is added or taken away leaves the other trials as they were.
    fn seed(&self, of_experiment: u64) -> u64 {
        let mixed = self.0.bytes().fold(Seed(of_experiment), |seed, byte| seed.child(byte.into()));
        mixed.0 & SEED_BITS
    }
}

impl fmt::Display for TrialId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
