//! `cargo chiasma export`: the corpus as plain files: the bytes that drive the generator, the values, or text.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use chiasma_core::Chi;
use chiasma_core::chi::{TEXT_EXTENSION, file_name, replace_file};
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::protocol::{Depth, Detail, Input, Value};

use super::pulse::Pulse;
use crate::exit::Exit;
use crate::options::ExportOptions;
use chiasma_campaign::property::Property;
use chiasma_campaign::store::{SavedFile, shown};
use chiasma_campaign::{Examined, Limits, Recording, examine_all, record};
use chiasma_core::display::counted;

/// Maximum length of a value that is shown at the top of a file, in bytes.
const MAX_SHOWN: usize = 200;

/// Number of inputs whose text or values are in memory at a time.
const PORTION: usize = 1_000;

/// Writes the parameter sequence or the values of each input to files of their own.
pub(crate) fn run(options: &ExportOptions) -> Result<Exit> {
    let property = super::the_property(&options.property)?;
    let store = options.files.store(&property);
    let loaded = store.load_corpus()?;
    let Some(files) = super::readable_or_say_none(loaded, &property, &store) else {
        return Ok(Exit::Passed);
    };
    let directory = &options.directory;
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot create {}", directory.display()))?;
    let inputs: Vec<Input> = files.iter().map(SavedFile::input).collect();
    let limits = options.property.limits();
    if options.values {
        return export_values(&property, &limits, &files, &inputs, directory);
    }
    if options.text {
        return export_text(&property, &limits, &files, &inputs, directory);
    }
    let mut written = HashSet::new();
    let mut failed = 0;
    let mut pulse = Pulse::start();
    let recordings = record(&property, &limits, &inputs, Detail::Bytes {}, &mut |done| {
        pulse.beat(|| done.to_string());
    })?;
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
        "{}: {} exported to {}, {}, {failed} did not generate",
        counted(files.len(), "input"),
        written.len(),
        shown(directory),
        counted(duplicates, "duplicate")
    );
    Ok(Exit::Passed)
}

/// Writes the text of each input to a file of its name. What does not generate any more is written as it was saved.
fn export_text(
    property: &Property,
    limits: &Limits,
    files: &[SavedFile],
    inputs: &[Input],
    directory: &Path,
) -> Result<Exit> {
    let mut pulse = Pulse::start();
    let mut failed = 0;
    let portions = files.chunks(PORTION).zip(inputs.chunks(PORTION)).enumerate();
    for (number, (files, inputs)) in portions {
        let recordings = record(property, limits, inputs, Detail::Lines {}, &mut |_| {
            pulse.beat(|| format!("exported {}", counted(number * PORTION, "input")));
        })?;
        for (file, recording) in files.iter().zip(recordings) {
            let text = match recording {
                Ok(Recording { lines, values, .. }) => {
                    Chi::heading(&short_values(&values)) + &lines
                }
                Err(reason) => {
                    failed += 1;
                    say!("{}: {reason}", shown(&file.path));
                    Chi::heading(&[reason]) + &Chi::lines_of(&file.content)?
                }
            };
            let stem = file.path.file_stem().unwrap_or_default().to_string_lossy();
            let path = directory.join(format!("{stem}.{TEXT_EXTENSION}"));
            replace_file(&path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    say!(
        "{} exported to {}, {failed} as saved, since they do not generate",
        counted(files.len(), "input"),
        shown(directory)
    );
    Ok(Exit::Passed)
}

/// The values that are short enough to be read at the top of a file.
fn short_values(values: &[Value]) -> Vec<String> {
    let is_short = |value: &&Value| value.text.len() <= MAX_SHOWN && !value.text.contains('\n');
    values.iter().filter(is_short).map(|value| format!("{} = {}", value.name, value.text)).collect()
}

/// Writes what each input generates, as it prints, to a file of the input's name.
fn export_values(
    property: &Property,
    limits: &Limits,
    files: &[SavedFile],
    inputs: &[Input],
    directory: &Path,
) -> Result<Exit> {
    let mut pulse = Pulse::start();
    let (mut exported, mut failed) = (0, 0);
    for (files, inputs) in files.chunks(PORTION).zip(inputs.chunks(PORTION)) {
        let (depth, detail) = (Depth::Print {}, Detail::Lines {});
        let batch = examine_all(property, limits, inputs, depth, detail, &mut |_| {
            pulse.beat(|| format!("exported {}", counted(exported, "input")));
        })?;
        for (file, examined) in files.iter().zip(&batch.examined) {
            if let Some(reason) = no_values(examined) {
                failed += 1;
                say!("{}: {reason}", shown(&file.path));
                continue;
            }
            exported += 1;
            write_values(file, examined, directory)?;
        }
    }
    say!(
        "{}: {exported} exported to {}, {failed} without values",
        counted(files.len(), "input"),
        shown(directory)
    );
    Ok(Exit::Passed)
}

/// Writes the values of an input, one to a file.
fn write_values(file: &SavedFile, examined: &Examined, directory: &Path) -> Result<()> {
    let stem = file.path.file_stem().unwrap_or_default().to_string_lossy();
    for (value, bytes) in examined.values.iter().zip(&examined.printed) {
        // Most properties have one argument, whose file needs no name beside the input's.
        let name = if examined.printed.len() == 1 {
            stem.to_string()
        } else {
            format!("{stem}.{}", value.name)
        };
        let path = directory.join(name);
        replace_file(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Why an input has no values to print; nothing if it has some.
pub(super) fn no_values(examined: &Examined) -> Option<String> {
    match (&examined.outcome, examined.death) {
        (_, Some(death)) => Some(format!("its generator kills the process: {death}")),
        (Some(OutcomeReport::Invalid { why }), None) if examined.printed.is_empty() => {
            Some(why.clone())
        }
        (Some(OutcomeReport::Failed { failure }), None) if examined.printed.is_empty() => {
            Some(format!("its generator panics: {}", failure.message))
        }
        (_, None) if examined.printed.is_empty() => {
            let advice = "let an argument draw it (`#[from(generator)] input: T`)";
            Some(format!("the property draws while it runs, so there is no value; {advice}"))
        }
        _ => None,
    }
}
