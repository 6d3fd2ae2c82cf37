//! What happens in a campaign, for whoever shows or records it.

use std::path::PathBuf;
use std::time::Duration;

use chiasma_core::FailureKey;
use chiasma_evolve::Sample;
use chiasma_runtime::protocol::{Phases, Value, Yield};

/// Somebody who is told of everything; a screen, a log, a file.
pub trait Listener {
    /// Something happened.
    fn on(&mut self, event: &Event);
}

/// Something that happened.
#[derive(Debug, Clone)]
pub enum Event {
    /// The campaign begins.
    Started {
        /// The property's path.
        property: String,
        /// The strategy's name.
        strategy: String,
        /// The seed.
        seed: u64,
        /// The processes that breed.
        workers: usize,
        /// The saved inputs that it begins with.
        corpus: usize,
    },
    /// An input was saved to the corpus.
    Kept {
        /// The name of its file.
        name: String,
        /// The edges covered now.
        covered: u32,
        /// When.
        at: Moment,
    },
    /// A failure that was not known was found, and saved.
    Failed(FoundFailure),
    /// A failure was shrunk, and its file replaced.
    Shrunk(FoundFailure),
    /// A worker was replaced.
    WorkerReplaced {
        /// When.
        at: Duration,
        /// Why.
        reason: String,
    },
    /// A child beside its parent.
    Sampled(Sample),
    /// How things stand; once a second, and at the end.
    Figures(Figures),
    /// Something that a person should know, and that does not end the campaign.
    Warning(String),
    /// The campaign has ended.
    Ended(Figures),
}

/// A moment of a campaign.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    /// The time since it began.
    pub time: Duration,
    /// The runs since it began.
    pub runs: u64,
}

/// A failure, as it is shown.
#[derive(Debug, Clone)]
pub struct FoundFailure {
    /// When it was found.
    pub at: Moment,
    /// Its kind, place and callers.
    pub key: FailureKey,
    /// The message in full.
    pub message: String,
    /// The values that cause it.
    pub values: Vec<Value>,
    /// Where it is saved.
    pub file: PathBuf,
    /// The choices of the input.
    pub choices: usize,
    /// Whether it is still being made simpler.
    pub is_shrinking: bool,
    /// The command that replays it.
    pub replay: String,
}

/// How things stand.
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Figures {
    /// Since the beginning, in seconds.
    pub seconds: f64,
    /// All runs.
    pub runs: u64,
    /// Runs in the last second, scaled to one.
    pub runs_per_second: f64,
    /// The share of runs whose input was valid.
    pub valid_share: f64,
    /// The edges covered.
    pub covered: u64,
    /// The edges there are.
    pub edges: u64,
    /// The edges that the same input does not always pass.
    pub unstable: u64,
    /// The inputs that breed.
    pub population: u64,
    /// The inputs that were saved.
    pub corpus: usize,
    /// The different failures.
    pub failures: usize,
    /// The workers that were replaced.
    pub replaced: u64,
    /// What each operator brought in.
    pub operators: Vec<OperatorSeen>,
    /// Behavioural diversity of the valid runs, sampled: the Hill numbers b0, b1 and b2.
    pub diversity: Vec<f64>,
    /// Where the time goes, in seconds: estimated from a sample of the runs.
    pub phases: PhasesSeen,
    /// Runs that were made besides those of the children.
    pub extra_runs: ExtraRuns,
    /// At the end: a hash of the states in which the searches ended, equal for equal campaigns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// Runs that a campaign made besides those of the children.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct ExtraRuns {
    /// To confirm that an input shows something new.
    pub confirmations: u64,
    /// Inputs generated once more, and not run, for their structure.
    pub traces: u64,
    /// Runs made twice, because a worker died before they were in a checkpoint.
    pub repeated: u64,
}

/// Where the time of a campaign goes, in seconds.
#[derive(Debug, Clone, Copy, Default, serde::Serialize)]
pub struct PhasesSeen {
    /// Making children.
    pub modify: f64,
    /// Generating their values.
    pub generate: f64,
    /// Running the target on them.
    pub run: f64,
    /// Looking at the counters.
    pub scan: f64,
    /// Running inputs again that show something new.
    pub confirm: f64,
    /// Looking at the structure of inputs that are kept.
    pub trace: f64,
    /// Telling the supervisor, and saving the state of the search.
    pub send: f64,
}

impl PhasesSeen {
    /// Divides `seconds` as these ticks are.
    pub fn of(ticks: &Phases, seconds: f64) -> Self {
        let Phases { modify, generate, run, scan, confirm, trace, send } = *ticks;
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
}

/// What an operator brought in.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct OperatorSeen {
    /// Its name.
    pub name: String,
    /// The children that it had a part in.
    pub children: u64,
    /// Those that were kept.
    pub kept: u64,
}

impl From<&Yield> for OperatorSeen {
    fn from(counted: &Yield) -> Self {
        let Yield { operator, counted } = counted;
        Self { name: operator.clone(), children: counted.children, kept: counted.kept }
    }
}
