//! Sorting, copying and merging neighbours that are alike, and removing short runs of answers.

use super::Shrinker;
use super::layout::Item;
use crate::request::Kind;

/// Lengths of the runs of answers that are removed, whichever call they belong to.
const RUN_LENGTHS: [usize; 4] = [4, 3, 2, 1];
/// Maximum length of an input, in answers, in which runs are removed: the time is quadratic.
const MAX_LENGTH_FOR_RUNS: usize = 400;

impl Shrinker<'_> {
    /// Puts neighbours of one kind in order, all at once or else two by two.
    pub(super) fn sort_siblings(&mut self) {
        let mut span = 0;
        while span < self.best.span_count() && !self.stopped {
            for group in self.groups(span) {
                self.sort(&group);
            }
            span += 1;
        }
    }

    fn sort(&mut self, group: &[Item]) {
        let contents = |shrinker: &Self, item: &Item| {
            shrinker.best.values.get(item.values.clone()).map(<[u64]>::to_vec)
        };
        let Some(current) =
            group.iter().map(|item| contents(self, item)).collect::<Option<Vec<_>>>()
        else {
            return;
        };
        let mut sorted = current.clone();
        sorted.sort();
        if sorted == current || self.replace_items(group, &sorted) {
            return;
        }
        for at in 1..group.len() {
            let pair = &group[at - 1..=at];
            // Swapping two of unequal length would move what follows.
            let (Some(one), Some(two)) = (contents(self, &pair[0]), contents(self, &pair[1]))
            else {
                return;
            };
            if one.len() == two.len() && two < one {
                self.replace_items(pair, &[two, one]);
            }
        }
    }

    /// Makes each neighbour equal to the one before it.
    pub(super) fn copy_siblings(&mut self) {
        let mut span = 0;
        while span < self.best.span_count() && !self.stopped {
            for group in self.groups(span) {
                for pair in group.windows(2) {
                    let (Some(from), Some(to)) = (
                        self.best.values.get(pair[0].values.clone()),
                        self.best.values.get(pair[1].values.clone()),
                    ) else {
                        break;
                    };
                    if (from.len(), from) < (to.len(), to) {
                        let copy = from.to_vec();
                        if self.replace_items(&pair[1..], &[copy]) {
                            // What follows may have moved.
                            break;
                        }
                    }
                }
            }
            span += 1;
        }
    }

    /// The items of a call that are alike, where there are at least two; each group in order.
    fn groups(&self, span: usize) -> Vec<Vec<Item>> {
        let mut groups: Vec<Vec<Item>> = Vec::new();
        for item in self.best.items(span) {
            match groups.iter_mut().find(|group| group[0].likeness == item.likeness) {
                Some(group) => group.push(item),
                None => groups.push(vec![item]),
            }
        }
        groups.retain(|group| group.len() > 1);
        groups
    }

    /// Tries other contents in the places of `items`.
    fn replace_items(&mut self, items: &[Item], contents: &[Vec<u64>]) -> bool {
        let mut values = self.best.values.clone();
        for (item, content) in items.iter().zip(contents).rev() {
            if item.values.end > values.len() {
                return false;
            }
            values.splice(item.values.clone(), content.iter().copied());
        }
        self.consider_values(values)
    }

    /// Merges two neighbours that are collections of the same kind.
    pub(super) fn merge_siblings(&mut self) {
        let mut span = 0;
        while span < self.best.span_count() && !self.stopped {
            while self.merge_within(span) {}
            span += 1;
        }
    }

    fn merge_within(&mut self, span: usize) -> bool {
        if span >= self.best.span_count() {
            return false;
        }
        let items = self.best.items(span);
        let is_length = |item: &&Item| item.ask.is_some_and(|ask| ask.kind == Kind::Length);
        let Some(outer) = items.iter().find(is_length).map(|item| item.values.start) else {
            return false;
        };
        let begins_with_length =
            |item: &Item| self.best.slots[item.values.start].ask.kind == Kind::Length;
        let pairs: Vec<_> = items
            .windows(2)
            .filter(|pair| pair.iter().all(|item| item.ask.is_none()))
            .filter(|pair| pair[0].likeness == pair[1].likeness && begins_with_length(&pair[0]))
            .map(|pair| (pair[0].values.start, pair[1].values.start))
            .collect();
        pairs.into_iter().any(|(first, second)| {
            let mut values = self.best.values.clone();
            let Some(fewer) = values[outer].checked_sub(1) else {
                return false;
            };
            values[outer] = fewer;
            // The second's elements are appended to the first's.
            let more = values[second].saturating_add(self.best.slots[second].ask.low);
            values[first] = values[first].saturating_add(more);
            values.remove(second);
            self.consider_values(values)
        })
    }

    /// Removes short runs of answers anywhere: a loop's draws that belong to no call of their own.
    pub(super) fn remove_runs(&mut self) {
        for length in RUN_LENGTHS {
            let mut end = self.best.values.len();
            while end >= length && end <= MAX_LENGTH_FOR_RUNS && !self.stopped {
                let mut values = self.best.values.clone();
                if end <= values.len() {
                    values.drain(end - length..end);
                    self.consider_values(values);
                }
                end -= 1;
            }
        }
    }
}
