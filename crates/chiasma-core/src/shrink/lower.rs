//! Lowering single answers, and equal ones together.

use super::Shrinker;
use crate::request::{Ask, Kind};

/// How many of the simplest answers are tried one by one before the search by halving.
const TRIED_ONE_BY_ONE: u64 = 5;

impl Shrinker<'_> {
    /// Lowers each answer on its own.
    pub(super) fn lower_each(&mut self) {
        let mut slot = 0;
        while slot < self.best.values.len() && !self.stopped {
            self.lower(slot, |shrinker, value| {
                let mut values = shrinker.best.values.clone();
                let Some(there) = values.get_mut(slot) else {
                    return false;
                };
                *there = value;
                let answers = shrinker.best.resuming_after(slot, values, 0);
                shrinker.consider(answers)
            });
            slot += 1;
        }
    }

    /// Lowers all answers of one value together, such as a key and what refers to it.
    pub(super) fn lower_equal_ones(&mut self) {
        let mut slot = 0;
        while slot < self.best.values.len() && !self.stopped {
            let (value, ask) = (self.best.values[slot], self.best.slots[slot].ask);
            if value == 0 || !is_number(ask.kind) {
                slot += 1;
                continue;
            }
            let number = ask.number(value);
            let equal: Vec<usize> = (slot..self.best.values.len())
                .filter(|&other| {
                    let there = self.best.slots[other].ask;
                    let value = self.best.values[other];
                    value > 0 && is_number(there.kind) && there.number(value) == number
                })
                .collect();
            if equal.len() > 1 {
                self.lower(slot, |shrinker, value| {
                    let number = ask.number(value);
                    let mut values = shrinker.best.values.clone();
                    for &other in &equal {
                        let Some(there) = shrinker.best.slots.get(other) else {
                            return false;
                        };
                        let Some(value) = there.ask.index(number) else {
                            return false;
                        };
                        values[other] = value;
                    }
                    shrinker.consider_values(values)
                });
            }
            slot += 1;
        }
    }

    /// Finds the lowest answer at `slot` that `accept` takes: the simplest ones one by one, then, of
    /// what is left, by halving the distance to zero.
    fn lower(&mut self, slot: usize, accept: impl Fn(&mut Self, u64) -> bool) {
        let ask = self.best.slots[slot].ask;
        let value = self.best.values[slot];
        if (0..value.min(TRIED_ONE_BY_ONE)).any(|simple| accept(self, simple)) || self.stopped {
            return;
        }
        let Some(&value) = self.best.values.get(slot) else {
            return;
        };
        if value <= TRIED_ONE_BY_ONE {
            return;
        }
        if ask.kind == Kind::Signed {
            self.lower_signed(slot, &ask, &accept);
        } else {
            self.halve(slot, 0, |_, distance| Some(distance), &accept);
        }
    }

    /// Numbers with a sign: first without it, then nearer to zero.
    fn lower_signed(&mut self, slot: usize, ask: &Ask, accept: &impl Fn(&mut Self, u64) -> bool) {
        let Some(&value) = self.best.values.get(slot) else {
            return;
        };
        let number = ask.number(value);
        if number < 0 && ask.index(-number).is_some_and(|positive| accept(self, positive)) {
            return self.lower_signed(slot, ask, accept);
        }
        let sign = number.signum();
        let simplest = ask.number(0);
        if simplest.signum() == -sign {
            return;
        }
        let floor = simplest.unsigned_abs() as u64;
        self.halve(slot, floor, |ask, distance| ask.index(sign * i128::from(distance)), accept);
    }

    /// Halves the way from `floor`, which is refused, to the current answer, until they meet.
    ///
    /// `value_at` gives the answer at a distance from zero.
    fn halve(
        &mut self,
        slot: usize,
        floor: u64,
        value_at: impl Fn(&Ask, u64) -> Option<u64>,
        accept: &impl Fn(&mut Self, u64) -> bool,
    ) {
        let mut refused = floor;
        while !self.stopped {
            let Some(&value) = self.best.values.get(slot) else {
                return;
            };
            let ask = self.best.slots[slot].ask;
            let current = match ask.kind {
                Kind::Signed => ask.number(value).unsigned_abs() as u64,
                _ => value,
            };
            if current <= refused + 1 {
                return;
            }
            let middle = refused + (current - refused) / 2;
            let accepted = value_at(&ask, middle).is_some_and(|value| accept(self, value));
            if !accepted {
                refused = middle;
            }
        }
    }
}

/// Whether equal answers of this kind may mean the same thing.
pub(super) fn is_number(kind: Kind) -> bool {
    matches!(kind, Kind::Unsigned | Kind::Signed | Kind::Char | Kind::Choice)
}
