//! Counts of what an evolution has done.

use crate::wire::wire;

wire! {
    /// What an evolution has done so far.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct Counts {
        /// The children, each counted once.
        pub runs: u64,
        /// Those whose input was valid.
        pub valid: u64,
        /// Those that failed.
        pub failed: u64,
        /// Runs to confirm that something is new.
        pub confirmations: u64,
        /// Inputs generated once more for their structure.
        pub traces: u64,
        /// Inputs that were kept.
        pub kept: u64,
        /// Inputs taken from elsewhere.
        pub given: u64,
    }
}
