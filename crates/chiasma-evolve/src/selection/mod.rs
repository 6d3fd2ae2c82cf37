//! Whose turn it is to have children, and how many.

pub(crate) mod queue;
