//! Coverage of what a trial saved, by replaying it in the one build that all trials share.

use std::path::Path;

use anyhow::Result;
use chiasma_lab::measures::{Covered, Edges};
use chiasma_lab::results::SavedInput;
use chiasma_runtime::protocol::{Depth, Input};

use super::subject::Built;
use super::trial::Saved;
use crate::campaign::{Batch, examine_all};
use crate::store;

/// The saved inputs of a trial as files, in the order in which they were saved.
pub(super) fn load(corpus: &Path, saved: &[Saved]) -> Result<Vec<Input>> {
    let files = saved.iter().map(|saved| store::load(&corpus.join(format!("{}.chi", saved.name))));
    files.map(|file| Ok(Input::Chi { text: file?.text })).collect()
}

/// Runs them, and gives for each the edges that no earlier one covers.
pub(super) fn replay(
    subject: &Built,
    inputs: &[Input],
    saved: &[Saved],
) -> Result<Vec<SavedInput>> {
    let batch = covered(subject, inputs)?;
    let application = subject.application_edges(&batch.places)?;
    let mut seen = Edges::new();
    let mut rows = Vec::new();
    for (examined, saved) in batch.examined.iter().zip(saved) {
        let new = examined.edges.iter().copied().filter(|edge| seen.insert(*edge));
        let all: Vec<u32> = new.collect();
        let own = all.iter().copied().filter(|edge| application.contains(*edge)).collect();
        rows.push(SavedInput {
            at: saved.at,
            application: Covered::Edges(own),
            all: Covered::Edges(all),
        });
    }
    Ok(rows)
}

/// Runs inputs; what each covers.
pub(super) fn covered(subject: &Built, inputs: &[Input]) -> Result<Batch> {
    examine_all(&subject.property, &subject.limits, inputs, Depth::Run {}, &mut |_| ())
}
