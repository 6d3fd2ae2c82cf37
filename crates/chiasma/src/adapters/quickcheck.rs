//! Types that implement `quickcheck::Arbitrary`, as generators.

use std::fmt;
use std::marker::PhantomData;

use chiasma_core::{Generator, Source};
use quickcheck::Gen;

/// The size that quickcheck uses by default.
const MAX_SIZE: usize = 100;

/// See [`quickcheck()`].
pub struct Quickcheck<T>(PhantomData<fn() -> T>);

/// A generator of every type that implements `quickcheck::Arbitrary`.
///
/// ```
/// use chiasma::{adapters::quickcheck, property};
///
/// #[property]
/// fn reversing_twice_changes_nothing(#[from(quickcheck::<Vec<u8>>())] list: Vec<u8>) {
///     let twice: Vec<u8> = list.iter().rev().rev().copied().collect();
///     assert_eq!(twice, list);
/// }
/// # fn main() {}
/// ```
///
/// Inputs are replayed and saved, but not bred: quickcheck's `Gen` has a random number generator of its own, which takes
/// no more than a seed. So two numbers are drawn, a size (up to 100) and a seed. A changed seed gives an unrelated value;
/// shrinking finds a smaller size, and a seed that happens to fail. For breeding write a generator, or derive
/// [`Generate`](crate::Generate).
#[must_use]
pub fn quickcheck<T: quickcheck::Arbitrary>() -> Quickcheck<T> {
    Quickcheck(PhantomData)
}

impl<T> Clone for Quickcheck<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Quickcheck<T> {}

impl<T> fmt::Debug for Quickcheck<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "quickcheck::<{}>()", std::any::type_name::<T>())
    }
}

impl<T: quickcheck::Arbitrary> Generator for Quickcheck<T> {
    type Value = T;

    fn generate(&self, s: &mut Source) -> T {
        let size = s.length(1..=MAX_SIZE);
        let seed = s.int(..);
        T::arbitrary(&mut Gen::from_size_and_seed(size, seed))
    }
}
