//! What is fuzzed, as the worker sees it.

use chiasma_core::Source;
use chiasma_evolve::wire::{Wire, wire};

use crate::mutants::Observed;

/// A property in a test binary.
pub trait Target {
    /// Generates an input from the source and runs the property on it; `generated` is called in
    /// between, so that what the generator did is not counted.
    fn run(&mut self, source: &mut Source, generated: &mut dyn FnMut(&mut Source)) -> Outcome;

    /// From now on what the property returns is written down.
    fn watch_output(&mut self) {}

    /// What the property returned in the last run, if that is written down and it returned something.
    fn take_output(&mut self) -> Option<Observed> {
        None
    }

    /// Generates an input from the source without running the property.
    fn generate(&mut self, source: &mut Source) -> Outcome;
}

wire! {
    /// What came of a run.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Outcome {
        /// The property holds.
        Valid {} = 0,
        /// The property does not speak of the input, for this reason.
        Invalid {
            /// Why.
            why: String,
        } = 1,
        /// The property does not hold.
        Failed {
            /// In what way.
            failure: Failure,
        } = 2,
    }
}

wire! {
    /// In what way a property does not hold.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Failure {
        /// What kind of failure.
        pub kind: FailureKind,
        /// The message of the panic, or the error.
        pub message: String,
        /// Where, as `file:line:column`.
        pub location: Option<String>,
        /// The call stack: addresses relative to the executable, innermost first.
        pub frames: Vec<u64>,
    }
}

wire! {
    /// What kind of failure a property had and its process survived.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum FailureKind {
        /// It panicked.
        Panic {} = 0,
        /// A thread that it started panicked.
        ThreadPanic {} = 1,
        /// It returned an error.
        Error {} = 2,
        /// It returned false.
        False {} = 3,
        /// Its generator panicked.
        Generator {} = 4,
    }
}

impl Failure {
    /// The same for the same panic at the same place from the same callers; known to the worker
    /// without naming the callers, so finer than the identity that a person sees.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut bytes = Vec::new();
        Wire::write(&self.kind, &mut bytes);
        Wire::write(&self.location, &mut bytes);
        // The innermost ones are the panic machinery's; a dozen reach well beyond it.
        for frame in self.frames.iter().take(12) {
            Wire::write(frame, &mut bytes);
        }
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }
}
