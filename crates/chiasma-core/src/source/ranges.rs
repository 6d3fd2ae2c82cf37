//! Checked ranges of draws: an empty range panics at the caller's location.

use std::fmt::Debug;
use std::ops::{Bound, Range, RangeBounds, RangeInclusive, RangeTo, RangeToInclusive};

/// The two ends of a range, both included; `None` if the range is empty.
pub(super) fn ends<T: Step>(range: &impl RangeBounds<T>) -> Option<(T, T)> {
    let low = match range.start_bound() {
        Bound::Included(&low) => low,
        Bound::Excluded(&low) => low.next()?,
        Bound::Unbounded => T::LEAST,
    };
    let high = match range.end_bound() {
        Bound::Included(&high) => high,
        Bound::Excluded(&high) => high.previous()?,
        Bound::Unbounded => T::GREATEST,
    };
    (low <= high).then_some((low, high))
}

#[track_caller]
pub(crate) fn ends_or_panic<T: Step>(draw: &str, range: &impl RangeBounds<T>) -> (T, T) {
    match ends(range) {
        Some(ends) => ends,
        None => panic!(
            "`{draw}` needs a range with at least one value, and {:?}..{:?} has none",
            range.start_bound(),
            range.end_bound()
        ),
    }
}

/// A type whose values have neighbours.
pub trait Step: Copy + PartialOrd + Debug {
    /// The least value.
    const LEAST: Self;
    /// The greatest value.
    const GREATEST: Self;
    /// The next value.
    fn next(self) -> Option<Self>;
    /// The previous value.
    fn previous(self) -> Option<Self>;
}

macro_rules! integer_steps {
    ($($int:ty)*) => {$(
        impl Step for $int {
            const LEAST: Self = <$int>::MIN;
            const GREATEST: Self = <$int>::MAX;
            #[inline]
            fn next(self) -> Option<Self> {
                self.checked_add(1)
            }
            #[inline]
            fn previous(self) -> Option<Self> {
                self.checked_sub(1)
            }
        }
    )*};
}
integer_steps!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl Step for char {
    const LEAST: Self = '\0';
    const GREATEST: Self = char::MAX;
    fn next(self) -> Option<Self> {
        (self..=char::MAX).nth(1)
    }
    fn previous(self) -> Option<Self> {
        ('\0'..self).next_back()
    }
}

macro_rules! float_steps {
    ($($float:ty)*) => {$(
        impl Step for $float {
            const LEAST: Self = <$float>::MIN;
            const GREATEST: Self = <$float>::MAX;
            fn next(self) -> Option<Self> {
                Some(self.next_up())
            }
            fn previous(self) -> Option<Self> {
                Some(self.next_down())
            }
        }
    )*};
}
float_steps!(f32 f64);

/// How long a collection may be: a number, or a range of numbers with an end.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a length",
    note = "a length is a `usize`, or a range of them that has an end: `3`, `0..9`, `1..=8`, `..=8`"
)]
pub trait Length: Sized {
    /// The shortest and the longest length, both included; `None` if there is none.
    fn ends(self) -> Option<(usize, usize)>;

    /// The same, as a range that is not empty.
    ///
    /// # Panics
    /// If there is no length in it.
    #[track_caller]
    fn checked(self) -> RangeInclusive<usize> {
        match self.ends() {
            Some((low, high)) => low..=high,
            None => panic!("a length needs a range with at least one number in it"),
        }
    }
}

impl Length for usize {
    fn ends(self) -> Option<(usize, usize)> {
        Some((self, self))
    }
}

macro_rules! lengths {
    ($($range:ident)*) => {$(
        impl Length for $range<usize> {
            fn ends(self) -> Option<(usize, usize)> {
                ends(&self)
            }
        }
    )*};
}
lengths!(Range RangeInclusive RangeTo RangeToInclusive);
