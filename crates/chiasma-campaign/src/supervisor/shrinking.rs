//! Shrinking the failures that were found, one at a time, during the campaign.

use chiasma_core::{Chi, FailureKey};
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::protocol::{Depth, Detail, Input, Job, Report};

use super::{Campaign, Supervisor, next_worker_id};
use crate::batch::{Batch, examine_all};
use crate::event::{Event, Shrinking};
use crate::examine::examine_quietly;
use crate::failure::{choices, file_text};
use crate::worker::{Heard, Worker};

/// Maximum number of runs to shrink a failure without making it shorter.
const SHRINK_RUNS: u64 = 5_000;
/// Maximum time to shrink a failure, in seconds.
pub(super) const SHRINK_SECONDS: u64 = 10;
/// Number of runs that tell how flaky a failure is.
const TRIES: usize = 20;

impl Supervisor<'_> {
    /// Starts to shrink the next failure, if none is being shrunk.
    pub(super) fn shrink_next(&mut self) {
        if self.shrinking.is_some() {
            return;
        }
        let Some((at, text)) = self.to_shrink.pop_front() else { return };
        let input = Input::Chi { content: text.into_bytes() };
        let job = Job::Shrink {
            input: input.clone(),
            max_size: self.campaign.limits.max_size,
            runs: SHRINK_RUNS,
            seconds: SHRINK_SECONDS,
            elsewhere: false,
        };
        let (id, max_size) = (next_worker_id(), self.campaign.limits.max_size);
        let property = self.campaign.property;
        match Worker::start(property, &self.directory, id, max_size, &job, &self.sender) {
            Ok(worker) => self.shrinking = Some(BeingShrunk { worker, at, input, ended: None }),
            Err(error) => self.shrinking_ended(at, Shrinking::Failed(format!("{error:#}"))),
        }
    }

    pub(super) fn handle_shrinking(&mut self, heard: Heard) {
        let Some(shrinking) = &mut self.shrinking else { return };
        let at = shrinking.at;
        match heard {
            Heard::Report(report) => match *report {
                Report::Shrunk { input, outcome: OutcomeReport::Failed { failure }, .. } => {
                    let lines = Chi::heading(&[]) + &input.lines;
                    if !self.fails_alone(at, Input::Chi { content: lines.into_bytes() }) {
                        let message = "the shrunk input does not fail when it is run alone: a run depends on those before it";
                        return self.shrinking_is(Shrinking::Failed(message.to_owned()));
                    }
                    self.shrinking_is(Shrinking::Done);
                    let found = &mut self.failures[at];
                    found.message = failure.message;
                    found.values = input.values;
                    found.choices = choices(&input.lines);
                    let (found, property) = (found.clone(), self.campaign.property);
                    let text = file_text(
                        &found.key,
                        property,
                        &found.message,
                        &found.values,
                        &input.lines,
                    );
                    self.failures[at].unsaved = self.save_failure(found.file, text);
                }
                Report::Shrunk { .. } | Report::Trouble { .. } => {
                    let input = shrinking.input.clone();
                    let ended = self.try_again(at, input);
                    self.shrinking_is(ended);
                }
                _ => {}
            },
            Heard::Closed => {
                let Some(BeingShrunk { mut worker, ended, .. }) = self.shrinking.take() else {
                    return;
                };
                let exit = worker.wait_for_exit();
                let died = || {
                    let death = exit.death.map_or("it ended".to_owned(), |death| death.to_string());
                    Shrinking::Failed(format!(
                        "an input that was tried killed the process ({death}); `cargo chiasma shrink` goes on"
                    ))
                };
                self.shrinking_ended(at, ended.unwrap_or_else(died));
            }
        }
    }

    /// How the shrinking under way has ended.
    fn shrinking_is(&mut self, ended: Shrinking) {
        if let Some(shrinking) = &mut self.shrinking {
            shrinking.ended = Some(ended);
        }
    }

    /// Whether an input fails like a failure in a process of its own. All that the shrinker tried ran in one, where
    /// a failing run may have left something behind that makes others fail.
    fn fails_alone(&self, at: usize, input: Input) -> bool {
        let Campaign { property, limits, .. } = &self.campaign;
        let examined = examine_quietly(property, &self.directory, limits, input);
        let key = examined.ok().and_then(|examined| examined.key(&self.symbols));
        key.is_some_and(|key| key.may_be_at_place_of(&self.failures[at].key))
    }

    fn shrinking_ended(&mut self, at: usize, shrinking: Shrinking) {
        self.failures[at].shrinking = shrinking;
        let event = Event::Shrunk(self.failures[at].clone());
        self.tell(&event);
    }

    /// Runs an input that did not fail again some more times, and counts how often it fails.
    fn try_again(&self, at: usize, input: Input) -> Shrinking {
        let Campaign { property, limits, .. } = &self.campaign;
        let tries = vec![input; TRIES];
        match examine_all(property, limits, &tries, Depth::Run {}, Detail::Bytes {}, &mut |_| ()) {
            Ok(Batch { examined, .. }) => {
                let known = &self.failures[at].key;
                let is_known = |key: &FailureKey| key.may_be_at_place_of(known);
                let keys = examined.iter().filter_map(|examined| examined.key(&self.symbols));
                let failed = keys.filter(is_known).count();
                Shrinking::Flaky { failed, tries: TRIES }
            }
            Err(error) => Shrinking::Failed(format!("{error:#}")),
        }
    }
}

/// A failure that is being shrunk.
pub(super) struct BeingShrunk {
    pub(super) worker: Worker,
    /// Its place among the failures.
    at: usize,
    input: Input,
    /// How shrinking ended, once it has.
    ended: Option<Shrinking>,
}
