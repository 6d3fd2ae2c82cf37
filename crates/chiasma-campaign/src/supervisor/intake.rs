//! Taking in the inputs of other campaigns: in batches, and never for more than a part of the time.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use chiasma_core::FailureKey;
use chiasma_runtime::protocol::{Depth, Detail, GivenInput, Input, Order, RecordedInput};

use super::{Campaign, Supervisor};
use crate::event::Event;
use crate::examine::{Examined, examine};
use crate::exchange::{Arrival, Exchange};
use crate::failure::FailureFile;
use crate::property::Property;
use crate::recording::record;
use crate::scratch::Scratch;
use crate::supervisor::Limits;

/// Interval at which arrivals are looked for.
const LOOK: Duration = Duration::from_millis(100);
/// A batch that takes longer is followed by a smaller one.
const LONG: Duration = Duration::from_millis(200);
/// Minimum time that a batch which could not be read counts as having taken.
const RETRY: Duration = Duration::from_secs(1);
/// Minimum pause after a batch that took all there was. Each batch is read by a process of its own, so a few inputs at a time
/// would cost more than running them.
const GATHER: Duration = Duration::from_secs(1);
/// Pause after a batch, as a multiple of what it took: whoever floods the others takes a quarter of their time at most.
const PAUSE: u32 = 3;
/// Bounds of the number of inputs in a batch.
const MIN_BATCH: usize = 16;
const MAX_BATCH: usize = 1_024;

/// The inputs of other campaigns on their way to the workers.
pub(super) struct Intake {
    exchange: Box<dyn Exchange>,
    to_read: Sender<Vec<Arrival>>,
    read: Receiver<Result<Vec<Read>>>,
    state: State,
    /// The batch that is being read; read again if that fails.
    batch: Vec<Arrival>,
    /// Number of inputs in the next batch.
    size: usize,
    /// Whether the current batch left others waiting, as far as is known.
    is_more_waiting: bool,
}

/// What is being done with the current batch.
enum State {
    /// There is none; the next is looked for then.
    Waiting { until: Instant },
    /// It is being generated, by a process of its own.
    Reading { since: Instant },
    /// The workers run it.
    Judging { since: Instant },
}

/// An arrival, as this build reads it.
enum Read {
    Input { bytes: Vec<u8> },
    Failure { examined: Box<Examined> },
}

impl Intake {
    pub(super) fn new(exchange: Box<dyn Exchange>, property: &Property, limits: &Limits) -> Self {
        let (to_read, batches) = channel::<Vec<Arrival>>();
        let (done, read) = channel();
        let (property, limits) = (property.clone(), limits.clone());
        thread::spawn(move || {
            for batch in batches {
                if done.send(read_batch(&property, &limits, batch)).is_err() {
                    return;
                }
            }
        });
        let state = State::Waiting { until: Instant::now() };
        Self {
            exchange,
            to_read,
            read,
            state,
            batch: Vec::new(),
            size: MIN_BATCH,
            is_more_waiting: false,
        }
    }

    /// After a batch: the size of the next, and when it may come.
    fn rest(&mut self, took: Duration) {
        let pause = pause_after(took, self.is_more_waiting);
        self.size = next_size(self.size, took);
        self.state = State::Waiting { until: Instant::now() + pause };
    }
}

/// The pause after a batch that took so long.
fn pause_after(took: Duration, is_more_waiting: bool) -> Duration {
    (took * PAUSE).max(if is_more_waiting { LOOK } else { GATHER })
}

/// The size of the next batch, after one of this size took so long.
fn next_size(size: usize, took: Duration) -> usize {
    if took > LONG { (size / 2).max(MIN_BATCH) } else { (size * 2).min(MAX_BATCH) }
}

/// Has the generator read all arrivals. What it cannot read is left out: it is the input of another build, or garbage.
fn read_batch(property: &Property, limits: &Limits, batch: Vec<Arrival>) -> Result<Vec<Read>> {
    let (mut inputs, mut read) = (Vec::new(), Vec::new());
    for arrival in batch {
        match arrival {
            Arrival::Input { content } => inputs.push(Input::Chi { content }),
            Arrival::Failure { text } => {
                let (input, directory) =
                    (Input::Chi { content: text.into_bytes() }, Scratch::new()?);
                let examined = examine(property, directory.path(), limits, input, Depth::Run {})?;
                read.push(Read::Failure { examined: Box::new(examined) });
            }
        }
    }
    let recordings = record(property, limits, &inputs, Detail::Bytes {}, &mut |_| ())?;
    let bytes = recordings.into_iter().flatten().map(|recording| recording.bytes);
    read.extend(bytes.map(|bytes| Read::Input { bytes }));
    Ok(read)
}

impl Supervisor<'_> {
    /// Passes on an input that was kept.
    pub(super) fn pass_on(&mut self, content: &[u8]) {
        if let Some(intake) = &mut self.intake {
            intake.exchange.kept(content);
        }
    }

    /// Passes on an input that fails.
    pub(super) fn pass_on_failure(&mut self, text: &str) {
        if let Some(intake) = &mut self.intake {
            intake.exchange.failed(text);
        }
    }

    /// Passes on the figures, and tells what there is to tell of the exchange.
    pub(super) fn report_to_others(&mut self) {
        let Some(intake) = &mut self.intake else { return };
        self.figures.exchange = Some(intake.exchange.report(&self.figures));
        for notice in intake.exchange.notices() {
            self.tell(&Event::Warning(notice));
        }
    }

    /// Does the next step of taking in what others have found.
    pub(super) fn take_in(&mut self) -> Result<()> {
        let Some(intake) = &mut self.intake else { return Ok(()) };
        match intake.state {
            State::Waiting { until } => {
                if Instant::now() >= until {
                    self.take_next_batch();
                }
            }
            State::Reading { since } => match intake.read.try_recv() {
                Err(TryRecvError::Empty) => {}
                Ok(Ok(read)) => {
                    intake.batch.clear();
                    intake.state = State::Judging { since };
                    self.give_to_workers(read);
                }
                Ok(Err(error)) => {
                    // The machine has run out of something.
                    intake.rest(since.elapsed().max(RETRY));
                    let message = format!("inputs of others cannot be read now: {error:#}");
                    self.tell(&Event::Warning(message));
                }
                Err(TryRecvError::Disconnected) => {
                    anyhow::bail!("the thread that reads the inputs of others has ended");
                }
            },
            State::Judging { since } => {
                // What is not saved yet would be lost if this process were killed now.
                if self.unsaved.is_empty() && self.slots.iter().all(|slot| slot.has_judged()) {
                    intake.exchange.judged();
                    intake.rest(since.elapsed());
                }
            }
        }
        Ok(())
    }

    fn take_next_batch(&mut self) {
        let Some(intake) = &mut self.intake else { return };
        let mut batch = std::mem::take(&mut intake.batch);
        if batch.is_empty() {
            batch = intake.exchange.arrivals(intake.size);
            intake.is_more_waiting = batch.len() == intake.size;
            batch.retain(|arrival| match arrival {
                Arrival::Input { .. } => true,
                Arrival::Failure { text } => !self.failures_have(text),
            });
        }
        let Some(intake) = &mut self.intake else { return };
        if batch.is_empty() {
            // Among what was read may be inputs of this campaign that are not saved yet: the stream brings them back if this
            // process is killed now.
            if self.unsaved.is_empty() {
                intake.exchange.judged();
            }
            intake.state = State::Waiting { until: Instant::now() + LOOK };
            return;
        }
        // If the thread is gone, that is noticed when its answer is asked for.
        let _ = intake.to_read.send(batch.clone());
        intake.batch = batch;
        intake.state = State::Reading { since: Instant::now() };
    }

    /// Whether a failure of another campaign is saved here already.
    fn failures_have(&self, text: &str) -> bool {
        let Ok(key) = FailureKey::of_chi(text) else { return false };
        let Campaign { store, .. } = &self.campaign;
        self.failures.iter().any(|found| found.key == key)
            || matches!(FailureFile::find(&store.failures, &key, &[]), FailureFile::Saved(_))
    }

    fn give_to_workers(&mut self, read: Vec<Read>) {
        for read in read {
            match read {
                Read::Input { bytes } if self.corpus.contains(&bytes) => {}
                Read::Input { bytes } => {
                    let given = GivenInput { bytes, past: None };
                    self.slots.iter_mut().for_each(|slot| slot.give(&given));
                }
                Read::Failure { examined } => self.found_by_others(*examined),
            }
        }
        for slot in &mut self.slots {
            slot.await_judgement();
            // Answered once everything before it has been run.
            let _ = slot.worker.order(&Order::Report {});
        }
    }

    /// Saves a failure of another campaign, if the input fails here, too.
    fn found_by_others(&mut self, examined: Examined) {
        let Some(key) = examined.key(&self.symbols) else { return };
        let message = examined.message(&self.symbols);
        let Examined { bytes, lines, values, .. } = examined;
        let input = RecordedInput { bytes, lines, values };
        // Whoever found it shrinks it.
        self.found(key, message, &input, self.moment(None), false);
    }

    /// At the end of the campaign: passes on what is left.
    pub(super) fn finish_exchange(&mut self) {
        if let Some(intake) = &mut self.intake {
            intake.exchange.finish();
        }
        self.report_to_others();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_while_they_are_quick_and_shrink_when_they_take_long() {
        let quick = LONG / 2;
        assert_eq!(next_size(MIN_BATCH, quick), 2 * MIN_BATCH);
        assert_eq!(next_size(MAX_BATCH, quick), MAX_BATCH);
        assert_eq!(next_size(MAX_BATCH, 2 * LONG), MAX_BATCH / 2);
        assert_eq!(next_size(MIN_BATCH, 2 * LONG), MIN_BATCH);
    }

    #[test]
    fn who_has_taken_all_waits_for_more_and_who_has_not_goes_on() {
        let quick = LOOK / PAUSE / 2;
        assert_eq!(pause_after(quick, true), LOOK);
        assert_eq!(pause_after(quick, false), GATHER);
        assert_eq!(pause_after(GATHER, true), GATHER * PAUSE);
        assert_eq!(pause_after(GATHER, false), GATHER * PAUSE);
    }
}
