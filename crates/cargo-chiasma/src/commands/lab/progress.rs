//! How far an experiment is, a line for each trial.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Result;
use chiasma_campaign::quantity::show_time;
use chiasma_core::display::counted;
use chiasma_lab::experiment::{Trial, duration_of};

use super::trial::Ended;

/// Says how far an experiment is, to standard error.
#[derive(Debug)]
pub(super) struct Progress {
    all: usize,
    cores: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    done: usize,
    /// The trials that ended since this process began, and how long they took.
    ended: u32,
    taken: Duration,
}

impl Progress {
    /// The progress of an experiment of `all` trials, of which `done` are done.
    pub(super) fn new(all: usize, done: usize, cores: usize) -> Self {
        let state = State { done, ended: 0, taken: Duration::ZERO };
        Self { all, cores, state: Mutex::new(state) }
    }

    /// A trial that began at `began` has ended.
    pub(super) fn ended(&self, trial: &Trial, began: Instant, ended: &Result<Ended>) {
        let mut state = self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        state.done += 1;
        state.ended += 1;
        state.taken += began.elapsed();
        let each = state.taken / state.ended;
        let left = duration_of(self.all - state.done.min(self.all), self.cores, each);
        let what = match ended {
            Ok(Ended { end, edges, application_edges, defects }) => format!(
                "{}, {} ({application_edges} of the application), {}",
                counted(end.runs, "run"),
                counted(edges, "edge"),
                counted(*defects, "known defect")
            ),
            Err(error) => format!("CRASHED: {error:#}"),
        };
        let left = match left {
            Duration::ZERO => "done".to_owned(),
            left => format!("{} left", show_time(Duration::from_secs(left.as_secs().max(1)))),
        };
        note!("[{}/{}] {}: {what}; {left}", state.done, self.all, trial.id);
    }
}
