//! Generators that were written for other libraries, as generators of ours; each behind a feature of its name.
//!
//! | feature | what becomes a generator | what is known of its draws |
//! |---|---|---|
//! | `arbitrary` | [`arbitrary`], for every type that implements `arbitrary::Arbitrary` | which bytes it read, from which end, and under `cargo chiasma` in which call |
//! | `proptest` | [`proptest`], of every strategy | nothing: a seed is all that it takes |
//! | `quickcheck` | [`quickcheck`], for every type that implements `quickcheck::Arbitrary` | nothing: a seed is all that it takes |
//! | `rand_0_8`, `rand_0_9`, `rand_0_10` | every function of a random number generator, as it is | each number |
//!
//! A function that takes a random number generator needs no adapter, since a [`Source`](crate::Source) is one:
//!
//! ```
//! # use chiasma::property;
//! use rand::{Rng, RngExt};
//!
//! fn die(rng: &mut impl Rng) -> u8 {
//!     rng.random_range(1..=6)
//! }
//!
//! #[property]
//! fn a_die_has_six_sides(#[from(die)] number: u8) {
//!     assert!((1..=6).contains(&number));
//! }
//! # fn main() {}
//! ```

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "proptest")]
mod proptest;
#[cfg(feature = "quickcheck")]
mod quickcheck;

#[cfg(feature = "arbitrary")]
pub use arbitrary::{Arbitrary, arbitrary};
#[cfg(feature = "proptest")]
pub use proptest::{Strategy, proptest};
#[cfg(feature = "quickcheck")]
pub use quickcheck::{Quickcheck, quickcheck};
