//! `cargo chiasma import`: a corpus of libFuzzer or AFL++ becomes ours, and so do documents.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use chiasma_core::Chi;
use chiasma_core::chi::{TEXT_EXTENSION, file_name, replace_file};
use chiasma_runtime::protocol::{Detail, Input};

use super::documents::{self, Document, Taking};
use super::pulse::Pulse;
use crate::exit::Exit;
use crate::options::ImportOptions;
use chiasma_campaign::store::{Store, shown};
use chiasma_campaign::{Recording, record};
use chiasma_core::display::counted;

/// Maximum number of files that did not generate and are named.
const MAX_NAMED: usize = 10;

/// Number of files that are read at a time.
const PORTION: usize = 1_000;

/// Generates from each file, and saves what is new to the corpus.
pub(crate) fn run(options: &ImportOptions) -> Result<Exit> {
    let mut paths = Vec::new();
    for directory in &options.directories {
        collect(directory, &mut paths)?;
    }
    if paths.is_empty() {
        let named: Vec<_> = options.directories.iter().map(|d| d.display().to_string()).collect();
        bail!("there is no file to import in {}", named.join(", "));
    }
    let property = super::the_property(&options.property)?;
    let limits = options.property.limits();
    let taking = match options.documents {
        true => Some(documents::taking(&property, &limits)?),
        false => None,
    };
    let store = options.files.store(&property);
    store.prepare()?;
    let mut importing = Importing { keeps_names: options.documents, ..Importing::to(store) };
    let mut pulse = Pulse::start();
    for (number, portion) in paths.chunks(PORTION).enumerate() {
        let inputs = read(portion, taking)?;
        let recordings = record(&property, &limits, &inputs, Detail::Lines {}, &mut |_| {
            pulse.beat(|| format!("imported {} of {}", number * PORTION, paths.len()));
        })?;
        for (path, recording) in portion.iter().zip(recordings) {
            importing.take(path, recording)?;
        }
    }
    let Importing { store, imported, duplicates, failed, .. } = importing;
    if failed > MAX_NAMED {
        say!("... and {} more", failed - MAX_NAMED);
    }
    say!(
        "{}: {imported} imported, {}, {failed} did not generate",
        counted(paths.len(), "file"),
        counted(duplicates, "duplicate")
    );
    say!("corpus: {}", shown(&store.corpus));
    Ok(Exit::Passed)
}

/// The inputs that files are: documents, if it is said how the property takes these.
fn read(paths: &[PathBuf], taking: Option<Taking>) -> Result<Vec<Input>> {
    if let Some(taking) = taking {
        let documents = Document::load(paths.to_vec())?;
        return Ok(documents.iter().map(|document| document.input(taking)).collect());
    }
    let read = |path: &PathBuf| {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Input::Bytes { bytes, seed: 0 })
    };
    paths.iter().map(read).collect()
}

/// A corpus that inputs are added to.
#[derive(Debug)]
struct Importing {
    store: Store,
    /// Whether files keep the names of the documents that they come from.
    keeps_names: bool,
    /// The names by content of all inputs so far.
    names: HashSet<String>,
    imported: usize,
    duplicates: usize,
    failed: usize,
}

impl Importing {
    fn to(store: Store) -> Self {
        let names = HashSet::new();
        Self { store, keeps_names: false, names, imported: 0, duplicates: 0, failed: 0 }
    }

    /// Saves what was generated from a file, if it is new.
    fn take(&mut self, path: &Path, recording: Result<Recording, String>) -> Result<()> {
        let Recording { bytes, lines, .. } = match recording {
            Ok(recording) => recording,
            Err(reason) => {
                self.failed += 1;
                if self.failed <= MAX_NAMED {
                    say!("{}: {reason}", shown(path));
                }
                return Ok(());
            }
        };
        let name = file_name(&bytes);
        let content = Chi::compacted((Chi::heading(&[]) + &lines).as_bytes())?;
        let by_content = self.store.corpus_file(&name);
        let by_name = self.keeps_names.then(|| document_file(&self.store, path));
        let is_there = |path: &PathBuf| {
            either_form(path).iter().any(|path| {
                let there = fs::read(path).ok().and_then(|there| Chi::compacted(&there).ok());
                there.is_some_and(|there| there == content)
            })
        };
        let is_known = either_form(&by_content).iter().any(|path| path.exists());
        if !self.names.insert(name) || is_known || by_name.as_ref().is_some_and(is_there) {
            self.duplicates += 1;
            return Ok(());
        }
        // Another document of that name does not have to go.
        let is_free = |path: &PathBuf| !either_form(path).iter().any(|path| path.exists());
        let path = by_name.filter(is_free).unwrap_or(by_content);
        replace_file(&path, &content)
            .with_context(|| format!("cannot write {}", path.display()))?;
        self.imported += 1;
        Ok(())
    }
}

/// The file of a document in the corpus.
fn document_file(store: &Store, document: &Path) -> PathBuf {
    store.corpus_file(&document.file_name().unwrap_or_default().to_string_lossy())
}

/// The file of an input and the one it would have as text, as earlier versions saved it.
fn either_form(path: &Path) -> [PathBuf; 2] {
    [path.to_owned(), path.with_extension(TEXT_EXTENSION)]
}

/// The inputs in a directory and below it, in order of their names.
///
/// Where AFL++ kept its state beside its `queue`, only the queue holds inputs. Hidden files and the
/// README.txt that it puts beside crashes are not inputs.
pub(super) fn collect(path: &Path, inputs: &mut Vec<PathBuf>) -> Result<()> {
    let cannot = || format!("cannot read {}", path.display());
    if fs::metadata(path).with_context(cannot)?.is_file() {
        inputs.push(path.to_owned());
        return Ok(());
    }
    let queue = path.join("queue");
    if queue.is_dir() {
        return collect(&queue, inputs);
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).with_context(cannot)? {
        entries.push(entry.with_context(cannot)?);
    }
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with('.') || name == "README.txt" {
            continue;
        }
        // A link to a file is an input; a link to a directory may lead in circles.
        let is_directory = entry.file_type().with_context(cannot)?.is_dir();
        if is_directory {
            collect(&entry.path(), inputs)?;
        } else if entry.path().is_file() {
            inputs.push(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collected(files: &[&str]) -> Vec<String> {
        let root = tempfile::tempdir().unwrap();
        for file in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        let mut inputs = Vec::new();
        collect(root.path(), &mut inputs).unwrap();
        let relative = |path: &PathBuf| path.strip_prefix(root.path()).unwrap().to_owned();
        inputs.iter().map(|path| relative(path).to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_plain_directory_is_read_with_what_is_below_it() {
        assert_eq!(collected(&["b", "a", "more/c", ".hidden", "README.txt"]), ["a", "b", "more/c"]);
    }

    #[test]
    fn of_the_output_of_afl_only_the_queue_is_read() {
        let single = ["fuzzer_stats", "queue/id:000000", "queue/.state/x", "crashes/id:000001"];
        assert_eq!(collected(&single), ["queue/id:000000"]);
        let several = ["main/queue/id:0", "main/fuzz_bitmap", "second/queue/id:1"];
        assert_eq!(collected(&several), ["main/queue/id:0", "second/queue/id:1"]);
    }

    #[test]
    fn a_directory_that_is_not_there_is_an_error_that_names_it() {
        let error = collect(Path::new("/no/such/place"), &mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "cannot read /no/such/place");
    }
}
