//! The contents of the files, line by line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::experiment::{Checkpoint, Correction, Experiment, Trial};
use crate::measures::{Covered, Moment};

/// `plan.json`: what was planned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanFile {
    /// The experiment's name.
    pub name: String,
    /// The label of the contender that the others are compared with.
    pub compare_to: String,
    /// Which comparisons count when differences are marked.
    #[serde(default)]
    pub correction: Correction,
    /// When coverage is compared.
    pub checkpoints: Vec<Checkpoint>,
    /// The ids of the known defects of each subject.
    #[serde(default)]
    pub known_defects: BTreeMap<String, Vec<String>>,
    /// The trials, in the order in which they are to be run.
    pub trials: Vec<Trial>,
}

/// `trial.json`: a trial and its outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrialFile {
    /// The trial as planned.
    pub trial: Trial,
    /// Its outcome.
    #[serde(flatten)]
    pub outcome: TrialOutcome,
}

/// The outcome of a trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum TrialOutcome {
    /// It reached its end.
    Finished {
        /// When that was.
        #[serde(flatten)]
        end: Moment,
    },
    /// It ended before, and what it left is not counted.
    Crashed {
        /// Why.
        message: String,
    },
    /// Its subject did not build.
    NotBuilt {
        /// What the compiler said.
        message: String,
    },
}

/// A line of `inputs.jsonl`: an input that the campaign saved, and what its replay covers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InputLine {
    /// When it was saved.
    #[serde(flatten)]
    pub at: Moment,
    /// What it covers of the application's own code.
    pub application: Covered,
    /// What it covers of all code.
    pub all: Covered,
    /// The mutants that it kills and no earlier one, if kills were measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub killed: Option<Vec<u32>>,
}

/// A line of `failures.jsonl`: a failure that the campaign saw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FailureLine {
    /// When it was found.
    #[serde(flatten)]
    pub at: Moment,
    /// Its portable key, without callers.
    pub identity: String,
    /// The name of the known defect that it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defect: Option<String>,
}

/// A line of `children.jsonl`: a child and its parent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Child {
    /// Its mutation distance.
    pub distance: f64,
    /// Whether it was saved.
    pub saved: bool,
    /// Whether its parent is valid.
    pub parent_valid: bool,
    /// Whether it is valid itself.
    pub valid: bool,
}

/// A line of `heritability.jsonl`: a child of one operator and one pair of parents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HeritabilityLine {
    /// The subject's name.
    pub subject: String,
    /// The crossover operator's name.
    pub operator: String,
    /// Which pair of parents.
    pub pair: u32,
    /// The inheritance rate.
    pub rate: f64,
    /// Whether the child is a hybrid.
    pub hybrid: bool,
}

impl From<&Experiment> for PlanFile {
    fn from(experiment: &Experiment) -> Self {
        Self {
            name: experiment.name.clone(),
            compare_to: experiment.compare_to.clone(),
            correction: experiment.correction,
            checkpoints: experiment.measure.checkpoints.clone(),
            known_defects: experiment.known_defects.clone(),
            trials: experiment.plan().trials,
        }
    }
}

impl PlanFile {
    /// The subjects, in the order of the experiment.
    #[must_use]
    pub fn subjects(&self) -> Vec<&str> {
        firsts(self.trials.iter().map(|trial| trial.subject.as_str()))
    }

    /// The contenders, in the order of the experiment.
    #[must_use]
    pub fn contenders(&self) -> Vec<&str> {
        firsts(self.trials.iter().map(|trial| trial.contender.as_str()))
    }
}

/// Each name once, in the order in which they come first.
fn firsts<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut firsts = Vec::new();
    for name in names {
        if !firsts.contains(&name) {
            firsts.push(name);
        }
    }
    firsts
}
