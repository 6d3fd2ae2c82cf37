//! Running many inputs in as few processes as possible, although some of them kill their process.

use std::path::Path;

use anyhow::Result;
use chiasma_core::Death;
use chiasma_runtime::DONE;
use chiasma_runtime::protocol::{Depth, Detail, Input, Job, Report};

use crate::examine::Examined;
use crate::job::run_job;
use crate::property::Property;
use crate::scratch::Scratch;
use crate::supervisor::Limits;
use crate::worker::{Exit, MAX_KILLS};

/// Maximum number of inputs sent to one process.
const MAX_INPUTS: usize = 1_000;
/// Maximum size of the inputs sent to one process; a message has a limit, and they are copied.
const MAX_BYTES: usize = 32 << 20;

/// The results of many inputs.
#[derive(Debug, Default)]
pub struct Batch {
    /// The result of each, in their order.
    pub examined: Vec<Examined>,
    /// The address of each edge, relative to the executable.
    pub places: Vec<u64>,
}

/// Runs all inputs, and calls `heard` with the number that are done.
///
/// An input that kills the process gets a process of its own before it is blamed: what came before
/// it may have left something behind. A process that is killed from outside is no reason to blame its
/// input, which is tried again.
pub fn examine_all(
    property: &Property,
    limits: &Limits,
    inputs: &[Input],
    depth: Depth,
    detail: Detail,
    heard: &mut dyn FnMut(usize),
) -> Result<Batch> {
    let directory = Scratch::new()?;
    let mut batch = Batch::default();
    // Number of processes in a row that were killed while they ran the next input.
    let mut kills = 0;
    while batch.examined.len() < inputs.len() {
        let from = batch.examined.len();
        let rest = &inputs[from..];
        // One input is done sooner than many, and before the next kill.
        let count = if kills > 0 { 1 } else { portion(rest) };
        let job = Job::Examine {
            inputs: rest[..count].to_vec(),
            max_size: limits.max_size,
            depth,
            detail,
        };
        let exit = batch.run_process(property, directory.path(), limits, &job, heard)?;
        let has_begun = batch.examined.len() > from;
        kills = if has_begun || !exit.may_be_a_kill() { 0 } else { kills + 1 };
        if !has_begun && (kills == 0 || kills == MAX_KILLS) {
            kills = 0;
            let Exit { death, output, stacks, .. } = exit;
            // One that ends with the code of a worker that is done has still not done it.
            let death = death.or(Some(Death::Exit(DONE)));
            batch.examined.push(Examined { death, output, stacks, ..Examined::default() });
            heard(batch.examined.len());
        }
    }
    Ok(batch)
}

impl Batch {
    /// Runs as many inputs of the job as one process survives.
    fn run_process(
        &mut self,
        property: &Property,
        directory: &Path,
        limits: &Limits,
        job: &Job,
        heard: &mut dyn FnMut(usize),
    ) -> Result<Exit> {
        let mut current = Examined::default();
        run_job(property, directory, limits, job, &mut |report| match report {
            Report::Places { addresses } => self.places = addresses,
            report => {
                if current.hear(report) {
                    self.examined.push(std::mem::take(&mut current));
                    heard(self.examined.len());
                }
            }
        })
    }
}

/// How many of these inputs one process is given.
fn portion(inputs: &[Input]) -> usize {
    let size = |input: &Input| match input {
        Input::Chi { content } => content.len(),
        Input::Bytes { bytes, .. } => bytes.len(),
    };
    let mut bytes = 0;
    let fitting = inputs.iter().take(MAX_INPUTS).take_while(|input| {
        bytes += size(input);
        bytes <= MAX_BYTES
    });
    fitting.count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_gets_at_least_one_input_and_never_too_much() {
        let input = |size: usize| Input::Bytes { bytes: vec![0; size], seed: 0 };
        assert_eq!(portion(&[input(MAX_BYTES + 1), input(1)]), 1);
        assert_eq!(portion(&[input(MAX_BYTES - 1), input(1), input(1)]), 2);
        assert_eq!(portion(&vec![input(0); MAX_INPUTS + 1]), MAX_INPUTS);
    }
}
