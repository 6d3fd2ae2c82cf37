//! The directory of an experiment's results.

use std::path::{Path, PathBuf};

use chiasma_campaign::{StatsLine, StatsRecord};

use super::ResultsError;
use super::aggregate::{self, aggregate};
use super::files::{
    Child, FailureLine, HeritabilityLine, InputLine, PlanFile, TrialFile, TrialOutcome,
};
use super::lines::{Skipped, read_lines, read_value, write_lines, write_value, write_whole};
use super::trial::TrialResult;
use crate::experiment::{Experiment, Trial, TrialId};
use crate::measures::{Covered, Growth};

/// The directory of an experiment's results.
#[derive(Debug, Clone)]
pub struct Directory {
    path: PathBuf,
}

/// How far an experiment is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Standing {
    /// The trials that reached their end.
    pub finished: Vec<Trial>,
    /// Those that crashed or whose subject did not build.
    pub failed: Vec<Trial>,
    /// Those still to be run, in the order of the plan.
    pub open: Vec<Trial>,
}

/// Everything that a directory holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    /// What was planned.
    pub plan: PlanFile,
    /// All planned trials, by subject, contender and number.
    pub trials: Vec<TrialResult>,
    /// What the crossover operators' children inherited.
    pub heritability: Vec<HeritabilityLine>,
    /// The lines that could not be read.
    pub skipped: Vec<Skipped>,
}

impl Directory {
    /// Begins an experiment, or continues it; fails if the directory holds another one's results.
    ///
    /// Trials that were added since are added; those that are there are kept.
    pub fn begin(path: &Path, experiment: &Experiment) -> Result<Self, ResultsError> {
        let directory = Self { path: path.to_owned() };
        let plan = PlanFile::from(experiment);
        for trial in &plan.trials {
            let known = directory.trial_file(&trial.id)?;
            if known.is_some_and(|known| known.trial != *trial) {
                let (path, trial) = (path.to_owned(), trial.id.to_string());
                return Err(ResultsError::OtherExperiment { path, trial });
            }
        }
        write_value(&directory.plan_path(), &plan)?;
        Ok(directory)
    }

    /// The results of an experiment that was begun here.
    #[must_use]
    pub fn open(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// How far the experiment is.
    pub fn standing(&self) -> Result<Standing, ResultsError> {
        let mut standing = Standing::default();
        for trial in self.plan()?.trials {
            match self.trial_file(&trial.id)?.map(|file| file.outcome) {
                Some(TrialOutcome::Finished { .. }) => standing.finished.push(trial),
                Some(_) => standing.failed.push(trial),
                None => standing.open.push(trial),
            }
        }
        Ok(standing)
    }

    /// Where the files of a trial are; its campaign writes `stats.jsonl` there itself.
    #[must_use]
    pub fn trial_path(&self, id: &TrialId) -> PathBuf {
        self.path.join("trials").join(id.as_str())
    }

    /// Writes what a trial saved, when it was replayed.
    pub fn write_inputs(&self, id: &TrialId, inputs: &[InputLine]) -> Result<(), ResultsError> {
        write_lines(&self.trial_path(id).join("inputs.jsonl"), inputs)
    }

    /// Writes the failures that a trial saw.
    pub fn write_failures(
        &self,
        id: &TrialId,
        failures: &[FailureLine],
    ) -> Result<(), ResultsError> {
        write_lines(&self.trial_path(id).join("failures.jsonl"), failures)
    }

    /// Writes the children that were measured in a trial.
    pub fn write_children(&self, id: &TrialId, children: &[Child]) -> Result<(), ResultsError> {
        write_lines(&self.trial_path(id).join("children.jsonl"), children)
    }

    /// Writes the outcome of a trial. To be called last: from then on the trial counts as run.
    pub fn write_outcome(&self, trial: &Trial, outcome: &TrialOutcome) -> Result<(), ResultsError> {
        let file = TrialFile { trial: trial.clone(), outcome: outcome.clone() };
        write_value(&self.trial_path(&trial.id).join("trial.json"), &file)
    }

    /// Deletes what a trial has left behind, so that it counts as not run.
    pub fn clear(&self, id: &TrialId) -> Result<(), ResultsError> {
        let path = self.trial_path(id);
        match std::fs::remove_dir_all(&path) {
            Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
                Err(ResultsError::File { action: "delete", path, cause })
            }
            _ => Ok(()),
        }
    }

    /// Writes what the crossover operators' children inherited.
    pub fn write_heritability(&self, lines: &[HeritabilityLine]) -> Result<(), ResultsError> {
        write_lines(&self.path.join("heritability.jsonl"), lines)
    }

    /// Reads everything, as far as it is whole.
    pub fn load(&self) -> Result<Results, ResultsError> {
        let plan = self.plan()?;
        let mut skipped = Vec::new();
        let mut trials = Vec::new();
        for trial in &plan.trials {
            trials.push(self.load_trial(trial, &mut skipped)?);
        }
        trials.sort_by(|a, b| a.trial.in_tables(&b.trial));
        let heritability = read_lines(&self.path.join("heritability.jsonl"), &mut skipped)?;
        Ok(Results { plan, trials, heritability, skipped })
    }

    /// Writes `results.csv` and `results.jsonl`: every number of every trial.
    pub fn write_aggregate(&self, results: &Results) -> Result<(), ResultsError> {
        let rows = aggregate(results);
        write_whole(&self.path.join("results.csv"), &aggregate::csv(&rows))?;
        write_lines(&self.path.join("results.jsonl"), &rows)
    }

    /// Writes another file of the results, such as the report.
    pub fn write(&self, name: &str, content: &str) -> Result<(), ResultsError> {
        write_whole(&self.path.join(name), content)
    }

    fn plan(&self) -> Result<PlanFile, ResultsError> {
        let path = self.plan_path();
        read_value(&path)?.ok_or_else(|| ResultsError::File {
            action: "read",
            path,
            cause: std::io::Error::other("this is no directory of an experiment's results"),
        })
    }

    fn load_trial(
        &self,
        trial: &Trial,
        skipped: &mut Vec<Skipped>,
    ) -> Result<TrialResult, ResultsError> {
        let path = self.trial_path(&trial.id);
        let stats: Vec<StatsLine> = read_lines(&path.join("stats.jsonl"), skipped)?;
        let last = stats.into_iter().rev().find_map(|line| match line.record {
            StatsRecord::Final(figures) => Some(figures),
            _ => None,
        });
        Ok(TrialResult {
            trial: trial.clone(),
            outcome: self.trial_file(&trial.id)?.map(|file| file.outcome),
            inputs: counted(read_lines(&path.join("inputs.jsonl"), skipped)?),
            failures: read_lines(&path.join("failures.jsonl"), skipped)?,
            children: read_lines(&path.join("children.jsonl"), skipped)?,
            stats: last,
        })
    }

    fn trial_file(&self, id: &TrialId) -> Result<Option<TrialFile>, ResultsError> {
        read_value(&self.trial_path(id).join("trial.json"))
    }

    fn plan_path(&self) -> PathBuf {
        self.path.join("plan.json")
    }
}

impl Results {
    /// The trials of a contender on a subject.
    pub fn of<'r>(
        &'r self,
        subject: &'r str,
        contender: &'r str,
    ) -> impl Iterator<Item = &'r TrialResult> {
        let is_of = move |trial: &Trial| trial.subject == subject && trial.contender == contender;
        self.trials.iter().filter(move |result| is_of(&result.trial))
    }
}

/// The same inputs in order, with their edges counted: those of a whole experiment would fill the memory,
/// and every table would count them again.
fn counted(mut inputs: Vec<InputLine>) -> Vec<InputLine> {
    inputs.sort_by(|a, b| a.at.in_time(&b.at));
    let (mut application, mut all) = (Growth::default(), Growth::default());
    for input in &mut inputs {
        input.application = Covered::Total(application.add(&input.application));
        input.all = Covered::Total(all.add(&input.all));
    }
    inputs
}
