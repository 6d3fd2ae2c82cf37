//! Crossover: children of two parents.

pub(crate) mod linked;
pub(crate) mod pairing;
pub(crate) mod points;
