//! Finding out what killed a worker: its last input is run once more, alone.
//!
//! That takes as long as the run may take, a second or more for a hang, so it is done on a thread of its own: workers
//! are watched and heard meanwhile.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use chiasma_core::chi::replace_file_durably;
use chiasma_core::{Death, FailureKey};
use chiasma_runtime::protocol::{Depth, Input, RecordedInput};

use super::Supervisor;
use crate::death_site::DeathSite;
use crate::event::Event;
use crate::examine::{Examined, examine};
use crate::failure::{key_of_death, message_of_death};
use crate::scratch::Scratch;
use crate::stats::Moment;
use crate::store;
use crate::worker::may_be_from_outside;

/// Number of examples kept of deaths that cannot be distinguished.
const EXAMPLES: usize = 3;

/// An input that killed a worker, or would have, and was not examined yet.
pub(super) struct Undiagnosed {
    pub(super) death: Death,
    pub(super) output: String,
    pub(super) stacks: Vec<Vec<u64>>,
    pub(super) input: Input,
    /// When it happened.
    pub(super) moment: Moment,
    /// How long its run had taken, if it was ended for that.
    pub(super) hung_for: Duration,
}

/// The inputs that are to be examined, one at a time.
pub(super) struct Diagnosis {
    /// Where the files of the process are: an input that deletes them leaves those of the workers alone.
    directory: Scratch,
    waiting: VecDeque<Undiagnosed>,
    under_way: Option<(Undiagnosed, Receiver<Result<Examined>>)>,
    /// Those that could not be examined, because no process could be started, and are tried again.
    failed: Vec<Undiagnosed>,
}

impl Diagnosis {
    /// None yet.
    pub(super) fn new() -> Result<Self> {
        let directory = Scratch::new()?;
        Ok(Self { directory, waiting: VecDeque::new(), under_way: None, failed: Vec::new() })
    }

    /// Tries those again that could not be examined.
    pub(super) fn retry(&mut self) {
        self.waiting.extend(self.failed.drain(..));
    }

    /// Whether nothing is being examined or waits for it.
    pub(super) fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.under_way.is_none()
    }
}

impl Supervisor<'_> {
    /// Has an input examined, if its death is one to be saved.
    pub(super) fn diagnose(&mut self, undiagnosed: Undiagnosed) {
        self.diagnosis.waiting.push_back(undiagnosed);
        self.diagnose_next();
    }

    /// Saves what was found out, and starts to examine the next input.
    pub(super) fn diagnose_next(&mut self) {
        if let Some((undiagnosed, examined)) = self.diagnosis.under_way.take() {
            let examined = match examined.try_recv() {
                Ok(examined) => examined,
                Err(TryRecvError::Empty) => {
                    self.diagnosis.under_way = Some((undiagnosed, examined));
                    return;
                }
                Err(TryRecvError::Disconnected) => Err(anyhow::anyhow!("it was not examined")),
            };
            match examined {
                Ok(examined) => self.diagnosed(undiagnosed, examined),
                Err(error) => self.keep_undiagnosed(undiagnosed, &error),
            }
        }
        while let Some(undiagnosed) = self.diagnosis.waiting.pop_front() {
            if !self.is_wanted(&self.key_of(&undiagnosed)) {
                continue;
            }
            match self.examine_aside(undiagnosed.input.clone()) {
                Ok(examined) => self.diagnosis.under_way = Some((undiagnosed, examined)),
                Err(error) => self.keep_undiagnosed(undiagnosed, &error),
            }
            return;
        }
    }

    /// Runs an input alone, on a thread of its own.
    fn examine_aside(&self, input: Input) -> Result<Receiver<Result<Examined>>> {
        let directory = self.diagnosis.directory.path().to_owned();
        let property = self.campaign.property.clone();
        let limits = self.campaign.limits.clone();
        let (sender, receiver) = channel();
        let work = move || {
            // If the campaign has ended without waiting for it, the result is for nobody.
            let _ = sender.send(examine(&property, &directory, &limits, input, Depth::Run {}));
        };
        thread::Builder::new().spawn(work).context("cannot start a thread")?;
        Ok(receiver)
    }

    fn keep_undiagnosed(&mut self, undiagnosed: Undiagnosed, error: &anyhow::Error) {
        if self.diagnosis.failed.is_empty() {
            let message = format!("an input that kills its process is not saved yet: {error:#}");
            self.tell(&Event::Warning(message));
        }
        self.diagnosis.failed.push(undiagnosed);
    }

    /// At the end of a campaign: saves the bytes of deadly inputs that could not be examined.
    pub(super) fn save_undiagnosed(&mut self) {
        let Diagnosis { waiting, failed, .. } = &mut self.diagnosis;
        let all: Vec<Undiagnosed> = waiting.drain(..).chain(failed.drain(..)).collect();
        for undiagnosed in all {
            let key = self.key_of(&undiagnosed);
            let Input::Bytes { bytes, seed } = undiagnosed.input else { continue };
            let name = format!("{}-seed-{seed}.bytes", key.file_name(1));
            let path = self.campaign.store.failures.join(name);
            let saved = replace_file_durably(&path, &bytes);
            let told = match saved {
                Ok(()) => format!("its bytes are in {}", store::shown(&path)),
                Err(error) => format!("its bytes could not be saved either: {error}"),
            };
            self.tell(&Event::Warning(format!("{key}: the input could not be examined; {told}")));
        }
    }

    /// Saves a death, by what examining its input has shown.
    fn diagnosed(&mut self, undiagnosed: Undiagnosed, found: Examined) {
        let Undiagnosed { death, output, stacks, moment, hung_for, .. } = undiagnosed;
        let site = DeathSite::find_in_both(death, &stacks, &found.stacks, &self.symbols);
        let key = key_of_death(death, &output, site.as_ref());
        if !self.is_wanted(&key) {
            return;
        }
        let mut message = message_of_death(&output, site.as_ref());
        let was_only_slow = death == Death::Timeout && hung_for < self.campaign.limits.timeout;
        if found.death != Some(death) {
            if was_only_slow {
                return;
            }
            // Memory that runs leave behind adds up, which is nothing that one input does.
            let adds_up = death == Death::OutOfMemory;
            if adds_up || may_be_from_outside(death) {
                let why = if adds_up { ": runs leave memory behind" } else { "" };
                let message = format!("{death}, but not when its input was run alone{why}");
                self.tell(&Event::Warning(message));
                return;
            }
            message.push_str("\n(did not happen again when the input was run alone)");
        }
        let input = RecordedInput { bytes: found.bytes, lines: found.lines, values: found.values };
        self.found(key, message, &input, moment, false);
    }

    /// The key of a death, by what is known before its input is examined.
    fn key_of(&self, undiagnosed: &Undiagnosed) -> FailureKey {
        let Undiagnosed { death, output, stacks, .. } = undiagnosed;
        let site = DeathSite::find(*death, stacks, &self.symbols);
        key_of_death(*death, output, site.as_ref())
    }

    /// Whether a death is saved: one that is not known, or another example where deaths cannot be distinguished.
    fn is_wanted(&self, key: &FailureKey) -> bool {
        let examples = self.failures.iter().filter(|found| found.key == *key).count();
        examples < if key.is_located() { 1 } else { EXAMPLES }
    }
}
