//! The statistics that the papers use, each checked against SciPy.
//!
//! They are our own because no crate gives them all as SciPy does. `statrs` 0.19 comes nearest; there the
//! exact Mann-Whitney test enumerates every split of the ranks (8 against 30 values are 48 million, 8
//! against 1,000 never end), tails are computed as one minus a distribution function, which leaves nothing
//! below 1e-16, and it needs a newer compiler than this workspace does.

mod bonferroni;
mod effect;
mod fisher;
mod mann_whitney;
mod median;
mod sample;

pub use bonferroni::{Bonferroni, SIGNIFICANCE_LEVEL};
pub use effect::{Effect, Magnitude};
pub use fisher::{Counts, fisher_exact};
pub use mann_whitney::{MannWhitney, Method, mann_whitney};
pub use median::{CONFIDENCE_LEVEL, Interval, Summary};
pub use sample::{Sample, SampleError};
