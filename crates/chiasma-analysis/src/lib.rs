//! Static facts of a target, read from the compiler's MIR text: the types that influence its branches, the
//! constants of its code, and which edges of the coverage map belong to which side of a branch.
//!
//! [`Program::read`] reads the text, [`StaticFacts::of`] analyses it. Nothing here runs the compiler; who
//! does says which compiler it was, so that an error about a text that is not understood can name it.

#![forbid(unsafe_code)]

mod branches;
mod cache;
mod callees;
mod constants;
mod coverage;
mod facts;
mod flow;
mod influence;
pub mod mir;
mod names;
mod reach;
mod types;

pub use branches::{Branch, Line, Side};
pub use cache::{BuildKey, Cache};
pub use constants::Constants;
pub use coverage::{EdgePlaces, SideEdges, covered_sides, side_edges};
pub use facts::{StaticFacts, evolve_facts};
pub use influence::{Influence, unify};
pub use mir::{Program, UnknownText};
pub use types::Type;
