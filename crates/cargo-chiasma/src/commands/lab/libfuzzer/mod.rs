//! libFuzzer as a contender: what a user gets today, beside what they get from Chiasma.
//!
//! A trial of it is a fuzz target with a corpus of its own, started again whenever it dies. What it kept
//! and what it died of become documents, and these are run in the subject's own build, so that coverage
//! and failures are measured as those of all other contenders.

mod build;
mod campaign;
mod documents;
mod process;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use chiasma_core::generators::Verbatim;
use chiasma_core::{FailureKey, FailureKind};
use chiasma_lab::experiment::Trial;
use chiasma_lab::results::FailureLine;
use chiasma_runtime::protocol::{Depth, Detail, Input};

pub(super) use build::build;

use super::distances::Samples;
use super::subject::Built;
use super::trial::CampaignResult;
use campaign::{Cause, LibFuzzerCampaign};
use chiasma_campaign::build::Executable;
use chiasma_campaign::symbols::Symbols;
use chiasma_campaign::{Limits, Moment, examine_all};

/// The bytes of a parameter sequence that are not its document's.
const ENVELOPE: usize = 8;

/// Runs a trial of a fuzz target; nothing if it was stopped.
pub(super) fn run(
    trial: &Trial,
    subject: &Built,
    target: &Executable,
    path: &Path,
    stop: &AtomicBool,
) -> Result<Option<CampaignResult>> {
    let campaign = LibFuzzerCampaign::begin(target, path, trial, &subject.limits)?;
    let Some(found) = campaign.run(stop)? else { return Ok(None) };
    let (files, moments): (Vec<_>, Vec<_>) = found.kept.into_iter().unzip();
    let documents = documents::of(target, &files)?;
    let mut all: Vec<(Moment, Input)> = inputs(moments, documents).collect();
    let Failing { failures, inputs } = failing(subject, target, found.deaths)?;
    all.extend(inputs);
    all.sort_by(|(one, _), (other, _)| one.seconds.total_cmp(&other.seconds));
    let (saved, inputs) = all.into_iter().unzip();
    Ok(Some(CampaignResult {
        inputs,
        saved,
        failures,
        samples: Samples::default(),
        end: found.end,
    }))
}

/// The limits under which documents are run: those of the subject, with room for the longest of them.
pub(super) fn limits_for(inputs: &[Input], limits: &Limits) -> Limits {
    let sizes = inputs.iter().map(|input| match input {
        Input::Bytes { bytes, .. } => bytes.len() + ENVELOPE,
        Input::Chi { .. } => 0,
    });
    let longest = sizes.max().and_then(|size| u32::try_from(size).ok()).unwrap_or(0);
    Limits { max_size: limits.max_size.max(longest), ..limits.clone() }
}

/// Those that stand for a document, and when they were found.
fn inputs(
    moments: Vec<Moment>,
    documents: Vec<Option<Vec<u8>>>,
) -> impl Iterator<Item = (Moment, Input)> {
    moments.into_iter().zip(documents).filter_map(|(at, document)| {
        let bytes = Verbatim::sequence(&document?)?;
        Some((at, Input::Bytes { bytes, seed: 0 }))
    })
}

/// What libFuzzer died of.
struct Failing {
    /// Known by what the subject's own build says of the same documents.
    failures: Vec<FailureLine>,
    /// These documents.
    inputs: Vec<(Moment, Input)>,
}

fn failing(subject: &Built, target: &Executable, deaths: Vec<(Cause, Moment)>) -> Result<Failing> {
    let (mut files, mut moments, mut failures) = (Vec::new(), Vec::new(), Vec::new());
    for (cause, at) in deaths {
        match cause {
            Cause::Saved(file) => {
                files.push(file);
                moments.push(at);
            }
            Cause::Unsaved(death) => {
                let key = FailureKey::new(FailureKind::Death(death), None);
                failures.push(subject.failure(&key, at));
            }
        }
    }
    let documents = documents::of(target, &files)?;
    let (moments, inputs): (Vec<_>, Vec<_>) = inputs(moments, documents).unzip();
    let limits = limits_for(&inputs, &subject.limits);
    let property = subject.verbatim()?;
    let batch =
        examine_all(property, &limits, &inputs, Depth::Run {}, Detail::Bytes {}, &mut |_| ())
            .context("what libFuzzer died of cannot be run")?;
    let symbols = Symbols::of(&property.binary.executable)?;
    for (examined, at) in batch.examined.iter().zip(&moments) {
        let key = examined.key(&symbols);
        failures.extend(key.map(|key| subject.failure(&key, *at)));
    }
    Ok(Failing { failures, inputs: moments.into_iter().zip(inputs).collect() })
}
