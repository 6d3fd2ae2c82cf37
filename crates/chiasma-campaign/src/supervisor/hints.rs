//! Hints: every kept input is run once more by a build that traces comparisons, and what that proposes is given to
//! the worker that found it.

use std::collections::{HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::Result;
use chiasma_runtime::protocol::{GivenInput, Job, Order, Report};

use super::{Supervisor, next_worker_id};
use crate::event::Event;
use crate::property::Property;
use crate::worker::{Heard, Worker, WorkerId};

/// Number of deaths in a row, without an answer between them, after which there are no more hints.
const MAX_DEATHS: u32 = 10;

/// The process that traces comparisons, and what it has to do.
pub(super) struct Hints {
    /// The property in the build that traces comparisons.
    property: Property,
    worker: Option<Worker>,
    /// Kept inputs that have no answer yet, each with the worker that waits for it; the process is at the first.
    open: VecDeque<(WorkerId, Vec<u8>)>,
    /// Hashes of all inputs that were proposed, so that none is run twice.
    proposed: HashSet<u64>,
    /// Deaths since the last answer.
    deaths: u32,
    /// Number of inputs that workers were given.
    pub(super) given: u64,
}

impl Hints {
    pub(super) fn new(property: Property) -> Self {
        let (open, proposed) = (VecDeque::new(), HashSet::new());
        Self { property, worker: None, open, proposed, deaths: 0, given: 0 }
    }

    /// The process, while there is one.
    pub(super) fn worker(&mut self) -> Option<&mut Worker> {
        self.worker.as_mut()
    }

    /// Has the process run the first input that has no answer yet.
    fn send_first(&mut self) {
        if let (Some(worker), Some((_, bytes))) = (&mut self.worker, self.open.front()) {
            let given = GivenInput { bytes: bytes.clone(), past: None };
            // A process that has ended is noticed by its socket.
            let _ = worker.order(&Order::Take { given });
        }
    }

    fn is_new(&mut self, bytes: &[u8]) -> bool {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        self.proposed.insert(hasher.finish())
    }
}

impl Supervisor<'_> {
    /// Asks for the hints of an input that the worker at this place has kept, and waits for.
    pub(super) fn ask_for_hints(&mut self, at: usize, bytes: &[u8]) -> Result<()> {
        let from = self.slots[at].worker.id;
        let Some(hints) = &mut self.hints else { return Ok(()) };
        hints.open.push_back((from, bytes.to_vec()));
        if hints.open.len() > 1 {
            return Ok(());
        }
        if hints.worker.is_none() {
            return self.start_comparing();
        }
        hints.send_first();
        Ok(())
    }

    /// Starts the process, unless it has died too often: then all that wait get an empty answer.
    fn start_comparing(&mut self) -> Result<()> {
        let Some(hints) = &mut self.hints else { return Ok(()) };
        if hints.deaths < MAX_DEATHS {
            let max_size = self.campaign.limits.max_size;
            let (id, job) = (next_worker_id(), Job::Compare { max_size });
            let (property, directory) = (&hints.property, &self.directory);
            hints.worker =
                Some(Worker::start(property, directory, id, max_size, &job, &self.sender)?);
            hints.send_first();
            return Ok(());
        }
        for (from, _) in std::mem::take(&mut hints.open) {
            self.give_hints(from, Vec::new());
        }
        Ok(())
    }

    pub(super) fn handle_comparing(&mut self, heard: Heard) -> Result<()> {
        let Some(hints) = &mut self.hints else { return Ok(()) };
        match heard {
            Heard::Report(report) => {
                let Report::Compared { proposed } = *report else { return Ok(()) };
                hints.deaths = 0;
                let Some((from, _)) = hints.open.pop_front() else { return Ok(()) };
                // What a worker does not get any more its successor asks for again.
                let is_there = self.slots.iter().any(|slot| slot.worker.id == from);
                let new = proposed.into_iter().filter(|bytes| is_there && hints.is_new(bytes));
                let new: Vec<_> = new.collect();
                hints.send_first();
                self.give_hints(from, new);
                Ok(())
            }
            Heard::Closed => {
                if let Some(mut worker) = hints.worker.take() {
                    worker.wait_for_exit();
                }
                hints.deaths += 1;
                // It died of this one: the worker that found it goes on without hints.
                let died_of = hints.open.pop_front();
                if hints.deaths == MAX_DEATHS {
                    let message = "the build that traces comparisons dies again and again; there are no more hints";
                    self.tell(&Event::Warning(message.to_owned()));
                }
                if let Some((from, _)) = died_of {
                    self.give_hints(from, Vec::new());
                }
                let is_needed = self.hints.as_ref().is_some_and(|hints| !hints.open.is_empty());
                if is_needed { self.start_comparing() } else { Ok(()) }
            }
        }
    }

    /// Gives a worker the answer that it waits for; one that has died meanwhile needs none.
    fn give_hints(&mut self, to: WorkerId, proposed: Vec<Vec<u8>>) {
        let Some(slot) = self.slots.iter_mut().find(|slot| slot.worker.id == to) else { return };
        if let Some(hints) = &mut self.hints {
            hints.given += proposed.len() as u64;
        }
        slot.give_hints(proposed);
    }

    /// Ends the process.
    pub(super) fn stop_comparing(&mut self) {
        if let Some(mut worker) = self.hints.as_mut().and_then(|hints| hints.worker.take()) {
            let _ = worker.order(&Order::Stop {});
            worker.wait_for_exit();
        }
    }
}
