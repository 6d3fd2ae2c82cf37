//! Owns the shrinking challenges as a user of hegeltest would write them.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

use hegel::generators::{self as gs, Generator};
use hegel::{HealthCheck, Hegel, Settings, TestCase, Verbosity};

use super::challenges::{
    Bound5, COUPLING_MAX, Challenge, Coupling, DELETION_MAX, DIFFERENCE_MAX, Deletion, Difference1,
    Difference2, Difference3, Distinct, LargeUnionList, LengthList, NestedLists, Reverse,
    bound5_list_accepts,
};
use super::trees::{BinHeap, Calculator, Expr, HEAP_STEP, Heap};
use super::trial::{Row, Trial};

/// How many valid cases a run may try before it gives up looking for a failure.
const CASES: u64 = 100_000;

/// The size budget of a heap, halved at each level, so no path holds more than five keys.
const HEAP_SIZE: u32 = 20;

/// Runs every challenge from the seeds `0..seeds` and gives the trials by challenge name.
///
/// The panic hook is a silent one for the duration, as every failing case panics. Restoring the
/// earlier hook removes the one hegel installs once per process, so later hegel runs outside this
/// function would print their panics; calling this function again stays silent.
pub fn run_all(seeds: u64) -> Vec<Row> {
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let all = vec![
        trials::<Bound5>(seeds, bound5()),
        trials::<LargeUnionList>(seeds, gs::vecs(gs::vecs(gs::integers::<i64>()))),
        trials::<Reverse>(seeds, gs::vecs(gs::integers::<i64>())),
        trials::<Calculator>(seeds, expression()),
        trials::<LengthList>(seeds, sized_list()),
        trials::<Difference1>(seeds, positive_pair()),
        trials::<Difference2>(seeds, positive_pair()),
        trials::<Difference3>(seeds, positive_pair()),
        trials::<Deletion>(seeds, list_and_index()),
        trials::<Distinct>(seeds, gs::vecs(gs::integers::<i64>())),
        trials::<Coupling>(seeds, gs::vecs(gs::integers::<usize>().max_value(COUPLING_MAX))),
        trials::<NestedLists>(seeds, gs::vecs(gs::vecs(gs::integers::<i64>()))),
        trials::<BinHeap>(seeds, hegel::compose!(|tc| { heap(tc, 0, HEAP_SIZE) })),
    ];
    set_hook(hook);
    all
}

fn bound5() -> impl Generator<[Vec<i16>; 5]> {
    gs::arrays(gs::vecs(gs::integers::<i16>()).filter(|list| bound5_list_accepts(list)))
}

fn expression() -> impl Generator<Expr> {
    let definition = gs::deferred::<Expr>();
    let inner = definition.generator();
    let pair = || gs::tuples!(inner.clone(), inner.clone());
    definition.set(hegel::one_of!(
        gs::integers::<i64>().map(Expr::Int),
        pair().map(|(left, right)| Expr::sum(left, right)),
        pair().map(|(left, right)| Expr::quotient(left, right)),
    ));
    inner
}

fn sized_list() -> impl Generator<Vec<u32>> {
    gs::integers::<usize>().min_value(1).max_value(100).flat_map(|length| {
        gs::vecs(gs::integers::<u32>().max_value(1000)).min_size(length).max_size(length)
    })
}

fn positive_pair() -> impl Generator<(u32, u32)> {
    let positive = || gs::integers::<u32>().min_value(1).max_value(DIFFERENCE_MAX);
    gs::tuples!(positive(), positive())
}

fn list_and_index() -> impl Generator<(Vec<i64>, usize)> {
    hegel::compose!(|tc| {
        let elements = gs::integers::<i64>().min_value(-DELETION_MAX).max_value(DELETION_MAX);
        let list = tc.draw(gs::vecs(elements).min_size(1));
        let index = tc.draw(gs::integers::<usize>().max_value(list.len() - 1));
        (list, index)
    })
}

/// Draws a heap with keys from `least` up, halving the size budget at each level.
fn heap(tc: &TestCase, least: i64, size: u32) -> Heap {
    if size == 0 || !tc.draw(gs::booleans()) {
        return Heap::Empty;
    }
    let key = tc.draw(gs::integers::<i64>().min_value(least).max_value(least + HEAP_STEP));
    let left = heap(tc, key, size / 2);
    let right = heap(tc, key, size / 2);
    Heap::node(key, left, right)
}

fn trials<C: Challenge>(seeds: u64, generator: impl Generator<C::Input>) -> Row {
    (C::NAME, (0..seeds).map(|seed| trial::<C>(seed, &generator)).collect())
}

/// Runs one challenge once and reads its answer off the engine's closing replay.
///
/// The engine executes the shrunk case once more before it reports it, so the last failing
/// value seen is the one a user would be shown.
fn trial<C: Challenge>(seed: u64, generator: &impl Generator<C::Input>) -> Trial {
    let last = RefCell::new(None);
    let runs = Cell::new(0_u64);
    let test = |tc: TestCase| {
        let input = tc.draw_silent(generator);
        if last.borrow().is_some() {
            runs.set(runs.get() + 1);
        }
        tc.assume(C::accepts(&input));
        if C::fails(&input) {
            last.replace(Some(input));
            panic!("the property does not hold");
        }
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        Hegel::new(test).settings(settings(seed)).run();
    }));
    match (outcome, last.into_inner()) {
        (Err(_), Some(input)) => Trial {
            minimal: format!("{input:?}"),
            found: true,
            reached: C::is_minimal(&input),
            runs: runs.get(),
        },
        _ => Trial::not_found(),
    }
}

fn settings(seed: u64) -> Settings {
    Settings::from_profile("base")
        .test_cases(CASES)
        .seed(Some(seed))
        .database(None)
        .verbosity(Verbosity::Quiet)
        .print_blob(false)
        .report_multiple_failures(false)
        .stop_on_first_failure(true)
        .suppress_health_check([
            HealthCheck::FilterTooMuch,
            HealthCheck::TooSlow,
            HealthCheck::LargeInitialTestCase,
        ])
}
