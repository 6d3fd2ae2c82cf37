//! Bits seen of each edge: what the set of edges and the set of buckets share.

use crate::coverage::{BLOCK, Counters, WORD, count_covered, is_clear, marks, passed, visit_words};
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

    /// Whether `is_new` holds for a block of counters beside the bits seen of these edges. Asked after every run, so
    /// 64 edges are compared together.
    #[inline]
    pub(super) fn lacks_some_of(
        &self,
        counters: &Counters,
        is_new: impl Fn(&[u8; BLOCK], &[u8; BLOCK]) -> bool,
    ) -> bool {
        let (blocks, rest) = counters.as_chunks::<BLOCK>();
        let (known, _) = self.bits.as_chunks::<BLOCK>();
        let in_known = blocks.iter().zip(known).any(|(counts, seen)| is_new(counts, seen));
        // Edges beyond the known ones have never been covered.
        let beyond = &blocks[known.len().min(blocks.len())..];
        in_known
            || !beyond.iter().all(is_clear)
            || !rest.is_empty() && {
                let mut last = [0; BLOCK];
                last[..rest.len()].copy_from_slice(rest);
                is_new(&last, known.get(blocks.len()).unwrap_or(&[0; BLOCK]))
            }
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
