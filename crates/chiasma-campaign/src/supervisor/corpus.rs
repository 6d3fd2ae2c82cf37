//! Which inputs a campaign has saved, so that none is saved twice.

use std::collections::HashSet;

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
