//! How large a difference is: the Vargha-Delaney A12 statistic.

use std::fmt;

use super::mann_whitney::mann_whitney;
use super::sample::Sample;

/// Rounding must not make 0.71 less than 0.71.
const ROUNDING: f64 = 1e-12;

/// The chance that a value of the first sample is larger than one of the second; ties count one half.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Effect(f64);

/// How much an effect is, in words (Vargha and Delaney, 2000).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Magnitude {
    /// Below 0.56, or above 0.44 the other way.
    Negligible,
    /// From 0.56.
    Small,
    /// From 0.64.
    Medium,
    /// From 0.71.
    Large,
}

impl Effect {
    /// The effect of being in `a` and not in `b`.
    #[must_use]
    pub fn of(a: &Sample, b: &Sample) -> Self {
        Self(mann_whitney(a, b).u / (a.len() * b.len()) as f64)
    }

    /// A12 itself: 0.5 is no effect, 1 is that every value of the first sample is larger.
    #[must_use]
    pub fn a12(self) -> f64 {
        self.0
    }

    /// How much it is, in either direction.
    #[must_use]
    pub fn magnitude(self) -> Magnitude {
        let distance = self.0.max(1.0 - self.0) + ROUNDING;
        match distance {
            _ if distance >= 0.71 => Magnitude::Large,
            _ if distance >= 0.64 => Magnitude::Medium,
            _ if distance >= 0.56 => Magnitude::Small,
            _ => Magnitude::Negligible,
        }
    }
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Negligible => "negligible",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        })
    }
}
