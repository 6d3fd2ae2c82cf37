//! Examining one input: running it once more, alone, with everything that it does reported.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use chiasma_core::{Death, FailureKey};
use chiasma_runtime::Outcome;
use chiasma_runtime::protocol::{Depth, Input, Job, Matched, Report, SavedInput, Value};

use crate::failure::{key_of_death, key_of_failure};
use crate::job::run_job_unkilled;
use crate::property::Property;
use crate::supervisor::Limits;
use crate::symbols::Symbols;
use crate::worker::{Exit, Worker};

/// Interval at which limits are enforced.
pub const TICK: Duration = Duration::from_millis(10);

/// Enforces the limits of a worker at regular intervals, however many reports it sends.
#[derive(Debug)]
pub struct Watch {
    looked: Instant,
}

impl Watch {
    /// From now on.
    pub fn start() -> Self {
        Self { looked: Instant::now() }
    }

    /// Enforces the limits, if it is time to.
    pub fn look(&mut self, worker: &mut Worker, limits: &Limits) {
        if self.looked.elapsed() >= TICK {
            worker.enforce(limits.timeout, limits.memory);
            self.looked = Instant::now();
        }
    }
}

/// The result of examining one input.
#[derive(Debug, Clone, Default)]
pub struct Examined {
    /// The lines of its `.chi` file, as far as it got.
    pub lines: String,
    /// The values that it drew.
    pub values: Vec<Value>,
    /// Its parameter sequence, if the run ended.
    pub bytes: Vec<u8>,
    /// Its outcome; nothing if the process died.
    pub outcome: Option<Outcome>,
    /// What the process died of.
    pub death: Option<Death>,
    /// The last that the process printed.
    pub output: String,
    /// The edges that it passed.
    pub edges: Vec<u32>,
    /// How much of a `.chi` file was used.
    pub matched: Option<Matched>,
}

impl Examined {
    /// An input that its process survived.
    pub(crate) fn survived(
        input: SavedInput,
        outcome: Outcome,
        edges: Vec<u32>,
        matched: Option<Matched>,
    ) -> Self {
        let SavedInput { bytes, lines, values } = input;
        Self { lines, values, bytes, outcome: Some(outcome), edges, matched, ..Self::default() }
    }

    /// The key of its failure without callers, if it failed.
    pub fn key(&self) -> Option<FailureKey> {
        match (&self.outcome, self.death) {
            (_, Some(death)) => Some(key_of_death(death, &self.output)),
            (Some(Outcome::Failed { failure }), None) => Some(failure.key.clone()),
            _ => None,
        }
    }

    /// The key of its failure with callers, if it failed.
    pub fn key_with_callers(&self, symbols: &Symbols) -> Option<FailureKey> {
        match (&self.outcome, self.death) {
            (Some(Outcome::Failed { failure }), None) => Some(key_of_failure(failure, symbols)),
            _ => self.key(),
        }
    }
}

/// Runs one input in a process of its own, which may die of it and reports each choice before.
pub fn examine(
    property: &Property,
    directory: &Path,
    limits: &Limits,
    input: Input,
    depth: Depth,
) -> Result<Examined> {
    let job = Job::Examine { inputs: vec![input], max_size: limits.max_size, depth, witness: true };
    examine_alone(property, directory, limits, &job)
}

/// The same without reporting choices: faster, and all there is to know if the process survives.
pub fn examine_quietly(
    property: &Property,
    directory: &Path,
    limits: &Limits,
    input: Input,
) -> Result<Examined> {
    let (inputs, max_size) = (vec![input], limits.max_size);
    let job = Job::Examine { inputs, max_size, depth: Depth::Run {}, witness: false };
    examine_alone(property, directory, limits, &job)
}

fn examine_alone(
    property: &Property,
    directory: &Path,
    limits: &Limits,
    job: &Job,
) -> Result<Examined> {
    let hear = &mut |found: &mut Examined, report| match report {
        Report::Again {} => *found = Examined::default(),
        Report::Line { text } => found.lines.push_str(&text),
        Report::Value { note } => found.values.push(note),
        Report::Examined { input, outcome, edges, matched } => {
            *found = Examined::survived(input, outcome, edges, matched);
        }
        _ => {}
    };
    let (found, exit) = run_job_unkilled(property, directory, limits, job, hear)?;
    let Exit { death, output, .. } = exit;
    Ok(Examined { death, output, ..found })
}
