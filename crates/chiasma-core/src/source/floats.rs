//! Drawing floats.

use super::Source;
use super::ranges::Step;
use crate::pick;

/// Whole numbers are drawn up to this one; larger floats are all whole, and are drawn as fractions of a
/// range or by their bits.
const MAX_WHOLE: f64 = 9e15;

/// A float type that can be drawn.
pub trait Float: Step + 'static {
    /// Values that programs often mishandle.
    const SPECIAL: &'static [Self];
    /// The nearest value to `wide`.
    fn of(wide: f64) -> Self;
    /// The same value, wider.
    fn wide(self) -> f64;
    /// A float by all its bits.
    #[track_caller]
    fn of_any_bits(source: &mut Source) -> Self;
}

macro_rules! floats {
    ($($float:ident $bits:ty;)*) => {$(
        impl Float for $float {
            const SPECIAL: &'static [Self] = &[
                0.0, -0.0, 1.0, -1.0, 0.1, $float::NAN, $float::INFINITY, $float::NEG_INFINITY,
                $float::MAX, $float::MIN, $float::MIN_POSITIVE, -$float::MIN_POSITIVE,
                $float::from_bits(1), -$float::from_bits(1), $float::EPSILON, 1.0 + $float::EPSILON,
                // The last whole number in a row, and its neighbour.
                (1u64 << $float::MANTISSA_DIGITS) as $float,
                ((1u64 << $float::MANTISSA_DIGITS) - 1) as $float,
            ];
            fn of(wide: f64) -> Self {
                wide as $float
            }
            fn wide(self) -> f64 {
                self.into()
            }
            #[track_caller]
            fn of_any_bits(source: &mut Source) -> Self {
                $float::from_bits(source.int::<$bits>(..))
            }
        }
    )*};
}
floats!(f32 u32; f64 u64;);

/// Any float: a small whole number, a short decimal, a special one, or any bits at all.
pub(super) fn any_float<T: Float>(s: &mut Source) -> T {
    let s = &mut *s.as_value_unless_said();
    pick!(s, {
        4 => T::of(f64::from(s.int::<i32>(-1_000..=1_000))),
        4 => {
            let digits = s.int::<i32>(1..=6);
            T::of(f64::from(s.int::<i32>(-1_000_000..=1_000_000)) / 10f64.powi(digits))
        },
        3 => *s.choose(T::SPECIAL),
        3 => T::of_any_bits(s),
    })
}

/// A float of `low..=high`: a whole number, one that any range might have, one anywhere, or an end.
pub(super) fn float_between<T: Float>(s: &mut Source, low: T, high: T) -> T {
    let s = &mut *s.as_value_unless_said();
    let least = low.wide().ceil().max(-MAX_WHOLE);
    let most = high.wide().floor().min(MAX_WHOLE);
    let whole = u32::from(least <= most);
    pick!(s, {
        3 * whole => T::of(s.int(least as i64..=most as i64) as f64),
        2 => {
            let any: T = s.draw(any_float);
            let opposite = T::of(-any.wide());
            let is_inside = |value: &T| low <= *value && *value <= high;
            [any, opposite].into_iter().find(is_inside).unwrap_or_else(|| anywhere(s, low, high))
        },
        3 => anywhere(s, low, high),
        1 => pick!(s, {
            low,
            high,
            low.next().filter(|value| *value <= high).unwrap_or(low),
            high.previous().filter(|value| *value >= low).unwrap_or(high),
        }),
    })
}

/// A float anywhere between `low` and `high`.
fn anywhere<T: Float>(s: &mut Source, low: T, high: T) -> T {
    let part = s.int(0..=(1u64 << 53) - 1) as f64 / ((1u64 << 53) - 1) as f64;
    // No part of the way to an infinity is a number.
    let finite = |end: T| end.wide().clamp(T::LEAST.wide(), T::GREATEST.wide());
    let value = T::of(finite(low) * (1.0 - part) + finite(high) * part);
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}
