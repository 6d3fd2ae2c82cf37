//! Evolving parameter sequences: populations, operators, and the strategies of the papers.
//!
//! Everything is pure: no files, no clocks, no processes. A [`Strategy`] is asked for a child, told
//! what came of running it, and given what is worth keeping; randomness comes from the caller.

#![forbid(unsafe_code)]

mod coverage;
mod feedback;
mod geometric;
mod input;
mod learning;
mod operators;
mod population;
mod selection;
mod settings;
mod strategies;

pub use coverage::{Counters, covered_edges, differing_edges};
pub use feedback::diversity::{Diversity, HillNumbers};
pub use geometric::Geometric;
pub use input::InputId;
pub use operators::crossover::pairing::Parent;
pub use operators::{Operator, OperatorYield, OperatorYields};
pub use population::{Member, MemberIndex, Population};
pub use settings::{BadSetting, Setting, Settings};
pub use strategies::{
    Child, Form, Keeping, Kept, Outcome, Run, Strategy, StrategyInfo, StrategyName,
    UnknownStrategy, Verdict, strategies,
};
