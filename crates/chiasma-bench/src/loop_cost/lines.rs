//! The lines of a contest: what runs, and what one run of it says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::build::Tools;
use super::processes::{Said, Seen, run};
use super::subjects::Subject;

/// The same in every round, so that the recorded inputs are those of every round.
pub(super) const SEED: u64 = 1;

/// An engine that makes inputs and runs them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fuzzer {
    /// Chiasma, by strategy.
    Chiasma(&'static str),
    LibFuzzer,
}

impl Fuzzer {
    pub(super) fn name(self) -> String {
        match self {
            Self::Chiasma(strategy) => format!("Chiasma, {strategy}"),
            Self::LibFuzzer => "libFuzzer".to_owned(),
        }
    }

    fn file(self, scratch: &Path, subject: &Subject) -> PathBuf {
        let name = match self {
            Self::Chiasma(strategy) => strategy,
            Self::LibFuzzer => "libfuzzer",
        };
        scratch.join(format!("{}-{name}.inputs", subject.name))
    }
}

/// What is run and measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// The bare loop, every choice fresh.
    Fresh,
    /// The bare loop on the inputs that a fuzzer ran.
    Bare(Fuzzer),
    /// A fuzzer.
    Fuzz(Fuzzer),
}

impl Line {
    /// The fuzzer that this line is about, the bare loops being about none.
    pub(super) fn fuzzer(self) -> Option<Fuzzer> {
        match self {
            Self::Fuzz(fuzzer) => Some(fuzzer),
            Self::Fresh | Self::Bare(_) => None,
        }
    }

    pub(super) fn name(self) -> String {
        match self {
            Self::Fresh => "bare loop, fresh inputs".to_owned(),
            Self::Bare(fuzzer) => format!("bare loop, inputs of {}", fuzzer.name()),
            Self::Fuzz(fuzzer) => fuzzer.name(),
        }
    }
}

/// One run of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sample {
    /// CPU time an execution: of the loop, the worker, or libFuzzer.
    pub(super) nanos: f64,
    pub(super) peak_kib: f64,
    /// How many bytes of choices an input took, where that is known.
    pub(super) choices: Option<f64>,
    /// CPU time an execution of the supervisor, if there is one, without what it takes to start.
    pub(super) supervisor: f64,
    pub(super) supervisor_peak_kib: f64,
}

impl Sample {
    /// CPU time an execution, of all that take part.
    pub(super) fn total(&self) -> f64 {
        self.nanos + self.supervisor
    }
}

/// Runs everything on one subject.
#[derive(Debug)]
pub(super) struct Runner<'r> {
    pub(super) tools: &'r Tools,
    pub(super) subject: &'r Subject,
    /// The test binary, known once a worker has reported.
    binary: PathBuf,
    /// What a supervisor takes to start and to end.
    start: Seen,
}

impl<'r> Runner<'r> {
    /// Finds the test binary by a short campaign.
    pub(super) fn find(tools: &'r Tools, subject: &'r Subject) -> Result<Self> {
        let start = Seen::default();
        let mut runner = Self { tools, subject, binary: PathBuf::new(), start };
        let (said, seen) = runner.campaign("zeugma-none", 1_000)?;
        runner.binary = said.text("executable")?.into();
        runner.start = seen;
        Ok(runner)
    }

    /// Runs a line once, for `executions` executions.
    pub(super) fn sample(&self, line: Line, executions: u64) -> Result<Sample> {
        let (said, seen) = match line {
            Line::Fresh => self.drive(&format!("fresh {executions}"))?,
            Line::Bare(fuzzer) => {
                let file = fuzzer.file(&self.tools.scratch, self.subject);
                self.drive(&format!("recorded {executions} {}", file.display()))?
            }
            Line::Fuzz(Fuzzer::Chiasma(strategy)) => self.campaign(strategy, executions)?,
            Line::Fuzz(Fuzzer::LibFuzzer) => self.libfuzzer(executions, None)?,
        };
        let supervisor = match line {
            Line::Fuzz(Fuzzer::Chiasma(_)) => seen,
            _ => Seen::default(),
        };
        Ok(Sample {
            nanos: said.nanos()? / executions as f64,
            peak_kib: said.number("peak_kib")?,
            choices: said.number("choices").ok(),
            supervisor: (supervisor.nanos - self.start.nanos).max(0.0) / executions as f64,
            supervisor_peak_kib: supervisor.peak_kib,
        })
    }

    /// Records the inputs of a campaign; says how large its population was in the end, if it has one.
    pub(super) fn record(&self, fuzzer: Fuzzer, executions: u64) -> Result<Option<f64>> {
        let file = fuzzer.file(&self.tools.scratch, self.subject);
        match fuzzer {
            Fuzzer::Chiasma(strategy) => {
                let job = format!("record {executions} {strategy} {SEED} {}", file.display());
                self.drive(&job)?.0.number("population").map(Some)
            }
            Fuzzer::LibFuzzer => {
                self.libfuzzer(executions, Some(&file))?;
                Ok(None)
            }
        }
    }

    /// Has the test binary run a loop of its own.
    pub(super) fn drive(&self, job: &str) -> Result<(Said, Seen)> {
        let mut command = Command::new(&self.binary);
        command.args(["--exact", "drive", "--nocapture", "--test-threads=1"]).env("LOOP_JOB", job);
        run(&mut command, &self.tools.scratch)
    }

    /// Fuzzes with Chiasma, from nothing.
    fn campaign(&self, strategy: &str, executions: u64) -> Result<(Said, Seen)> {
        let scratch = &self.tools.scratch;
        let files = scratch.join("files");
        // A campaign takes up what an earlier one has found.
        let _ = fs::remove_dir_all(&files);
        let mut command = Command::new(&self.tools.cargo_chiasma);
        command
            .args(["chiasma", "fuzz", self.subject.property, "-p", self.subject.package])
            .args(["--strategy", strategy, "--seed", &SEED.to_string(), "--no-tui"])
            .args(["--executions", &executions.to_string()])
            // The loops are no part of a target.
            .args(["--exclude", "chiasma-loop-harness"])
            .arg("--stats")
            .arg(scratch.join("stats"))
            .arg("--corpus")
            .arg(files.join("corpus"))
            .arg("--failures")
            .arg(files.join("failures"))
            .current_dir(&self.tools.targets)
            .env("CARGO_TARGET_DIR", &self.tools.target_directory);
        let ran = run(&mut command, scratch)?;
        ensure!(self.stats()?["replaced"] == 0, "{strategy}: a worker was replaced");
        Ok(ran)
    }

    /// The last line of the last campaign's statistics.
    pub(super) fn stats(&self) -> Result<serde_json::Value> {
        let text = fs::read_to_string(self.tools.scratch.join("stats"))
            .context("the campaign left no statistics")?;
        let last = text.lines().last().context("the campaign's statistics are empty")?;
        serde_json::from_str(last).context("the campaign's statistics are not JSON")
    }

    fn libfuzzer(&self, executions: u64, record: Option<&Path>) -> Result<(Said, Seen)> {
        let directory = self.tools.libfuzzer.as_ref().context("libFuzzer was not built")?;
        let mut command = Command::new(directory.join(self.subject.libfuzzer));
        command.args([format!("-runs={executions}"), format!("-seed={SEED}")]).arg("-max_len=4096");
        if let Some(path) = record {
            command.env("LOOP_RECORD", format!("{executions} {}", path.display()));
        }
        run(&mut command, &self.tools.scratch)
    }
}
