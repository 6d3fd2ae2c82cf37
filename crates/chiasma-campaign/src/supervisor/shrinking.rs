//! Shrinking the failures that were found, one at a time, during the campaign.

use anyhow::Result;
use chiasma_runtime::Outcome;
use chiasma_runtime::protocol::{Input, Job, Report};

use super::finds::Unsaved;
use super::{Supervisor, next_worker_id};
use crate::event::Event;
use crate::failure::{choices, file_text};
use crate::store;
use crate::worker::{Heard, Worker};

/// Maximum number of runs to shrink a failure.
const SHRINK_RUNS: u64 = 5_000;
/// Maximum time to shrink a failure, in seconds.
const SHRINK_SECONDS: u64 = 10;

impl Supervisor<'_> {
    /// Starts to shrink the next failure, if none is being shrunk.
    pub(super) fn shrink_next(&mut self) -> Result<()> {
        if self.shrinking.is_some() {
            return Ok(());
        }
        let Some(at) = self.to_shrink.pop_front() else { return Ok(()) };
        // What could not be written yet cannot be read either, and is saved as it was found.
        let Ok(file) = store::load(&self.failures[at].file) else { return Ok(()) };
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
            let found = &mut self.failures[*at];
            found.message = failure.message;
            found.values = input.values;
            found.choices = choices(&input.lines);
            found.is_shrinking = false;
            let found = found.clone();
            let property = self.campaign.property;
            let text = file_text(&found.key, property, &found.message, &found.values, &input.lines);
            self.save(Unsaved { path: found.file.clone(), text, event: Event::Shrunk(found) });
        }
        Ok(())
    }
}
