//! Bonferroni's correction: who compares often finds differences by chance.

/// The level that the papers begin with.
pub const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// The correction for a number of comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bonferroni {
    /// How many comparisons are made.
    pub comparisons: usize,
}

impl Bonferroni {
    /// For comparing each of `groups` with each other one: 28 comparisons for eight fuzzers.
    #[must_use]
    pub fn all_pairs(groups: usize) -> Self {
        Self { comparisons: groups * groups.saturating_sub(1) / 2 }
    }

    /// The level that a single test has to reach: 0.05 divided by the comparisons.
    #[must_use]
    pub fn level(self) -> f64 {
        SIGNIFICANCE_LEVEL / self.comparisons.max(1) as f64
    }

    /// Whether a test with this probability shows a difference.
    #[must_use]
    pub fn is_significant(self, p: f64) -> bool {
        p < self.level()
    }
}
