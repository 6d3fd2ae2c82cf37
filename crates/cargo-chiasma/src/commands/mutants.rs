//! `cargo chiasma mutants`: which mutants of the code a property notices, with the inputs of its corpus.

use anyhow::{Context, Result};
use chiasma_campaign::build::build_with_mutants;
use chiasma_campaign::mutants::{TriedInput, try_mutants};
use chiasma_campaign::property;
use chiasma_campaign::store::{SavedFile, shown};
use chiasma_mutants::report::{How, Outputs, Scoring, Tried};
use chiasma_mutants::{MutantId, Report};
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::mutants::Kill;
use chiasma_runtime::protocol::Input;

use super::pulse::Pulse;
use crate::exit::Exit;
use crate::options::MutantsOptions;

/// The coverage report's style, so that both look the same.
const STYLE: &str = include_str!("coverage/style.css");

/// Runs all mutants that the corpus reaches, and shows what survives.
pub(crate) fn run(options: &MutantsOptions) -> Result<Exit> {
    let built = build_with_mutants(&options.property.build.request(), options.of.as_deref())?;
    let property =
        property::choose(property::find(&built.binaries)?, Some(&options.property.name))?;
    let store = options.files.store(&property);
    let loaded = store.load_corpus()?;
    let Some(mut files) = super::readable_or_say_none(loaded, &property, &store) else {
        return Ok(if options.min_score > 0.0 { Exit::FailureFound } else { Exit::Passed });
    };
    // The first that kills is then one of the smallest.
    files.sort_by_key(|file| file.content.len());
    let inputs: Vec<Input> = files.iter().map(SavedFile::input).collect();
    let mut pulse = Pulse::start();
    let limits = options.property.limits();
    let tried = try_mutants(&property, &limits, &inputs, &mut |done| {
        pulse.beat(|| format!("tried mutants on {done} of {} inputs", inputs.len()));
    })?;
    let gives_output = tried.iter().any(|tried| tried.gives_output);
    let outputs = if gives_output { Outputs::Compared } else { Outputs::None };
    let inputs: Vec<Tried> =
        files.iter().zip(tried).map(|(file, tried)| reported(shown(&file.path), tried)).collect();
    let report = Report::new(&built.schema, &property.path, outputs, &inputs);
    say!("{}", report.text().trim_end());
    if let Some(path) = &options.json {
        chiasma_core::chi::replace_file(path, report.json()?.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        say!("json: {}", shown(path));
    }
    if let Some(directory) = &options.html {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot create {}", directory.display()))?;
        let path = directory.join("mutants.html");
        chiasma_core::chi::replace_file(&path, report.html(STYLE).as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        say!("html: {}", shown(&path));
    }
    let percent = report.score().percent();
    Ok(if percent < options.min_score { Exit::FailureFound } else { Exit::Passed })
}

fn reported(input: String, tried: TriedInput) -> Tried {
    let how = |kill| match kill {
        Kill::Failed {} => How::Failed,
        Kill::Differed {} => How::Differed,
        Kill::TimedOut {} => How::TimedOut,
        Kill::Died {} => How::Died,
    };
    let killed = tried.killed.iter().map(|killed| (MutantId(killed.mutant), how(killed.kill)));
    let scoring = match tried.outcome {
        None => Scoring::Dies,
        Some(OutcomeReport::Failed { .. }) => Scoring::Fails,
        Some(_) if tried.is_unstable => Scoring::Unstable,
        Some(_) => Scoring::Scored,
    };
    Tried {
        scoring,
        input,
        size: tried.bytes.len(),
        killed: killed.collect(),
        reached: tried.reached.iter().copied().map(MutantId).collect(),
    }
}
