//! How long a run has taken, without the time for which its process waited for a processor.

use std::fs;
use std::time::{Duration, Instant};

/// How much longer a run may take on a busy machine, so that inputs that hang do not stop everything there.
const MAX_STRETCH: u32 = 4;

/// A watch on the run that a process is in.
///
/// On a busy machine a process may wait for a processor for seconds; that says nothing about its input. So a run whose
/// process could go on is given `timeout` of processor time, and time for which it waits for a processor is taken off
/// anyway, as long as the run does not take [`MAX_STRETCH`] times `timeout` by the clock. The kernel counts both
/// (`/proc/PID/task/TID/schedstat`); where it does not, time is what the clock says.
#[derive(Debug)]
pub(super) struct RunWatch {
    /// The number of the run.
    run: u64,
    /// When the run was first seen.
    since: Instant,
    /// What the process had used when the run was seen for the second time. Most runs are seen once at most, so
    /// that reading it costs next to nothing.
    before: Option<Usage>,
}

impl RunWatch {
    /// A watch that has not seen a run yet.
    pub(super) fn new() -> Self {
        Self { run: 0, since: Instant::now(), before: None }
    }

    /// How long the run that was seen last has taken by the clock.
    pub(super) fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    /// Looks at the process, which is in `run`, or in none. Whether the run has taken longer than `timeout`.
    pub(super) fn exceeds(&mut self, timeout: Duration, run: Option<u64>, process: u32) -> bool {
        if run != Some(self.run) {
            *self = Self { run: run.unwrap_or(self.run), since: Instant::now(), before: None };
            return false;
        }
        let before = *self.before.get_or_insert_with(|| Usage::of(process));
        let elapsed = self.since.elapsed();
        elapsed > timeout
            && (elapsed > timeout * MAX_STRETCH
                || Usage::of(process).since(before, elapsed) > timeout)
    }
}

/// What a process has used since it started.
#[derive(Clone, Copy, Debug, Default)]
struct Usage {
    /// Processor time of all threads.
    processor: Duration,
    /// Time for which a thread waited for a processor: the most of all threads. It grows when the wait ends.
    waited: Duration,
    /// Whether a thread runs or waits for a processor now.
    runnable: bool,
}

impl Usage {
    fn of(process: u32) -> Self {
        let mut usage = Self::default();
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return usage };
        for thread in threads.flatten().map(|entry| entry.path()) {
            let (Ok(times), Ok(status)) = (
                fs::read_to_string(thread.join("schedstat")),
                fs::read_to_string(thread.join("stat")),
            ) else {
                continue;
            };
            let mut times =
                times.split(' ').map(|number| Duration::from_nanos(number.parse().unwrap_or(0)));
            usage.processor += times.next().unwrap_or_default();
            usage.waited = usage.waited.max(times.next().unwrap_or_default());
            // The state is behind the name of the thread, which may contain anything.
            usage.runnable |=
                status.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('R'));
        }
        usage
    }

    /// The time that counts of `elapsed`, from `before` until now.
    fn since(&self, before: Self, elapsed: Duration) -> Duration {
        // It is zero where the kernel does not count it.
        if self.runnable && !self.processor.is_zero() {
            return self.processor.saturating_sub(before.processor);
        }
        elapsed.saturating_sub(self.waited.saturating_sub(before.waited))
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command};
    use std::thread::sleep;

    use super::*;

    const TIMEOUT: Duration = Duration::from_millis(300);

    /// A process that ends with its owner.
    struct Running(Child);

    impl Drop for Running {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    impl Running {
        /// Starts a shell command on the first processor only.
        fn start(command: &str) -> Self {
            Self(Command::new("taskset").args(["-c", "0", "sh", "-c", command]).spawn().unwrap())
        }

        /// A process that hardly gets a processor, and those that keep it from one.
        fn starved() -> (Self, Vec<Self>) {
            let others = (0..4).map(|_| Self::start("while :; do :; done")).collect();
            (Self::start("exec nice -n 19 sh -c 'while :; do :; done'"), others)
        }

        /// The share of the time that counts, of a second or more.
        fn counted(&self) -> f64 {
            let (before, began) = (Usage::of(self.0.id()), Instant::now());
            sleep(Duration::from_secs(1));
            let elapsed = began.elapsed();
            Usage::of(self.0.id()).since(before, elapsed).as_secs_f64() / elapsed.as_secs_f64()
        }

        /// Whether its run, which never ends, exceeds `TIMEOUT` within a minute.
        fn exceeds(&self) -> bool {
            let mut watch = RunWatch::new();
            (0..6000).any(|_| {
                sleep(Duration::from_millis(10));
                watch.exceeds(TIMEOUT, Some(1), self.0.id())
            })
        }
    }

    #[test]
    fn the_time_for_which_a_process_waits_for_a_processor_does_not_count() {
        let (starved, _others) = Running::starved();
        assert!(starved.counted() < 0.5, "it had hardly any time, and all of it counts");
    }

    #[test]
    fn the_time_for_which_a_process_sleeps_counts() {
        let asleep = Running::start("exec sleep 600");
        assert!(asleep.counted() > 0.5, "it hangs, and hardly any of it counts");
        assert!(asleep.exceeds());
    }

    #[test]
    fn a_run_ends_on_a_busy_machine_too() {
        let (starved, _others) = Running::starved();
        assert!(starved.exceeds());
    }

    #[test]
    fn each_run_has_its_own_time() {
        let asleep = Running::start("exec sleep 600");
        let mut watch = RunWatch::new();
        for run in 1..60 {
            assert!(!watch.exceeds(TIMEOUT, Some(run), asleep.0.id()), "run {run}");
            sleep(Duration::from_millis(10));
        }
        assert!(!watch.exceeds(Duration::ZERO, None, asleep.0.id()), "between two runs");
    }
}
