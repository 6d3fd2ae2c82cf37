//! Experiments with strategies: what is planned, measured, tested and reported, without running anything.
//!
//! A reader of the papers finds their tests in [`statistics`].

#![forbid(unsafe_code)]

pub mod statistics;
