//! Coverage with hit counts in buckets, one for each highest bit (Zest).

use super::seen_bits::SeenBits;
use crate::coverage::{BLOCK, Counters, covered_edges};
use crate::wire::Wire;

/// The buckets seen of each edge: a bit for each bucket.
#[derive(Debug, Default)]
pub(crate) struct Bucketed {
    seen: SeenBits,
}

impl Bucketed {
    /// Number of edges seen.
    pub(crate) fn edges(&self) -> usize {
        self.seen.edges()
    }

    /// What has been seen of a block of edges.
    #[inline]
    pub(super) fn block(&self, at: usize) -> &[u8; BLOCK] {
        self.seen.block(at)
    }

    /// Whether this block of counters holds an edge or a bucket that has not been seen. Asked after every run, so 64
    /// edges are compared together.
    #[inline]
    pub(crate) fn lacks_some_of_block(&self, at: usize, counts: &[u8; BLOCK]) -> bool {
        let all_bits = |new, (count, seen): (&u8, &u8)| new | (count & !seen);
        let highest = |new, (count, seen): (&u8, &u8)| new | (highest_bit(*count) & !seen);
        let seen = self.block(at);
        // Where all bits of a count have been seen, its highest one has; most blocks need no closer look.
        counts.iter().zip(seen).fold(0, all_bits) != 0
            && counts.iter().zip(seen).fold(0, highest) != 0
    }

    /// Adds these counters; `visit` is called with every edge that had not been seen.
    pub(crate) fn add(&mut self, counters: &Counters, visit: impl FnMut(usize)) {
        self.seen.add(counters, highest_bits, visit);
    }

    /// Adds these counters; `visit` is called with every edge that had not been seen with that count.
    pub(super) fn add_visiting_counts(
        &mut self,
        counters: &Counters,
        mut visit: impl FnMut(usize),
    ) {
        for edge in covered_edges(counters) {
            let seen = self.seen.block(edge / BLOCK)[edge % BLOCK];
            if highest_bit(counters[edge]) & !seen != 0 {
                visit(edge);
            }
        }
        self.seen.add(counters, highest_bits, |_| ());
    }
}

impl Wire for Bucketed {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.seen.write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self { seen: SeenBits::read(bytes)? })
    }
}

/// The highest bit of a count, alone: its bucket.
#[inline]
pub(crate) fn highest_bit(count: u8) -> u8 {
    let mut filled = count;
    filled |= filled >> 1;
    filled |= filled >> 2;
    filled |= filled >> 4;
    filled ^ (filled >> 1)
}

/// The highest bit of each of eight counts, alone.
#[inline]
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
    use crate::coverage::any_touched_block;

    impl Bucketed {
        fn lacks_some_of(&self, counters: &Counters) -> bool {
            any_touched_block(counters, |at, counts| self.lacks_some_of_block(at, counts))
        }
    }

    #[test]
    fn the_highest_bit_of_a_count_is_left() {
        for count in 0..=255u8 {
            let highest = if count == 0 { 0 } else { 1u8 << count.ilog2() };
            assert_eq!(highest_bit(count), highest);
            let word = u64::from_le_bytes([count, 0, 255, count, 1, 0, count, count]);
            let expected = [highest, 0, 128, highest, 1, 0, highest, highest];
            assert_eq!(highest_bits(word).to_le_bytes(), expected);
        }
    }

    #[test]
    fn new_edges_and_new_counts_are_noticed() {
        let mut coverage = Bucketed::default();
        let mut edges = Vec::new();
        assert!(coverage.lacks_some_of(&[0, 1, 0, 5]));
        coverage.add(&[0, 1, 0, 5], |edge| edges.push(edge));
        assert!(!coverage.lacks_some_of(&[0, 1, 0, 7]), "5 and 7 share a bucket");
        assert!(coverage.lacks_some_of(&[0, 1, 0, 8]));
        assert!(coverage.lacks_some_of(&[0, 1, 9, 0]));
        coverage.add(&[0, 2, 9, 8], |edge| edges.push(edge));
        assert_eq!(edges, [1, 3, 2]);
        assert_eq!(coverage.edges(), 3);
        assert!(!coverage.lacks_some_of(&[0, 3, 9, 8]));
    }

    #[test]
    fn every_count_is_told_from_every_set_of_buckets_that_lacks_it() {
        for seen in 0..=255_u8 {
            let mut coverage = Bucketed::default();
            (0..8)
                .filter(|bit| seen & (1 << bit) != 0)
                .for_each(|bit| coverage.add(&[1 << bit], |_| ()));
            for count in 1..=255_u8 {
                let is_new = seen & highest_bit(count) == 0;
                assert_eq!(coverage.lacks_some_of(&[count]), is_new, "{count} beside {seen:b}");
            }
        }
    }

    #[test]
    fn a_bucket_is_noticed_at_every_place_and_length() {
        for length in [1, 63, 64, 65, 200] {
            let mut coverage = Bucketed::default();
            coverage.add(&vec![1; length], |_| ());
            for edge in 0..length {
                let mut counters = vec![1; length];
                counters[edge] = 2;
                assert!(coverage.lacks_some_of(&counters), "edge {edge} of {length}");
            }
        }
    }
}
