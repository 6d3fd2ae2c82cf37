//! What a kept input is known by.

/// What a kept input is known by, to whoever keeps it and to the strategy that breeds from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InputId(pub u64);
