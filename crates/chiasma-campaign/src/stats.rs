//! The figures of a campaign, and the lines of its file of statistics (`stats.jsonl`).
//!
//! The command writes the file and the lab reads it; both use the types of this module.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::PathBuf;

use chiasma_runtime::protocol::{NamedYield, PhaseTicks};
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::exchange::ExchangeFigures;

/// A line of a file of statistics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StatsLine {
    /// The property's path: the campaigns of several properties share a file.
    #[serde(default)]
    pub property: String,
    /// The content, by its `kind`.
    #[serde(flatten)]
    pub record: StatsRecord,
}

/// The content of a line of statistics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StatsRecord {
    /// The figures, once a second.
    Progress(Figures),
    /// The figures at the end.
    Final(Figures),
    /// An input was saved to the corpus. In the order of discovery, so that two campaigns can be compared.
    Kept {
        /// The name of its file.
        name: String,
        /// Number of edges covered now.
        covered: u32,
        /// When.
        #[serde(flatten)]
        at: Moment,
    },
    /// A failure was saved.
    Failure {
        /// Kind and place.
        title: String,
        /// The callers, innermost first.
        callers: Vec<String>,
        /// Its file.
        file: PathBuf,
        /// When.
        #[serde(flatten)]
        at: Moment,
    },
}

impl StatsRecord {
    /// The line for an event, if it has one.
    #[must_use]
    pub fn of(event: &Event) -> Option<Self> {
        Some(match event {
            Event::Figures(figures) => Self::Progress(figures.clone()),
            Event::Ended(figures) => Self::Final(figures.clone()),
            Event::Kept { name, covered, at } => {
                Self::Kept { name: name.clone(), covered: *covered, at: *at }
            }
            Event::Failed(failure) => Self::Failure {
                title: failure.key.to_string(),
                callers: failure.key.callers.clone(),
                file: failure.file.clone(),
                at: failure.at,
            },
            _ => return None,
        })
    }
}

/// A moment of a campaign or a trial.
#[derive(Debug, Clone, Copy, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Moment {
    /// Seconds since the beginning.
    pub seconds: f64,
    /// Runs since the beginning.
    pub runs: u64,
}

impl Moment {
    /// Which of two moments is earlier.
    #[must_use]
    pub fn in_time(&self, other: &Self) -> Ordering {
        self.seconds.total_cmp(&other.seconds).then(self.runs.cmp(&other.runs))
    }
}

/// The figures of a campaign.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Figures {
    /// Seconds since the beginning.
    pub seconds: f64,
    /// Number of runs of children.
    pub runs: u64,
    /// Runs a second, in the last second; at the end, in the whole campaign.
    pub runs_per_second: f64,
    /// Share of runs whose input was valid.
    pub valid_share: f64,
    /// The most frequent reasons why kept inputs are invalid.
    pub invalid: Vec<ReasonFigures>,
    /// Number of edges covered.
    pub covered: u64,
    /// Number of edges.
    pub edges: u64,
    /// Number of edges that the same input does not always cover.
    pub unstable: u64,
    /// Number of members of the population.
    pub population: u64,
    /// Number of generations that are complete, of the worker that has most; only of strategies that have generations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
    /// Number of saved inputs.
    pub corpus: usize,
    /// Number of different failures.
    pub failures: usize,
    /// Number of workers that were replaced.
    pub replaced: u64,
    /// Number of runs that took longer than the timeout.
    pub timeouts: u64,
    /// Seconds that these took, all workers together.
    pub timeout_seconds: f64,
    /// The yield of each operator.
    pub operators: Vec<OperatorFigures>,
    /// Behavioural diversity of the valid runs, sampled: the Hill numbers b0, b1 and b2; empty until known.
    pub diversity: Vec<f64>,
    /// Time spent in each phase.
    pub phases: PhaseSeconds,
    /// Runs made besides those of the children.
    pub extra_runs: ExtraRuns,
    /// The mutants of the target, of strategies that look at them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutants: Option<MutantFigures>,
    /// The exchange with other campaigns, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchange: Option<ExchangeFigures>,
    /// At the end: a hash of the final states of the searches, equal for equal campaigns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// A reason for invalid inputs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonFigures {
    /// The reason, without what differs between inputs.
    pub text: String,
    /// How many kept inputs it was given for.
    pub inputs: u64,
}

/// The mutants of a campaign.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct MutantFigures {
    /// Number of mutants in the binary.
    pub all: usize,
    /// Number of those that some input killed.
    pub killed: usize,
    /// Number of those that were tried and that no input killed.
    pub surviving: usize,
    /// Percent of all that are killed.
    pub score: f64,
}

impl MutantFigures {
    /// The figures of `all` mutants, of which some were tried and killed.
    #[must_use]
    pub fn of(all: usize, tried: &BTreeSet<u32>, killed: &BTreeSet<u32>) -> Self {
        let surviving = tried.difference(killed).count();
        let score = 100.0 * killed.len() as f64 / all.max(1) as f64;
        Self { all, killed: killed.len(), surviving, score }
    }
}

/// Runs made besides those of the children.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraRuns {
    /// To confirm that an input shows something new.
    pub confirmations: u64,
    /// Inputs generated once more, and not run, for their structure.
    pub traces: u64,
    /// Runs made twice, because a worker died before they were in a checkpoint.
    pub repeated: u64,
    /// Inputs that comparisons suggested.
    #[serde(default)]
    pub hints: u64,
}

impl ExtraRuns {
    /// The numbers by name.
    #[must_use]
    pub fn named(self) -> [(&'static str, u64); 4] {
        [
            ("confirmations", self.confirmations),
            ("traces", self.traces),
            ("repeated", self.repeated),
            ("hints", self.hints),
        ]
    }
}

/// The yield of an operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorFigures {
    /// Its name.
    pub name: String,
    /// Number of children that it had a part in.
    pub children: u64,
    /// Number of those that were kept.
    pub kept: u64,
}

impl From<&NamedYield> for OperatorFigures {
    fn from(NamedYield { operator, counted }: &NamedYield) -> Self {
        Self { name: operator.clone(), children: counted.children, kept: counted.kept }
    }
}

/// Time spent in each phase, in seconds, estimated from a sample of the runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct PhaseSeconds {
    /// Making children.
    pub modify: f64,
    /// Generating their values.
    pub generate: f64,
    /// Running the target on them.
    pub run: f64,
    /// Reading the counters.
    pub scan: f64,
    /// Running inputs again that show something new.
    pub confirm: f64,
    /// Recording the structure of inputs that are kept.
    pub trace: f64,
    /// Sending reports and checkpoints to the supervisor.
    pub send: f64,
}

impl PhaseSeconds {
    /// Divides `seconds` in proportion to the ticks of the phases.
    #[must_use]
    pub fn of(ticks: &PhaseTicks, seconds: f64) -> Self {
        let PhaseTicks { modify, generate, run, scan, confirm, trace, send } = *ticks;
        let all: u64 = [modify, generate, run, scan, confirm, trace, send].iter().sum();
        let share = |ticks: u64| seconds * ticks as f64 / all.max(1) as f64;
        Self {
            modify: share(modify),
            generate: share(generate),
            run: share(run),
            scan: share(scan),
            confirm: share(confirm),
            trace: share(trace),
            send: share(send),
        }
    }

    /// The phases by name, in the order in which a child goes through them.
    #[must_use]
    pub fn named(self) -> [(&'static str, f64); 7] {
        [
            ("modify", self.modify),
            ("generate", self.generate),
            ("run", self.run),
            ("scan", self.scan),
            ("confirm", self.confirm),
            ("trace", self.trace),
            ("send", self.send),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_is_written() {
        let at = Moment { seconds: 1.5, runs: 7 };
        let figures = Figures { runs: 7, diversity: vec![3.0, 2.0, 1.5], ..Figures::default() };
        let records = [
            StatsRecord::Progress(figures.clone()),
            StatsRecord::Final(Figures { state: Some("0f".to_owned()), ..figures }),
            StatsRecord::Kept { name: "ab".to_owned(), covered: 3, at },
            StatsRecord::Failure {
                title: "panic at a.rs:1:2".to_owned(),
                callers: vec!["f".to_owned()],
                file: "failures/ab.chi".into(),
                at,
            },
        ];
        for record in records {
            let line = StatsLine { property: "json::round_trip".to_owned(), record };
            let text = serde_json::to_string(&line).unwrap();
            assert_eq!(serde_json::from_str::<StatsLine>(&text).unwrap(), line, "{text}");
        }
    }

    #[test]
    fn the_kind_of_a_line_is_in_the_line() {
        let at = Moment { seconds: 1.5, runs: 7 };
        let record = StatsRecord::Kept { name: "ab".to_owned(), covered: 3, at };
        let line = StatsLine { property: "p".to_owned(), record };
        let expected = serde_json::json!({
            "property": "p", "kind": "kept", "name": "ab", "covered": 3, "seconds": 1.5, "runs": 7,
        });
        assert_eq!(serde_json::to_value(&line).unwrap(), expected);
    }
}
