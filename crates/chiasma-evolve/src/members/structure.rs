//! The structure of a member: its calls, contexts, roles or types, as far as a strategy needs them.

use std::collections::HashMap;
use std::rc::Rc;

use chiasma_core::{Contextual, FunctionId, Interval, Outline, Span, Split, Trace, TypeId};

use crate::facts::influencing_type;
use crate::wire::Wire;

/// What a strategy needs to know about its members besides their bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Anatomy {
    /// Nothing; no trace has to be made.
    #[default]
    Bytes,
    /// The calls that consumed them (linked crossover).
    Calls,
    /// The execution index and the context of every request (EI).
    Contexts,
    /// The role of every request (BeDivFuzz).
    Roles,
    /// All calls and requests, to be aligned with.
    Outline,
    /// Contexts, and the types that the calls around every request return (SpotOn).
    Types,
}

/// What is known about a member besides its bytes.
#[derive(Debug)]
pub(crate) enum Structure {
    Unknown,
    Calls(Calls),
    Contexts(Contexts),
    Roles(Split),
    Outline(Rc<Outline>),
    Types(Typed),
}

/// The calls of a member, without those that consumed nothing.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// By function, and in the order made among those of one function.
    pub(crate) all: Vec<Call>,
    /// Those that may receive in linked crossover.
    pub(crate) recipients: Vec<Call>,
}

/// A generator call, and what it consumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) function: FunctionId,
    pub(crate) interval: Interval,
}

/// A member by execution index; entries are in the order of its requests.
#[derive(Debug, Default)]
pub(crate) struct Contexts {
    pub(crate) entries: Contextual,
    /// The context of each entry: the sites on its call stack, and its own.
    pub(crate) contexts: Vec<u64>,
}

/// A member by execution index, with the types that its calls return.
#[derive(Debug, Default)]
pub(crate) struct Typed {
    pub(crate) contexts: Contexts,
    /// The calls that made a request, by type, and in the order made among those of one type; the outermost of those
    /// within each other.
    calls: Vec<TypedCall>,
}

/// A call, by the type that it returns: its entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TypedCall {
    returns: TypeId,
    pub(crate) first: u32,
    pub(crate) behind: u32,
}

impl Typed {
    fn of(trace: &Trace) -> Self {
        let spans = trace.spans().iter().skip(1).filter(|span| !span.requests.is_empty());
        let mut known: HashMap<&str, TypeId> = HashMap::new();
        let mut calls: Vec<TypedCall> = spans
            .map(|span| {
                let name = span.type_name;
                let returns = *known.entry(name).or_insert_with(|| influencing_type(name));
                TypedCall { returns, first: span.requests.start, behind: span.requests.end }
            })
            .collect();
        calls.sort_by_key(|call| call.returns);
        // What lies within a call of the same type counts once: or deep entries would be likelier than others.
        calls.dedup_by(|inner, outer| inner.returns == outer.returns && inner.first < outer.behind);
        Self { contexts: Contexts::of(trace), calls }
    }

    /// The calls that return a type.
    pub(crate) fn returning(&self, returns: TypeId) -> &[TypedCall] {
        with_key(&self.calls, returns, |call| call.returns)
    }
}

impl Calls {
    /// The calls of the parametric call tree (see `CallTree`), which is not built: most of it would be requests.
    pub(crate) fn of(trace: &Trace) -> Self {
        let (spans, requests) = (trace.spans(), trace.requests());
        let is_vertex = |span: &&Span| !span.requests.is_empty();
        let mut callees = vec![0_u32; spans.len()];
        let callers = spans.iter().filter(is_vertex).filter_map(|span| span.parent);
        let callers = callers.chain(requests.iter().map(|request| request.span));
        callers.for_each(|caller| callees[caller.0 as usize] += 1);
        let whole = Interval { start: 0, end: trace.bytes().len() as u32 };
        let (mut all, mut recipients) = (Vec::new(), Vec::new());
        for span in spans.iter().filter(is_vertex) {
            let (first, last) = (span.requests.start as usize, span.requests.end as usize - 1);
            let (start, end) = (requests[first].interval.start, requests[last].interval.end);
            let call = Call { function: span.function, interval: Interval { start, end } };
            let is_only_callee = span.parent.is_none_or(|parent| callees[parent.0 as usize] < 2);
            if !is_only_callee && first < last && call.interval != whole {
                recipients.push(call);
            }
            all.push(call);
        }
        all.sort_by_key(|call| call.function);
        Self { all, recipients }
    }

    /// The calls of a function.
    pub(crate) fn of_function(&self, function: FunctionId) -> &[Call] {
        with_key(&self.all, function, |call| call.function)
    }

    fn functions(&self) -> impl Iterator<Item = FunctionId> {
        self.all.chunk_by(|a, b| a.function == b.function).map(|calls| calls[0].function)
    }
}

/// The items with a key, of items in the order of their keys.
fn with_key<T, K: Ord>(items: &[T], key: K, key_of: impl Fn(&T) -> K) -> &[T] {
    let start = items.partition_point(|item| key_of(item) < key);
    let end = items.partition_point(|item| key_of(item) <= key);
    &items[start..end]
}

impl Contexts {
    pub(crate) fn of(trace: &Trace) -> Self {
        Self { entries: Contextual::of(trace), contexts: trace.contexts() }
    }
}

impl Structure {
    /// As much of the structure of a traced input as is needed.
    pub(crate) fn of(trace: Option<&Trace>, anatomy: Anatomy) -> Self {
        match (anatomy, trace) {
            (Anatomy::Bytes, _) | (_, None) => Self::Unknown,
            (Anatomy::Calls, Some(trace)) => Self::Calls(Calls::of(trace)),
            (Anatomy::Contexts, Some(trace)) => Self::Contexts(Contexts::of(trace)),
            (Anatomy::Roles, Some(trace)) => Self::Roles(Split::of(trace)),
            (Anatomy::Outline, Some(trace)) => Self::Outline(Rc::new(Outline::of(trace))),
            (Anatomy::Types, Some(trace)) => Self::Types(Typed::of(trace)),
        }
    }

    /// The functions that a member can donate calls of.
    pub(super) fn functions(&self) -> Vec<FunctionId> {
        match self {
            Self::Calls(calls) => calls.functions().collect(),
            Self::Outline(outline) => {
                let calls = outline.consuming_calls().iter();
                let mut functions: Vec<FunctionId> =
                    calls.map(|&call| outline.call(call).function).collect();
                functions.dedup();
                functions
            }
            Self::Unknown | Self::Contexts(_) | Self::Roles(_) | Self::Types(_) => Vec::new(),
        }
    }
}

impl Wire for Call {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.function.0.write(bytes);
        self.interval.start.write(bytes);
        self.interval.end.write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let function = FunctionId(u64::read(bytes)?);
        let (start, end) = (u32::read(bytes)?, u32::read(bytes)?);
        Some(Self { function, interval: Interval { start, end } })
    }
}

impl Wire for Contexts {
    fn write(&self, bytes: &mut Vec<u8>) {
        let Self { entries, contexts } = self;
        contexts.write(bytes);
        for entry in 0..contexts.len() {
            entries.index_at(entry).write(bytes);
            entries.bytes_at(entry).to_vec().write(bytes);
        }
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let contexts: Vec<u64> = Vec::read(bytes)?;
        let mut entries = Vec::with_capacity(contexts.len());
        for _ in &contexts {
            entries.push((u64::read(bytes)?, Vec::read(bytes)?));
        }
        Some(Self { entries: Contextual::of_entries(entries), contexts })
    }
}

impl Wire for TypedCall {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.returns.0.write(bytes);
        self.first.write(bytes);
        self.behind.write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let returns = TypeId(u64::read(bytes)?);
        Some(Self { returns, first: u32::read(bytes)?, behind: u32::read(bytes)? })
    }
}

impl Wire for Structure {
    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Unknown => 0_u8.write(bytes),
            Self::Calls(Calls { all, recipients }) => {
                1_u8.write(bytes);
                all.write(bytes);
                recipients.write(bytes);
            }
            Self::Contexts(contexts) => {
                2_u8.write(bytes);
                contexts.write(bytes);
            }
            Self::Types(Typed { contexts, calls }) => {
                5_u8.write(bytes);
                contexts.write(bytes);
                calls.write(bytes);
            }
            Self::Roles(split) => {
                3_u8.write(bytes);
                split.structural.write(bytes);
                split.values.write(bytes);
            }
            Self::Outline(outline) => {
                4_u8.write(bytes);
                outline.write(bytes);
            }
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(match u8::read(bytes)? {
            0 => Self::Unknown,
            1 => Self::Calls(Calls { all: Vec::read(bytes)?, recipients: Vec::read(bytes)? }),
            2 => Self::Contexts(Contexts::read(bytes)?),
            5 => Self::Types(Typed { contexts: Contexts::read(bytes)?, calls: Vec::read(bytes)? }),
            3 => {
                let mut split = Split::default();
                split.structural = Vec::read(bytes)?;
                split.values = Vec::read(bytes)?;
                Self::Roles(split)
            }
            4 => Self::Outline(Rc::new(Outline::read(bytes)?)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::{CallTree, Seed, Source, Vertex};

    fn nested(s: &mut Source, depth: u32) {
        for _ in 0..s.int(0..=3_u8) {
            match s.int(0..=3_u8) {
                0 if depth < 5 => s.span("a", |s| nested(s, depth + 1)),
                1 if depth < 5 => s.span("b", |s| nested(s, depth + 1)),
                2 => s.span("nothing", |_| ()),
                // Takes no byte.
                _ => _ = s.int(7..=7_u8),
            }
        }
    }

    #[test]
    fn a_request_within_several_calls_of_a_type_is_one_entry_of_it() {
        fn list(s: &mut Source) -> Vec<u8> {
            s.span("list", |s| {
                let head = s.int(0..=9_u8);
                let mut tail = if s.bool() { list(s) } else { Vec::new() };
                tail.push(head);
                tail
            })
        }
        // Two lists, of three and of one number.
        let mut source = Source::replay(&[1, 1, 2, 1, 3, 0, 4, 0], Seed(0));
        source.set_tracing(true);
        assert_eq!((list(&mut source), list(&mut source)), (vec![3, 2, 1], vec![4]));
        let typed = Typed::of(source.trace());
        let entries: Vec<(u32, u32)> = typed
            .returning(influencing_type(std::any::type_name::<Vec<u8>>()))
            .iter()
            .map(|call| (call.first, call.behind))
            .collect();
        assert_eq!(entries, [(0, 6), (6, 8)]);
    }

    #[test]
    fn calls_and_recipients_are_those_of_the_parametric_call_tree() {
        let mut recipients = 0;
        for seed in 0..500 {
            let mut source = Source::random(Seed(seed));
            source.set_tracing(true);
            nested(&mut source, 0);
            let trace = source.trace();
            let tree = CallTree::of(trace);
            let call = |vertex: &Vertex| {
                vertex.function.map(|function| Call { function, interval: vertex.crossover_points })
            };
            let may_receive = tree.calls().filter(|(at, _)| tree.may_receive(*at));
            let calls = Calls::of(trace);
            assert!(may_receive.filter_map(|(_, v)| call(v)).eq(calls.recipients.iter().copied()));
            let mut all: Vec<Call> = tree.calls().filter_map(|(_, vertex)| call(vertex)).collect();
            all.sort_by_key(|call| call.function);
            assert_eq!(calls.all, all);
            recipients += calls.recipients.len();
        }
        assert!(recipients > 500, "{recipients}");
    }
}
