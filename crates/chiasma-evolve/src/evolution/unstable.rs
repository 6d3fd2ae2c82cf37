//! Unstable edges: those that the same input covers in one run and not in the next.

use std::collections::BTreeMap;

use crate::wire::Wire;

/// An edge that was unstable this often is ignored from then on: it would stay new for ever, and every input that
/// passes it would be run twice.
const MAX_FLICKERS: u8 = 3;

/// The unstable edges, and how often each was seen to be unstable.
#[derive(Debug, Default)]
pub(super) struct UnstableEdges {
    times: BTreeMap<u32, u8>,
}

/// Whether coverage of an unstable edge still counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trust {
    /// It counts.
    Kept,
    /// It was unstable once too often just now, and is to be ignored.
    JustLost,
    /// It is ignored already.
    Lost,
}

impl UnstableEdges {
    /// Number of unstable edges.
    pub(super) fn len(&self) -> usize {
        self.times.len()
    }

    /// Counts that an edge was unstable.
    pub(super) fn flickered(&mut self, edge: usize) -> Trust {
        let times = self.times.entry(edge as u32).or_default();
        *times = times.saturating_add(1);
        match (*times).cmp(&MAX_FLICKERS) {
            std::cmp::Ordering::Less => Trust::Kept,
            std::cmp::Ordering::Equal => Trust::JustLost,
            std::cmp::Ordering::Greater => Trust::Lost,
        }
    }

    /// The edges to ignore.
    pub(super) fn ignored(&self) -> impl Iterator<Item = usize> {
        self.times
            .iter()
            .filter(|(_, times)| **times >= MAX_FLICKERS)
            .map(|(edge, _)| *edge as usize)
    }
}

impl Wire for UnstableEdges {
    fn write(&self, bytes: &mut Vec<u8>) {
        let times: Vec<(u32, u8)> =
            self.times.iter().map(|(edge, times)| (*edge, *times)).collect();
        times.write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self { times: Vec::<(u32, u8)>::read(bytes)?.into_iter().collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_ignored_when_it_was_unstable_three_times_and_after_a_restart() {
        let mut edges = UnstableEdges::default();
        let seen: Vec<Trust> = (0..4).map(|_| edges.flickered(7)).collect();
        assert_eq!(seen, [Trust::Kept, Trust::Kept, Trust::JustLost, Trust::Lost]);
        edges.flickered(9);
        let mut bytes = Vec::new();
        edges.write(&mut bytes);
        let restored = UnstableEdges::read(&mut &bytes[..]).unwrap();
        assert_eq!((restored.len(), restored.ignored().collect::<Vec<_>>()), (2, vec![7]));
    }
}
