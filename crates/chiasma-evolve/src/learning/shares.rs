//! Shares of the work among several arms, by what each brings in for it.

use chiasma_core::Rng;

use crate::wire::Wire;

/// How many finds' worth of the mean an arm starts with, so that luck at the start decides little.
const PRIOR_FINDS: f64 = 2.0;

/// Number of runs after which scores are worked out again, if nothing was found.
const MAX_AGE: u64 = 32;

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
    /// The score of each arm when it was last worked out, and how many runs ago that was.
    scores: Vec<f64>,
    /// The greatest score of an arm that was tried by then.
    best: f64,
    age: u64,
}

impl Shares {
    pub(crate) fn new(weights: Vec<f64>, memory: f64, greed: f64, floor: f64) -> Self {
        let (rewards, costs) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
        let scores = weights.clone();
        Self {
            weights,
            memory,
            greed,
            floor,
            rewards,
            costs,
            finds: 0.0,
            scores,
            best: 0.0,
            age: 0,
        }
    }

    /// The arm for the next run: as likely as its weight times a power of what it brings in for its cost, and
    /// never less likely than the floor.
    pub(crate) fn choose(&self, rng: &mut Rng) -> usize {
        let total: f64 = self.scores.iter().sum();
        let arms = self.scores.iter().zip(&self.weights);
        let shares = arms.map(|(score, weight)| {
            let floor = if *weight > 0.0 { self.floor } else { 0.0 };
            score / total + floor
        });
        let mut ticket = rng.unit() * shares.clone().sum::<f64>();
        for (arm, share) in shares.enumerate() {
            if ticket < share {
                return arm;
            }
            ticket -= share;
        }
        0
    }

    /// How an arm compares with the best of those that were tried, as its share beside that one's, from the floor
    /// to 1.
    pub(crate) fn standing(&self, arm: usize) -> f64 {
        if self.best > 0.0 { (self.scores[arm] / self.best).clamp(self.floor, 1.0) } else { 1.0 }
    }

    /// Works out the scores.
    fn score(&mut self) {
        self.age = 0;
        let (reward, cost): (f64, f64) = (self.rewards.iter().sum(), self.costs.iter().sum());
        let mean = reward / cost.max(1.0);
        let prior = PRIOR_FINDS * reward / self.finds.max(1.0);
        if mean <= 0.0 {
            return;
        }
        for (arm, score) in self.scores.iter_mut().enumerate() {
            let rate = (self.rewards[arm] + prior) / (self.costs[arm] + prior / mean);
            *score = self.weights[arm] * (rate / mean).powf(self.greed);
        }
        self.find_best();
    }

    fn find_best(&mut self) {
        let tried = self.scores.iter().zip(&self.costs).filter(|(_, cost)| **cost > 0.0);
        self.best = tried.map(|(score, _)| *score).fold(0.0, f64::max);
    }

    /// A run of `arm` took this much.
    pub(crate) fn spend(&mut self, arm: usize, cost: f64) {
        self.costs[arm] += cost;
        self.age += 1;
        if self.age >= MAX_AGE {
            self.score();
        }
    }

    /// A run of `arm` brought this in.
    pub(crate) fn earn(&mut self, arm: usize, reward: f64) {
        self.rewards[arm] += reward;
        self.finds += 1.0;
        if self.finds >= self.memory {
            self.finds /= 2.0;
            self.rewards.iter_mut().chain(&mut self.costs).for_each(|sum| *sum /= 2.0);
        }
        self.score();
    }

    pub(crate) fn save(&self, body: &mut Vec<u8>) {
        self.rewards.write(body);
        self.costs.write(body);
        self.finds.write(body);
        self.scores.write(body);
        self.best.write(body);
        self.age.write(body);
    }

    pub(crate) fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        let (rewards, costs): (Vec<f64>, Vec<f64>) = (Vec::read(body)?, Vec::read(body)?);
        self.finds = f64::read(body)?;
        let scores: Vec<f64> = Vec::read(body)?;
        let best = f64::read(body)?;
        self.age = u64::read(body)?;
        let fits = [&rewards, &costs, &scores].iter().all(|sums| sums.len() == self.weights.len());
        fits.then(|| {
            (self.rewards, self.costs, self.scores) = (rewards, costs, scores);
            self.best = best;
        })
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
