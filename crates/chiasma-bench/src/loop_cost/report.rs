//! What the contests showed: rates, ratios, costs and memory, as a table or as JSON.

use serde_json::{Value, json};

use super::PLAIN_STRATEGY;
use super::contest::{Entry, ROUNDS};
use super::lines::{Fuzzer, Line, Sample};
use super::stages::{STAGES, Stages};
use super::subjects::Subject;

/// What is known of one subject.
#[derive(Debug)]
pub(super) struct Report {
    subject: &'static str,
    entries: Vec<Entry>,
    stages: Vec<Stages>,
}

/// A median, and the least and the most of the rounds.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Spread {
    least: f64,
    median: f64,
    most: f64,
}

impl Spread {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        Self { least: values[0], median: values[values.len() / 2], most: values[values.len() - 1] }
    }

    fn json(self) -> Value {
        json!({ "median": self.median, "least": self.least, "most": self.most })
    }
}

/// A fuzzer beside the bare loop on its own inputs.
#[derive(Debug, Clone, Copy)]
struct Engine {
    fuzzer: Fuzzer,
    /// Executions a CPU-second, the bare loop's being 1.
    share: Spread,
    /// What an execution costs more than in the bare loop.
    nanos: Spread,
}

impl Report {
    pub(super) fn of(subject: &Subject, entries: Vec<Entry>, stages: Vec<Stages>) -> Self {
        Self { subject: subject.name, entries, stages }
    }

    fn entry(&self, line: Line) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.line == line)
    }

    /// Something of two lines, round by round.
    fn compare(&self, a: Line, b: Line, what: fn(&Sample, &Sample) -> f64) -> Option<Spread> {
        let (a, b) = (self.entry(a)?, self.entry(b)?);
        Some(Spread::of(a.samples.iter().zip(&b.samples).map(|(a, b)| what(a, b))))
    }

    fn fuzzers(&self) -> impl Iterator<Item = Fuzzer> {
        self.entries.iter().filter_map(|entry| entry.line.fuzzer())
    }

    fn engines(&self) -> impl Iterator<Item = Engine> {
        self.fuzzers().filter_map(|fuzzer| {
            let (fuzz, bare) = (Line::Fuzz(fuzzer), Line::Bare(fuzzer));
            Some(Engine {
                fuzzer,
                share: self.compare(fuzz, bare, |fuzz, bare| bare.nanos / fuzz.total())?,
                nanos: self.compare(fuzz, bare, |fuzz, bare| fuzz.total() - bare.nanos)?,
            })
        })
    }

    /// The executions a CPU-second of all others, those of `fuzzer` being 1.
    fn beside(&self, fuzzer: Fuzzer) -> impl Iterator<Item = (Fuzzer, Spread)> {
        self.fuzzers().filter(move |other| *other != fuzzer).filter_map(move |other| {
            let (theirs, ours) = (Line::Fuzz(other), Line::Fuzz(fuzzer));
            let ratio = self.compare(theirs, ours, |theirs, ours| ours.total() / theirs.total())?;
            Some((other, ratio))
        })
    }

    /// The fuzzer that the others are compared with.
    fn yardstick(&self) -> Fuzzer {
        match self.entry(Line::Fuzz(Fuzzer::LibFuzzer)) {
            Some(_) => Fuzzer::LibFuzzer,
            None => Fuzzer::Chiasma(PLAIN_STRATEGY),
        }
    }

    pub(super) fn print(&self) {
        println!("{}: medians of {ROUNDS} interleaved rounds", self.subject);
        println!(
            "  {:<46} {:>12} {:>9} {:>8} {:>9} {:>10}",
            "", "runs/CPU-s", "us/run", "choices", "peak MiB", "runs"
        );
        for entry in &self.entries {
            let nanos = entry.nanos().median;
            let choices = entry.samples[0].choices;
            println!(
                "  {:<46} {:>12.0} {:>9.4} {:>8} {:>9.1} {:>10}",
                entry.line.name(),
                1e9 / nanos,
                nanos / 1e3,
                choices.map_or(String::new(), |choices| format!("{choices:.1}")),
                entry.peak_mib(),
                entry.executions,
            );
        }
        println!("\n  beside the bare loop on the same inputs (least and most of the rounds)");
        for Engine { fuzzer, share, nanos } in self.engines() {
            println!(
                "  {:<46} {:>6.1} % ({:.1} to {:.1}); {:.3} us a run more ({:.3} to {:.3})",
                fuzzer.name(),
                100.0 * share.median,
                100.0 * share.least,
                100.0 * share.most,
                nanos.median / 1e3,
                nanos.least / 1e3,
                nanos.most / 1e3,
            );
        }
        println!("\n  executions a CPU-second, those of {} being 1", self.yardstick().name());
        for (fuzzer, ratio) in self.beside(self.yardstick()) {
            let Spread { least, median, most } = ratio;
            println!("  {:<46} {median:>6.2} x ({least:.2} to {most:.2})", fuzzer.name());
        }
        println!("\n  supervisor, within the above but for what it takes to start");
        for entry in &self.entries {
            if let Line::Fuzz(Fuzzer::Chiasma(_)) = entry.line {
                let share = Spread::of(entry.samples.iter().map(|s| s.supervisor / s.total()));
                println!(
                    "  {:<46} {:>6.2} % of the CPU time; {:.1} MiB",
                    entry.line.name(),
                    100.0 * share.median,
                    entry.samples.iter().map(|s| s.supervisor_peak_kib).fold(0.0, f64::max)
                        / 1024.0
                );
            }
        }
        println!("\n  parts of a run, in one process, in ns");
        print!("  {:<20}", "");
        STAGES.iter().for_each(|stage| print!(" {stage:>8}"));
        println!(" {:>8}", "whole");
        for stages in &self.stages {
            print!("  {:<20}", stages.strategy);
            stages.nanos.iter().for_each(|nanos| print!(" {nanos:>8.1}"));
            println!(
                " {:>8.1}   ({} of {} edges, {} breed)",
                stages.whole, stages.covered, stages.edges, stages.population
            );
        }
        println!();
    }

    /// All subjects as one object.
    pub(super) fn json(reports: &[Self]) -> Value {
        let subjects = reports.iter().map(|report| (report.subject.to_owned(), report.value()));
        json!({ "rounds": ROUNDS, "subjects": Value::Object(subjects.collect()) })
    }

    fn value(&self) -> Value {
        let lines: Vec<Value> = self
            .entries
            .iter()
            .map(|entry| {
                let nanos = entry.nanos();
                let first = entry.samples.first();
                let supervised = first.is_some_and(|sample| sample.supervisor_peak_kib > 0.0);
                let supervisor_peak =
                    entry.samples.iter().map(|s| s.supervisor_peak_kib).fold(0.0, f64::max);
                json!({
                    "line": entry.line.name(),
                    "executions": entry.executions,
                    "executions_per_cpu_second": 1e9 / nanos.median,
                    "nanos_per_execution": nanos.json(),
                    "choices": first.and_then(|sample| sample.choices),
                    "peak_mib": entry.peak_mib(),
                    "supervisor_peak_mib": supervised.then_some(supervisor_peak / 1024.0),
                })
            })
            .collect();
        let engines: Vec<Value> = self
            .engines()
            .map(|engine| {
                json!({
                    "fuzzer": engine.fuzzer.name(),
                    "share_of_bare": engine.share.json(),
                    "engine_nanos": engine.nanos.json(),
                })
            })
            .collect();
        let beside: Vec<Value> = self
            .beside(self.yardstick())
            .map(|(fuzzer, ratio)| json!({ "fuzzer": fuzzer.name(), "ratio": ratio.json() }))
            .collect();
        let stages: Vec<Value> = self
            .stages
            .iter()
            .map(|stages| {
                let parts = STAGES.iter().zip(stages.nanos);
                let parts = parts.map(|(stage, nanos)| ((*stage).to_owned(), json!(nanos)));
                json!({
                    "strategy": stages.strategy,
                    "nanos": Value::Object(parts.collect()),
                    "whole_nanos": stages.whole,
                    "edges": stages.edges,
                    "covered": stages.covered,
                    "population": stages.population,
                })
            })
            .collect();
        json!({
            "lines": lines,
            "beside_bare": engines,
            "yardstick": self.yardstick().name(),
            "beside_yardstick": beside,
            "stages": stages,
        })
    }
}

impl Entry {
    fn nanos(&self) -> Spread {
        Spread::of(self.samples.iter().map(Sample::total))
    }

    fn peak_mib(&self) -> f64 {
        self.samples.iter().map(|sample| sample.peak_kib).fold(0.0, f64::max) / 1024.0
    }
}
