//! Mutants of a crate under test, all in one binary: found, embedded, switched at run time, reported on.
//!
//! 1. [`discover()`] asks `cargo mutants` for the mutants of a package.
//! 2. A [`Schema`] rewrites the package's sources so that every mutant sits behind a question to the
//!    runtime, which one is active; the rewritten files go to a directory of their own.
//! 3. A [`Substitution`] has the compiler read those files instead; the user's are never touched.
//! 4. [`settle`] compiles, drops the mutants that do not, and compiles again until it builds.
//! 5. A [`Report`] tells which mutants an input kills, and which none does.

mod diagnostics;
pub mod discover;
mod mutant;
pub mod report;
mod schema;
mod settle;
mod source;
pub mod substitution;

pub use discover::discover;
pub use mutant::{Genre, LineColumn, Mutant, MutantId, Span};
pub use report::Report;
pub use schema::{Dropped, Reason, Schema, SchemaError, Site, SiteId};
pub use settle::{SettleError, Settled, settle};
pub use substitution::Substitution;
