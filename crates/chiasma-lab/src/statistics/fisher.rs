//! Fisher's exact test of a 2x2 table, two-tailed, as `scipy.stats.fisher_exact` does it.

/// Probabilities this near to each other are the same one, computed on different ways.
const SAME: f64 = 1.0 + 1e-10;

/// How often something happened in a number of trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// The trials in which it happened.
    pub yes: u64,
    /// The trials in which it did not.
    pub no: u64,
}

/// The probability of two shares at least as far apart if both have the same chance.
///
/// It is 1 where there was no trial, or where it happened always or never: nothing speaks for a difference.
#[must_use]
pub fn fisher_exact(a: Counts, b: Counts) -> f64 {
    let yes = a.yes + b.yes;
    let trials_a = a.yes + a.no;
    let no_b = b.yes + b.no;
    let least = yes.saturating_sub(no_b);
    let most = yes.min(trials_a);
    // Relative to the table seen, so that neither factorials nor their logarithms are needed: from one
    // table to the next its probability changes by a ratio of four numbers.
    let seen = a.yes;
    let up = |k: u64| {
        ((trials_a - k) as f64 / (k + 1) as f64) * ((yes - k) as f64 / (no_b + k + 1 - yes) as f64)
    };
    let mut all = 1.0;
    let mut extreme = 1.0;
    let mut take = |weight: f64| {
        all += weight;
        if weight <= SAME {
            extreme += weight;
        }
    };
    let mut weight = 1.0;
    for k in seen..most {
        weight *= up(k);
        take(weight);
    }
    weight = 1.0;
    for k in (least..seen).rev() {
        weight /= up(k);
        take(weight);
    }
    // The table seen may be so improbable that the others overflow; then its share is practically zero.
    if all.is_finite() { (extreme / all).min(1.0) } else { 0.0 }
}
