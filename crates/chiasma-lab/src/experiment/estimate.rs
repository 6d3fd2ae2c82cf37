//! How long an experiment takes.

use std::time::Duration;

use super::{Budget, Experiment};

impl Experiment {
    /// How long all trials take, if a trial reaches so many runs a second; builds and replays come on top.
    ///
    /// `None` if trials are counted in executions and nobody knows how quick they are.
    #[must_use]
    pub fn estimate(&self, runs_per_second: Option<f64>) -> Option<Duration> {
        let trials = self.plan().trials.len();
        Some(duration_of(trials, self.cores, self.trial_time(runs_per_second)?))
    }

    /// How long one trial takes.
    #[must_use]
    pub fn trial_time(&self, runs_per_second: Option<f64>) -> Option<Duration> {
        match self.budget {
            Budget::Time(time) => Some(time),
            Budget::Executions(runs) => {
                Duration::try_from_secs_f64(runs as f64 / runs_per_second?).ok()
            }
        }
    }
}

/// How long so many trials take, with so many at a time, if each takes so long; also what is left of an
/// experiment of which so many trials are still to be run.
#[must_use]
pub fn duration_of(trials: usize, cores: usize, each: Duration) -> Duration {
    let rounds = trials.div_ceil(cores.max(1));
    each.saturating_mul(u32::try_from(rounds).unwrap_or(u32::MAX))
}
