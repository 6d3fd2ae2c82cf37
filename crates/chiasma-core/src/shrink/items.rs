//! Removing items of a call that no number counts: rounds of a loop, each a choice to go on and what it led to.

use std::ops::Range;

use super::Shrinker;
use super::layout::Counted;
use crate::source::{Answers, Resume};
use crate::trace::SpanIndex;

/// Maximum number of items of one round.
const MAX_PER_ROUND: usize = 4;
/// Minimum length of an input that is replayed by execution index, in answers: it doubles the runs, and small inputs share no budget.
const MIN_FOR_CONTEXT: usize = 40;

impl Shrinker<'_> {
    /// Removes items of each call, the outermost first, and many before few.
    pub(super) fn remove_items(&mut self) {
        let mut span = 0;
        while span < self.best.span_count() && !self.stopped {
            let mut size = self.best.items(span).len() / 2;
            while size > MAX_PER_ROUND {
                self.remove_items_of(span, size, size);
                size /= 2;
            }
            // Where a round begins is not known.
            for size in (1..=MAX_PER_ROUND).rev() {
                self.remove_items_of(span, size, 1);
            }
            span += 1;
        }
    }

    /// Removes `size` items of a call at a time, from the last to the first in steps of `step`.
    fn remove_items_of(&mut self, span: usize, size: usize, step: usize) {
        let mut end = usize::MAX;
        while !self.stopped && span < self.best.span_count() {
            let items = self.best.items(span);
            end = end.min(items.len());
            if end < size {
                return;
            }
            let gone = items[end - size].values.start..items[end - 1].values.end;
            let mut values = self.best.values.clone();
            let shift = gone.len();
            values.drain(gone.clone());
            let at = self.best.values_of(span).end - shift;
            let resume = (span > 0).then_some(Resume { span: SpanIndex(span as u32), at });
            let removed = self.consider(Answers::Values { values, resume })
                || size <= MAX_PER_ROUND && self.consider_without(gone, None);
            end -= if removed { size } else { step };
        }
    }

    /// Tries the input without some answers, and with the others found by execution index: where a budget is shared, what is left
    /// draws more or less than before.
    pub(super) fn consider_without(
        &mut self,
        gone: Range<usize>,
        counted: Option<Counted>,
    ) -> bool {
        self.best.values.len() >= MIN_FOR_CONTEXT
            && self.consider(Answers::Contextual(self.best.without(&[gone], counted)))
    }
}
