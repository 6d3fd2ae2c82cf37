//! What workers find: inputs for the corpus, and failures.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use chiasma_core::FailureKey;
use chiasma_core::chi::{replace_file, replace_file_durably};
use chiasma_runtime::protocol::{GivenInput, KeptInput, Past, RecordedInput};

use super::{Campaign, Supervisor};
use crate::event::{Event, FoundFailure, Shrinking};
use crate::examine::examine_quietly;
use crate::failure::{FailureFile, choices, file_text};
use crate::stats::Moment;
use crate::store;

/// A file that is not written yet, and the event to report once it is.
pub(super) struct Unsaved {
    path: PathBuf,
    content: Vec<u8>,
    event: Event,
    write: fn(&Path, &[u8]) -> io::Result<()>,
}

impl Unsaved {
    /// Writes the file.
    pub(super) fn write(&self) -> Result<()> {
        let written = (self.write)(&self.path, &self.content);
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

impl Supervisor<'_> {
    pub(super) fn keep(
        &mut self,
        at: usize,
        input: KeptInput,
        past: Option<Past>,
        covered: u32,
        moment: Moment,
    ) {
        let status = &mut self.slots[at].status;
        status.covered = status.covered.max(covered.into());
        // Several workers find the same inputs; one that continues from a checkpoint finds some of its own again.
        let Some(name) = self.corpus.add(&input.bytes) else { return };
        self.kept += 1;
        let KeptInput { bytes, compact: content } = input;
        let path = self.campaign.store.corpus_file(&name);
        let event = Event::Kept { name, covered, at: moment };
        self.pass_on(&content);
        let unsaved = Unsaved { path, content, event, write: replace_file };
        match unsaved.write() {
            Ok(()) => self.tell(&unsaved.event),
            Err(error) => self.keep_unsaved(unsaved, &error),
        }
        self.share(at, &GivenInput { bytes, past });
    }

    /// Gives what the worker at this place found to all others.
    pub(super) fn share(&mut self, from: usize, given: &GivenInput) {
        for (at, slot) in self.slots.iter_mut().enumerate() {
            if at != from {
                slot.give(given);
            }
        }
    }

    /// Saves a failure, and reports it.
    pub(super) fn found(
        &mut self,
        key: FailureKey,
        message: String,
        input: &RecordedInput,
        at: Moment,
        shrink: bool,
    ) {
        let file = self.failure_file(&key);
        let (property, path) = (self.campaign.property, file.path().to_owned());
        let is_saved = matches!(file, FailureFile::Saved(_));
        // Failures at one place, reached from several callers, shrink to the same input.
        let has_same_place = self.failures.iter().any(|other| other.key.is_at_place_of(&key));
        let shrinks = shrink && !is_saved && !has_same_place;
        let mut found = FoundFailure {
            at,
            message,
            values: input.values.clone(),
            choices: choices(&input.lines),
            shrinking: if shrinks { Shrinking::UnderWay } else { Shrinking::Off },
            unsaved: None,
            replay: format!("cargo chiasma replay {} {}", property.path, store::shown(&path)),
            file: path.clone(),
            key,
        };
        if is_saved {
            self.tell(&Event::Warning(format!("still fails: {}", found.key)));
        } else {
            let text = file_text(&found.key, property, &found.message, &found.values, &input.lines);
            found.unsaved = self.save_failure(path, text.clone());
            // Shown in any case: the disk may be full for good.
            self.tell(&Event::Failed(found.clone()));
            if shrinks {
                self.to_shrink.push_back((self.failures.len(), text));
            }
        }
        self.failures.push(found);
    }

    /// The file of a failure. One that holds an input which does not fail in this way any more is left as it is,
    /// and keeps nothing from being saved.
    fn failure_file(&self, key: &FailureKey) -> FailureFile {
        let mut taken: Vec<PathBuf> =
            self.failures.iter().map(|found| found.file.clone()).collect();
        loop {
            let known: Vec<&Path> = taken.iter().map(|path| &**path).collect();
            match FailureFile::find(&self.campaign.store.failures, key, &known) {
                FailureFile::Saved(path) if !self.still_fails(&path, key) => taken.push(path),
                file => return file,
            }
        }
    }

    /// Whether a saved input fails in this way. If that cannot be found out, it counts as stale: better twice than never.
    fn still_fails(&self, path: &Path, key: &FailureKey) -> bool {
        let Campaign { property, limits, .. } = &self.campaign;
        let Ok(file) = store::load(path) else { return false };
        let examined = examine_quietly(property, &self.directory, limits, file.into_input());
        let again = examined.ok().and_then(|examined| examined.key(&self.symbols));
        again.is_some_and(|again| again.is_at_place_of(key))
    }

    /// Whether the campaign has found a failure with this key.
    pub(super) fn is_known(&self, key: &FailureKey) -> bool {
        self.failures.iter().any(|found| found.key == *key)
    }

    /// Writes the file of a failure, or keeps it in memory until it can be written; then says why.
    pub(super) fn save_failure(&mut self, path: PathBuf, text: String) -> Option<String> {
        self.pass_on_failure(&text);
        let event = Event::Saved { file: path.clone() };
        let content = text.into_bytes();
        let unsaved = Unsaved { path, content, event, write: replace_file_durably };
        let error = unsaved.write().err()?;
        self.unsaved.push(unsaved);
        Some(format!("{error:#}"))
    }

    /// Keeps a file in memory until it can be written. Tells only of the first: many follow when a disk is full.
    fn keep_unsaved(&mut self, unsaved: Unsaved, error: &anyhow::Error) {
        if self.unsaved.is_empty() {
            let message = format!("{error:#}; it is kept in memory, and tried again each second");
            self.tell(&Event::Warning(message));
        }
        self.unsaved.push(unsaved);
    }

    /// Does what could not be done before: writes files, and has deadly inputs examined.
    pub(super) fn retry(&mut self) {
        for unsaved in std::mem::take(&mut self.unsaved) {
            match unsaved.write() {
                Ok(()) => self.tell(&unsaved.event),
                Err(_) => self.unsaved.push(unsaved),
            }
        }
        self.diagnosis.retry();
    }
}
