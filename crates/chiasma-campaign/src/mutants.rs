//! Trying the mutants of a target on inputs.

use anyhow::Result;
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::mutants::Killed;
use chiasma_runtime::protocol::{Input, Job, Report};

use crate::job::run_job;
use crate::property::Property;
use crate::scratch::Scratch;
use crate::supervisor::Limits;
use crate::worker::MAX_KILLS;

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
    /// Whether the original does not behave the same each time, so that nothing is known of mutants.
    pub is_unstable: bool,
}

/// Runs every mutant that an input reaches on it, until an input has killed it; tells `heard` how many inputs
/// are done.
pub fn try_mutants(
    property: &Property,
    limits: &Limits,
    inputs: &[Input],
    heard: &mut dyn FnMut(usize),
) -> Result<Vec<TriedInput>> {
    let directory = Scratch::new()?;
    let mutants = &property.binary.mutants;
    let mut tried: Vec<TriedInput> = Vec::new();
    let mut kills = 0;
    while tried.len() < inputs.len() {
        let from = tried.len();
        let killed = tried.iter().flat_map(|tried| &tried.killed);
        let job = Job::Mutants {
            inputs: inputs[from..].to_vec(),
            mutants: mutants.clone(),
            dead: killed.map(|killed| killed.mutant).collect(),
            max_size: limits.max_size,
        };
        let exit = run_job(property, directory.path(), limits, &job, &mut |report| {
            if let Report::Tried { input, outcome, reached, killed, gives_output, is_unstable } =
                report
            {
                let (bytes, outcome) = (input.bytes, Some(outcome));
                tried.push(TriedInput {
                    bytes,
                    outcome,
                    reached,
                    killed,
                    gives_output,
                    is_unstable,
                });
                heard(tried.len());
            }
        })?;
        if tried.len() > from {
            kills = 0;
        }
        kills += 1;
        // The process died of the next one, unless it was killed from outside.
        if tried.len() < inputs.len() && (!exit.may_be_a_kill() || kills == MAX_KILLS) {
            tried.push(TriedInput::default());
        }
    }
    Ok(tried)
}
