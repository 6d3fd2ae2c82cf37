//! Which edges have been covered at all.

use super::{Admission, Feedback, Part};
use crate::coverage::{BLOCK, Counters, covered_edges};
use crate::members::MemberIndex;
use crate::packed::{pack, unpack};
use crate::run::{Run, Verdict};
use crate::search::Keeping;
use crate::wire::Wire;

/// Saves what covers a new edge.
pub(crate) const NEW_EDGES: Part<dyn Feedback> = Part {
    description: "new edge",
    settings: &[],
    build: |_, _| Box::new(EdgeFeedback::default()),
};

/// A set of edges: a byte an edge, all of its bits set if it is in the set.
#[derive(Debug, Default)]
pub(crate) struct EdgeSet {
    seen: Vec<u8>,
    len: usize,
}

impl EdgeSet {
    /// How many edges are in it.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Whether these counters passed an edge that is not in it. Asked after every run, so 64 edges are
    /// looked at together.
    pub(crate) fn lacks_some_of(&self, counters: &Counters) -> bool {
        let (blocks, rest) = counters.as_chunks::<BLOCK>();
        let (known, _) = self.seen.as_chunks::<BLOCK>();
        let in_known = blocks.iter().zip(known).any(|(counts, seen)| {
            counts.iter().zip(seen).fold(0, |new, (count, seen)| new | (count & !seen)) != 0
        });
        // What lies behind the edges known of has never been passed.
        let beyond = &blocks[known.len().min(blocks.len())..];
        let tail = blocks.len() * BLOCK;
        in_known
            || beyond.iter().any(|counts| *counts != [0; BLOCK])
            || covered_edges(rest).any(|edge| !self.contains(tail + edge))
    }

    pub(crate) fn contains(&self, edge: usize) -> bool {
        self.seen.get(edge).is_some_and(|seen| *seen != 0)
    }

    /// Adds the edges that these counters passed; `visit` is told of every one that was not in it.
    pub(crate) fn add(&mut self, counters: &Counters, mut visit: impl FnMut(usize)) {
        let length = counters.len().next_multiple_of(BLOCK);
        if self.seen.len() < length {
            self.seen.resize(length, 0);
        }
        for edge in covered_edges(counters) {
            if self.seen[edge] == 0 {
                self.seen[edge] = u8::MAX;
                self.len += 1;
                visit(edge);
            }
        }
    }
}

impl Wire for EdgeSet {
    fn write(&self, bytes: &mut Vec<u8>) {
        (self.seen.len() as u64).write(bytes);
        pack(&self.seen).write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut seen = super::zeroes(u64::read(bytes)?)?;
        if !unpack(&Vec::read(bytes)?, &mut seen) {
            return None;
        }
        let len = covered_edges(&seen).count();
        Some(Self { seen, len })
    }
}

/// Feedback that only looks for new edges.
#[derive(Debug, Default)]
struct EdgeFeedback {
    seen: EdgeSet,
}

impl Feedback for EdgeFeedback {
    fn judge(&self, run: &Run<'_>) -> Verdict {
        Verdict::new_if(self.seen.lacks_some_of(run.counters))
    }

    fn admit(&mut self, keeping: &Keeping<'_>, _: MemberIndex) -> Admission {
        let mut admission = Admission::default();
        self.seen.add(keeping.run.counters, |edge| admission.responsible_for.push(edge));
        admission.new_edges = admission.responsible_for.len();
        admission
    }

    fn covered(&self) -> usize {
        self.seen.len()
    }

    fn save(&self, body: &mut Vec<u8>) {
        self.seen.write(body);
    }

    fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        self.seen = EdgeSet::read(body)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_edge_is_found_at_every_place_and_length() {
        for length in [1, 63, 64, 65, 200] {
            let mut set = EdgeSet::default();
            let mut known = vec![0; length];
            known[0] = 1;
            assert!(set.lacks_some_of(&known), "nothing is known yet");
            set.add(&known, |_| ());
            assert!(!set.lacks_some_of(&known));
            for edge in 1..length {
                let mut counters = known.clone();
                counters[edge] = 200;
                assert!(set.lacks_some_of(&counters), "edge {edge} of {length}");
            }
            let longer = [&known[..], &[0; 100], &[1]].concat();
            assert!(set.lacks_some_of(&longer), "an edge of a library that was loaded later");
        }
    }

    #[test]
    fn a_set_that_is_saved_and_restored_is_the_same() {
        let mut set = EdgeSet::default();
        let mut new = Vec::new();
        set.add(&[0, 3, 0, 1], |edge| new.push(edge));
        assert_eq!((new, set.len()), (vec![1, 3], 2));
        let mut bytes = Vec::new();
        set.write(&mut bytes);
        let restored = EdgeSet::read(&mut &bytes[..]).unwrap();
        assert_eq!((restored.seen, restored.len), (set.seen, set.len));
        assert!(EdgeSet::read(&mut &bytes[..bytes.len() - 1]).is_none());
    }
}
