//! What a test binary needs to be fuzzed: coverage counters, shared memory, and the worker's loop.
//!
//! Linked only when `cargo chiasma` builds a test. The supervisor starts the test binary as a *worker*
//! with three environment variables: [`SHARED`], a file that both map, in which the worker publishes the
//! input that it is about to run; [`SOCKET`], over which the two exchange [`protocol`] messages; and [`VERSION`], of the
//! supervisor, which must be that of the worker.
//! A worker may die at any moment; everything that must last is with the supervisor.

pub mod calls;
pub mod clock;
pub mod comparisons;
pub mod counters;
mod deep_stack;
pub mod frames;
mod memory;
pub mod mutants;
pub mod outbox;
pub mod protocol;
#[cfg(target_os = "linux")]
mod randomness;
pub mod shared;
pub mod stacks;
mod target;
mod worker;

pub use target::{FailureReport, OutcomeReport, Target};
pub use worker::{DISCONNECTED, DONE, OTHER_VERSION, run_as_worker};

/// The variable that holds the path of the shared file.
pub const SHARED: &str = "CHIASMA_SHARED";
/// The variable that holds the path of the socket.
pub const SOCKET: &str = "CHIASMA_SOCKET";
/// The variable that holds the seed of a worker's random numbers.
pub const RANDOM: &str = "CHIASMA_RANDOM";
/// The variable that holds the path of the [outbox], if the worker has one: then all its reports go there.
pub const OUTBOX: &str = "CHIASMA_OUTBOX";
/// The variable that holds the [`protocol::version`] of the supervisor.
pub const VERSION: &str = "CHIASMA_VERSION";
/// What precedes the path of each property in a test binary, a line break follows. Properties are found by it,
/// without running anything.
pub const MARKER: &str = "chiasma property ";
