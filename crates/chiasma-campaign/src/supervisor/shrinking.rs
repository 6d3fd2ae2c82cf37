//! Making the failures that were found simpler, one at a time, while the campaign goes on.

use anyhow::Result;
use chiasma_runtime::Outcome;
use chiasma_runtime::protocol::{Input, Job, Report};

use super::finds::{Unsaved, choices};
use super::{Supervisor, next_worker_id};
use crate::event::Event;
use crate::store;
use crate::worker::{Heard, Worker};

/// What shrinking a failure may take.
const SHRINK_RUNS: u64 = 5_000;
const SHRINK_SECONDS: u64 = 10;

impl Supervisor<'_> {
    /// Starts to shrink the next failure, if none is being shrunk.
    pub(super) fn shrink_next(&mut self) -> Result<()> {
        if self.shrinking.is_some() {
            return Ok(());
        }
        let Some(at) = self.to_shrink.pop_front() else { return Ok(()) };
        // What could not be written yet cannot be read either, and is saved as it was found.
        let Ok(file) = store::load(&self.failures[at].1.file) else { return Ok(()) };
        let job = Job::Shrink {
            input: Input::Chi { text: file.text },
            max_size: self.campaign.limits.max_size,
            runs: SHRINK_RUNS,
            seconds: SHRINK_SECONDS,
            elsewhere: false,
        };
        let (id, max_size) = (next_worker_id(), self.campaign.limits.max_size);
        let property = self.campaign.property;
        let worker = Worker::start(property, &self.directory, id, max_size, &job, &self.sender)?;
        self.shrinking = Some((worker, at));
        Ok(())
    }

    pub(super) fn handle_shrinking(&mut self, heard: Heard) -> Result<()> {
        let Heard::Report(report) = heard else {
            if let Some((mut worker, _)) = self.shrinking.take() {
                worker.wait_for_exit();
            }
            return Ok(());
        };
        if let Report::Shrunk { input, outcome: Outcome::Failed { failure }, .. } = *report
            && let Some((_, at)) = &self.shrinking
        {
            let (identity, seen) = &mut self.failures[*at];
            seen.message = failure.message;
            seen.values = input.values;
            seen.choices = choices(&input.lines);
            seen.is_shrinking = false;
            let seen = seen.clone();
            let name = identity.file_name();
            let property = self.campaign.property;
            let text = identity.file_text(property, &seen.message, &seen.values, &input.lines);
            let directory = self.campaign.store.failures.clone();
            self.save(Unsaved { directory, name, text, event: Event::Shrunk(seen) });
        }
        Ok(())
    }
}
