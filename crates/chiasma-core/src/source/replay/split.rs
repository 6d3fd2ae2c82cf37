//! Replay of two sequences, one for each role (BeDivFuzz).

use super::copy;
use crate::request::Role;
use crate::trace::Trace;

/// An input as two sequences: what decides its shape, and what fills it in.
///
/// A change to one leaves the other where it is, so the shape can be changed without disturbing the
/// values, and the other way round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Split {
    /// The answers that decide the shape.
    pub structural: Vec<u8>,
    /// The answers that fill it in.
    pub values: Vec<u8>,
    next: [usize; 2],
}

impl Split {
    /// The two sequences that a traced run consists of.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let mut input = Self::default();
        for request in trace.requests() {
            let sequence = match request.role {
                Role::Structural => &mut input.structural,
                Role::Value => &mut input.values,
            };
            sequence.extend_from_slice(trace.bytes_of(request));
        }
        input
    }

    /// Becomes a copy of `other`, to be read from the beginning, and keeps its own buffers.
    pub fn copy_from(&mut self, other: &Self) {
        self.structural.clone_from(&other.structural);
        self.values.clone_from(&other.values);
        self.next = [0; 2];
    }

    /// The next number of `width` bytes of the sequence for `role`, if it is all there.
    pub(super) fn number(&mut self, role: Role, width: usize) -> Option<u64> {
        let mut word = [0; 8];
        let whole = self.block(role, &mut word[..width]) == width;
        whole.then(|| u64::from_le_bytes(word))
    }

    /// Fills the front of `block` from the sequence for `role`, and says how far.
    pub(super) fn block(&mut self, role: Role, block: &mut [u8]) -> usize {
        let (sequence, next) = match role {
            Role::Structural => (&self.structural, &mut self.next[0]),
            Role::Value => (&self.values, &mut self.next[1]),
        };
        let read = copy(sequence.get(*next..).unwrap_or_default(), block);
        *next += block.len();
        read
    }
}
