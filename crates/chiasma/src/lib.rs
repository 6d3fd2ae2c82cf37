//! Chiasma: structure-aware property testing and fuzzing.
//!
//! Write a *generator*, an ordinary function that draws choices from a [`Source`] and returns a
//! value, and a *property*, a function that must hold for every such value:
//!
//! ```
//! use chiasma::{Source, property};
//!
//! fn pair(s: &mut Source) -> (u8, u8) {
//!     let low = s.int(0..=99);
//!     (low, s.int(low..=100))
//! }
//!
//! #[property]
//! fn the_second_is_not_the_smaller(#[from(pair)] (low, high): (u8, u8)) {
//!     assert!(low <= high);
//! }
//! # fn main() {}
//! ```
//!
//! `cargo test` replays every saved input, then tries fresh random ones, shrinks a failure to a
//! minimal value, and prints it with the command that replays it.

#![forbid(unsafe_code)]

pub mod adapters;
mod backtrace;
mod checked;
mod outcome;
mod output;
mod panics;
mod property;
mod report;
mod runner;
mod settings;
mod show;
mod store;
#[cfg(feature = "fuzz")]
mod worker;

pub use checked::{Found, Origin, Passed, Stopped, Trouble};
pub use chiasma_core::{
    FailureKey, FailureKind, Generate, Generator, Note, Place, Role, Seed, Source, generators,
    one_of, pick, shrink,
};
pub use chiasma_macros::{Generate, generator, property};
pub use outcome::{Failure, IntoOutcome, PropertyOutcome, Why};
pub use output::Output;
pub use property::{Property, PropertyId, check};
pub use settings::{CheckSettings, ErrorsAre};
pub use store::StoreError;

/// Rejects the current input unless the condition holds: the property does not apply to it.
///
/// ```
/// use chiasma::{assume, property};
///
/// #[property]
/// fn division_undoes_multiplication(a: u16, b: u16) {
///     assume!(b != 0);
///     assert_eq!(u32::from(a) * u32::from(b) / u32::from(b), u32::from(a));
/// }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! assume {
    ($condition:expr $(,)?) => {
        if !$condition {
            $crate::__private::Rejection::unwind(concat!(
                "assume!(",
                stringify!($condition),
                ") did not hold"
            ));
        }
    };
}

/// The pages under `docs/`, whose examples are compiled and run as doctests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../docs/tutorial.md")]
    struct Tutorial;
    #[doc = include_str!("../../../docs/from-proptest.md")]
    struct FromProptest;
    #[doc = include_str!("../../../docs/reference.md")]
    struct Reference;
    #[doc = include_str!("../../../docs/writing-generators.md")]
    struct WritingGenerators;
}

#[doc(hidden)]
pub mod __private {
    pub use crate::show::{ByContent, ByDebug, ByDisplay, ByTypeName, Show};
    pub use chiasma_core::Rejection;
}
