//! Generators of numbers and characters of a range.

use std::ops::RangeBounds;

use super::Generator;
use crate::source::{Float, Integer, Source, Step};

macro_rules! primitives {
    ($(#[$doc:meta] $draw:ident $name:ident ($t:ident $(: $bound:ident)?);)*) => {$(
        #[doc = concat!("See [`", stringify!($draw), "()`].")]
        #[derive(Debug, Clone, Copy)]
        pub struct $name<T> {
            low: T,
            high: T,
            all: bool,
        }

        #[$doc]
        ///
        /// # Panics
        /// If the range is empty.
        #[track_caller]
        pub fn $draw$(<$t: $bound>)?(range: impl RangeBounds<$t>) -> $name<$t> {
            let all = is_full(&range);
            let (low, high) = crate::source::ends_or_panic(stringify!($draw), &range);
            $name { low, high, all }
        }

        impl$(<$t: $bound>)? Generator for $name<$t> {
            type Value = $t;

            #[inline]
            fn generate(&self, s: &mut Source) -> $t {
                if self.all { s.$draw(..) } else { s.$draw(self.low..=self.high) }
            }
        }
    )*};
}
primitives! {
    /// A generator of integers of a range; see [`Source::int`].
    int IntIn(T: Integer);
    /// A generator of floats of a range; see [`Source::float`].
    float FloatIn(T: Float);
    /// A generator of characters of a range; see [`Source::char`].
    char CharIn(char);
}

fn is_full<T: Step>(range: &impl RangeBounds<T>) -> bool {
    use std::ops::Bound::Unbounded;
    matches!((range.start_bound(), range.end_bound()), (Unbounded, Unbounded))
}
