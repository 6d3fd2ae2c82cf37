//! What a kept input is known by.

/// The id of a kept input, for its host and for the strategy that breeds from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InputId(pub u64);
