//! Evolving parameter sequences: searches, the parts they are made of, and the strategies of the papers.
//!
//! Everything is pure: no files, no clocks, no processes. A [`Search`] is asked for a child, told of its
//! run, and given what is worth keeping; randomness comes from the caller. An [`Evolution`] is the loop
//! around it.

#![forbid(unsafe_code)]

mod child;
mod coverage;
mod evolution;
mod facts;
mod feedback;
mod geometric;
mod hints;
mod input;
mod learning;
mod members;
mod mutants;
mod operators;
mod outline_wire;
mod packed;
mod parts;
mod run;
mod search;
mod selection;
mod settings;
mod state;
mod strategies;
#[cfg(test)]
mod testing;
mod variation;
pub mod wire;

pub use child::{Child, Form};
pub use coverage::{Counters, covered_edges};
pub use evolution::{Counts, Evolution, Given, Host, Loaded, Phase, Sample, Step};
pub use facts::{BranchTarget, ConstantFacts, Facts, Hint, TypeDistance, TypeFacts, WantedFacts};
pub use feedback::diversity::{Diversity, HillNumbers};
pub use geometric::Geometric;
pub use hints::{Edit, edits};
pub use input::InputId;
pub use members::Anatomy;
pub use operators::crossover::pairing::Parent;
pub use operators::{Operator, OperatorYield, OperatorYields};
pub use packed::{pack, unpack};
pub use run::{MutantId, MutantResults, Outcome, Run, Verdict};
pub use search::{Keeping, Kept, Origin, Search};
pub use settings::{BadSetting, Setting, Settings};
pub use state::{Delta, Snapshot};
pub use strategies::{Strategy, StrategyName, UnknownStrategy, strategies};
