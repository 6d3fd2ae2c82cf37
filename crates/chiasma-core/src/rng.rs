//! The random numbers behind every fresh choice: small, fast, and the same on every machine.

/// Where a stream of random numbers starts; equal seeds give equal streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of the `n`-th part of a whole that this seed drives, such as the `n`-th test case.
    #[must_use]
    pub fn child(self, n: u64) -> Self {
        Self(mix(self.0 ^ mix(n.wrapping_add(1))))
    }
}

/// A pseudo-random number generator (wyrand): one word of state, one multiplication per number.
#[derive(Debug, Clone)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator whose numbers follow from `seed` alone.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        // Mixed, so that neighbouring seeds do not give overlapping streams.
        Self { state: mix(seed.0) }
    }

    /// The whole state: the numbers that follow depend on nothing else.
    #[must_use]
    pub fn state(&self) -> u64 {
        self.state
    }

    /// A generator that continues from a state of another one.
    #[must_use]
    pub fn resume(state: u64) -> Self {
        Self { state }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.state) * u128::from(self.state ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }

    /// A number in `0..=max`, each equally likely up to one part in 2^64 of bias.
    #[inline]
    pub fn up_to(&mut self, max: u64) -> u64 {
        match max.checked_add(1) {
            Some(count) => self.below(count),
            None => self.bits(),
        }
    }

    /// A number in `0..count`, as [`Rng::up_to`] draws it; 0 for `count == 0`.
    #[inline]
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(count)) >> 64) as u64
    }

    /// True once in `n` times on average; never for `n == 0`.
    #[inline]
    pub fn one_in(&mut self, n: u64) -> bool {
        n != 0 && self.up_to(n - 1) == 0
    }

    /// True with probability `p`.
    #[inline]
    pub fn chance(&mut self, p: f64) -> bool {
        ((self.bits() >> 11) as f64) < p * (1u64 << 53) as f64
    }

    /// A number from 0 up to, not including, 1.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Fills `bytes` with random bytes.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        let (words, rest) = bytes.as_chunks_mut::<8>();
        for word in words {
            *word = self.bits().to_le_bytes();
        }
        if !rest.is_empty() {
            // Byte by byte: a copy of a length that is not known is a call.
            let mut word = self.bits();
            for byte in rest {
                *byte = word as u8;
                word >>= 8;
            }
        }
    }
}

/// Spreads the bits of `word` over all 64 (the finaliser of SplitMix64).
#[inline]
pub(crate) fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_streams_and_others_differ() {
        let stream = |seed| {
            let mut rng = Rng::new(Seed(seed));
            std::array::from_fn::<u64, 4, _>(|_| rng.bits())
        };
        assert_eq!(stream(7), stream(7));
        assert_ne!(stream(7), stream(8));
    }

    #[test]
    fn up_to_reaches_both_ends_evenly() {
        let mut rng = Rng::new(Seed(1));
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.up_to(5) as usize] += 1;
        }
        // Six standard deviations (91 each) around the 10,000 expected.
        assert!(seen.iter().all(|&n| (9_450..=10_550).contains(&n)), "{seen:?}");
        let often = (0..60_000).filter(|_| rng.chance(0.3)).count();
        assert!((17_300..=18_700).contains(&often), "{often}");
        assert!((0..100).all(|_| rng.chance(1.0) && !rng.chance(0.0)));
        assert_eq!(rng.up_to(0), 0);
        assert!((0..64).any(|_| rng.up_to(u64::MAX) > u64::MAX / 2));
    }
}
