//! What a run tells a strategy: which coverage is new, and whose it is.

pub(crate) mod bucketed;
pub(crate) mod diversity;
pub(crate) mod paths;
pub(crate) mod validity;
