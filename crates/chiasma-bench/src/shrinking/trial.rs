//! Owns the record of one seeded run of one challenge in one framework.

/// The name of a challenge with its trials, one per seed.
pub type Row = (&'static str, Vec<Trial>);

/// The outcome of running one challenge once, from one seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The `Debug` form of the counterexample handed back, or `"not found"`.
    pub minimal: String,
    /// Whether the run falsified the property at all.
    pub found: bool,
    /// Whether the counterexample is one the challenge lists as minimal.
    pub reached: bool,
    /// How often the property was executed after its first failure.
    pub runs: u64,
}

impl Trial {
    /// The record of a run that exhausted its cases without a failure.
    pub fn not_found() -> Self {
        Self { minimal: "not found".to_string(), found: false, reached: false, runs: 0 }
    }
}
