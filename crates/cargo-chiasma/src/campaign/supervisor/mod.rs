//! The supervisor: starts workers, hears them, keeps them within limits, saves what they find, and
//! replaces those that die.

mod corpus;
mod finds;
mod shrinking;
mod work;

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use chiasma_core::Seed;
use chiasma_evolve::StrategyName;
use chiasma_runtime::Outcome;
use chiasma_runtime::protocol::{FuzzPlan, Input, Job, Order, Report};

use super::event::{Event, FailureSeen, Listener, Moment, PhasesSeen, Snapshot};
use super::failure::Identity;
use super::recording::record;
use crate::options::LimitOptions;
use crate::property::Property;
use crate::store::{self, Store};
use crate::symbols::Symbols;
use crate::worker::{Burial, Heard, Worker, WorkerId};
use corpus::Corpus;
use finds::Unsaved;
use work::Work;

/// How often workers are looked after.
const TICK: Duration = Duration::from_millis(10);
/// How often a snapshot is taken.
const SNAPSHOT: Duration = Duration::from_secs(1);
/// So many deaths in a row without a single run between them end the campaign.
const MAX_STILLBORN: u32 = 10;

/// What no run may exceed.
#[derive(Debug, Clone)]
pub struct Limits {
    pub timeout: Duration,
    pub memory: u64,
    pub max_size: u32,
}

impl From<&LimitOptions> for Limits {
    fn from(options: &LimitOptions) -> Self {
        let LimitOptions { timeout, memory, max_size } = *options;
        Self { timeout, memory, max_size }
    }
}

/// A number for a worker that no other has.
pub fn next_worker_id() -> WorkerId {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A campaign for one property.
pub struct Campaign<'c> {
    pub property: &'c Property,
    pub store: Store,
    pub strategy: StrategyName,
    /// Its settings that are not the default, each as `name=value`; known to be good.
    pub settings: Vec<String>,
    pub seed: u64,
    pub workers: usize,
    pub limits: Limits,
    /// Whether failures are made simpler while it goes on; that takes a processor of its own.
    pub shrinks: bool,
    /// When to stop.
    pub time: Option<Duration>,
    pub executions: Option<u64>,
    /// Set when somebody wants it to stop.
    pub stop: &'c AtomicBool,
    pub listeners: Vec<Box<dyn Listener + 'c>>,
}

/// What came of a campaign.
#[derive(Debug)]
pub struct Summary {
    /// How many inputs were added to the corpus.
    pub kept: u64,
    /// The failures that were found, and not known before.
    pub failures: Vec<FailureSeen>,
}

impl Campaign<'_> {
    /// Runs it to its end.
    pub fn run(self) -> Result<Summary> {
        self.store.prepare()?;
        let directory = tempfile::Builder::new()
            .prefix("chiasma-")
            .tempdir()
            .context("cannot create a temporary directory")?;
        let symbols = Symbols::of(&self.property.binary.executable)?;
        let (sender, receiver) = channel();
        let mut supervisor = Supervisor {
            campaign: self,
            directory: directory.path().to_owned(),
            symbols,
            sender,
            receiver,
            workers: Vec::new(),
            shrinking: None,
            to_shrink: VecDeque::new(),
            corpus: Corpus::default(),
            kept: 0,
            known: HashSet::new(),
            failures: Vec::new(),
            unsaved: Vec::new(),
            started: Instant::now(),
            past: Totals::default(),
            past_work: Work::default(),
            generation: 0,
            stillborn: 0,
            ending: false,
            snapshot: Snapshot::default(),
        };
        supervisor.run()
    }
}

/// What a worker had done when it was last asked.
#[derive(Debug, Clone, Copy, Default)]
struct Totals {
    runs: u64,
    valid: u64,
}

struct Active {
    worker: Worker,
    /// How many runs it may make.
    executions: u64,
    /// What it said of itself last.
    population: u64,
    covered: u64,
    unstable: u64,
    work: Work,
    diversity: Vec<f64>,
    done: bool,
}

struct Supervisor<'c> {
    campaign: Campaign<'c>,
    directory: PathBuf,
    symbols: Symbols,
    sender: Sender<(WorkerId, Heard)>,
    receiver: Receiver<(WorkerId, Heard)>,
    workers: Vec<Active>,
    shrinking: Option<(Worker, usize)>,
    to_shrink: VecDeque<usize>,
    corpus: Corpus,
    kept: u64,
    known: HashSet<Identity>,
    failures: Vec<(Identity, FailureSeen)>,
    /// What could not be written yet: nothing is lost while we are alive.
    unsaved: Vec<Unsaved>,
    started: Instant,
    past: Totals,
    /// What those did that have ended.
    past_work: Work,
    generation: u64,
    stillborn: u32,
    /// Whether those that die are not replaced any more.
    ending: bool,
    snapshot: Snapshot,
}

impl Supervisor<'_> {
    fn run(&mut self) -> Result<Summary> {
        self.load_corpus()?;
        self.tell(&Event::Started {
            property: self.campaign.property.path.clone(),
            strategy: self.campaign.strategy.name().to_owned(),
            seed: self.campaign.seed,
            workers: self.campaign.workers,
            corpus: self.corpus.len(),
        });
        for share in shares(self.campaign.executions, self.campaign.workers) {
            self.start_worker(share)?;
        }
        let mut next_snapshot = Instant::now() + SNAPSHOT;
        while !self.is_over() {
            self.listen(TICK)?;
            self.enforce_limits();
            if Instant::now() >= next_snapshot {
                next_snapshot += SNAPSHOT;
                self.retry_unsaved();
                for active in &mut self.workers {
                    // A worker that is gone is noticed by its socket.
                    let _ = active.worker.order(&Order::Report {});
                }
                self.take_snapshot(SNAPSHOT);
                let event = Event::Snapshot(self.snapshot.clone());
                self.tell(&event);
            }
            self.shrink_next()?;
        }
        self.end()
    }

    fn tell(&mut self, event: &Event) {
        for listener in &mut self.campaign.listeners {
            listener.on(event);
        }
    }

    fn is_over(&self) -> bool {
        let campaign = &self.campaign;
        campaign.stop.load(Ordering::Relaxed)
            || campaign.time.is_some_and(|time| self.started.elapsed() >= time)
            || self.workers.iter().all(|active| active.done)
    }

    /// Generates every saved input once, to have its bytes and to know which do not generate any more.
    fn load_corpus(&mut self) -> Result<()> {
        let files = self.campaign.store.load_corpus()?;
        let inputs: Vec<Input> =
            files.iter().map(|file| Input::Chi { text: file.text.clone() }).collect();
        let campaign = &self.campaign;
        let recorded =
            |inputs: &[Input]| record(campaign.property, &campaign.limits, inputs, &mut |_| ());
        let mut recordings = recorded(&inputs)?;
        for (recording, input) in recordings.iter_mut().zip(&inputs) {
            // Its process may have died of something else.
            if recording.is_err()
                && let Some(again) = recorded(std::slice::from_ref(input))?.pop()
            {
                *recording = again;
            }
        }
        for (recording, file) in recordings.into_iter().zip(&files) {
            match recording {
                Ok(recording) => drop(self.corpus.add(&recording.bytes)),
                Err(reason) => {
                    let path = store::shown(&file.path);
                    self.tell(&Event::Warning(format!("{path} is left out: {reason}")));
                }
            }
        }
        Ok(())
    }

    fn start_worker(&mut self, executions: u64) -> Result<()> {
        let campaign = &self.campaign;
        let id = next_worker_id();
        let seed = match self.generation {
            0 => campaign.seed,
            generation => Seed(campaign.seed).child(generation).0,
        };
        self.generation += 1;
        let (remembered, inputs) = self.corpus.for_worker();
        let plan = FuzzPlan {
            strategy: campaign.strategy.name().to_owned(),
            settings: campaign.settings.clone(),
            seed,
            executions,
            max_size: campaign.limits.max_size,
            remembered,
            inputs,
            observe: false,
        };
        let (job, max_size) = (Job::Fuzz { plan }, campaign.limits.max_size);
        let worker =
            Worker::start(campaign.property, &self.directory, id, max_size, &job, &self.sender)?;
        self.workers.push(Active {
            worker,
            executions,
            population: 0,
            covered: 0,
            unstable: 0,
            work: Work::default(),
            diversity: Vec::new(),
            done: false,
        });
        Ok(())
    }

    /// Hears what there is to hear, and waits for at most `time` for it.
    fn listen(&mut self, time: Duration) -> Result<()> {
        let Ok((id, heard)) = self.receiver.recv_timeout(time) else { return Ok(()) };
        self.handle(id, heard)?;
        // For a while: there may be no end to it, and there is more to do than to listen.
        let until = Instant::now() + TICK;
        while Instant::now() < until
            && let Ok((id, heard)) = self.receiver.try_recv()
        {
            self.handle(id, heard)?;
        }
        Ok(())
    }

    fn enforce_limits(&mut self) {
        let Limits { timeout, memory, .. } = self.campaign.limits;
        let breeding = self.workers.iter_mut().map(|active| &mut active.worker);
        for worker in breeding.chain(self.shrinking.iter_mut().map(|(worker, _)| worker)) {
            worker.enforce(timeout, memory);
        }
    }

    fn handle(&mut self, id: WorkerId, heard: Heard) -> Result<()> {
        if self.shrinking.as_ref().is_some_and(|(worker, _)| worker.id == id) {
            return self.handle_shrinking(heard);
        }
        let Some(at) = self.workers.iter().position(|active| active.worker.id == id) else {
            return Ok(());
        };
        match heard {
            Heard::Closed => self.worker_ended(at),
            Heard::Report(report) => self.handle_report(at, *report),
        }
    }

    fn handle_report(&mut self, at: usize, report: Report) -> Result<()> {
        match report {
            Report::Ready { edges } => self.snapshot.edges = edges,
            Report::Kept { input, covered, run, past, .. } => {
                let moment = self.moment(Some(run));
                self.keep(at, &input, past, covered, moment);
            }
            Report::Taken { bytes, past } => self.corpus.settle(&bytes, past),
            Report::Failed { input, outcome: Outcome::Failed { failure }, run } => {
                let identity = Identity::of_failure(&failure, &self.symbols);
                let message = failure.message.clone();
                let shrinks = self.campaign.shrinks;
                self.found(identity, message, &input, self.moment(Some(run)), shrinks);
            }
            Report::Status { population, covered, unstable, yields, diversity, phases } => {
                let active = &mut self.workers[at];
                active.population = population;
                active.covered = covered;
                active.unstable = unstable;
                active.work = Work::of(&yields, phases);
                active.diversity = diversity.into_iter().map(f64::from_bits).collect();
            }
            Report::Done {} => self.workers[at].done = true,
            Report::Trouble { message } => anyhow::bail!("{message}"),
            _ => {}
        }
        Ok(())
    }

    /// A worker has ended: by itself, or of an input.
    fn worker_ended(&mut self, at: usize) -> Result<()> {
        let active = self.workers.remove(at);
        self.absorb(&active);
        let Burial { death, output, published, progress } = active.worker.bury();
        // The run that it died in counts, or else a target that always dies never comes to an end.
        let died_in_a_run = progress.started != progress.finished;
        let runs = progress.children + u64::from(died_in_a_run);
        self.past.runs += runs;
        self.past.valid += progress.valid;
        // One that has done its part is not replaced.
        let Some(death) = death else { return Ok(()) };
        self.stillborn = if progress.started == 0 { self.stillborn + 1 } else { 0 };
        self.snapshot.replaced += 1;
        if !self.ending {
            let (at, reason) = (self.started.elapsed(), death.reason());
            self.tell(&Event::WorkerReplaced { at, reason });
        }
        self.corpus.remove(&published.bytes);
        if self.stillborn > MAX_STILLBORN {
            anyhow::bail!(
                "{} workers in a row died before they had run anything ({}):\n{output}",
                MAX_STILLBORN,
                death.reason()
            );
        }
        // First the replacement, then the inquest: breeding goes on meanwhile.
        if !self.ending {
            self.start_worker(active.executions.saturating_sub(runs))?;
        }
        self.inquest(&death, &output, Input::Bytes { bytes: published.bytes, seed: published.seed })
    }

    /// Now, or when a lone worker made its run of this number.
    pub(super) fn moment(&self, run: Option<u64>) -> Moment {
        let runs = match run {
            Some(run) if self.campaign.workers == 1 => self.past.runs + run,
            _ => self.totals().runs,
        };
        Moment { time: self.started.elapsed(), runs }
    }

    fn totals(&self) -> Totals {
        let mut totals = self.past;
        for active in &self.workers {
            let progress = active.worker.progress();
            totals.runs += progress.children;
            totals.valid += progress.valid;
        }
        totals
    }

    fn take_snapshot(&mut self, since: Duration) {
        let totals = self.totals();
        let snapshot = &mut self.snapshot;
        let new = totals.runs.saturating_sub(snapshot.runs);
        snapshot.runs_per_second = new as f64 / since.as_secs_f64();
        snapshot.seconds = self.started.elapsed().as_secs_f64();
        snapshot.runs = totals.runs;
        snapshot.valid_share = totals.valid as f64 / totals.runs.max(1) as f64;
        snapshot.corpus = self.corpus.len();
        snapshot.failures = self.failures.len();
        let most = |of: fn(&Active) -> u64| self.workers.iter().map(of).max();
        snapshot.covered = most(|active| active.covered).unwrap_or(0).max(snapshot.covered);
        snapshot.population = most(|active| active.population).unwrap_or(snapshot.population);
        snapshot.unstable = most(|active| active.unstable).unwrap_or(0).max(snapshot.unstable);
        let mut work = self.past_work.clone();
        for active in &self.workers {
            work.add(&active.work);
        }
        snapshot.phases = PhasesSeen::of(&work.phases, snapshot.seconds);
        snapshot.operators = work.operators;
        // One that has just begun has not said yet.
        if let Some(first) = self.workers.iter().find(|active| !active.diversity.is_empty()) {
            snapshot.diversity.clone_from(&first.diversity);
        }
    }

    /// Stops the workers, hears their last words, and finishes what is being shrunk.
    fn end(&mut self) -> Result<Summary> {
        self.ending = true;
        for active in &mut self.workers {
            let _ = active.worker.order(&Order::Stop {});
        }
        let patience = Instant::now() + self.campaign.limits.timeout + Duration::from_secs(2);
        while !self.workers.is_empty() && Instant::now() < patience {
            self.listen(TICK)?;
            self.enforce_limits();
        }
        while self.shrinking.is_some() || !self.to_shrink.is_empty() {
            self.shrink_next()?;
            self.listen(TICK)?;
            self.enforce_limits();
        }
        self.retry_unsaved();
        let elapsed = self.started.elapsed();
        self.take_snapshot(elapsed);
        self.snapshot.runs_per_second = self.snapshot.runs as f64 / elapsed.as_secs_f64();
        let last = self.snapshot.clone();
        self.tell(&Event::Ended(last));
        if let Some(Unsaved { directory, name, text, .. }) = self.unsaved.first() {
            let why = store::save(directory, name, text).err();
            anyhow::bail!(
                "{} inputs could not be written, such as {}{}",
                self.unsaved.len(),
                directory.join(format!("{name}.chi")).display(),
                why.map_or_else(String::new, |why| format!(": {why}"))
            );
        }
        let failures = self.failures.drain(..).map(|(_, seen)| seen).collect();
        Ok(Summary { kept: self.kept, failures })
    }

    fn absorb(&mut self, active: &Active) {
        let snapshot = &mut self.snapshot;
        snapshot.covered = snapshot.covered.max(active.covered);
        snapshot.population = active.population;
        snapshot.unstable = snapshot.unstable.max(active.unstable);
        if !active.diversity.is_empty() {
            snapshot.diversity.clone_from(&active.diversity);
        }
        self.past_work.add(&active.work);
    }
}

/// Shares out the runs, the first ones getting what does not divide; without a limit all may go on.
fn shares(executions: Option<u64>, workers: usize) -> Vec<u64> {
    let Some(executions) = executions else { return vec![u64::MAX; workers] };
    let (each, rest) = (executions / workers as u64, executions % workers as u64);
    (0..workers as u64).map(|worker| each + u64::from(worker < rest)).collect()
}
