//! One trial: a campaign, and the measurement of what it saved.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, anyhow};
use chiasma_evolve::StrategyName;
use chiasma_lab::experiment::{Budget, Measure, Runner, Trial};
use chiasma_lab::measures::Covered;
use chiasma_lab::results::{Directory, FailureLine, TrialOutcome};
use chiasma_runtime::protocol::Input;

use super::builds::Ready;
use super::distances::Samples;
use super::subject::Built;
use super::{libfuzzer, replaying};
use crate::screens::stats::Stats;
use chiasma_campaign::store::{self, Store};
use chiasma_campaign::{Campaign, Clock, Event, Listener, Moment};

/// The result of a campaign.
#[derive(Debug)]
pub(super) struct CampaignResult {
    /// The inputs that it saved, those that fail included, in the order in which it did.
    pub(super) inputs: Vec<Input>,
    /// When it saved each of them.
    pub(super) saved: Vec<Moment>,
    pub(super) failures: Vec<FailureLine>,
    pub(super) samples: Samples,
    pub(super) end: Moment,
}

/// The figures of a trial that has ended, for its line of progress.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) end: Moment,
    /// Edges of all code, as the report counts them.
    pub(super) edges: usize,
    /// Those of the application's own code.
    pub(super) application_edges: usize,
    pub(super) defects: usize,
}

/// Runs a trial and writes its files, but for its outcome; nothing if it was stopped.
pub(super) fn run(
    trial: &Trial,
    ready: Ready<'_>,
    measure: &Measure,
    directory: &Directory,
    stop: &AtomicBool,
) -> Result<Option<Ended>> {
    let path = directory.trial_path(&trial.id);
    // What a trial that was stopped has left behind.
    directory.clear(&trial.id)?;
    fs::create_dir_all(&path).with_context(|| format!("cannot create {}", path.display()))?;
    let Ready { subject, target } = ready;
    let result = match target {
        Some(target) => libfuzzer::run(trial, subject, target, &path, stop)?,
        None => fuzz(trial, subject, measure, &path, stop)?,
    };
    let Some(result) = result else { return Ok(None) };
    let mut covered = replaying::replay(trial, subject, &result)?;
    if measure.kills && target.is_none() {
        replaying::add_kills(subject, &result, &mut covered)?;
    }
    directory.write_inputs(&trial.id, &covered)?;
    directory.write_failures(&trial.id, &result.failures)?;
    if measure.children > 0 && target.is_none() {
        let Some(children) = result.samples.measure(stop) else { return Ok(None) };
        directory.write_children(&trial.id, &children)?;
    }
    let count = |covered: &Covered| match covered {
        Covered::Edges(edges) => edges.len(),
        Covered::Total(_) => 0,
    };
    let edges = covered.iter().map(|input| count(&input.all)).sum();
    let application_edges = covered.iter().map(|input| count(&input.application)).sum();
    let mut defects: Vec<&str> =
        result.failures.iter().filter_map(|failure| failure.defect.as_deref()).collect();
    defects.sort_unstable();
    defects.dedup();
    Ok(Some(Ended { end: result.end, edges, application_edges, defects: defects.len() }))
}

/// The outcome of a trial, as it is written to its file.
pub(super) fn outcome(ended: &Result<Ended>) -> TrialOutcome {
    match ended {
        Ok(ended) => TrialOutcome::Finished { end: ended.end },
        Err(error) => TrialOutcome::Crashed { message: format!("{error:#}") },
    }
}

/// Runs a campaign of ours.
fn fuzz(
    trial: &Trial,
    subject: &Built,
    measure: &Measure,
    path: &Path,
    stop: &AtomicBool,
) -> Result<Option<CampaignResult>> {
    let (strategy, settings) = strategy(&trial.runner)?;
    let mut all_settings = strategy.settings();
    for setting in &settings {
        all_settings.set(setting)?;
    }
    let stats = path.join("stats.jsonl");
    Stats::create(&stats)?;
    let store = Store { corpus: path.join("corpus"), failures: path.join("failures") };
    let recorder = Recorder { subject, store: store.clone(), recorded: Arc::default() };
    let recorded = Arc::clone(&recorder.recorded);
    let (time, clock, executions) = match trial.budget {
        Budget::Time(time) => (Some(time), Clock::Wall, None),
        Budget::CpuTime(time) => (Some(time), Clock::Processor, None),
        Budget::Executions(runs) => (None, Clock::Wall, Some(runs)),
    };
    // Strategies that do not look at mutants do not bear their cost.
    let property = if strategy.watches_mutants() { subject.mutated()? } else { &subject.property };
    let campaign = Campaign {
        property,
        comparing: subject.comparing(&all_settings)?,
        store,
        strategy,
        settings,
        seed: trial.seed,
        workers: 1,
        limits: subject.limits.clone(),
        // It would use a processor that the comparison does not count.
        shrinks: false,
        time,
        clock,
        executions,
        samples: measure.children.into(),
        stop,
        exchange: None,
        listeners: vec![Box::new(Stats::open(&stats)?), Box::new(recorder)],
    };
    campaign.run()?;
    let mut recorded = recorded.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let Record { saved, failures, samples, end } = std::mem::take(&mut *recorded);
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let end = end.context("the campaign has not reported its end")?;
    let load =
        |(file, _): &(PathBuf, Moment)| -> Result<Input> { Ok(store::load(file)?.into_input()) };
    let inputs = saved.iter().map(load).collect::<Result<_>>()?;
    let saved = saved.into_iter().map(|(_, at)| at).collect();
    Ok(Some(CampaignResult { inputs, saved, failures, samples, end }))
}

/// The strategy of a trial, and its settings as the command line has them.
pub(super) fn strategy(runner: &Runner) -> Result<(StrategyName, Vec<String>)> {
    let Runner::Strategy { name, settings } = runner else {
        return Err(anyhow!("this trial is run by another engine"));
    };
    let settings = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    Ok((name.parse()?, settings))
}

/// What a recorder has received.
#[derive(Debug, Default)]
struct Record {
    /// The files that were saved, those that fail included, and when they were.
    saved: Vec<(PathBuf, Moment)>,
    failures: Vec<FailureLine>,
    samples: Samples,
    end: Option<Moment>,
}

/// A listener that records what a trial needs.
struct Recorder<'s> {
    subject: &'s Built,
    store: Store,
    recorded: Arc<Mutex<Record>>,
}

impl Listener for Recorder<'_> {
    fn on(&mut self, event: &Event) {
        let mut recorded = self.recorded.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match event {
            Event::Kept { name, at, .. } => {
                recorded.saved.push((self.store.corpus_file(name), *at));
            }
            // The papers replay failures as well: what only fails on the way to new code covers it, too.
            Event::Failed(failure) => {
                recorded.saved.push((failure.file.clone(), failure.at));
                recorded.failures.push(self.subject.failure(&failure.key, failure.at));
            }
            Event::Sampled(sample) => recorded.samples.add(sample.clone()),
            Event::Ended(figures) => {
                recorded.end = Some(Moment { seconds: figures.seconds, runs: figures.runs });
            }
            _ => {}
        }
    }
}
