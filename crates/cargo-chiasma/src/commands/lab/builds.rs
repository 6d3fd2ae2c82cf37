//! What an experiment needs built: its subjects, and the fuzz targets of other engines.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use chiasma_evolve::StrategyName;
use chiasma_lab::experiment::{Experiment, Runner, Trial};

use super::libfuzzer;
use super::subject::{Built, MutantBuilds};
use chiasma_campaign::Limits;
use chiasma_campaign::build::Executable;

/// What could be built, and why the rest could not.
#[derive(Debug, Default)]
pub(super) struct Builds {
    subjects: BTreeMap<String, Result<Built, String>>,
    /// The executables of fuzz targets, by manifest and name.
    targets: BTreeMap<(PathBuf, String), Result<Executable, String>>,
}

/// What a trial runs on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ready<'b> {
    pub(super) subject: &'b Built,
    /// The fuzz target of another engine, where that is what runs.
    pub(super) target: Option<&'b Executable>,
}

impl Builds {
    /// Builds what these trials need, and what heritability is to be measured of; paths are relative to
    /// `root`.
    pub(super) fn of(
        experiment: &Experiment,
        open: &[Trial],
        root: &Path,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Self {
        let mut builds = Self::default();
        let mut mutants = mutants(experiment, open);
        let all_needed = experiment.measure.heritability.is_some();
        for subject in &experiment.subjects {
            let is_needed = all_needed || open.iter().any(|trial| trial.subject == subject.name);
            if is_needed && !stop.load(Ordering::Relaxed) {
                let built =
                    attempt(&subject.name, || Built::of(subject, root, limits, &mut mutants));
                builds.subjects.insert(subject.name.clone(), built);
            }
        }
        for trial in open {
            let Some(name) = target_of(trial) else { continue };
            if !builds.targets.contains_key(&name) && !stop.load(Ordering::Relaxed) {
                let (manifest, target) = &name;
                let built = attempt(target, || libfuzzer::build(&root.join(manifest), target));
                builds.targets.insert(name, built);
            }
        }
        builds
    }

    /// What a trial runs on, or why it could not be built; nothing if that was not tried.
    pub(super) fn of_trial(&self, trial: &Trial) -> Option<Result<Ready<'_>, &str>> {
        let subject = match self.subjects.get(&trial.subject)? {
            Ok(subject) => subject,
            Err(message) => return Some(Err(message)),
        };
        let Some(name) = target_of(trial) else {
            return Some(Ok(Ready { subject, target: None }));
        };
        Some(match self.targets.get(&name)? {
            Ok(target) => Ok(Ready { subject, target: Some(target) }),
            Err(message) => Err(message),
        })
    }

    /// The subjects that could be built, by name.
    pub(super) fn subjects(&self) -> impl Iterator<Item = (&str, &Built)> {
        self.subjects.iter().filter_map(|(name, built)| Some((name.as_str(), built.as_ref().ok()?)))
    }
}

/// Builds with mutants, if they are needed: to measure kills, or for a strategy that looks at them.
fn mutants(experiment: &Experiment, open: &[Trial]) -> MutantBuilds {
    let watches = |trial: &Trial| match &trial.runner {
        Runner::Strategy { name, .. } => {
            name.parse::<StrategyName>().is_ok_and(StrategyName::watches_mutants)
        }
        Runner::Engine { .. } => false,
    };
    if experiment.measure.kills || open.iter().any(watches) {
        MutantBuilds::wanted()
    } else {
        MutantBuilds::default()
    }
}

/// The manifest and the name of a trial's fuzz target, if another engine runs it.
fn target_of(trial: &Trial) -> Option<(PathBuf, String)> {
    match &trial.runner {
        Runner::Strategy { .. } => None,
        Runner::Engine { manifest, target, .. } => Some((manifest.clone(), target.clone())),
    }
}

/// Builds something, and prints what it builds and why it failed.
fn attempt<T>(name: &str, build: impl FnOnce() -> Result<T>) -> Result<T, String> {
    note!("building {name}");
    build().map_err(|error| {
        let error = format!("{error:#}");
        note!("{name} cannot be built, and is left out: {error}");
        error
    })
}
