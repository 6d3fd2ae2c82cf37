//! The choice between two arms, epsilon-greedy.

use chiasma_core::Rng;

use crate::wire::Wire;

/// Two things to do, and what each brought in so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bandit {
    tried: [u32; 2],
    rewarded: [u32; 2],
}

impl Bandit {
    /// The arm to pull: with probability `epsilon` either, otherwise the better one so far; of two
    /// equally good ones the first or the second as chance has it.
    pub(crate) fn choose(&mut self, epsilon: f64, rng: &mut Rng) -> usize {
        let coin = (rng.bits() >> 63) as usize;
        let explores = rng.chance(epsilon);
        let mean = |arm: usize| f64::from(self.rewarded[arm]) / f64::from(self.tried[arm].max(1));
        let arm =
            if explores || mean(0) == mean(1) { coin } else { usize::from(mean(1) > mean(0)) };
        self.tried[arm] += 1;
        arm
    }

    /// The arm brought something in.
    pub(crate) fn reward(&mut self, arm: usize) {
        self.rewarded[arm] += 1;
    }
}

impl Wire for Bandit {
    fn write(&self, bytes: &mut Vec<u8>) {
        u32::write_all(&self.tried, bytes);
        u32::write_all(&self.rewarded, bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut pair = || Some([u32::read(bytes)?, u32::read(bytes)?]);
        Some(Self { tried: pair()?, rewarded: pair()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::Seed;

    #[test]
    fn the_better_arm_is_pulled_but_for_epsilon() {
        let mut rng = Rng::new(Seed(1));
        let mut bandit = Bandit::default();
        let mut second = 0;
        for _ in 0..10_000 {
            if bandit.choose(0.2, &mut rng) == 1 {
                second += 1;
                bandit.reward(1);
            }
        }
        // 1 - epsilon/2 of the time, once it is known: 9,000; standard deviation 30.
        assert!((8_800..9_200).contains(&second), "{second}");
    }
}
