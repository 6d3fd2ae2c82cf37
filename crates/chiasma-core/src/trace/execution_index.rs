//! The execution index of every request of a trace (The Havoc Paradox, section 2.2).

use super::{SpanIndex, Trace};
use crate::identity::{SiteId, combine};
use crate::request::Request;
use crate::source::frames::Frames;

/// One pair of an execution index: a call site, and how often it ran in its frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexStep {
    /// The call site.
    pub site: SiteId,
    /// How often it ran in this frame, this time included.
    pub times: u32,
}

/// Where in a generator's execution a request was made: the steps from the root to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecutionIndex {
    /// The steps, outermost first; the last one is the request itself.
    pub steps: Vec<IndexStep>,
    /// The hash of the steps, by which contextual replay finds the request again.
    pub hash: u64,
}

impl Trace {
    /// The execution index of every request, in order.
    #[must_use]
    pub fn execution_indexes(&self) -> Vec<ExecutionIndex> {
        let mut path = Vec::new();
        let mut indexes = Vec::with_capacity(self.requests.len());
        self.walk(|event| match event {
            Event::Enter(step) => path.push(step),
            Event::Exit => _ = path.pop(),
            Event::Request(step, hash) => {
                let mut steps = path.clone();
                steps.push(step);
                indexes.push(ExecutionIndex { steps, hash });
            }
        });
        indexes
    }

    /// The hash of every request's execution index, in order.
    #[must_use]
    pub fn execution_index_hashes(&self) -> Vec<u64> {
        let mut hashes = Vec::with_capacity(self.requests.len());
        self.walk(|event| {
            if let Event::Request(_, hash) = event {
                hashes.push(hash);
            }
        });
        hashes
    }

    /// The *context* of every request, in order: the hash of the call sites on its stack and its own,
    /// without how often each ran. Requests of one context ask the same question in the same place.
    #[must_use]
    pub fn contexts(&self) -> Vec<u64> {
        let mut of_spans: Vec<u64> = Vec::with_capacity(self.spans.len());
        for span in &self.spans {
            let around = span.parent.map_or(0, |parent| of_spans[parent.0 as usize]);
            of_spans.push(if span.is_automatic() { around } else { combine(around, span.site.0) });
        }
        let context =
            |request: &Request| combine(of_spans[request.span.0 as usize], request.site.0);
        self.requests.iter().map(context).collect()
    }

    /// Repeats the run, as far as requests and explicit calls go: those of which every replay is told.
    fn walk(&self, mut visit: impl FnMut(Event)) {
        let mut frames = Frames::default();
        let mut open = vec![SpanIndex::ROOT];
        let mut spans = (0..).map(SpanIndex).zip(&self.spans).skip(1).peekable();
        for at in 0..=self.requests.len() as u32 {
            loop {
                let innermost = open[open.len() - 1];
                let ended = open.len() > 1 && self.span(innermost).requests.end == at;
                // A call without requests that begins where another ends may lie inside it or
                // behind it; its parent tells.
                let begins = spans.next_if(|(_, span)| {
                    span.requests.start == at && span.parent == Some(innermost)
                });
                if let Some((index, span)) = begins {
                    open.push(index);
                    if !span.is_automatic() {
                        let step = frames.enter(span.site.0);
                        visit(Event::Enter(IndexStep { site: span.site, times: step.times }));
                    }
                } else if ended {
                    open.pop();
                    if !self.span(innermost).is_automatic() {
                        frames.exit();
                        visit(Event::Exit);
                    }
                } else {
                    break;
                }
            }
            if let Some(request) = self.requests.get(at as usize) {
                let step = frames.step(request.site.0);
                let last = IndexStep { site: request.site, times: step.times };
                visit(Event::Request(last, step.index));
            }
        }
    }
}

enum Event {
    Enter(IndexStep),
    Exit,
    Request(IndexStep, u64),
}
