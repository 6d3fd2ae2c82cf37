//! Coverage of what a trial saved, by replaying it in the one build that all trials share.

use anyhow::Result;
use chiasma_lab::experiment::{Runner, Trial};
use chiasma_lab::measures::{Covered, Edges};
use chiasma_lab::results::InputLine;
use chiasma_runtime::protocol::{Depth, Detail, Input};

use super::libfuzzer;
use super::subject::Built;
use super::trial::CampaignResult;
use chiasma_campaign::mutants::try_mutants;
use chiasma_campaign::{Batch, examine_all};

/// Runs what a trial saved, and gives for each input the edges that no earlier one covers.
pub(super) fn replay(
    trial: &Trial,
    subject: &Built,
    result: &CampaignResult,
) -> Result<Vec<InputLine>> {
    let CampaignResult { inputs, saved, .. } = result;
    if inputs.is_empty() {
        return Ok(Vec::new());
    }
    let batch = match trial.runner {
        Runner::Strategy { .. } => covered(subject, inputs)?,
        Runner::Engine { .. } => {
            let limits = libfuzzer::limits_for(inputs, &subject.limits);
            examine_all(
                subject.verbatim()?,
                &limits,
                inputs,
                Depth::Run {},
                Detail::Bytes {},
                &mut |_| (),
            )?
        }
    };
    let application = subject.application_edges(&batch.places)?;
    let mut seen = Edges::new();
    let mut rows = Vec::new();
    for (examined, at) in batch.examined.iter().zip(saved) {
        let new = examined.edges.iter().copied().filter(|edge| seen.insert(*edge));
        let all: Vec<u32> = new.collect();
        let own = all.iter().copied().filter(|edge| application.contains(*edge)).collect();
        rows.push(InputLine {
            at: *at,
            application: Covered::Edges(own),
            all: Covered::Edges(all),
            killed: None,
        });
    }
    Ok(rows)
}

/// Tries the mutants of a subject on what a trial saved, and adds to each input those that no earlier one kills.
pub(super) fn add_kills(
    subject: &Built,
    result: &CampaignResult,
    rows: &mut [InputLine],
) -> Result<()> {
    let tried = try_mutants(subject.mutated()?, &subject.limits, &result.inputs, &mut |_| ())?;
    for (row, tried) in rows.iter_mut().zip(tried) {
        row.killed = Some(tried.killed.iter().map(|killed| killed.mutant).collect());
    }
    Ok(())
}

/// Runs inputs; what each covers.
pub(super) fn covered(subject: &Built, inputs: &[Input]) -> Result<Batch> {
    examine_all(
        &subject.property,
        &subject.limits,
        inputs,
        Depth::Run {},
        Detail::Bytes {},
        &mut |_| (),
    )
}
