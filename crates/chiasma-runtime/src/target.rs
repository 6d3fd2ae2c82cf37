//! The target of a worker: the property in its test binary.

use std::hash::{DefaultHasher, Hash, Hasher};

use chiasma_core::{FailureKey, Source};
use chiasma_evolve::wire::{Wire, wire};

use crate::mutants::Observed;

/// A property in a test binary.
pub trait Target {
    /// Generates an input from the source and runs the property on it; `generated` is called in
    /// between, so that what the generator did is not counted.
    fn run(&mut self, source: &mut Source, generated: &mut dyn FnMut(&mut Source))
    -> OutcomeReport;

    /// From now on what the property returns is written down.
    fn watch_output(&mut self) {}

    /// What the property returned in the last run, if that is written down and it returned something.
    fn take_output(&mut self) -> Option<Observed> {
        None
    }

    /// Generates an input without running the property, and gives its values as they print.
    fn print(&mut self, source: &mut Source) -> (OutcomeReport, Vec<Vec<u8>>) {
        (self.generate(source), Vec::new())
    }

    /// Generates an input from the source without running the property.
    fn generate(&mut self, source: &mut Source) -> OutcomeReport;
}

wire! {
    /// The outcome of a run as a worker reports it: with its explanation.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum OutcomeReport {
        /// The property holds.
        Valid {} = 0,
        /// The input is not one that the property is about.
        Invalid {
            /// Why.
            why: String,
        } = 1,
        /// The property does not hold.
        Failed {
            /// The failure.
            failure: FailureReport,
        } = 2,
    }
}

/// A failure that its process survived, as a worker reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureReport {
    /// Its kind and place; the supervisor names the callers.
    pub key: FailureKey,
    /// The message of the panic, or the error.
    pub message: String,
    /// The call stack: addresses relative to the executable, innermost first.
    pub frames: Vec<u64>,
}

/// Number of return addresses that distinguish failures at one place. The innermost ones are the panic
/// machinery's; a dozen reach well beyond it.
const COMPARED_FRAMES: usize = 12;

impl FailureReport {
    /// A hash of the key and the return addresses.
    ///
    /// It stands for the key with callers, without naming these: equal for the same panic at the same place from
    /// the same callers, and different for some that are named alike.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let frames = &self.frames[..self.frames.len().min(COMPARED_FRAMES)];
        (&self.key, frames).hash(&mut hasher);
        hasher.finish()
    }
}

/// The key is sent as its text.
impl Wire for FailureReport {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.key.to_string().write(bytes);
        self.message.write(bytes);
        self.frames.write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let key = String::read(bytes)?.parse().ok()?;
        Some(Self { key, message: Wire::read(bytes)?, frames: Wire::read(bytes)? })
    }
}
