//! Coverage with hit counts in buckets, one for each highest bit (Zest).

use crate::coverage::{Counters, WORD, words};

/// Which buckets of which edges have been seen: a byte an edge, a bit a bucket.
#[derive(Debug, Default)]
pub(crate) struct Bucketed {
    seen: Vec<u64>,
    edges: usize,
}

/// What of a run had not been seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Novelty {
    /// Everything had been.
    Nothing,
    /// An edge was passed in a number of times of another order.
    Count,
    /// An edge was passed that nothing had passed before.
    Edge,
}

impl Bucketed {
    /// How many edges have been seen.
    pub(crate) fn edges(&self) -> usize {
        self.edges
    }

    /// What of these counters has not been seen.
    pub(crate) fn novelty(&self, counters: &Counters) -> Novelty {
        let mut novelty = Novelty::Nothing;
        for (at, word) in words(counters) {
            let seen = self.seen.get(at).copied().unwrap_or(0);
            let new = highest_bits(word) & !seen;
            if new != 0 {
                if new_edges(new, seen) != 0 {
                    return Novelty::Edge;
                }
                novelty = Novelty::Count;
            }
        }
        novelty
    }

    /// Takes these counters in; `visit` is told of every edge that nothing had passed before.
    pub(crate) fn add(&mut self, counters: &Counters, mut visit: impl FnMut(usize)) {
        let length = counters.len().div_ceil(WORD);
        if self.seen.len() < length {
            self.seen.resize(length, 0);
        }
        for (at, word) in words(counters) {
            let buckets = highest_bits(word);
            let mut new = new_edges(buckets, self.seen[at]);
            self.seen[at] |= buckets;
            while new != 0 {
                visit(at * WORD + new.trailing_zeros() as usize / 8);
                self.edges += 1;
                new &= !(0xff << (new.trailing_zeros() / 8 * 8));
            }
        }
    }
}

/// The bytes of `new` where `seen` has nothing at all.
fn new_edges(new: u64, seen: u64) -> u64 {
    (0..WORD as u32)
        .map(|byte| 0xff << (8 * byte))
        .filter(|mask| seen & mask == 0)
        .fold(0, |edges, mask| edges | new & mask)
}

/// The highest bit of each byte, alone.
pub(crate) fn highest_bits(word: u64) -> u64 {
    const BYTES: u64 = 0x0101_0101_0101_0101;
    let mut filled = word;
    filled |= (filled >> 1) & (BYTES * 0x7f);
    filled |= (filled >> 2) & (BYTES * 0x3f);
    filled |= (filled >> 4) & (BYTES * 0x0f);
    filled ^ ((filled >> 1) & (BYTES * 0x7f))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_bit_of_each_byte_is_left() {
        for byte in 0..=255u8 {
            let highest = if byte == 0 { 0 } else { 1u8 << byte.ilog2() };
            let word = u64::from_le_bytes([byte, 0, 255, byte, 1, 0, byte, byte]);
            let expected = [highest, 0, 128, highest, 1, 0, highest, highest];
            assert_eq!(highest_bits(word).to_le_bytes(), expected);
        }
    }

    #[test]
    fn new_edges_and_new_counts_are_told_apart() {
        let mut coverage = Bucketed::default();
        let mut edges = Vec::new();
        assert_eq!(coverage.novelty(&[0, 1, 0, 5]), Novelty::Edge);
        coverage.add(&[0, 1, 0, 5], |edge| edges.push(edge));
        assert_eq!(coverage.novelty(&[0, 1, 0, 7]), Novelty::Nothing, "5 and 7 share a bucket");
        assert_eq!(coverage.novelty(&[0, 1, 0, 8]), Novelty::Count);
        assert_eq!(coverage.novelty(&[0, 2, 9, 0]), Novelty::Edge);
        coverage.add(&[0, 2, 9, 8], |edge| edges.push(edge));
        assert_eq!(edges, [1, 3, 2]);
        assert_eq!(coverage.edges(), 3);
        assert_eq!(coverage.novelty(&[0, 3, 9, 8]), Novelty::Nothing);
    }
}
