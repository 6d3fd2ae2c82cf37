//! What every binary of the loop benchmark has in it: a report of its own cost, and the loops that
//! Chiasma is compared with.

#[cfg(feature = "drive")]
mod drive;
pub mod recording;
pub mod report;

#[cfg(feature = "drive")]
pub use drive::drive;
