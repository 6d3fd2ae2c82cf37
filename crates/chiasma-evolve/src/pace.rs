//! How long runs usually take, and which inputs are far slower.

use crate::run::Run;

/// An input is slow if its runs take so many times as long as others.
const SLOW: f64 = 32.0;
/// What a slow input counts for, in inputs that are not: edges say nothing of how slow it is, and its children may be
/// slower.
const WORK_OF_SLOW: u64 = 256;
/// The last so many runs decide what is usual.
const MEMORY: u32 = 256;

/// The usual time of a run.
///
/// Work is the same every time, and time is not; so time decides about inputs only that are far slower than others, each
/// time that they are run. It is no part of a checkpoint.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    runs: u32,
    /// The mean time of a run, the last ones weighing more.
    mean: f64,
}

impl Pace {
    /// A run took this long.
    #[inline]
    pub(crate) fn observe(&mut self, ticks: u64) {
        self.runs = (self.runs + 1).min(MEMORY);
        // One run that is very slow does not change what is usual.
        let ticks = if self.runs > 1 { (ticks as f64).min(8.0 * self.mean) } else { ticks as f64 };
        self.mean += (ticks - self.mean) / f64::from(self.runs);
    }

    /// The work of an input to be kept, with the least time that it took.
    pub(crate) fn work_of(&self, run: &Run<'_>) -> u64 {
        let is_slow = self.runs == MEMORY && run.ticks as f64 > SLOW * self.mean;
        if is_slow { run.work() * WORK_OF_SLOW } else { run.work() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Outcome;

    #[test]
    fn an_input_that_is_far_slower_than_others_is_more_work_once_it_is_known_what_is_usual() {
        let run =
            |ticks| Run { outcome: Outcome::Valid, counters: &[1], size: 1, ticks, killed: &[] };
        let mut pace = Pace::default();
        let work = run(0).work();
        pace.observe(100);
        assert_eq!(pace.work_of(&run(1_000_000)), work, "one run says little");
        for n in 0..1_000 {
            pace.observe(if n % 100 == 0 { 1_000_000 } else { 100 });
        }
        assert_eq!(pace.work_of(&run(2_000)), work);
        assert_eq!(pace.work_of(&run(10_000)), work * WORK_OF_SLOW);
    }
}
