//! The shrinking challenges as a user of Chiasma would write them.

use chiasma::generators::{Generator, any, from_fn, int, recursive, vec};
use chiasma::{CheckSettings, Origin, Property, Source, Trouble, assume, one_of};

use super::challenges::{
    Bound5, COUPLING_MAX, Challenge, Coupling, DELETION_MAX, DIFFERENCE_MAX, Deletion, Difference1,
    Difference2, Difference3, Distinct, LargeUnionList, LengthList, NestedLists, Reverse,
    bound5_list_accepts,
};
use super::trees::{BinHeap, Calculator, Expr, HEAP_STEP, Heap};
use super::trial::{Row, Trial};

/// How many valid cases a run may try before it gives up looking for a failure.
const CASES: u32 = 100_000;

/// The size budget of a heap, halved at each level, so no path holds more than five keys.
const HEAP_SIZE: u32 = 20;

/// Runs every challenge from the seeds `0..seeds` and gives the trials by challenge name.
#[must_use]
pub fn run_all(seeds: u64) -> Vec<Row> {
    vec![
        trials::<Bound5>(seeds, &bound5()),
        trials::<LargeUnionList>(seeds, &vec(0..20, vec(0..20, any::<i64>()))),
        trials::<Reverse>(seeds, &vec(0..20, any::<i64>())),
        trials::<Calculator>(seeds, &expression()),
        trials::<LengthList>(seeds, &sized_list),
        trials::<Difference1>(seeds, &positive_pair()),
        trials::<Difference2>(seeds, &positive_pair()),
        trials::<Difference3>(seeds, &positive_pair()),
        trials::<Deletion>(seeds, &list_and_index),
        trials::<Distinct>(seeds, &vec(0..20, any::<i64>())),
        trials::<Coupling>(seeds, &vec(0..20, int(0..=COUPLING_MAX))),
        trials::<NestedLists>(seeds, &vec(0..20, vec(0..20, any::<i64>()))),
        trials::<BinHeap>(seeds, &from_fn(|s| heap(s, 0, HEAP_SIZE))),
    ]
}

fn bound5() -> impl Generator<Value = [Vec<i16>; 5]> {
    let list = || vec(0..10, any::<i16>()).filter(|list| bound5_list_accepts(list));
    [list(), list(), list(), list(), list()].map(|list| list.boxed())
}

fn expression() -> impl Generator<Value = Expr> {
    recursive(5, 32, any::<i64>().map(Expr::Int), |inner| {
        let pair = || (inner.clone(), inner.clone());
        one_of![
            pair().map(|(left, right)| Expr::sum(left, right)),
            pair().map(|(left, right)| Expr::quotient(left, right)),
        ]
    })
}

fn sized_list(s: &mut Source) -> Vec<u32> {
    let length: usize = s.int(1..=100);
    s.draw(vec(length, int(0..=1000)))
}

fn positive_pair() -> impl Generator<Value = (u32, u32)> {
    (int(1..=DIFFERENCE_MAX), int(1..=DIFFERENCE_MAX))
}

fn list_and_index(s: &mut Source) -> (Vec<i64>, usize) {
    let list = s.draw(vec(1..20, int(-DELETION_MAX..=DELETION_MAX)));
    let index = s.index(list.len());
    (list, index)
}

/// A heap with keys from `least` up, halving the size budget at each level.
fn heap(s: &mut Source, least: i64, size: u32) -> Heap {
    if size == 0 || !s.bool() {
        return Heap::Empty;
    }
    let key = s.int(least..=least + HEAP_STEP);
    let left = s.draw(from_fn(|s| heap(s, key, size / 2)));
    let right = s.draw(from_fn(|s| heap(s, key, size / 2)));
    Heap::node(key, left, right)
}

fn trials<C: Challenge>(seeds: u64, generator: &impl Generator<Value = C::Input>) -> Row {
    (C::NAME, (0..seeds).map(|seed| trial::<C>(seed, generator)).collect())
}

fn trial<C: Challenge>(seed: u64, generator: &impl Generator<Value = C::Input>) -> Trial {
    let settings = CheckSettings::default().cases(CASES).max_rejects(1_000_000).seed(seed);
    let result = Property::unnamed().settings(settings).examine(
        |s| s.draw(generator.by_ref()),
        |input, _| {
            assume!(C::accepts(&input));
            !C::fails(&input)
        },
    );
    let Err(Trouble::Failed(found)) = result else {
        return Trial::not_found();
    };
    let Origin::Fresh { shrunk, seed, .. } = found.origin else {
        return Trial::not_found();
    };
    let input = Source::replay(&found.bytes, seed).draw(generator.by_ref());
    Trial {
        minimal: format!("{input:?}"),
        found: true,
        reached: C::is_minimal(&input),
        runs: shrunk.runs,
    }
}
