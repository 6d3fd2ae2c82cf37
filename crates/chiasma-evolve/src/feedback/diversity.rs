//! Behavioural diversity: the effective number of covered edges (BeDivFuzz; the paper calls edges *branches*).

use crate::coverage::{Counters, covered_edges};
use crate::feedback::paths::{Paths, path_with_counts};
use crate::wire::{Wire, wire};

/// How often each edge was covered, each path counted once.
#[derive(Debug, Default)]
pub struct Diversity {
    paths: Paths,
    hits: Vec<u64>,
}

wire! {
    /// The Hill numbers of order 0, 1 and 2: the number of covered edges, and the number of equally often covered
    /// edges that would be as diverse; the higher the order, the less rare edges count.
    #[derive(Debug, Clone, Copy, PartialEq, Default)]
    pub struct HillNumbers {
        /// The number of edges.
        pub b0: f64,
        /// The exponential of the Shannon entropy.
        pub b1: f64,
        /// The inverse of the Simpson concentration.
        pub b2: f64,
    }
}

impl Diversity {
    /// Counts a run.
    pub fn observe(&mut self, counters: &Counters) {
        if self.paths.is_new(path_with_counts(counters)) {
            self.hits.resize(self.hits.len().max(counters.len()), 0);
            covered_edges(counters).for_each(|edge| self.hits[edge] += 1);
        }
    }

    pub(crate) fn take_unsaved(&mut self) -> Vec<u64> {
        self.paths.take_unsaved()
    }

    pub(crate) fn save(&self, body: &mut Vec<u8>) {
        let hits = self.hits.iter().enumerate().filter(|(_, hits)| **hits > 0);
        let hits: Vec<(u32, u64)> = hits.map(|(edge, hits)| (edge as u32, *hits)).collect();
        (self.hits.len() as u64).write(body);
        hits.write(body);
    }

    pub(crate) fn load(&mut self, paths: &[u64], body: &mut &[u8]) -> Option<()> {
        self.paths.restore(paths);
        self.hits = super::zeroes(u64::read(body)?)?.into_iter().map(u64::from).collect();
        for (edge, hits) in Vec::<(u32, u64)>::read(body)? {
            *self.hits.get_mut(edge as usize)? = hits;
        }
        Some(())
    }

    /// The diversity of all runs so far.
    #[must_use]
    pub fn hill_numbers(&self) -> HillNumbers {
        let total: u64 = self.hits.iter().sum();
        if total == 0 {
            return HillNumbers::default();
        }
        let shares =
            || self.hits.iter().filter(|hits| **hits > 0).map(|&hits| hits as f64 / total as f64);
        let entropy: f64 = shares().map(|share| -share * share.ln()).sum();
        let concentration: f64 = shares().map(|share| share * share).sum();
        HillNumbers { b0: shares().count() as f64, b1: entropy.exp(), b2: 1.0 / concentration }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evenly_covered_edges_all_count_and_rare_ones_count_less() {
        let mut even = Diversity::default();
        even.observe(&[1, 1, 1, 1, 0]);
        let HillNumbers { b0, b1, b2 } = even.hill_numbers();
        assert_eq!(b0, 4.0);
        assert!((b1 - 4.0).abs() < 1e-9 && (b2 - 4.0).abs() < 1e-9, "{b1} {b2}");
        // Three paths, one of which alone passes the second branch: shares 3/4 and 1/4.
        let mut uneven = Diversity::default();
        for counters in [[1, 0], [2, 0], [1, 1], [1, 0]] {
            uneven.observe(&counters);
        }
        let HillNumbers { b0, b1, b2 } = uneven.hill_numbers();
        assert_eq!(b0, 2.0);
        // exp(-(0.75 ln 0.75 + 0.25 ln 0.25)) and 1 / (0.5625 + 0.0625).
        assert!((b1 - 1.754_765).abs() < 1e-6, "{b1}");
        assert!((b2 - 1.6).abs() < 1e-9, "{b2}");
        assert_eq!(Diversity::default().hill_numbers(), HillNumbers::default());
    }
}
