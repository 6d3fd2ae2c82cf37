//! Campaigns: properties built with coverage, workers that breed inputs for them, and what they find.
//!
//! Used by the command, the lab and anything else that runs campaigns. It never prints: a [`Campaign`] sends
//! [`Event`]s to its [`Listener`]s.

mod batch;
pub mod build;
mod clock;
mod death_site;
mod event;
mod examine;
mod exchange;
mod failure;
mod fault;
mod job;
pub mod mutants;
mod orphans;
pub mod property;
pub mod quantity;
pub mod reason;
mod recording;
mod scratch;
mod stats;
pub mod store;
mod supervisor;
pub mod symbols;
pub mod targeting;
pub mod worker;

pub use batch::{Batch, examine_all};
pub use clock::{Clock, processor_time};
pub use death_site::DeathSite;
pub use event::{Event, FoundFailure, Listener, Shrinking};
pub use examine::{Examined, TICK, Watch, examine, examine_quietly};
pub use exchange::{Arrival, Exchange, ExchangeFigures};
pub use failure::{SavedFailure, file_text, key_of_death, key_of_failure, save_failure};
pub use fault::Fault;
pub use job::run_job_unkilled;
pub use orphans::kill_rest;
pub use recording::{Recording, RecordingProgress, record};
pub use scratch::Scratch;
pub use stats::{
    ExtraRuns, Figures, Moment, MutantFigures, OperatorFigures, PhaseSeconds, ReasonFigures,
    StatsLine, StatsRecord,
};
pub use supervisor::{Campaign, Limits, Summary, next_worker_id};
