//! The saved inputs of a property: `failures/` and `corpus/`, one `.chi` file each.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chiasma_core::FailureKey;
use chiasma_core::chi::{Chi, ChiError, replace_file};

/// The directory of one property.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    directory: PathBuf,
}

/// A saved input that could not be read or written.
#[derive(Debug)]
pub struct StoreError {
    path: PathBuf,
    problem: Problem,
}

#[derive(Debug)]
enum Problem {
    Read(io::Error),
    Write(io::Error),
    Malformed(ChiError),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.problem {
            Problem::Read(error) => write!(f, "cannot read {path}: {error}"),
            Problem::Write(error) => write!(f, "cannot write {path}: {error}"),
            Problem::Malformed(error) => write!(
                f,
                "{path}:{}: {}\nmend the file, or delete it if it is no longer of use",
                error.line, error.message
            ),
        }
    }
}

impl std::error::Error for StoreError {}

/// A saved input, and where it was found.
#[derive(Debug)]
pub(crate) struct SavedInput {
    pub(crate) path: PathBuf,
    pub(crate) chi: Chi,
}

impl Store {
    pub(crate) fn new(directory: PathBuf) -> Self {
        Self { directory }
    }

    /// All saved inputs, failures first, each group in the order of its names.
    pub(crate) fn load(&self) -> Result<Vec<SavedInput>, StoreError> {
        let mut inputs = Vec::new();
        for group in ["failures", "corpus"] {
            for path in chi_files(&self.directory.join(group))? {
                let bytes = match fs::read(&path) {
                    Ok(bytes) => bytes,
                    Err(error) => {
                        return Err(StoreError { path, problem: Problem::Read(error) });
                    }
                };
                match text(&bytes).and_then(Chi::parse) {
                    Ok(chi) => inputs.push(SavedInput { path, chi }),
                    Err(error) => {
                        return Err(StoreError { path, problem: Problem::Malformed(error) });
                    }
                }
            }
        }
        Ok(inputs)
    }

    /// Saves a failing input: its `lines` below a `heading`.
    ///
    /// The file is named by the failure's key, as in a campaign. One that is there stays, since all saved inputs
    /// pass by now: it guards against another failure of that kind at that place. Only the same input
    /// is overwritten.
    pub(crate) fn save_failure(
        &self,
        key: &FailureKey,
        heading: &str,
        lines: &str,
    ) -> Result<PathBuf, StoreError> {
        let directory = self.directory.join("failures");
        let path_of = |number| directory.join(format!("{}.chi", key.file_name(number)));
        let is_taken = |path: &Path| match fs::read_to_string(path) {
            Ok(text) => text.split_once("\n\n").is_none_or(|(_, saved)| saved != lines),
            Err(_) => path.exists(),
        };
        let mut path = path_of(1);
        let mut number = 1;
        while is_taken(&path) {
            number += 1;
            path = path_of(number);
        }
        let written = fs::create_dir_all(&directory)
            .and_then(|()| replace_file(&path, (heading.to_owned() + lines).as_bytes()));
        match written {
            Ok(()) => Ok(path),
            Err(error) => Err(StoreError { path, problem: Problem::Write(error) }),
        }
    }
}

fn text(bytes: &[u8]) -> Result<&str, ChiError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        ChiError { line, message: "this is not text (UTF-8)".to_owned() }
    })
}

fn chi_files(directory: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let failed = |error| StoreError { path: directory.to_owned(), problem: Problem::Read(error) };
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "chi") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
