//! Experiments with strategies: what is planned, measured, tested and reported, without running anything.
//!
//! A reader of the papers finds their measures in [`measures`] and their tests in [`statistics`].

#![forbid(unsafe_code)]

pub mod measures;
pub mod statistics;
