//! A sample: at least one number, sorted.

use thiserror::Error;

/// At least one number, none of them NaN, in ascending order.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample(Vec<f64>);

/// Why numbers are no sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SampleError {
    /// There are none.
    #[error("there is no value in the sample")]
    Empty,
    /// One of them is NaN.
    #[error("there is a value in the sample that is not a number")]
    NotANumber,
}

impl Sample {
    /// Takes these numbers, in any order.
    pub fn new(values: impl IntoIterator<Item = f64>) -> Result<Self, SampleError> {
        let mut values: Vec<f64> = values.into_iter().collect();
        if values.is_empty() {
            return Err(SampleError::Empty);
        }
        if values.iter().any(|value| value.is_nan()) {
            return Err(SampleError::NotANumber);
        }
        values.sort_by(f64::total_cmp);
        Ok(Self(values))
    }

    /// The numbers, in ascending order.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.0
    }

    /// How many there are; never zero.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a sample is never empty")]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}
