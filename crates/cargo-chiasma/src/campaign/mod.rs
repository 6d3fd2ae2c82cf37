//! A campaign: workers that breed inputs for one property, and everything they find.

mod batch;
mod culprit;
mod errand;
mod event;
mod failure;
mod recording;
mod supervisor;

pub(crate) use batch::{Batch, examine_all};
pub use culprit::examine;
pub(crate) use culprit::{Examined, TICK, Watch, examine_quietly};
pub(crate) use errand::run_errand_unkilled;
#[cfg(test)]
pub use event::OperatorSeen;
pub use event::{Event, FailureSeen, Figures, Listener, Moment};
pub use failure::Identity;
pub(crate) use recording::{Recording, record};
pub(crate) use supervisor::next_worker_id;
pub use supervisor::{Campaign, Limits, Summary};
