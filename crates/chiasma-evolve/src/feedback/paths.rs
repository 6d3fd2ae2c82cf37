//! Paths: which runs passed the same edges, and how often each.

use std::collections::HashSet;

use crate::coverage::{BLOCK, Counters, WORD, marks, visit_touched_blocks};
use crate::feedback::bucketed::highest_bits;

/// Maximum number of remembered paths: a campaign of days has no end of them. After that nothing counts
/// as new.
const MAX_PATHS: usize = 1 << 22;

/// The hashes of different paths that were seen, in the order in which they were.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    seen: HashSet<u64>,
    /// Those that have been seen since they were last taken for a checkpoint.
    unsaved: Vec<u64>,
}

impl Paths {
    /// Whether nothing took this path before; from now on something did.
    pub(crate) fn is_new(&mut self, path: u64) -> bool {
        let is_new = self.seen.len() < MAX_PATHS && self.seen.insert(path);
        if is_new {
            self.unsaved.push(path);
        }
        is_new
    }

    /// What has been added since the last time.
    pub(crate) fn take_unsaved(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.unsaved)
    }

    /// Restores what was seen.
    pub(crate) fn restore(&mut self, paths: &[u64]) {
        self.seen = paths.iter().copied().collect();
        self.unsaved.clear();
    }
}

/// The hash of all edges passed, with the order of magnitude of their counts.
pub(crate) fn path_with_counts(counters: &Counters) -> u64 {
    hash(counters, highest_bits)
}

/// The hash of the set of edges passed.
pub(crate) fn set_of_edges(counters: &Counters) -> u64 {
    hash(counters, marks)
}

/// Numbers that have nothing to do with each other, one for each word of a block: the digits of pi.
const SECRETS: [u64; BLOCK / WORD] = [
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7344,
    0xa409_3822_299f_31d0,
    0x082e_fa98_ec4e_6c89,
    0x4528_21e6_38d0_1377,
    0xbe54_66cf_34e9_0c6c,
    0xc0ac_29b7_c97c_50dd,
    0x3f84_d5b5_b547_0917,
];

/// A sum, so that blocks do not wait for each other.
fn hash(counters: &Counters, part: impl Fn(u64) -> u64) -> u64 {
    let mut sum = 0_u64;
    visit_touched_blocks(counters, |at, counts| {
        sum = sum.wrapping_add(hash_of_block(at, counts, &part));
    });
    sum
}

/// The hash of a block. All its words count, zero or not: which ones are zero cannot be guessed. Each is multiplied as
/// two halves (as in XXH3), which the processor can do for two words at a time.
#[inline]
fn hash_of_block(at: usize, counts: &[u8; BLOCK], part: impl Fn(u64) -> u64) -> u64 {
    let place = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let words = counts.as_chunks::<WORD>().0.iter().zip(SECRETS);
    let sum = words.fold(0_u64, |sum, (word, secret)| {
        let word = part(u64::from_le_bytes(*word));
        let keyed = word ^ secret.wrapping_add(place);
        let product = (keyed & u64::from(u32::MAX)).wrapping_mul(keyed >> 32);
        sum.wrapping_add(product.wrapping_add(word))
    });
    let wide = u128::from(sum ^ place) * 0xe703_7ed1_a0b4_28db;
    (wide >> 64) as u64 ^ wide as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_differ_by_edges_and_orders_of_magnitude() {
        let mut paths = Paths::default();
        assert!(paths.is_new(path_with_counts(&[1, 0, 5])));
        assert!(!paths.is_new(path_with_counts(&[1, 0, 7])));
        assert!(paths.is_new(path_with_counts(&[1, 0, 8])));
        assert!(paths.is_new(path_with_counts(&[0, 1, 5])));
        assert!(!paths.is_new(path_with_counts(&[1, 0, 5, 0, 0, 0, 0, 0, 0, 0])));
        assert_eq!(paths.take_unsaved().len(), 3);
        assert_eq!(paths.take_unsaved(), []);
    }

    #[test]
    fn every_count_at_every_place_makes_another_path() {
        const EDGES: usize = 4 * BLOCK;
        let mut runs = HashSet::new();
        for (edge, bit) in (0..EDGES).flat_map(|edge| (0..8).map(move |bit| (edge, bit))) {
            for other in [edge, 0, BLOCK, EDGES - 1] {
                let mut counters = [0; EDGES];
                counters[other] = 64;
                counters[edge] = 1 << bit;
                runs.insert(counters);
            }
        }
        let paths: HashSet<u64> = runs.iter().map(|run| path_with_counts(run)).collect();
        assert_eq!(paths.len(), runs.len());
    }

    #[test]
    fn sets_of_edges_differ_by_edges_only() {
        assert_eq!(set_of_edges(&[1, 0, 5]), set_of_edges(&[9, 0, 1]));
        assert_ne!(set_of_edges(&[1, 0, 5]), set_of_edges(&[1, 5, 0]));
        assert_ne!(set_of_edges(&[1; 8]), set_of_edges(&[1; 16]));
    }
}
