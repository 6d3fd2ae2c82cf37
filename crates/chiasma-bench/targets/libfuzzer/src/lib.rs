//! Chiasma's sources fed from libFuzzer's bytes.

use std::cell::RefCell;
use std::path::PathBuf;

use chiasma_core::{Seed, Source};
use chiasma_loop_harness::recording::Recording;

/// The variable that holds how many executions there will be and where to record the inputs.
const RECORD: &str = "LOOP_RECORD";

thread_local! {
    static FEED: RefCell<Feed> = RefCell::new(Feed::new());
}

struct Feed {
    source: Source,
    record: Option<Record>,
}

struct Record {
    recording: Recording,
    remaining: u64,
    path: PathBuf,
}

impl Feed {
    fn new() -> Self {
        let wanted = std::env::var(RECORD).ok();
        let record = wanted.as_deref().and_then(|wanted| wanted.split_once(' '));
        let record = record.map(|(executions, path)| {
            let executions = executions.parse().expect("a number of executions");
            let recording = Recording::of(executions);
            Record { recording, remaining: executions, path: path.into() }
        });
        Self { source: Source::random(Seed(0)), record }
    }
}

impl Record {
    #[cold]
    fn add(&mut self, bytes: &[u8]) {
        if self.remaining > 0 {
            self.recording.add(bytes, 0);
            self.remaining -= 1;
            if self.remaining == 0 {
                self.recording.save(&self.path).expect("the recording can be written");
            }
        }
    }
}

/// Calls `run` with a source that replays `bytes`; what it draws beyond them is always the same.
#[inline]
pub fn feed(bytes: &[u8], run: impl FnOnce(&mut Source)) {
    FEED.with_borrow_mut(|feed| {
        if let Some(record) = &mut feed.record {
            record.add(bytes);
        }
        feed.source.load(bytes, Seed(0));
        run(&mut feed.source);
    });
}
