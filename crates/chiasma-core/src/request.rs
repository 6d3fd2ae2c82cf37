//! What a generator may ask for in one draw, and how the answer is encoded in bytes.
//!
//! Every answer is an *index* in `0..=max`, and index 0 is the simplest answer: false, the number
//! nearest to zero, the letter `a`, the first alternative, the shortest length. It is stored
//! little-endian in as few bytes as `max` needs, so the simplest sequence of a given shape is all
//! zeros, and shrinking means lowering.

use std::fmt;

use crate::identity::SiteId;
use crate::interval::Interval;
use crate::trace::SpanIndex;

/// What the answer to a request means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// True or false.
    Bool,
    /// A number of an unsigned range.
    Unsigned,
    /// A number of a signed range.
    Signed,
    /// A character of a range.
    Char,
    /// One of several alternatives.
    Choice,
    /// The length of a collection.
    Length,
    /// A block of bytes, as long as its interval.
    Bytes,
}

impl Kind {
    /// Its name in a `.chi` file; signed and unsigned numbers have the same one.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Unsigned | Self::Signed => "int",
            Self::Char => "char",
            Self::Choice => "choice",
            Self::Length => "length",
            Self::Bytes => "bytes",
        }
    }

    /// The role that draws of this kind have unless the generator says otherwise.
    #[must_use]
    pub fn role(self) -> Role {
        match self {
            Self::Bool | Self::Choice | Self::Length => Role::Structural,
            Self::Unsigned | Self::Signed | Self::Char | Self::Bytes => Role::Value,
        }
    }
}

/// Whether a draw decides the shape of the input or only fills it in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// It decides the shape: choices, options, lengths.
    Structural,
    /// It fills the shape in: numbers, characters, bytes.
    Value,
}

/// One request as the generator states it: the kind of answer, and which answers there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ask {
    /// What the answer means.
    pub kind: Kind,
    /// The largest index; there are `max + 1` possible answers.
    pub max: u64,
    /// The smallest number or character of the range, as 64 bits.
    pub low: u64,
}

impl Ask {
    /// A request for an index in `0..=max` that is the answer itself.
    #[inline]
    #[must_use]
    pub fn plain(kind: Kind, max: u64) -> Self {
        Self { kind, max, low: 0 }
    }

    /// How many bytes the answer takes.
    #[inline]
    #[must_use]
    pub fn width(&self) -> usize {
        width(self.max)
    }

    /// The number (or code point) that `index` stands for.
    #[must_use]
    pub fn number(&self, index: u64) -> i128 {
        match self.kind {
            Kind::Signed => i128::from(from_index(self.low as i64, self.max, index)),
            Kind::Char => i128::from(char_at(self.low, self.max, index)),
            _ => i128::from(self.low) + i128::from(index),
        }
    }

    /// The index that stands for `number`, if it is in the range.
    #[must_use]
    pub fn index(&self, number: i128) -> Option<u64> {
        match self.kind {
            Kind::Signed => {
                let low = i128::from(self.low as i64);
                if number < low || number > low + i128::from(self.max) {
                    return None;
                }
                Some(to_index(self.low as i64, self.max, number as i64))
            }
            Kind::Char => {
                let offset = scalar(u32::try_from(number).ok()?).checked_sub(self.low)?;
                let first = first_char(self.low, self.max) - self.low;
                (offset <= self.max).then(|| match offset.checked_sub(first) {
                    Some(index) => index,
                    None => offset + (self.max + 1 - first),
                })
            }
            _ => {
                let index = u64::try_from(number.checked_sub(i128::from(self.low))?).ok()?;
                (index <= self.max).then_some(index)
            }
        }
    }
}

/// The fewest bytes that hold every index up to `max`; a request always takes at least one.
#[inline]
#[must_use]
pub fn width(max: u64) -> usize {
    ((64 - (max | 1).leading_zeros()) as usize).div_ceil(8)
}

/// A request that was answered, as a trace records it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// The bytes of the sequence that hold the answer.
    pub interval: Interval,
    /// What was asked.
    pub ask: Ask,
    /// The answer; 0 for a block of bytes, which is found in the sequence itself.
    pub value: u64,
    /// How many answers from `value` on mean the same: the tickets of one alternative of a weighted choice.
    pub alternatives: u64,
    /// The alternative that the answer stands for, if that is not the answer itself.
    pub alternative: Option<Alternative>,
    /// Whether it decided the shape.
    pub role: Role,
    /// Where in the generator it was made.
    pub site: SiteId,
    /// The innermost span around it.
    pub span: SpanIndex,
}

/// The alternative of a weighted choice that a ticket stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alternative {
    /// One of several.
    Place {
        /// Which one, from 0.
        place: u32,
        /// How many there are.
        of: u32,
    },
    /// True or false, of a draw with a probability.
    Chance(bool),
}

impl fmt::Display for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { place, of } => write!(f, "alternative {} of {of}", place + 1),
            Self::Chance(happens) => write!(f, "{happens}"),
        }
    }
}

impl fmt::Display for Request {
    /// The answer as a person reads it; a block shows only its length.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.ask.number(self.value);
        match self.ask.kind {
            Kind::Bool => write!(f, "{}", self.value != 0),
            Kind::Char => match u32::try_from(number).ok().and_then(char::from_u32) {
                Some(c) => write!(f, "{c:?}"),
                None => write!(f, "{number}"),
            },
            Kind::Bytes => write!(f, "{} bytes", self.interval.len()),
            _ => write!(f, "{number}"),
        }
    }
}

/// The number of `low..=low + max` that `index` stands for: nearest to zero first, positive before
/// negative, so 0, 1, -1, 2, -2, ... where both signs are in the range.
#[inline]
#[must_use]
pub(crate) fn from_index(low: i64, max: u64, index: u64) -> i64 {
    let high = low.wrapping_add_unsigned(max);
    if low >= 0 {
        return low.wrapping_add_unsigned(index);
    }
    if high <= 0 {
        return high.wrapping_sub_unsigned(index);
    }
    let (below, above) = (low.unsigned_abs(), high.unsigned_abs());
    let both = below.min(above);
    if index == 0 || (index - 1) / 2 < both {
        let magnitude = index.div_ceil(2);
        return if index % 2 == 1 {
            0i64.wrapping_add_unsigned(magnitude)
        } else {
            0i64.wrapping_sub_unsigned(magnitude)
        };
    }
    let magnitude = index - both;
    if above > below {
        0i64.wrapping_add_unsigned(magnitude)
    } else {
        0i64.wrapping_sub_unsigned(magnitude)
    }
}

/// The inverse of [`from_index`].
fn to_index(low: i64, max: u64, number: i64) -> u64 {
    let high = low.wrapping_add_unsigned(max);
    if low >= 0 {
        return number.abs_diff(low);
    }
    if high <= 0 {
        return high.abs_diff(number);
    }
    let both = low.unsigned_abs().min(high.unsigned_abs());
    let magnitude = number.unsigned_abs();
    if magnitude > both {
        return magnitude + both;
    }
    if number > 0 { 2 * magnitude - 1 } else { 2 * magnitude }
}

/// The code point at `index` of the `max + 1` characters from scalar `low` on, in the order that
/// begins with the simplest one.
#[inline]
pub(crate) fn char_at(low: u64, max: u64, index: u64) -> u32 {
    let first = first_char(low, max) - low;
    let offset = if index <= max - first { index + first } else { index + first - (max + 1) };
    code_point(low + offset)
}

/// The simplest character of a range: `a`, or `0`, or else its first.
#[inline]
fn first_char(low: u64, max: u64) -> u64 {
    [u64::from(b'a'), u64::from(b'0')]
        .into_iter()
        .find(|&c| low <= c && c - low <= max)
        .unwrap_or(low)
}

const SURROGATES: u32 = 0xE000 - 0xD800;

/// The code point of the `n`-th Unicode scalar value.
#[inline]
pub(crate) fn code_point(n: u64) -> u32 {
    let n = n as u32;
    if n < 0xD800 { n } else { n + SURROGATES }
}

/// The inverse of [`code_point`]; surrogates count as the first character behind them.
#[inline]
pub(crate) fn scalar(code_point: u32) -> u64 {
    u64::from(match code_point {
        0..0xD800 => code_point,
        0xD800..0xE000 => 0xD800,
        _ => code_point - SURROGATES,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(low: i64, high: i64) -> Ask {
        Ask { kind: Kind::Signed, max: high.wrapping_sub(low) as u64, low: low as u64 }
    }

    fn chars(low: char, high: char) -> Ask {
        let (low, high) = (scalar(low as u32), scalar(high as u32));
        Ask { kind: Kind::Char, max: high - low, low }
    }

    #[test]
    fn a_request_takes_only_the_bytes_its_bound_needs() {
        let widths = [0, 1, 255, 256, 65_535, 65_536, u64::MAX].map(width);
        assert_eq!(widths, [1, 1, 1, 2, 2, 3, 8]);
    }

    #[test]
    fn numbers_are_ordered_from_zero_outwards() {
        let order = |low, high| -> Vec<i128> {
            let ask = signed(low, high);
            (0..=ask.max).map(|index| ask.number(index)).collect()
        };
        assert_eq!(order(-2, 2), [0, 1, -1, 2, -2]);
        assert_eq!(order(-1, 4), [0, 1, -1, 2, 3, 4]);
        assert_eq!(order(-4, 1), [0, 1, -1, -2, -3, -4]);
        assert_eq!(order(3, 6), [3, 4, 5, 6]);
        assert_eq!(order(-6, -3), [-3, -4, -5, -6]);
        assert_eq!(order(-2, 0), [0, -1, -2]);
    }

    #[test]
    fn index_and_number_are_inverse_at_the_edges_of_every_range() {
        let edges = [i64::MIN, i64::MIN + 1, -300, -1, 0, 1, 2, 300, i64::MAX - 1, i64::MAX];
        for (at, &low) in edges.iter().enumerate() {
            for &high in &edges[at..] {
                let ask = signed(low, high);
                for index in [0, 1, 2, 3, ask.max / 2, ask.max.saturating_sub(1), ask.max] {
                    let index = index.min(ask.max);
                    let number = ask.number(index);
                    assert!((i128::from(low)..=i128::from(high)).contains(&number));
                    assert_eq!(ask.index(number), Some(index), "{low}..={high} at {index}");
                }
                assert_eq!(ask.index(i128::from(low) - 1), None);
                assert_eq!(ask.index(i128::from(high) + 1), None);
            }
        }
    }

    #[test]
    fn characters_begin_with_the_simplest_and_skip_surrogates() {
        let show = |ask: Ask, index| char::from_u32(ask.number(index) as u32);
        assert_eq!(show(chars(' ', '~'), 0), Some('a'));
        assert_eq!(show(chars(' ', '~'), 30), Some(' '));
        assert_eq!(show(chars(' ', '~'), 94), Some('`'));
        assert_eq!(show(chars('!', '9'), 0), Some('0'));
        assert_eq!(show(chars('é', 'ü'), 1), Some('ê'));
        for ask in [chars('\0', char::MAX), chars(' ', '~'), chars('\u{d7ff}', '\u{e000}')] {
            for index in [0, 1, ask.max / 2, ask.max] {
                let c = show(ask, index).expect("every index is a character");
                assert_eq!(ask.index(c as i128), Some(index));
            }
            assert_eq!(ask.index(-1), None);
        }
    }
}
