//! The saved inputs of a campaign: loaded at its start, and none saved twice.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::Result;
use chiasma_runtime::protocol::{Detail, GivenInput, Input};

use super::{Campaign, Supervisor};
use crate::event::Event;
use crate::recording::record;
use crate::store::{self, Loaded};

/// The inputs of a campaign, each once, by the name of their file: a hash of their bytes.
#[derive(Debug, Default)]
pub(super) struct Corpus {
    names: HashSet<String>,
}

impl Corpus {
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether an input is there.
    pub(super) fn contains(&self, bytes: &[u8]) -> bool {
        self.names.contains(&chiasma_core::chi::file_name(bytes))
    }

    /// Adds an input; its name, unless it was there.
    pub(super) fn add(&mut self, bytes: &[u8]) -> Option<String> {
        let name = chiasma_core::chi::file_name(bytes);
        self.names.insert(name.clone()).then_some(name)
    }
}

/// Number of saved inputs loaded at once.
const LOADED_AT_ONCE: usize = 1_000;

impl Supervisor<'_> {
    /// Generates every saved input once, to have its bytes and to know which do not generate any more.
    pub(super) fn load_corpus(&mut self) -> Result<Vec<GivenInput>> {
        let paths = self.campaign.store.corpus_files()?;
        let (all, mut given, mut unfit) = (paths.len(), Vec::new(), 0);
        // A part at a time, so that memory holds the parameter sequences only.
        for part in paths.chunks(LOADED_AT_ONCE) {
            if self.campaign.stop.load(Ordering::Relaxed) {
                break;
            }
            unfit += self.load_part(part, &mut given)?;
            self.tell(&Event::Loading { loaded: given.len(), all });
        }
        if unfit > 0 {
            self.tell(&Event::Warning(format!(
                "the generator has changed: {unfit} of {all} saved inputs fit only in part"
            )));
        }
        Ok(given)
    }

    /// Generates some of the saved inputs, and counts those that fit only in part.
    fn load_part(&mut self, paths: &[PathBuf], given: &mut Vec<GivenInput>) -> Result<usize> {
        let Loaded { files, left_out } = store::load_files(paths);
        for reason in left_out {
            self.tell(&Event::Warning(format!("left out: {reason}")));
        }
        let (paths, inputs): (Vec<PathBuf>, Vec<Input>) =
            files.into_iter().map(|file| (file.path.clone(), file.into_input())).unzip();
        let Campaign { property, limits, .. } = &self.campaign;
        let recordings = record(property, limits, &inputs, Detail::Bytes {}, &mut |_| ())?;
        let mut unfit = 0;
        for (recording, path) in recordings.into_iter().zip(&paths) {
            match recording {
                Ok(recording) => {
                    unfit += usize::from(!recording.fits);
                    if self.corpus.add(&recording.bytes).is_some() {
                        given.push(GivenInput { bytes: recording.bytes, past: None });
                    }
                }
                Err(reason) => {
                    let path = store::shown(path);
                    self.tell(&Event::Warning(format!("{path} is left out: {reason}")));
                }
            }
        }
        Ok(unfit)
    }
}
