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
    /// The figures, once a second.
    Figures(Figures),
    /// A problem that does not end the campaign.
    Warning(String),
    /// The campaign has ended.
    Ended(Figures),
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
