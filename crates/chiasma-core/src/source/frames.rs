//! The execution index of the point that a generator has reached (The Havoc Paradox, section 2.2).

use crate::identity::combine;

/// The calls under way, each with how often every key was met in it.
///
/// A key is a call site where execution indexes are wanted, and a label where saved inputs are
/// replayed. One arena serves all frames: a frame owns its tail, which goes when the frame ends.
#[derive(Debug, Clone, Default)]
pub(crate) struct Frames {
    counts: Vec<Count>,
    calls: Vec<Frame>,
}

#[derive(Debug, Clone, Copy)]
struct Count {
    key: u64,
    times: u32,
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    index: u64,
    counts_from: u32,
}

/// One more occurrence of a key in the current frame: the index it has, and which occurrence it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) index: u64,
    pub(crate) times: u32,
}

impl Frames {
    /// Forgets everything, as before the first call.
    pub(crate) fn clear(&mut self) {
        self.counts.clear();
        self.calls.clear();
    }

    /// Meets `key` once more in the current frame.
    #[inline]
    pub(crate) fn step(&mut self, key: u64) -> Step {
        let (index, from) = match self.calls.last() {
            Some(frame) => (frame.index, frame.counts_from as usize),
            None => (0, 0),
        };
        let known = self.counts[from..].iter_mut().find(|count| count.key == key);
        let times = match known {
            Some(count) => {
                count.times += 1;
                count.times
            }
            None => self.first(key),
        };
        Step { index: combine(index, key.wrapping_add(u64::from(times))), times }
    }

    /// Meets `key` for the first time in the current frame.
    #[inline(never)]
    fn first(&mut self, key: u64) -> u32 {
        self.counts.push(Count { key, times: 1 });
        1
    }

    /// The index of the innermost call, if nothing happened in it so far; nothing outside of all calls.
    pub(crate) fn index_if_empty(&self) -> Option<u64> {
        let innermost = self.calls.last()?;
        (innermost.counts_from as usize == self.counts.len()).then_some(innermost.index)
    }

    /// Enters the call at `key`.
    #[inline]
    pub(crate) fn enter(&mut self, key: u64) -> Step {
        let step = self.step(key);
        self.calls.push(Frame { index: step.index, counts_from: self.counts.len() as u32 });
        step
    }

    /// Leaves the innermost call.
    #[inline]
    pub(crate) fn exit(&mut self) {
        if let Some(frame) = self.calls.pop() {
            self.counts.truncate(frame.counts_from as usize);
        }
    }
}
