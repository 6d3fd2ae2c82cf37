//! How long an experiment takes.

use std::time::Duration;

use super::{Budget, Experiment};

impl Experiment {
    /// How long all trials take, builds and replays not included.
    ///
    /// `None` if trials end after a number of executions and the number a second is not given.
    #[must_use]
    pub fn estimate(&self, runs_per_second: Option<f64>) -> Option<Duration> {
        let trials = self.plan().trials.len();
        Some(duration_of(trials, self.cores, self.trial_time(runs_per_second)?))
    }

    /// How long one trial takes.
    #[must_use]
    pub fn trial_time(&self, runs_per_second: Option<f64>) -> Option<Duration> {
        match self.budget {
            Budget::Time(time) | Budget::CpuTime(time) => Some(time),
            Budget::Executions(runs) => {
                Duration::try_from_secs_f64(runs as f64 / runs_per_second?).ok()
            }
        }
    }
}

/// How long `trials` trials take, `cores` at a time, if each takes `each`.
#[must_use]
pub fn duration_of(trials: usize, cores: usize, each: Duration) -> Duration {
    let rounds = trials.div_ceil(cores.max(1));
    each.saturating_mul(u32::try_from(rounds).unwrap_or(u32::MAX))
}
