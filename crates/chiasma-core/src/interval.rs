//! A half-open piece `[start, end)` of a parameter sequence.

use std::fmt;
use std::ops::Range;

/// A half-open piece `[start, end)` of a parameter sequence, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Interval {
    /// The first byte inside.
    pub start: u32,
    /// The first byte after it.
    pub end: u32,
}

impl Interval {
    /// The interval from `start` up to, not including, `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end);
        Self { start: start as u32, end: end as u32 }
    }

    /// How many bytes it holds.
    #[must_use]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it holds no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether the two share a byte.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The same piece, to index a slice with.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {})", self.start, self.end)
    }
}
