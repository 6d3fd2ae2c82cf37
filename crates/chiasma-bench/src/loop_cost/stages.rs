//! Where the time of Chiasma's loop goes, without processes around it.

use anyhow::Result;

use super::contest::Contest;
use super::lines::{Fuzzer, SEED};

/// The parts of an execution, in order.
pub(super) const STAGES: [&str; 7] =
    ["modify", "generate", "clear", "run", "scan", "confirm", "trace"];

/// What each part takes with one strategy.
#[derive(Debug)]
pub(super) struct Stages {
    pub(super) strategy: &'static str,
    /// Nanoseconds an execution, as [`STAGES`].
    pub(super) nanos: [f64; STAGES.len()],
    /// Nanoseconds an execution without any timing.
    pub(super) whole: f64,
    /// How many counters are cleared and read.
    pub(super) edges: f64,
    pub(super) covered: f64,
    pub(super) population: f64,
}

impl Stages {
    /// Breeds as a worker does, in one process.
    pub(super) fn measure(contest: &Contest<'_>) -> Result<Vec<Self>> {
        let mut all = Vec::new();
        for (fuzzer, executions) in contest.fuzzers() {
            let Fuzzer::Chiasma(strategy) = fuzzer else { continue };
            let drive = |what: &str| {
                contest.runner.drive(&format!("{what} {executions} {strategy} {SEED}"))
            };
            let (said, _) = drive("stages")?;
            let mut nanos = [0.0; STAGES.len()];
            for (nanos, stage) in nanos.iter_mut().zip(STAGES) {
                *nanos = said.number(&format!("stage_{stage}_ns"))?;
            }
            let (bare, _) = drive("breed")?;
            all.push(Self {
                strategy,
                nanos,
                whole: bare.nanos()? / executions as f64,
                edges: said.number("edges")?,
                covered: said.number("covered")?,
                population: said.number("population")?,
            });
        }
        Ok(all)
    }
}
