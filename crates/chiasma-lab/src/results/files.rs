//! What the files say, line by line.

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
    /// The trials, in the order in which they are to be run.
    pub trials: Vec<Trial>,
}

/// `trial.json`: a trial and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrialFile {
    /// The trial as planned.
    pub trial: Trial,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What came of a trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// It went on to its end.
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
pub struct SavedInput {
    /// When it was saved.
    #[serde(flatten)]
    pub at: Moment,
    /// What it covers of the application's own code.
    pub application: Covered,
    /// What it covers of all code.
    pub all: Covered,
}

/// A line of `failures.jsonl`: a failure that the campaign saw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FailureLine {
    /// When it was found.
    #[serde(flatten)]
    pub at: Moment,
    /// What it is known by.
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

/// The last line of `stats.jsonl`, as far as it is reported; what a campaign does not tell is empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stats {
    /// What kind of line it is; `final` for the last one.
    pub kind: String,
    /// The share of runs whose input was valid.
    pub valid_share: Option<f64>,
    /// What each operator brought in.
    pub operators: Vec<OperatorYield>,
    /// The Hill numbers of the valid runs' behaviour: b0, b1 and b2.
    pub diversity: Vec<f64>,
    /// Where the time went.
    pub phases: Option<Phases>,
    /// Runs that were made besides those of the children.
    pub extra_runs: Option<ExtraRuns>,
}

/// Runs that a campaign made besides those of the children.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraRuns {
    /// To confirm that an input shows something new.
    pub confirmations: u64,
    /// Inputs generated once more, and not run, for their structure.
    pub traces: u64,
    /// Runs made twice, because a worker died before they were in a checkpoint.
    pub repeated: u64,
}

/// What an operator brought in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorYield {
    /// Its name.
    pub name: String,
    /// The children that it had a part in.
    pub children: u64,
    /// Those that were kept.
    pub kept: u64,
}

/// Where the time of a campaign went, in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Phases {
    /// Breeding a child.
    pub modify: f64,
    /// Generating its value.
    pub generate: f64,
    /// Running the target on it.
    pub run: f64,
    /// Looking at the counters.
    pub scan: f64,
    /// Running an input again that shows something new.
    pub confirm: f64,
    /// Looking at the structure of an input that is kept.
    pub trace: f64,
    /// Telling the supervisor, and saving the state of the search.
    pub send: f64,
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

impl ExtraRuns {
    /// How many there were of each kind, by name.
    #[must_use]
    pub fn named(self) -> [(&'static str, u64); 3] {
        [
            ("confirmations", self.confirmations),
            ("traces", self.traces),
            ("repeated", self.repeated),
        ]
    }
}

impl Phases {
    /// The phases by name, in the order in which a child goes through them.
    #[must_use]
    pub fn named(self) -> [(&'static str, f64); 7] {
        [
            ("modify", self.modify),
            ("generate", self.generate),
            ("run", self.run),
            ("scan", self.scan),
            ("confirm", self.confirm),
            ("trace", self.trace),
            ("send", self.send),
        ]
    }
}

impl From<&Experiment> for PlanFile {
    fn from(experiment: &Experiment) -> Self {
        Self {
            name: experiment.name.clone(),
            compare_to: experiment.compare_to.clone(),
            correction: experiment.correction,
            checkpoints: experiment.measure.checkpoints.clone(),
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
