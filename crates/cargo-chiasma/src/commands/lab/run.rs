//! `cargo chiasma lab run`: all trials of an experiment, several at a time, and what is measured after.

use chiasma_core::display::counted;
use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use chiasma_campaign::quantity::show_time;
use chiasma_evolve::strategies;
use chiasma_lab::defects::Defects;
use chiasma_lab::experiment::{Experiment, KnownSetting, KnownStrategy, Surroundings, Trial};
use chiasma_lab::results::{Directory, HeritabilityLine, ResultsError, TrialOutcome};

use super::builds::Builds;
use super::progress::Progress;
use super::{crossing, report, surroundings, trial};
use crate::exit::{Exit, STOPPED_AT_ONCE};
use crate::options::LabRunOptions;
use chiasma_campaign::store::{self, shown};
use chiasma_campaign::{Fault, Limits};

/// The one engine beside ours.
const LIBFUZZER: &str = "libfuzzer";

static STOP: AtomicBool = AtomicBool::new(false);

/// Runs an experiment, or what is left of it.
pub(super) fn run(options: &LabRunOptions) -> Result<Exit> {
    let mut experiment = read(&options.file)?;
    let root = options.file.parent().unwrap_or(Path::new("")).to_owned();
    for (subject, defects) in defects_of(&experiment, &root)? {
        let ids = defects.of(&subject).map(|defect| defect.id.clone()).collect();
        experiment.known_defects.insert(subject, ids);
    }
    let path = match &options.out {
        Some(path) => path.clone(),
        None => root.join("results").join(&experiment.name),
    };
    let trials = experiment.plan().trials.len();
    note!("{}", estimate(&experiment, trials));
    if options.dry_run {
        surroundings::check(&experiment, &root)?;
        return Ok(Exit::Passed);
    }
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            chiasma_campaign::kill_rest();
            std::process::exit(STOPPED_AT_ONCE.into());
        }
        note!("stopping; the same command goes on from here");
    })
    .context("cannot listen for Ctrl-C")?;
    let directory = Directory::begin(&path, &experiment)?;
    let standing = directory.standing()?;
    let done = standing.finished.len();
    if done > 0 {
        note!("{done} of {} there already", counted(trials, "trial"));
    }
    let open: Vec<Trial> = standing.failed.into_iter().chain(standing.open).collect();
    let lab = Lab { experiment, directory, limits: options.limits.limits() };
    let builds = Builds::of(&lab.experiment, &open, &root, &lab.limits, &STOP);
    lab.run_trials(&builds, open, done);
    if STOP.load(Ordering::Relaxed) {
        bail!("stopped; `cargo chiasma lab run {}` goes on", options.file.display());
    }
    lab.measure_heritability(&builds)?;
    note!("results: {}", shown(&path));
    report::run(&path)
}

/// The lists of known defects, by subject.
pub(super) fn defects_of(experiment: &Experiment, root: &Path) -> Result<Vec<(String, Defects)>> {
    let listed = experiment.subjects.iter().filter_map(|subject| {
        let path = root.join(subject.defects.as_ref()?);
        let defects = Defects::load(&path);
        Some(
            defects
                .map(|defects| (subject.name.clone(), defects))
                .with_context(|| format!("the defects of {}", subject.name)),
        )
    });
    listed.collect()
}

/// Reads and checks the experiment's file.
pub(super) fn read(path: &Path) -> Result<Experiment> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let known: Vec<KnownStrategy> = strategies()
        .iter()
        .map(|strategy| KnownStrategy {
            name: strategy.name.to_owned(),
            settings: strategy
                .settings()
                .known()
                .iter()
                .map(|setting| KnownSetting {
                    name: setting.name.to_owned(),
                    min: setting.min,
                    max: setting.max,
                })
                .collect(),
        })
        .collect();
    let root = path.parent().unwrap_or(Path::new(""));
    let has_file = |path: &Path| root.join(path).is_file();
    let surroundings =
        Surroundings { strategies: &known, engines: &[LIBFUZZER], has_file: &has_file };
    Experiment::parse(&text, surroundings)
        .map_err(|problems| Fault::Mistake.error(format!("{}:\n{problems}", path.display())))
}

fn estimate(experiment: &Experiment, trials: usize) -> String {
    let cores = experiment.cores;
    let [trials, contenders, subjects] = [
        (trials, "trial"),
        (experiment.contenders.len(), "contender"),
        (experiment.subjects.len(), "subject"),
    ]
    .map(|(number, what)| counted(number, what));
    let time = match experiment.estimate(None) {
        Some(time) => format!("about {}, builds and measurements not counted", show_time(time)),
        None => "trials end after a number of runs".to_owned(),
    };
    format!(
        "{}: {trials} ({contenders}, {subjects}, {} each), {cores} at a \
         time: {time}",
        experiment.name, experiment.trials
    )
}

struct Lab {
    experiment: Experiment,
    directory: Directory,
    limits: Limits,
}

impl Lab {
    /// Runs the open trials, as many at a time as there are cores for.
    fn run_trials(&self, builds: &Builds, open: Vec<Trial>, done: usize) {
        let progress = Progress::new(done + open.len(), done, self.experiment.cores);
        let queue = Mutex::new(VecDeque::from(open));
        let next = || queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop_front();
        std::thread::scope(|scope| {
            for _ in 0..self.experiment.cores {
                scope.spawn(|| {
                    while !STOP.load(Ordering::Relaxed)
                        && let Some(trial) = next()
                    {
                        self.run_trial(&trial, builds, &progress);
                    }
                });
            }
        });
    }

    fn run_trial(&self, trial: &Trial, builds: &Builds, progress: &Progress) {
        let began = Instant::now();
        let (outcome, ended) = match builds.of_trial(trial) {
            None => return,
            Some(Err(message)) => {
                let error = anyhow::anyhow!("it cannot be built");
                (TrialOutcome::NotBuilt { message: message.to_owned() }, Err(error))
            }
            Some(Ok(ready)) => {
                let measure = &self.experiment.measure;
                let ended = trial::run(trial, ready, measure, &self.directory, &STOP);
                let Some(ended) = ended.transpose() else { return };
                (trial::outcome(&ended), ended)
            }
        };
        // Written first: what was said to have ended is not run again.
        let ended = match self.write_outcome(trial, &outcome) {
            Ok(()) => ended,
            Err(error) => Err(error.into()),
        };
        progress.ended(trial, began, &ended);
    }

    /// Writes the outcome of a trial. The files of one that did not finish are deleted, since they do not count:
    /// on a full disk there must be room for the message that it is full. If not even that can be written,
    /// the trial is run again.
    fn write_outcome(&self, trial: &Trial, outcome: &TrialOutcome) -> Result<(), ResultsError> {
        if !matches!(outcome, TrialOutcome::Finished { .. }) {
            self.directory.clear(&trial.id)?;
            return self.directory.write_outcome(trial, outcome);
        }
        self.directory.write_outcome(trial, outcome).inspect_err(|error| {
            let crashed = TrialOutcome::Crashed { message: error.to_string() };
            let _ = self.write_outcome(trial, &crashed);
        })
    }

    /// Crosses what the trials of one contender saved.
    fn measure_heritability(&self, builds: &Builds) -> Result<()> {
        let Some(wanted) = &self.experiment.measure.heritability else { return Ok(()) };
        let finished = self.directory.standing()?.finished;
        let mut lines: Vec<HeritabilityLine> = Vec::new();
        for (name, subject) in builds.subjects() {
            note!("crossing {} of {name}", counted(wanted.pairs, "pair"));
            let corpora = finished
                .iter()
                .filter(|trial| trial.subject == name && trial.contender == wanted.corpora)
                .map(|trial| self.corpus(trial))
                .collect::<Result<Vec<_>>>()?;
            match crossing::measure(subject, &corpora, wanted, self.experiment.seed) {
                Ok(measured) => lines.extend(measured),
                Err(error) => note!("{name}: heritability cannot be measured: {error:#}"),
            }
        }
        Ok(self.directory.write_heritability(&lines)?)
    }

    /// What a trial saved.
    fn corpus(&self, trial: &Trial) -> Result<Vec<chiasma_runtime::protocol::Input>> {
        let corpus = self.directory.trial_path(&trial.id).join("corpus");
        let files = crate::commands::readable(store::load_all(&corpus)?).into_iter();
        Ok(files.map(store::SavedFile::into_input).collect())
    }
}
