//! Mutation of a sequence of bytes.

use chiasma_core::Rng;

use crate::geometric::Geometric;

/// What a mutated region is filled with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filling {
    Random,
    Zero,
}

impl Filling {
    /// Zeros with probability `p`.
    pub(crate) fn zero_with(p: f64, rng: &mut Rng) -> Self {
        if rng.chance(p) { Self::Zero } else { Self::Random }
    }

    pub(crate) fn fill(self, region: &mut [u8], rng: &mut Rng) {
        match self {
            Self::Random => rng.fill(region),
            Self::Zero => region.fill(0),
        }
    }
}

/// Overwrites a region of `bytes` that begins anywhere; the region ends with the bytes.
#[inline]
pub(crate) fn overwrite_region(
    bytes: &mut [u8],
    length: &Geometric,
    filling: Filling,
    rng: &mut Rng,
) {
    if bytes.is_empty() {
        return;
    }
    let start = rng.up_to(bytes.len() as u64 - 1) as usize;
    let end = (start + length.sample(rng)).min(bytes.len());
    filling.fill(&mut bytes[start..end], rng);
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::Seed;

    #[test]
    fn a_region_is_replaced_and_the_rest_and_the_length_stay() {
        let mut rng = Rng::new(Seed(1));
        let mut total = 0;
        for _ in 0..10_000 {
            let mut bytes = [0u8; 1_000];
            overwrite_region(&mut bytes, &Geometric::with_mean(8.0), Filling::Random, &mut rng);
            let first = bytes.iter().position(|b| *b != 0);
            let last = bytes.iter().rposition(|b| *b != 0);
            if let (Some(first), Some(last)) = (first, last) {
                total += last - first + 1;
            }
        }
        // 8 bytes on average; a little less, since a replaced byte may be zero again.
        let mean = total as f64 / 10_000.0;
        assert!((7.5..8.2).contains(&mean), "{mean}");
        overwrite_region(&mut [], &Geometric::with_mean(8.0), Filling::Random, &mut rng);
    }

    #[test]
    fn a_region_of_zeros_is_zero_and_the_rest_stays() {
        let mut rng = Rng::new(Seed(1));
        let mut bytes = [255u8; 100];
        overwrite_region(&mut bytes, &Geometric::with_mean(8.0), Filling::Zero, &mut rng);
        assert!(bytes.contains(&0) && bytes.iter().all(|byte| [0, 255].contains(byte)));
    }
}
