//! Experiments with strategies: what is planned, measured, tested and reported, without running anything.
//!
//! An [`experiment`] is read from a file and planned. What its trials give is kept in [`results`], and
//! a [`report`] is made of it. A reader of the papers finds their measures in
//! [`measures`] and their tests in [`statistics`]. Known [`defects`] are recognised by
//! the keys of their failures.

#![forbid(unsafe_code)]

mod csv;

pub mod defects;
pub mod experiment;
pub mod measures;
pub mod report;
pub mod results;
pub mod statistics;
