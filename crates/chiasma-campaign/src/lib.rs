//! Campaigns: properties built with coverage, workers that breed inputs for them, and what they find.
//!
//! The command, the lab and whatever else runs campaigns use this crate; it never prints. What happens in a
//! [`Campaign`] goes to its [`Listener`]s as [`Event`]s.

mod batch;
pub mod build;
mod event;
mod examine;
mod failure;
mod fault;
mod job;
pub mod property;
mod recording;
pub mod store;
mod supervisor;
pub mod symbols;
pub mod worker;

pub use batch::{Batch, examine_all};
pub use event::{
    Event, ExtraRuns, Figures, FoundFailure, Listener, Moment, OperatorSeen, PhasesSeen,
};
pub use examine::{Examined, TICK, Watch, examine, examine_quietly};
pub use failure::{file_text, key_of_death, key_of_failure};
pub use fault::Fault;
pub use job::run_job_unkilled;
pub use recording::{Recorded, Recording, record};
pub use supervisor::{Campaign, Limits, Summary, next_worker_id};
