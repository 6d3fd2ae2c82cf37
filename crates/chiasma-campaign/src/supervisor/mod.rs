//! The supervisor: starts workers, handles their reports, enforces limits, saves what they find, and
//! replaces those that die.

mod campaign;
mod corpus;
mod diagnosis;
mod finds;
mod hints;
mod intake;
mod shrinking;
mod slot;
mod work;

use chiasma_core::display::counted;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use chiasma_core::{Death, Seed};
use chiasma_evolve::{Facts, StrategyName};
use chiasma_runtime::protocol::{FuzzPlan, GivenInput, Input, Job, Order, Report, Status};

use crate::clock::Clock;
use crate::event::{Event, FoundFailure};
use crate::failure::key_of_failure;
use crate::fault::Fault;
use crate::reason::Reasons;
use crate::stats::Figures;
use crate::symbols::Symbols;
use crate::targeting;
use crate::worker::{Exit, Heard, Timeout, Worker, WorkerId, may_be_a_kill};
pub use campaign::{Campaign, Limits, Summary};
use corpus::Corpus;
use diagnosis::{Diagnosis, Undiagnosed};
use finds::Unsaved;
use hints::Hints;
use intake::Intake;
use shrinking::BeingShrunk;
use slot::{Died, Slot, shares};

/// Interval at which limits are enforced.
const TICK: Duration = Duration::from_millis(10);
/// Interval at which figures are reported.
const FIGURES: Duration = Duration::from_secs(1);
/// Number of deaths in a row, without a run between them, that ends the campaign.
const MAX_FAILED_STARTS: u32 = 10;

/// A worker id that is unique in this process.
pub fn next_worker_id() -> WorkerId {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

struct Supervisor<'c> {
    campaign: Campaign<'c>,
    directory: PathBuf,
    symbols: Symbols,
    /// What is known of the target.
    facts: Facts,
    sender: Sender<(WorkerId, Heard)>,
    receiver: Receiver<(WorkerId, Heard)>,
    slots: Vec<Slot>,
    /// The last figures of workers that have ended.
    finished: Vec<Status>,
    shrinking: Option<BeingShrunk>,
    hints: Option<Hints>,
    /// The inputs of other campaigns, if there are others.
    intake: Option<Intake>,
    /// Places among the failures, with the text of each.
    to_shrink: VecDeque<(usize, String)>,
    corpus: Corpus,
    /// Why kept inputs are invalid.
    reasons: Reasons,
    kept: u64,
    failures: Vec<FoundFailure>,
    /// Files that could not be written yet, and are tried again.
    unsaved: Vec<Unsaved>,
    diagnosis: Diagnosis,
    started: Instant,
    /// The processor time of workers that have ended.
    past_processor_time: Duration,
    /// Number of runs made twice, because a worker died before they were in a checkpoint.
    repeated: u64,
    failed_starts: u32,
    /// A hash of the states in which searches ended.
    fingerprint: u64,
    /// Whether workers that die are not replaced any more.
    ending: bool,
    has_warned_of_coverage: bool,
    has_warned_of_calls: bool,
    figures: Figures,
}

impl Supervisor<'_> {
    fn run(&mut self) -> Result<Summary> {
        let bred = self.breed();
        // Also after an error: what is in memory is saved.
        let ended = self.end();
        bred.and(ended)
    }

    /// Breeds until the campaign is over.
    fn breed(&mut self) -> Result<()> {
        let given = self.load_corpus()?;
        self.tell(&Event::Started {
            property: self.campaign.property.path.clone(),
            strategy: self.campaign.strategy.name().to_owned(),
            seed: self.campaign.seed,
            workers: self.campaign.workers,
            corpus: self.corpus.len(),
        });
        self.learn_facts()?;
        // What was learned before does not count for the time that the campaign may take.
        self.started = Instant::now();
        for (number, share) in (0..).zip(shares(self.campaign.executions, self.campaign.workers)) {
            let seed = match number {
                0 => self.campaign.seed,
                number => Seed(self.campaign.seed).child(number).0,
            };
            let plan = self.plan(seed, share, given.clone());
            let worker = self.start_worker(plan)?;
            self.slots.push(Slot::new(worker, seed, share, given.clone().into()));
        }
        drop(given);
        let mut next_figures = Instant::now() + FIGURES;
        while !self.is_over() {
            self.listen(TICK)?;
            self.enforce_limits();
            self.take_in()?;
            for slot in &mut self.slots {
                if slot.schedule.is_due() {
                    // A worker that has ended is noticed by its socket.
                    let _ = slot.worker.order(&Order::Save {});
                }
            }
            if Instant::now() >= next_figures {
                next_figures += FIGURES;
                self.retry();
                for slot in &mut self.slots {
                    let _ = slot.worker.order(&Order::Report {});
                }
                self.count(FIGURES);
                self.report_to_others();
                let event = Event::Figures(self.figures.clone());
                self.tell(&event);
            }
            self.diagnose_next();
            self.shrink_next();
        }
        Ok(())
    }

    fn tell(&mut self, event: &Event) {
        for listener in &mut self.campaign.listeners {
            listener.on(event);
        }
    }

    fn is_over(&self) -> bool {
        let campaign = &self.campaign;
        campaign.stop.load(Ordering::Relaxed)
            || campaign.time.is_some_and(|time| self.elapsed() >= time)
            || self.slots.iter().all(|slot| slot.done)
    }

    /// The time that the campaign has taken, by its clock.
    fn elapsed(&self) -> Duration {
        match self.campaign.clock {
            Clock::Wall => self.started.elapsed(),
            Clock::Processor => {
                let breeding = self.slots.iter().map(|slot| slot.worker.processor_time());
                self.past_processor_time + breeding.sum::<Duration>()
            }
        }
    }

    /// Finds out what the strategy wants to know about the target; the campaign goes on without it.
    ///
    /// The default wants constants only if they are to be had: without a record of how the tests were compiled
    /// (`--instrument` of other crates) there are none, and that is no warning unless constants or types were asked for.
    fn learn_facts(&mut self) -> Result<()> {
        let Campaign { property, strategy, limits, settings, .. } = &self.campaign;
        let mut all = strategy.settings();
        for setting in settings {
            all.set(setting)?;
        }
        let is_asked_for = *strategy != StrategyName::preferred()
            || settings
                .iter()
                .any(|setting| ["constants", "types"].iter().any(|name| setting.contains(name)));
        match targeting::facts(property, limits, strategy.wanted_facts(&all)) {
            Ok(facts) => self.facts = facts,
            Err(error) if is_asked_for => {
                self.tell(&Event::Warning(format!("no targeting, fuzzing without: {error:#}")));
            }
            Err(_) => {}
        }
        Ok(())
    }

    /// The plan of a new worker.
    fn plan(&self, seed: u64, executions: u64, given: Vec<GivenInput>) -> FuzzPlan {
        let campaign = &self.campaign;
        FuzzPlan {
            strategy: campaign.strategy.name().to_owned(),
            settings: campaign.settings.clone(),
            facts: self.facts.clone(),
            seed,
            executions,
            max_size: campaign.limits.max_size,
            snapshot: None,
            given,
            deadly: Vec::new(),
            samples: campaign.samples,
            mutants: campaign.property.binary.mutants.clone(),
            has_siblings: campaign.workers > 1,
            has_hints: self.hints.is_some(),
            checks_connection: false,
        }
    }

    fn start_worker(&self, plan: FuzzPlan) -> Result<Worker> {
        let (job, max_size) = (Job::Fuzz { plan }, self.campaign.limits.max_size);
        let (property, id) = (self.campaign.property, next_worker_id());
        Worker::start(property, &self.directory, id, max_size, &job, &self.sender)
    }

    /// Starts a worker that continues from the last checkpoint of the one in this slot.
    fn replace_worker(&mut self, at: usize) -> Result<()> {
        let slot = &self.slots[at];
        let (given, deadly) = slot.for_successor();
        let snapshot = (!slot.snapshot.is_empty()).then(|| slot.snapshot.clone());
        let plan = FuzzPlan {
            snapshot,
            deadly,
            checks_connection: slot.checks_connection,
            ..self.plan(slot.seed, slot.executions, given)
        };
        self.slots[at].worker = self.start_worker(plan)?;
        Ok(())
    }

    /// Handles the messages that have arrived, after waiting for at most `time` for the first.
    fn listen(&mut self, time: Duration) -> Result<()> {
        let Ok((id, heard)) = self.receiver.recv_timeout(time) else { return Ok(()) };
        self.handle(id, heard)?;
        // For a while only: messages may come without end, and limits have to be enforced.
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
        let is_timed = self.campaign.executions.is_none();
        for slot in &mut self.slots {
            let patience = if is_timed { slot.patience(timeout) } else { Timeout::Whole(timeout) };
            slot.worker.enforce(patience, memory);
        }
        let shrinking = self.shrinking.iter_mut().map(|shrunk| &mut shrunk.worker);
        let comparing = self.hints.iter_mut().filter_map(Hints::worker);
        for worker in shrinking.chain(comparing) {
            worker.enforce(Timeout::Whole(timeout), memory);
        }
    }

    fn handle(&mut self, id: WorkerId, heard: Heard) -> Result<()> {
        if self.shrinking.as_ref().is_some_and(|shrunk| shrunk.worker.id == id) {
            self.handle_shrinking(heard);
            return Ok(());
        }
        if self.hints.as_mut().and_then(Hints::worker).is_some_and(|worker| worker.id == id) {
            return self.handle_comparing(heard);
        }
        let Some(at) = self.slots.iter().position(|slot| slot.worker.id == id) else {
            return Ok(());
        };
        match heard {
            Heard::Closed => self.worker_ended(at),
            Heard::Report(report) => self.handle_report(at, *report),
        }
    }

    fn handle_report(&mut self, at: usize, report: Report) -> Result<()> {
        match report {
            Report::Ready { edges } => {
                self.slots[at].worker.set_ready();
                self.count_edges(edges);
            }
            Report::Kept { input, covered, run, past, why, .. } => {
                self.reasons.count(&why);
                let moment = self.moment(Some(run));
                self.ask_for_hints(at, &input.bytes)?;
                self.keep(at, input, past, covered, moment);
            }
            Report::Smaller { given } => self.share(at, &given),
            Report::Checkpoint { delta, counts, micros, phases } => {
                self.slots[at].save(delta, counts, Duration::from_micros(micros), phases);
            }
            Report::Sampled { sample } => self.tell(&Event::Sampled(sample)),
            Report::Failed { input, failure, run } => {
                let key = key_of_failure(&failure, &self.symbols);
                if !self.is_known(&key) {
                    let (at, shrinks) = (self.moment(Some(run)), self.campaign.shrinks);
                    self.found(key, failure.message, &input, at, shrinks);
                }
            }
            Report::Overflowed { bytes, stacks, run } => {
                let (input, moment) = (Input::Bytes { bytes, seed: 0 }, self.moment(Some(run)));
                let output = "the stack overflowed".to_owned();
                let death = Death::StackOverflow;
                let hung_for = Duration::ZERO;
                self.diagnose(Undiagnosed { death, output, stacks, input, moment, hung_for });
            }
            Report::Status { status } => {
                self.warn_of_calls(status.has_left_out_calls);
                self.slots[at].status = status;
            }
            Report::Done {} => self.slots[at].done = true,
            Report::Trouble { message } => anyhow::bail!("{message}"),
            _ => {}
        }
        Ok(())
    }

    /// Says once that calls of a plain generator are not known.
    fn warn_of_calls(&mut self, has_left_out: bool) {
        if has_left_out && !self.has_warned_of_calls {
            self.has_warned_of_calls = true;
            self.tell(&Event::Warning(
                "the calls of an `arbitrary` generator cannot be told, so its inputs are bred by values only: this needs \
                 `process_vm_readv`, which the system seems to refuse (in a container, allow that call)"
                    .to_owned(),
            ));
        }
    }

    /// Takes note of how many edges the target has; without any, breeding is blind, which is reported.
    fn count_edges(&mut self, edges: u64) {
        if edges == 0 && !self.has_warned_of_coverage {
            self.has_warned_of_coverage = true;
            self.tell(&Event::Warning(
                "there is no coverage in this build, so inputs are drawn at random and none is kept; do --instrument and \
                 --exclude leave a crate, and is the tested code in a crate that is built for the target?"
                    .to_owned(),
            ));
        }
        self.figures.edges = edges;
    }

    /// Handles the end of a worker: it has done its job, or it died.
    fn worker_ended(&mut self, at: usize) -> Result<()> {
        let Exit { death, output, stacks, published, progress, processor_time, hung_for } =
            self.slots[at].worker.wait_for_exit();
        self.past_processor_time += processor_time;
        // Before its replacement goes on.
        let moment = self.moment(None);
        let Some(death) = death else {
            let slot = self.slots.remove(at);
            self.fingerprint ^= slot.snapshot.fingerprint();
            self.finished.push(slot.into_status());
            return Ok(());
        };
        self.failed_starts = if progress.started == 0 { self.failed_starts + 1 } else { 0 };
        self.figures.replaced += 1;
        if death == Death::Timeout {
            self.figures.timeouts += 1;
            self.figures.timeout_seconds += hung_for.as_secs_f64();
        }
        let Died { repeated, is_last_input_to_blame } = self.slots[at].died(death, progress);
        self.repeated += repeated;
        if !self.ending {
            let (at, reason) = (self.elapsed(), death.to_string());
            self.tell(&Event::WorkerReplaced { at, reason });
        }
        if self.failed_starts == MAX_FAILED_STARTS {
            self.slots.remove(at);
            // The target's own fault, and so the user's, unless something kills processes here.
            let fault = if may_be_a_kill(death) { Fault::Machine } else { Fault::Mistake };
            return Err(fault.error(format!(
                "{MAX_FAILED_STARTS} workers in a row died before they had run anything \
                 ({death}):\n{output}"
            )));
        }
        // First the replacement, then the diagnosis, so that breeding continues meanwhile; but where nothing can
        // be started any more, the input is not lost.
        let replaced = if self.ending {
            let slot = self.slots.remove(at);
            self.finished.push(slot.into_status());
            Ok(())
        } else {
            self.replace_worker(at).inspect_err(|_| {
                let slot = self.slots.remove(at);
                self.finished.push(slot.into_status());
            })
        };
        if is_last_input_to_blame {
            let input = Input::Bytes { bytes: published.bytes, seed: published.seed };
            self.diagnose(Undiagnosed { death, output, stacks, input, moment, hung_for });
        }
        replaced
    }

    /// Stops the workers, handles their last reports, and finishes shrinking.
    fn end(&mut self) -> Result<Summary> {
        self.ending = true;
        for slot in &mut self.slots {
            let _ = slot.worker.order(&Order::Stop {});
        }
        let deadline = Instant::now() + self.campaign.limits.timeout + Duration::from_secs(2);
        let mut heard = Ok(());
        while !self.slots.is_empty() && Instant::now() < deadline {
            heard = heard.and(self.listen(TICK));
            self.enforce_limits();
        }
        self.stop_comparing();
        self.retry();
        while !self.diagnosis.is_idle() {
            self.diagnose_next();
            heard = heard.and(self.listen(TICK));
        }
        let failures = self.to_shrink.len() + usize::from(self.shrinking.is_some());
        if failures > 0 {
            self.tell(&Event::Finishing { failures, seconds: shrinking::SHRINK_SECONDS });
        }
        while self.shrinking.is_some() || !self.to_shrink.is_empty() {
            self.shrink_next();
            heard = heard.and(self.listen(TICK));
            self.enforce_limits();
        }
        self.save_undiagnosed();
        self.retry();
        let elapsed = self.elapsed();
        self.count(elapsed);
        self.figures.runs_per_second = self.figures.runs as f64 / elapsed.as_secs_f64();
        self.finish_exchange();
        self.figures.state = Some(format!("{:016x}", self.fingerprint));
        let last = self.figures.clone();
        self.tell(&Event::Ended(last));
        let number = counted(self.unsaved.len(), "input");
        for unsaved in &self.unsaved {
            unsaved.write().with_context(|| format!("{number} could not be saved"))?;
        }
        heard?;
        let (failures, figures) = (std::mem::take(&mut self.failures), self.figures.clone());
        Ok(Summary { kept: self.kept, failures, figures })
    }
}
