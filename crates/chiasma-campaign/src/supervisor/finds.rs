//! What workers find: inputs for the corpus, failures, and the inputs that killed them.

use std::path::PathBuf;

use anyhow::Result;
use chiasma_core::Chi;
use chiasma_runtime::protocol::{Depth, GivenInput, Input, Past, SavedInput};

use super::Supervisor;
use crate::event::{Event, FailureSeen, Moment};
use crate::examine::examine;
use crate::failure::Identity;
use crate::store;
use crate::worker::Death;

/// A file, and what is told once it is written.
pub(super) struct Unsaved {
    pub(super) directory: PathBuf,
    pub(super) name: String,
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
        // Workers find the same things; one that goes on from a checkpoint finds some of its own again.
        let Some(name) = self.corpus.add(&input.bytes) else { return };
        self.kept += 1;
        let text = Chi::heading(&[]) + &input.lines;
        let directory = self.campaign.store.corpus.clone();
        let event = Event::Kept { name: name.clone(), covered, at: moment };
        self.save(Unsaved { directory, name, text, event });
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

    /// Saves a failure that was not known, and shows it.
    pub(super) fn found(
        &mut self,
        identity: Identity,
        message: String,
        input: &SavedInput,
        at: Moment,
        shrink: bool,
    ) {
        if !self.known.insert(identity.clone()) {
            return;
        }
        let directory = self.campaign.store.failures.clone();
        let known_before = identity.is_saved_in(&directory);
        let name = identity.file_name();
        let seen = FailureSeen {
            at,
            title: identity.title.clone(),
            message,
            values: input.values.clone(),
            callers: identity.callers.clone(),
            file: directory.join(format!("{name}.chi")),
            choices: choices(&input.lines),
            is_shrinking: shrink,
            replay: format!(
                "cargo chiasma replay {} {}",
                self.campaign.property.path,
                store::shown(&directory.join(format!("{name}.chi")))
            ),
        };
        if known_before {
            self.tell(&Event::Warning(format!("still fails: {}", seen.title)));
        } else {
            let text = identity.file_text(
                self.campaign.property,
                &seen.message,
                &seen.values,
                &input.lines,
            );
            self.save(Unsaved { directory, name, text, event: Event::Failed(seen.clone()) });
        }
        // One place may be reached by many ways, which shrink to the same.
        let same_place = self.failures.iter().any(|(other, _)| other.title == identity.title);
        self.failures.push((identity, seen));
        if shrink && !known_before && !same_place {
            self.to_shrink.push_back(self.failures.len() - 1);
        }
    }

    /// Writes a file and tells of it, or keeps it in mind until it can be written.
    pub(super) fn save(&mut self, unsaved: Unsaved) {
        let Unsaved { directory, name, text, event } = &unsaved;
        match store::save(directory, name, text) {
            Ok(_) => self.tell(event),
            Err(error) => {
                let path = directory.join(format!("{name}.chi"));
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
            let Unsaved { directory, name, text, event } = &unsaved;
            match store::save(directory, name, text) {
                Ok(_) => self.tell(event),
                Err(_) => self.unsaved.push(unsaved),
            }
        }
    }

    /// Finds out what a worker died of, by running its last input once more, alone.
    pub(super) fn diagnose(&mut self, death: &Death, output: &str, input: Input) -> Result<()> {
        let identity = Identity::of_death(death, output);
        if self.known.contains(&identity) {
            return Ok(());
        }
        let campaign = &self.campaign;
        let found =
            examine(campaign.property, &self.directory, &campaign.limits, input, Depth::Run {})?;
        let mut message = last_lines(output);
        if found.death.as_ref() != Some(death) {
            if death.may_be_from_outside() {
                let message = format!("{}, but not when its input was run alone", death.reason());
                self.tell(&Event::Warning(message));
                return Ok(());
            }
            message.push_str("\n(did not happen again when the input was run alone)");
        }
        let input = SavedInput { bytes: found.bytes, lines: found.lines, values: found.values };
        self.found(identity, message, &input, self.moment(None), false);
        Ok(())
    }
}

/// How many choices the lines of a `.chi` file hold.
pub(super) fn choices(lines: &str) -> usize {
    lines.lines().filter(|line| line.contains(" = ")).count()
}

/// The last lines that a worker printed, without empty ones.
fn last_lines(output: &str) -> String {
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(8)..].join("\n")
}
