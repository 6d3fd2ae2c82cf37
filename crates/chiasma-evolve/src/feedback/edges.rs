//! Which edges have been covered at all.

use super::seen_bits::SeenBits;
use super::{Admission, Feedback, Part};
use crate::coverage::{BLOCK, Counters, any_touched_block, marks};
use crate::members::MemberIndex;
use crate::run::{Run, Verdict};
use crate::search::Keeping;
use crate::wire::Wire;

/// Saves what covers a new edge.
pub(crate) const NEW_EDGES: Part<dyn Feedback> = Part {
    description: "new edge",
    settings: &[],
    build: |_, _| Box::new(EdgeFeedback::default()),
};

/// A set of edges.
#[derive(Debug, Default)]
pub(crate) struct EdgeSet {
    /// All bits of an edge are set if it is in the set.
    seen: SeenBits,
}

impl EdgeSet {
    /// Number of edges in it.
    pub(crate) fn len(&self) -> usize {
        self.seen.edges()
    }

    /// Whether these counters passed an edge that is not in it.
    pub(crate) fn lacks_some_of(&self, counters: &Counters) -> bool {
        any_touched_block(counters, |at, counts| self.lacks_some_of_block(at, counts))
    }

    /// What has been seen of a block of edges.
    #[inline]
    pub(super) fn block(&self, at: usize) -> &[u8; BLOCK] {
        self.seen.block(at)
    }

    /// Whether this block of counters passed an edge that is not in it. Asked after every run, so 64 edges are compared
    /// together.
    #[inline]
    pub(crate) fn lacks_some_of_block(&self, at: usize, counts: &[u8; BLOCK]) -> bool {
        let new = |new, (count, seen): (&u8, &u8)| new | (count & !seen);
        counts.iter().zip(self.block(at)).fold(0, new) != 0
    }

    /// Adds the edges that these counters passed; `visit` is called with every one that was not in it.
    pub(crate) fn add(&mut self, counters: &Counters, visit: impl FnMut(usize)) {
        self.seen.add(counters, |word| (marks(word) >> 7) * 0xff, visit);
    }
}

impl Wire for EdgeSet {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.seen.write(bytes);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self { seen: SeenBits::read(bytes)? })
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
        assert_eq!(restored.len(), 2);
        assert!(!restored.lacks_some_of(&[0, 1, 0, 9]) && restored.lacks_some_of(&[0, 0, 1, 0]));
        assert!(EdgeSet::read(&mut &bytes[..bytes.len() - 1]).is_none());
    }
}
