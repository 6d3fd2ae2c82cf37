//! Owns the shrinking challenges as a user of proptest would write them.

use std::cell::Cell;

use proptest::array::uniform5;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use super::challenges::{
    Bound5, COUPLING_MAX, Challenge, Coupling, DELETION_MAX, DIFFERENCE_MAX, Deletion, Difference1,
    Difference2, Difference3, Distinct, LargeUnionList, LengthList, NestedLists, Reverse,
    bound5_list_accepts,
};
use super::trees::{BinHeap, Calculator, Expr, HEAP_STEP, Heap};
use super::trial::{Row, Trial};

/// How many passing cases a run may try before it gives up looking for a failure.
const CASES: u32 = 100_000;

/// How many candidates a run may try while shrinking.
const SHRINK_ITERS: u32 = 20_000;

/// How often a run may regenerate a dependent value while shrinking.
///
/// The default of a million spends the whole shrinking budget on the first step of the deletion
/// challenge that takes the duplicate from the list, as no redrawn index can fail from there.
const REGENERATIONS: u32 = 10_000;

/// Runs every challenge from the seeds `0..seeds` and gives the trials by challenge name.
pub fn run_all(seeds: u64) -> Vec<Row> {
    vec![
        trials::<Bound5>(seeds, bound5()),
        trials::<LargeUnionList>(seeds, vec(vec(any::<i64>(), 0..20), 0..20)),
        trials::<Reverse>(seeds, vec(any::<i64>(), 0..20)),
        trials::<Calculator>(seeds, expression()),
        trials::<LengthList>(seeds, (1..=100_usize).prop_flat_map(|n| vec(0..=1000_u32, n))),
        trials::<Difference1>(seeds, positive_pair()),
        trials::<Difference2>(seeds, positive_pair()),
        trials::<Difference3>(seeds, positive_pair()),
        trials::<Deletion>(seeds, list_and_index()),
        trials::<Distinct>(seeds, vec(any::<i64>(), 0..20)),
        trials::<Coupling>(seeds, vec(0..=COUPLING_MAX, 0..20)),
        trials::<NestedLists>(seeds, vec(vec(any::<i64>(), 0..20), 0..20)),
        trials::<BinHeap>(seeds, heap()),
    ]
}

fn bound5() -> impl Strategy<Value = [Vec<i16>; 5]> {
    let list = vec(any::<i16>(), 0..10)
        .prop_filter("the list sums below 256", |list| bound5_list_accepts(list));
    uniform5(list)
}

fn expression() -> impl Strategy<Value = Expr> {
    any::<i64>().prop_map(Expr::Int).prop_recursive(5, 32, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(left, right)| Expr::sum(left, right)),
            (inner.clone(), inner).prop_map(|(left, right)| Expr::quotient(left, right)),
        ]
    })
}

fn positive_pair() -> impl Strategy<Value = (u32, u32)> {
    (1..=DIFFERENCE_MAX, 1..=DIFFERENCE_MAX)
}

fn list_and_index() -> impl Strategy<Value = (Vec<i64>, usize)> {
    vec(-DELETION_MAX..=DELETION_MAX, 1..20).prop_flat_map(|list| {
        let indices = 0..list.len();
        (Just(list), indices)
    })
}

/// Draws a tree of steps, whose running sums along each path are the keys of a heap.
fn heap() -> impl Strategy<Value = Heap> {
    Just(Heap::Empty)
        .prop_recursive(5, 32, 2, |inner| {
            (0..=HEAP_STEP, inner.clone(), inner)
                .prop_map(|(step, left, right)| Heap::node(step, left, right))
        })
        .prop_map(|steps| steps.summed(0))
}

fn trials<C>(seeds: u64, strategy: impl Strategy<Value = C::Input>) -> Row
where
    C: Challenge,
{
    (C::NAME, (0..seeds).map(|seed| trial::<C>(seed, &strategy)).collect())
}

fn trial<C>(seed: u64, strategy: &impl Strategy<Value = C::Input>) -> Trial
where
    C: Challenge,
{
    let failed = Cell::new(false);
    let runs = Cell::new(0_u64);
    let outcome = runner(seed).run(strategy, |input| {
        if failed.get() {
            runs.set(runs.get() + 1);
        }
        if !C::accepts(&input) {
            return Err(TestCaseError::reject("the precondition does not hold"));
        }
        if C::fails(&input) {
            failed.set(true);
            return Err(TestCaseError::fail("the property does not hold"));
        }
        Ok(())
    });
    match outcome {
        Err(TestError::Fail(_, input)) => Trial {
            minimal: format!("{input:?}"),
            found: true,
            reached: C::is_minimal(&input),
            runs: runs.get(),
        },
        Ok(()) | Err(TestError::Abort(_)) => Trial::not_found(),
    }
}

fn runner(seed: u64) -> TestRunner {
    let config = Config {
        cases: CASES,
        max_local_rejects: 1_000_000,
        max_global_rejects: 1_000_000,
        max_shrink_iters: SHRINK_ITERS,
        max_shrink_time: 0,
        max_flat_map_regens: REGENERATIONS,
        failure_persistence: None,
        ..Config::default()
    };
    let mut bytes = [0_u8; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}
