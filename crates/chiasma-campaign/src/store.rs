//! The files of a property: its corpus in compact form (`.chic`), its failures as text (`.chi`); one file an input.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use chiasma_core::Chi;
use chiasma_core::chi::{COMPACT_EXTENSION, create_directory_durably, is_saved_input, read_file};
use chiasma_runtime::protocol::Input;

use crate::property::Property;

/// Where the inputs of a property are kept.
#[derive(Debug, Clone)]
pub struct Store {
    /// Inputs that revealed coverage.
    pub corpus: PathBuf,
    /// Inputs that fail.
    pub failures: PathBuf,
}

/// A saved input and its file.
#[derive(Debug, Clone)]
pub struct SavedFile {
    /// The file.
    pub path: PathBuf,
    /// What it holds: text, or the compact form of an input.
    pub content: Vec<u8>,
}

impl SavedFile {
    /// The input, as a worker takes it.
    #[must_use]
    pub fn input(&self) -> Input {
        self.clone().into_input()
    }

    /// The same without the file.
    #[must_use]
    pub fn into_input(self) -> Input {
        Input::Chi { content: self.content }
    }
}

/// The saved inputs of a directory.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// Those that could be read, by name.
    pub files: Vec<SavedFile>,
    /// What is wrong with each of the others.
    pub left_out: Vec<String>,
}

impl Loaded {
    /// Adds those of another directory.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.files.extend(other.files);
        self.left_out.extend(other.left_out);
        self
    }
}

impl Store {
    /// The store of `property`, unless other directories are given.
    #[must_use]
    pub fn of(property: &Property, corpus: Option<PathBuf>, failures: Option<PathBuf>) -> Self {
        let directory = property.directory();
        Self {
            corpus: corpus.unwrap_or_else(|| directory.join("corpus")),
            failures: failures.unwrap_or_else(|| directory.join("failures")),
        }
    }

    /// Creates the directories, so that a place that cannot be written to is known at once, and deletes what
    /// processes that were killed had begun to write there.
    pub fn prepare(&self) -> Result<()> {
        for directory in [&self.corpus, &self.failures] {
            sweep(directory);
            let probe = directory.join(format!(".probe.{}", std::process::id()));
            let usable = create_directory_durably(directory).and_then(|()| fs::write(&probe, ""));
            let _ = fs::remove_file(&probe);
            usable.with_context(|| {
                format!(
                    "cannot write to {}; --corpus DIR and --failures DIR say where else to",
                    directory.display()
                )
            })?;
        }
        Ok(())
    }

    /// The file of an input of the corpus that has this name.
    #[must_use]
    pub fn corpus_file(&self, name: &str) -> PathBuf {
        self.corpus.join(format!("{name}.{COMPACT_EXTENSION}"))
    }

    /// The files of the corpus, by name.
    pub fn corpus_files(&self) -> Result<Vec<PathBuf>> {
        saved_files(&self.corpus)
    }

    /// The saved corpus.
    pub fn load_corpus(&self) -> Result<Loaded> {
        load_all(&self.corpus)
    }

    /// The saved failures.
    pub fn load_failures(&self) -> Result<Loaded> {
        load_all(&self.failures)
    }
}

/// A path as seen from here, if it is below.
pub fn shown(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let below = here.as_deref().and_then(|here| path.strip_prefix(here).ok());
    below.unwrap_or(path).display().to_string()
}

/// Reads and checks one saved input.
pub fn load(path: &Path) -> Result<SavedFile> {
    let content = read_file(path).with_context(|| format!("cannot read {}", path.display()))?;
    if let Err(error) = Chi::check(&content) {
        anyhow::bail!("{}:{}: {}", path.display(), error.line, error.message);
    }
    Ok(SavedFile { path: path.to_owned(), content })
}

/// Reads and checks all saved inputs of a directory; none if there is no such directory. What cannot be read
/// is left out, and does not stop anything.
pub fn load_all(directory: &Path) -> Result<Loaded> {
    Ok(load_files(&saved_files(directory)?))
}

/// The files of saved inputs in a directory, by name; none if there is no such directory.
fn saved_files(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", directory.display()));
        }
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| is_saved_input(path))
        .collect();
    paths.sort();
    Ok(paths)
}

/// Reads and checks saved inputs; what cannot be read is left out.
pub fn load_files(paths: &[PathBuf]) -> Loaded {
    let mut loaded = Loaded::default();
    for path in paths {
        match load(path) {
            Ok(file) => loaded.files.push(file),
            // Another process has deleted it since it was listed.
            Err(_) if fs::symlink_metadata(path).is_err_and(|gone| is_missing(&gone)) => {}
            Err(error) => loaded.left_out.push(format!("{error:#}")),
        }
    }
    loaded
}

/// Deletes the unfinished files of processes that are gone.
fn sweep(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.filter_map(io::Result::ok) {
        let writer = entry.file_name().to_str().and_then(writer_of);
        // Without `/proc` it is not known who lives, and all stay.
        let is_gone = |pid: u32| {
            Path::new("/proc/self").exists() && !Path::new(&format!("/proc/{pid}")).exists()
        };
        if writer.is_some_and(is_gone) {
            // Another process may have done it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The process that was writing a hidden file; nothing if it is none of ours.
fn writer_of(name: &str) -> Option<u32> {
    let name = name.strip_prefix('.')?;
    let pid = match name.strip_suffix(".partial") {
        Some(partial) => {
            let (saved, pid) = partial.rsplit_once('.')?;
            is_saved_input(Path::new(saved)).then_some(pid)?
        }
        None => name.strip_prefix("probe.")?,
    };
    pid.parse().ok()
}

fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_killed_processes_left_unfinished_is_deleted_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        // No process has so high an id.
        let (gone, alive) = (u32::MAX, std::process::id());
        let stale = [
            format!(".a.chi.{gone}.partial"),
            format!(".a.chic.{gone}.partial"),
            format!(".probe.{gone}"),
        ];
        let kept = [
            format!(".b.chi.{alive}.partial"),
            format!(".notes.{gone}.partial"),
            ".gitkeep".to_owned(),
            "c.chi".to_owned(),
        ];
        for name in stale.iter().chain(&kept) {
            fs::write(directory.path().join(name), "").unwrap();
        }
        let (corpus, failures) = (directory.path().to_owned(), directory.path().join("failures"));
        Store { corpus, failures }.prepare().unwrap();
        let is_there = |name: &String| directory.path().join(name).exists();
        assert!(kept.iter().all(is_there) && !stale.iter().any(is_there));
    }
}
