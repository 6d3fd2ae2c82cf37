//! Operators: what makes a child of its parents.

pub(crate) mod crossover;
pub(crate) mod mutate;
pub(crate) mod splice;
mod yields;

pub use yields::{Operator, OperatorYield, OperatorYields};
