//! `cargo chiasma export`: the corpus as plain files of bytes.

use std::collections::HashSet;
use std::fs;

use anyhow::{Context, Result};
use chiasma_core::chi::{file_name, replace_file};
use chiasma_runtime::protocol::Input;

use super::pulse::Pulse;
use crate::exit::Exit;
use crate::options::ExportOptions;
use chiasma_campaign::record;
use chiasma_campaign::store::shown;

/// Writes the parameter sequence of each input to a file of its own.
pub(crate) fn run(options: &ExportOptions) -> Result<Exit> {
    let property = super::the_property(&options.build, Some(&options.property))?;
    let store = options.files.store(&property);
    let files = super::readable(store.load_corpus()?);
    if files.is_empty() {
        super::say_no_corpus(&property, &store);
        return Ok(Exit::Passed);
    }
    let directory = &options.directory;
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot create {}", directory.display()))?;
    let inputs: Vec<Input> =
        files.iter().map(|file| Input::Chi { text: file.text.clone() }).collect();
    let mut written = HashSet::new();
    let mut failed = 0;
    let mut pulse = Pulse::start();
    let limits = options.limits.limits();
    let recordings =
        record(&property, &limits, &inputs, &mut |done| pulse.beat(|| done.to_string()))?;
    for (file, recording) in files.iter().zip(recordings) {
        match recording {
            Ok(recording) => {
                let path = directory.join(file_name(&recording.bytes));
                replace_file(&path, &recording.bytes)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                written.insert(path);
            }
            Err(reason) => {
                failed += 1;
                say!("{}: {reason}", shown(&file.path));
            }
        }
    }
    let duplicates = files.len() - failed - written.len();
    say!(
        "{} inputs: {} exported to {}, {duplicates} duplicates, {failed} did not generate",
        files.len(),
        written.len(),
        shown(directory)
    );
    Ok(Exit::Passed)
}
