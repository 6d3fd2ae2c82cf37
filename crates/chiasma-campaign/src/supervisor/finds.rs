//! What workers find: inputs for the corpus, failures, and the inputs that killed them.

use std::path::{Path, PathBuf};

use anyhow::Result;
use chiasma_core::chi::replace_file;
use chiasma_core::{Chi, Death, FailureKey};
use chiasma_runtime::protocol::{Depth, GivenInput, Input, Past, SavedInput};

use super::Supervisor;
use crate::event::{Event, FoundFailure};
use crate::examine::examine;
use crate::failure::{FailureFile, choices, file_text, key_of_death};
use crate::stats::Moment;
use crate::store;
use crate::worker::may_be_from_outside;

/// A file that is not written yet, and the event to report once it is.
pub(super) struct Unsaved {
    pub(super) path: PathBuf,
    pub(super) text: String,
    pub(super) event: Event,
}

impl Supervisor<'_> {
    pub(super) fn keep(
        &mut self,
        at: usize,
        input: &SavedInput,
        past: Past,
        covered: u32,
        moment: Moment,
    ) {
        let status = &mut self.slots[at].status;
        status.covered = status.covered.max(covered.into());
        // Several workers find the same inputs; one that continues from a checkpoint finds some of its own again.
        let Some(name) = self.corpus.add(&input.bytes) else { return };
        self.kept += 1;
        let text = Chi::heading(&[]) + &input.lines;
        let path = self.campaign.store.corpus.join(format!("{name}.chi"));
        let event = Event::Kept { name, covered, at: moment };
        self.save(Unsaved { path, text, event });
        self.share(at, &GivenInput { bytes: input.bytes.clone(), past: Some(past) });
    }

    /// Gives what the worker at this place found to all others.
    pub(super) fn share(&mut self, from: usize, given: &GivenInput) {
        for (at, slot) in self.slots.iter_mut().enumerate() {
            if at != from {
                slot.give(given);
            }
        }
    }

    /// Saves a failure that was not known, and reports it.
    pub(super) fn found(
        &mut self,
        key: FailureKey,
        message: String,
        input: &SavedInput,
        at: Moment,
        shrink: bool,
    ) {
        if self.is_known(&key) {
            return;
        }
        let taken: Vec<&Path> = self.failures.iter().map(|found| &*found.file).collect();
        let file = FailureFile::find(&self.campaign.store.failures, &key, &taken);
        let (property, path) = (self.campaign.property, file.path().to_owned());
        let found = FoundFailure {
            at,
            message,
            values: input.values.clone(),
            choices: choices(&input.lines),
            is_shrinking: shrink,
            replay: format!("cargo chiasma replay {} {}", property.path, store::shown(&path)),
            file: path.clone(),
            key,
        };
        let is_saved = matches!(file, FailureFile::Saved(_));
        if is_saved {
            self.tell(&Event::Warning(format!("still fails: {}", found.key)));
        } else {
            let text = file_text(&found.key, property, &found.message, &found.values, &input.lines);
            self.save(Unsaved { path, text, event: Event::Failed(found.clone()) });
        }
        // Failures at one place, reached from several callers, shrink to the same input.
        let has_same_place = self.failures.iter().any(|other| other.key.is_at_place_of(&found.key));
        self.failures.push(found);
        if shrink && !is_saved && !has_same_place {
            self.to_shrink.push_back(self.failures.len() - 1);
        }
    }

    /// Whether the campaign has found a failure with this key.
    fn is_known(&self, key: &FailureKey) -> bool {
        self.failures.iter().any(|found| found.key == *key)
    }

    /// Writes a file and reports it, or keeps it in memory until it can be written.
    pub(super) fn save(&mut self, unsaved: Unsaved) {
        let Unsaved { path, text, event } = &unsaved;
        match replace_file(path, text.as_bytes()) {
            Ok(()) => self.tell(event),
            Err(error) => {
                self.tell(&Event::Warning(format!(
                    "cannot write {}: {error}; it is kept in memory and tried again",
                    path.display()
                )));
                self.unsaved.push(unsaved);
            }
        }
    }

    pub(super) fn retry_unsaved(&mut self) {
        for unsaved in std::mem::take(&mut self.unsaved) {
            let Unsaved { path, text, event } = &unsaved;
            match replace_file(path, text.as_bytes()) {
                Ok(()) => self.tell(event),
                Err(_) => self.unsaved.push(unsaved),
            }
        }
    }

    /// Finds out what a worker died of, by running its last input once more, alone.
    pub(super) fn diagnose(&mut self, death: Death, output: &str, input: Input) -> Result<()> {
        let key = key_of_death(death, output);
        if self.is_known(&key) {
            return Ok(());
        }
        let campaign = &self.campaign;
        let found =
            examine(campaign.property, &self.directory, &campaign.limits, input, Depth::Run {})?;
        let mut message = last_lines(output);
        if found.death != Some(death) {
            if may_be_from_outside(death) {
                let message = format!("{death}, but not when its input was run alone");
                self.tell(&Event::Warning(message));
                return Ok(());
            }
            message.push_str("\n(did not happen again when the input was run alone)");
        }
        let input = SavedInput { bytes: found.bytes, lines: found.lines, values: found.values };
        self.found(key, message, &input, self.moment(None), false);
        Ok(())
    }
}

/// The last lines that a worker printed, without empty ones.
fn last_lines(output: &str) -> String {
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(8)..].join("\n")
}
