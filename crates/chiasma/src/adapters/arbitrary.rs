//! Types that implement `arbitrary::Arbitrary`, as generators.

use std::fmt;
use std::marker::PhantomData;

use arbitrary::Unstructured;
use chiasma_core::{Generator, Lent, Read, Source};

/// See [`arbitrary()`].
pub struct Arbitrary<T>(PhantomData<fn() -> T>);

/// A generator of every type that implements `arbitrary::Arbitrary`, derived or by hand.
///
/// ```
/// use arbitrary::Arbitrary;
/// use chiasma::{adapters::arbitrary, property};
///
/// #[derive(Debug, Arbitrary)]
/// enum Shape {
///     Circle { radius: u8 },
///     Polygon(Vec<(u8, u8)>),
/// }
///
/// fn corners(shape: &Shape) -> usize {
///     match shape {
///         Shape::Circle { .. } => 0,
///         Shape::Polygon(corners) => corners.len(),
///     }
/// }
///
/// #[property]
/// fn a_circle_has_no_corners(#[from(arbitrary::<Shape>())] shape: Shape) {
///     assert!(corners(&shape) == 0 || matches!(shape, Shape::Polygon(_)));
/// }
/// # fn main() {}
/// ```
///
/// The type reads a buffer of up to 4,096 bytes, which are zero behind those that were drawn; only what it reads becomes
/// part of the input. In a file that was imported from libFuzzer or AFL++ there is nothing behind them, and the type
/// takes the rest, as by `fuzz_target!`. Bytes that the type refuses are rejected.
#[must_use]
pub fn arbitrary<T: for<'a> arbitrary::Arbitrary<'a>>() -> Arbitrary<T> {
    Arbitrary(PhantomData)
}

impl<T> Clone for Arbitrary<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Arbitrary<T> {}

impl<T> fmt::Debug for Arbitrary<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "arbitrary::<{}>()", std::any::type_name::<T>())
    }
}

impl<T: for<'a> arbitrary::Arbitrary<'a>> Generator for Arbitrary<T> {
    type Value = T;

    fn generate(&self, s: &mut Source) -> T {
        match s.lend(read::<T>) {
            Ok(value) => value,
            Err(arbitrary::Error::NotEnoughData) => s.reject("not enough bytes for the type"),
            Err(arbitrary::Error::EmptyChoose) => s.reject("the type chooses from nothing"),
            Err(_) => s.reject("the type refuses the bytes"),
        }
    }
}

/// The value, and what was read of the buffer for it.
fn read<T: for<'a> arbitrary::Arbitrary<'a>>(lent: &Lent) -> (arbitrary::Result<T>, Vec<Read>) {
    let Lent { bytes, is_exact, .. } = lent;
    if *is_exact {
        // As `fuzz_target!` does it.
        let value = match bytes.len() < T::size_hint(0).0 {
            true => Err(arbitrary::Error::NotEnoughData),
            false => T::arbitrary_take_rest(Unstructured::new(bytes)),
        };
        return (value, vec![Read::Front(bytes.len())]);
    }
    let unstructured = Unstructured::new(bytes);
    #[cfg(feature = "fuzz")]
    if lent.is_watched {
        let mut watched = Watched(unstructured);
        return chiasma_runtime::calls::watch_reader(&mut watched, |watched| {
            T::arbitrary(&mut watched.0)
        });
    }
    let mut unstructured = unstructured;
    let value = T::arbitrary(&mut unstructured);
    (value, unread(bytes, unstructured.take_rest()))
}

/// What hooks ask how much is unread.
#[cfg(feature = "fuzz")]
struct Watched<'b>(Unstructured<'b>);

#[cfg(feature = "fuzz")]
impl chiasma_runtime::calls::Reader for Watched<'_> {
    fn unread(&self) -> chiasma_runtime::calls::Unread {
        let start = self.0.peek_bytes(0).map_or(0, |front| front.as_ptr().addr());
        chiasma_runtime::calls::Unread { start, len: self.0.len() }
    }
}

/// What was read if this is the rest.
fn unread(bytes: &[u8], rest: &[u8]) -> Vec<Read> {
    let front = rest.as_ptr().addr().wrapping_sub(bytes.as_ptr().addr());
    // An empty rest may be anywhere.
    match bytes.len().checked_sub(front.saturating_add(rest.len())) {
        Some(end) => vec![Read::Front(front), Read::End(end)],
        None => vec![Read::Front(bytes.len())],
    }
}
