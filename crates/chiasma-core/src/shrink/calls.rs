//! Removing the answers of a call: all of them, or all but those of a call of the same function within it.

use super::Shrinker;
use crate::request::Kind;
use crate::source::{Answers, Resume};
use crate::trace::SpanIndex;

/// How many inner calls are tried in the place of an outer one.
const MAX_LIFTED: usize = 12;
/// How many earlier alternatives of a choice are tried.
pub(super) const MAX_ALTERNATIVES: u64 = 16;

impl Shrinker<'_> {
    /// Replaces the answers of each call by the simplest, or removes them; outermost calls first.
    pub(super) fn drop_calls(&mut self) {
        let mut span = 1;
        while span < self.best.span_count() && !self.stopped {
            let range = self.best.values_of(span);
            if !range.is_empty() {
                let mut values = self.best.values.clone();
                values.drain(range.clone());
                let is_simplest = self.best.values[range.clone()].iter().all(|&value| value == 0);
                let resume = Resume { span: SpanIndex(span as u32), at: range.start };
                let simplest = Answers::Values { values: values.clone(), resume: Some(resume) };
                // What replaced the call may be dropped further, so the same place is tried again.
                if !is_simplest && self.consider(simplest) {
                    continue;
                }
                if self.consider_values(values) {
                    continue;
                }
            }
            span += 1;
        }
    }

    /// Replaces the answers of a call by those of a call of the same function within it.
    pub(super) fn lift_calls(&mut self) {
        let mut span = 1;
        while span < self.best.span_count() && !self.stopped {
            if !self.lift_into(span) {
                span += 1;
            }
        }
    }

    /// Takes an earlier alternative of the choice that a call begins with, and gives it the answers of a
    /// call within: a list of one text becomes the text.
    pub(super) fn hoist_calls(&mut self) {
        let mut span = 0;
        while span < self.best.span_count() && !self.stopped {
            if !self.hoist_in(span) {
                span += 1;
            }
        }
    }

    fn hoist_in(&mut self, outer: usize) -> bool {
        let range = self.best.values_of(outer);
        let Some(slot) = self.best.slots.get(range.start) else { return false };
        let begins_with_choice =
            slot.span.0 as usize == outer && matches!(slot.ask.kind, Kind::Choice | Kind::Bool);
        if range.is_empty() || !begins_with_choice {
            return false;
        }
        let spans = self.best.trace.spans();
        let mut inner: Vec<_> = (outer + 1..spans.len())
            .take_while(|&at| spans[at].requests.start < spans[outer].requests.end)
            .map(|at| self.best.values_of(at))
            .filter(|inner| !inner.is_empty())
            .collect();
        inner.sort_by_key(|inner| (inner.len(), inner.start));
        inner.dedup();
        inner.truncate(MAX_LIFTED);
        let earlier = 0..self.best.values[range.start].min(MAX_ALTERNATIVES);
        inner.into_iter().any(|inner| {
            earlier.clone().any(|choice| {
                let mut values = self.best.values[..range.start].to_vec();
                values.push(choice);
                values.extend_from_slice(&self.best.values[inner.clone()]);
                let at = values.len();
                values.extend_from_slice(&self.best.values[range.end..]);
                let span = SpanIndex(outer as u32);
                let resume = (span != SpanIndex::ROOT).then_some(Resume { span, at });
                self.consider(Answers::Values { values, resume })
            })
        })
    }

    fn lift_into(&mut self, outer: usize) -> bool {
        let spans = self.best.trace.spans();
        let range = self.best.values_of(outer);
        let mut inner: Vec<_> = (outer + 1..spans.len())
            .take_while(|&at| spans[at].requests.start < spans[outer].requests.end)
            // Closures that call one function with other arguments have a type in common at least.
            .filter(|&at| spans[at].returns == spans[outer].returns)
            .filter(|&at| self.best.values_of(at).len() < range.len())
            .collect();
        inner.sort_by_key(|&at| {
            (spans[at].function != spans[outer].function, self.best.values_of(at).len())
        });
        inner.truncate(MAX_LIFTED);
        inner.into_iter().any(|inner| {
            let mut values = self.best.values.clone();
            let lifted = values[self.best.values_of(inner)].to_vec();
            values.splice(range.clone(), lifted);
            self.consider_values(values)
                || self.consider(Answers::Contextual(self.best.lifted(outer, inner)))
        })
    }
}
