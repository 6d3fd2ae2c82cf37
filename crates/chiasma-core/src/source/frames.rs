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

impl Step {
    #[inline]
    fn new(frame: u64, key: u64, times: u32) -> Self {
        Self { index: combine(frame, key.wrapping_add(u64::from(times))), times }
    }
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
        match self.step_again(key) {
            Some(step) => step,
            None => self.step_first(key),
        }
    }

    /// Meets `key` in the current frame, if that is not the first time.
    #[inline]
    pub(crate) fn step_again(&mut self, key: u64) -> Option<Step> {
        let Frame { index, counts_from } = self.innermost();
        let counts = self.counts.get_mut(counts_from as usize..)?;
        let count = counts.iter_mut().find(|count| count.key == key)?;
        count.times += 1;
        Some(Step::new(index, key, count.times))
    }

    /// Meets `key` for the first time in the current frame.
    #[inline(never)]
    pub(crate) fn step_first(&mut self, key: u64) -> Step {
        self.counts.push(Count { key, times: 1 });
        Step::new(self.innermost().index, key, 1)
    }

    /// The innermost call; outside of all calls one that has everything in it.
    #[inline]
    fn innermost(&self) -> Frame {
        self.calls.last().copied().unwrap_or(Frame { index: 0, counts_from: 0 })
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
