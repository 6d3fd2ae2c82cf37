//! The saved inputs of a property, one file each: `failures/` as text (`.chi`), `corpus/` in compact form (`.chic`).

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chiasma_core::FailureKey;
use chiasma_core::chi::{
    Chi, ChiError, create_directory_durably, is_saved_input, read_file, read_text,
    replace_file_durably,
};

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
                "{path}:{}: {}\ncorrect the file, or delete it if it is no longer of use",
                error.line, error.message
            ),
        }
    }
}

impl std::error::Error for StoreError {}

/// What a saved input is saved for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    Failures,
    Corpus,
}

impl Group {
    fn directory(self) -> &'static str {
        match self {
            Self::Failures => "failures",
            Self::Corpus => "corpus",
        }
    }
}

/// A saved input, and where it was found.
#[derive(Debug)]
pub(crate) struct SavedInput {
    pub(crate) group: Group,
    pub(crate) path: PathBuf,
    pub(crate) content: Vec<u8>,
    pub(crate) chi: Chi,
}

/// The file of a saved input that has not been read yet.
#[derive(Debug)]
pub(crate) struct SavedPath {
    group: Group,
    path: PathBuf,
}

impl SavedPath {
    /// Reads it; nothing if another process has deleted it meanwhile.
    pub(crate) fn load(self) -> Result<Option<SavedInput>, StoreError> {
        let Self { group, path } = self;
        match load(&path) {
            Ok((content, chi)) => Ok(Some(SavedInput { group, path, content, chi })),
            Err(_) if fs::symlink_metadata(&path).is_err_and(|gone| is_missing(&gone)) => Ok(None),
            Err(problem) => Err(StoreError { path, problem }),
        }
    }
}

impl Store {
    pub(crate) fn new(directory: PathBuf) -> Self {
        Self { directory }
    }

    /// The files of all saved inputs, failures first, each group in the order of its names; or why they are not known.
    pub(crate) fn files(&self) -> Vec<Result<SavedPath, StoreError>> {
        let mut files = Vec::new();
        for group in [Group::Failures, Group::Corpus] {
            match saved_files(&self.directory.join(group.directory())) {
                Ok(paths) => {
                    files.extend(paths.into_iter().map(|path| Ok(SavedPath { group, path })));
                }
                Err(error) => files.push(Err(error)),
            }
        }
        files
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
        let directory = self.directory.join(Group::Failures.directory());
        let path_of = |number| directory.join(format!("{}.chi", key.file_name(number)));
        let is_taken = |path: &Path| match read_text(path) {
            // An empty file guards against nothing.
            Ok(text) if text.trim().is_empty() => false,
            Ok(text) => text.split_once("\n\n").is_none_or(|(_, saved)| saved != lines),
            Err(_) => fs::symlink_metadata(path).is_ok(),
        };
        let mut path = path_of(1);
        let mut number = 1;
        while is_taken(&path) {
            number += 1;
            path = path_of(number);
        }
        let written = create_directory_durably(&directory)
            .and_then(|()| replace_file_durably(&path, (heading.to_owned() + lines).as_bytes()));
        match written {
            Ok(()) => Ok(path),
            Err(error) => Err(StoreError { path, problem: Problem::Write(error) }),
        }
    }
}

fn load(path: &Path) -> Result<(Vec<u8>, Chi), Problem> {
    let content = read_file(path).map_err(Problem::Read)?;
    let chi = Chi::read(&content).map_err(Problem::Malformed)?;
    Ok((content, chi))
}

fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

fn saved_files(directory: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let failed = |error| StoreError { path: directory.to_owned(), problem: Problem::Read(error) };
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        if is_saved_input(&path) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
