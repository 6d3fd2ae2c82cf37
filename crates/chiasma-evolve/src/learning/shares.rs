//! Shares of the work among several arms, by what each brings in for it.

use chiasma_core::Rng;

use crate::wire::Wire;

/// How many finds' worth of the mean an arm starts with, so that luck at the start decides little.
const PRIOR_FINDS: f64 = 2.0;

/// Arms, what each brought in, and what it took. Old finds are forgotten as new ones are made.
#[derive(Debug, Clone)]
pub(crate) struct Shares {
    /// How likely each arm is to begin with.
    weights: Vec<f64>,
    /// After so many finds, all that is known counts half.
    memory: f64,
    /// How strongly an arm is preferred that brings in more.
    greed: f64,
    /// The least share of an arm, of all shares.
    floor: f64,
    rewards: Vec<f64>,
    costs: Vec<f64>,
    finds: f64,
}

impl Shares {
    pub(crate) fn new(weights: Vec<f64>, memory: f64, greed: f64, floor: f64) -> Self {
        let (rewards, costs) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
        Self { weights, memory, greed, floor, rewards, costs, finds: 0.0 }
    }

    /// The arm for the next run: as likely as its weight times a power of what it brings in for its cost, and
    /// never less likely than the floor.
    pub(crate) fn choose(&self, rng: &mut Rng) -> usize {
        let arms = || 0..self.weights.len();
        let (reward, cost): (f64, f64) = (self.rewards.iter().sum(), self.costs.iter().sum());
        let mean = reward / cost.max(1.0);
        let prior = PRIOR_FINDS * reward / self.finds.max(1.0);
        let score = |arm: usize| {
            if mean <= 0.0 {
                return self.weights[arm];
            }
            let rate = (self.rewards[arm] + prior) / (self.costs[arm] + prior / mean);
            self.weights[arm] * (rate / mean).powf(self.greed)
        };
        let total: f64 = arms().map(score).sum();
        let share = |arm: usize| {
            let floor = if self.weights[arm] > 0.0 { self.floor } else { 0.0 };
            score(arm) / total + floor
        };
        let mut ticket = rng.unit() * arms().map(share).sum::<f64>();
        for arm in arms() {
            let share = share(arm);
            if ticket < share {
                return arm;
            }
            ticket -= share;
        }
        0
    }

    /// A run of `arm` took this much.
    pub(crate) fn spend(&mut self, arm: usize, cost: f64) {
        self.costs[arm] += cost;
    }

    /// A run of `arm` brought this in.
    pub(crate) fn earn(&mut self, arm: usize, reward: f64) {
        self.rewards[arm] += reward;
        self.finds += 1.0;
        if self.finds >= self.memory {
            self.finds /= 2.0;
            self.rewards.iter_mut().chain(&mut self.costs).for_each(|sum| *sum /= 2.0);
        }
    }

    pub(crate) fn save(&self, body: &mut Vec<u8>) {
        self.rewards.write(body);
        self.costs.write(body);
        self.finds.write(body);
    }

    pub(crate) fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        let (rewards, costs): (Vec<f64>, Vec<f64>) = (Vec::read(body)?, Vec::read(body)?);
        self.finds = f64::read(body)?;
        let fits = rewards.len() == self.weights.len() && costs.len() == self.weights.len();
        fits.then(|| (self.rewards, self.costs) = (rewards, costs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::Seed;

    #[test]
    fn the_arm_that_brings_in_more_for_its_cost_gets_more_runs_and_none_gets_less_than_the_floor() {
        let mut rng = Rng::new(Seed(1));
        let mut shares = Shares::new(vec![1.0; 3], 100.0, 1.0, 0.02);
        let mut runs = [0; 3];
        for n in 0..20_000 {
            let arm = shares.choose(&mut rng);
            runs[arm] += 1;
            shares.spend(arm, if arm == 2 { 4.0 } else { 1.0 });
            // The second brings in twice as much as the first; the third as much, at four times the cost.
            if [n % 20 == 0, n % 10 == 0, n % 10 == 0][arm] {
                shares.earn(arm, 1.0);
            }
        }
        assert!(runs[1] > runs[0] && runs[0] > runs[2], "{runs:?}");
        assert!(runs[2] > 20_000 / 60, "{runs:?}");
    }

    #[test]
    fn an_arm_that_pays_no_longer_makes_room_for_the_one_that_does_now() {
        let mut rng = Rng::new(Seed(3));
        let mut shares = Shares::new(vec![1.0; 2], 40.0, 3.0, 0.01);
        let mut runs = [[0; 2]; 2];
        for n in 0..20_000 {
            let (arm, half) = (shares.choose(&mut rng), n / 10_000);
            runs[half][arm] += 1;
            shares.spend(arm, 1.0);
            // The first pays in the first half and hardly later, the second the other way round.
            if rng.one_in(if arm == half { 20 } else { 200 }) {
                shares.earn(arm, 1.0);
            }
        }
        assert!(runs[0][0] > 9_000, "{runs:?}");
        assert!(runs[1][1] > 8_000, "{runs:?}");
    }

    #[test]
    fn an_arm_without_weight_is_never_chosen() {
        let mut rng = Rng::new(Seed(2));
        let mut shares = Shares::new(vec![1.0, 0.0], 100.0, 1.0, 0.1);
        for _ in 0..1_000 {
            let arm = shares.choose(&mut rng);
            shares.spend(arm, 1.0);
            assert_eq!(arm, 0);
        }
    }
}
