//! The outline of an input: its bytes, and which calls and requests consumed them, in compact form.

use std::ops::Range;

use super::Trace;
use crate::identity::FunctionId;
use crate::interval::Interval;
use crate::request::{Kind, Request};

/// No call: the parent of the root.
const NONE: u32 = u32::MAX;

/// What aligned replay follows: the bytes of an input with its calls and requests.
///
/// Unlike a call tree it has the calls that requested nothing, so that every call of a generator finds
/// its counterpart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    bytes: Vec<u8>,
    calls: Vec<OutlineCall>,
    requests: Vec<OutlineRequest>,
    /// The calls that consumed something, without the root, by function.
    consuming: Vec<u32>,
    /// The functions of these calls, in order.
    functions: Vec<CallsOfFunction>,
    has_automatic_calls: bool,
}

/// Where the calls of a function end among those that consumed something; they begin where those of the function before
/// it end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CallsOfFunction {
    function: FunctionId,
    end: u32,
}

/// One generator call of an outline; the first one is the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutlineCall {
    /// The function that was called.
    pub function: FunctionId,
    /// The first byte that it consumed.
    pub start: u32,
    /// The first byte behind those that it consumed.
    pub end: u32,
    /// The first call behind it that is not inside it.
    pub next: u32,
    /// The call around it; `u32::MAX` for the root.
    pub parent: u32,
    /// The first request made in it or behind it.
    pub first_request: u32,
}

impl OutlineCall {
    /// The call around it, if it is not the root.
    #[must_use]
    pub fn caller(&self) -> Option<u32> {
        (self.parent != NONE).then_some(self.parent)
    }

    /// The bytes that it consumed.
    #[must_use]
    pub fn interval(&self) -> Interval {
        Interval { start: self.start, end: self.end }
    }

    /// How many bytes it consumed.
    #[must_use]
    pub fn len(&self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it consumed nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

/// One request of an outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutlineRequest {
    /// The first byte of its answer.
    pub at: u32,
    /// The innermost call around it.
    pub call: u32,
    /// The largest possible answer; 255 for a block of bytes.
    pub max: u64,
    /// How many answers, beginning with the one given, mean the same.
    pub alternatives: u32,
    /// What the answer means.
    pub kind: Kind,
}

impl Outline {
    /// The outline of a traced run.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let calls = trace.spans().iter().map(|span| OutlineCall {
            function: span.function,
            start: span.interval.start,
            end: span.interval.end,
            next: 0,
            parent: span.parent.map_or(NONE, |parent| parent.0),
            first_request: span.requests.start,
        });
        let requests = trace.requests().iter().map(|request: &Request| OutlineRequest {
            at: request.interval.start,
            call: request.span.0,
            max: request.ask.max,
            alternatives: u32::try_from(request.alternatives).unwrap_or(u32::MAX),
            kind: request.ask.kind,
        });
        Self::indexed(trace.bytes().to_vec(), calls.collect(), requests.collect())
    }

    /// An outline of parts that were taken from one; nothing if they do not fit together.
    #[must_use]
    pub fn from_parts(
        bytes: Vec<u8>,
        calls: Vec<OutlineCall>,
        requests: Vec<OutlineRequest>,
    ) -> Option<Self> {
        let (len, count) = (bytes.len() as u32, calls.len() as u32);
        let behind_caller = |(at, call): (usize, &OutlineCall)| {
            (call.parent as usize) < at || at == 0 && call.parent == NONE
        };
        let fits = count > 0
            && calls.iter().enumerate().all(behind_caller)
            && calls.iter().all(|call| call.start <= call.end && call.end <= len)
            && calls.iter().all(|call| call.first_request as usize <= requests.len())
            && requests.iter().all(|request| request.at <= len && request.call < count)
            && requests.is_sorted_by_key(|request| request.at);
        fits.then(|| Self::indexed(bytes, calls, requests))
    }

    /// Finds out where each call ends among the calls, which are in the order entered, and which calls each
    /// function has.
    fn indexed(bytes: Vec<u8>, mut calls: Vec<OutlineCall>, requests: Vec<OutlineRequest>) -> Self {
        let count = calls.len() as u32;
        let mut open: Vec<u32> = Vec::new();
        for at in 0..count {
            while let Some(&last) = open.last() {
                if calls[at as usize].parent == last {
                    break;
                }
                calls[last as usize].next = at;
                open.pop();
            }
            open.push(at);
        }
        for last in open {
            calls[last as usize].next = count;
        }
        let mut consuming: Vec<u32> =
            (1..count).filter(|&at| !calls[at as usize].is_empty()).collect();
        consuming.sort_by_key(|&at| calls[at as usize].function);
        let mut functions: Vec<CallsOfFunction> = Vec::new();
        for (end, &at) in (1..).zip(&consuming) {
            let function = calls[at as usize].function;
            match functions.last_mut().filter(|last| last.function == function) {
                Some(last) => last.end = end,
                None => functions.push(CallsOfFunction { function, end }),
            }
        }
        let has_automatic_calls = calls.iter().any(|call| call.function.offset().is_some());
        Self { bytes, calls, requests, consuming, functions, has_automatic_calls }
    }

    /// Whether some of its calls are automatic spans.
    #[must_use]
    pub fn has_automatic_calls(&self) -> bool {
        self.has_automatic_calls
    }

    /// The parameter sequence.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Every call, in the order entered; the first one is the root.
    #[must_use]
    pub fn calls(&self) -> &[OutlineCall] {
        &self.calls
    }

    /// Every request, in the order made.
    #[must_use]
    pub fn requests(&self) -> &[OutlineRequest] {
        &self.requests
    }

    /// The call at `index`.
    #[must_use]
    pub fn call(&self, index: u32) -> &OutlineCall {
        &self.calls[index as usize]
    }

    /// Whether a call consumed all there is: one around everything, of the property or of the generator's outermost
    /// function.
    #[must_use]
    pub fn is_whole(&self, call: u32) -> bool {
        self.call(call).len() == self.bytes.len()
    }

    /// The request made in a call that consumed something, if there is just one.
    #[must_use]
    pub fn only_request_of(&self, call: u32) -> Option<usize> {
        let OutlineCall { first_request, end, .. } = *self.call(call);
        let only = first_request as usize;
        self.requests.get(only + 1).is_none_or(|next| next.at >= end).then_some(only)
    }

    /// What a call consumed.
    #[must_use]
    pub fn bytes_of_call(&self, call: u32) -> &[u8] {
        &self.bytes[self.call(call).interval().range()]
    }

    /// The calls that consumed something, without the root: by function, and in the order entered among those
    /// of one function.
    #[must_use]
    pub fn consuming_calls(&self) -> &[u32] {
        &self.consuming
    }

    /// The calls of a function that consumed something.
    #[must_use]
    pub fn calls_of(&self, function: FunctionId) -> &[u32] {
        match self.functions.binary_search_by_key(&function, |calls| calls.function) {
            Ok(at) => self.calls_of_nth(at),
            Err(_) => &[],
        }
    }

    /// The calls that consumed something, those of each function together.
    pub fn calls_by_function(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.functions.len()).map(|at| self.calls_of_nth(at))
    }

    fn calls_of_nth(&self, at: usize) -> &[u32] {
        let start = at.checked_sub(1).map_or(0, |before| self.functions[before].end);
        &self.consuming[start as usize..self.functions[at].end as usize]
    }

    /// Where the answer to the request at `index` is among the bytes.
    #[must_use]
    pub fn answer_range(&self, index: usize) -> Range<usize> {
        let end = self.requests.get(index + 1).map_or(self.bytes.len(), |next| next.at as usize);
        self.requests[index].at as usize..end
    }
}
