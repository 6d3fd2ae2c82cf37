//! Removing elements together with lowering the number that says how many there are.

use std::ops::Range;

use super::Shrinker;
use super::calls::MAX_ALTERNATIVES;
use super::layout::{Counted, Item};
use crate::request::{Ask, Kind};
use crate::source::Answers;
use crate::trace::SpanIndex;

/// How many numbers are tried as the length in calls that draw no length.
const MAX_COUNTERS: usize = 4;
/// Maximum number of items removed for one step of a counter.
const MAX_DRAWS_PER_STEP: usize = 4;
/// Maximum length of a collection in which renumbering is tried.
const MAX_RENUMBERED: usize = 64;

impl Shrinker<'_> {
    /// Removes elements from each collection, the outermost first, and large parts before small.
    pub(super) fn shorten_collections(&mut self) {
        let mut span = 0;
        while span < self.best.span_count() && !self.stopped {
            for counter in self.counters(span) {
                self.shorten(span, counter);
                self.shorten_block(span, counter);
            }
            span += 1;
        }
    }

    /// The answers that may be the number of items of a call: lengths or else numbers, of its own or
    /// else of the calls around it.
    fn counters(&self, span: usize) -> Vec<usize> {
        let end = self.best.values_of(span).end;
        let mut within = Some(SpanIndex(span as u32));
        while let Some(around) = within {
            for kinds in [&[Kind::Length][..], &[Kind::Unsigned, Kind::Signed, Kind::Choice]] {
                let counters: Vec<usize> = (self.best.values_of(around.0 as usize).start..end)
                    .filter(|&slot| self.best.slots[slot].span == around)
                    .filter(|&slot| kinds.contains(&self.best.slots[slot].ask.kind))
                    .filter(|&slot| self.best.values[slot] > 0)
                    .take(MAX_COUNTERS)
                    .collect();
                if !counters.is_empty() {
                    return counters;
                }
            }
            within = self.best.trace.span(around).parent;
        }
        Vec::new()
    }

    /// Removes as many as possible of the items of `span` after the answer at `counter`.
    fn shorten(&mut self, span: usize, counter: usize) {
        let mut size = self.items_behind(span, counter).len();
        while size > 0 && !self.stopped {
            let mut end = self.items_behind(span, counter).len();
            while end > 0 && !self.stopped {
                let start = end.saturating_sub(size);
                let gone = || start..end;
                let removed = self.remove(span, counter, gone(), end - start, Renumber::No)
                    || (size == 1
                        && end <= MAX_RENUMBERED
                        && self.remove(span, counter, gone(), 1, Renumber::Behind(start)));
                end = if removed { end.min(self.items_behind(span, counter).len()) } else { start };
            }
            size /= 2;
        }
        self.shorten_by_several(span, counter);
        self.drop_simplest(span, counter);
    }

    /// Removes all elements that are the simplest already, where the answer at `counter` leads to their number in a way that is
    /// not known: a choice of "one", "three" or "ten".
    fn drop_simplest(&mut self, span: usize, counter: usize) {
        let Some(&answer) = self.best.values.get(counter) else { return };
        if self.best.slots[counter].ask.kind != Kind::Choice {
            return;
        }
        for value in 0..answer.min(MAX_ALTERNATIVES) {
            let items = self.items_behind(span, counter).into_iter();
            let is_simplest = |item: &Item| {
                item.ask.is_none() && self.best.values[item.values.clone()].iter().all(|&v| v == 0)
            };
            let gone: Vec<_> = items.filter(is_simplest).map(|item| item.values).collect();
            let counted = Counted { slot: counter, value };
            if gone.is_empty()
                || self.consider(Answers::Contextual(self.best.without(&gone, Some(counted))))
            {
                return;
            }
        }
    }

    /// The same for elements of several items each, which may begin anywhere.
    fn shorten_by_several(&mut self, span: usize, counter: usize) {
        for size in 2..=MAX_DRAWS_PER_STEP {
            let mut end = self.items_behind(span, counter).len();
            while end >= size && !self.stopped {
                let removed = self.remove(span, counter, end - size..end, 1, Renumber::No);
                end = if removed { end - size } else { end - 1 };
            }
        }
    }

    /// Removes as many as possible of the bytes of a block whose length is the answer at `counter`.
    fn shorten_block(&mut self, span: usize, counter: usize) {
        let length = |shrinker: &Self| shrinker.block_behind(span, counter).map_or(0, |b| b.len());
        let mut size = length(self);
        while size > 0 && !self.stopped {
            let mut end = length(self);
            while end > 0 && !self.stopped {
                let Some(block) = self.block_behind(span, counter) else {
                    return;
                };
                let start = end.saturating_sub(size);
                let gone = block.start + start..block.start + end;
                let removed = self.remove_values(counter, gone, end - start, Renumber::No);
                end = if removed { end.min(length(self)) } else { start };
            }
            size /= 2;
        }
    }

    /// The block of `span` that the answer at `counter` is the length of.
    fn block_behind(&self, span: usize, counter: usize) -> Option<Range<usize>> {
        let slot = self.best.slots.get(counter)?;
        let length = slot.ask.number(self.best.values[counter]);
        let items = self.items_behind(span, counter).into_iter();
        let blocks = items.filter(|item| item.ask.is_some_and(|ask| ask.kind == Kind::Bytes));
        blocks.map(|block| block.values).find(|block| block.len() as i128 == length)
    }

    /// The items of `span` (which may have been removed) after the answer at `counter`.
    fn items_behind(&self, span: usize, counter: usize) -> Vec<Item> {
        if span >= self.best.span_count() {
            return Vec::new();
        }
        let mut items = self.best.items(span);
        items.retain(|item| item.values.start > counter);
        items
    }

    /// Removes the items `gone`, and lowers the answer at `counter` by `steps`.
    fn remove(
        &mut self,
        span: usize,
        counter: usize,
        gone: Range<usize>,
        steps: usize,
        renumber: Renumber,
    ) -> bool {
        let items = self.items_behind(span, counter);
        match items.get(gone).and_then(|items| items.first().zip(items.last())) {
            Some((first, last)) => {
                let gone = first.values.start..last.values.end;
                self.remove_values(counter, gone, steps, renumber)
            }
            None => false,
        }
    }

    /// Removes the answers `gone`, and lowers the one at `counter` by `steps`.
    fn remove_values(
        &mut self,
        counter: usize,
        gone: Range<usize>,
        steps: usize,
        renumber: Renumber,
    ) -> bool {
        let Some(lowered) = self.best.values[counter].checked_sub(steps as u64) else {
            return false;
        };
        // What was accepted meanwhile may have moved the items out of the call that counted them.
        if gone.end > self.best.end_of_call_around(counter) {
            return false;
        }
        let mut values = self.best.values.clone();
        values[counter] = lowered;
        if let Renumber::Behind(place) = renumber {
            for (slot, value) in values.iter_mut().enumerate().skip(counter + 1) {
                *value = renumbered(&self.best.slots[slot].ask, *value, place as i128);
            }
        }
        let shift = gone.len();
        values.drain(gone.clone());
        let answers = self.best.resuming_after(counter, values, shift);
        if self.consider(answers) {
            return true;
        }
        let counted = Counted { slot: counter, value: lowered };
        steps == 1 && matches!(renumber, Renumber::No) && self.consider_without(gone, Some(counted))
    }
}

/// Whether numbers are taken for positions in the collection that loses an element.
#[derive(Clone, Copy)]
enum Renumber {
    No,
    /// Numbers above this position are lowered by one.
    Behind(usize),
}

/// The number, lowered by one if it may be a position after `gone`.
fn renumbered(ask: &Ask, value: u64, gone: i128) -> u64 {
    if !matches!(ask.kind, Kind::Unsigned | Kind::Signed | Kind::Choice) {
        return value;
    }
    let number = ask.number(value);
    if number > gone { ask.index(number - 1).unwrap_or(value) } else { value }
}
