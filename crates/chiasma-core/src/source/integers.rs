//! Drawing integers.

use super::Source;
use super::ranges::Step;
use crate::request::{Ask, Kind, from_index};

/// An integer type that can be drawn.
pub trait Integer: Step {
    /// Draws a number of `low..=high`, which is not empty.
    #[track_caller]
    fn draw(source: &mut Source, low: Self, high: Self) -> Self;
}

macro_rules! integers {
    ($kind:ident: $($int:ty)*; $draw:expr) => {$(
        impl Integer for $int {
            #[inline]
            #[track_caller]
            fn draw(source: &mut Source, low: Self, high: Self) -> Self {
                let max = high.wrapping_sub(low) as u64 & (u64::MAX >> (64 - <$int>::BITS));
                let index = source.ask(Ask { kind: Kind::$kind, max, low: low as u64 });
                $draw(low as _, max, index) as Self
            }
        }
    )*};
}
integers!(Unsigned: u8 u16 u32 u64 usize; |low: u64, _, index| low + index);
integers!(Signed: i8 i16 i32 i64 isize; from_index);

impl Integer for u128 {
    #[track_caller]
    fn draw(source: &mut Source, low: Self, high: Self) -> Self {
        low + source.draw(|s: &mut Source| wide(s, high - low))
    }
}

impl Integer for i128 {
    #[track_caller]
    fn draw(source: &mut Source, low: Self, high: Self) -> Self {
        source.draw(|s: &mut Source| {
            if low >= 0 {
                return low + wide(s, high.abs_diff(low)) as i128;
            }
            if high < 0 {
                return high.wrapping_sub_unsigned(wide(s, high.abs_diff(low)));
            }
            if s.as_value_unless_said().bool() {
                (-1i128).wrapping_sub_unsigned(wide(s, (-1i128).abs_diff(low)))
            } else {
                wide(s, high.unsigned_abs()) as i128
            }
        })
    }
}

/// A number up to `max`, in two requests if it does not fit into one.
fn wide(s: &mut Source, max: u128) -> u128 {
    let (max_high, max_low) = ((max >> 64) as u64, max as u64);
    if max_high == 0 {
        return u128::from(s.int(0..=max_low));
    }
    let high = s.int(0..=max_high);
    let low = s.int(0..=if high == max_high { max_low } else { u64::MAX });
    u128::from(high) << 64 | u128::from(low)
}
