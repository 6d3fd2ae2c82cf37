//! Generators: functions from a [`Source`] to a value, and combinators of them.

mod any;
mod choice;
mod collections;
mod combinators;
mod primitives;
mod recursive;
#[cfg(feature = "regex")]
mod regex;
mod text;
mod tuples;
mod verbatim;

use crate::source::Source;

pub use any::{Any, Generate, any};
pub use choice::{OneOf, SampledFrom, Shuffled, Subset, one_of, sampled_from, shuffled, subset};
pub use collections::{
    Collection, MapOf, OptionOf, ResultOf, SetOf, VecOf, btree_map, btree_set, hash_map, hash_set,
    option, result, vec,
};
pub use combinators::{Boxed, ByRef, Filter, FlatMap, FromFn, Just, Map, from_fn, just};
pub use primitives::{CharIn, FloatIn, IntIn, char, float, int};
pub use recursive::{Recursive, recursive};
#[cfg(feature = "regex")]
pub use regex::{Regex, RegexError, regex, try_regex};
pub(crate) use text::is_string;
pub use text::{StringOf, chars_of, string};
pub use verbatim::{Verbatim, VerbatimBytes, verbatim, verbatim_bytes};

/// Makes a value from the choices it draws.
///
/// Every function and closure from `&mut Source` to a value is a generator, and so are tuples and
/// arrays of generators, and everything in [`generators`](crate::generators). The same
/// choices must give the same value, so a generator draws all its randomness from the source.
///
/// ```
/// use chiasma_core::generators::{from_fn, vec};
/// use chiasma_core::{Generator, Seed, Source};
///
/// fn even(s: &mut Source) -> u32 {
///     s.int(0..50) * 2
/// }
///
/// let mut s = Source::random(Seed(1));
/// let numbers = s.draw(vec(1..4, even));
/// assert!(numbers.iter().all(|n| n % 2 == 0));
///
/// let text = s.draw(from_fn(|s| s.int(0..9)).map(|n: u8| n.to_string()));
/// assert_eq!(text.len(), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a generator",
    note = "a generator is a function or closure that takes `&mut Source` (write the type of a \
            closure's argument, or wrap it in `from_fn`), or comes from `chiasma::generators`",
    note = "a range is drawn from with `int(range)`, `float(range)` or `char(range)`, and text that \
            matches a pattern with `regex(\"..\")`",
    note = "for a reference to a generator write `generator.by_ref()`, and call a function that \
            returns a generator: `#[from(g())]`, `s.draw(g())`"
)]
pub trait Generator {
    /// The type of the generated values.
    type Value;

    /// Makes a value; [`Source::draw`] calls this within a span.
    fn generate(&self, s: &mut Source) -> Self::Value;

    /// The name of this generator's spans: calls of the same name may be exchanged in crossover.
    fn identity(&self) -> &'static str {
        std::any::type_name::<Self>()
    }

    /// A generator of this one's values, each passed through `change`.
    fn map<F, T>(self, change: F) -> Map<Self, F>
    where
        Self: Sized,
        F: Fn(Self::Value) -> T,
    {
        Map { inner: self, change }
    }

    /// A generator of those values that `keep` accepts; after 100 in a row that it does not, the
    /// input is rejected.
    #[track_caller]
    fn filter<F>(self, keep: F) -> Filter<Self, F>
    where
        Self: Sized,
        F: Fn(&Self::Value) -> bool,
    {
        Filter { inner: self, keep, location: std::panic::Location::caller() }
    }

    /// A generator that draws from the generator that `then` makes of this one's value.
    fn flat_map<F, G>(self, then: F) -> FlatMap<Self, F>
    where
        Self: Sized,
        F: Fn(Self::Value) -> G,
        G: Generator,
    {
        FlatMap { inner: self, then }
    }

    /// The same generator behind one type, cheap to clone.
    fn boxed(self) -> Boxed<Self::Value>
    where
        Self: Sized + 'static,
    {
        Boxed::new(self)
    }

    /// The same generator by reference, to be drawn from without moving it.
    fn by_ref(&self) -> ByRef<'_, Self>
    where
        Self: Sized,
    {
        ByRef(self)
    }
}

impl<F, T> Generator for F
where
    F: Fn(&mut Source) -> T,
{
    type Value = T;

    #[inline]
    fn generate(&self, s: &mut Source) -> T {
        self(s)
    }
}
