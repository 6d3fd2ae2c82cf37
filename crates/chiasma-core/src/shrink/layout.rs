//! An input as the shrinker sees it: its answers, and which of them belong to which call.

use std::ops::Range;

use crate::request::{Ask, Kind};
use crate::source::{Answers, Contextual, Resume};
use crate::trace::{SpanIndex, Trace};

/// A trace with its answers laid out in a row.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) trace: Trace,
    /// The answers: one per request, and one per byte of a block.
    pub(super) values: Vec<u64>,
    /// The request of each answer.
    pub(super) slots: Vec<Slot>,
    /// The index of each request's first answer, and the number of answers last.
    starts: Vec<usize>,
    /// The first call within each call, and the next one beside it.
    first_inner: Vec<Option<u32>>,
    next_beside: Vec<Option<u32>>,
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
    /// The request; `None` for a call.
    pub(super) ask: Option<Ask>,
    /// Items with equal keys may be exchanged: the returned type of a call, the kind and bounds of a request.
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
        let count = trace.spans().len();
        let mut layout = Self {
            trace,
            values,
            slots,
            starts,
            first_inner: vec![None; count],
            next_beside: vec![None; count],
        };
        for (at, span) in layout.trace.spans().iter().enumerate().rev() {
            if let Some(parent) = span.parent {
                let parent = parent.0 as usize;
                layout.next_beside[at] = layout.first_inner[parent].replace(at as u32);
            }
        }
        layout
    }

    /// The calls directly within a call, in order.
    fn inner(&self, span: usize) -> impl Iterator<Item = usize> {
        let first = self.first_inner[span];
        std::iter::successors(first, |&at| self.next_beside[at as usize]).map(|at| at as usize)
    }

    /// The items directly within a call, in order: its own requests, and calls.
    fn parts(&self, span: usize) -> Vec<Part> {
        let within = self.trace.spans()[span].request_range();
        let mut parts = Vec::new();
        let mut next = within.start;
        for at in self.inner(span) {
            let inner = self.trace.spans()[at].request_range();
            parts.extend((next..inner.start).map(Part::Request));
            parts.push(Part::Call(at));
            next = inner.end;
        }
        parts.extend((next..within.end).map(Part::Request));
        parts
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

    /// The items directly within a call, in order, without calls that drew nothing.
    pub(super) fn items(&self, span: usize) -> Vec<Item> {
        let item = |part: Part| match part {
            Part::Request(n) => {
                let ask = self.trace.requests()[n].ask;
                let values = self.starts[n]..self.starts[n + 1];
                Item { values, ask: Some(ask), likeness: likeness(&ask) }
            }
            Part::Call(at) => {
                let likeness = self.trace.spans()[at].returns.0;
                Item { values: self.values_of(at), ask: None, likeness }
            }
        };
        let mut items: Vec<Item> = self.parts(span).into_iter().map(item).collect();
        items.retain(|item| !item.values.is_empty());
        items
    }

    /// The whole input by execution index, with what `inner` drew in the place of what `outer` drew.
    ///
    /// The calls within keep their answers even if they now draw more or less than before.
    pub(super) fn lifted(&self, outer: usize, inner: usize) -> Contextual {
        self.contextual(&Change::Lifted { outer, inner })
    }

    /// The whole input by execution index without the answers `gone`, and with another answer at one place.
    pub(super) fn without(&self, gone: &[Range<usize>], counted: Option<Counted>) -> Contextual {
        self.contextual(&Change::Removed { gone, counted })
    }

    fn contextual(&self, change: &Change<'_>) -> Contextual {
        let mut input = Contextual::default();
        self.add_contents(&mut input, 0, change);
        input.settled()
    }

    fn add_contents(&self, input: &mut Contextual, span: usize, change: &Change<'_>) {
        let span = match change {
            Change::Lifted { outer, inner } if span == *outer => *inner,
            _ => span,
        };
        for part in self.parts(span) {
            match part {
                Part::Request(n) if change.removes(&(self.starts[n]..self.starts[n + 1])) => {}
                Part::Call(at) if change.removes(&self.values_of(at)) => {}
                Part::Request(n) => {
                    let request = &self.trace.requests()[n];
                    match change.answer_at(self.starts[n]) {
                        Some(value) => {
                            let bytes = value.to_le_bytes();
                            input.add(request.site, &bytes[..request.interval.len()]);
                        }
                        None => input.add(request.site, self.trace.bytes_of(request)),
                    }
                }
                Part::Call(at) if self.trace.spans()[at].is_automatic() => {
                    self.add_contents(input, at, change);
                }
                Part::Call(at) => {
                    input.open(self.trace.spans()[at].site);
                    self.add_contents(input, at, change);
                    input.close();
                }
            }
        }
    }

    /// These values, with what follows the call around `slot` read as it was.
    ///
    /// `values` may differ from the current ones from `slot` on up to the end of that call, which
    /// is now `shift` answers earlier.
    pub(super) fn resuming_after(&self, slot: usize, values: Vec<u64>, shift: usize) -> Answers {
        let span = self.slots[slot].span;
        let at = self.end_of_call_around(slot).saturating_sub(shift);
        // The root's end is the end of the input: there is nothing to resume.
        let resume = (span != SpanIndex::ROOT).then_some(Resume { span, at });
        Answers::Values { values, resume }
    }

    /// Where the answers of the call end that made the request at `slot`.
    pub(super) fn end_of_call_around(&self, slot: usize) -> usize {
        self.values_of(self.slots[slot].span.0 as usize).end
    }
}

/// A change of an input that is replayed by execution index.
enum Change<'c> {
    /// What the call `inner` drew takes the place of what `outer` drew.
    Lifted { outer: usize, inner: usize },
    /// Answers are gone, and the number that counts them is another.
    Removed { gone: &'c [Range<usize>], counted: Option<Counted> },
}

impl Change<'_> {
    /// Whether these answers are gone, all of them.
    fn removes(&self, values: &Range<usize>) -> bool {
        let covers = |gone: &Range<usize>| gone.start <= values.start && values.end <= gone.end;
        match self {
            Self::Lifted { .. } => false,
            Self::Removed { gone, .. } => !values.is_empty() && gone.iter().any(covers),
        }
    }

    /// The new answer at a slot.
    fn answer_at(&self, slot: usize) -> Option<u64> {
        match self {
            Self::Removed { counted: Some(counted), .. } if counted.slot == slot => {
                Some(counted.value)
            }
            _ => None,
        }
    }
}

/// A new answer for the request of a slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted {
    pub(super) slot: usize,
    pub(super) value: u64,
}

/// A request or a call, by its place in the trace.
#[derive(Clone, Copy)]
enum Part {
    Request(usize),
    Call(usize),
}

fn likeness(ask: &Ask) -> u64 {
    use crate::identity::combine;
    combine(combine(ask.kind as u64, ask.max), ask.low)
}
