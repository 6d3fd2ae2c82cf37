//! Crossover: children of two parents.

pub(crate) mod linked;
