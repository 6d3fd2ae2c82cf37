//! Trying the mutants of a target on inputs.

use anyhow::Result;
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::mutants::{Killed, SwitchedMutant};
use chiasma_runtime::protocol::{Input, Job, Report};

use crate::job::run_job;
use crate::property::Property;
use crate::scratch::Scratch;
use crate::supervisor::Limits;

/// The result of one input.
#[derive(Debug, Clone, Default)]
pub struct TriedInput {
    /// Its parameter sequence.
    pub bytes: Vec<u8>,
    /// The outcome of the original; nothing if the process died.
    pub outcome: Option<OutcomeReport>,
    /// The mutants that it reached.
    pub reached: Vec<u32>,
    /// Those that it killed, of those that no input before it had killed.
    pub killed: Vec<Killed>,
    /// Whether the property returned something to compare.
    pub gives_output: bool,
}

/// Runs every mutant that an input reaches on it, until one has killed it; tells `heard` how many inputs are
/// done.
pub fn try_mutants(
    property: &Property,
    limits: &Limits,
    inputs: &[Input],
    heard: &mut dyn FnMut(usize),
) -> Result<Vec<TriedInput>> {
    let directory = Scratch::new()?;
    let mutants = &property.binary.mutants;
    let mut tried: Vec<TriedInput> = Vec::new();
    while tried.len() < inputs.len() {
        let from = tried.len();
        // What is dead need not be tried again.
        let is_dead = |switched: &SwitchedMutant| {
            let mut killed = tried.iter().flat_map(|tried| &tried.killed);
            killed.any(|killed| killed.mutant == switched.mutant)
        };
        let alive = mutants.iter().copied().filter(|switched| !is_dead(switched)).collect();
        let job = Job::Mutants {
            inputs: inputs[from..].to_vec(),
            mutants: alive,
            max_size: limits.max_size,
        };
        run_job(property, directory.path(), limits, &job, &mut |report| {
            if let Report::Tried { input, outcome, reached, killed, gives_output } = report {
                let (bytes, outcome) = (input.bytes, Some(outcome));
                tried.push(TriedInput { bytes, outcome, reached, killed, gives_output });
                heard(tried.len());
            }
        })?;
        // The process died of the next one, or ended before it.
        if tried.len() < inputs.len() {
            tried.push(TriedInput::default());
        }
    }
    Ok(tried)
}
