//! The shifted geometric distribution, by which the papers choose counts and lengths.

use chiasma_core::Rng;

/// How far the table goes; beyond it the distribution, which has no memory, starts over.
const TABLE: usize = 32;
/// Number of bits that usually suffice to decide.
const UPPER_BITS: u32 = 10;

/// Numbers from 1 on, each less likely than the one before by the same factor.
#[derive(Debug, Clone, PartialEq)]
pub struct Geometric {
    /// At `k`: the probability that a number is above `k + 1`, as a share of 2^64.
    above: [u64; TABLE],
    /// For each value of the upper bits the number that they mean, or 0 if the lower ones decide.
    ///
    /// One look-up nearly always: a search would mispredict, and a logarithm would cost more than all
    /// the rest of making a child.
    by_upper_bits: [u8; 1 << UPPER_BITS],
}

impl Geometric {
    /// The distribution with this mean, which is at least 1.
    #[must_use]
    pub fn with_mean(mean: f64) -> Self {
        debug_assert!(mean >= 1.0);
        let go_on = 1.0 - 1.0 / mean;
        let above = std::array::from_fn(|k| {
            // A cast saturates, and rounding near 2^64 is a matter of one part in 2^53.
            (go_on.powi(k as i32 + 1) * u64::MAX as f64) as u64
        });
        let number = |bits: u64| above.iter().position(|&above| bits >= above);
        let by_upper_bits = std::array::from_fn(|upper| {
            let first = (upper as u64) << (64 - UPPER_BITS);
            let last = first | (u64::MAX >> UPPER_BITS);
            match (number(first), number(last)) {
                (Some(one), Some(other)) if one == other => one as u8 + 1,
                _ => 0,
            }
        });
        Self { above, by_upper_bits }
    }

    /// A number drawn from it.
    #[inline]
    pub fn sample(&self, rng: &mut Rng) -> usize {
        let mut beyond = 0;
        loop {
            let bits = rng.bits();
            let known = self.by_upper_bits[(bits >> (64 - UPPER_BITS)) as usize];
            if known > 0 {
                return beyond + known as usize;
            }
            match self.above.iter().position(|&above| bits >= above) {
                Some(k) => return beyond + k + 1,
                None => beyond += TABLE,
            }
        }
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

    #[test]
    fn numbers_beyond_the_table_occur_as_often_as_they_should() {
        let mut rng = Rng::new(Seed(2));
        let geometric = Geometric::with_mean(20.0);
        let samples: Vec<usize> = (0..100_000).map(|_| geometric.sample(&mut rng)).collect();
        let mean = samples.iter().sum::<usize>() as f64 / 100_000.0;
        assert!((mean - 20.0).abs() < 0.4, "{mean}");
        // 0.95^64 of them are above 64: 3,752 expected, standard deviation 60.
        let above = samples.iter().filter(|n| **n > 64).count();
        assert!(above.abs_diff(3_752) < 360, "{above}");
    }
}
