//! The record of one generator run: its requests, and the spans (generator calls) around them.

mod call_tree;
mod execution_index;
mod outline;

use std::ops::Range;
use std::panic::Location;

pub use call_tree::{CallTree, Vertex, VertexIndex, VertexKind};
pub use execution_index::{ExecutionIndex, IndexStep};
pub use outline::{Outline, OutlineCall, OutlineRequest};

use crate::identity::{FunctionId, SiteId, TypeId, short_name};
use crate::interval::Interval;
use crate::request::{Alternative, Kind, Request};

/// A span's place in [`Trace::spans`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpanIndex(pub u32);

impl SpanIndex {
    /// The span around everything.
    pub const ROOT: Self = Self(0);
}

/// One generator call: what it was, and what it consumed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The call around it; none for the root.
    pub parent: Option<SpanIndex>,
    /// The bytes that it consumed, those of inner calls included.
    pub interval: Interval,
    /// The requests made in it, those of inner calls included, as places in [`Trace::requests`].
    pub requests: Range<u32>,
    /// Which function was called.
    pub function: FunctionId,
    /// Which type it returns.
    pub returns: TypeId,
    /// Where it was called.
    pub site: SiteId,
    /// The function's name, as the compiler gives it.
    pub name: &'static str,
    /// The returned type's name, as the compiler gives it.
    pub type_name: &'static str,
    /// The name that the caller gave to the drawn value, such as that of a field.
    pub label: Option<&'static str>,
}

impl Span {
    /// What a `.chi` file calls it: the label, or else the function's short name.
    #[must_use]
    pub fn title(&self) -> String {
        title(self.label, self.name)
    }

    /// Whether it drew a string, which may be a constant of the target (see [`Constants`](crate::Constants)).
    #[must_use]
    pub fn is_string(&self) -> bool {
        crate::generator::is_string(self.name)
    }

    /// Whether it is an automatic span: hooks told of the call, and its function has no name here.
    #[must_use]
    pub fn is_automatic(&self) -> bool {
        self.function.offset().is_some()
    }

    /// The requests made in it, as places in [`Trace::requests`].
    #[must_use]
    pub fn request_range(&self) -> Range<usize> {
        self.requests.start as usize..self.requests.end as usize
    }
}

/// The title of a call: the label, or else the function's short name.
///
/// Saved inputs are found by titles, so what a `.chi` file cannot contain is written differently.
pub(crate) fn title(label: Option<&str>, name: &str) -> String {
    let text = label.map_or_else(|| short_name(name), str::to_owned);
    let words: Vec<&str> = text.split_whitespace().collect();
    // ` = ` is what tells choices from calls there, and `#` what begins a remark.
    words.join(" ").replace(" = ", "=").trim_start_matches(['#', ' ']).to_owned()
}

/// What a span is opened with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    pub(crate) name: &'static str,
    pub(crate) type_name: &'static str,
    pub(crate) label: Option<&'static str>,
    pub(crate) location: &'static Location<'static>,
    /// The function's id and the call's site, where the generator says what they are.
    pub(crate) known: Option<(FunctionId, SiteId)>,
}

/// A parameter sequence with everything its generator asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    bytes: Vec<u8>,
    requests: Vec<Request>,
    spans: Vec<Span>,
}

impl Trace {
    /// The parameter sequence, in canonical form.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Every request, in the order made.
    #[must_use]
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// Every span, in the order entered; the first one is the root.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The span at `index`.
    #[must_use]
    pub fn span(&self, index: SpanIndex) -> &Span {
        &self.spans[index.0 as usize]
    }

    /// The span at `index`, or the nearest around it that is not automatic.
    pub(crate) fn explicit(&self, mut index: SpanIndex) -> SpanIndex {
        while self.span(index).is_automatic() {
            index = self.span(index).parent.unwrap_or(SpanIndex::ROOT);
        }
        index
    }

    /// The bytes of a request.
    #[must_use]
    pub fn bytes_of(&self, request: &Request) -> &[u8] {
        &self.bytes[request.interval.range()]
    }

    /// The spans around a request, innermost first, without the root.
    pub fn spans_around(&self, request: &Request) -> impl Iterator<Item = &Span> {
        let mut next = Some(request.span);
        std::iter::from_fn(move || {
            let span = self.span(next?);
            next = span.parent;
            next.is_some().then_some(span)
        })
    }

    /// The *dynamic types* of a request (SpotOn): what the generator calls on its stack return,
    /// innermost first.
    pub fn types_around(&self, request: &Request) -> impl Iterator<Item = TypeId> {
        self.spans_around(request).map(|span| span.returns)
    }

    /// The hash of all structural answers: equal for inputs of equal shape (BeDivFuzz).
    #[must_use]
    pub fn structure_hash(&self) -> u64 {
        self.requests
            .iter()
            .filter(|request| request.role == crate::request::Role::Structural)
            .fold(0, |hash, request| {
                let asked = crate::identity::combine(request.site.0, request.value);
                crate::identity::combine(hash, asked)
            })
    }

    /// The sequence as plain answers, one a request and one a byte of a block: what the shrinker
    /// works on.
    #[must_use]
    pub fn values(&self) -> Vec<u64> {
        let mut values = Vec::with_capacity(self.requests.len());
        for request in &self.requests {
            match request.ask.kind {
                Kind::Bytes => values.extend(self.bytes_of(request).iter().map(|&b| u64::from(b))),
                _ => values.push(request.value),
            }
        }
        values
    }
}

/// Writes a trace while a generator runs; its buffers live on from run to run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Recorder {
    trace: Trace,
    open: Vec<SpanIndex>,
}

impl Recorder {
    pub(crate) fn clear(&mut self) {
        self.trace.bytes.clear();
        self.trace.requests.clear();
        self.trace.spans.clear();
        self.open.clear();
        self.trace.spans.push(Span {
            parent: None,
            interval: Interval::default(),
            requests: 0..0,
            function: FunctionId(0),
            returns: TypeId(0),
            site: SiteId(0),
            name: "",
            type_name: "",
            label: None,
        });
        self.open.push(SpanIndex::ROOT);
    }

    pub(crate) fn enter(
        &mut self,
        call: &Call,
        site: SiteId,
        function: FunctionId,
        returns: TypeId,
        at: usize,
    ) {
        let index = SpanIndex(self.trace.spans.len() as u32);
        let first = self.trace.requests.len() as u32;
        self.trace.spans.push(Span {
            parent: self.open.last().copied(),
            interval: Interval::new(at, at),
            requests: first..first,
            function,
            returns,
            site,
            name: call.name,
            type_name: call.type_name,
            label: call.label,
        });
        self.open.push(index);
    }

    pub(crate) fn exit(&mut self, at: usize) {
        if let Some(index) = self.open.pop() {
            let requests = self.trace.requests.len() as u32;
            let span = &mut self.trace.spans[index.0 as usize];
            span.interval.end = at as u32;
            span.requests.end = requests;
        }
    }

    #[inline]
    pub(crate) fn request(&mut self, request: Request) {
        self.trace.requests.push(request);
    }

    /// Says which alternative the answer to the request made last stands for.
    pub(crate) fn set_alternative(&mut self, alternative: Option<Alternative>) {
        if let Some(request) = self.trace.requests.last_mut() {
            request.alternative = alternative;
        }
    }

    /// The request made last.
    pub(crate) fn last_request(&self) -> Option<&Request> {
        self.trace.requests.last()
    }

    /// Corrects the answer to the request made last, to the first of as many `alternatives` that mean the same.
    pub(crate) fn amend(&mut self, value: u64, alternatives: u64) {
        if let Some(request) = self.trace.requests.last_mut() {
            request.value = value;
            request.alternatives = alternatives;
        }
    }

    /// Ends all spans (a generator that unwound left some open) and hands the trace out.
    pub(crate) fn finish(&mut self, bytes: &[u8]) -> &Trace {
        while !self.open.is_empty() {
            self.exit(bytes.len());
        }
        self.trace.bytes.clear();
        self.trace.bytes.extend_from_slice(bytes);
        &self.trace
    }

    /// The span in which requests are made.
    #[inline]
    pub(crate) fn innermost(&self) -> SpanIndex {
        self.open.last().copied().unwrap_or(SpanIndex::ROOT)
    }
}
