//! The keys of failures that a campaign sees, and their files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use chiasma_core::chi::{read_text, replace_file_durably};
use chiasma_core::{Chi, Death, FailureKey, FailureKind, Place};
use chiasma_runtime::FailureReport;
use chiasma_runtime::protocol::Value;

use crate::death_site::DeathSite;
use crate::examine::Examined;
use crate::property::Property;
use crate::store::Store;
use crate::symbols::Symbols;

/// Number of callers that distinguish failures at one place.
const CALLERS: usize = 5;

/// Number of lines of a worker's output that are shown when it died.
const LAST_LINES: usize = 8;

/// The key of a failure that its worker survived, with its callers.
#[must_use]
pub fn key_of_failure(failure: &FailureReport, symbols: &Symbols) -> FailureKey {
    let frames = symbols.user_frames(&failure.frames, usize::MAX);
    let mut callers: Vec<String> = frames.into_iter().map(|frame| frame.function).collect();
    // How deep a recursion was is not another way to the same place.
    callers.dedup();
    callers.truncate(CALLERS);
    failure.key.clone().with_callers(callers)
}

/// The key of a death. The last that the worker printed may say where it panicked before; if not, its call stacks
/// may say where it died.
#[must_use]
pub fn key_of_death(death: Death, output: &str, site: Option<&DeathSite>) -> FailureKey {
    let place = output.lines().find_map(|line| {
        let (_, place) = line.split_once(" panicked at ")?;
        Place::parse(place.trim_end_matches(':'))
    });
    let function = site.map(|site| site.function.clone());
    FailureKey::new(FailureKind::Death(death), place).in_function(function)
}

/// What there is to say of a death: the last lines that the worker printed, and the functions that it died in.
pub(crate) fn message_of_death(output: &str, site: Option<&DeathSite>) -> String {
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(LAST_LINES)..].iter().map(|&line| line.to_owned());
    let frames = site.iter().flat_map(|site| site.frames.iter().take(CALLERS));
    let frames = frames.map(|frame| format!("in {frame}"));
    last.chain(frames).collect::<Vec<_>>().join("\n")
}

/// The text of the file of a failing input with these values and lines.
#[must_use]
pub fn file_text(
    key: &FailureKey,
    property: &Property,
    message: &str,
    values: &[Value],
    lines: &str,
) -> String {
    let values = values.iter().map(|value| (&*value.name, &*value.text));
    Chi::heading(&key.remarks(Some(&property.path), message, values)) + lines
}

/// What became of an input that is said to fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SavedFailure {
    /// It is saved here.
    New(PathBuf),
    /// Its failure was saved already.
    Known,
    /// It does not fail in this build.
    Passes,
}

/// Saves an input that was run, if it fails and its failure is not saved already.
pub fn save_failure(
    property: &Property,
    store: &Store,
    examined: &Examined,
    symbols: &Symbols,
) -> io::Result<SavedFailure> {
    let Some(key) = &examined.key(symbols) else { return Ok(SavedFailure::Passes) };
    let FailureFile::Free(path) = FailureFile::find(&store.failures, key, &[]) else {
        return Ok(SavedFailure::Known);
    };
    let text =
        file_text(key, property, &examined.message(symbols), &examined.values, &examined.lines);
    replace_file_durably(&path, text.as_bytes())?;
    Ok(SavedFailure::New(path))
}

/// How many choices the lines of a `.chi` file hold.
pub(crate) fn choices(lines: &str) -> usize {
    lines.lines().filter(|line| line.contains(" = ")).count()
}

/// The file of a failure in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FailureFile {
    /// It is saved there already.
    Saved(PathBuf),
    /// It is not saved; this name is free.
    Free(PathBuf),
}

impl FailureFile {
    /// Looks for the file of the failure with this key; `taken` are the files of the campaign's other failures.
    ///
    /// A file that `cargo test` wrote names no callers, and holds the first failure of that kind at that place.
    pub(crate) fn find(directory: &Path, key: &FailureKey, taken: &[&Path]) -> Self {
        let mut without_callers = None;
        let mut number = 0;
        loop {
            number += 1;
            let path = directory.join(format!("{}.chi", key.file_name(number)));
            if taken.contains(&&*path) {
                continue;
            }
            let free = |path| without_callers.clone().map_or(Self::Free(path), Self::Saved);
            let text = match read_text(&path) {
                Ok(text) if Chi::parse(&text).is_ok() => text,
                // An empty file keeps no failure from being saved.
                Ok(text) if text.trim().is_empty() => return free(path),
                Err(_) if fs::symlink_metadata(&path).is_err() => return free(path),
                // Not to be overwritten: what a person may correct, a directory, or what may not be read.
                _ => continue,
            };
            match FailureKey::of_chi(&text) {
                Ok(saved) if saved == *key => return Self::Saved(path),
                Ok(saved) if saved.callers.is_empty() && without_callers.is_none() => {
                    without_callers = Some(path);
                }
                // It holds another failure.
                _ => {}
            }
        }
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Saved(path) | Self::Free(path) => path,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(callers: &[&str]) -> FailureKey {
        let key: FailureKey = "panic at src/lib.rs:7:9".parse().unwrap();
        key.with_callers(callers.iter().map(|caller| (*caller).to_owned()).collect())
    }

    fn save(path: &Path, key: &FailureKey) {
        let heading = Chi::heading(&key.remarks(Some("p"), "no", [("v", "1")]));
        fs::write(path, heading + "v:\n").unwrap();
    }

    #[test]
    fn a_failure_is_found_in_the_file_that_cargo_test_wrote() {
        let directory = tempfile::tempdir().unwrap();
        let find =
            |key: &FailureKey, taken: &[&Path]| FailureFile::find(directory.path(), key, taken);
        let names = [1, 2, 3]
            .map(|number| directory.path().join(format!("{}.chi", key(&[]).file_name(number))));
        assert_eq!(find(&key(&["f"]), &[]), FailureFile::Free(names[0].clone()));
        // As `cargo test` does, which knows no callers.
        save(&names[0], &key(&[]));
        assert_eq!(find(&key(&["f"]), &[]), FailureFile::Saved(names[0].clone()));
        // Another failure of the same campaign at the same place has a file of its own,
        let second = find(&key(&["g"]), &[&names[0]]);
        assert_eq!(second, FailureFile::Free(names[1].clone()));
        save(&names[1], &key(&["g"]));
        // which the next campaign finds again, in whichever order the two are found.
        assert_eq!(find(&key(&["g"]), &[]), FailureFile::Saved(names[1].clone()));
        assert_eq!(find(&key(&["f"]), &[&names[1]]), FailureFile::Saved(names[0].clone()));
        assert_eq!(find(&key(&["h"]), &[&names[0]]), FailureFile::Free(names[2].clone()));
    }

    #[test]
    fn the_output_of_a_process_may_say_where_it_died() {
        let output = "\nthread 'main' (1) panicked at src/lib.rs:7:9:\nno\n";
        assert_eq!(key_of_death(Death::Abort, output, None).to_string(), "abort at src/lib.rs:7:9");
        assert_eq!(key_of_death(Death::Abort, "", None).to_string(), "abort");
    }
}
