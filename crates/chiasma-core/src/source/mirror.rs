//! A copy of the recording, written while it is drawn, for a process that outlives this one.

use std::sync::atomic::{AtomicU8, Ordering};

use super::Source;

/// Where a recording is copied to, and whether it is.
#[derive(Debug, Default)]
pub(super) struct Mirror {
    bytes: Option<&'static [AtomicU8]>,
    is_on: bool,
}

impl Source {
    /// Copies the recording of every run to `bytes` as it is drawn, unless the bytes that the source is loaded
    /// with and the seed determine it: shared memory, from which another process takes the input if this
    /// one dies.
    pub fn set_mirror(&mut self, bytes: &'static [AtomicU8]) {
        self.mirror.bytes = Some(bytes);
    }
}

impl Source {
    /// Copies `width` bytes of the recording at `at` to the mirror.
    #[inline(never)]
    pub(super) fn mirror_at(&mut self, at: usize, width: usize) {
        self.mirror.write(at, &self.bytes[at..at + width]);
    }
}

impl Mirror {
    /// A run begins, with these bytes to be read.
    pub(super) fn restart(&mut self, is_needed: bool, bytes: &[u8]) {
        self.is_on = is_needed && self.bytes.is_some();
        self.write(0, bytes);
    }

    /// Whether the run is mirrored.
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    pub(super) fn turn_on(&mut self) {
        self.is_on = self.bytes.is_some();
    }

    /// Copies what was written at `at`, if the run is mirrored.
    pub(super) fn write(&mut self, at: usize, bytes: &[u8]) {
        if !self.is_on {
            return;
        }
        let places = self.bytes.and_then(|mirror| mirror.get(at..)).unwrap_or_default();
        for (place, byte) in places.iter().zip(bytes) {
            place.store(*byte, Ordering::Relaxed);
        }
    }
}
