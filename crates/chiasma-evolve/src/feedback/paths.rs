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

/// A sum, so that the words do not wait for each other. In a block that was touched all words count, zero or not: which
/// ones are zero cannot be guessed.
fn hash(counters: &Counters, part: impl Fn(u64) -> u64) -> u64 {
    let mut sum = 0_u64;
    visit_touched_blocks(counters, |block, counts| {
        for (n, word) in counts.as_chunks::<WORD>().0.iter().enumerate() {
            let at = (block * (BLOCK / WORD) + n) as u64;
            let place = at.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let word = part(u64::from_le_bytes(*word));
            let wide = u128::from(word ^ place) * u128::from(place ^ 0xe703_7ed1_a0b4_28db);
            sum = sum.wrapping_add((wide >> 64) as u64 ^ wide as u64);
        }
    });
    sum
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
    fn sets_of_edges_differ_by_edges_only() {
        assert_eq!(set_of_edges(&[1, 0, 5]), set_of_edges(&[9, 0, 1]));
        assert_ne!(set_of_edges(&[1, 0, 5]), set_of_edges(&[1, 5, 0]));
        assert_ne!(set_of_edges(&[1; 8]), set_of_edges(&[1; 16]));
    }
}
