//! Bits seen of each edge: what the set of edges and the set of buckets share.

use crate::coverage::{BLOCK, Counters, WORD, count_covered, marks, passed, visit_words};
use crate::packed::{pack, unpack};
use crate::wire::Wire;

/// A byte for each edge, zero if the edge has not been covered.
#[derive(Debug, Default)]
pub(super) struct SeenBits {
    /// A multiple of [`BLOCK`] bytes.
    bits: Vec<u8>,
    edges: usize,
}

impl SeenBits {
    /// Number of edges covered.
    pub(super) fn edges(&self) -> usize {
        self.edges
    }

    /// The bits seen of a block of edges; edges beyond the known ones have never been covered.
    #[inline]
    pub(super) fn block(&self, at: usize) -> &[u8; BLOCK] {
        self.bits.as_chunks::<BLOCK>().0.get(at).unwrap_or(&[0; BLOCK])
    }

    /// Adds the bits of every covered edge, which `bits_of` gives for eight counters at a time; `visit` is called with
    /// every edge that is covered for the first time.
    pub(super) fn add(
        &mut self,
        counters: &Counters,
        bits_of: impl Fn(u64) -> u64,
        mut visit: impl FnMut(usize),
    ) {
        let length = counters.len().next_multiple_of(BLOCK);
        if self.bits.len() < length {
            self.bits.resize(length, 0);
        }
        let (known, _) = self.bits.as_chunks_mut::<WORD>();
        visit_words(counters, |at, word| {
            let before = u64::from_le_bytes(known[at]);
            let bits = bits_of(word);
            if bits & !before == 0 {
                return;
            }
            known[at] = (before | bits).to_le_bytes();
            for place in passed(marks(bits) & !marks(before)) {
                self.edges += 1;
                visit(at * WORD + place);
            }
        });
    }
}

impl Wire for SeenBits {
    fn write(&self, bytes: &mut Vec<u8>) {
        (self.bits.len() as u64).write(bytes);
        pack(&self.bits).write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut bits = super::zeroes(u64::read(bytes)?)?;
        if !unpack(&Vec::read(bytes)?, &mut bits) {
            return None;
        }
        let edges = count_covered(&bits);
        Some(Self { bits, edges })
    }
}
