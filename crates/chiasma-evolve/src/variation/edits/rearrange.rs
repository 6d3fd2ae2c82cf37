//! Inner calls of a call that are deleted, repeated or swapped.

use chiasma_core::{Aligned, Kind, Outline, Rng};

use super::scope::Scope;

/// Deletes or repeats one of the inner calls of a call, or swaps two; the number that counts them changes with
/// them. False if there was nothing to rearrange at the place that was tried.
pub(super) fn rearrange(
    parent: &Outline,
    scope: Scope,
    child: &mut Aligned,
    rng: &mut Rng,
) -> bool {
    let Some(call) = scope.part(parent, rng) else { return false };
    let Some(caller) = parent.call(call).caller() else { return false };
    // Two rearrangements of the same calls would often undo each other.
    if child.is_reordered(caller) {
        return false;
    }
    let mut inner = inner_calls(parent, caller);
    let function = parent.call(call).function;
    let Some(at) = inner.iter().position(|inner| *inner == call) else { return false };
    match rng.up_to(2) {
        0 => {
            inner.remove(at);
            recount(parent, caller, call, child, rng, |count| count.checked_sub(1));
        }
        1 => {
            // Where nothing counts the calls, a further one would not be made.
            if !recount(parent, caller, call, child, rng, |count| count.checked_add(1)) {
                return false;
            }
            inner.insert(at, call);
        }
        _ => {
            let differs = |other: u32| parent.bytes_of_call(other) != parent.bytes_of_call(call);
            let others: Vec<usize> = (0..inner.len())
                .filter(|&other| parent.call(inner[other]).function == function)
                .filter(|&other| differs(inner[other]))
                .collect();
            let Some(last) = others.len().checked_sub(1) else { return false };
            inner.swap(at, others[rng.up_to(last as u64) as usize]);
        }
    }
    child.reorder(caller, inner);
    true
}

/// The calls made directly in a call.
fn inner_calls(outline: &Outline, caller: u32) -> Vec<u32> {
    let mut calls = Vec::new();
    let mut next = caller + 1;
    while next < outline.call(caller).next {
        calls.push(next);
        next = outline.call(next).next;
    }
    calls
}

/// Changes the number that counts the calls like `call` in `caller`: the last length, or else number, that was
/// drawn in the caller before the first of them. False if there is none, or if it cannot be changed like that.
fn recount(
    outline: &Outline,
    caller: u32,
    call: u32,
    child: &mut Aligned,
    rng: &mut Rng,
    change: impl Fn(u64) -> Option<u64>,
) -> bool {
    let function = outline.call(call).function;
    let first = inner_calls(outline, caller)
        .into_iter()
        .find(|inner| outline.call(*inner).function == function)
        .map_or(call, |first| first);
    let from = outline.call(caller).first_request as usize;
    let before = from..outline.call(first).first_request as usize;
    let counting = before.rev().find(|&index| {
        let request = &outline.requests()[index];
        request.call == caller && matches!(request.kind, Kind::Length | Kind::Unsigned)
    });
    if let Some(index) = counting
        && let Some(count) = change(child.answer(index))
        && count <= outline.requests()[index].max
    {
        child.set_answer(index, count, rng);
        return true;
    }
    false
}
