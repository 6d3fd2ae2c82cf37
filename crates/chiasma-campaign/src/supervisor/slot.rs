//! The slot of a worker in a campaign: its process, and the state that outlives the process.

use std::collections::VecDeque;
use std::mem;
use std::time::{Duration, Instant};

use chiasma_core::Death;
use chiasma_evolve::{Counts, Delta, Snapshot};
use chiasma_runtime::protocol::{GivenInput, Order, PhaseTicks, Status, Turn};
use chiasma_runtime::shared::Progress;

use crate::worker::{MAX_KILLS, RunTimes, Timeout, Worker, may_be_a_kill};

/// A run that takes so many times as long as others is ended while breeding by time,
const SLOW: u32 = 1_000;
/// but not before this part of the time that it may take.
const MIN_PATIENCE: u32 = 20;
/// and not before so many runs have shown how long others take.
const MIN_RUNS: u64 = 20;

/// A worker, and the state with which its successor continues.
pub(super) struct Slot {
    pub(super) worker: Worker,
    /// The runs of its predecessors, without those that killed them.
    past_runs: RunTimes,
    /// The time that its predecessors spent in each phase, up to their last checkpoints.
    pub(super) past_phases: PhaseTicks,
    /// The seed of its search.
    pub(super) seed: u64,
    /// Maximum number of runs.
    pub(super) executions: u64,
    /// Its search, as of the last checkpoint.
    pub(super) snapshot: Snapshot,
    /// Its counts at that checkpoint.
    saved: Counts,
    /// Inputs from elsewhere that are not in the snapshot yet.
    inbox: VecDeque<GivenInput>,
    /// Number of inputs from elsewhere whose judgement is awaited, of all that it was ever given.
    awaited: u64,
    /// Turns that killed workers since the snapshot.
    deadly: Vec<Turn>,
    /// The turn during which the worker was last killed from outside, and how often in a row.
    kills: (Turn, u32),
    /// Whether the worker looks after every turn whether the target has closed its connection.
    pub(super) checks_connection: bool,
    pub(super) schedule: Schedule,
    /// Its last report of figures.
    pub(super) status: Status,
    /// Whether it has done its job.
    pub(super) done: bool,
}

impl Slot {
    /// The slot of a worker that has just been started.
    pub(super) fn new(
        worker: Worker,
        seed: u64,
        executions: u64,
        inbox: VecDeque<GivenInput>,
    ) -> Self {
        Self {
            worker,
            past_runs: RunTimes::default(),
            past_phases: PhaseTicks::default(),
            seed,
            executions,
            snapshot: Snapshot::default(),
            saved: Counts::default(),
            inbox,
            awaited: 0,
            deadly: Vec::new(),
            kills: (Turn::default(), 0),
            checks_connection: false,
            schedule: Schedule::new(),
            status: Status::default(),
            done: false,
        }
    }

    /// Inputs that its successor is given, and turns that it must skip.
    pub(super) fn for_successor(&self) -> (Vec<GivenInput>, Vec<Turn>) {
        (self.inbox.iter().cloned().collect(), self.deadly.clone())
    }

    /// Gives the worker an input that another one found.
    pub(super) fn give(&mut self, given: &GivenInput) {
        self.inbox.push_back(given.clone());
        // A worker that has ended is noticed by its socket; its successor gets what is in the inbox.
        let _ = self.worker.order(&Order::Take { given: given.clone() });
    }

    /// Awaits the judgement of everything that it was given.
    pub(super) fn await_judgement(&mut self) {
        self.awaited = self.saved.given + self.inbox.len() as u64;
    }

    /// Whether what is awaited has been judged.
    pub(super) fn has_judged(&self) -> bool {
        self.done || self.status.counts.given >= self.awaited
    }

    /// Gives the worker the inputs that comparisons of one of its own suggest.
    pub(super) fn give_hints(&mut self, proposed: Vec<Vec<u8>>) {
        let given = proposed.into_iter().map(|bytes| GivenInput { bytes, past: None });
        let given: Vec<GivenInput> = given.collect();
        self.inbox.extend(given.iter().cloned());
        let _ = self.worker.order(&Order::TryHints { given });
    }

    /// Applies a checkpoint.
    pub(super) fn save(
        &mut self,
        delta: Delta,
        counts: Counts,
        took: Duration,
        phases: PhaseTicks,
    ) {
        self.snapshot.apply(delta);
        let taken = counts.given.saturating_sub(self.saved.given) as usize;
        self.inbox.drain(..taken.min(self.inbox.len()));
        self.deadly.retain(|turn| turn.run > counts.runs || turn.given > counts.given);
        self.saved = counts;
        self.status.phases = phases;
        self.schedule.saved(took);
    }

    /// The figures of its worker and of those before it.
    pub(super) fn into_status(mut self) -> Status {
        self.status.phases += self.past_phases;
        self.status
    }

    /// Number of children run. A worker that has just been started has not told yet that it continues another's count.
    pub(super) fn children(&self) -> u64 {
        self.worker.progress().children.max(self.saved.runs)
    }

    /// Number of those whose input was valid.
    pub(super) fn valid(&self) -> u64 {
        self.worker.progress().valid.max(self.saved.valid)
    }

    /// How long a run may take while breeding by time, where any may take `timeout`.
    ///
    /// A run that takes a thousand times as long as others is not worth waiting for. It is ended, and examined beside
    /// breeding with all the time that it may take: then it is known whether it hangs.
    pub(super) fn patience(&self, timeout: Duration) -> Timeout {
        patience(self.past_runs + self.worker.runs(), timeout)
    }

    /// Records a death, and the turn to skip if the input caused it.
    pub(super) fn died(&mut self, death: Death, progress: Progress) -> Died {
        self.schedule.died();
        self.past_runs = self.past_runs + self.worker.runs();
        self.past_phases += mem::take(&mut self.status.phases);
        // A worker notices late that its connection is gone, unless it looks after every turn.
        let is_last_input_to_blame = death != Death::Disconnected || self.checks_connection;
        self.checks_connection |= death == Death::Disconnected;
        if is_last_input_to_blame {
            self.blame(death, progress);
        }
        // Its successor continues from the last checkpoint, and so do the figures.
        self.status.counts = self.saved;
        let repeated = progress.children.saturating_sub(self.saved.runs);
        Died { repeated, is_last_input_to_blame }
    }

    /// Has the last turn skipped from now on, if it caused the death.
    fn blame(&mut self, death: Death, progress: Progress) {
        let turn = progress.turn;
        // After the connection was closed the run goes on to its end; any other death is during a run, or it came
        // from outside.
        let is_in_its_turn = progress.in_a_run() || death == Death::Disconnected;
        if turn == Turn::default() || !is_in_its_turn {
            return;
        }
        if may_be_a_kill(death) {
            let times = if self.kills.0 == turn { self.kills.1 + 1 } else { 1 };
            self.kills = (turn, times);
            if times < MAX_KILLS {
                return;
            }
        }
        self.deadly.push(turn);
    }
}

/// How long a run may take beside others that took so long, where any may take `timeout`.
fn patience(others: RunTimes, timeout: Duration) -> Timeout {
    let mean = others.time.div_f64(others.runs.max(1) as f64);
    let patience = (mean * SLOW).max(timeout / MIN_PATIENCE);
    let is_known = others.runs >= MIN_RUNS;
    if is_known && patience < timeout { Timeout::Part(patience) } else { Timeout::Whole(timeout) }
}

/// What follows from a death.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Died {
    /// Number of runs since the last checkpoint, which the successor repeats.
    pub(super) repeated: u64,
    /// Whether the input that was published last caused the death, as far as can be told.
    pub(super) is_last_input_to_blame: bool,
}

/// Divides the runs among the workers, the first ones getting the remainder; without a limit none has one.
pub(super) fn shares(executions: Option<u64>, workers: usize) -> Vec<u64> {
    let Some(executions) = executions else { return vec![u64::MAX; workers] };
    let (each, rest) = (executions / workers as u64, executions % workers as u64);
    (0..workers as u64).map(|worker| each + u64::from(worker < rest)).collect()
}

/// When to request checkpoints: often enough that little has to be repeated after a death, and while no worker
/// dies so rarely that they take little of the time.
#[derive(Debug)]
pub(super) struct Schedule {
    started: Instant,
    last: Instant,
    /// Whether a requested one has not arrived yet.
    pending: bool,
    /// How long one takes.
    cost: Duration,
    deaths: u32,
}

/// The longest time without a checkpoint. Most of what one takes is for the members that are new since the last, so that a
/// rare one takes longer.
const MAX_INTERVAL: Duration = Duration::from_secs(1);
/// Minimum time between checkpoints while no worker dies, as a multiple of what one takes.
const MIN_RATIO: u32 = 50;

impl Schedule {
    fn new() -> Self {
        let now = Instant::now();
        Self { started: now, last: now, pending: false, cost: Duration::ZERO, deaths: 0 }
    }

    /// Whether to request a checkpoint now; if so, it counts as requested.
    pub(super) fn is_due(&mut self) -> bool {
        let is_due = !self.pending
            && self.last.elapsed() >= interval(self.cost, self.deaths, self.started.elapsed());
        self.pending |= is_due;
        is_due
    }

    fn saved(&mut self, took: Duration) {
        // Sending it takes about as long as putting it together. Where many members are new it takes much longer, which
        // says nothing of the next one: those have to be sent once, however often that is done.
        let cost = took * 2;
        self.cost = if self.cost.is_zero() { cost } else { cost.min(self.cost * 2) };
        self.last = Instant::now();
        self.pending = false;
    }

    fn died(&mut self) {
        self.deaths += 1;
        // It may have seemed to take long on a busy machine only; if none came since, that must not keep
        // the next one from coming in time.
        self.cost /= 2;
        self.last = Instant::now();
        self.pending = false;
    }
}

/// The time from one checkpoint to the next that loses least (Young's formula): with an interval t, saving
/// takes cost/t of the time, and a death costs t/2 on average.
fn interval(cost: Duration, deaths: u32, elapsed: Duration) -> Duration {
    // As if one death had come in the first ten seconds, so that the first one is not too expensive.
    let deaths_per_second = f64::from(deaths + 1) / (elapsed.as_secs_f64() + 10.0);
    let best = (2.0 * cost.as_secs_f64() / deaths_per_second).sqrt();
    let least = if deaths == 0 { cost * MIN_RATIO } else { Duration::ZERO };
    Duration::from_secs_f64(best).max(least).min(MAX_INTERVAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_divided_among_workers_and_none_is_lost() {
        assert_eq!(shares(Some(11), 3), [4, 4, 3]);
        assert_eq!(shares(Some(1), 2), [1, 0]);
        assert_eq!(shares(None, 2), [u64::MAX; 2]);
    }

    #[test]
    fn a_run_is_waited_for_as_long_as_others_suggest() {
        let (ms, timeout) = (Duration::from_millis, Duration::from_secs(10));
        let after = |runs, time| patience(RunTimes { runs, time }, timeout);
        assert_eq!(after(19, ms(1)), Timeout::Whole(timeout), "too few to know");
        assert_eq!(after(1_000, ms(10)), Timeout::Part(ms(500)), "a twentieth at least");
        assert_eq!(after(1_000, ms(2_000)), Timeout::Part(ms(2_000)), "a thousand times the mean");
        assert_eq!(after(20, ms(400)), Timeout::Whole(timeout), "all runs are slow");
    }

    #[test]
    fn checkpoints_come_more_often_where_workers_die_and_never_cost_too_much() {
        let ms = Duration::from_millis;
        let quiet = interval(ms(1), 0, Duration::from_secs(60));
        let deadly = interval(ms(1), 300, Duration::from_secs(60));
        assert!((ms(300)..ms(500)).contains(&quiet), "{quiet:?}");
        assert!((ms(15)..ms(30)).contains(&deadly), "{deadly:?}");
        assert_eq!(interval(ms(10), 0, Duration::ZERO), ms(500), "one part in fifty");
        assert_eq!(interval(ms(100), 0, Duration::from_secs(60)), MAX_INTERVAL);
    }
}
