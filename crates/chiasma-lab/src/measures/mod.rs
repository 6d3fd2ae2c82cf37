//! What the papers measure, computed from what was observed.

mod common;
mod coverage_over_time;
mod edges;
mod inheritance;
mod levenshtein;
mod pairs;

pub use chiasma_campaign::Moment;
pub use common::common_edges;
pub(crate) use coverage_over_time::Growth;
pub use coverage_over_time::{Covered, Curve, Point};
pub use edges::Edges;
pub use inheritance::Inheritance;
pub use levenshtein::mutation_distance;
pub use pairs::{Pair, sample_pairs};
