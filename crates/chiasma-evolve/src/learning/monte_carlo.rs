//! Monte-Carlo control over the choices of a generator (RLCheck).

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use chiasma_core::{Ask, Guide, Rng, Seed, SiteId};

/// Requests with more alternatives than this are left to chance: nothing could be learned of each.
const MAX_ALTERNATIVES: u64 = 256;

/// What was learned: the value of each choice in each state.
#[derive(Debug)]
pub(crate) struct Learner {
    values: HashMap<u64, Vec<Value>>,
    /// The choices of the run under way: the state, and what was chosen.
    episode: Vec<(u64, u32)>,
    /// The last choices, oldest first: the state of a learner.
    window: Vec<u64>,
    /// The probability to choose at random.
    epsilon: f64,
    rng: Rng,
}

/// The mean reward of a choice, and how often it was made.
#[derive(Debug, Clone, Copy, Default)]
struct Value {
    mean: f64,
    times: f64,
}

impl Learner {
    pub(crate) fn new(window: usize, epsilon: f64) -> Self {
        Self {
            values: HashMap::new(),
            episode: Vec::new(),
            window: vec![0; window],
            epsilon,
            rng: Rng::new(Seed(0)),
        }
    }

    /// A run begins.
    pub(crate) fn begin(&mut self, seed: u64) {
        self.episode.clear();
        self.window.fill(0);
        self.rng = Rng::new(Seed(seed));
    }

    /// The run has ended, and this is what it was worth: every choice of it is credited.
    pub(crate) fn end(&mut self, reward: f64) {
        for (state, choice) in self.episode.drain(..) {
            if let Some(values) = self.values.get_mut(&state) {
                let value = &mut values[choice as usize];
                value.times += 1.0;
                value.mean += (reward - value.mean) / value.times;
            }
        }
    }

    fn choose(&mut self, site: SiteId, ask: &Ask) -> Option<u64> {
        if ask.max >= MAX_ALTERNATIVES {
            return None;
        }
        let state = self.window.iter().fold(site.0 ^ ask.max, |hash, choice| {
            (hash.rotate_left(7) ^ choice).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let count = ask.max as usize + 1;
        let values = self.values.entry(state).or_insert_with(|| vec![Value::default(); count]);
        let choice = if self.rng.chance(self.epsilon) {
            self.rng.up_to(ask.max)
        } else {
            best(values, &mut self.rng)
        };
        self.episode.push((state, choice as u32));
        if let Some(oldest) = self.window.first_mut() {
            *oldest = choice + 1;
            self.window.rotate_left(1);
        }
        Some(choice)
    }
}

/// The choice with the highest mean; of several one by chance.
fn best(values: &[Value], rng: &mut Rng) -> u64 {
    let highest = values.iter().map(|value| value.mean).fold(f64::MIN, f64::max);
    let ties = values.iter().filter(|value| value.mean == highest).count() as u64;
    let nth = rng.up_to(ties - 1) as usize;
    let mut at = values.iter().enumerate().filter(|(_, value)| value.mean == highest);
    at.nth(nth).map_or(0, |(at, _)| at as u64)
}

/// The learner as the source sees it.
#[derive(Debug)]
pub(crate) struct LearnedGuide(pub(crate) Rc<RefCell<Learner>>);

impl Guide for LearnedGuide {
    fn choose(&mut self, site: SiteId, ask: &Ask) -> Option<u64> {
        self.0.borrow_mut().choose(site, ask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::Kind;

    #[test]
    fn a_rewarded_choice_is_made_again_but_for_epsilon() {
        let mut learner = Learner::new(5, 0.25);
        let ask = Ask::plain(Kind::Choice, 9);
        let mut last = Vec::new();
        for run in 0..3_000 {
            learner.begin(run);
            let first = learner.choose(SiteId(1), &ask).unwrap();
            let second = learner.choose(SiteId(2), &ask).unwrap();
            // The second must fit the first: only the window tells it.
            learner.end(if second == (first + 1) % 10 { 20.0 } else { -1.0 });
            last.push(second == (first + 1) % 10);
        }
        let hits = last[2_000..].iter().filter(|hit| **hit).count();
        // At chance it would be 100 of 1,000; with epsilon 0.25 at most 775.
        assert!(hits > 600, "{hits}");
    }

    #[test]
    fn wide_requests_are_left_to_chance() {
        let mut learner = Learner::new(5, 0.25);
        assert_eq!(learner.choose(SiteId(1), &Ask::plain(Kind::Unsigned, 256)), None);
    }
}
