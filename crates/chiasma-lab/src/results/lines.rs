//! Files of lines, and files that are replaced in one step.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chiasma_core::chi::replace_file;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::ResultsError;

/// A line that could not be read, and was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// Why: most often the campaign was killed while it wrote.
    pub reason: String,
}

/// Reads a file of JSON lines as far as they are whole; a file that is not there has none.
pub(super) fn read_lines<T: DeserializeOwned>(
    path: &Path,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<T>, ResultsError> {
    let Some(content) = read_if_there(path)? else { return Ok(Vec::new()) };
    let text = String::from_utf8_lossy(&content);
    let mut rows = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str(line) {
            Ok(row) => rows.push(row),
            Err(error) => {
                let (path, line) = (path.to_owned(), at + 1);
                skipped.push(Skipped { path, line, reason: error.to_string() });
            }
        }
    }
    Ok(rows)
}

/// Reads a file of one JSON value, if it is there.
pub(super) fn read_value<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, ResultsError> {
    let Some(content) = read_if_there(path)? else { return Ok(None) };
    let value = serde_json::from_slice(&content);
    value.map(Some).map_err(|cause| ResultsError::Form { path: path.to_owned(), cause })
}

/// Writes a file of JSON lines.
pub(super) fn write_lines<T: Serialize>(path: &Path, rows: &[T]) -> Result<(), ResultsError> {
    let mut text = String::new();
    for row in rows {
        let line = serde_json::to_string(row);
        text += &line.map_err(|cause| ResultsError::Form { path: path.to_owned(), cause })?;
        text.push('\n');
    }
    write_whole(path, &text)
}

/// Writes a file of one JSON value, for people to read.
pub(super) fn write_value<T: Serialize>(path: &Path, value: &T) -> Result<(), ResultsError> {
    let text = serde_json::to_string_pretty(value);
    let text = text.map_err(|cause| ResultsError::Form { path: path.to_owned(), cause })?;
    write_whole(path, &(text + "\n"))
}

/// Writes a file whole or not at all, and creates the directories that it is in.
pub(super) fn write_whole(path: &Path, content: &str) -> Result<(), ResultsError> {
    let failed = |cause| ResultsError::File { action: "write", path: path.to_owned(), cause };
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(failed)?;
    }
    replace_file(path, content.as_bytes()).map_err(failed)
}

fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, ResultsError> {
    match fs::read(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(ResultsError::File { action: "read", path: path.to_owned(), cause }),
    }
}
