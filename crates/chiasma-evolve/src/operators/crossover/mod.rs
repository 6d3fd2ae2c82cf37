//! Crossover: children of two parents.

pub(crate) mod linked;
pub(crate) mod points;
