//! Changing two numbers at once: keeping their sum, or keeping their difference.

use super::Shrinker;
use crate::request::{Ask, Kind};

/// How many of the following numbers are tried as a number's partner.
const MAX_PARTNERS: usize = 4;

impl Shrinker<'_> {
    /// Moves each number towards its simplest at the expense of, or together with, a later one.
    pub(super) fn lower_pairs(&mut self) {
        let mut first = 0;
        while first < self.best.values.len() && !self.stopped {
            for nth in 0..MAX_PARTNERS {
                let Some(second) = self.partner(first, nth) else {
                    break;
                };
                self.move_pair(first, second, Keep::Sum);
                self.move_pair(first, second, Keep::Difference);
            }
            first += 1;
        }
    }

    /// The `nth` number after the one at `first`.
    fn partner(&self, first: usize, nth: usize) -> Option<usize> {
        let is_number =
            |slot: &usize| matches!(self.best.slots[*slot].ask.kind, Kind::Unsigned | Kind::Signed);
        if first >= self.best.values.len() || !is_number(&first) {
            return None;
        }
        (first + 1..self.best.values.len()).filter(is_number).nth(nth)
    }

    /// Moves the number at `first` as far towards its simplest as the input goes on failing.
    fn move_pair(&mut self, first: usize, second: usize, keep: Keep) {
        // The whole way, then smaller and smaller steps; a step that works is repeated.
        let Some(mut step) = self.distance(first) else {
            return;
        };
        while step > 0 && !self.stopped {
            let Some(left) = self.distance(first) else {
                return;
            };
            step = step.min(left);
            if step == 0 || !self.step_pair(first, second, step, keep) {
                step /= 2;
            }
        }
    }

    /// How far the number at `slot` is from the simplest one.
    fn distance(&self, slot: usize) -> Option<i128> {
        let ask = self.best.slots.get(slot)?.ask;
        Some((ask.number(self.best.values[slot]) - ask.number(0)).abs())
    }

    fn step_pair(&mut self, first: usize, second: usize, step: i128, keep: Keep) -> bool {
        let (Some(one), Some(two)) = (self.best.slots.get(first), self.best.slots.get(second))
        else {
            return false;
        };
        let number = one.ask.number(self.best.values[first]);
        let change = if number > one.ask.number(0) { -step } else { step };
        let partner = two.ask.number(self.best.values[second]);
        let changed = match keep {
            Keep::Sum => partner - change,
            Keep::Difference => partner + change,
        };
        let (Some(value), Some(partner)) =
            (one.ask.index(number + change), wrapping_index(&two.ask, changed))
        else {
            return false;
        };
        let mut values = self.best.values.clone();
        values[first] = value;
        values[second] = partner;
        self.consider_values(values)
    }
}

/// The index of `number`, which wraps around in a range that is all of a type: arithmetic that a
/// property does with such numbers may do so too.
fn wrapping_index(ask: &Ask, number: i128) -> Option<u64> {
    let count = i128::from(ask.max) + 1;
    let is_whole_type = [8, 16, 32, 64].iter().any(|bits| count == 1 << bits);
    ask.index(number).or_else(|| {
        let low = ask.number(0).min(ask.number(ask.max)).min(ask.number(ask.max - 1));
        ask.index(low + (number - low).rem_euclid(count)).filter(|_| is_whole_type)
    })
}

/// What a pair of numbers keeps while it is changed.
#[derive(Clone, Copy)]
enum Keep {
    Sum,
    Difference,
}
