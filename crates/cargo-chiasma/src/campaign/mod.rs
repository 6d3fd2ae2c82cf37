//! A campaign: workers that breed inputs for one property, and everything they find.

mod culprit;
mod event;
mod failure;
mod supervisor;

pub use culprit::examine;
#[cfg(test)]
pub use event::OperatorSeen;
pub use event::{Event, FailureSeen, Listener, Snapshot};
pub use failure::Identity;
pub use supervisor::{Campaign, Limits, Summary};
