//! The events of a campaign, for the screens and files that show or record them.

use std::path::PathBuf;
use std::time::Duration;

use chiasma_core::FailureKey;
use chiasma_evolve::Sample;
use chiasma_runtime::protocol::Value;

use crate::stats::{Figures, Moment};

/// A receiver of events: a screen, a log, a file.
pub trait Listener {
    /// Handles an event.
    fn on(&mut self, event: &Event);
}

/// An event of a campaign.
#[derive(Debug, Clone)]
pub enum Event {
    /// Some more of the saved corpus is loaded, before the campaign begins.
    Loading {
        /// How many inputs are.
        loaded: usize,
        /// How many files there are.
        all: usize,
    },
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
    /// A failure that was not known was found. It is saved, or that was tried ([`FoundFailure::unsaved`]).
    Failed(FoundFailure),
    /// Shrinking a failure has ended, in whatever way ([`FoundFailure::shrinking`]).
    Shrunk(FoundFailure),
    /// A failure that could not be saved at first is saved by now.
    Saved {
        /// The file.
        file: PathBuf,
    },
    /// A worker was replaced.
    WorkerReplaced {
        /// When.
        at: Duration,
        /// Why.
        reason: String,
    },
    /// A child beside its parent.
    Sampled(Sample),
    /// The figures, once a second.
    Figures(Figures),
    /// A problem that does not end the campaign.
    Warning(String),
    /// Breeding has ended, and failures found last are still to be shrunk.
    Finishing {
        /// How many.
        failures: usize,
        /// Maximum time for each, in seconds.
        seconds: u64,
    },
    /// The campaign has ended.
    Ended(Figures),
}

/// How far shrinking a failure is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shrinking {
    /// It is not shrunk.
    Off,
    /// It is under way, or will be.
    UnderWay,
    /// It is as simple as it gets in the time there is.
    Done,
    /// The same input does not always fail.
    Flaky {
        /// How often it failed.
        failed: usize,
        /// How often it was run.
        tries: usize,
    },
    /// Shrinking ended without a result, for this reason.
    Failed(String),
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
    /// How far shrinking it is.
    pub shrinking: Shrinking,
    /// Why it could not be saved yet; it is kept in memory and tried again.
    pub unsaved: Option<String>,
    /// The command that replays it.
    pub replay: String,
}
