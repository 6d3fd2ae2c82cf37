//! A sign of life during long work: a line a second at most, on standard error.

use std::time::{Duration, Instant};

const PERIOD: Duration = Duration::from_secs(1);

/// When work began, and when something was said of it last.
#[derive(Debug)]
pub(crate) struct Pulse {
    started: Instant,
    said: Instant,
}

impl Pulse {
    /// Work begins.
    pub(crate) fn start() -> Self {
        let now = Instant::now();
        Self { started: now, said: now }
    }

    /// Says how far it is, if it is time to.
    pub(crate) fn beat(&mut self, text: impl FnOnce() -> String) {
        if self.said.elapsed() >= PERIOD {
            self.said = Instant::now();
            note!("{} ({} s)", text(), self.started.elapsed().as_secs());
        }
    }
}
