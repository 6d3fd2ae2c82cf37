//! A sample in a few numbers: its median with a confidence interval, quartiles and range.

use super::sample::Sample;

/// The confidence of every interval in a report.
pub const CONFIDENCE_LEVEL: f64 = 0.95;

/// A sample in a few numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// How many values there are.
    pub count: usize,
    /// The smallest.
    pub min: f64,
    /// A quarter of the values are below.
    pub lower_quartile: f64,
    /// The middle one, or the mean of the two in the middle.
    pub median: f64,
    /// A quarter of the values are above.
    pub upper_quartile: f64,
    /// The largest.
    pub max: f64,
    /// Where the median of all possible trials is, with 95 % confidence; nothing below six values.
    pub interval: Option<Interval>,
}

/// From one value of a sample to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Summary {
    /// Summarises a sample.
    #[must_use]
    pub fn of(sample: &Sample) -> Self {
        let values = sample.values();
        Self {
            count: values.len(),
            min: values[0],
            lower_quartile: quantile(values, 0.25),
            median: quantile(values, 0.5),
            upper_quartile: quantile(values, 0.75),
            max: values[values.len() - 1],
            interval: Interval::of_median(sample, CONFIDENCE_LEVEL),
        }
    }
}

impl Interval {
    /// The confidence interval of the median, between two values of the sample.
    ///
    /// The number of values below the true median is binomial with p = 1/2, whatever the distribution
    /// is. That is why it is preferred to a bootstrap here: with twenty trials a bootstrapped median takes
    /// few different values and its interval covers less than it says, it needs a random generator, and
    /// it gives an interval even for two trials, which is too few to rely on. `None` says that
    /// there are too few values: fewer than six for 95 %.
    #[must_use]
    pub fn of_median(sample: &Sample, confidence: f64) -> Option<Self> {
        let values = sample.values();
        let n = values.len();
        let beyond = (1.0 - confidence) / 2.0;
        // The natural logarithm of P(k values below the median); 2^-n itself would underflow.
        let mut ln_probability = -(n as f64) * std::f64::consts::LN_2;
        let mut below = 0.0;
        let mut dropped = 0;
        for k in 0..n / 2 {
            below += ln_probability.exp();
            if below > beyond {
                break;
            }
            dropped = k + 1;
            ln_probability += ((n - k) as f64 / (k + 1) as f64).ln();
        }
        (dropped > 0).then(|| Self { low: values[dropped - 1], high: values[n - dropped] })
    }
}

/// The value below which this share of an ordered sample lies, interpolated as NumPy does by default.
fn quantile(ordered: &[f64], share: f64) -> f64 {
    let place = share * (ordered.len() - 1) as f64;
    let below = ordered[place.floor() as usize];
    let above = ordered[place.ceil() as usize];
    below + (above - below) * place.fract()
}
