//! Examining one input: running it once more, alone, with everything that it does reported.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use chiasma_core::{Death, FailureKey};
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::protocol::{Depth, Detail, Input, Job, Matched, RecordedInput, Report, Value};

use crate::death_site::DeathSite;
use crate::failure::{key_of_death, key_of_failure, message_of_death};
use crate::job::run_job_unkilled;
use crate::property::Property;
use crate::supervisor::Limits;
use crate::symbols::Symbols;
use crate::worker::{Exit, Timeout, Worker};

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
            worker.enforce(Timeout::Whole(limits.timeout), limits.memory);
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
    pub outcome: Option<OutcomeReport>,
    /// What the process died of.
    pub death: Option<Death>,
    /// The last that the process printed.
    pub output: String,
    /// The call stacks of its last moments, if it died.
    pub stacks: Vec<Vec<u64>>,
    /// The edges that it passed.
    pub edges: Vec<u32>,
    /// How much of a saved input was used.
    pub matched: Option<Matched>,
    /// How long it took to generate and run; nothing if the process died.
    pub time: Duration,
    /// Its values as they print, if they were asked for.
    pub printed: Vec<Vec<u8>>,
}

impl Examined {
    /// Takes what a worker reports of an input; what was reported before is of the same input.
    ///
    /// Whether that was the last report of this input.
    pub(crate) fn hear(&mut self, report: Report) -> bool {
        match report {
            Report::Again {} => *self = Self::default(),
            Report::Line { text } => self.lines.push_str(&text),
            Report::Value { note } => self.values.push(note),
            Report::Printed { values } => self.printed = values,
            Report::Examined { input, outcome, edges, matched, micros } => {
                let RecordedInput { bytes, lines, values } = input;
                (self.bytes, self.lines, self.values) = (bytes, lines, values);
                (self.edges, self.matched) = (edges, matched);
                self.outcome = Some(outcome);
                self.time = Duration::from_micros(micros);
                return true;
            }
            _ => {}
        }
        false
    }

    /// The number of choices that it consists of.
    #[must_use]
    pub fn choices(&self) -> u64 {
        crate::failure::choices(&self.lines) as u64
    }

    /// The key of its failure, if it failed.
    #[must_use]
    pub fn key(&self, symbols: &Symbols) -> Option<FailureKey> {
        match (&self.outcome, self.death) {
            (_, Some(death)) => {
                Some(key_of_death(death, &self.output, self.death_site(symbols).as_ref()))
            }
            (Some(OutcomeReport::Failed { failure }), None) => {
                Some(key_of_failure(failure, symbols))
            }
            _ => None,
        }
    }

    /// What there is to say of its failure: the message of a panic; or the last that the process printed, and where
    /// it died.
    #[must_use]
    pub fn message(&self, symbols: &Symbols) -> String {
        match &self.outcome {
            Some(OutcomeReport::Failed { failure }) if self.death.is_none() => {
                failure.message.trim().to_owned()
            }
            _ => message_of_death(&self.output, self.death_site(symbols).as_ref()),
        }
    }

    /// Where its process died.
    fn death_site(&self, symbols: &Symbols) -> Option<DeathSite> {
        DeathSite::find(self.death?, &self.stacks, symbols)
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
    let (inputs, max_size) = (vec![input], limits.max_size);
    let job = Job::Examine { inputs, max_size, depth, detail: Detail::Witnessed {} };
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
    let job = Job::Examine { inputs, max_size, depth: Depth::Run {}, detail: Detail::Lines {} };
    examine_alone(property, directory, limits, &job)
}

fn examine_alone(
    property: &Property,
    directory: &Path,
    limits: &Limits,
    job: &Job,
) -> Result<Examined> {
    let hear = &mut |found: &mut Examined, report| {
        found.hear(report);
    };
    let (found, exit) = run_job_unkilled(property, directory, limits, job, hear)?;
    let Exit { death, output, stacks, .. } = exit;
    Ok(Examined { death, output, stacks, ..found })
}
