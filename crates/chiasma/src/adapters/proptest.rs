//! Strategies of `proptest`, as generators.

use chiasma_core::{Generator, Source};
use proptest::strategy::{self, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// See [`proptest()`].
#[derive(Debug, Clone, Copy)]
pub struct Strategy<S>(S);

/// A generator of a strategy's values.
///
/// ```
/// use chiasma::{adapters::proptest, property};
///
/// #[property]
/// fn words_are_short(#[from(proptest("[a-z]{1,8}"))] word: String) {
///     assert!(word.len() <= 8);
/// }
/// # fn main() {}
/// ```
///
/// Inputs are replayed and saved, but not bred: proptest's `TestRng` is a closed set of random number generators. The only
/// one that takes bytes (`PassThrough`) halves what is left of them at each `prop_oneof!`, `prop_flat_map` and
/// `prop_shuffle`, and gives zeros when there are none left, on which `rand` loops forever in ranges that are not a power of
/// two. So a seed is drawn. A changed seed gives an unrelated value, and a failing value is not shrunk: neither is a
/// strategy's own shrinking used, which would need the property. For breeding and shrinking translate the strategy (the page
/// `docs/migrating.md` has a table). What a strategy gives up on is rejected.
#[must_use]
pub fn proptest<S: strategy::Strategy>(strategy: S) -> Strategy<S> {
    Strategy(strategy)
}

impl<S: strategy::Strategy> Generator for Strategy<S> {
    type Value = S::Value;

    fn generate(&self, s: &mut Source) -> S::Value {
        let mut seed = [0; 32];
        s.fill(&mut seed[..8]);
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(Config::default(), rng);
        match self.0.new_tree(&mut runner) {
            Ok(tree) => tree.current(),
            Err(_) => s.reject("the strategy gives up"),
        }
    }
}
