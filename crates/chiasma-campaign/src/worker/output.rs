//! The end of a worker's output.

use std::io::Read;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Maximum time to wait for the last output of a worker that has exited.
const OUTPUT_TIMEOUT: Duration = Duration::from_millis(500);
/// Maximum number of bytes kept of a worker's output.
const MAX_OUTPUT: usize = 16 << 10;

/// The last that a worker prints, read as it comes.
#[derive(Debug)]
pub(super) struct Output {
    tail: Arc<Mutex<Vec<u8>>>,
    /// Closed when there is no more to come.
    end: Receiver<()>,
}

impl Output {
    pub(super) fn read(mut from: impl Read + Send + 'static) -> Self {
        let tail = Arc::new(Mutex::new(Vec::new()));
        let (open, end) = channel();
        let kept = Arc::clone(&tail);
        std::thread::spawn(move || {
            let mut buffer = [0; 4_096];
            while let Ok(read @ 1..) = from.read(&mut buffer) {
                let mut tail = kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                tail.extend_from_slice(&buffer[..read]);
                let surplus = tail.len().saturating_sub(MAX_OUTPUT);
                tail.drain(..surplus);
            }
            drop(open);
        });
        Self { tail, end }
    }

    /// The last output of a worker that has exited. Processes that it started may keep its output open, so the
    /// wait for its end is limited.
    pub(super) fn last_output(&self) -> String {
        let _ = self.end.recv_timeout(OUTPUT_TIMEOUT);
        let tail = self.tail.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        String::from_utf8_lossy(&tail).into_owned()
    }
}
