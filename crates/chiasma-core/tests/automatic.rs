//! Spans of calls that hooks tell of, beside explicit ones.

use std::cell::RefCell;
use std::rc::Rc;

use chiasma_core::{
    Aligned, CallChanges, Chi, FunctionId, HookedCall, HookedCalls, Outline, Rng, Seed, SiteId,
    Source,
};

/// Calls that a generator of this file tells of itself, as if it had been compiled with hooks.
#[derive(Debug, Default, Clone)]
struct Calls(Rc<RefCell<Stack>>);

#[derive(Debug, Default)]
struct Stack {
    calls: Vec<HookedCall>,
    lowest: usize,
    is_on: bool,
}

impl Calls {
    fn call<T>(&self, function: u32, body: impl FnOnce() -> T) -> T {
        let call = HookedCall { function: FunctionId::at(16 * function), site: SiteId(1) };
        let is_on = self.0.borrow().is_on;
        if is_on {
            self.0.borrow_mut().calls.push(call);
        }
        let value = body();
        if is_on {
            let mut stack = self.0.borrow_mut();
            stack.calls.pop();
            stack.lowest = stack.lowest.min(stack.calls.len());
        }
        value
    }
}

/// The same calls, for a source.
#[derive(Debug)]
struct Told {
    calls: Calls,
    entered: Vec<HookedCall>,
}

impl HookedCalls for Told {
    fn start(&mut self) {
        *self.calls.0.borrow_mut() = Stack { is_on: true, ..Stack::default() };
    }

    fn stop(&mut self) {
        self.calls.0.borrow_mut().is_on = false;
    }

    fn changes(&mut self, known: usize) -> Option<CallChanges<'_>> {
        let mut stack = self.calls.0.borrow_mut();
        let kept = stack.lowest.min(known);
        stack.lowest = stack.calls.len();
        self.entered = stack.calls[kept..].to_vec();
        (kept < known || !self.entered.is_empty())
            .then_some(CallChanges { kept, entered: &self.entered })
    }
}

fn source(calls: &Calls) -> Source {
    let mut source = Source::random(Seed(1));
    source.set_hooked_calls(Box::new(Told { calls: calls.clone(), entered: Vec::new() }));
    source
}

/// A list of pairs; every second pair is drawn in an explicit span.
fn list(s: &mut Source, calls: &Calls) -> Vec<[u8; 2]> {
    calls.call(1, || {
        let count = s.int(2..=4_usize);
        let pair = |s: &mut Source| calls.call(2, || [s.int(..), s.int(..)]);
        (0..count).map(|n| if n % 2 == 0 { pair(s) } else { s.span("explicit", pair) }).collect()
    })
}

fn traced(s: &mut Source, calls: &Calls, bytes: &[u8], seed: u64) -> Vec<[u8; 2]> {
    s.set_tracing(true);
    s.load(bytes, Seed(seed));
    list(s, calls)
}

#[test]
fn automatic_and_explicit_spans_are_one_tree() {
    let calls = Calls::default();
    let mut s = source(&calls);
    traced(&mut s, &calls, &[0], 5);
    let spans = s.trace().spans().iter().skip(1);
    let seen: Vec<_> = spans
        .map(|span| {
            let of = span
                .function
                .offset()
                .map_or("explicit", |at| ["", "list", "pair"][at as usize / 16]);
            (of, span.parent.unwrap().0, span.requests.clone())
        })
        .collect();
    let expected = [("list", 0, 0..5), ("pair", 1, 1..3), ("explicit", 1, 3..5), ("pair", 3, 3..5)];
    assert_eq!(seen, expected);
}

#[test]
fn saved_inputs_and_execution_indexes_are_the_same_with_hooks_and_without() {
    let calls = Calls::default();
    let mut with = source(&calls);
    let value = traced(&mut with, &calls, &[], 7);
    let bytes = with.recording().to_vec();
    let mut without = Source::random(Seed(1));
    assert_eq!(traced(&mut without, &Calls::default(), &bytes, 0), value);
    let (with, without) = (with.trace(), without.trace());
    assert!(with.spans().len() > without.spans().len());
    assert_eq!(Chi::lines(with), Chi::lines(without));
    assert_eq!(with.execution_indexes(), without.execution_indexes());
    assert_eq!(with.contexts(), without.contexts());
}

#[test]
fn an_untraced_run_is_not_watched() {
    let calls = Calls::default();
    let mut s = source(&calls);
    let value = traced(&mut s, &calls, &[], 3);
    let bytes = s.recording().to_vec();
    s.set_tracing(false);
    s.load(&bytes, Seed(0));
    assert!(!calls.0.borrow().is_on);
    assert_eq!(list(&mut s, &calls), value);
}

#[test]
fn a_child_of_aligned_replay_goes_on_behind_an_automatic_call_that_was_drawn_afresh() {
    let calls = Calls::default();
    let mut s = source(&calls);
    let parent = traced(&mut s, &calls, &[2], 11);
    assert_eq!(parent.len(), 4);
    let outline = Rc::new(Outline::of(s.trace()));
    assert!(outline.has_automatic_calls());
    s.set_tracing(false);
    let pairs = outline.calls_of(FunctionId::at(32)).to_vec();
    assert_eq!(pairs.len(), 4);
    for (at, &call) in pairs.iter().enumerate() {
        let mut child = Aligned::default();
        child.start_from(&outline);
        child.redraw(call);
        s.load_aligned(child, Seed(40 + at as u64));
        let value = list(&mut s, &calls);
        let differing: Vec<usize> = (0..4).filter(|&n| value[n] != parent[n]).collect();
        assert_eq!(differing, [at]);
        assert!(s.take_aligned().is_some());
    }
    // One pair in the place of another.
    let mut child = Aligned::default();
    child.start_from(&outline);
    child.graft(pairs[3], &outline, pairs[0]);
    s.load_aligned(child, Seed(50));
    let value = list(&mut s, &calls);
    assert_eq!(value, [parent[0], parent[1], parent[2], parent[0]]);
    // A changed answer stays in its call, too.
    let mut child = Aligned::default();
    child.start_from(&outline);
    child.redraw_answer(outline.call(pairs[1]).first_request as usize, &mut Rng::new(Seed(1)));
    s.load_aligned(child, Seed(60));
    let value = list(&mut s, &calls);
    assert_eq!((value[0], value[1][1], &value[2..]), (parent[0], parent[1][1], &parent[2..]));
    assert_ne!(value[1][0], parent[1][0]);
}
