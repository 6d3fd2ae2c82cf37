//! Rounds of all lines on one subject.

use anyhow::Result;

use super::build::Tools;
use super::lines::{Fuzzer, Line, Runner, Sample};
use super::subjects::Subject;

/// How often each line is run; odd, so that a median is one of them.
pub(super) const ROUNDS: usize = 7;

/// A contest that is ready to begin: inputs are recorded, and it is known how long things take.
#[derive(Debug)]
pub(super) struct Contest<'c> {
    pub(super) runner: Runner<'c>,
    entries: Vec<Entry>,
}

/// A line, how many executions one run of it has, and what each round gave.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) line: Line,
    pub(super) executions: u64,
    pub(super) samples: Vec<Sample>,
}

impl<'c> Contest<'c> {
    /// Gives every fuzzer `seconds` of CPU time, and records what it will run in it.
    pub(super) fn prepare(
        tools: &'c Tools,
        subject: &'c Subject,
        fuzzers: &[Fuzzer],
        seconds: u32,
    ) -> Result<Self> {
        let mut contest = Self { runner: Runner::find(tools, subject)?, entries: Vec::new() };
        for &fuzzer in fuzzers {
            if fuzzer == Fuzzer::LibFuzzer && tools.libfuzzer.is_none() {
                continue;
            }
            let trial = contest.runner.sample(Line::Fuzz(fuzzer), subject.trial)?;
            let round = f64::from(seconds) * 1e9 / ROUNDS as f64;
            let executions = ((round / trial.nanos) as u64).max(subject.trial);
            if contest.entries.is_empty() {
                contest.add(Line::Fresh, executions);
            }
            contest.record(fuzzer, executions)?;
            contest.add(Line::Bare(fuzzer), executions);
            contest.add(Line::Fuzz(fuzzer), executions);
        }
        Ok(contest)
    }

    fn add(&mut self, line: Line, executions: u64) {
        self.entries.push(Entry { line, executions, samples: Vec::new() });
    }

    /// Records a fuzzer's inputs, and sees to it that they are the ones that it will run.
    fn record(&self, fuzzer: Fuzzer, executions: u64) -> Result<()> {
        let Some(recorded) = self.runner.record(fuzzer, executions)? else { return Ok(()) };
        self.runner.sample(Line::Fuzz(fuzzer), executions)?;
        let stats = self.runner.stats()?;
        if stats["population"].as_f64() != Some(recorded) {
            eprintln!(
                "{}: {} bred {} inputs, and {recorded} when it was recorded: the bare loop runs \
                 other inputs of its kind",
                self.runner.subject.name,
                fuzzer.name(),
                stats["population"],
            );
        }
        Ok(())
    }

    /// Every fuzzer, and the executions that it has in a round.
    pub(super) fn fuzzers(&self) -> impl Iterator<Item = (Fuzzer, u64)> {
        self.entries.iter().filter_map(|entry| Some((entry.line.fuzzer()?, entry.executions)))
    }

    /// Runs all rounds.
    pub(super) fn run(mut self) -> Result<Vec<Entry>> {
        let count = self.entries.len();
        for round in 0..ROUNDS {
            for n in 0..count {
                let entry = &mut self.entries[(n + round) % count];
                entry.samples.push(self.runner.sample(entry.line, entry.executions)?);
            }
        }
        Ok(self.entries)
    }
}
