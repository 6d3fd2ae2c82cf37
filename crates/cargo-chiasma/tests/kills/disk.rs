//! What is on disk, beside what a command said was there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chiasma_core::Chi;

use crate::support::{Stats, saved};

/// What is on disk, and was.
pub(crate) struct Disk {
    directory: PathBuf,
    pub(crate) corpus: BTreeSet<String>,
    pub(crate) failures: BTreeSet<String>,
}

impl Disk {
    /// The disk with nothing on it, so far as is known. `directory` has the corpus and the failures in it.
    pub(crate) fn new(directory: PathBuf) -> Self {
        Self { directory, corpus: BTreeSet::new(), failures: BTreeSet::new() }
    }

    /// Compares the disk with what there was, and with what was reported since.
    pub(crate) fn check(&mut self, stats: &Path, output: &str) {
        let corpus = whole_files(&self.directory.join("corpus"));
        let failures = whole_files(&self.directory.join("failures"));
        let lost: Vec<_> = self.corpus.difference(&corpus).collect();
        assert!(lost.is_empty(), "saved inputs are gone: {lost:?}\n{output}");
        let lost: Vec<_> = self.failures.difference(&failures).collect();
        assert!(lost.is_empty(), "saved failures are gone: {lost:?}\n{output}");
        let stats = Stats::read(stats);
        for name in &stats.kept {
            assert!(corpus.contains(&format!("{name}.chic")), "{name} is lost: {output}");
        }
        for path in output.lines().filter_map(|line| line.strip_prefix("  saved   ")) {
            let name = Path::new(path).file_name().unwrap().to_string_lossy();
            assert!(failures.contains(&*name), "{path} is lost: {output}");
        }
        (self.corpus, self.failures) = (corpus, failures);
    }

    /// Compares the numbers that were reported, too. On a full disk these count what is kept in memory, and told as not saved.
    pub(crate) fn check_with_numbers(&mut self, stats: &Path, output: &str) {
        self.check(stats, output);
        let (corpus, failures) = (self.corpus.len(), self.failures.len());
        for row in &Stats::read(stats).snapshots {
            assert!(row["corpus"].as_u64().unwrap() <= corpus as u64, "{row}: {output}");
            assert!(row["failures"].as_u64().unwrap() <= failures as u64, "{row}: {output}");
        }
        let found = output.lines().filter(|line| line.contains(" s  found ")).count();
        assert!(found <= failures, "{output}");
    }
}

/// The names of the saved inputs of a directory, all of which can be read.
pub(crate) fn whole_files(directory: &Path) -> BTreeSet<String> {
    let files = saved(directory);
    for (name, text) in &files {
        assert!(Chi::parse(text).is_ok(), "{name} is half-written: {text:?}");
    }
    files.into_keys().collect()
}
