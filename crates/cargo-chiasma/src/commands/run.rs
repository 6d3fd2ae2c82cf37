//! `cargo chiasma run`: documents through a property, with what each of them did.

use anyhow::{Result, bail};
use chiasma_campaign::examine_all;
use chiasma_campaign::store::shown;
use chiasma_campaign::symbols::Symbols;
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::protocol::{Depth, Detail, Input};

use super::documents::{self, Document};
use super::pulse::Pulse;
use crate::exit::Exit;
use crate::options::RunOptions;

/// Runs every document, and prints a line for each, with its failure in full.
pub(crate) fn run(options: &RunOptions) -> Result<Exit> {
    let mut paths = Vec::new();
    for path in &options.documents {
        super::import::collect(path, &mut paths)?;
    }
    if paths.is_empty() {
        bail!("there is no document in what was named");
    }
    let documents = Document::load(paths)?;
    let property = super::the_property(&options.property)?;
    let limits = documents::limits_for(&documents, options.property.limits());
    let taking = documents::taking(&property, &limits)?;
    let inputs: Vec<Input> = documents.iter().map(|document| document.input(taking)).collect();
    let mut pulse = Pulse::start();
    let all = inputs.len();
    let batch =
        examine_all(&property, &limits, &inputs, Depth::Run {}, Detail::Lines {}, &mut |done| {
            pulse.beat(|| format!("ran {done} of {all}"));
        })?;
    let symbols = Symbols::of(&property.binary.executable)?;
    let mut counts = [0; 3];
    for (document, examined) in documents.iter().zip(&batch.examined) {
        let path = shown(&document.path);
        let outcome = match (&examined.outcome, examined.key(&symbols)) {
            (_, Some(key)) => {
                say!("{path}: fails: {key}");
                for line in examined.message(&symbols).lines() {
                    say!("  {line}");
                }
                for caller in &key.callers {
                    say!("    in {caller}");
                }
                2
            }
            (Some(OutcomeReport::Invalid { why }), None) => {
                say!("{path}: invalid: {why}");
                1
            }
            _ => {
                say!("{path}: passes");
                0
            }
        };
        counts[outcome] += 1;
    }
    let [passed, invalid, failed] = counts;
    say!("{passed} passed, {invalid} invalid, {failed} failed");
    Ok(if failed > 0 { Exit::FailureFound } else { Exit::Passed })
}
