//! The shifted geometric distribution, by which the papers choose counts and lengths.

use chiasma_core::Rng;

/// Numbers from 1 on, each less likely than the one before by the same factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Geometric {
    /// The logarithm of the probability to go on.
    log_continue: f64,
}

impl Geometric {
    /// The distribution with this mean, which is at least 1.
    #[must_use]
    pub fn with_mean(mean: f64) -> Self {
        debug_assert!(mean >= 1.0);
        Self { log_continue: (1.0 - 1.0 / mean).ln() }
    }

    /// A number drawn from it.
    #[inline]
    pub fn sample(&self, rng: &mut Rng) -> usize {
        // Uniform in (0, 1].
        let uniform = ((rng.bits() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        1 + (uniform.ln() / self.log_continue) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::Seed;

    #[test]
    fn the_mean_and_the_first_probability_are_those_of_the_distribution() {
        let mut rng = Rng::new(Seed(1));
        let geometric = Geometric::with_mean(4.0);
        let samples: Vec<usize> = (0..100_000).map(|_| geometric.sample(&mut rng)).collect();
        let mean = samples.iter().sum::<usize>() as f64 / 100_000.0;
        let ones = samples.iter().filter(|n| **n == 1).count();
        // Standard errors: 0.011 for the mean, 137 for the ones.
        assert!((mean - 4.0).abs() < 0.06, "{mean}");
        assert!(ones.abs_diff(25_000) < 800, "{ones}");
        assert!((0..100).all(|_| Geometric::with_mean(1.0).sample(&mut rng) == 1));
    }
}
