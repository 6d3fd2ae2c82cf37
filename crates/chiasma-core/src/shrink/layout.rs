//! An input as the shrinker sees it: its answers, and which of them belong to which call.

use std::ops::Range;

use crate::request::{Ask, Kind};
use crate::source::{Contextual, Proposal, Resume};
use crate::trace::{SpanIndex, Trace};

/// A trace with its answers laid out in a row.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) trace: Trace,
    /// The answers: one a request, one a byte of a block.
    pub(super) values: Vec<u64>,
    /// What each answer answers.
    pub(super) slots: Vec<Slot>,
    /// Where each request's answers begin, and the end of all.
    starts: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    pub(super) ask: Ask,
    pub(super) span: SpanIndex,
}

/// Something directly within a call: a request, or another call.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) values: Range<usize>,
    /// What a request asks; nothing for a call.
    pub(super) ask: Option<Ask>,
    /// What may be exchanged with it: the returned type of a call, the kind and bounds of a request.
    pub(super) likeness: u64,
}

impl Layout {
    pub(super) fn of(trace: Trace) -> Self {
        let mut slots = Vec::new();
        let mut starts = Vec::with_capacity(trace.requests().len() + 1);
        for request in trace.requests() {
            starts.push(slots.len());
            let count = match request.ask.kind {
                Kind::Bytes => request.interval.len(),
                _ => 1,
            };
            slots.extend(std::iter::repeat_n(Slot { ask: request.ask, span: request.span }, count));
        }
        starts.push(slots.len());
        let values = trace.values();
        debug_assert_eq!(values.len(), slots.len());
        Self { trace, values, slots, starts }
    }

    /// Shortlex: fewer answers, or as many and smaller at the first difference.
    pub(super) fn is_simpler_than(&self, other: &Self) -> bool {
        (self.values.len(), &self.values) < (other.values.len(), &other.values)
    }

    pub(super) fn span_count(&self) -> usize {
        self.trace.spans().len()
    }

    /// The answers given within a call.
    pub(super) fn values_of(&self, span: usize) -> Range<usize> {
        let requests = self.trace.spans()[span].request_range();
        self.starts[requests.start]..self.starts[requests.end]
    }

    /// What is directly within a call, in order; calls that drew nothing are left out.
    pub(super) fn items(&self, span: usize) -> Vec<Item> {
        let parent = SpanIndex(span as u32);
        let within = self.trace.spans()[span].request_range();
        let mut items: Vec<Item> = within
            .filter(|&n| self.trace.requests()[n].span == parent)
            .map(|n| {
                let ask = self.trace.requests()[n].ask;
                let values = self.starts[n]..self.starts[n + 1];
                Item { values, ask: Some(ask), likeness: likeness(&ask) }
            })
            .collect();
        for (at, inner) in self.trace.spans().iter().enumerate().skip(span + 1) {
            if inner.parent == Some(parent) && !inner.requests.is_empty() {
                let likeness = inner.returns.0;
                items.push(Item { values: self.values_of(at), ask: None, likeness });
            }
        }
        items.sort_by_key(|item| item.values.start);
        items
    }

    /// The whole input by execution index, with what `inner` drew in the place of what `outer` drew.
    ///
    /// So the calls within keep their answers even where they now draw more or less than before.
    pub(super) fn lifted(&self, outer: usize, inner: usize) -> Contextual {
        let mut input = Contextual::default();
        self.add_contents(&mut input, 0, outer, inner);
        input.settled()
    }

    fn add_contents(&self, input: &mut Contextual, span: usize, outer: usize, inner: usize) {
        let (spans, requests) = (self.trace.spans(), self.trace.requests());
        let span = if span == outer { inner } else { span };
        let parent = SpanIndex(span as u32);
        let mut own =
            spans[span].request_range().filter(|&n| requests[n].span == parent).peekable();
        let calls = (span + 1..spans.len()).filter(|&at| spans[at].parent == Some(parent));
        for call in calls {
            let first = spans[call].requests.start as usize;
            while let Some(n) = own.next_if(|&n| n < first) {
                input.add(requests[n].site, self.trace.bytes_of(&requests[n]));
            }
            input.open(spans[call].site);
            self.add_contents(input, call, outer, inner);
            input.close();
        }
        for n in own {
            input.add(requests[n].site, self.trace.bytes_of(&requests[n]));
        }
    }

    /// These values, with what follows the call around `slot` read as it was.
    ///
    /// `values` may differ from the current ones from `slot` on up to the end of that call, which
    /// is now `shift` answers earlier.
    pub(super) fn resuming_after(&self, slot: usize, values: Vec<u64>, shift: usize) -> Proposal {
        let span = self.slots[slot].span;
        let end = self.values_of(span.0 as usize).end;
        // The root's end is the end of everything: there is nothing to resume.
        let resume = (span != SpanIndex::ROOT).then(|| Resume { span, at: end - shift });
        Proposal::Values { values, resume }
    }
}

fn likeness(ask: &Ask) -> u64 {
    use crate::identity::combine;
    combine(combine(ask.kind as u64, ask.max), ask.low)
}
