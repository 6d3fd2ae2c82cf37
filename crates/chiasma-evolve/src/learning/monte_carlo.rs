//! Monte-Carlo control over the choices of a generator (RLCheck).

use std::cell::RefCell;
use std::rc::Rc;

use chiasma_core::{Ask, ByHash, Guide, Rng, Seed, SiteId};

use crate::wire::{Wire, wire};

/// Requests with more alternatives than this are left to chance: nothing could be learned of each.
const MAX_ALTERNATIVES: u64 = 256;

/// What was learned: the value of each choice in each state.
#[derive(Debug)]
pub(crate) struct Learner {
    values: ByHash<State>,
    /// Maximum number of states that are learned of; choices in others are left to chance.
    max_states: usize,
    /// The states that were changed since the last checkpoint.
    unsaved: Vec<u64>,
    /// The choices of the run under way: the state, and what was chosen.
    episode: Vec<(u64, u32)>,
    /// The last choices, oldest first: the state of a learner.
    window: Vec<u64>,
    /// The probability to choose at random.
    epsilon: f64,
    rng: Rng,
}

/// What was learned of one state: of the choices in it only those made are kept, in ascending order; the
/// others are worth 0.
#[derive(Debug, Default)]
struct State {
    values: Vec<Value>,
    /// Whether it is among the unsaved ones.
    is_unsaved: bool,
}

wire! {
    /// The mean reward of a choice that was made, and how often it was.
    #[derive(Debug, Clone, Copy)]
    struct Value {
        choice: u32,
        times: f64,
        mean: f64,
    }
}

impl Learner {
    pub(crate) fn new(window: usize, epsilon: f64, max_states: usize) -> Self {
        Self {
            values: ByHash::default(),
            max_states,
            unsaved: Vec::new(),
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
            let Some(State { values, is_unsaved }) = self.values.get_mut(&state) else { continue };
            if !std::mem::replace(is_unsaved, true) {
                self.unsaved.push(state);
            }
            let place = values.binary_search_by_key(&choice, |value| value.choice);
            let at = place.unwrap_or_else(|at| {
                values.insert(at, Value { choice, times: 0.0, mean: 0.0 });
                at
            });
            let value = &mut values[at];
            value.times += 1.0;
            value.mean += (reward - value.mean) / value.times;
        }
    }

    /// What was learned of the states that changed since the last time.
    pub(crate) fn take_unsaved(&mut self) -> Vec<(u64, Vec<u8>)> {
        let mut changed = Vec::new();
        for state in std::mem::take(&mut self.unsaved) {
            let Some(State { values, is_unsaved }) = self.values.get_mut(&state) else { continue };
            *is_unsaved = false;
            let mut bytes = Vec::new();
            values.write(&mut bytes);
            changed.push((state, bytes));
        }
        changed
    }

    /// Restores what was learned.
    pub(crate) fn restore<'s>(
        &mut self,
        learned: impl Iterator<Item = (u64, &'s [u8])>,
    ) -> Option<()> {
        self.values.clear();
        self.unsaved.clear();
        for (state, mut bytes) in learned {
            let values = Vec::read(&mut bytes)?;
            self.values.insert(state, State { values, is_unsaved: false });
        }
        Some(())
    }

    fn choose(&mut self, site: SiteId, ask: &Ask) -> Option<u64> {
        if ask.max >= MAX_ALTERNATIVES {
            return None;
        }
        let state = self.window.iter().fold(site.0 ^ ask.max, |hash, choice| {
            (hash.rotate_left(7) ^ choice).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        if self.values.len() < self.max_states {
            self.values.entry(state).or_default();
        }
        let known = self.values.get(&state);
        let choice = match known {
            Some(State { values, .. }) if !self.rng.chance(self.epsilon) => {
                best(values, ask.max, &mut self.rng)
            }
            _ => self.rng.up_to(ask.max),
        };
        if known.is_some() {
            self.episode.push((state, choice as u32));
        }
        if let Some(oldest) = self.window.first_mut() {
            *oldest = choice + 1;
            self.window.rotate_left(1);
        }
        Some(choice)
    }
}

/// The choice up to `max` with the highest mean; of several one by chance.
fn best(made: &[Value], max: u64, rng: &mut Rng) -> u64 {
    let others = max + 1 - made.len() as u64;
    let worth_of_others = if others > 0 { 0.0 } else { f64::MIN };
    let highest = made.iter().map(|value| value.mean).fold(worth_of_others, f64::max);
    let ties = made.iter().filter(|value| value.mean == highest).count() as u64;
    let tied_others = if highest == worth_of_others { others } else { 0 };
    let nth = rng.up_to(ties + tied_others - 1);
    match nth.checked_sub(ties) {
        Some(nth) => nth_other(made, nth),
        None => {
            let mut tied = made.iter().filter(|value| value.mean == highest);
            tied.nth(nth as usize).map_or(0, |value| value.choice.into())
        }
    }
}

/// Of the choices that were not made, the one at this position.
fn nth_other(made: &[Value], nth: u64) -> u64 {
    let before = |other: &u64, value: &Value| u64::from(value.choice) <= *other;
    made.iter().fold(nth, |other, value| if before(&other, value) { other + 1 } else { other })
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
    use std::collections::BTreeSet;

    #[test]
    fn a_rewarded_choice_is_made_again_but_for_epsilon() {
        let mut learner = Learner::new(5, 0.25, 1_000);
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
    fn the_best_is_chosen_among_choices_made_and_others() {
        let made = |choice, mean| Value { choice, times: 1.0, mean };
        let chosen = |values: &[Value], max| {
            let mut rng = Rng::new(Seed(1));
            let all: BTreeSet<u64> = (0..200).map(|_| best(values, max, &mut rng)).collect();
            all.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(chosen(&[], 2), [0, 1, 2]);
        assert_eq!(chosen(&[made(1, 20.0), made(3, 20.0), made(4, 0.0)], 5), [1, 3]);
        assert_eq!(chosen(&[made(0, -1.0), made(2, -1.0), made(3, 0.0)], 5), [1, 3, 4, 5]);
        assert_eq!(chosen(&[made(0, -1.0), made(1, -2.0)], 1), [0], "nothing else is left");
    }

    #[test]
    fn no_more_is_learned_than_there_is_room_for() {
        let mut learner = Learner::new(0, 0.0, 10);
        let ask = Ask::plain(Kind::Choice, 9);
        for site in 0..100 {
            learner.begin(site);
            assert!(learner.choose(SiteId(site), &ask).is_some());
            learner.end(1.0);
        }
        assert_eq!(learner.values.len(), 10);
    }

    #[test]
    fn wide_requests_are_left_to_chance() {
        let mut learner = Learner::new(5, 0.25, 1_000);
        assert_eq!(learner.choose(SiteId(1), &Ask::plain(Kind::Unsigned, 256)), None);
    }
}
