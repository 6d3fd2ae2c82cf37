//! Paths: which runs passed the same edges equally often, up to the order of magnitude.

use std::collections::HashSet;

use crate::coverage::{Counters, words};
use crate::feedback::bucketed::highest_bits;

/// So many paths are remembered: 16 bytes each, and a campaign of days has no end of them. After that
/// nothing counts as new.
const MAX_PATHS: usize = 1 << 24;

/// The different paths that were seen.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    seen: HashSet<u64>,
}

impl Paths {
    /// Whether nothing took this path before; from now on something did.
    pub(crate) fn is_new(&mut self, counters: &Counters) -> bool {
        self.seen.len() < MAX_PATHS && self.seen.insert(path(counters))
    }
}

/// The hash of a path: of all edges with their buckets.
pub(crate) fn path(counters: &Counters) -> u64 {
    words(counters).fold(0, |hash: u64, (at, word)| {
        let mixed = (hash ^ highest_bits(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ (mixed >> 29) ^ at as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_differ_by_edges_and_orders_of_magnitude() {
        let mut paths = Paths::default();
        assert!(paths.is_new(&[1, 0, 5]));
        assert!(!paths.is_new(&[1, 0, 7]));
        assert!(paths.is_new(&[1, 0, 8]));
        assert!(paths.is_new(&[0, 1, 5]));
        assert!(!paths.is_new(&[1, 0, 5, 0, 0, 0, 0, 0, 0, 0]));
    }
}
