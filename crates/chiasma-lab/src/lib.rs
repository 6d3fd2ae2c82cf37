//! Experiments with strategies: what is planned, measured, tested and reported, without running anything.
//!
//! An [`experiment`] is read from a file and planned. A reader of the papers finds their measures in
//! [`measures`] and their tests in [`statistics`].

#![forbid(unsafe_code)]

pub mod experiment;
pub mod measures;
pub mod statistics;
